// expect: false(unreach-call)
// what: a thread that was joined leaves its handle to the next one, so old handles tell nothing
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
    assert(!pthread_equal(first, second));
    pthread_join(second, 0);
    return 0;
}
