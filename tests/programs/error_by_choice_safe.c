// expect: true
// what: x is never 0 where the function is chosen
void __VERIFIER_error(int x) {}
int __VERIFIER_nondet_int(void);
static void fine(int x) {}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (!x) return 0;
    (x ? fine : __VERIFIER_error)(x);
    return 0;
}
