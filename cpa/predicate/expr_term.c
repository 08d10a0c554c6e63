#include "cpa/predicate/expr_term.h"

static const term_t *as_bits(terms_t *terms, const term_t *t) {
    if (t->sort.kind != SORT_BOOL) return t;
    return term_ite(terms, t, term_const(terms, 1, 1), term_const(terms, 1, 0));
}

const term_t *expr_term_truth(terms_t *terms, const term_t *t) {
    return t->sort.kind == SORT_BOOL ? t : term_equal(terms, t, term_const(terms, 1, 1));
}

static const term_t *encode_truth(terms_t *terms, const expr_t *expr, const term_t *const *a) {
    const term_t *x = expr_term_truth(terms, a[0]),
                 *y = expr->arity > 1 ? expr_term_truth(terms, a[1]) : NULL;
    switch (expr->kind) {
    case EXPR_NOT: return term_not(terms, x);
    case EXPR_AND: return term_and(terms, x, y);
    case EXPR_OR: return term_or(terms, x, y);
    case EXPR_XOR: return term_not(terms, term_equal(terms, x, y));
    case EXPR_EQ: return term_equal(terms, x, y);
    case EXPR_ITE: return term_ite(terms, x, y, expr_term_truth(terms, a[2]));
    default: return NULL;
    }
}

static const term_kind_t bv_kinds[EXPR_KIND_COUNT] = {
    [EXPR_NOT] = TERM_BVNOT,   [EXPR_NEG] = TERM_BVNEG,   [EXPR_ADD] = TERM_BVADD,
    [EXPR_SUB] = TERM_BVSUB,   [EXPR_MUL] = TERM_BVMUL,   [EXPR_UDIV] = TERM_BVUDIV,
    [EXPR_SDIV] = TERM_BVSDIV, [EXPR_UREM] = TERM_BVUREM, [EXPR_SREM] = TERM_BVSREM,
    [EXPR_SHL] = TERM_BVSHL,   [EXPR_LSHR] = TERM_BVLSHR, [EXPR_ASHR] = TERM_BVASHR,
    [EXPR_AND] = TERM_BVAND,   [EXPR_OR] = TERM_BVOR,     [EXPR_XOR] = TERM_BVXOR,
    [EXPR_ULT] = TERM_BVULT,   [EXPR_ULE] = TERM_BVULE,   [EXPR_SLT] = TERM_BVSLT,
    [EXPR_SLE] = TERM_BVSLE,
};

static const term_kind_t fp_kinds[EXPR_KIND_COUNT] = {
    [EXPR_FADD] = TERM_FPADD,     [EXPR_FSUB] = TERM_FPSUB,     [EXPR_FMUL] = TERM_FPMUL,
    [EXPR_FDIV] = TERM_FPDIV,     [EXPR_FEQ] = TERM_FPEQ,       [EXPR_FLT] = TERM_FPLT,
    [EXPR_FLE] = TERM_FPLE,       [EXPR_FSQRT] = TERM_FPSQRT,   [EXPR_FTRUNC] = TERM_FPTRUNC,
    [EXPR_FFLOOR] = TERM_FPFLOOR, [EXPR_FCEIL] = TERM_FPCEIL,   [EXPR_FRINT] = TERM_FPRINT,
    [EXPR_FCAST] = TERM_FPCAST,   [EXPR_SFLOAT] = TERM_FPSFROM, [EXPR_UFLOAT] = TERM_FPUFROM,
    [EXPR_FSINT] = TERM_FPSTO,    [EXPR_FUINT] = TERM_FPUTO,
};

/* Integers of one bit are none of C's, but conversions take any width. */
static const term_t *encode_float(terms_t *terms, const expr_t *expr, const term_t *const *a) {
    term_kind_t kind = fp_kinds[expr->kind];
    const term_t *x = as_bits(terms, a[0]);
    if (expr->arity == 2) return term_fp(terms, kind, x, a[1]);
    const term_t *result = term_fp_unary(terms, kind, x, expr->width);
    return expr->width == 1 ? expr_term_truth(terms, result) : result;
}

const term_t *expr_term_apply(terms_t *terms, const expr_t *expr, const term_t *const *a) {
    if (expr_kind_is_float(expr->kind)) return encode_float(terms, expr, a);
    bool truth_args = expr->a[expr->arity - 1]->width == 1;
    if (truth_args) {
        const term_t *truth = encode_truth(terms, expr, a);
        if (truth) return truth;
    }
    switch (expr->kind) {
    case EXPR_ITE: return term_ite(terms, expr_term_truth(terms, a[0]), a[1], a[2]);
    case EXPR_EQ: return term_equal(terms, a[0], a[1]);
    case EXPR_ZEXT:
    case EXPR_SEXT:
        if (expr->a[0]->width == 1) {
            uint64_t ones = expr->kind == EXPR_SEXT ? UINT64_MAX : 1;
            return term_ite(terms, expr_term_truth(terms, a[0]),
                            term_const(terms, expr->width, ones),
                            term_const(terms, expr->width, 0));
        }
        return term_resize(terms, a[0], expr->width, expr->kind == EXPR_SEXT);
    case EXPR_TRUNC: {
        const term_t *low = term_resize(terms, a[0], expr->width, false);
        return expr->width == 1 ? expr_term_truth(terms, low) : low;
    }
    default: break;
    }
    const term_t *x = as_bits(terms, a[0]), *y = a[1] ? as_bits(terms, a[1]) : NULL;
    const term_t *result = y ? term_bv(terms, bv_kinds[expr->kind], x, y)
                             : term_bv_unary(terms, bv_kinds[expr->kind], x);
    return expr->width == 1 ? expr_term_truth(terms, result) : result;
}
