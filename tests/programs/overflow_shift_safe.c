// expect: true
// args: --property no-overflow
// what: 1 << 30 is the largest power of two that an int has
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 30) return 0;
    return 1 << n;
}
