#ifndef CPA_PREDICATE_PREDICATE_H
#define CPA_PREDICATE_PREDICATE_H

#include "cpa/core/cpa.h"
#include "cpa/predicate/abstractor.h"
#include "cpa/predicate/block.h"
#include "cpa/predicate/precision.h"
#include "solver/solver.h"
#include "util/limits.h"
#include "util/stats.h"

/* Predicate analysis with adjustable-block encoding over several locations
 * (Kolesnykov 2020, sections 2.3.2 and 3.1). A part is an abstraction formula and the
 * block of steps taken since it was computed; where the block operator says
 * so, the block ends and the formula of the next part is the strongest
 * combination of the predicates of the reached locations that follows. */

typedef enum { PREDICATE_LOOPS, PREDICATE_FUNCTIONS, PREDICATE_EVERY, PREDICATE_NEVER } blk_t;

typedef struct predicate_options {
    blk_t block;
    /* How many steps (PREDICATE_EVERY) or loop heads end a block; UINT_MAX: no number does. */
    unsigned block_size;
    combination_t combination;
    /* BMC: error states are not checked one by one but left as they are. */
    bool defer_errors;
} predicate_options_t;

/* An abstraction state. One per computation, also if formulas are equal. */
typedef struct abstraction {
    uint64_t instance;       /* 1 for the start of main */
    uint64_t depth;          /* blocks before it */
    const term_t *formula;   /* over bare symbols */
    const struct abstraction *previous; /* where the block that led here began */
    const block_t *block;    /* that block; NULL at the start */
    uint32_t heads;          /* loop heads met in the block */
    const configuration_t *where;
    const term_t *const *predicates; /* it was computed with these */
    size_t predicate_count;
} abstraction_t;

typedef struct predicate_part {
    const abstraction_t *abstraction;
    const block_t *block; /* since then */
    uint32_t steps;       /* length of it */
    uint32_t heads;       /* how often in it some thread came to a loop head */
} predicate_part_t;

/* The precision is not owned. */
cpa_t *predicate_new(const program_t *program, terms_t *terms, solver_t *solver, limits_t *limits,
                     stats_t *stats, predicate_precision_t *precision, predicate_options_t options);
blocks_t *predicate_blocks(cpa_t *cpa);
/* Abstracts the program of the focus from now on: no predicate over what is
 * forgotten counts. */
void predicate_focus(cpa_t *cpa, const focus_t *focus);
/* The part is an abstraction state: nothing happened since. */
static inline bool predicate_is_abstraction(const predicate_part_t *part) {
    return part->steps == 0;
}

/* The most loop heads in a block so far, leaving out blocks that hardly do more than
 * assign numbers. */
unsigned predicate_most_rounds(const cpa_t *cpa);
/* Did any block come to a loop head and go on? */
bool predicate_met_loops(const cpa_t *cpa);

/* Precision: the predicate counts at node and as far as the scope says, or
 * everywhere (node NULL). true: new there. */
bool predicate_track(cpa_t *cpa, const node_t *node, const term_t *predicate);
/* Do all variables of the predicate exist in the configuration? Else it is not
 * used there. */
bool predicate_applies(cpa_t *cpa, const configuration_t *where, const term_t *predicate);
/* The state of an error (or of something unsupported) turned out to be unreachable
 * over its block: such a state is not made again. */
void predicate_exclude(cpa_t *cpa, const abstraction_t *target);
size_t predicate_precision_size(const cpa_t *cpa);
/* Did the formula of a block ever exclude a step, with or without a solver? */
bool predicate_has_excluded(const cpa_t *cpa);

#endif
