// expect: false(unreach-call)
// what: the initialiser 9 goes to the bit-field of three bits, which keeps 1 of it
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
    assert(own.all == 9 && shared.all == 1);
    own.all = 255;
    own.low = 2;
    assert(own.all == 250);
    pthread_create(&thread, 0, worker, 0);
    header.level++;
    pthread_join(thread, 0);
    assert(header.kind == 7 && header.level == -1 && header.length == 3);
    return 0;
}
