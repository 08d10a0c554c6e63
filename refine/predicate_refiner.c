#include "refine/predicate_refiner.h"

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

static void track(const predicate_refiner_t *refiner, const block_path_t *path, const sequence_t *s,
                  predicate_refinement_t *result) {
    result->answer = s->answer;
    result->why = s->why;
    if (s->answer != SOLVER_UNSAT) return;
    result->counts = interpolants_count(refiner->terms, s->interpolants, s->count - 1);
    result->pivot = track_all(refiner, path, s->count, s->interpolants, false);
    /* The same atoms at the same places again: then everywhere. */
    if (!result->pivot) result->pivot = track_all(refiner, path, s->count, s->interpolants, true);
}

static predicate_refinement_t refine_parts(const predicate_refiner_t *refiner,
                                           const sequence_source_t *source,
                                           const block_path_t *path) {
    predicate_refinement_t result = {.answer = SOLVER_UNKNOWN};
    sequence_t s = sequence_of_prefix(source, path->parts, path->count);
    track(refiner, path, &s, &result);
    if (s.answer == SOLVER_UNSAT && s.count < path->count && !result.pivot) {
        sequence_free(&s);
        s = sequence_of(source, path->parts, path->count);
        track(refiner, path, &s, &result);
    }
    sequence_free(&s);
    return result;
}

predicate_refinement_t predicate_refine(const predicate_refiner_t *refiner,
                                        const block_path_t *path) {
    predicate_refinement_t result = {.answer = SOLVER_UNKNOWN, .why = "path of a single block"};
    sequence_source_t source = {refiner->terms, refiner->solver, refiner->interpolation,
                                refiner->part};
    if (path->count < 2) return result;
    if (refiner->part == REFINE_SIMPLEST) {
        sequence_t s = sequence_without_counters(&source, path->parts, path->count);
        if (s.answer == SOLVER_UNSAT) track(refiner, path, &s, &result);
        sequence_free(&s);
    }
    return result.pivot ? result : refine_parts(refiner, &source, path);
}
