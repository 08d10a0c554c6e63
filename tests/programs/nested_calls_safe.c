// expect: true
// what: arguments that are calls themselves, and the lock taken in the innermost function
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static int increase(int by) {
    int result;
    pthread_mutex_lock(&m);
    counter = counter + by;
    result = counter;
    pthread_mutex_unlock(&m);
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
