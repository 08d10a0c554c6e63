/* Conversions, promotions and operators of all integer types. Returns 0. */
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

static int failures;
static void is(int line, i64 a, i64 b) {
    if (a != b) failures = failures ? failures : line;
}
#define IS(a, b) is(__LINE__, (a), (b))

enum color { RED, GREEN = 5, BLUE, NEGATIVE = -3 };

static void promotions(void) {
    u8 a = 200, b = 100;
    IS(a + b, 300);
    IS((u8)(a + b), 44);
    i8 c = (i8)a;
    IS(c, -56);
    IS(c < b, 1);
    u16 d = 65535;
    i16 e = (i16)d;
    IS(e, -1);
    IS(d * 2, 131070);
    IS(~a, -201);
    IS(-a, -200);
    IS(!a, 0);
    IS(+c, -56);
    u32 f = 4294967295u;
    IS(f + 1 == 0, 1);
    IS(-1 < f, 0);
    IS((i64)-1 < f, 1);
    IS((int)f, -1);
    IS((u64)f, 4294967295ll);
    IS((i64)(int)f, -1);
    IS('a' + 1, 98);
    IS('\xff', -1);
    IS('\n' + '\0' + '\101', 75);
}

static void division(void) {
    int a = -7, b = 2;
    IS(a / b, -3);
    IS(a % b, -1);
    u32 c = (u32)a;
    IS(c / b, 2147483644);
    IS(c % 10, 9);
    i64 d = -9000000000ll;
    IS(d / 7, -1285714285);
    IS(d % 7, -5);
    IS(10 / 3 * 3 + 10 % 3, 10);
}

static void shifts(void) {
    int a = -16, n = 2;
    IS(a >> n, -4);
    IS((u32)a >> 28, 15);
    IS(1 << 4, 16);
    IS(1ll << 40, 1099511627776ll);
    u8 b = 0x81;
    IS(b << 1, 0x102);
    IS((u8)(b << 1), 2);
    IS(b >> 1, 0x40);
    i64 c = -1;
    IS(c >> 63, -1);
    IS((u64)c >> 63, 1);
}

static void bits(void) {
    IS(0xf0 & 0x3c, 0x30);
    IS(0xf0 | 0x0f, 0xff);
    IS(0xff ^ 0x0f, 0xf0);
    IS(0xffffffffffffffffull == ~0ull, 1);
    IS(0xffffffffu == ~0u, 1);
    u64 big = 0x8000000000000000ull;
    IS(big > 0, 1);
    IS((i64)big < 0, 1);
}

static void booleans(void) {
    _Bool a = 5, b = 0, c = 0.5 > 0;
    IS(a, 1);
    IS(b, 0);
    IS(c, 1);
    a = 256;
    IS(a, 1);
    a += 3;
    IS(a, 1);
    a--;
    IS(a, 0);
    a ^= 1;
    IS(a, 1);
    int x = 7, *p = &x;
    _Bool d = p;
    IS(d, 1);
    IS(sizeof(_Bool), 1);
    IS((_Bool)2 + (_Bool)2, 2);
}

static void enums(void) {
    enum color c = BLUE;
    IS(c, 6);
    IS(NEGATIVE, -3);
    IS(RED + GREEN, 5);
    c = (enum color)(c - 1);
    IS(c == GREEN, 1);
}

static void compound(void) {
    u8 a = 250;
    a += 10;
    IS(a, 4);
    a -= 5;
    IS(a, 255);
    a *= 2;
    IS(a, 254);
    a /= 3;
    IS(a, 84);
    a %= 10;
    IS(a, 4);
    a <<= 7;
    IS(a, 0);
    int b = 12;
    b &= 10;
    b |= 1;
    b ^= 3;
    IS(b, 10);
    b >>= 1;
    IS(b, 5);
    int i = 5;
    int j = i++;
    IS(j, 5);
    j = ++i;
    IS(j, 7);
    j = i--;
    IS(i + j, 13);
    --i;
    i8 k = 127;
    k++;
    IS(k, -128);
    u32 m = 0;
    m--;
    IS(m, 4294967295ll);
    i += 3ll;
    IS(i, 8);
    int q = 7;
    q *= 2u;
    IS(q, 14);
    q = -4;
    q /= 2u; /* in unsigned arithmetic */
    IS(q, 2147483646);
}

int main(void) {
    promotions();
    division();
    shifts();
    bits();
    booleans();
    enums();
    compound();
    IS(sizeof(int) + sizeof(i64) + sizeof(char) + sizeof(i16), 15);
    IS(_Alignof(int), 4);
    return failures;
}
