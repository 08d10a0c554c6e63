// expect: false(unreach-call)
// what: the offer is taken back in two steps: a pop between them took the item, which is pushed again
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static _Atomic(struct node *) top;
enum { FREE = 0, TAKEN = -1 };
static atomic_int slot;

static int try_push(struct node *n) {
    struct node *t = atomic_load(&top);
    n->next = t;
    return atomic_compare_exchange_strong(&top, &t, n);
}

static void push(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = v;
    for (;;) {
        if (try_push(n)) return;
        int expected = FREE;
        if (atomic_compare_exchange_strong(&slot, &expected, v)) {
            expected = v;
            if (atomic_load(&slot) == v) {
                atomic_store(&slot, FREE);
                continue;
            }
            atomic_store(&slot, FREE);
            free(n);
            return;
        }
    }
}

static int pop(void) {
    for (int tries = 0; tries < 2; tries++) {
        struct node *t = atomic_load(&top);
        if (t) {
            struct node *next = t->next;
            if (atomic_compare_exchange_strong(&top, &t, next)) return t->value;
        }
        int v = atomic_load(&slot);
        if (v > 0 && atomic_compare_exchange_strong(&slot, &v, TAKEN)) return v;
    }
    return 0;
}

static int popped[2];

static void *pusher(void *arg) {
    push((int)(long)arg);
    return NULL;
}
static void *popper(void *arg) {
    *(int *)arg = pop();
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, pusher, (void *)1L);
    pthread_create(&b, NULL, pusher, (void *)2L);
    pthread_create(&c, NULL, popper, &popped[0]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    int sum = popped[0];
    for (struct node *n = top; n; n = n->next) sum += n->value;
    assert(sum == 3);
    return 0;
}
