// expect: false(unreach-call)
// what: decide tests and stores in two steps; the first decision is overwritten after it was read
#include <assert.h>
#include <pthread.h>

int decided;
int outcome[2];

int decide(int proposal) {
    if (decided == 0) {
        decided = proposal;
    }
    return decided;
}

void *worker(void *arg) {
    outcome[1] = decide(2);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    outcome[0] = decide(1);
    pthread_join(t, NULL);
    assert(outcome[0] == outcome[1]);
    return 0;
}
