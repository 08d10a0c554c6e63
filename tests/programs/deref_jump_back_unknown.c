// expect: unknown
// args: --property valid-deref
// what: a jump back over a declaration does not end the variable, which lives as long as its block
int main(void) {
    int *p = 0, s = 0, i = 0;
again:;
    if (p) s += *p;
    int x = i;
    p = &x;
    if (i++ < 1) goto again;
    return s > 9;
}
