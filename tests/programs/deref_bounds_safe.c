// expect: true
// args: --property valid-deref
// what: an index that is any number below the length
extern unsigned __VERIFIER_nondet_uint(void);

static int table[4];

int main(void) {
    unsigned index = __VERIFIER_nondet_uint();
    if (index >= 4) return 0;
    table[index] = 1;
    return table[index];
}
