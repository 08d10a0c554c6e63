// expect: true
// args: --property valid-deref
// what: arrays in values of calls are used before the expression ends, recursion included
struct pair {
    int a[2];
};

static struct pair fibonacci(int n) {
    if (n <= 1) return (struct pair){{1, 1}};
    struct pair last = fibonacci(n - 1);
    return (struct pair){{last.a[1], last.a[0] + last.a[1]}};
}

static int sum(const int *a) {
    return a[0] + a[1];
}

int main(void) {
    int i = fibonacci(1).a[0];
    struct pair x = {{1, 2}}, y = {{3, 4}}, *p = &x;
    int *kept = (i ? p : &y)->a;
    return fibonacci(3).a[i] + sum(fibonacci(2).a) + (i ? x : y).a[i] + kept[0] > 9;
}
