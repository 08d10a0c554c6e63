// expect: false(no-data-race)
// what: any number of threads, of which two are enough
// args: --property no-data-race
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    
    x++;
    
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
