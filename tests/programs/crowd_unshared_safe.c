// expect: true
// what: one thread counts in a variable of its own, then lets all others go, which
// all store the same
// analysis: value predicate+value
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int count, open, value;

static void *opener(void *unused) {
    while (count < 10) count++;
    open = 1;
    return unused;
}

static void *reader(void *unused) {
    __VERIFIER_assume(open == 1);
    value = 1;
    if (value != 1) reach_error();
    return unused;
}

static void *writer(void *unused) {
    __VERIFIER_assume(open == 1);
    value = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
    pthread_create(&thread, 0, opener, 0);
    pthread_exit(0);
}
