#ifndef SOLVER_LINEAR_H
#define SOLVER_LINEAR_H

#include "solver/term.h"
#include "util/hash.h"

/* Bit-vector terms seen as integers without bounds, and linear sums of such
 * integers as bit-vector terms again. Neither way is exact, since bit-vectors
 * wrap around: what comes out are candidates that somebody has to check. */

/* Which terms are numbers without a sign: those that are compared as such or
 * extended by zeros somewhere in the formulas. Symbols are known by their tags,
 * as the same variable at another place is the same kind of number. */
typedef struct linear_signs {
    map64_t tags, others; /* tag of a symbol; id of another term -> 1 */
} linear_signs_t;

void linear_signs_collect(linear_signs_t *signs, terms_t *terms, const term_t *const *parts,
                          size_t count);
void linear_signs_free(linear_signs_t *signs);
/* Is any of the integers that the term is made of? */
bool linear_is_unsigned(const linear_signs_t *signs, const term_t *term);

/* What a term is over the integers. */
typedef enum {
    LINEAR_BOOLEAN, /* a connective, or a Boolean constant */
    LINEAR_COMPARISON,
    LINEAR_NUMBER,
    LINEAR_SUM,   /* plus, minus, times or shifted by a constant, complement */
    LINEAR_CASES, /* ite */
    LINEAR_SAME,  /* as large as its first child: extensions */
    LINEAR_LEAF,  /* nothing is known of what it is made of */
} linear_shape_t;
linear_shape_t linear_shape(const term_t *term);

/* The sum of factor * term over the items, and of the constant. */
typedef struct linear_item {
    const term_t *term; /* a bit-vector */
    int64_t factor;     /* not 0; each term occurs once */
} linear_item_t;
typedef struct linear_sum {
    VEC(linear_item_t) items;
    int64_t constant;
    bool is_lost; /* a number was too large */
} linear_sum_t;

void linear_sum_free(linear_sum_t *sum);
/* sum += factor * term */
void linear_sum_add(linear_sum_t *sum, const term_t *term, int64_t factor);
/* sum += factor * number */
void linear_sum_add_number(linear_sum_t *sum, int64_t number, int64_t factor);
/* Are they the same up to the sign? */
bool linear_sums_are_opposite(const linear_sum_t *a, const linear_sum_t *b);

/* sum <= 0 and sum = 0 as terms; NULL: the numbers are too large, or the sum has
 * none but numbers. Sides of a comparison are arranged so that values near zero
 * do not wrap around. */
const term_t *linear_at_most_zero(terms_t *terms, const linear_sum_t *sum,
                                  const linear_signs_t *signs);
const term_t *linear_is_zero(terms_t *terms, const linear_sum_t *sum, const linear_signs_t *signs);

#endif
