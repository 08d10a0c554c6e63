// expect: true
// what: a sequence lock: a reader takes the pair only if the number was even and did not change
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
    if (before % 2 == 0 && sequence == before) {
        assert(l == r);
    }
    return 0;
}
