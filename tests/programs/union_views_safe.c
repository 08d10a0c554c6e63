// expect: true
// what: members of a union are views of the same bytes: a word, two halves, four bytes; and one
// what: that is larger than the others
#include <assert.h>
#include <pthread.h>

union view {
    unsigned word;
    struct {
        unsigned short low, high;
    } half;
    unsigned char byte[4];
    struct {
        char tag;
        long long wide;
    } large;
};

union view shared = {.byte = {1, 2, 3, 4}};

static void *writer(void *unused) {
    shared.half.high = 0x0908;
    return unused;
}

int main(void) {
    pthread_t thread;
    assert(shared.word == 0x04030201);
    pthread_create(&thread, 0, writer, 0);
    shared.byte[0] = 7;
    pthread_join(thread, 0);
    assert(shared.word == 0x09080207);
    union view local;
    local.large.tag = 5;
    assert(local.byte[0] == 5);
    local.half.low = 0x0102;
    assert(local.large.tag == 2);
    local = shared;
    assert(local.half.low == 0x0207 && local.byte[3] == 9);
    return 0;
}
