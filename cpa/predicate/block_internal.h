#ifndef CPA_PREDICATE_BLOCK_INTERNAL_H
#define CPA_PREDICATE_BLOCK_INTERNAL_H

#include "cpa/predicate/block.h"
#include "util/hash.h"

/* Shared by the block_*.c files only. */

struct blocks {
    const program_t *program;
    terms_t *terms;
    arena_t *arena;
    intern_t table;
    uint32_t count;
    const focus_t *focus; /* NULL: nothing is forgotten */
    block_known_t known;
    void *known_context;
    const block_fix_t *fixes;
    size_t fix_count;
    const term_t *open_address;
    unsigned open_size;
    map64_t choices; /* ids of two merged blocks -> number of the choice */
    VEC(block_item_t) items; /* the block being built */
    term_vec_t left, right, common; /* conditions being merged */
};

/* The block of these parts; items are sorted by variable. */
const block_t *block_intern(blocks_t *blocks, bool from_start, const term_t *condition,
                            const block_item_t *items, size_t count);
/* Where a variable is, or would have to be. */
size_t block_lower_bound(const block_item_t *items, size_t count, variable_t variable);
/* NULL: it is not among them. */
const term_t *block_find_item(const block_item_t *items, size_t count, variable_t variable);
/* A variable that the block has not changed. */
const term_t *block_start_value(blocks_t *blocks, bool from_start, variable_t variable);

#endif
