/* Interpolants by strongest postconditions, cut to the symbols that occur
 * later: Qi+1 is the projection of Qi and Pi. Backwards, by weakest
 * preconditions, is the same with the parts in reverse and the result negated:
 * if Q is what the last parts allow, the interpolant before them is not Q.
 *
 * A second pass from the end to the start keeps of each Qi only the conjuncts
 * that the rest needs, found as unsat cores; it is also the proof that nothing
 * needed was lost when a projection was not exact. */

#include "solver/interpolate_ways.h"
#include "solver/project.h"

#include <string.h>

typedef struct cut {
    const occurrences_t *where;
    size_t at;
} cut_t;

static bool occurs_later(void *context, const term_t *symbol) {
    const cut_t *cut = context;
    return occurrences_is_shared(cut->where, symbol, cut->at);
}

/* To out the strongest sequence that projection gives. */
static void postconditions(const problem_t *problem, const term_t **out) {
    occurrences_t where;
    occurrences_init(&where, problem->terms, problem->parts, problem->count);
    term_vec_t state = {0};
    for (size_t i = 0; i + 1 < problem->count; i++) {
        term_conjuncts(problem->terms, problem->parts[i], &state);
        cut_t cut = {&where, i};
        project(problem->terms, &state, occurs_later, &cut);
        out[i] = term_and_n(problem->terms, state.data, state.len);
        VEC_CLEAR(state);
        term_conjuncts(problem->terms, out[i], &state); /* without duplicates */
    }
    VEC_FREE(state);
    occurrences_free(&where);
}

/* The conjuncts of before that, with the part, imply after; NULL: not even all
 * of them do. */
static const term_t *needed(solver_t *solver, const term_t *before, const term_t *part,
                            const term_t *after) {
    terms_t *terms = solver->terms;
    term_vec_t conjuncts = {0}, literals = {0};
    term_conjuncts(terms, before, &conjuncts);
    solver_push(solver);
    solver_assert(solver, part);
    solver_assert(solver, term_not(terms, after));
    for (size_t i = 0; i < conjuncts.len; i++) {
        const term_t *literal = solver_literal(terms, conjuncts.data[i]);
        VEC_PUSH(literals, literal);
        if (literal != conjuncts.data[i])
            solver_assert(solver, term_implies(terms, literal, conjuncts.data[i]));
    }
    const term_t *result = NULL;
    if (solver_check(solver, literals.data, literals.len) == SOLVER_UNSAT) {
        bool *in_core = mem_alloc(literals.len + 1);
        memset(in_core, true, literals.len);
        if (solver_has_core(solver)) solver_core(solver, in_core);
        size_t kept = 0;
        for (size_t i = 0; i < conjuncts.len; i++)
            if (in_core[i]) conjuncts.data[kept++] = conjuncts.data[i];
        result = term_and_n(terms, conjuncts.data, kept);
        mem_free(in_core);
    }
    solver_pop(solver);
    VEC_FREE(conjuncts);
    VEC_FREE(literals);
    return result;
}

bool interpolate_weaken(const problem_t *problem, const term_t **out, const char **why) {
    const term_t *after = term_false(problem->terms);
    for (size_t i = problem->count - 1; i > 0; i--) {
        after = needed(problem->solver, out[i - 1], problem->parts[i], after);
        *why = "projection lost too much";
        if (!after) return false;
        out[i - 1] = after;
    }
    return true;
}

solver_answer_t interpolate_forward(const problem_t *problem, const term_t **out,
                                    const char **why) {
    postconditions(problem, out);
    return interpolate_weaken(problem, out, why) ? SOLVER_UNSAT : SOLVER_UNKNOWN;
}

solver_answer_t interpolate_backward(const problem_t *problem, const term_t **out,
                                     const char **why) {
    size_t count = problem->count;
    const term_t **parts = mem_alloc(2 * count * sizeof *parts), **found = parts + count;
    for (size_t i = 0; i < count; i++) parts[i] = problem->parts[count - 1 - i];
    problem_t reversed = *problem;
    reversed.parts = parts;
    solver_answer_t answer = interpolate_forward(&reversed, found, why);
    if (answer == SOLVER_UNSAT)
        for (size_t i = 0; i + 1 < count; i++)
            out[i] = term_not(problem->terms, found[count - 2 - i]);
    mem_free(parts);
    return answer;
}
