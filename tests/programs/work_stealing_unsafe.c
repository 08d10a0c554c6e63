// expect: false(unreach-call)
// what: the owner takes the last item without asking whether the thief has it
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#define CAP 4
#define EMPTY (-1)
#define ABORT (-2)
typedef struct {
    _Atomic(long) top, bottom;
    _Atomic(int) buffer[CAP];
} deque_t;
static deque_t dq;
static atomic_int taken[3];
static void push(deque_t *d, int x) {
    long b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    atomic_store_explicit(&d->buffer[b % CAP], x, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
}
static int take(deque_t *d) {
    long b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
    atomic_store_explicit(&d->bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    long t = atomic_load_explicit(&d->top, memory_order_relaxed);
    int x = EMPTY;
    if (t <= b) {
        x = atomic_load_explicit(&d->buffer[b % CAP], memory_order_relaxed);
        if (t == b) {
            atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
        }
    } else
        atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
    return x;
}
static int steal(deque_t *d) {
    long t = atomic_load_explicit(&d->top, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    long b = atomic_load_explicit(&d->bottom, memory_order_acquire);
    int x = EMPTY;
    if (t < b) {
        x = atomic_load_explicit(&d->buffer[t % CAP], memory_order_relaxed);
        if (!atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_seq_cst,
                                                     memory_order_relaxed))
            return ABORT;
    }
    return x;
}
static void *thief(void *arg) {
    for (int i = 0; i < 2; i++) {
        int x = steal(&dq);
        if (x >= 0) assert(atomic_fetch_add(&taken[x], 1) == 0);
    }
    return NULL;
}
int main(void) {
    pthread_t th;
    push(&dq, 0);
    push(&dq, 1);
    pthread_create(&th, NULL, thief, NULL);
    int x;
    while ((x = take(&dq)) != EMPTY) assert(atomic_fetch_add(&taken[x], 1) == 0);
    pthread_join(th, NULL);
    while ((x = take(&dq)) != EMPTY) assert(atomic_fetch_add(&taken[x], 1) == 0);
    assert(taken[0] == 1 && taken[1] == 1);
    return 0;
}
