#include "solver/interpolate.h"

#include "solver/child.h"
#include "solver/interpolate_ways.h"
#include "solver/term_internal.h"

#include <string.h>

enum { CHILD_MEGABYTES = 4096, CORE_ROUNDS = 3 };

static const struct {
    const char *name;
    way_t run;
} ways[INTERPOLATION_WAY_COUNT] = {
    [INTERPOLATE_NATIVE] = {"native", interpolate_native},
    [INTERPOLATE_FORWARD] = {"forward", interpolate_forward},
    [INTERPOLATE_BACKWARD] = {"backward", interpolate_backward},
    [INTERPOLATE_LINEAR] = {"linear", interpolate_linear},
    [INTERPOLATE_SPACER] = {"spacer", interpolate_spacer},
};

/* Where symbols occur */

void occurrences_init(occurrences_t *o, terms_t *terms, const term_t *const *parts, size_t count) {
    *o = (occurrences_t){0};
    term_vec_t symbols = {0};
    for (size_t i = 0; i < count; i++) {
        VEC_CLEAR(symbols);
        term_symbols(terms, parts[i], &symbols);
        for (size_t k = 0; k < symbols.len; k++) {
            uint64_t known;
            uint32_t id = symbols.data[k]->id;
            if (!map64_get(&o->first, id, &known)) map64_put(&o->first, id, i);
            map64_put(&o->last, id, i);
        }
    }
    VEC_FREE(symbols);
}

void occurrences_free(occurrences_t *o) {
    map64_free(&o->first);
    map64_free(&o->last);
}

bool occurrences_is_shared(const occurrences_t *o, const term_t *symbol, size_t cut) {
    uint64_t first, last;
    return map64_get(&o->first, symbol->id, &first) && map64_get(&o->last, symbol->id, &last) &&
           first <= cut && last > cut;
}

/* The check */

static bool over_shared_symbols(terms_t *terms, const term_t *const *parts, size_t count,
                                const term_t *const *itps) {
    occurrences_t where;
    occurrences_init(&where, terms, parts, count);
    term_vec_t symbols = {0};
    bool ok = true;
    for (size_t i = 0; ok && i + 1 < count; i++) {
        VEC_CLEAR(symbols);
        term_symbols(terms, itps[i], &symbols);
        for (size_t k = 0; ok && k < symbols.len; k++)
            ok = occurrences_is_shared(&where, symbols.data[k], i);
    }
    VEC_FREE(symbols);
    occurrences_free(&where);
    return ok;
}

static bool is_sequence(solver_t *solver, const term_t *const *parts, size_t count,
                        const term_t *const *itps) {
    terms_t *terms = solver->terms;
    bool ok = over_shared_symbols(terms, parts, count, itps);
    for (size_t i = 0; ok && i < count; i++) {
        const term_t *before = i ? itps[i - 1] : term_true(terms);
        const term_t *after = i + 1 < count ? itps[i] : term_false(terms);
        ok = solver_implies(solver, term_and(terms, before, parts[i]), after) == SOLVER_UNSAT;
    }
    return ok;
}

bool interpolants_are_valid(const solver_class_t *class, terms_t *terms, const term_t *const *parts,
                            size_t count, const term_t *const *itps) {
    const char *why;
    solver_t *solver = solver_new(class, terms, &why);
    if (!solver) return false;
    bool ok = is_sequence(solver, parts, count, itps);
    solver_delete(solver);
    return ok;
}

/* A way in a child: what it answered, then the terms. */

typedef struct job {
    const problem_t *problem;
    way_t way;
} job_t;

static void work(void *context, strbuf_t *out) {
    const job_t *job = context;
    const problem_t *problem = job->problem;
    const term_t **itps = mem_zalloc(problem->count * sizeof *itps);
    const char *why = "no reason given";
    solver_answer_t answer = job->way(problem, itps, &why);
    if (answer == SOLVER_UNSAT) {
        strbuf_add(out, "U");
        term_write(problem->terms, out, itps, problem->count - 1);
    } else {
        strbuf_printf(out, "%s%s", answer == SOLVER_SAT ? "S" : "?", why);
    }
    mem_free(itps);
}

solver_answer_t interpolate_in_child(const problem_t *problem, way_t way, const term_t **out,
                                     const char **why) {
    job_t job = {problem, way};
    child_limits_t limits = {problem->milliseconds, CHILD_MEGABYTES};
    strbuf_t text = {0};
    solver_answer_t answer = SOLVER_UNKNOWN;
    if (child_run(work, &job, limits, &text, why)) {
        const char *reply = strbuf_text(&text);
        term_vec_t list = {0};
        *why = "its process sent nonsense";
        if (*reply == 'S') {
            answer = SOLVER_SAT;
        } else if (*reply == '?') {
            *why = arena_strdup(problem->terms->arena, reply + 1);
        } else if (*reply == 'U' && term_read(problem->terms, reply + 1, &list) &&
                   list.len == problem->count - 1) {
            for (size_t i = 0; i < list.len; i++) out[i] = list.data[i];
            answer = SOLVER_UNSAT;
        }
        VEC_FREE(list);
    }
    strbuf_free(&text);
    return answer;
}

