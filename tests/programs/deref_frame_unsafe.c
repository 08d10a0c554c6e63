// expect: false(valid-deref)
// args: --property valid-deref
// what: the second call follows a pointer to the variable of the first, which lay at the same place
static int *kept;

static int remember(int n) {
    int local = n;
    int result = kept ? *kept : 0;
    kept = &local;
    return result + local;
}

int main(void) {
    return remember(1) + remember(2) - 4;
}
