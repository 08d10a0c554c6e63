// expect: true
// what: the element and its lock have the same unknown index
// args: --property no-data-race
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[2];

static void *worker(void *arg) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return arg;
    pthread_mutex_lock(&locks[i]);
    data[i]++;
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
