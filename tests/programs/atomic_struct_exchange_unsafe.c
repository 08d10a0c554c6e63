// expect: false(unreach-call)
// what: the exchange that fails is not tried again: one push is lost
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};
struct top {
    struct node *node;
    unsigned long pushes;
};

_Atomic struct top top;
struct node nodes[2];

void *push(void *argument) {
    struct node *node = argument;
    struct top old = atomic_load(&top), new;
    {
        node->next = old.node;
        new.node = node;
        new.pushes = old.pushes + 1;
    }
    atomic_compare_exchange_strong(&top, &old, new);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, push, &nodes[0]);
    push(&nodes[1]);
    pthread_join(thread, 0);
    struct top all = atomic_load(&top);
    assert(all.pushes == 2);
    assert(all.node->next && !all.node->next->next);
    return 0;
}
