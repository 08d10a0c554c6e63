#ifndef SOLVER_INTERPOLATE_WAYS_H
#define SOLVER_INTERPOLATE_WAYS_H

#include "solver/interpolate.h"
#include "util/hash.h"

/* What interpolate.c asks each way: no part is true, they are unsatisfiable
 * together as far as anyone knows, and count is at least 2. */
typedef struct problem {
    const solver_class_t *class;
    terms_t *terms;
    const term_t *const *parts;
    size_t count;
    unsigned milliseconds; /* 0: no limit */
    solver_t *solver;      /* of the class, with nothing asserted; creating one is dear */
} problem_t;

/* UNSAT: out[0 .. count-2] is a candidate, yet to be checked; SAT: the parts
 * are satisfiable; UNKNOWN: *why says why not (text that stays). */
typedef solver_answer_t (*way_t)(const problem_t *problem, const term_t **out, const char **why);

solver_answer_t interpolate_native(const problem_t *problem, const term_t **out, const char **why);
solver_answer_t interpolate_forward(const problem_t *problem, const term_t **out, const char **why);
solver_answer_t interpolate_backward(const problem_t *problem, const term_t **out,
                                     const char **why);
solver_answer_t interpolate_linear(const problem_t *problem, const term_t **out, const char **why);
solver_answer_t interpolate_spacer(const problem_t *problem, const term_t **out, const char **why);

/* Keeps of each term, from the last to the first, the conjuncts that the rest needs.
 * false: the parts and terms do not contradict each other as they should. */
bool interpolate_weaken(const problem_t *problem, const term_t **out, const char **why);

/* Runs a way in a child process with the problem's limits. */
solver_answer_t interpolate_in_child(const problem_t *problem, way_t way, const term_t **out,
                                     const char **why);

/* First and last part in which each symbol occurs. */
typedef struct occurrences {
    map64_t first, last; /* term id of the symbol -> number of the part */
} occurrences_t;
void occurrences_init(occurrences_t *o, terms_t *terms, const term_t *const *parts, size_t count);
void occurrences_free(occurrences_t *o);
/* Does it occur both in parts 0 .. cut and in cut+1 and later ones? */
bool occurrences_is_shared(const occurrences_t *o, const term_t *symbol, size_t cut);

#endif
