// expect: true
// what: a shift by n & 7 bits is never by too many. Explicit values do not know that, so a bounded
// what: proof may not be made of them though the assertion needs nothing else
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static unsigned mask;
static int done;

static void *shifter(void *arg) {
    int n = __VERIFIER_nondet_int();
    mask = 1u << (n & 7);
    done = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shifter, 0);
    pthread_join(t, 0);
    assert(done == 1);
    return 0;
}