/* Reduction to an unsat core of conjuncts: smaller parts give smaller
 * interpolants, and interpolants of weaker parts are interpolants of the parts. */

typedef struct reduction {
    terms_t *terms;
    term_vec_t conjuncts;        /* of all parts, distinct */
    term_vec_t literals;         /* standing for them */
    map64_t index;               /* conjunct id -> position */
    bool *in_core;               /* by position */
} reduction_t;

static void reduction_collect(reduction_t *r, const term_t *const *parts, size_t count) {
    term_vec_t found = {0};
    for (size_t i = 0; i < count; i++) {
        VEC_CLEAR(found);
        term_conjuncts(r->terms, parts[i], &found);
        for (size_t k = 0; k < found.len; k++) {
            uint64_t known;
            if (map64_get(&r->index, found.data[k]->id, &known)) continue;
            map64_put(&r->index, found.data[k]->id, r->conjuncts.len);
            VEC_PUSH(r->conjuncts, found.data[k]);
            VEC_PUSH(r->literals, solver_literal(r->terms, found.data[k]));
        }
    }
    VEC_FREE(found);
    r->in_core = mem_alloc(r->conjuncts.len + 1);
    memset(r->in_core, true, r->conjuncts.len);
}

/* Solves with the literals of the core so far, and shrinks it. */
static solver_answer_t reduction_round(reduction_t *r, solver_t *solver, bool *shrunk) {
    term_vec_t assumptions = {0};
    VEC(size_t) positions = {0};
    for (size_t i = 0; i < r->literals.len; i++) {
        if (!r->in_core[i]) continue;
        VEC_PUSH(assumptions, r->literals.data[i]);
        VEC_PUSH(positions, i);
    }
    *shrunk = false;
    solver_answer_t answer = solver_check(solver, assumptions.data, assumptions.len);
    if (answer == SOLVER_UNSAT && solver_has_core(solver)) {
        bool *core = mem_zalloc(assumptions.len + 1);
        solver_core(solver, core);
        for (size_t i = 0; i < positions.len; i++) {
            if (core[i]) continue;
            r->in_core[positions.data[i]] = false;
            *shrunk = true;
        }
        mem_free(core);
    }
    VEC_FREE(assumptions);
    VEC_FREE(positions);
    return answer;
}

static solver_answer_t reduction_solve(reduction_t *r, solver_t *solver) {
    solver_push(solver);
    for (size_t i = 0; i < r->conjuncts.len; i++)
        if (r->literals.data[i] != r->conjuncts.data[i])
            solver_assert(solver,
                          term_implies(r->terms, r->literals.data[i], r->conjuncts.data[i]));
    bool shrunk = true;
    solver_answer_t first = reduction_round(r, solver, &shrunk);
    for (int i = 1; i < CORE_ROUNDS && shrunk && first == SOLVER_UNSAT; i++)
        if (reduction_round(r, solver, &shrunk) != SOLVER_UNSAT) break;
    solver_pop(solver);
    return first;
}

static const term_t *reduction_part(reduction_t *r, const term_t *part) {
    term_vec_t found = {0};
    term_conjuncts(r->terms, part, &found);
    size_t kept = 0;
    for (size_t i = 0; i < found.len; i++) {
        uint64_t position = 0;
        map64_get(&r->index, found.data[i]->id, &position);
        if (r->in_core[position]) found.data[kept++] = found.data[i];
    }
    const term_t *reduced = term_and_n(r->terms, found.data, kept);
    VEC_FREE(found);
    return reduced;
}

/* To reduced[i] the conjuncts of parts[i] in the core. UNKNOWN: all of them. */
static solver_answer_t reduce(solver_t *solver, const term_t *const *parts, size_t count,
                              const term_t **reduced) {
    reduction_t r = {.terms = solver->terms};
    reduction_collect(&r, parts, count);
    solver_answer_t answer = reduction_solve(&r, solver);
    for (size_t i = 0; i < count; i++) reduced[i] = reduction_part(&r, parts[i]);
    VEC_FREE(r.conjuncts);
    VEC_FREE(r.literals);
    map64_free(&r.index);
    mem_free(r.in_core);
    return answer;
}

/* The sequence for all parts from the one for those that are not true. */
static void expand(terms_t *terms, const term_t *const *reduced, size_t count,
                   const term_t *const *found, size_t found_parts, const term_t **out) {
    size_t passed = 0; /* parts of the small problem up to here */
    for (size_t i = 0; i + 1 < count; i++) {
        passed += !term_is_true(reduced[i]);
        if (passed == 0)
            out[i] = term_true(terms);
        else
            out[i] = passed == found_parts ? term_false(terms) : found[passed - 1];
    }
}

