#ifndef WITNESS_FACTS_INTERVAL_H
#define WITNESS_FACTS_INTERVAL_H

#include "cfa/expr.h"

/* What is known of a bit-vector: its bounds as a signed and as an unsigned number. */
typedef struct fact_interval {
    int64_t low, high;    /* signed */
    uint64_t least, most; /* unsigned */
    bool is_empty;        /* there is no such value */
    /* May depend on a number that exists in this tool alone: an address, the number of a
     * thread. Bounds never do, they are those of all addresses and numbers. */
    bool is_internal;
} fact_interval_t;

fact_interval_t interval_empty(void);
fact_interval_t interval_all(unsigned width);
fact_interval_t interval_constant(unsigned width, uint64_t value);
fact_interval_t interval_between(unsigned width, int64_t low, int64_t high);
bool interval_is_constant(const fact_interval_t *a);
bool interval_equal(const fact_interval_t *a, const fact_interval_t *b);
bool interval_is_all(const fact_interval_t *a, unsigned width);

fact_interval_t interval_join(const fact_interval_t *a, const fact_interval_t *b);
/* Both hold. */
fact_interval_t interval_meet(unsigned width, const fact_interval_t *a, const fact_interval_t *b);
/* An upper bound of both that is moved to the next threshold (sorted) where b exceeds a, so
 * that chains of them end. */
fact_interval_t interval_widen(unsigned width, const fact_interval_t *a, const fact_interval_t *b,
                               const int64_t *thresholds, size_t count);

/* An operator of cfa/expr.h on all values; b is not read for unary ones. width is that of
 * the result, a_width that of the first operand. */
fact_interval_t interval_apply(expr_kind_t kind, unsigned width, unsigned a_width,
                               const fact_interval_t *a, const fact_interval_t *b);
/* Of the values of a those for which the comparison with some value of b has this outcome.
 * is_second: a is its right operand. */
fact_interval_t interval_refine(expr_kind_t comparison, unsigned width, const fact_interval_t *a,
                                const fact_interval_t *b, bool is_second, bool holds);

#endif
