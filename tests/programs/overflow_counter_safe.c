// expect: true
// args: --property no-overflow
// what: two threads add up under a lock; the last sum is INT_MAX, which still fits
#include <limits.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum = INT_MAX - 2;

void *adder(void *unused) {
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, adder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
