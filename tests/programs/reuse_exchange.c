// expect: unknown equality of addresses that depends on where objects lie
// what: the ABA problem: the head is taken, freed and its memory put back by another thread; the exchange cannot tell
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct item {
    int value;
};

_Atomic(struct item *) head;

static void *replace(void *arg) {
    struct item *old = atomic_load(&head), *next;
    atomic_store(&head, NULL);
    free(old);
    next = malloc(sizeof *next);
    next->value = 2;
    atomic_store(&head, next);
    return arg;
}

int main(void) {
    pthread_t thread;
    struct item *first = malloc(sizeof *first), *seen;
    first->value = 1;
    atomic_store(&head, first);
    pthread_create(&thread, NULL, replace, NULL);
    seen = atomic_load(&head);
    pthread_join(thread, NULL);
    if (seen == first) assert(!atomic_compare_exchange_strong(&head, &seen, NULL));
    return 0;
}
