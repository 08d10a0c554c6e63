#ifndef CFA_FOLD_H
#define CFA_FOLD_H

#include "cfa/expr.h"

/* Simplification for the constructors of cfa/expr.h: an equal expression that
 * is smaller or in normal form, or NULL if none is known. An operand that
 * loads from memory is never dropped, because an access is a step that a
 * property may speak about; the branch of an ITE that is not taken is. */
const expr_t *fold_unary(exprs_t *exprs, expr_kind_t kind, const expr_t *a);
const expr_t *fold_resize(exprs_t *exprs, const expr_t *a, unsigned width, bool is_signed);
/* Of commutative operators a constant stands on the right. */
const expr_t *fold_binary(exprs_t *exprs, expr_kind_t kind, const expr_t *a, const expr_t *b);
/* FSQRT .. FUINT */
const expr_t *fold_float(exprs_t *exprs, expr_kind_t kind, const expr_t *a, unsigned width);
const expr_t *fold_ite(exprs_t *exprs, const expr_t *c, const expr_t *a, const expr_t *b);

#endif
