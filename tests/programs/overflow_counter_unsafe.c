// expect: false(no-overflow)
// args: --property no-overflow
// what: the second of the two threads adds 1 to INT_MAX
#include <limits.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum = INT_MAX - 1;

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
