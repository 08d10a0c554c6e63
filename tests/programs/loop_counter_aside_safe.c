// expect: true
// what: the flag is never raised, however often the loop is passed: leaving it early is no reason to count
// analysis: predicate
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
void abort(void);
void reach_error(void) { abort(); }

static int flag, x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *unused) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        x = __VERIFIER_nondet_int();
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, writer, 0);
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        if (x > 5 && x < 3) flag = 1;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(other, 0);
    if (flag) reach_error();
    return 0;
}
