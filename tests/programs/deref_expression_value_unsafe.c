// expect: false(valid-deref)
// what: a variable of a statement expression ends with it, also where its value is a structure
// args: --property valid-deref
struct pair {
    int a, b;
};

int main(void) {
    int *p;
    struct pair r = ({
        struct pair t = {1, 2};
        p = &t.a;
        t;
    });
    return *p + r.b;
}
