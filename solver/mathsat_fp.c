/* Floating-point operators for MathSAT, in both directions. As for Z3, terms
 * hold bits and MathSAT has a sort of numbers; on the way back a number is read
 * as the term of its bits, a rounding mode as a small constant. */

#include "solver/mathsat_terms.h"

#ifndef HEDDLE_NO_MATHSAT

#include "solver/fp_range.h"
#include "solver/soft_float.h"
#include "solver/term_internal.h"

#include <inttypes.h>
#include <stdio.h>

static size_t exponent_width(unsigned width) {
    return width == 32 ? 8 : 11;
}
static size_t mantissa_width(unsigned width) {
    return width == 32 ? 23 : 52;
}

static msat_term bits(mathsat_terms_t *to, unsigned width, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    return to->api->make_bv_number(to->env, digits, width, 10);
}

static msat_term number_of(mathsat_terms_t *to, unsigned width, msat_term as_bits) {
    return to->api->make_fp_from_ieeebv(to->env, exponent_width(width), mantissa_width(width),
                                        as_bits);
}

/* The number whose bits the term is. */
static msat_term number(mathsat_terms_t *to, const term_t *t, msat_term as_bits) {
    uint64_t known;
    if (map64_get(&to->numbers, t->id, &known)) return (msat_term){(void *)(uintptr_t)known};
    msat_term made = number_of(to, t->sort.width, as_bits);
    if (made.repr) map64_put(&to->numbers, t->id, map64_pointer(made.repr));
    return made;
}

/* The bits of a result. SMT-LIB does not say which those of NaN are. */
static msat_term bits_of(mathsat_terms_t *to, const term_t *t, msat_term made) {
    if (!made.repr) return made;
    map64_put(&to->numbers, t->id, map64_pointer(made.repr));
    return to->api->make_term_ite(to->env, to->api->make_fp_isnan(to->env, made),
                                  bits(to, t->sort.width, soft_nan(t->sort.width)),
                                  to->api->make_fp_as_ieeebv(to->env, made));
}

static msat_term make_integer(mathsat_terms_t *to, const term_t *t, msat_term rounding,
                              msat_term x) {
    const mathsat_api_t *api = to->api;
    msat_env env = to->env;
    bool is_signed = t->kind == TERM_FPSTO;
    unsigned from = t->a[0]->sort.width, width = t->sort.width;
    fp_range_t range = fp_range(from, width, is_signed);
    msat_term low = number_of(to, from, bits(to, from, range.low));
    msat_term high = number_of(to, from, bits(to, from, range.high));
    msat_term above = range.low_fits ? api->make_fp_leq(env, low, x) : api->make_fp_lt(env, low, x);
    msat_term fits = api->make_and(env, above, api->make_fp_lt(env, x, high));
    msat_term value = is_signed ? api->make_fp_to_sbv(env, width, rounding, x)
                                : api->make_fp_to_ubv(env, width, rounding, x);
    return api->make_term_ite(env, fits, value, bits(to, width, 0));
}

static msat_term make_unary(mathsat_terms_t *to, const term_t *t, msat_term arg) {
    const mathsat_api_t *api = to->api;
    msat_env env = to->env;
    unsigned width = t->sort.width;
    msat_term nearest = api->make_fp_roundingmode_nearest_even(env);
    msat_term to_zero = api->make_fp_roundingmode_zero(env);
    if (t->kind == TERM_FPSFROM)
        return api->make_fp_from_sbv(env, exponent_width(width), mantissa_width(width), nearest,
                                     arg);
    if (t->kind == TERM_FPUFROM)
        return api->make_fp_from_ubv(env, exponent_width(width), mantissa_width(width), nearest,
                                     arg);
    msat_term x = number(to, t->a[0], arg);
    switch (t->kind) {
    case TERM_FPSQRT: return api->make_fp_sqrt(env, nearest, x);
    case TERM_FPTRUNC: return api->make_fp_round_to_int(env, to_zero, x);
    case TERM_FPFLOOR:
        return api->make_fp_round_to_int(env, api->make_fp_roundingmode_minus_inf(env), x);
    case TERM_FPCEIL:
        return api->make_fp_round_to_int(env, api->make_fp_roundingmode_plus_inf(env), x);
    case TERM_FPRINT: return api->make_fp_round_to_int(env, nearest, x);
    case TERM_FPCAST:
        return api->make_fp_cast(env, exponent_width(width), mantissa_width(width), nearest, x);
    default: return make_integer(to, t, to_zero, x);
    }
}

