// expect: true
// what: any number of threads raise a maximum by compare-and-swap: it never falls below what a
// thread has offered, whatever the numbers are
// analysis: value predicate+value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int maximum;

static int __VERIFIER_atomic_swap(int old, int new) {
    if (maximum != old) return 0;
    maximum = new;
    return 1;
}

static void *offer(void *unused) {
    int mine = __VERIFIER_nondet_int();
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
    while (1) pthread_create(&thread, 0, offer, 0);
}
