// expect: true
// what: double-checked locking: the flag is stored last, after the object is complete
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int initialised, value;

static int get(void) {
    if (!initialised) {
        pthread_mutex_lock(&m);
        if (!initialised) {
            value = 42;
            initialised = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return value;
}

void *worker(void *arg) {
    assert(get() == 42);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(get() == 42);
    pthread_join(t, NULL);
    return 0;
}
