/* Operands without loads stay one condition; loads, calls and effects become
 * control flow, each shared access a step of its own. */
int x, y;
int f(void) { return x; }

int main(void) {
    int a = 1, b = 2, c;
    if (a && b) c = 1; else c = 2;
    if (x && y) c = 3;
    if (!(a || x == y)) c = 4;
    c = a ? b : 3;
    c = a ? x : y;
    c = x > y;
    c = a && f();
    while (x == 0) y = x + y;
    x++;
    x = y = c++;
    a = x ?: b;
    if (a < 3 && (b = x)) return b;
    do { a--; } while (a && x);
    return a / b + a % 3;
}
