// expect: false(unreach-call)
// what: a structure that is not atomic is read part by part: a before the store, b behind it
#include <assert.h>
#include <pthread.h>

typedef struct pair {
    int a, b;
} pair_t;

static pair_t shared;

static void *worker(void *unused) {
    pair_t both = {1, 1};
    shared = both;
    return 0;
}

static void look(pair_t pair) {
    assert(pair.a == pair.b);
}

static pair_t give(void) {
    return shared;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pair_t seen = shared;
    assert(seen.a == seen.b);
    seen = shared;
    assert(seen.a == seen.b);
    look(shared);
    look(give());
    return 0;
}
