// expect: false(unreach-call)
// what: main joins one thread inside of an atomic section and sees that another has not moved: the
// first must end before the section begins, or main is stuck in it
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int x;

static void *counter(void *unused) {
    for (int i = 0; i < 2; i++) {
    }
    return unused;
}

static void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t joined, other;
    pthread_create(&joined, 0, counter, 0);
    pthread_create(&other, 0, writer, 0);
    __VERIFIER_atomic_begin();
    pthread_join(joined, 0);
    if (x == 0) reach_error();
    __VERIFIER_atomic_end();
    return 0;
}
