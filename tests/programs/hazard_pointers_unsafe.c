// expect: false(unreach-call)
// what: the head is not looked at again after the hazard pointer is set: the node may be freed already
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;
static _Atomic(struct node *) hazard[2];
static atomic_int popped;

static void push(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = v;
    n->next = atomic_load(&head);
    while (!atomic_compare_exchange_weak(&head, &n->next, n));
}

static void retire(int self, struct node *n) {
    /* the nodes that are still shown leak: enough for this test */
    if (atomic_load(&hazard[1 - self]) == n) return;
    n->value = -1;
    free(n);
}

static int pop(int self) {
    struct node *n;
    for (;;) {
        n = atomic_load(&head);
        if (!n) return 0;
        atomic_store(&hazard[self], n);
        struct node *next = n->next;
        assert(n->value != -1);
        struct node *expected = n;
        if (atomic_compare_exchange_strong(&head, &expected, next)) break;
    }
    int v = n->value;
    atomic_store(&hazard[self], NULL);
    retire(self, n);
    return v;
}

static void *popper(void *arg) {
    int self = *(int *)arg;
    int v = pop(self);
    assert(v >= 0);
    atomic_fetch_add(&popped, v);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    int id[2] = {0, 1};
    push(1);
    push(2);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, popper, &id[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    assert(popped == 3);
    return 0;
}
