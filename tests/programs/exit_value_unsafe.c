// expect: false(unreach-call)
// what: the function returns instead, so the store behind the call happens
#include <assert.h>
#include <pthread.h>

int behind;

static void leave(int code) {
    if (code == 0) {
        pthread_exit(NULL);
    }
}

void *worker(void *arg) {
    leave(9);
    behind = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, (void *)9);
    pthread_join(t, &result);
    assert((long)result == 9);
    assert(behind == 0);
    return 0;
}
