// expect: false(unreach-call)
// what: the sum reaches the limit only if every thread draws the very number that main has drawn,
// and main has not returned by then
// analysis: predicate predicate+value bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int limit, hits;

static void *draw(void *unused) {
    int number = __VERIFIER_nondet_int();
    if (number == limit) {
        int now = hits;
        hits = now + 1;
    }
    return unused;
}

static void *look(void *unused) {
    if (hits == 2) reach_error();
    return unused;
}

int main(void) {
    pthread_t thread;
    limit = __VERIFIER_nondet_int();
    if (limit < 1000 || limit > 100000) return 0;
    pthread_create(&thread, 0, look, 0);
    pthread_create(&thread, 0, draw, 0);
    pthread_create(&thread, 0, draw, 0);
    return 0;
}
