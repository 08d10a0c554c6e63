#ifndef REFINE_IMPACT_IMPACT_H
#define REFINE_IMPACT_IMPACT_H

#include "cpa/explore/composite.h"
#include "cpa/predicate/block.h"
#include "cpa/reduce/footprint.h"
#include "refine/impact/cover.h"
#include "refine/impact/tree.h"
#include "refine/impact/worklist.h"
#include "refine/path.h"
#include "refine/sequence.h"
#include "util/limits.h"
#include "util/stats.h"

/* Lazy abstraction with interpolants for threads: Wachter, Kroening, Ouaknine, Verifying
 * Multi-threaded Software with Impact, 2013. Nodes of a tree are labelled with interpolants of
 * infeasible error paths; covers end the unwinding. docs/impact.md says what differs from
 * the listings of the paper, and why it is sound. */

typedef struct impact_options {
    work_order_t order;
    bool large_steps; /* a thread that may go alone does so in one edge */
    bool force_cover;
    bool is_monotonic; /* follows monotonic paths only (mono.h) */
    bool keeps_all; /* nodes in a proof; else those that cover alone */
    bool tracks_values; /* that exclude a path from then on, explicitly (track.c) */
    bool is_conditional; /* ... whose actions may be independent by where they lead (conditional.h)
                          */
    /* For tests of what goes wrong without: section IV-C. */
    bool leaves_out_cover_expansions;
} impact_options_t;

typedef struct impact {
    /* Given: */
    composite_t *composite; /* threading and values, with the reduction */
    blocks_t *blocks;
    terms_t *terms;
    solver_t *solver;
    sequence_source_t source; /* of interpolants; which, says the next */
    interpolation_t interpolation;
    const rank_t *rank;
    limits_t *limits;
    stats_t *stats;
    visible_steps_t visible; /* steps that the end of the program must not hide */
    impact_options_t options;
    /* How much work is done, in nodes; 0: no limit. A question to the solver counts like so
     * many of them. */
    uint64_t most_work, patience, question_price;
    size_t most_undecided; /* paths that cannot be decided; 0: no limit */
    /* Made by impact_run, freed by impact_free: */
    property_mask_t stuck; /* properties asked that states violate in which nobody can move */
    labels_t *labels;
    implications_t *implications;
    tree_t *tree;
    worklist_t *work;
    strbuf_t barred; /* the first thing that forbids the answer true for everybody */
    strbuf_t undecided; /* the first path that could not be decided */
    size_t undecided_count;
    size_t beginnings; /* trees so far */
    size_t focus_growths; /* those that came of objects that were forgotten */
    uint64_t states_before, states_at_refinement, checks_before;
    arena_t *arena;
    footprints_t *footprints; /* for monotonic paths */
    footprint_t next_print; /* scratch */
    VEC(step_t) steps; /* scratch: of the edge that is being made */
    double began;
    double comparing; /* seconds spent on interpolants that may be compared with others */
} impact_t;

/* Answers what was asked; true: no violation is left, and the tree is the proof (proof.h). */
bool impact_run(impact_t *x, result_t *result);
void impact_free(impact_t *x);

/* The value part of b says no less than that of a. */
bool impact_values_cover(impact_t *x, const tree_node_t *a, const tree_node_t *b);

/* EXPAND and EXPAND-THREAD of Algorithm 1 (expand.c). */
void impact_expand(impact_t *x, tree_node_t *v);
void impact_expand_thread(impact_t *x, uint32_t thread, tree_node_t *v);

/* CLOSE (close.c). true: v is covered now. */
bool impact_close(impact_t *x, tree_node_t *v);
/* May w cover v, if its label is weaker? */
bool impact_is_candidate(impact_t *x, const tree_node_t *v, const tree_node_t *w);
/* v is covered by w from now on. */
void impact_cover(impact_t *x, tree_node_t *v, tree_node_t *w);

/* Makes the term a part of the label of v, if it follows from the label of u, which is above v, and
 * the path between them; the nodes there get what makes it so. */
bool impact_push_label(impact_t *x, const tree_node_t *u, tree_node_t *v, const term_t *label);

/* Force cover (force.c): looks for a node whose label can be pushed along the path to v. */
bool impact_force_cover(impact_t *x, tree_node_t *v);

/* The path to a node with every single step, as an ARG of its own. Nothing is said of values there.
 */
arg_t *impact_unfold(impact_t *x, const tree_node_t *v, path_t *path);
/* Do explicit values that are not tracked yet exclude the path to v? They are from now on, and the
 * tree has to be made anew (track.c). */
bool impact_track_values(impact_t *x, const tree_node_t *v);

/* REFINE (refine.c). */
typedef enum {
    IMPACT_REFINED,
    IMPACT_FEASIBLE,
    IMPACT_UNDECIDED,
    IMPACT_AGAIN, /* something that was forgotten excludes the path: the tree has to be made anew */
} impact_outcome_t;
/* Is the path to v feasible? If not, it is refined. trace NULL: nobody wants to see it. */
impact_outcome_t impact_refine(impact_t *x, tree_node_t *v, trace_t *trace, const char **why);
/* v gets the conjuncts of a term over bare symbols that its label does not imply yet; covers
 * that do not hold any more go. true: the label changed. */
bool impact_strengthen(impact_t *x, tree_node_t *v, const term_t *term);

#endif
