// expect: false(valid-deref)
// args: --property valid-deref
// what: one past the end can be pointed to, not accessed
extern unsigned __VERIFIER_nondet_uint(void);

static int table[4];

int main(void) {
    unsigned index = __VERIFIER_nondet_uint();
    if (index > 4) return 0;
    table[index] = 1;
    return table[index];
}
