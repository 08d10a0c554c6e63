// expect: true
// what: any number of threads, each of which is joined once
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&first, NULL, worker, NULL);
        pthread_create(&second, NULL, worker, NULL);
        pthread_mutex_lock(&lock);
        assert(x == 0);
        pthread_mutex_unlock(&lock);
        pthread_join(first, NULL);
        pthread_detach(second);
    }
    return 0;
}
