#ifndef CPA_SYMBOLIC_WEAKENING_H
#define CPA_SYMBOLIC_WEAKENING_H

#include "cpa/predicate/block.h"

/* Loops that count from an unknown value would never end: at their heads the facts
 * of a state are weakened if there were many others. */

typedef struct weakening weakening_t;
weakening_t *weakening_new(terms_t *terms, blocks_t *blocks);
void weakening_delete(weakening_t *weakening);

/* The facts of a state with these values, or some of them. The same facts become
 * the same again: runs are made anew. */
const block_t *weakening_apply(weakening_t *weakening, const configuration_t *where, part_t values,
                               const block_t *facts);

#endif
