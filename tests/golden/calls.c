/* Direct and indirect calls, functions without a body, printing. */
extern int printf(const char *, ...);
extern int input(int);
extern void output(const int *);
extern int rand(void);
int x;
int add(int a, int b) { return a + b; }
int mul(int a, int b) { return a * b; }
void nothing(void) {}
static int (*operations[2])(int, int) = {add, mul};

int main(void) {
    int (*f)(int, int) = x ? add : mul;
    x = f(x, 2);
    operations[x](1, 2);
    nothing();
    x = input(x);
    output(&x);
    printf("%d\n", x);
    return rand();
}
