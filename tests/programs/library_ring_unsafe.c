// expect: false(valid-deref)
// args: --property valid-deref
// what: the index of a new item does not go round, which shows when one was taken before
// analysis: value predicate+value
#include <pthread.h>
#include <stdlib.h>

struct ring {
    pthread_mutex_t lock;
    unsigned size, first, count;
    int *items;
};

static struct ring *ring_new(unsigned size) {
    struct ring *ring = malloc(sizeof *ring);
    ring->items = malloc(size * sizeof *ring->items);
    ring->size = size;
    ring->first = ring->count = 0;
    pthread_mutex_init(&ring->lock, 0);
    return ring;
}

static int ring_put(struct ring *ring, int item) {
    pthread_mutex_lock(&ring->lock);
    int is_done = ring->count < ring->size;
    if (is_done) ring->items[ring->first + ring->count] = item;
    ring->count += is_done;
    pthread_mutex_unlock(&ring->lock);
    return is_done;
}

static int ring_take(struct ring *ring, int *item) {
    pthread_mutex_lock(&ring->lock);
    int is_done = ring->count > 0;
    if (is_done) {
        *item = ring->items[ring->first];
        ring->first = (ring->first + 1) % ring->size;
        ring->count--;
    }
    pthread_mutex_unlock(&ring->lock);
    return is_done;
}

static void *consumer(void *argument) {
    int item;
    for (int i = 0; i < 2; i++) ring_take(argument, &item);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct ring *ring = ring_new(2);
    pthread_create(&thread, 0, consumer, ring);
    for (int i = 0; i < 3; i++) ring_put(ring, i);
    pthread_join(thread, 0);
    free(ring->items);
    free(ring);
    return 0;
}
