/* Floating-point constructors. Constants are folded by integer arithmetic.
 * Identities of the reals do not hold here, so there are few others. */

#include "solver/soft_float.h"
#include "solver/term_internal.h"

static bool is_format(sort_t sort) {
    return sort.kind == SORT_BV && (sort.width == 32 || sort.width == 64);
}

bool term_fp_fits(term_kind_t kind, sort_t sort, const term_t *const *args, size_t arity) {
    for (size_t i = 0; i < arity; i++)
        if (args[i]->sort.kind != SORT_BV) return false;
    switch (kind) {
    case TERM_FPADD:
    case TERM_FPSUB:
    case TERM_FPMUL:
    case TERM_FPDIV:
        return arity == 2 && is_format(sort) && sort_equal(args[0]->sort, sort) &&
               sort_equal(args[1]->sort, sort);
    case TERM_FPEQ:
    case TERM_FPLT:
    case TERM_FPLE:
        return arity == 2 && sort.kind == SORT_BOOL && is_format(args[0]->sort) &&
               sort_equal(args[0]->sort, args[1]->sort);
    case TERM_FPCAST: return arity == 1 && is_format(sort) && is_format(args[0]->sort);
    case TERM_FPSFROM:
    case TERM_FPUFROM: return arity == 1 && is_format(sort);
    case TERM_FPSTO:
    case TERM_FPUTO: return arity == 1 && sort.kind == SORT_BV && is_format(args[0]->sort);
    default: return arity == 1 && is_format(sort) && sort_equal(args[0]->sort, sort);
    }
}

uint64_t term_fp_value(term_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b) {
    switch (kind) {
    case TERM_FPADD: return soft_add(width, a, b);
    case TERM_FPSUB: return soft_subtract(width, a, b);
    case TERM_FPMUL: return soft_multiply(width, a, b);
    case TERM_FPDIV: return soft_divide(width, a, b);
    case TERM_FPEQ: return soft_equal(a_width, a, b);
    case TERM_FPLT: return soft_less(a_width, a, b);
    case TERM_FPLE: return soft_less(a_width, a, b) || soft_equal(a_width, a, b);
    case TERM_FPSQRT: return soft_sqrt(width, a);
    case TERM_FPTRUNC: return soft_round(width, a, SOFT_TO_ZERO);
    case TERM_FPFLOOR: return soft_round(width, a, SOFT_DOWN);
    case TERM_FPCEIL: return soft_round(width, a, SOFT_UP);
    case TERM_FPRINT: return soft_round(width, a, SOFT_NEAREST);
    case TERM_FPCAST: return soft_cast(a_width, width, a);
    case TERM_FPSFROM: return soft_from_signed(width, bv_signed(a_width, a));
    case TERM_FPUFROM: return soft_from_unsigned(width, a);
    case TERM_FPSTO: return soft_to_integer(a_width, a, width, true);
    case TERM_FPUTO: return soft_to_integer(a_width, a, width, false);
    default: misuse(__func__, "not a floating-point operator");
    }
}

static bool is_nan(const term_t *t) {
    return t->kind == TERM_CONST && soft_is_nan(t->sort.width, t->value);
}

const term_t *term_fp(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    bool compares = kind == TERM_FPEQ || kind == TERM_FPLT || kind == TERM_FPLE;
    sort_t sort = compares ? sort_bool() : a->sort;
    const term_t *args[] = {a, b};
    REQUIRE(kind >= TERM_FPADD && kind <= TERM_FPLE && term_fp_fits(kind, sort, args, 2));
    unsigned width = a->sort.width;
    if (a->kind == TERM_CONST && b->kind == TERM_CONST) {
        uint64_t value = term_fp_value(kind, width, width, a->value, b->value);
        return compares ? term_bool(terms, value) : term_const(terms, width, value);
    }
    if (is_nan(a) || is_nan(b))
        return compares ? term_false(terms) : term_const(terms, width, soft_nan(width));
    if (kind == TERM_FPLT && a == b) return term_false(terms);
    if (kind == TERM_FPLE && a == b) kind = TERM_FPEQ; /* says that it is a number */
    bool commutes = kind == TERM_FPADD || kind == TERM_FPMUL || kind == TERM_FPEQ;
    if (commutes && a->id > b->id) {
        args[0] = b;
        args[1] = a;
    }
    return term_intern(terms, kind, sort, 0, 0, args, 2);
}

const term_t *term_fp_unary(terms_t *terms, term_kind_t kind, const term_t *a, unsigned width) {
    REQUIRE(kind >= TERM_FPSQRT && kind <= TERM_FPUTO);
    REQUIRE(width >= 1 && width <= 64 && term_fp_fits(kind, sort_bv(width), &a, 1));
    if (a->kind == TERM_CONST)
        return term_const(terms, width, term_fp_value(kind, width, a->sort.width, a->value, 0));
    return term_intern(terms, kind, sort_bv(width), 0, 0, &a, 1);
}
