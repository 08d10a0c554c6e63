/* Floating point: literals, conversions, operators, math.h. Returns 0, here and
 * when compiled: the expectations are the machine's. */
#include <float.h>
#include <math.h>

typedef unsigned char u8;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

static int failures;
static void is(int line, int truth) {
    if (!truth) failures = failures ? failures : line;
}
#define IS(truth) is(__LINE__, (truth))
#define BITS(f) (((union { float f_; u32 u; }){.f_ = (f)}).u)
#define BITS64(d) (((union { double d_; u64 u; }){.d_ = (d)}).u)

static double infinite = __builtin_inf(), table[3] = {1, 2.5f, -0x1p-3};
static float less_than_double = 0.1f, negative = -3;
static const double third = 1.0 / 3;
static struct point { float x, y; double z; } point = {1.5f, -2, 1e300};

static double half(double x) {
    return x / 2;
}
static float narrow(float x) {
    return x;
}
static int whole(double x) {
    return x;
}

static void literals(void) {
    IS(BITS(1.0f) == 0x3f800000 && BITS(0.1f) == 0x3dcccccd && BITS(-0.0f) == 0x80000000);
    IS(BITS64(0.1) == 0x3fb999999999999aull && BITS64(1e-320) == 0x7e8);
    IS(BITS64(0x1.8p1) == 0x4008000000000000ull && BITS64(third) == 0x3fd5555555555555ull);
    IS(BITS(16777217) == 0x4b800000);
    IS(less_than_double != 0.1 && less_than_double > 0.1 && less_than_double == 0.1f);
    IS(table[0] == 1 && table[1] == 2.5 && table[2] == -0.125 && negative == -3);
    IS(sizeof(float) == 4 && sizeof(double) == 8);
    IS(FLT_MAX > 3.4e38f && DBL_MIN < 1e-300 && FLT_EPSILON == 0x1p-23f);
}

static void conversions(void) {
    double d = 2.9, small = -2.9, big = 4294967295.0, huge = 1.8e19;
    IS((int)d == 2 && (int)small == -2 && (u8)d == 2 && (u32)big == 4294967295u);
    IS((i64)-9223372036854775808.0 == (-9223372036854775807ll - 1));
    IS((u64)huge == 18000000000000000000ull && (short)-32768.9 == -32768 && (u32)-0.9 == 0);
    IS((signed char)-128.9 == -128 && (u8)255.9 == 255 && (int)2147483647.9 == 2147483647);
    u64 wide = 18446744073709551615ull;
    i64 odd = 9007199254740993;
    IS((double)wide == 18446744073709551616.0 && (float)wide == 18446744073709551616.0f);
    IS((double)odd == 9007199254740992.0 && (double)(odd + 2) == 9007199254740996.0);
    IS((float)16777217 == 16777216.0f && (float)16777219 == 16777220.0f);
    IS((float)0x1000001000001ll == 0x1.000002p48f && (u8)200 * 1.5f == 300);
    IS((_Bool)0.1 && (_Bool)NAN && !(_Bool)-0.0 && (double)(_Bool)7 == 1);
    IS((float)1e300 == infinite && (float)1e-300 == 0 && (double)0.1f > 0.1);
    IS((float)(1 + 0x1p-24) == 1 && (float)(1 + 0x1.8p-24) > 1 && (float)0x1p-150 == 0);
    IS(whole(7.99) == 7 && half(3) == 1.5 && narrow(0.1) == 0.1f);
    int i = 7;
    i += 1.75;
    IS(i == 8);
    i *= 0.5f;
    IS(i == 4);
    u8 c = 10;
    c -= 0.5;
    IS(c == 9);
    IS(i + 0.5 == 4.5 && 3 / 2 == 1 && 3 / 2. == 1.5 && (i > 3.5) == 1 && 1u - 2.0 == -1);
    IS((1 ? 1 : 2.0) == 1.0 && sizeof(1 ? 1 : 2.0) == 8 && sizeof(1.0f + 1) == 4);
}

