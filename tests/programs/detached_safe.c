// expect: true
// what: a detached thread runs on its own; main only reads what it may or may not have written
#include <assert.h>
#include <pthread.h>

int progress;

void *background(void *arg) {
    progress = 1;
    progress = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, background, NULL);
    pthread_detach(t);
    seen = progress;
    assert(seen >= 0 && seen <= 2);
    return 0;
}
