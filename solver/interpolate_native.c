/* The solver's own procedure. Some problems take the library down (proofs
 * about arrays in MathSAT, for one), hence the child. */

#include "solver/interpolate_ways.h"

static solver_answer_t call(const problem_t *problem, const term_t **out, const char **why) {
    *why = "the solver could not interpolate";
    /* The child is ended from outside, so the solver needs no limit. */
    return problem->class->interpolate(problem->terms, problem->parts, problem->count, 0, out);
}

solver_answer_t interpolate_native(const problem_t *problem, const term_t **out, const char **why) {
    *why = "the solver has no interpolation";
    if (!problem->class->interpolate) return SOLVER_UNKNOWN;
    return interpolate_in_child(problem, call, out, why);
}
