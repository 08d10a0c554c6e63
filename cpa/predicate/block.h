#ifndef CPA_PREDICATE_BLOCK_H
#define CPA_PREDICATE_BLOCK_H

#include "cpa/core/cpa.h"
#include "cpa/reduce/focus.h"
#include "solver/term.h"

/* The effect of a block of steps as one formula: a condition and, for each
 * variable the block changes, its value at the end, all over the values at the
 * start of the block. The symbol (variable, 0) is the value at the start, so a
 * predicate over bare symbols speaks about the start as it is and about the end
 * after substitution. Compared with one symbol per assignment (SSA), constants
 * propagate while the formula is built and only block boundaries carry symbols
 * into interpolants.
 *
 * Inputs of the environment and choices between merged paths are symbols of
 * their own, numbered so that the same input of the same step gets the same
 * symbol in every interleaving. */

typedef struct block_item {
    variable_t variable;
    const term_t *value;
} block_item_t;

typedef struct block {
    uint32_t id;
    uint32_t count;
    bool from_start; /* begins at the start of main: static memory has its initial contents */
    bool is_plain; /* all values are numbers or symbols, and there is little condition */
    const term_t *condition;
    block_item_t items[]; /* sorted by variable */
} block_t;

/* Tags of symbols that are no program variables. */
#define VARIABLE_INPUT_KIND UINT64_C(3)
static inline bool block_is_input(uint64_t tag) {
    return tag >> 62 == VARIABLE_INPUT_KIND;
}

static inline uint32_t block_input_thread(uint64_t tag) {
    return tag >> 52 & 0x3ff;
}

typedef struct blocks blocks_t;
blocks_t *blocks_new(const program_t *program, terms_t *terms);
void blocks_delete(blocks_t *blocks);
/* What all blocks take, without their terms. */
size_t blocks_bytes(const blocks_t *blocks);
/* Steps are those of the abstract program from now on; NULL: of the program as
 * it is. The focus must outlive its use here. */
void blocks_focus(blocks_t *blocks, const focus_t *focus);

/* Values that variables have where a block begins, for blocks that do not begin
 * at the start of main; NULL: none is known. */
typedef bool (*block_known_t)(void *context, variable_t variable, uint64_t *value);
void blocks_know(blocks_t *blocks, block_known_t known, void *context);

/* Accesses through an address that is no constant: from now on those with this
 * very term are taken to go to one address, which becomes a condition; or outside
 * of every object, which the caller must see to. The list is the caller's. */
typedef struct block_fix {
    const term_t *address;
    uint64_t to;
    bool is_outside;
} block_fix_t;
void blocks_fix(blocks_t *blocks, const block_fix_t *fixes, size_t count);
/* The first address of the last step that was neither constant nor fixed, and the
 * size of the access; NULL: there was none. */
const term_t *blocks_open_address(const blocks_t *blocks, unsigned *size);

const block_t *block_empty(blocks_t *blocks, bool from_start);
/* Items must be sorted by variable. */
const block_t *block_of(blocks_t *blocks, const term_t *condition, const block_item_t *items,
                        size_t count);
/* The block followed by a step; NULL if the condition became false. */
const block_t *block_step(blocks_t *blocks, const block_t *block, const step_t *step);

/* The block without the conditions on inputs of a thread that nothing else depends on, as
 * an input can fulfil them; the next ones get their names. Blocks that differ in nothing
 * else become equal. */
#define BLOCK_ALL_THREADS UINT32_MAX
const block_t *block_forget_inputs(blocks_t *blocks, const block_t *block, uint32_t thread);

/* The value of a variable at the end of the block. */
const term_t *block_value(blocks_t *blocks, const block_t *block, variable_t variable);
/* What the value of the step's edge is before the step, expressed over the start of
 * the block. */
const term_t *block_operand(blocks_t *blocks, const block_t *block, const step_t *step);
/* That two accesses have a byte in common at the end of the block, expressed over its start. */
const term_t *block_meeting(blocks_t *blocks, const block_t *block, const configuration_t *where,
                            const meeting_t *meeting);
/* The term over the end of the block, expressed over its start. */
const term_t *block_end(blocks_t *blocks, const block_t *block, const term_t *term);
/* What holds at the end of a block from the start of main, or more: the values that
 * are numbers go to out, what is said of the others is the formula, over bare
 * symbols. */
const term_t *block_describe(blocks_t *blocks, terms_t *terms, const program_t *program,
                             const focus_t *focus, const block_t *block,
                             const configuration_t *where, description_t *out);
/* Does the formula say all that matters of the condition? Not where a value that the
 * condition speaks of is held by no variable any more, but something depends on it. */
bool block_is_described(blocks_t *blocks, terms_t *terms, const block_t *block);
/* Bare symbol of a variable. */
const term_t *block_symbol(blocks_t *blocks, variable_t variable);

/* The input symbol that a HAVOC step after `before` introduces; for
 * HAVOC_OBJECT that of its cell at offset. Used to read inputs off a model. */
const term_t *block_input(blocks_t *blocks, const block_t *before, const step_t *step,
                          uint64_t offset, const type_t *type);

#endif
