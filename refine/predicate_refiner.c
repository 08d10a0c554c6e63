#include "refine/predicate_refiner.h"

#include "refine/counters.h"

/* Adds an atom for every thread's location in a configuration (3.3, 3.4). */
static bool track_at(cpa_t *predicate, const configuration_t *where, const term_t *atom) {
    bool any = false;
    for (uint32_t t = 0; t < where->thread_count; t++) {
        const thread_t *thread = &where->threads[t];
        if (thread->status != THREAD_RUNNING) continue;
        if (predicate_track(predicate, thread_top(thread)->node, atom)) any = true;
    }
    return any;
}

static bool was_used(const abstraction_t *a, const term_t *atom) {
    if (atom->kind == TERM_NOT) atom = atom->a[0];
    for (size_t i = 0; i < a->predicate_count; i++)
        if (a->predicates[i] == atom) return true;
    return false;
}

/* Adds the atoms of an interpolant to the precision. true: the abstraction was
 * computed without one of them, because it is new or the state older. */
static bool track_interpolant(cpa_t *predicate, terms_t *terms, const abstraction_t *at,
                              const term_t *interpolant, bool everywhere) {
    term_vec_t atoms = {0};
    bool outdated = false;
    term_atoms(terms, term_bare(terms, interpolant), &atoms);
    for (size_t i = 0; i < atoms.len; i++) {
        bool added = everywhere ? predicate_track(predicate, NULL, atoms.data[i])
                                : track_at(predicate, at->where, atoms.data[i]);
        if (everywhere ? added
                       : !was_used(at, atoms.data[i]) &&
                             predicate_applies(predicate, at->where, atoms.data[i]))
            outdated = true;
    }
    VEC_FREE(atoms);
    return outdated;
}

static const abstraction_t *track_all(const predicate_refiner_t *refiner, const block_path_t *path,
                                      size_t count, const term_t *const *interpolants,
                                      bool everywhere) {
    const abstraction_t *pivot = NULL;
    for (size_t k = count - 1; k-- > 0;)
        if (track_interpolant(refiner->predicate, refiner->terms, path->abstractions[k + 1],
                              interpolants[k], everywhere))
            pivot = path->abstractions[k + 1];
    return pivot;
}

/* How many parts of the path are infeasible together. */
static size_t shortest_infeasible(solver_t *solver, const term_t *const *parts, size_t all) {
    size_t count = 0;
    solver_push(solver);
    while (count < all) {
        solver_assert(solver, parts[count++]);
        if (count < all && solver_check(solver, NULL, 0) == SOLVER_UNSAT) break;
    }
    solver_pop(solver);
    return count;
}

static bool are_infeasible(solver_t *solver, const term_t *const *parts, size_t count) {
    solver_push(solver);
    for (size_t i = 0; i < count; i++) solver_assert(solver, parts[i]);
    bool are = solver_check(solver, NULL, 0) == SOLVER_UNSAT;
    solver_pop(solver);
    return are;
}

/* Interpolants of the first so many parts. */
typedef struct sequence {
    size_t count;
    const term_t **interpolants;
    solver_answer_t answer;
    const char *why;
} sequence_t;

static sequence_t sequence_of(const predicate_refiner_t *refiner, const term_t *const *parts,
                              size_t count) {
    sequence_t s = {.count = count, .interpolants = mem_zalloc(count * sizeof *s.interpolants)};
    s.answer = interpolate(refiner->interpolation, refiner->terms, parts, count, s.interpolants,
                           NULL, &s.why);
    return s;
}

static bool is_simpler(const predicate_refiner_t *refiner, const sequence_t *a,
                       const sequence_t *b) {
    if (a->answer != SOLVER_UNSAT || b->answer != SOLVER_UNSAT) return a->answer == SOLVER_UNSAT;
    return interpolants_complexity(refiner->terms, a->interpolants, a->count - 1) <
           interpolants_complexity(refiner->terms, b->interpolants, b->count - 1);
}

static void track(const predicate_refiner_t *refiner, const block_path_t *path, const sequence_t *s,
                  predicate_refinement_t *result) {
    result->answer = s->answer;
    result->why = s->why;
    if (s->answer != SOLVER_UNSAT) return;
    result->pivot = track_all(refiner, path, s->count, s->interpolants, false);
    /* The same atoms at the same places again: then everywhere. */
    if (!result->pivot) result->pivot = track_all(refiner, path, s->count, s->interpolants, true);
}

static predicate_refinement_t refine_parts(const predicate_refiner_t *refiner,
                                           const block_path_t *path) {
    const term_t *const *parts = path->parts;
    predicate_refinement_t result = {.answer = SOLVER_UNKNOWN};
    size_t count = path->count;
    if (refiner->part != REFINE_WHOLE)
        count = shortest_infeasible(refiner->solver, parts, path->count);
    sequence_t prefix = {0}, whole = {0};
    bool has_prefix = count >= 2 && count < path->count;
    if (has_prefix) prefix = sequence_of(refiner, parts, count);
    if (!has_prefix || refiner->part == REFINE_SIMPLEST || prefix.answer != SOLVER_UNSAT)
        whole = sequence_of(refiner, parts, path->count);
    /* Of two that are as simple, the prefix cuts off more. */
    bool takes_prefix = has_prefix && prefix.answer == SOLVER_UNSAT &&
                        !(whole.count && is_simpler(refiner, &whole, &prefix));
    track(refiner, path, takes_prefix ? &prefix : &whole, &result);
    if (takes_prefix && !result.pivot) {
        if (!whole.count) whole = sequence_of(refiner, parts, path->count);
        track(refiner, path, &whole, &result);
    }
    mem_free(prefix.interpolants);
    mem_free(whole.interpolants);
    return result;
}

/* By what else than loop counters excludes the path, if that does not count rounds
 * in another way. */
static predicate_refinement_t refine_without_counters(const predicate_refiner_t *refiner,
                                                      const block_path_t *path) {
    predicate_refinement_t result = {.answer = SOLVER_UNKNOWN};
    const term_t **parts = mem_alloc(path->count * sizeof *parts);
    if (counters_leave_out(refiner->terms, path->parts, path->count, parts) &&
        are_infeasible(refiner->solver, parts, path->count)) {
        /* Nothing simpler is looked for: then the counter may be as good. */
        interpolation_t how = *refiner->interpolation;
        how.compared = how.compared_if_counting = 0;
        predicate_refiner_t direct = *refiner;
        direct.interpolation = &how;
        sequence_t s = sequence_of(&direct, parts, path->count);
        if (s.answer == SOLVER_UNSAT &&
            !interpolants_count(refiner->terms, s.interpolants, s.count - 1))
            track(refiner, path, &s, &result);
        mem_free(s.interpolants);
    }
    mem_free(parts);
    return result;
}

predicate_refinement_t predicate_refine(const predicate_refiner_t *refiner,
                                        const block_path_t *path) {
    predicate_refinement_t result = {.answer = SOLVER_UNKNOWN, .why = "path of a single block"};
    if (path->count < 2) return result;
    if (refiner->part == REFINE_SIMPLEST) result = refine_without_counters(refiner, path);
    return result.pivot ? result : refine_parts(refiner, path);
}
