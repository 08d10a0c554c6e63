#ifndef CPA_SYMBOLIC_NAMING_H
#define CPA_SYMBOLIC_NAMING_H

#include "cpa/predicate/block.h"

/* Facts about unknown values: equations, a variable and a term each, and
 * conditions. A value that is not known is named by a variable that has it: the
 * bare symbol of a variable without an equation. A step overwrites and ends
 * variables; what they named must then be named by others. */

typedef struct facts {
    VEC(block_item_t) equations; /* sorted by variable */
    term_vec_t conditions;
} facts_t;
void facts_free(facts_t *facts);

/* Every occurrence of the symbol becomes the term. */
void facts_substitute(facts_t *facts, terms_t *terms, const term_t *symbol, const term_t *by);

/* Does the bare symbol of this variable still name the variable's value? */
typedef bool (*names_value_t)(void *context, variable_t variable);
/* Rewrites the facts so that all symbols do. What cannot be said any more is
 * left out: the result is implied. A variable whose term contains values that
 * have no name becomes a name itself, with the interval of the term. */
void facts_rename(facts_t *facts, terms_t *terms, names_value_t names, void *context);

/* The least and the greatest value of a term as an unsigned number, from its
 * operators and from conditions that compare a symbol with a constant. */
typedef struct interval {
    uint64_t low, high;
} interval_t;
interval_t facts_interval(const facts_t *facts, const term_t *term);

/* The values that comparisons with constants leave to a symbol: so many, one after the
 * other from the first on, with or without a sign. */
typedef struct few {
    const term_t *symbol;
    uint64_t first, count;
} few_t;
/* false: there are more than most. */
bool facts_few(const facts_t *facts, const term_t *symbol, uint64_t most, few_t *few);

#endif
