// expect: true
// what: a and b grow in equal steps of 2 under a lock, as often as an input says: that they are
// what: equal and even holds in all rounds, while their values have no end
// analysis: predicate+value
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned a, b, n;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *stepper(void *arg) {
    for (unsigned i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        a += 2;
        b += 2;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    n = __VERIFIER_nondet_uint();
    pthread_create(&one, NULL, stepper, NULL);
    pthread_create(&other, NULL, stepper, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(a == b && a % 2 == 0);
    return 0;
}
