#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "solver/term.h"

/* Decision procedures behind one table. A back end is one file that includes
 * its library's header and defines one solver_class_t. */

typedef enum { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN } solver_answer_t;

enum {
    SOLVER_CAN_ARRAYS = 1 << 0,
    SOLVER_CAN_UF = 1 << 1,
    SOLVER_CAN_CORES = 1 << 2,
    SOLVER_CAN_ALLSAT = 1 << 3,       /* natively; solver_all_sat works for all */
    SOLVER_CAN_INTERPOLATE = 1 << 4,  /* natively */
    SOLVER_CAN_FLOATS = 1 << 5,
};

typedef struct solver solver_t;

/* Called once per satisfying assignment: values[i] is the truth of the i-th
 * predicate: 1 true, 0 false, -1 both are meant. false stops. */
typedef bool (*solver_all_sat_t)(void *context, const int8_t *values);

typedef struct solver_class {
    const char *name;
    unsigned capabilities;
    /* Loads the library if need be; NULL and *why if it is not there. required */
    solver_t *(*create)(terms_t *terms, const char **why);
    void (*destroy)(solver_t *solver);                                      /* required */
    void (*push)(solver_t *solver);                                         /* required */
    void (*pop)(solver_t *solver);                                          /* required */
    void (*assert_term)(solver_t *solver, const term_t *term);              /* required */
    /* Assumptions are Boolean symbols or their negations. required */
    solver_answer_t (*check)(solver_t *solver, const term_t *const *assumptions, size_t count);
    /* After SAT: the value of a Boolean or bit-vector term as a constant; never
     * NULL, unconstrained symbols get some value. required */
    const term_t *(*evaluate)(solver_t *solver, const term_t *term);
    /* After UNSAT under assumptions: marks those in the core. optional */
    void (*core)(solver_t *solver, bool *in_core);
    /* optional: native enumeration over Boolean symbols */
    solver_answer_t (*all_sat)(solver_t *solver, const term_t *const *predicates, size_t count,
                               solver_all_sat_t each, void *context);
    /* optional: parts are unsatisfiable together; count-1 interpolants to out,
     * out[i] between parts 0..i and i+1..count-1. A fresh environment is used.
     * SOLVER_UNSAT: done; SAT: they are satisfiable; UNKNOWN: could not. */
    solver_answer_t (*interpolate)(terms_t *terms, const term_t *const *parts, size_t count,
                                   unsigned milliseconds, const term_t **out);
    /* optional: the same as if bit-vectors were integers, see solver/linear.h. What
     * it gives may be wrong for bit-vectors; so may be SAT. */
    solver_answer_t (*interpolate_linear)(terms_t *terms, const term_t *const *parts, size_t count,
                                          const term_t **out);
} solver_class_t;

/* Every back end starts with this. */
struct solver {
    const solver_class_t *class;
    terms_t *terms;
    const char *why_unknown;  /* after UNKNOWN */
    unsigned milliseconds;    /* limit of each check; 0: none */
    /* Kept by the front doors: */
    size_t depth;           /* frames pushed */
    size_t assumption_count; /* of the last check */
    bool has_model, has_core; /* the last check said so, and nothing changed since */
    term_vec_t asserted;      /* debug builds: what the model must satisfy */
    VEC(size_t) frames;       /* ... and where each frame starts in it */
};

/* All classes, in order of preference; ends with NULL. */
extern const solver_class_t *const solver_classes[];
const solver_class_t *solver_class_named(const char *name);
/* The first class whose library is there; NULL and *why otherwise. why may be
 * NULL here, below and in solver_new. */
const solver_class_t *solver_default_class(const char **why);
bool solver_class_available(const solver_class_t *class, const char **why);

/* What a solver is wanted for. */
typedef enum {
    SOLVER_TO_SEARCH,      /* thousands of small questions */
    SOLVER_TO_INTERPOLATE, /* ... and interpolants */
    SOLVER_TO_CHECK,       /* the second opinion on a proof */
} solver_role_t;

/* The one place where solvers are chosen. asked: the name that the user gave, NULL: none;
 * a check is made by another one than this, or than the one that made the proof (NULL: no
 * solver took part), where there are two. NULL and *why: there is none. */
const solver_class_t *solver_choose(solver_role_t role, const char *asked, const char *made_by,
                                    const char **why);

/* Statistics over all solvers of the process. */
typedef struct solver_stats {
    uint64_t checks, sat, unsat, unknown, interpolations, interpolations_failed, all_sat_models;
    double seconds;
} solver_stats_t;
extern solver_stats_t solver_stats;

/* Front doors: they count, measure, check arguments, and in debug builds
 * (HEDDLE_DEBUG) check every model by evaluation and every interpolant
 * sequence by solving. */
solver_t *solver_new(const solver_class_t *class, terms_t *terms, const char **why);
void solver_delete(solver_t *solver);
void solver_push(solver_t *solver);
void solver_pop(solver_t *solver);
void solver_assert(solver_t *solver, const term_t *term);
solver_answer_t solver_check(solver_t *solver, const term_t *const *assumptions, size_t count);
const term_t *solver_evaluate(solver_t *solver, const term_t *term);
bool solver_has_core(const solver_t *solver);
void solver_core(solver_t *solver, bool *in_core);
/* Over any Boolean terms: natively, or by blocking clauses. UNSAT: complete;
 * SAT: each stopped it. An assignment may be reported more than once. */
solver_answer_t solver_all_sat(solver_t *solver, const term_t *const *predicates, size_t count,
                               solver_all_sat_t each, void *context);

/* A Boolean symbol that stands for t in queries, the same for the same t. */
const term_t *solver_literal(terms_t *terms, const term_t *t);

/* Is the term satisfiable? One query in a pushed frame. */
solver_answer_t solver_satisfiable(solver_t *solver, const term_t *term);
/* Does a imply b? UNSAT means yes. */
solver_answer_t solver_implies(solver_t *solver, const term_t *a, const term_t *b);

#endif
