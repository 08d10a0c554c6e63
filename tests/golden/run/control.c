/* Control flow. Returns 0, or the line of the first check that fails. */
static int failures;
static int trace;
static void is(int line, long long a, long long b) {
    if (a != b) failures = failures ? failures : line;
}
#define IS(a, b) is(__LINE__, (a), (b))

static int note(int digit) {
    trace = trace * 10 + digit;
    return digit;
}

static int classify(int x) {
    int result = 0;
    switch (x) {
    case 1: result = 10; break;
    case 2: result = 20; /* falls through */
    case 3: result += 3; break;
    case 4 ... 6: result = 46; break;
    case -1: return -100;
    default: result = 99;
    }
    return result;
}

static int duff(int count) {
    int done = 0, rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++;
            } while (--rounds > 0);
    }
    return done;
}

static int loops(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (i == 3) continue;
        if (i == 7) break;
        sum += i;
    }
    int i = 0;
    for (; i < 3;) i++;
    for (;;) {
        if (i++ > 5) break;
    }
    for (int a = 0, b = 10; a < b; a++, b--) sum++;
    for (i = 0;; i++)
        if (i == 4) break;
    do sum += 100;
    while (0);
    while (i) {
        i--;
        if (i == 2) goto out;
    }
out:
    for (; i;) { i--; }
    return sum * 10 + i;
}

static int jumps(int n) {
    int steps = 0;
again:
    steps++;
    if (n-- > 0) goto again;
    if (steps > 100) {
        int never = 1;
    inside:
        never = 2;
        return steps + never;
    }
    goto inside;
}

static void short_circuit(void) {
    trace = 0;
    IS(note(0) && note(1), 0);
    IS(trace, 0);
    IS(note(1) || note(2), 1);
    IS(trace, 1);
    IS((note(2) && note(3)) || note(4), 1);
    IS(trace, 123);
    trace = 0;
    if (!(note(1) && !note(2))) note(3);
    IS(trace, 123);
    trace = 0;
    int x = note(1) ? note(2) : note(3);
    IS(x, 2);
    IS(trace, 12);
    int a = 3, b = 0;
    IS(a && b, 0);
    IS(a || b, 1);
    IS(a ? b ? 1 : 2 : 3, 2);
    IS(a ?: 7, 3);
    IS(b ?: 7, 7);
    int i = 0;
    IS(i++ == 0 && i == 1, 1);
    IS((i = 5, i + 1), 6);
    b = (i > 3) + (i > 4) + (i > 5);
    IS(b, 2);
    i = 0;
    int c = (i = 4) && (i = 0);
    IS(c, 0);
    IS(i, 0);
    long long wide = i ? 1 : -1ll;
    IS(wide, -1);
    trace = 0;
    (void)(b ? note(5) : note(6));
    IS(trace, 5);
}

static int expression_statements(void) {
    int outer = 2;
    int x = ({
        int y = outer * 3;
        y++;
        y;
    });
    ({ outer = 9; });
    return x * 10 + outer;
}

static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static int is_odd(int n);
static int is_even(int n) {
    return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(int n) {
    return n == 0 ? 0 : is_even(n - 1);
}

static int old_style(a, b)
int a;
char b;
{
    return a - b;
}

static int counter(void) {
    static int calls = 5;
    static int zero;
    zero++;
    return ++calls * 10 + zero;
}

int main(void) {
    IS(classify(1), 10);
    IS(classify(2), 23);
    IS(classify(3), 3);
    IS(classify(5), 46);
    IS(classify(7), 99);
    IS(classify(-1), -100);
    IS(duff(7), 7);
    IS(duff(4), 4);
    IS(loops(), (0 + 1 + 2 + 4 + 5 + 6 + 5 + 100) * 10);
    IS(jumps(3), 6);
    short_circuit();
    IS(expression_statements(), 79);
    IS(factorial(6), 720);
    IS(is_even(10), 1);
    IS(old_style(10, 3), 7);
    IS(counter(), 61);
    IS(counter(), 72);
    return failures;
}
