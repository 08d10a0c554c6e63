// expect: false(unreach-call)
// what: the flag is stored before the value; the fast path returns an incomplete object
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int initialised, value;

static int get(void) {
    if (!initialised) {
        pthread_mutex_lock(&m);
        if (!initialised) {
            initialised = 1;
            value = 42;
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
