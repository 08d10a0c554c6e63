// expect: false(unreach-call)
// what: which of two mutexes is locked depends on an input, and one is taken: an increment is lost if it is the other
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int count;

static void *worker(void *unused) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= i && i < 2);
    pthread_mutex_lock(&locks[i]);
    count++;
    pthread_mutex_unlock(&locks[i]);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&locks[0]);
    count++;
    pthread_mutex_unlock(&locks[0]);
    pthread_join(t, 0);
    assert(count == 2);
    return 0;
}
