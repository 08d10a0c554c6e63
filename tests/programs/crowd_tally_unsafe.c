// expect: false(unreach-call)
// what: as many threads as n have raised x by one each: it is not less than n then
// analysis: predicate predicate+value bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int x, n;

static void *look(void *unused) {
    if (x >= n) reach_error();
    return unused;
}

static void *raise_x(void *unused) {
    int t = x;
    x = t + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 2) return 0;
    pthread_create(&thread, 0, look, 0);
    for (int i = 0; i < n; i++) pthread_create(&thread, 0, raise_x, 0);
    return 0;
}
