// expect: false(unreach-call)
// what: the reader does not test for an odd number: it reads while the writer is in the middle
#include <assert.h>
#include <pthread.h>

unsigned int sequence;
int left, right;

void *writer(void *arg) {
    sequence++;
    left = 1;
    right = 1;
    sequence++;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned int before;
    int l, r;
    pthread_create(&t, NULL, writer, NULL);
    before = sequence;
    l = left;
    r = right;
    if (sequence == before) {
        assert(l == r);
    }
    return 0;
}
