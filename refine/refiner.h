#ifndef REFINE_REFINER_H
#define REFINE_REFINER_H

#include "cpa/predicate/block.h"
#include "refine/graph.h"
#include "refine/predicate_refiner.h"
#include "solver/interpolate.h"

/* What a look at a target state came to. */
typedef enum {
    TARGET_FEASIBLE,  /* the trace is filled in */
    TARGET_REFINED,   /* the precision grew, and what it concerns is made anew */
    TARGET_UNDECIDED, /* neither; *why says what is missing */
} target_outcome_t;

/* One way to deal with a path to a target state. */
typedef struct refiner refiner_t;
struct refiner {
    target_outcome_t (*examine)(refiner_t *refiner, arg_node_t *target, trace_t *trace,
                                const char **why);
    /* Is it time to give up, whatever the budget says? optional */
    bool (*is_tired)(refiner_t *refiner);
};

/* What paths are asked with. */
typedef struct path_solver {
    composite_t *composite;
    terms_t *terms;
    solver_t *solver;
    blocks_t *blocks;
} path_solver_t;

/* Is the path feasible in the program as it is, whatever the exploration forgot? */
solver_answer_t path_solver_ask(const path_solver_t *paths, const path_t *path, trace_t *trace);

/* Explicit values exclude paths, and the solver decides what is left where nothing else
 * comes after it. */
typedef struct value_way {
    refiner_t refiner;
    graph_t *graph;
    path_solver_t paths;
    cpa_t *value;      /* NULL: nothing is refined */
    size_t part;       /* its place in the composite */
    bool per_location; /* track where the path needed it; else everywhere */
    bool is_last;      /* no other refiner comes after this one */
} value_way_t;
void value_way_init(value_way_t *way);

/* Interpolants over the blocks of a path become predicates. */
typedef struct predicate_way {
    refiner_t refiner;
    graph_t *graph;
    path_solver_t paths;
    cpa_t *predicate;
    size_t part;
    interpolation_t interpolation;
    refine_part_t refined_part;
    limits_t *limits;
    /* Loops do not end blocks, so the paths to an error are one formula: given up when these
     * become hard to solve. */
    bool one_block;
    /* It is given up after so many refinements, or so many in a row that count the rounds of
     * a loop: another source of interpolants may find what all rounds have in common. 0: never. */
    size_t most_refinements, most_counting;
    /* Private: */
    size_t refinements, counting;
    size_t focus_growths;
    double began, one_block_seconds;
} predicate_way_t;
void predicate_way_init(predicate_way_t *way);
/* Was it given up because it counted? */
bool predicate_way_counts(const predicate_way_t *way);

#endif
