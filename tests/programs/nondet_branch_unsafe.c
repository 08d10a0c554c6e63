// expect: false(unreach-call)
// what: on one of the two branches, input not 0, the lock is not taken and an update is lost
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (__VERIFIER_nondet_int()) {
        counter = counter + 1;
    } else {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
