// expect: true
// args: --property no-overflow
// what: a product of two signed inputs of 16 bits each fits into an int
extern short __VERIFIER_nondet_short(void);

int main(void) {
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    return a * b == 7;
}
