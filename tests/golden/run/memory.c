/* Objects, pointers, initialisers. Returns 0, or the line of the first check
 * that fails. */
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);

static int failures;
static void is(int line, long long a, long long b) {
    if (a != b) failures = failures ? failures : line;
}
#define IS(a, b) is(__LINE__, (a), (b))

struct point {
    int x, y;
};
struct shape {
    char tag;
    struct point at[2];
    struct {
        short w, h;
    };
    union {
        int number;
        unsigned bits;
    } u;
    const char *name;
};
struct flags {
    unsigned a : 3;
    int b : 5;
    unsigned c : 20;
    unsigned char d;
    _Bool e : 1;
};
struct node {
    struct node *next;
    int value;
};

int global = 7;
int *to_global = &global;
int table[5] = {1, 2, [3] = 8, 9};
struct shape shapes[2] = {
    {'a', {{1, 2}, {3, 4}}, {5, 6}, {7}, "one"},
    [1].at[1].y = 40, {50, 60}, [1].name = "two",
};
struct shape elided[2] = {'b', 1, 2, 3, 4, 5, 6, 7, "x", 'c', 11};
char text[] = "hi\0there";
char padded[6] = "abc";
int matrix[2][3] = {{1, 2}, {4, 5, 6}};
int ranged[6] = {[1 ... 3] = 5};
struct flags static_flags = {.b = -2, .a = 5, .c = 1000, 9, 1};
int *into = &table[3];
char *middle = "hello" + 1;
struct point *literal = &(struct point){21, 22};
int (*function_table[2])(int);

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
int (*function_table[2])(int) = {twice, &square};

static struct point make(int x, int y) {
    struct point p = {.y = y, .x = x};
    return p;
}
static struct point swapped(struct point p) {
    int t = p.x;
    p.x = p.y;
    p.y = t;
    return p;
}
static void increment(int *p) { ++*p; }
static int sum(const int *a, int n) {
    int s = 0;
    for (const int *end = a + n; a != end; a++) s += *a;
    return s;
}
static int parameter_address(int n) {
    increment(&n);
    return n;
}
static int array_parameter(int a[], int n) { return a[n] + *(a + 1); }
static int apply(int f(int), int x) { return f(x) + (*f)(x); }

static void statics(void) {
    IS(*to_global, 7);
    IS(table[1] + table[2] + table[3] + table[4], 19);
    IS(shapes[0].at[1].y, 4);
    IS(shapes[0].w + shapes[0].h, 11);
    IS(shapes[0].u.number, 7);
    IS(shapes[1].at[1].y, 40);
    IS(shapes[1].h, 60);
    IS(shapes[1].name[2], 'o');
    IS(shapes[1].tag, 0);
    IS(elided[0].h, 6);
    IS(elided[1].at[0].x, 11);
    IS(elided[1].at[0].y, 0);
    IS(sizeof text, 9);
    IS(text[3], 't');
    IS(text[2] + text[8], 0);
    IS(padded[2], 'c');
    IS(padded[5], 0);
    IS(matrix[0][2] + matrix[1][2], 6);
    IS(sum(ranged, 6), 15);
    IS(static_flags.a, 5);
    IS(static_flags.b, -2);
    IS(static_flags.c, 1000);
    IS(static_flags.d, 9);
    IS(static_flags.e, 1);
    IS(*into, 8);
    IS(*middle, 'e');
    IS(literal->y, 22);
    IS(function_table[1](5) + function_table[0](5), 35);
}

static void pointers(void) {
    int a[4] = {1, 2, 3}, *p = a, *q = &a[3];
    IS(q - p, 3);
    IS(*q, 0);
    *q = 4;
    IS(p[3], 4);
    IS(3 [p], 4);
    IS(*++p, 2);
    IS(*p++, 2);
    IS(p < q, 1);
    IS(p + 1 == q, 1);
    p += 1;
    p -= 2;
    IS(p == &a[1], 1);
    IS(*(q - 2), 2);
    IS(sum(a, 4), 10);
    increment(&a[2]);
    increment(p);
    IS(a[2] * 10 + a[1], 43);
    int **pp = &p;
    **pp = 50;
    IS(a[1], 50);
    void *v = p;
    IS(*(int *)v, 50);
    IS((char *)q - (char *)p, 8);
    IS(parameter_address(4), 5);
    IS(array_parameter(a, 3), 54);
    IS(apply(twice, 3), 12);
    long number = (long)p;
    IS((int *)number == p, 1);
    int *null = 0;
    IS(!null && p, 1);
    int m[2][3] = {{1}, {2, 3}};
    int (*row)[3] = m;
    row++;
    IS((*row)[1], 3);
    IS(sizeof m / sizeof m[0], 2);
    int i = 1;
    m[i][i + 1] = 77;
    IS(m[1][2], 77);
    int n = 3, vla[n];
    for (int k = 0; k < n; k++) vla[k] = k * k;
    IS(vla[2], 4);
}

static void structs(void) {
    struct point a = make(3, 4), b;
    b = swapped(a);
    IS(b.x * 10 + b.y, 43);
    IS(a.x, 3);
    IS(make(8, 9).y, 9);
    IS(swapped(swapped(a)).x, 3);
    struct shape s = {.at[1] = {5, 6}, .w = 2};
    s.at[0] = b;
    struct shape t = s;
    t.at[0].x = 100;
    IS(s.at[0].x, 4);
    IS(t.at[1].y + t.w + t.at[0].y, 11);
    struct point *p = &t.at[1];
    p->x = 1;
    IS(t.at[1].x, 1);
    IS(((struct point){7, 8}).y, 8);
    b = 1 ? a : b;
    IS(b.y, 4);
    int c = failures;
    struct point d = c ? b : make(1, 2);
    IS(d.y, 2);
    struct flags f = {0};
    f.b = 15;
    f.a = 9;
    f.c--;
    f.b += 3;
    f.e = 4;
    f.d = 255;
    IS(f.a, 1);
    IS(f.b, -14);
    IS(f.c, 1048575);
    IS(f.e, 1);
    IS(f.a++, 1);
    IS(f.a, 2);
    IS((f.a = 12), 4);
    s.u.bits = 3000000000u;
    IS(s.u.number < 0, 1);
    struct point e[2] = {a, {9, 9}};
    IS(e[0].y + e[1].y, 13);
}

static void heap(void) {
    struct node *list = 0;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    int total = 0;
    for (struct node *n = list; n; n = n->next) total = total * 10 + n->value;
    IS(total, 43210);
    int *zeros = calloc(3, sizeof(int));
    IS(zeros[0] + zeros[2], 0);
    int a[3], b[3];
    memset(a, 255, sizeof a);
    IS(a[1], -1);
    memset(a, 0, sizeof a);
    a[2] = 6;
    memcpy(b, a, sizeof a);
    IS(b[2] + b[0], 6);
    free(zeros);
    struct point *p = (struct point *)malloc(2 * sizeof(struct point));
    memcpy(&p[1], &(struct point){1, 2}, sizeof *p);
    IS(p[1].y, 2);
}

static void strings(void) {
    const char *s = "abc" "def";
    int n = 0;
    while (s[n]) n++;
    IS(n, 6);
    char local[] = {'x', 'y', 0}, copy[8] = "four";
    IS(local[1], 'y');
    IS(copy[3] + copy[4] + copy[7], 'r');
    IS(sizeof "four", 5);
    IS(__func__[0], 's');
    const int wide = L'\x263a';
    IS(wide, 0x263a);
    IS(L"ab"[1], 'b');
}

int main(void) {
    statics();
    pointers();
    structs();
    heap();
    strings();
    return failures;
}
