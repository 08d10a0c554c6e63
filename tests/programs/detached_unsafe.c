// expect: false(unreach-call)
// what: the detached thread has not run yet when main looks
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
    assert(seen > 0);
    return 0;
}
