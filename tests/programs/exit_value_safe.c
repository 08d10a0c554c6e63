// expect: true
// what: pthread_exit in a called function ends the thread; nothing behind the call runs
#include <assert.h>
#include <pthread.h>

int behind;

static void leave(int code) {
    pthread_exit((void *)(long)code);
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
