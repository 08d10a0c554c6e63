// expect: true
// what: one thread after the other, each joined by its handle
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *arg) {
    done++;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_join(first, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(second, 0);
    assert(done == 2);
    return 0;
}
