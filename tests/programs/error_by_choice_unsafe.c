// expect: false(unreach-call)
// what: x may be 0, and then the function of the property is called as the value of ?:
void __VERIFIER_error(int x) {}
int __VERIFIER_nondet_int(void);
static void fine(int x) {}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) return 0;
    (x ? fine : __VERIFIER_error)(x);
    return 0;
}