msat_term mathsat_make_fp(mathsat_terms_t *to, const term_t *t, const msat_term *args) {
    const mathsat_api_t *api = to->api;
    msat_env env = to->env;
    if (t->arity == 1) {
        msat_term made = make_unary(to, t, args[0]);
        return t->kind == TERM_FPSTO || t->kind == TERM_FPUTO ? made : bits_of(to, t, made);
    }
    msat_term x = number(to, t->a[0], args[0]), y = number(to, t->a[1], args[1]);
    msat_term nearest = api->make_fp_roundingmode_nearest_even(env);
    switch (t->kind) {
    case TERM_FPEQ: return api->make_fp_equal(env, x, y);
    case TERM_FPLT: return api->make_fp_lt(env, x, y);
    case TERM_FPLE: return api->make_fp_leq(env, x, y);
    case TERM_FPADD: return bits_of(to, t, api->make_fp_plus(env, nearest, x, y));
    case TERM_FPSUB: return bits_of(to, t, api->make_fp_minus(env, nearest, x, y));
    case TERM_FPMUL: return bits_of(to, t, api->make_fp_times(env, nearest, x, y));
    default: return bits_of(to, t, api->make_fp_div(env, nearest, x, y));
    }
}

/* MathSAT to terms */

enum { MODE_NEAREST, MODE_ZERO, MODE_UP, MODE_DOWN, MODE_WIDTH = 8 };

static bool is_format(const term_t *t) {
    return t->sort.kind == SORT_BV && (t->sort.width == 32 || t->sort.width == 64);
}

bool mathsat_fp_sort(const mathsat_terms_t *to, msat_term t, sort_t *sort) {
    size_t exponent, mantissa;
    if (!to->api->is_fp_type(to->env, to->api->term_get_type(t), &exponent, &mantissa))
        return false;
    *sort = sort_bv(exponent == 8 ? 32 : 64);
    return (exponent == 8 && mantissa == 23) || (exponent == 11 && mantissa == 52);
}

const term_t *mathsat_read_fp_leaf(mathsat_terms_t *to, msat_term t) {
    const mathsat_api_t *api = to->api;
    int mode = -1;
    if (api->term_is_fp_roundingmode_nearest_even(to->env, t)) mode = MODE_NEAREST;
    if (api->term_is_fp_roundingmode_zero(to->env, t)) mode = MODE_ZERO;
    if (api->term_is_fp_roundingmode_plus_inf(to->env, t)) mode = MODE_UP;
    if (api->term_is_fp_roundingmode_minus_inf(to->env, t)) mode = MODE_DOWN;
    return mode < 0 ? NULL : term_const(to->terms, MODE_WIDTH, (uint64_t)mode);
}

static bool is_mode(const term_t *t, uint64_t mode) {
    return t->kind == TERM_CONST && t->sort.width == MODE_WIDTH && t->value == mode;
}

/* Classes, by their magnitudes: between two bounds, both included. */
static const term_t *read_class(terms_t *terms, const term_t *x, uint64_t from, uint64_t upto) {
    unsigned width = x->sort.width;
    uint64_t sign = UINT64_C(1) << (width - 1);
    const term_t *magnitude = term_bv(terms, TERM_BVAND, x, term_const(terms, width, sign - 1));
    return term_and(terms, term_bv(terms, TERM_BVULE, term_const(terms, width, from), magnitude),
                    term_bv(terms, TERM_BVULE, magnitude, term_const(terms, width, upto)));
}

static const term_t *read_test(mathsat_terms_t *to, msat_term t, const term_t *x) {
    const mathsat_api_t *api = to->api;
    terms_t *terms = to->terms;
    unsigned width = x->sort.width;
    uint64_t sign = UINT64_C(1) << (width - 1);
    uint64_t infinity = ((UINT64_C(1) << exponent_width(width)) - 1) << mantissa_width(width);
    const term_t *is_nan = read_class(terms, x, infinity + 1, sign - 1);
    const term_t *is_negative = term_bv(terms, TERM_BVSLT, x, term_const(terms, width, 0));
    if (api->term_is_fp_isnan(to->env, t)) return is_nan;
    if (api->term_is_fp_isinf(to->env, t)) return read_class(terms, x, infinity, infinity);
    if (api->term_is_fp_iszero(to->env, t)) return read_class(terms, x, 0, 0);
    if (api->term_is_fp_isneg(to->env, t))
        return term_and(terms, term_not(terms, is_nan), is_negative);
    if (api->term_is_fp_ispos(to->env, t))
        return term_and(terms, term_not(terms, is_nan), term_not(terms, is_negative));
    return NULL;
}

