#include "refine/focus_refiner.h"

#include <stdlib.h>

typedef struct candidate {
    const object_t *object;
    size_t edges; /* of the program that may touch it */
} candidate_t;

typedef struct {
    focus_t *trial;
    const path_t *path;
    blocks_t *blocks;
    terms_t *terms;
    solver_t *solver;
    VEC(candidate_t) candidates;
} focus_search_t;

static bool is_excluded(focus_search_t *s) {
    blocks_focus(s->blocks, s->trial);
    return path_solve(s->path, NULL, s->blocks, s->terms, s->solver, s->trial->program, NULL) ==
           SOLVER_UNSAT;
}

static bool may_touch(const edge_t *edge, const object_t *object) {
    if (edge->access.anything) return true;
    for (size_t i = 0; i < edge->access.count; i++)
        if (edge->access.objects[i] == object) return true;
    return false;
}

/* What the most edges touch comes first: without it the reduction gains most. */
static int by_edges(const void *a, const void *b) {
    const candidate_t *x = a, *y = b;
    if (x->edges != y->edges) return x->edges < y->edges ? 1 : -1;
    return (x->object->id > y->object->id) - (x->object->id < y->object->id);
}

static void find_candidates(focus_search_t *s) {
    const program_t *program = s->trial->program;
    for (size_t i = 0; i < program->objects.len; i++) {
        candidate_t candidate = {.object = program->objects.data[i]};
        bool on_path = false;
        if (focus_has(s->trial, candidate.object)) continue;
        for (size_t k = 0; !on_path && k < s->path->len; k++)
            on_path = may_touch(s->path->data[k]->edge, candidate.object);
        if (!on_path) continue;
        for (size_t k = 0; k < program->edges.len; k++)
            candidate.edges += may_touch(program->edges.data[k], candidate.object);
        VEC_PUSH(s->candidates, candidate);
    }
    if (s->candidates.len)
        qsort(s->candidates.data, s->candidates.len, sizeof *s->candidates.data, by_edges);
}

/* Takes the candidates [from, to) out of the trial focus again, as far as the
 * path stays excluded: all at once, else each half. */
static void take_out(focus_search_t *s, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) focus_remove(s->trial, s->candidates.data[i].object);
    if (is_excluded(s)) return;
    for (size_t i = from; i < to; i++) focus_add(s->trial, s->candidates.data[i].object);
    if (to - from < 2) return;
    size_t middle = from + (to - from) / 2;
    take_out(s, from, middle);
    take_out(s, middle, to);
}

size_t focus_refine(focus_t *focus, const path_t *path, blocks_t *blocks, terms_t *terms,
                    solver_t *solver, bool sparing) {
    focus_search_t s = {focus_copy(focus), path, blocks, terms, solver, {0}};
    size_t added = 0;
    find_candidates(&s);
    for (size_t i = 0; i < s.candidates.len; i++) focus_add(s.trial, s.candidates.data[i].object);
    if (s.candidates.len && is_excluded(&s)) {
        if (sparing) take_out(&s, 0, s.candidates.len);
        for (size_t i = 0; i < s.candidates.len; i++)
            if (focus_has(s.trial, s.candidates.data[i].object))
                added += focus_add(focus, s.candidates.data[i].object);
    }
    blocks_focus(blocks, focus);
    focus_delete(s.trial);
    VEC_FREE(s.candidates);
    return added;
}
