// expect: false(no-overflow)
// args: --property no-overflow
// what: a product of two inputs of 16 bits each may be more than an int holds
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    return a * b == 7;
}
