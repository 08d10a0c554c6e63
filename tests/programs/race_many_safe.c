// expect: true
// what: any number of threads, all of which take the lock
// args: --property no-data-race
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < count; i++) {
        pthread_t t;
        pthread_create(&t, NULL, worker, NULL);
    }
    return 0;
}
