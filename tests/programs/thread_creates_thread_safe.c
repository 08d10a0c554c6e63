// expect: true
// what: a thread creates and joins a thread of its own; main's join covers both
#include <assert.h>
#include <pthread.h>

int steps;

void *child(void *arg) {
    steps += 10;
    return arg;
}

void *parent(void *arg) {
    pthread_t t;
    steps += 1;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, parent, NULL);
    pthread_join(t, NULL);
    assert(steps == 11);
    return 0;
}
