// expect: unknown
// args: --property valid-deref
// what: an array in a value ends with the expression; who keeps its address is not followed
struct pair {
    int a[2];
};

static struct pair make(void) {
    return (struct pair){{1, 2}};
}

int main(void) {
    struct pair x = make(), y = {{3, 4}};
    int *p = (x.a[0] ? x : y).a;
    return *p > 9;
}
