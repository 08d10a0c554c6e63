// expect: true
// what: a thread counts up to a bound that is an input: i <= n in every round
// analysis: predicate
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
void abort(void);
void reach_error(void) { abort(); }

static int n, done;

static void *count(void *unused) {
    int i = 0;
    while (i < n) {
        i++;
    }
    if (i > n) reach_error();
    done = i;
    return unused;
}

int main(void) {
    pthread_t counter;
    int input = __VERIFIER_nondet_int();
    if (input < 0) return 0;
    n = input;
    pthread_create(&counter, 0, count, 0);
    pthread_join(counter, 0);
    if (done != n) reach_error();
    return 0;
}
