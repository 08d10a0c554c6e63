// expect: true
// what: which address of its stack a thread keeps depends on an input; it hands out what lies there
// analysis: value predicate+value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static int left;

static void *lefty(void *unused) {
    int here[2] = {1, 2};
    int *mine = here;
    if (__VERIFIER_nondet_int()) mine = &here[1];
    left = *mine;
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, lefty, 0);
        if (left < 0 || left > 2) reach_error();
    }
}
