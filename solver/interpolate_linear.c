/* Interpolants over the integers generalise: what they say of sums and
 * differences goes on being true in the next round of a loop. But bit-vectors
 * wrap around, so these are taken for what they speak of only. The interpolants
 * are the strongest that can be said with their atoms, bit by bit, going
 * forwards. If that does not exclude the path, since sums might wrap around,
 * the comparisons on the path are tried as well: they tend to bound what is
 * summed up. Where no solver knows integers, these are all there is. */

#include "solver/guards.h"
#include "util/stats.h"

enum { MOST_ATOMS = 12, MOST_CASES = 32 };

static solver_answer_t call(const problem_t *problem, const term_t **out, const char **why) {
    *why = "the solver could not interpolate";
    solver_answer_t answer =
        problem->class->interpolate_linear(problem->terms, problem->parts, problem->count, out);
    /* Of bit-vectors that says nothing. */
    if (answer == SOLVER_SAT) *why = "the integers allow it";
    return answer == SOLVER_UNSAT ? SOLVER_UNSAT : SOLVER_UNKNOWN;
}

typedef struct linear_cases {
    terms_t *terms;
    term_vec_t atoms, literals, cases;
} linear_cases_t;

static bool add_case(void *context, const int8_t *values) {
    linear_cases_t *c = context;
    VEC_CLEAR(c->literals);
    for (size_t i = 0; i < c->atoms.len; i++)
        if (values[i] >= 0)
            VEC_PUSH(c->literals,
                     values[i] ? c->atoms.data[i] : term_not(c->terms, c->atoms.data[i]));
    VEC_PUSH(c->cases, term_and_n(c->terms, c->literals.data, c->literals.len));
    return c->cases.len < MOST_CASES;
}

/* The strongest combination of the atoms of wanted that holds after state; NULL:
 * there are too many cases. */
static const term_t *strongest(solver_t *solver, const term_t *state, const term_t *wanted) {
    terms_t *terms = solver->terms;
    if (solver_implies(solver, state, wanted) == SOLVER_UNSAT) return wanted;
    linear_cases_t c = {.terms = terms};
    term_atoms(terms, wanted, &c.atoms);
    const term_t *result = NULL;
    if (c.atoms.len <= MOST_ATOMS) {
        solver_push(solver);
        solver_assert(solver, state);
        if (solver_all_sat(solver, c.atoms.data, c.atoms.len, add_case, &c) == SOLVER_UNSAT)
            result = term_or_n(terms, c.cases.data, c.cases.len);
        solver_pop(solver);
    }
    VEC_FREE(c.atoms);
    VEC_FREE(c.literals);
    VEC_FREE(c.cases);
    return result;
}

typedef struct linear_search {
    const problem_t *problem;
    const term_t **wanted; /* what integers say between the parts */
    double deadline;       /* 0: none */
} linear_search_t;

/* All queries together have the time that the problem allows. */
static bool has_time(const linear_search_t *search) {
    if (search->deadline == 0) return true;
    double left = search->deadline - stats_now();
    search->problem->solver->milliseconds = left > 0 ? 1 + (unsigned)(left * 1000) : 1;
    return left > 0;
}

/* With the guards of the parts, if not NULL. false: there are too many cases, or
 * there is no time for them. */
static bool postconditions(const linear_search_t *search, const guards_t *guards,
                           const term_t **out) {
    const problem_t *problem = search->problem;
    terms_t *terms = problem->terms;
    const term_t *state = term_true(terms);
    for (size_t i = 0; i + 1 < problem->count; i++) {
        term_vec_t implied = {0};
        if (!has_time(search)) return false;
        state = term_and(terms, state, problem->parts[i]);
        if (guards) {
            guards_at(guards, i, &implied);
            guards_keep_implied(problem->solver, state, &implied);
        }
        const term_t *said = strongest(problem->solver, state, search->wanted[i]);
        if (said) VEC_PUSH(implied, said);
        state = out[i] = term_and_n(terms, implied.data, implied.len);
        VEC_FREE(implied);
        if (!said) return false;
    }
    return true;
}

static size_t price(terms_t *terms, const term_t *t) {
    return 2 * term_size(terms, t) - (t->kind == TERM_EQ);
}

/* Without what is not needed, dear ones first: cores are seldom the smallest, and
 * every atom is a predicate. */
static const term_t *fewest(solver_t *solver, const term_t *before, const term_t *part,
                            const term_t *after) {
    terms_t *terms = solver->terms;
    term_vec_t kept = {0};
    term_conjuncts(terms, before, &kept);
    for (size_t i = 1; i < kept.len; i++)
        for (size_t k = i; k && price(terms, kept.data[k - 1]) < price(terms, kept.data[k]); k--) {
            const term_t *cheap = kept.data[k - 1];
            kept.data[k - 1] = kept.data[k];
            kept.data[k] = cheap;
        }
    for (size_t i = 0; i < kept.len && kept.len > 1; i++) {
        const term_t *tried = kept.data[i];
        kept.data[i] = term_true(terms);
        const term_t *rest = term_and_n(terms, kept.data, kept.len);
        if (solver_implies(solver, term_and(terms, rest, part), after) != SOLVER_UNSAT)
            kept.data[i] = tried;
    }
    const term_t *result = term_and_n(terms, kept.data, kept.len);
    VEC_FREE(kept);
    return result;
}

static void drop_needless(const linear_search_t *search, const term_t **out) {
    const problem_t *problem = search->problem;
    const term_t *after = term_false(problem->terms);
    for (size_t i = problem->count - 1; i > 0 && has_time(search); i--) {
        out[i - 1] = fewest(problem->solver, out[i - 1], problem->parts[i], after);
        after = out[i - 1];
    }
}

static bool excludes(const linear_search_t *search, const guards_t *guards, const term_t **out,
                     const char **why) {
    *why = "too many cases, or too little time";
    if (!postconditions(search, guards, out) || !has_time(search) ||
        !interpolate_weaken(search->problem, out, why))
        return false;
    drop_needless(search, out);
    return true;
}

/* To wanted what integers say; nothing if the solver knows none. */
static solver_answer_t ask_integers(const problem_t *problem, const term_t **wanted,
                                    const char **why) {
    if (problem->class->interpolate_linear) return interpolate_in_child(problem, call, wanted, why);
    for (size_t i = 0; i < problem->count; i++) wanted[i] = term_true(problem->terms);
    return SOLVER_UNSAT;
}

solver_answer_t interpolate_linear(const problem_t *problem, const term_t **out, const char **why) {
    linear_search_t search = {.problem = problem,
                              .wanted = mem_zalloc(problem->count * sizeof *search.wanted)};
    if (problem->milliseconds) search.deadline = stats_now() + problem->milliseconds / 1000.0;
    solver_answer_t answer = ask_integers(problem, search.wanted, why);
    if (answer == SOLVER_UNSAT && !excludes(&search, NULL, out, why)) {
        guards_t guards;
        guards_init(&guards, problem->terms, problem->parts, problem->count);
        guards_add_interpolants(&guards, search.wanted, problem->count - 1);
        guards_add_parts(&guards, problem->parts, problem->count);
        if (!excludes(&search, &guards, out, why)) answer = SOLVER_UNKNOWN;
        guards_free(&guards);
    }
    mem_free(search.wanted);
    return answer;
}
