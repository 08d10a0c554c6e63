// expect: false(unreach-call)
// what: the count starts at 2, so both threads may be inside
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count = 2, inside;

static void down(void) {
    pthread_mutex_lock(&m);
    __VERIFIER_assume(count > 0);
    count--;
    pthread_mutex_unlock(&m);
}

static void up(void) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}

static void work(int me) {
    down();
    inside = me;
    assert(inside == me);
    up();
}

void *worker(void *arg) {
    work(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(2);
    pthread_join(t, NULL);
    return 0;
}
