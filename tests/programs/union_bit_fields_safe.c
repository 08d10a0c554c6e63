// expect: true
// what: a bit-field as the first member of a union is what an initialiser without a name goes to; one
// what: behind a char shares no byte with it
#include <assert.h>
#include <pthread.h>

union flags {
    unsigned low : 3;
    unsigned all;
};

struct header {
    char kind;
    int level : 8;
    int length;
};

static union flags shared = {9};
static struct header header = {1, -2, 3};

static void *worker(void *unused) {
    header.kind = 7;
    return 0;
}

int main(void) {
    union flags own = {9};
    pthread_t thread;
    assert(own.all == 1 && shared.all == 1);
    own.all = 255;
    own.low = 2;
    assert(own.all == 250);
    pthread_create(&thread, 0, worker, 0);
    header.level++;
    pthread_join(thread, 0);
    assert(header.kind == 7 && header.level == -1 && header.length == 3);
    return 0;
}
