#ifndef REFINE_PATH_H
#define REFINE_PATH_H

#include "cpa/core/arg.h"
#include "cpa/explore/race.h"
#include "cpa/predicate/block.h"
#include "cpa/predicate/predicate.h"
#include "solver/solver.h"

/* Paths of the ARG from its root, and what they say as formulas. */

typedef VEC(const arg_link_t *) path_t;

/* Says which way a path came where ways were merged: over this link, which has a
 * choice, or over an older one? NULL: the oldest way. */
typedef bool (*path_choice_t)(void *context, const arg_link_t *link);
/* The links from the root to node, in order. */
void path_to(const arg_node_t *node, path_choice_t choose, void *context, path_t *out);

/* Is the path feasible, and does it end in this race (NULL: anywhere)? SAT: *trace holds its
 * steps and inputs. */
solver_answer_t path_solve(const path_t *path, const race_t *race, blocks_t *blocks, terms_t *terms,
                           solver_t *solver, const program_t *program, trace_t *trace);

/* The blocks between the abstraction states a[0] (start of main) .. a[count] as
 * formulas parts[0 .. count-1], each over symbols of its two ends: a variable v
 * as block k left it is the symbol (v, k+1), as main found it (v, 1). The choices
 * of block k are those at place k. */
typedef struct block_path {
    size_t count;
    const abstraction_t **abstractions; /* count + 1 */
    const term_t **parts;               /* count */
} block_path_t;

/* after: NULL, or what else holds of the way on from last, over bare symbols and with choices
 * and inputs of its own: one more part at the end, which count counts. */
void block_path_build(const abstraction_t *last, const term_t *after, blocks_t *blocks,
                      terms_t *terms, block_path_t *out);
/* The same from a state first on the way to last, with what is said of both, over bare
 * symbols: before belongs to parts[0], after is one more part at the end, which count
 * counts. */
void block_path_between(const abstraction_t *first, const abstraction_t *last, const term_t *before,
                        const term_t *after, blocks_t *blocks, terms_t *terms, block_path_t *out);
void block_path_free(block_path_t *path);

#endif
