// expect: true
// what: timers in lists of a wheel, found by container_of: each fires once or is cancelled
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#define SLOTS 4
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
struct list_head {
    struct list_head *next, *prev;
};
static inline void list_init(struct list_head *h) {
    h->next = h->prev = h;
}
static inline bool list_empty(const struct list_head *h) {
    return h->next == h;
}
static inline void list_add_tail(struct list_head *n, struct list_head *h) {
    n->prev = h->prev;
    n->next = h;
    h->prev->next = n;
    h->prev = n;
}
static inline void list_del(struct list_head *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    list_init(n);
}
struct timer {
    struct list_head link;
    unsigned rounds;
    void (*fire)(struct timer *);
    void *data;
};
struct wheel {
    pthread_mutex_t lock;
    struct list_head slots[SLOTS];
    unsigned now;
    unsigned armed;
};
static struct wheel wheel;
static int fired[2];
static void wheel_init(struct wheel *w) {
    pthread_mutex_init(&w->lock, NULL);
    for (size_t i = 0; i < sizeof w->slots / sizeof w->slots[0]; i++) list_init(&w->slots[i]);
    w->now = w->armed = 0;
}
static void timer_arm(struct wheel *w, struct timer *t, unsigned ticks) {
    pthread_mutex_lock(&w->lock);
    t->rounds = ticks / SLOTS;
    list_add_tail(&t->link, &w->slots[(w->now + ticks) % SLOTS]);
    w->armed++;
    pthread_mutex_unlock(&w->lock);
}
static bool timer_cancel(struct wheel *w, struct timer *t) {
    bool was;
    pthread_mutex_lock(&w->lock);
    was = !list_empty(&t->link);
    if (was) {
        list_del(&t->link);
        w->armed--;
    }
    pthread_mutex_unlock(&w->lock);
    return was;
}
static void wheel_tick(struct wheel *w) {
    pthread_mutex_lock(&w->lock);
    w->now++;
    struct list_head *slot = &w->slots[w->now % SLOTS];
    for (struct list_head *p = slot->next, *n; p != slot; p = n) {
        n = p->next;
        struct timer *t = container_of(p, struct timer, link);
        if (t->rounds) {
            t->rounds--;
            continue;
        }
        list_del(&t->link);
        w->armed--;
        t->fire(t);
    }
    pthread_mutex_unlock(&w->lock);
}
static void on_fire(struct timer *t) {
    ++*(int *)t->data;
}
static void *ticker(void *arg) {
    for (int i = 0; i < 2; i++) wheel_tick(&wheel);
    return NULL;
}
static struct timer timers[2];
static void *canceller(void *arg) {
    bool was = timer_cancel(&wheel, &timers[1]);
    return (void *)(long)was;
}
int main(void) {
    pthread_t a, b;
    void *was;
    wheel_init(&wheel);
    for (int i = 0; i < 2; i++) {
        timers[i] = (struct timer){.fire = on_fire, .data = &fired[i]};
        list_init(&timers[i].link);
        timer_arm(&wheel, &timers[i], 1 + i);
    }
    pthread_create(&a, NULL, ticker, NULL);
    pthread_create(&b, NULL, canceller, NULL);
    pthread_join(a, NULL);
    pthread_join(b, &was);
    assert(fired[0] == 1);
    assert(fired[1] + (long)was == 1);
    assert(wheel.armed == 0);
    return 0;
}
