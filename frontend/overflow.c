#include "frontend/overflow.h"

/* The type in which is computed, and its limits. */
typedef struct range {
    exprs_t *exprs;
    unsigned bits;
    int64_t least, most;
} range_t;

static range_t range_of(const body_t *body, const type_t *type) {
    int64_t most = (int64_t)(UINT64_MAX >> (65 - type->bits));
    return (range_t){.exprs = body->exprs, .bits = type->bits, .least = -most - 1, .most = most};
}

/* So many bits hold all values that it can have, with their sign. */
static unsigned bits_needed(const expr_t *e, unsigned depth) {
    bool is_deep = depth > 8; /* the answer is the width then */
    unsigned a = e->arity > 0 && !is_deep ? bits_needed(e->a[0], depth + 1) : e->width;
    unsigned b = e->arity > 1 && !is_deep ? bits_needed(e->a[1], depth + 1) : e->width;
    unsigned larger = a > b ? a : b, needed = e->width;
    switch (e->kind) {
    case EXPR_CONST: {
        int64_t value = (int64_t)(e->value << (64 - e->width)) >> (64 - e->width);
        uint64_t magnitude = (uint64_t)(value < 0 ? ~value : value);
        return magnitude ? 65 - (unsigned)__builtin_clzll(magnitude) : 1;
    }
    case EXPR_SEXT: needed = a; break;
    case EXPR_ZEXT: needed = e->a[0]->width + 1; break;
    case EXPR_ADD:
    case EXPR_SUB: needed = larger + 1; break;
    case EXPR_MUL: needed = a + b; break;
    case EXPR_NEG: needed = a + 1; break;
    default: break;
    }
    return needed < e->width ? needed : e->width;
}

/* Operands of small types, and what was widened, always fit: nobody needs to ask. */
static bool always_fits(const range_t *r, enum CXBinaryOperatorKind op, const expr_t *a,
                        const expr_t *b) {
    unsigned left = bits_needed(a, 0), right = bits_needed(b, 0);
    switch (op) {
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub: return left < r->bits && right < r->bits;
    case CXBinaryOperator_Mul: return left + right <= r->bits;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Rem: return left < r->bits;
    default: return false;
    }
}

static const expr_t *number(const range_t *r, int64_t value) {
    return expr_const(r->exprs, r->bits, (uint64_t)value);
}

static const expr_t *less(const range_t *r, const expr_t *a, const expr_t *b) {
    return expr_binary(r->exprs, EXPR_SLT, a, b);
}

static const expr_t *equals(const range_t *r, const expr_t *a, int64_t b) {
    return expr_binary(r->exprs, EXPR_EQ, a, number(r, b));
}

static const expr_t *either(const range_t *r, const expr_t *a, const expr_t *b) {
    return expr_binary(r->exprs, EXPR_OR, a, b);
}

/* Comparisons with what is left up to the limits: intervals and predicates can use them, and
 * they fold if b is a constant. */
static const expr_t *sum_overflows(const range_t *r, const expr_t *a, const expr_t *b) {
    const expr_t *room = expr_binary(r->exprs, EXPR_SUB, number(r, r->most), b);
    const expr_t *depth = expr_binary(r->exprs, EXPR_SUB, number(r, r->least), b);
    return expr_ite(r->exprs, less(r, number(r, 0), b), less(r, room, a), less(r, a, depth));
}

static const expr_t *difference_overflows(const range_t *r, const expr_t *a, const expr_t *b) {
    const expr_t *depth = expr_binary(r->exprs, EXPR_ADD, number(r, r->least), b);
    const expr_t *room = expr_binary(r->exprs, EXPR_ADD, number(r, r->most), b);
    return expr_ite(r->exprs, less(r, number(r, 0), b), less(r, a, depth), less(r, room, a));
}

static const expr_t *is_outside(const range_t *r, const expr_t *a, int64_t from, int64_t to) {
    return either(r, less(r, a, number(r, from)), less(r, number(r, to), a));
}

static const expr_t *multiple_overflows(const range_t *r, const expr_t *a, int64_t factor) {
    if (factor == 0) return expr_const(r->exprs, 1, 0);
    if (factor == -1) return equals(r, a, r->least);
    int64_t low = r->least / factor, high = r->most / factor;
    return factor > 0 ? is_outside(r, a, low, high) : is_outside(r, a, high, low);
}

