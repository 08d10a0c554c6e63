// expect: true
// what: two threads scale and add to a shared double under a mutex; both orders give exact sums
#include <assert.h>
#include <pthread.h>
double balance = 1.5;
float rates[2] = {0.5f, 2};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *interest(void *arg) {
    float rate = *(float *)arg;
    pthread_mutex_lock(&lock);
    balance = balance * rate;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, interest, &rates[0]);
    pthread_create(&b, 0, interest, &rates[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 1.5 && rates[0] < 0.75);
    return 0;
}
