#include "cfa/fold.h"

static bool is_const(const expr_t *e) {
    return e->kind == EXPR_CONST;
}

static bool is_value(const expr_t *e, uint64_t value) {
    return e->kind == EXPR_CONST && e->value == (value & width_mask(e->width));
}

static bool is_negation(const expr_t *a, const expr_t *b) {
    return (a->kind == EXPR_NOT && a->a[0] == b) || (b->kind == EXPR_NOT && b->a[0] == a);
}

static const expr_t *zero(exprs_t *exprs, unsigned width) {
    return expr_const(exprs, width, 0);
}

const expr_t *fold_unary(exprs_t *exprs, expr_kind_t kind, const expr_t *a) {
    if (is_const(a))
        return expr_const(exprs, a->width, expr_apply(kind, a->width, a->width, a->value, 0, 0));
    if (a->kind == kind) return a->a[0];
    if (kind != EXPR_NOT || a->width != 1) return NULL;
    switch (a->kind) { /* the complement of a comparison is a comparison */
    case EXPR_ULT: return expr_binary(exprs, EXPR_ULE, a->a[1], a->a[0]);
    case EXPR_ULE: return expr_binary(exprs, EXPR_ULT, a->a[1], a->a[0]);
    case EXPR_SLT: return expr_binary(exprs, EXPR_SLE, a->a[1], a->a[0]);
    case EXPR_SLE: return expr_binary(exprs, EXPR_SLT, a->a[1], a->a[0]);
    default: return NULL;
    }
}

const expr_t *fold_resize(exprs_t *exprs, const expr_t *a, unsigned width, bool is_signed) {
    if (a->width == width) return a;
    if (is_const(a)) {
        expr_kind_t kind = width < a->width ? EXPR_TRUNC : is_signed ? EXPR_SEXT : EXPR_ZEXT;
        return expr_const(exprs, width, expr_apply(kind, width, a->width, a->value, 0, 0));
    }
    if (width < a->width) {
        if (a->kind == EXPR_TRUNC) return expr_resize(exprs, a->a[0], width, false);
        if (a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT)
            return expr_resize(exprs, a->a[0], width, a->kind == EXPR_SEXT);
        return NULL;
    }
    if (a->kind == EXPR_ZEXT) return expr_resize(exprs, a->a[0], width, false);
    if (a->kind == EXPR_SEXT && is_signed) return expr_resize(exprs, a->a[0], width, true);
    return NULL;
}

static const expr_t *fold_add(exprs_t *exprs, const expr_t *a, const expr_t *b) {
    if (!is_const(b)) return NULL;
    if (b->value == 0) return a;
    /* Chains of offsets end as one. */
    if (a->kind == EXPR_ADD && is_const(a->a[1]))
        return expr_binary(exprs, EXPR_ADD, a->a[0],
                           expr_const(exprs, a->width, a->a[1]->value + b->value));
    if (a->width == 1) return expr_unary(exprs, EXPR_NOT, a);
    return NULL;
}

static const expr_t *fold_sub(exprs_t *exprs, const expr_t *a, const expr_t *b) {
    if (is_const(b)) return expr_binary(exprs, EXPR_ADD, a, expr_const(exprs, a->width, -b->value));
    if (is_value(a, 0)) return expr_unary(exprs, EXPR_NEG, b);
    if (a == b && a->loads == 0) return zero(exprs, a->width);
    return NULL;
}

static const expr_t *fold_mul(exprs_t *exprs, const expr_t *a, const expr_t *b) {
    if (is_value(b, 1)) return a;
    if (is_value(b, 0) && a->loads == 0) return b;
    if (is_const(b) && a->kind == EXPR_MUL && is_const(a->a[1]))
        return expr_binary(exprs, EXPR_MUL, a->a[0],
                           expr_const(exprs, a->width, a->a[1]->value * b->value));
    return NULL;
}

static const expr_t *fold_divide(exprs_t *exprs, expr_kind_t kind, const expr_t *a,
                                 const expr_t *b) {
    /* In one bit the signed 1 is -1. */
    if (!is_value(b, 1) || b->width == 1) return NULL;
    if (kind == EXPR_UDIV || kind == EXPR_SDIV) return a;
    return a->loads == 0 ? zero(exprs, a->width) : NULL;
}

static const expr_t *fold_shift(exprs_t *exprs, expr_kind_t kind, const expr_t *a,
                                const expr_t *b) {
    if (is_value(b, 0)) return a;
    if (is_const(b) && b->value >= b->width && kind != EXPR_ASHR && a->loads == 0)
        return zero(exprs, a->width);
    return NULL;
}

static const expr_t *fold_bitwise(exprs_t *exprs, expr_kind_t kind, const expr_t *a,
                                  const expr_t *b) {
    uint64_t ones = width_mask(a->width);
    if (kind == EXPR_XOR) {
        if (is_value(b, 0)) return a;
        if (is_value(b, ones)) return expr_unary(exprs, EXPR_NOT, a);
        if (a == b && a->loads == 0) return zero(exprs, a->width);
        return NULL;
    }
    uint64_t unit = kind == EXPR_AND ? ones : 0, absorbing = kind == EXPR_AND ? 0 : ones;
    if (is_value(b, unit)) return a;
    if (is_value(b, absorbing) && a->loads == 0) return b;
    if (a->loads > 0 || b->loads > 0) return NULL;
    if (a == b) return a;
    if (is_negation(a, b)) return expr_const(exprs, a->width, absorbing);
    return NULL;
}