static void operators(void) {
    float f = 0.1f, g = 0.2f;
    double a = 0.1, b = 0.2, zero = 0, nan = zero / zero;
    IS(a + b != 0.3 && a + b == 0.30000000000000004 && f + g == 0.3f && f + g != 0.3);
    IS(1 / zero == infinite && -1 / zero == -infinite && 1 / -zero == -infinite);
    IS(nan != nan && !(nan == nan) && !(nan < 1) && !(nan > 1) && !(nan <= nan) && !(nan >= 0));
    IS(!(nan < 1) == 1 && (nan ? 1 : 2) == 1 && !!nan && !zero && !-zero && !!1e-320);
    IS(zero == -zero && BITS64(zero) != BITS64(-zero) && BITS64(0 - zero) == 0);
    IS(infinite - infinite != 0 && infinite * 2 == infinite && infinite > DBL_MAX);
    IS(DBL_MAX * 2 == infinite && FLT_MAX * 2 == (float)infinite && FLT_MAX * 2.0 < infinite);
    IS(0x1p-1074 / 2 == 0 && 0x1p-1074 * 0.75 == 0x1p-1074 && 0x1p-1073 / 2 == 0x1p-1074);
    IS(1e16 + 1 == 1e16 && 1e16 + 2 > 1e16 && 16777216.0f + 1 == 16777216.0f);
    f = 1;
    IS(f++ == 1 && f == 2 && ++f == 3 && f-- == 3 && --f == 1);
    f += 0.5;
    f -= 1;
    f *= 8;
    f /= 3;
    IS(f == 4 / 3.0f && -f < 0 && +f == f && - -f == f);
    IS((a < b && b > a) || 0);
    volatile double v = 1.5;
    v += 1;
    IS(v == 2.5);
    point.x += point.y;
    IS(point.x == -0.5f && point.z == 1e300);
    struct point copy = point;
    IS(copy.z == 1e300 && copy.y == -2);
    double *p = &table[1];
    *p++ *= 2;
    IS(table[1] == 5 && *p == -0.125 && p[-2] == 1);
    float third_of_four = 4 / 3.0f;
    IS(*(u32 *)&third_of_four == 0x3faaaaab);
    double sum = 0;
    for (float x = 0; x < 1; x += 0.25f) sum += x;
    IS(sum == 1.5);
}

static void functions(void) {
    double zero = 0, nan = zero / zero;
    IS(fabs(-2.5) == 2.5 && fabsf(-0.5f) == 0.5f && BITS64(fabs(-0.0)) == 0);
    IS(sqrt(2) == 1.4142135623730951 && sqrtf(2) == 1.41421354f && sqrt(-1) != sqrt(-1));
    IS(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && floor(7) == 7);
    IS(floorf(1.9f) == 1 && ceilf(1.1f) == 2 && truncf(-0.9f) == 0);
    IS(round(2.5) == 3 && round(-2.5) == -3 && round(0.49999999999999994) == 0);
    IS(round(infinite) == infinite && roundf(-0.5f) == -1 && round(4503599627370497.0) == 4503599627370497.0);
    IS(rint(2.5) == 2 && rint(3.5) == 4 && nearbyint(-0.5) == 0 && lrint(2.5) == 2);
    IS(lround(2.5) == 3 && lround(-2.5) == -3);
    IS(fmin(1, 2) == 1 && fmax(1, 2) == 2 && fmin(nan, 2) == 2 && fmax(1, nan) == 1);
    IS(fdim(3, 1) == 2 && fdim(1, 3) == 0 && copysign(3, -0.0) == -3);
    IS(isnan(nan) && !isnan(1.0) && !isnan(infinite) && isinf(infinite) && isinf(-infinite));
    IS(!isinf(nan) && isfinite(1.0) && !isfinite(infinite) && !isfinite(nan));
    IS(isnormal(1.0) && !isnormal(1e-320) && !isnormal(0.0) && signbit(-0.0) && !signbit(1.0));
    IS(isnan((float)nan) && __builtin_isnan(NAN) && INFINITY == infinite && HUGE_VAL == infinite);
    IS(isless(1, 2.0) && !isless(nan, 2.0) && isunordered(nan, 1.0) && isgreaterequal(2.0, 2.0));
    IS(islessgreater(1.0, 2.0) && !islessgreater(nan, 1.0) && fpclassify(0.0) == FP_ZERO);
    IS(fpclassify(nan) == FP_NAN && fpclassify(1e-320) == FP_SUBNORMAL);
}

int main(void) {
    literals();
    conversions();
    operators();
    functions();
    return failures;
}
