// expect: false(unreach-call)
// what: the reader reads x first, then both are raised, then it reads y: y is ahead
#include <assert.h>
#include <pthread.h>

int x, y;

void *writer(void *arg) {
    for (int i = 0; i < 2; i++) {
        x++;
        y++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int seen_x, seen_y;
    pthread_create(&t, NULL, writer, NULL);
    seen_x = x;
    seen_y = y;
    assert(seen_y <= seen_x);
    return 0;
}
