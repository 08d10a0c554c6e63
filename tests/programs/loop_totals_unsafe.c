// expect: false(unreach-call)
// what: two threads add up in loops; one tests the total under the lock and adds outside of it, so
// what: both add to 29 and reach 31
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int total = 28;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *adder(void *arg) {
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&lock);
        if (total < 30) total++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void *hasty(void *arg) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&lock);
        int room = total < 30;
        pthread_mutex_unlock(&lock);
        if (room) total++;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, hasty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total <= 30);
    return 0;
}
