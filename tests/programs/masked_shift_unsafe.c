// expect: false(unreach-call)
// what: with n & 7 == 7 the mask is 128, and done becomes 2
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static unsigned mask;
static int done;

static void *shifter(void *arg) {
    int n = __VERIFIER_nondet_int();
    done = 1;
    mask = 1u << (n & 7);
    if (mask == 128) done = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shifter, 0);
    pthread_join(t, 0);
    assert(done == 1);
    return 0;
}