static int64_t signed_value(const range_t *r, const expr_t *constant) {
    unsigned unused = 64 - r->bits;
    return (int64_t)(constant->value << unused) >> unused;
}

/* Narrow products are computed exactly; of wide ones a quotient tells. */
static const expr_t *product_overflows(const range_t *r, const expr_t *a, const expr_t *b) {
    if (b->kind == EXPR_CONST) return multiple_overflows(r, a, signed_value(r, b));
    if (a->kind == EXPR_CONST) return multiple_overflows(r, b, signed_value(r, a));
    exprs_t *exprs = r->exprs;
    if (r->bits <= 32) {
        range_t wide = {.exprs = exprs, .bits = 64};
        const expr_t *exact = expr_binary(exprs, EXPR_MUL, expr_resize(exprs, a, 64, true),
                                          expr_resize(exprs, b, 64, true));
        return is_outside(&wide, exact, r->least, r->most);
    }
    const expr_t *quotient = expr_binary(exprs, EXPR_SDIV, expr_binary(exprs, EXPR_MUL, a, b), a);
    const expr_t *differs = expr_unary(exprs, EXPR_NOT, expr_binary(exprs, EXPR_EQ, quotient, b));
    const expr_t *negated = expr_binary(exprs, EXPR_AND, equals(r, a, -1), equals(r, b, r->least));
    return expr_binary(exprs, EXPR_AND, expr_truth(exprs, a), either(r, differs, negated));
}

/* There is no number as large as minus the least one. */
static const expr_t *quotient_overflows(const range_t *r, const expr_t *a, const expr_t *b) {
    return expr_binary(r->exprs, EXPR_AND, equals(r, a, r->least), equals(r, b, -1));
}

/* C11 6.5.7: the left operand is not negative, and no bit is lost nor becomes the sign. The
 * amount is less than the width, which is seen to before. */
static const expr_t *shift_overflows(const range_t *r, const expr_t *a, const expr_t *amount) {
    exprs_t *exprs = r->exprs;
    const expr_t *most = expr_binary(exprs, EXPR_LSHR, number(r, r->most), amount);
    return expr_binary(exprs, EXPR_ULT, most, a);
}

/* The number of the property in the set, where it counts; else PROPERTY_MAX. Models of library
 * functions compute for themselves. */
static size_t asked_for(const body_t *body, const type_t *type) {
    const property_set_t *set = body->lower->options->properties;
    if (type->kind != TYPE_INT || !type->is_signed || !body->function) return PROPERTY_MAX;
    if (body->unit == body->lower->library) return PROPERTY_MAX;
    size_t number = property_set_with_check(set, CHECK_OVERFLOW);
    return number < set->count ? number : PROPERTY_MAX;
}

void overflow_check_binary(body_t *body, enum CXBinaryOperatorKind op, value_t *a, value_t *b,
                           const type_t *type) {
    size_t property = asked_for(body, type);
    if (property == PROPERTY_MAX) return;
    range_t r = range_of(body, type);
    const expr_t *(*overflows)(const range_t *, const expr_t *, const expr_t *);
    switch (op) {
    case CXBinaryOperator_Add: overflows = sum_overflows; break;
    case CXBinaryOperator_Sub: overflows = difference_overflows; break;
    case CXBinaryOperator_Mul: overflows = product_overflows; break;
    case CXBinaryOperator_Shl: overflows = shift_overflows; break;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Rem: overflows = quotient_overflows; break;
    default: return;
    }
    if (always_fits(&r, op, a->expr, b->expr)) return;
    *a = body_settle(body, *a);
    *b = body_settle(body, *b);
    body_violation_if(body, property, overflows(&r, a->expr, b->expr), "signed overflow");
}

void overflow_check_negation(body_t *body, value_t *a, const type_t *type) {
    size_t property = asked_for(body, type);
    if (property == PROPERTY_MAX) return;
    range_t r = range_of(body, type);
    if (bits_needed(a->expr, 0) < r.bits) return;
    *a = body_settle(body, *a);
    body_violation_if(body, property, equals(&r, a->expr, r.least), "signed overflow");
}
