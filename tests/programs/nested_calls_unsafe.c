// expect: false(unreach-call)
// what: the innermost function does not lock, and the update between its read and write is lost
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static int increase(int by) {
    int result;
    counter = counter + by;
    result = counter;
    return result;
}

static int limited(int a, int b) {
    return a < b ? a : b;
}

void *worker(void *arg) {
    increase(limited(2, limited(5, 3)));
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    increase(limited(1, 4));
    pthread_join(t, NULL);
    assert(counter == 3);
    return 0;
}
