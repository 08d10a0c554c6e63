// expect: false(unreach-call)
// what: the swap does not compare: a second thread that saw the old maximum puts a smaller number
// over the larger one, and the first finds less than it offered
// analysis: value predicate+value bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int maximum;

static int __VERIFIER_atomic_swap(int old, int new) {
    maximum = new;
    return old != new;
}

static void *offer(void *unused) {
    int mine = 1;
    if (__VERIFIER_nondet_int()) mine = 2;
    while (1) {
        int seen = maximum;
        if (mine <= seen) break;
        if (__VERIFIER_atomic_swap(seen, mine)) break;
    }
    if (maximum < mine) reach_error();
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 2; i++) pthread_create(&thread, 0, offer, 0);
}
