// expect: true
// what: two threads agree on one value by an atomic decide; both return the same
#include <assert.h>
#include <pthread.h>

int decided;
int outcome[2];

int __VERIFIER_atomic_decide(int proposal) {
    if (decided == 0) {
        decided = proposal;
    }
    return decided;
}

void *worker(void *arg) {
    outcome[1] = __VERIFIER_atomic_decide(2);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    outcome[0] = __VERIFIER_atomic_decide(1);
    pthread_join(t, NULL);
    assert(outcome[0] == outcome[1]);
    return 0;
}
