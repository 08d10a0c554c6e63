"""Pieces of C that random expressions alone do not come upon.

In each, E is an expression, T an integer type, F float or double.
"""

DECLARATIONS = r'''
enum small { NONE, SOME = 3, MANY = 200 };
struct point { short x; unsigned char y; };
struct box { struct point corners[2]; int *to; long (*apply)(long, int); };
struct bits { int a : 5; unsigned b : 11; _Bool c : 1; signed char d : 4; unsigned e : 32; };
union word { unsigned long long all; struct { unsigned short low, high; } half; unsigned char bytes[8]; };
static long twice(long x, int y) { return 2 * x + y; }
static long minus(long x, int y) { return x - y; }
static struct point point_at(int x, int y) { struct point p = {x, y}; return p; }
static int old_style(c, f, s) char c; float f; short s; { return c + (int)f * 3 + s; }
static int sum_rows(int n, int rows[][n]) { int sum = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < n; j++) sum = sum * 5 + rows[i][j]; return sum; }
static int count_calls(int by) { static int count = 3; static short more[2] = {1}; count += by; more[1]++; return count * 7 + more[1]; }
static const char *name_of(enum small s) { switch (s) { case NONE: return "none"; case SOME: return "some"; default: return "many"; } }
'''

GADGETS = (
    # structures by value, their members, chains of assignments
    "struct point p = point_at(E, E), q; q = p; q.y++; check(q.x * 3 + q.y); check((p = q).x); check(p.y);",
    "check(point_at(E, E).x); check(point_at(E, 3).y); check((E ? point_at(1, 2) : point_at(3, 4)).y);",
    "T a; T b; T c; a = b = c = E; check(a); check(b); check(c); a += b -= 3; check(a); check(b);",
    "char c; int i; long long l; l = i = c = E; check(l); check(i); unsigned u; l = u = i = c = E; check(l);",
    "struct box b = {{{E, 2}, {.y = E}}}, d = b; d.corners[1] = d.corners[0]; check(d.corners[1].x); check(b.corners[1].y); check(!b.to);",
    "union word w = {E}; w.half.high = w.half.low + 1; check(w.all); check(w.bytes[2]); w.bytes[3] ^= E; check(w.half.high);",
    # bit-fields: what an assignment gives, wrapping, promotions
    "struct bits s = {E, E, E, E, E}; check(s.a); check(s.b); check(s.c); check(s.d); check(s.e); check(s.a = E); check(s.b += E); check(s.d <<= 1);",
    "struct bits s = {3}; check(s.a++); check(--s.b); check(s.b > -1); check(s.e > -1); check(s.d-- - s.e); check(~s.b); check(-s.e < 0); s.c = E; check(s.c++); check(s.c);",
    # function pointers and tables
    "long (*f)(long, int) = E ? twice : minus; check(f(E, E)); check((*f)(1, 2)); check(f == twice); check(!f);",
    "static long (*const table[])(long, int) = {twice, minus, &twice}; for (int i = 0; i < 3; i++) check(table[i](E, i));",
    "struct box b = {.apply = minus}; struct box *p = &b; check(p->apply(E, 3)); check((*(*p).apply)(4, E)); b.apply = twice; check(b.apply(1, 1));",
    "check(old_style(E, 2.5, E)); check(old_style('a', 3.0, 4));",
    # pointers to pointers, rows, negative indices
    "int x = E, y = 2, *p = &x, **pp = &p; **pp += 3; *pp = &y; *p = 9; check(x); check(y); check(*pp == &y); check(&*p == p);",
    "int m[3][4] = {{1}, {2, 3}}; int (*row)[4] = m + 1; row[1][2] = E; check((*row)[1]); check(m[2][2]); check(*(*(m + 1) + 1)); check(row - m); check(sizeof *row); check(&m[1][3] - &m[0][0]);",
    "T a[5] = {1, 2, 3, 4, 5}; T *p = a + 4; check(p[-2]); check(*(p - 3)); check(p - a); p -= 2; check(*p--); check(*--p); check(p == a);",
    "int m[2][3] = {{E, 2, 3}, {4, 5, E}}; check(sum_rows(3, m)); int *names[2] = {m[1], *m}; check(names[0][1]); check(*names[1]);",
    "const char *s = name_of(E); while (*s) check(*s++); check(name_of(SOME)[1]); check(*\"xyz\"); check(sizeof \"xyz\"); check(2[\"xyz\"]);",
    "char text[] = \"ab\\0c\", wide[6] = \"xy\"; check(sizeof text); check(text[3]); check(wide[5]); text[1] = E; check(text[1]); int w[] = {L'a', L'\\x1234', u'\\x8000'}; check(w[1]); check(w[2]);",
    "struct point ps[3] = {[1] = {E, 7}}, *p = ps; p++; check(p->x); check((p + 1)->y); check((*p).y); check(p - ps); check(&p->y == &ps[1].y); p->y += E; check(ps[1].y);",
    # control flow
    "int n = (E) & 3, i = 0; switch (n) { case 0: do { i++; case 3: i += 10; case 2: i += 100; } while (i < 150 && ++n < 6); default: i++; } check(i); check(n);",
    "int i = 0; again: i++; if (i < 3) { check(i); goto again; } { goto inside; i = 50; inside: i += 2; } check(i);",
    "int k = 0; for (int i = 0, j = 5; i < j; i++, j--) { if (i == 1) continue; k = k * 10 + j; if (k > 400) break; } check(k);",
    "switch ((signed char)(E)) { case -128 ... -1: check(1); break; case 0: check(2); case 1: check(3); break; default: check(4); }",
    "switch ((unsigned long long)(E)) { case 0xffffffffffffffff: check(1); break; case 0 ... 9: check(2); break; default: check(3); }",
    "switch ((_Bool)(E)) { case 0: check(1); break; case 1: check(2); } switch (E) case 5: check(3);",
    "int i = 3; while (i --> 0) { if (i == 1) continue; check(i); } do check(i); while (i++ < 0); for (;;) { if (i++ > 2) break; } check(i);",
    "void *label = E ? &&first : &&second; goto *label; first: check(1); second: check(2);",
    "check(count_calls(E)); check(count_calls(1)); check(count_calls(0));",
    # what is evaluated, and how often
    "int x = 1; check(sizeof(x++)); check(x); check(x++ && 0 && x++); check(x++ || x++); check(x); x = x++ ? x + 1 : 0; check(x);",
    "int x = 5, y = (x++, x * 2); check(y); check((x, y) + (y ? x : 1)); int z = ({ int t = x; t *= 2; t; }); check(z); check(x ?: 3); check((x - 6) ?: 4);",
    # conversions
    "F d = (short)(E); check((long long)(d * 3)); check((_Bool)d); check((int)(d / 4)); check(d < 10); check((unsigned char)(int)d); check(!d); d += 1; check((long)d); d++; check((long)-d); check((_Bool)0.25);",
    "F d = (unsigned)(E); check((unsigned long long)d); check((unsigned long long)(double)(E & 0xfffffffffffffll)); check((int)(float)(E & 0xffffff)); float f = 16777217; check((int)f); check((double)0.1f == 0.1); check((int)(3.99 + 0.5));",
    "check((T)(T)(E)); check((signed char)(E) >> 1); check((unsigned char)(E) << 4); check((short)(E) * (short)(E)); check((T)(E) == (T)(E)); check(-(T)(E) < (T)5);",
    "enum small s = SOME; check(s); s = (E) & 3; check(s); check(s - 4 < 0); check(sizeof s); check(MANY > -1); enum { LOCAL = sizeof(int) * 2 + 1 }; check(LOCAL);",
    "int *p = 0; check(!p); check(p == (void *)0); check((_Bool)&p); check((_Bool)p); p = (int *)8; check((unsigned long)(p + 1)); check((int)(unsigned long)p); check(p ? 1 : 2);",
    "int n = ((E) & 3) + 1; T v[n][2]; check(sizeof v); for (int i = 0; i < n; i++) { v[i][0] = i; v[i][1] = E; } check(v[n - 1][0]); check(v[0][1]); check(sizeof v[0]);",
    "struct { int n; char rest[]; } *s = (void *)(long long[3]){7}; s->rest[1] = E; check(s->n); check(s->rest[1]); check(sizeof *s);",
    "int x = E; int y = E; int r; check(__builtin_mul_overflow(x, y, &r)); check(r); check(__builtin_abs((short)x)); ",
    "unsigned a = E; unsigned b = E; check(a - b > 0); check((a << 31) >> 31); check((int)a >> 31); check(a % 7 + b / 3); check((a ^ b) & ~a); check(a > (int)b); check((long long)a - b < 0);",
    "long long a = E; check(a >> 40); check(a << 3 >> 3); check((int)(a % 1000)); check(a / 7); check((unsigned long long)a > 5); check(a < 5u); check(-a - 1 == ~a);",
)
