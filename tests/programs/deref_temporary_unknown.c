// expect: unknown
// args: --property valid-deref
// what: an array in the value of a call ends with the expression; who keeps its address is not followed
struct pair {
    int a[2];
};

static struct pair make(void) {
    return (struct pair){{1, 2}};
}

int main(void) {
    int *p = make().a;
    return *p > 9;
}
