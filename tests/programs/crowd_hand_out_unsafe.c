// expect: unknown order or distance of addresses in different objects
// what: which address of its stack a thread hands out depends on an input; it is far from those of
// another thread
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static char *left, *right;

static void *lefty(void *unused) {
    char here[8];
    here[0] = 0;
    left = __VERIFIER_nondet_int() ? &here[0] : &here[4];
    while (1);
    return unused;
}

static void *righty(void *unused) {
    char here[8];
    here[0] = 0;
    right = __VERIFIER_nondet_int() ? &here[0] : &here[4];
    while (1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, lefty, 0);
    pthread_create(&thread, 0, righty, 0);
    while (1) {
        char *a = left, *b = right;
        if (a && b && (unsigned)b > (unsigned)a + 100) reach_error();
    }
}
