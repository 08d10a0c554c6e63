// expect: false(valid-deref)
// args: --property valid-deref
// what: a compound literal ends with the body of the loop, which is a block without braces, too
int main(void) {
    int *p = 0, s = 0;
    for (int i = 0; i < 2; i++) s += p ? *p : (p = &(int){i}, 0);
    return s > 9;
}
