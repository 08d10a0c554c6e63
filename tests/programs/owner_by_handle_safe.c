// expect: true
// what: the handle of main is not the 0 that stands for nobody
#include <assert.h>
#include <pthread.h>

pthread_t owner; /* 0: nobody */

int try_take(void) {
    return __sync_bool_compare_and_swap(&owner, 0, pthread_self());
}

void *worker(void *arg) {
    assert(!try_take());
    return NULL;
}

int main(void) {
    pthread_t t;
    assert(try_take());
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(owner == pthread_self());
    return 0;
}
