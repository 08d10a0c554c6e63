#ifndef ENGINE_CORE_ENGINE_H
#define ENGINE_CORE_ENGINE_H

#include "cfa/program.h"
#include "cfa/property.h"
#include "cfa/result.h"
#include "solver/interpolate.h"
#include "util/limits.h"
#include "util/options.h"
#include "util/stats.h"

#include <stdio.h>

/* The door that engines come through. An engine is one engine_class_t in the table of
 * engine/engines.c; options, help, tests, fuzzer and benchmarks read that table, and
 * engine/portfolio.c decides what runs when. docs/extending.md tells how one is added. */

/* What earlier runs on the same program found out and later ones may use. Owned by whoever
 * runs engines one after the other; what is NULL is made when it is needed. */
typedef struct engine_knowledge {
    struct predicate_precision *predicates; /* cpa/predicate/precision.h */
    struct predicate_precision *candidates; /* ... that began with candidates */
    bool met_few; /* unknown values lost facts that cases (--symbolic cases) would keep */
} engine_knowledge_t;

/* What an engine may use; nothing else is known to it. */
typedef struct engine_context {
    const program_t *program;
    const property_set_t *properties; /* the program was lowered for */
    const options_t *options;
    terms_t *terms;
    limits_t *limits;
    stats_t *stats;
    engine_knowledge_t *knowledge;
    /* Becomes true when a run meets an access or a free that C does not define, though no property
     * that is asked for forbids it. NULL: nobody asks. */
    bool *met_fault;
    bool stops_at_fault; /* then no more is to be said of the program */
    FILE *graph; /* gets the explored states, if they are few, for reports; NULL: nobody asks */
} engine_context_t;

/* How much work a run may do. Work is counted, not timed, so that runs can be repeated: a
 * state made, a step of a run at random; a question to a solver counts like
 * ENGINE_QUESTION_PRICE of them. 0: no limit. */
typedef struct engine_budget {
    uint64_t work; /* in all */
    uint64_t patience; /* since the last refinement */
    size_t undecided; /* paths that cannot be decided; the one too many ends the run */
    size_t refinements; /* with predicates: so many paths are excluded, and so many of them */
    size_t counting; /* ... in a row by facts that count the rounds of a loop */
} engine_budget_t;
enum { ENGINE_QUESTION_PRICE = 100 };

/* A named configuration that is worth comparing: "none", "--por none". */
typedef struct engine_configuration {
    const char *name; /* NULL: the end of a list */
    const char *options;
} engine_configuration_t;

typedef struct engine_class {
    const char *name; /* for --analysis */
    const char *help;
    /* Which violations it can find, and of which it can prove the absence: a mask of
     * 1 << violation_t. A run is never asked for properties of other classes. */
    unsigned refutes, proves;
    /* It makes a proof without knowing whether it is enough, which the check finds out: that
     * one is refused says nothing. */
    bool leaves_judgement;
    /* Answers what it was asked for (result->asked), as far as it can within the budget.
     * result comes initialised; result->ending says why it ended. An answer FALSE has its
     * trace, TRUE its proof; whatever is said is confirmed by others before it counts. */
    void (*run)(const engine_context_t *context, const engine_budget_t *budget, result_t *result);
    /* Programs in C mean nothing to it, only Boolean ones do: lists for programs in C leave it
     * out. */
    bool reads_only_boolean;
    /* Beside the default, for tests, fuzzer and benchmarks; ends with name NULL. */
    const engine_configuration_t *configurations;
} engine_class_t;

/* The solver of this role that the options choose. */
const solver_class_t *engine_solver(const options_t *options, solver_role_t role,
                                    const char *made_by, const char **why);

/* The ways to interpolate that the options choose. */
interpolation_t engine_interpolation(const options_t *options);

/* Those of the mask that the engine can answer in any way, refute, prove. */
property_mask_t engine_answers(const engine_class_t *engine, const property_set_t *set,
                               property_mask_t mask);
property_mask_t engine_refutes(const engine_class_t *engine, const property_set_t *set,
                               property_mask_t mask);
property_mask_t engine_proves(const engine_class_t *engine, const property_set_t *set,
                              property_mask_t mask);

#endif
