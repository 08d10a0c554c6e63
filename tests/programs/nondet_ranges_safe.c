// expect: true
// what: inputs of the narrow kinds stay in the ranges of their types
#include <assert.h>
#include <pthread.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern _Bool __VERIFIER_nondet_bool(void);

int a, b, c, d, e;

void *worker(void *arg) {
    a = __VERIFIER_nondet_char();
    b = __VERIFIER_nondet_uchar();
    c = __VERIFIER_nondet_short();
    d = __VERIFIER_nondet_ushort();
    e = __VERIFIER_nondet_bool();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(a >= -128 && a <= 127);
    assert(b >= 0 && b <= 255);
    assert(c >= -32768 && c <= 32767);
    assert(d >= 0 && d <= 65535);
    assert(e == 0 || e == 1);
    return 0;
}