static const term_t *read_rounded(terms_t *terms, const term_t *mode, const term_t *x) {
    static const term_kind_t kinds[] = {[MODE_NEAREST] = TERM_FPRINT,
                                        [MODE_ZERO] = TERM_FPTRUNC,
                                        [MODE_UP] = TERM_FPCEIL,
                                        [MODE_DOWN] = TERM_FPFLOOR};
    for (uint64_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (is_mode(mode, i)) return term_fp_unary(terms, kinds[i], x, x->sort.width);
    return NULL;
}

static const term_t *read_one(mathsat_terms_t *to, msat_term t, sort_t sort, const term_t *x) {
    const mathsat_api_t *api = to->api;
    terms_t *terms = to->terms;
    unsigned width = x->sort.width;
    if (api->term_is_fp_from_ieeebv(to->env, t) || api->term_is_fp_as_ieeebv(to->env, t))
        return sort_equal(sort, x->sort) ? x : NULL;
    if (!is_format(x)) return NULL;
    uint64_t sign = UINT64_C(1) << (width - 1);
    if (api->term_is_fp_neg(to->env, t))
        return term_bv(terms, TERM_BVXOR, x, term_const(terms, width, sign));
    if (api->term_is_fp_abs(to->env, t))
        return term_bv(terms, TERM_BVAND, x, term_const(terms, width, sign - 1));
    return read_test(to, t, x);
}

static const term_t *read_two(mathsat_terms_t *to, msat_term t, sort_t sort, const term_t *a,
                              const term_t *b) {
    const mathsat_api_t *api = to->api;
    terms_t *terms = to->terms;
    bool nearest = is_mode(a, MODE_NEAREST), to_zero = is_mode(a, MODE_ZERO);
    bool compares = is_format(a) && sort_equal(a->sort, b->sort);
    if (compares && api->term_is_fp_equal(to->env, t)) return term_fp(terms, TERM_FPEQ, a, b);
    if (compares && api->term_is_fp_lt(to->env, t)) return term_fp(terms, TERM_FPLT, a, b);
    if (compares && api->term_is_fp_leq(to->env, t)) return term_fp(terms, TERM_FPLE, a, b);
    term_kind_t kind = TERM_KIND_COUNT;
    if (api->term_is_fp_round_to_int(to->env, t)) return read_rounded(terms, a, b);
    if (nearest && api->term_is_fp_sqrt(to->env, t)) kind = TERM_FPSQRT;
    if (nearest && api->term_is_fp_cast(to->env, t)) kind = TERM_FPCAST;
    if (nearest && api->term_is_fp_from_sbv(to->env, t)) kind = TERM_FPSFROM;
    if (nearest && api->term_is_fp_from_ubv(to->env, t)) kind = TERM_FPUFROM;
    if (to_zero && api->term_is_fp_to_sbv(to->env, t)) kind = TERM_FPSTO;
    if (to_zero && api->term_is_fp_to_ubv(to->env, t)) kind = TERM_FPUTO;
    if (kind == TERM_KIND_COUNT || !term_fits(kind, sort, 0, &b, 1)) return NULL;
    return term_fp_unary(terms, kind, b, sort.width);
}

static const term_t *read_three(mathsat_terms_t *to, msat_term t, sort_t sort,
                                const term_t *const *args) {
    const mathsat_api_t *api = to->api;
    term_kind_t kind = TERM_KIND_COUNT;
    if (!is_mode(args[0], MODE_NEAREST)) return NULL;
    if (api->term_is_fp_plus(to->env, t)) kind = TERM_FPADD;
    if (api->term_is_fp_minus(to->env, t)) kind = TERM_FPSUB;
    if (api->term_is_fp_times(to->env, t)) kind = TERM_FPMUL;
    if (api->term_is_fp_div(to->env, t)) kind = TERM_FPDIV;
    if (kind == TERM_KIND_COUNT || !term_fits(kind, sort, 0, args + 1, 2)) return NULL;
    return term_fp(to->terms, kind, args[1], args[2]);
}

const term_t *mathsat_read_fp(mathsat_terms_t *to, msat_term t, sort_t sort,
                              const term_t *const *args, size_t arity) {
    switch (arity) {
    case 1: return read_one(to, t, sort, args[0]);
    case 2: return read_two(to, t, sort, args[0], args[1]);
    case 3: return read_three(to, t, sort, args);
    default: return NULL;
    }
}

#endif