/* A sequence that passes the check; false: *reason says why there is none. */
static bool try_way(const problem_t *problem, interpolation_way_t way, const term_t **found,
                    const char **reason) {
    *reason = "no reason given";
    problem->solver->milliseconds = problem->milliseconds;
    solver_answer_t answer = ways[way].run(problem, found, reason);
    if (answer == SOLVER_SAT) *reason = "contradicts the solver";
    if (answer != SOLVER_UNSAT) return false;
    *reason = "its result did not pass the check";
    return is_sequence(problem->solver, problem->parts, problem->count, found);
}

/* Tries the ways; the sequence goes to best. */
static solver_answer_t try_ways(const interpolation_t *how, const problem_t *problem,
                                const term_t **best, interpolation_way_t *way, const char **why) {
    strbuf_t reasons = {0};
    size_t bytes = problem->count * sizeof *best, least = SIZE_MAX;
    const term_t **found = mem_zalloc(bytes);
    for (size_t i = 0; i < how->way_count; i++) {
        const char *reason;
        if (least < SIZE_MAX && i >= how->compared &&
            (i >= how->compared_if_counting ||
             !interpolants_count(problem->terms, best, problem->count - 1)))
            break;
        problem_t limited = *problem;
        if (least < SIZE_MAX && !how->compared && how->comparison_milliseconds)
            limited.milliseconds = how->comparison_milliseconds;
        if (try_way(&limited, how->ways[i], found, &reason)) {
            size_t size = interpolants_complexity(problem->terms, found, problem->count - 1);
            if (size >= least) continue;
            least = size;
            *way = how->ways[i];
            memcpy(best, found, bytes);
        } else {
            strbuf_printf(&reasons, "%s%s: %s", i ? "; " : "", ways[how->ways[i]].name, reason);
        }
    }
    mem_free(found);
    if (least == SIZE_MAX) *why = arena_strdup(problem->terms->arena, strbuf_text(&reasons));
    strbuf_free(&reasons);
    return least == SIZE_MAX ? SOLVER_UNKNOWN : SOLVER_UNSAT;
}

static solver_answer_t interpolate_reduced(const interpolation_t *how, solver_t *solver,
                                           const term_t *const *reduced, size_t count,
                                           const term_t **out, interpolation_way_t *way,
                                           const char **why) {
    terms_t *terms = solver->terms;
    term_vec_t parts = {0};
    for (size_t i = 0; i < count; i++)
        if (!term_is_true(reduced[i])) VEC_PUSH(parts, reduced[i]);
    const term_t **found = mem_zalloc((parts.len + 1) * sizeof *found);
    problem_t problem = {how->class, terms, parts.data, parts.len, how->milliseconds, solver};
    solver_answer_t answer = SOLVER_UNSAT;
    if (parts.len > 1) answer = try_ways(how, &problem, found, way, why);
    if (answer == SOLVER_UNSAT) expand(terms, reduced, count, found, parts.len, out);
    mem_free(found);
    VEC_FREE(parts);
    return answer;
}

/* With a solver that has nothing asserted. */
static solver_answer_t interpolate_with(const interpolation_t *how, solver_t *solver,
                                        const term_t *const *parts, size_t count,
                                        const term_t **out, interpolation_way_t *way,
                                        const char **why) {
    const term_t **reduced = mem_zalloc(count * sizeof *reduced);
    solver->milliseconds = how->milliseconds;
    solver_answer_t answer = reduce(solver, parts, count, reduced);
    if (answer == SOLVER_UNSAT)
        answer = interpolate_reduced(how, solver, reduced, count, out, way, why);
    else if (answer == SOLVER_UNKNOWN)
        *why = arena_strdup(solver->terms->arena,
                            solver->why_unknown ? solver->why_unknown : "no reason given");
    mem_free(reduced);
    return answer;
}

solver_answer_t interpolate(const interpolation_t *how, terms_t *terms, const term_t *const *parts,
                            size_t count, const term_t **out, interpolation_way_t *way,
                            const char **why) {
    REQUIRE(count >= 1 && how->way_count >= 1);
    interpolation_way_t used = how->ways[0];
    const char *reason = NULL;
    solver_stats.interpolations++;
    solver_answer_t answer = SOLVER_UNKNOWN;
    solver_t *solver = solver_new(how->class, terms, &reason);
    if (solver) answer = interpolate_with(how, solver, parts, count, out, &used, &reason);
    solver_delete(solver);
    if (answer == SOLVER_UNKNOWN) {
        solver_stats.interpolations_failed++;
        if (why) *why = reason;
    }
#ifdef HEDDLE_DEBUG
    if (answer == SOLVER_UNSAT && !interpolants_are_valid(how->class, terms, parts, count, out))
        misuse(__func__, "the sequence is not one of interpolants");
#endif
    if (way) *way = used;
    return answer;
}
