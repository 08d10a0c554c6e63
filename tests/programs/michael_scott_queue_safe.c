// expect: true
// what: Michael and Scott: the tail may lag behind, head and tail move by compare and swap
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct node {
    int value;
    _Atomic(struct node *) next;
} node_t;
typedef struct {
    _Atomic(node_t *) head, tail;
} queue_t;

static queue_t q;
static int got[2];

static node_t *new_node(int v) {
    node_t *n = malloc(sizeof(node_t));
    if (!n) exit(1);
    n->value = v;
    atomic_init(&n->next, NULL);
    return n;
}

static void enqueue(queue_t *q, int v) {
    node_t *n = new_node(v);
    for (;;) {
        node_t *tail = atomic_load(&q->tail);
        node_t *next = atomic_load(&tail->next);
        if (tail != atomic_load(&q->tail)) continue;
        if (next == NULL) {
            if (atomic_compare_exchange_strong(&tail->next, &next, n)) {
                atomic_compare_exchange_strong(&q->tail, &tail, n);
                return;
            }
        } else {
            atomic_compare_exchange_strong(&q->tail, &tail, next);
        }
    }
}

static bool dequeue(queue_t *q, int *v) {
    for (;;) {
        node_t *head = atomic_load(&q->head);
        node_t *tail = atomic_load(&q->tail);
        node_t *next = atomic_load(&head->next);
        if (head != atomic_load(&q->head)) continue;
        if (head == tail) {
            if (next == NULL) return false;
            atomic_compare_exchange_strong(&q->tail, &tail, next);
        } else {
            *v = next->value;
            if (atomic_compare_exchange_strong(&q->head, &head, next)) return true;
        }
    }
}

static void *producer(void *arg) {
    enqueue(&q, *(int *)arg);
    return NULL;
}

static void *consumer(void *arg) {
    int *where = arg;
    int v;
    if (dequeue(&q, &v)) *where = v;
    return NULL;
}

int main(void) {
    pthread_t p, c[2];
    int second = 2;
    node_t *dummy = new_node(0);
    atomic_init(&q.head, dummy);
    atomic_init(&q.tail, dummy);
    enqueue(&q, 1);
    pthread_create(&p, NULL, producer, &second);
    for (int i = 0; i < 2; i++) pthread_create(&c[i], NULL, consumer, &got[i]);
    pthread_join(p, NULL);
    for (int i = 0; i < 2; i++) pthread_join(c[i], NULL);
    int v, rest = 0;
    while (dequeue(&q, &v)) rest += v;
    assert(got[0] + got[1] + rest == 3);
    assert(got[0] != got[1] || got[0] == 0);
    return 0;
}
