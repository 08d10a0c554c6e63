// expect: true
// args: --property valid-deref
// what: a static variable outlives the call
static int *kept;

static int remember(int n) {
    static int local;
    local = n;
    //int local = n;
    int result = kept ? *kept : 0;
    kept = &local;
    return result + local;
}

int main(void) {
    return remember(1) + remember(2) - 4;
}
