#include "refine/sequence.h"

#include "refine/counters.h"

/* How many parts of the path, which is infeasible, are so together: looked for by halves, so that
 * long paths take few questions. What is asserted is feasible. */
static size_t shortest_infeasible(solver_t *solver, const term_t *const *parts, size_t all) {
    size_t feasible = 0, infeasible = all, levels = 0;
    while (feasible + 1 < infeasible) {
        size_t middle = feasible + (infeasible - feasible) / 2;
        solver_push(solver);
        for (size_t i = feasible; i < middle; i++) solver_assert(solver, parts[i]);
        if (solver_check(solver, NULL, 0) == SOLVER_UNSAT) {
            solver_pop(solver);
            infeasible = middle;
        } else {
            feasible = middle;
            levels++;
        }
    }
    while (levels--) solver_pop(solver);
    return infeasible;
}

bool sequence_is_infeasible(solver_t *solver, const term_t *const *parts, size_t count) {
    solver_push(solver);
    for (size_t i = 0; i < count; i++) solver_assert(solver, parts[i]);
    bool are = solver_check(solver, NULL, 0) == SOLVER_UNSAT;
    solver_pop(solver);
    return are;
}

sequence_t sequence_of(const sequence_source_t *source, const term_t *const *parts, size_t count) {
    sequence_t s = {.count = count, .interpolants = mem_zalloc(count * sizeof *s.interpolants)};
    s.answer = interpolate(source->interpolation, source->terms, parts, count, s.interpolants, NULL,
                           &s.why);
    return s;
}

static bool is_simpler(terms_t *terms, const sequence_t *a, const sequence_t *b) {
    if (a->answer != SOLVER_UNSAT || b->answer != SOLVER_UNSAT) return a->answer == SOLVER_UNSAT;
    return interpolants_complexity(terms, a->interpolants, a->count - 1) <
           interpolants_complexity(terms, b->interpolants, b->count - 1);
}

sequence_t sequence_of_prefix(const sequence_source_t *source, const term_t *const *parts,
                              size_t count) {
    size_t shortest = count;
    if (source->part != REFINE_WHOLE) shortest = shortest_infeasible(source->solver, parts, count);
    sequence_t prefix = {0}, whole = {0};
    bool has_prefix = shortest >= 2 && shortest < count;
    if (has_prefix) prefix = sequence_of(source, parts, shortest);
    if (!has_prefix || source->part == REFINE_SIMPLEST || prefix.answer != SOLVER_UNSAT)
        whole = sequence_of(source, parts, count);
    /* Of two that are as simple, the prefix cuts off more. */
    bool takes_prefix = has_prefix && prefix.answer == SOLVER_UNSAT &&
                        !(whole.count && is_simpler(source->terms, &whole, &prefix));
    sequence_free(takes_prefix ? &whole : &prefix);
    return takes_prefix ? prefix : whole;
}

sequence_t sequence_without_counters(const sequence_source_t *source, const term_t *const *parts,
                                     size_t count) {
    sequence_t s = {.answer = SOLVER_UNKNOWN};
    const term_t **left = mem_alloc(count * sizeof *left);
    if (counters_leave_out(source->terms, parts, count, left) &&
        sequence_is_infeasible(source->solver, left, count)) {
        /* Nothing simpler is looked for: then the counter may be as good. */
        interpolation_t how = *source->interpolation;
        how.compared = how.compared_if_counting = 0;
        sequence_source_t direct = *source;
        direct.interpolation = &how;
        s = sequence_of(&direct, left, count);
        if (s.answer == SOLVER_UNSAT &&
            interpolants_count(source->terms, s.interpolants, count - 1))
            s.answer = SOLVER_UNKNOWN;
    }
    mem_free(left);
    return s;
}

sequence_t sequence_preferred(const sequence_source_t *source, const term_t *const *parts,
                              size_t count) {
    if (source->part == REFINE_SIMPLEST) {
        sequence_t s = sequence_without_counters(source, parts, count);
        if (s.answer == SOLVER_UNSAT) return s;
        sequence_free(&s);
    }
    return sequence_of_prefix(source, parts, count);
}

void sequence_free(sequence_t *sequence) {
    mem_free(sequence->interpolants);
    *sequence = (sequence_t){0};
}
