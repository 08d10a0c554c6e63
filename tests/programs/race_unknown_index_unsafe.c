// expect: false(no-data-race)
// what: the lock of another element may be taken
// args: --property no-data-race
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[2];

static void *worker(void *arg) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return arg;
    pthread_mutex_lock(&locks[i]);
    data[0]++;
    pthread_mutex_unlock(&locks[i]);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return data[0];
}
