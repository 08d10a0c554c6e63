#ifndef CPA_PREDICATE_BLOCK_MERGE_H
#define CPA_PREDICATE_BLOCK_MERGE_H

#include "cpa/predicate/block.h"

/* Either of two blocks: *choice is a Boolean symbol, true for a; the same for the
 * same two blocks. */
const block_t *block_merge(blocks_t *blocks, const block_t *a, const block_t *b,
                           const term_t **choice);
/* The choice in a formula that is made of many blocks: one block may stand at
 * several places of it, with another way taken in each. */
const term_t *block_choice_at(terms_t *terms, const term_t *choice, uint64_t place);

#endif
