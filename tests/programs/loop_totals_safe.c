// expect: true
// what: two threads add up in long loops under a lock: intervals for all iterations say enough,
// what: no interleaving of iterations need be told apart
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>

int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *adder(void *arg) {
    for (int k = 0; k < 1000; k++) {
        pthread_mutex_lock(&lock);
        if (total < 30) total += k % 7;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void *mover(void *arg) {
    for (int k = 0; k < 1000; k++) {
        pthread_mutex_lock(&lock);
        if (total > 5) total -= 5;
        assert(total >= 0);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, mover, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total <= 35);
    return 0;
}