/* a = constant, where a is built so that the question can be asked inside it:
 * this is what makes conditions out of the 0 and 1 that C computes with. */
static const expr_t *fold_equals_const(exprs_t *exprs, const expr_t *a, const expr_t *b) {
    if (a->width == 1) return b->value ? a : expr_unary(exprs, EXPR_NOT, a);
    if (a->kind == EXPR_ADDR && b->value == 0) return zero(exprs, 1);
    if (a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT) {
        unsigned inner = a->a[0]->width;
        uint64_t cut = b->value & width_mask(inner);
        if (expr_apply(a->kind, a->width, inner, cut, 0, 0) == b->value)
            return expr_binary(exprs, EXPR_EQ, a->a[0], expr_const(exprs, inner, cut));
        return a->loads == 0 ? zero(exprs, 1) : NULL;
    }
    if (a->kind == EXPR_ADD && is_const(a->a[1]))
        return expr_binary(exprs, EXPR_EQ, a->a[0],
                           expr_const(exprs, a->width, b->value - a->a[1]->value));
    if (a->kind == EXPR_ITE && is_const(a->a[1]) && is_const(a->a[2])) {
        bool first = a->a[1] == b, second = a->a[2] == b;
        if (first && !second) return a->a[0];
        if (!first && second) return expr_unary(exprs, EXPR_NOT, a->a[0]);
        if (a->loads == 0) return expr_const(exprs, 1, first);
    }
    return NULL;
}

static const expr_t *fold_compare(exprs_t *exprs, expr_kind_t kind, const expr_t *a,
                                  const expr_t *b) {
    if (a == b && a->loads == 0)
        return expr_const(exprs, 1, kind == EXPR_EQ || kind == EXPR_ULE || kind == EXPR_SLE);
    if (kind == EXPR_EQ) {
        if (is_const(b)) return fold_equals_const(exprs, a, b);
        /* Two objects that are there at once lie apart (cfa/layout.h). */
        if (a->kind == EXPR_ADDR && b->kind == EXPR_ADDR) return zero(exprs, 1);
        if (is_negation(a, b) && a->loads == 0) return zero(exprs, 1);
        return NULL;
    }
    if (kind == EXPR_ULT && is_value(b, 1)) return expr_falsity(exprs, a);
    if (kind == EXPR_ULT && is_value(a, 0)) return expr_truth(exprs, b);
    if (kind == EXPR_ULE && is_value(b, 0)) return expr_falsity(exprs, a);
    if (kind == EXPR_ULE && is_value(a, 1)) return expr_truth(exprs, b);
    if (kind == EXPR_ULT && is_value(b, 0) && a->loads == 0) return zero(exprs, 1);
    if (kind == EXPR_ULE && is_value(a, 0) && b->loads == 0) return expr_const(exprs, 1, 1);
    return NULL;
}

/* IEEE arithmetic has few identities: x + 0, x - x and x * 0 depend on signs,
 * infinities and numbers that are none. */
const expr_t *fold_float(exprs_t *exprs, expr_kind_t kind, const expr_t *a, unsigned width) {
    if (is_const(a))
        return expr_const(exprs, width, expr_apply(kind, width, a->width, a->value, 0, 0));
    return NULL;
}

const expr_t *fold_binary(exprs_t *exprs, expr_kind_t kind, const expr_t *a, const expr_t *b) {
    if (is_const(a) && is_const(b)) {
        unsigned width = kind >= EXPR_EQ ? 1 : a->width;
        return expr_const(exprs, width, expr_apply(kind, width, a->width, a->value, b->value, 0));
    }
    switch (kind) {
    case EXPR_ADD: return fold_add(exprs, a, b);
    case EXPR_SUB: return fold_sub(exprs, a, b);
    case EXPR_MUL: return fold_mul(exprs, a, b);
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: return fold_divide(exprs, kind, a, b);
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return fold_shift(exprs, kind, a, b);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return fold_bitwise(exprs, kind, a, b);
    case EXPR_FADD:
    case EXPR_FSUB:
    case EXPR_FMUL:
    case EXPR_FDIV:
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE: return NULL;
    default: return fold_compare(exprs, kind, a, b);
    }
}

const expr_t *fold_ite(exprs_t *exprs, const expr_t *c, const expr_t *a, const expr_t *b) {
    if (is_const(c)) return c->value ? a : b;
    if (a == b && c->loads == 0) return a;
    if (c->kind == EXPR_NOT) return expr_ite(exprs, c->a[0], b, a);
    if (a->width == 1 && is_const(a) && is_const(b) && a != b)
        return a->value ? c : expr_unary(exprs, EXPR_NOT, c);
    return NULL;
}
