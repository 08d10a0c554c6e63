// expect: false(unreach-call)
// what: b grows outside of the lock: two threads that read it at the same time add 2 once
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned a, b, n;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *stepper(void *arg) {
    for (unsigned i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        a += 2;
        pthread_mutex_unlock(&lock);
        b += 2;
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
