// expect: false(unreach-call)
// what: main gives the lock back before it has looked
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
    owner = 0;
    pthread_join(t, NULL);
    assert(owner == pthread_self());
    return 0;
}
