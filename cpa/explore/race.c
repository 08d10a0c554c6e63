#include "cpa/explore/race.h"

#include "cfa/data_access.h"
#include "cfa/points_to.h"
#include "cpa/core/memory.h"

/* An access that a thread may make next. */
typedef struct pending {
    uint32_t thread;
    const edge_t *edge;
    data_access_t access;
    bool is_atomic, is_known;
    uint64_t address, size; /* if it is known */
} pending_t;

typedef struct race_search {
    composite_t *composite;
    const configuration_t *c;
    const part_t *parts;
    VEC(pending_t) accesses;
} race_search_t;

/* Where it is, as far as the state says; false: in nothing that others may touch. */
static bool locate(const race_search_t *s, pending_t *pending) {
    place_t place;
    pending->size = pending->access.size;
    pending->is_known = composite_evaluate(s->composite, s->c, s->parts, pending->thread,
                                           pending->access.address, &pending->address);
    if (!pending->is_known) return true;
    if (!memory_find(s->composite->program, s->c, pending->address, &place)) return false;
    if (!pending->size) pending->size = place.size;
    return place.object->may_be_shared;
}

static void collect(race_search_t *s, uint32_t thread) {
    const thread_t *t = &s->c->threads[thread];
    const node_t *node = thread_top(t)->node;
    data_access_t last = {0};
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        pending_t pending = {.thread = thread, .edge = edge};
        if (!edge->access.shared || !data_access_of(edge, &pending.access)) continue;
        /* The other side of a branch. */
        if (pending.access.address == last.address && pending.access.size == last.size) continue;
        last = pending.access;
        pending.is_atomic = data_access_is_atomic(edge, t->atomic_depth);
        if (locate(s, &pending)) VEC_PUSH(s->accesses, pending);
    }
}

/* May an access whose address is not known go where the other one does? */
static bool may_include(const race_search_t *s, const pending_t *unknown, const pending_t *known) {
    place_t place;
    return memory_find(s->composite->program, s->c, known->address, &place) &&
           place.object->may_be_shared && access_includes(&unknown->edge->access, place.object);
}

static bool may_meet(const access_t *a, const access_t *b) {
    if (a->anything || b->anything) return true;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        const object_t *x = a->objects[i], *y = b->objects[k];
        if (x == y && x->may_be_shared) return true;
        if (x->id <= y->id) i++;
        if (y->id <= x->id) k++;
    }
    return false;
}

static race_certainty_t judge(const race_search_t *s, const pending_t *a, const pending_t *b) {
    if (a->thread == b->thread || (a->is_atomic && b->is_atomic)) return RACE_NONE;
    if (!a->access.is_write && !b->access.is_write) return RACE_NONE;
    if (a->is_known && b->is_known) {
        bool meet = a->address - b->address < b->size || b->address - a->address < a->size;
        return meet ? RACE_SURE : RACE_NONE;
    }
    bool may = a->is_known   ? may_include(s, b, a)
               : b->is_known ? may_include(s, a, b)
                             : may_meet(&a->edge->access, &b->edge->access);
    return may ? RACE_PERHAPS : RACE_NONE;
}

/* A place that free takes is met where it begins, if it is not known: more than that is only
 * a matter of finding races, as such a pair is never excluded. */
static meeting_t meeting_of(const pending_t *a, const pending_t *b) {
    return (meeting_t){{a->thread, b->thread},
                       {a->access.address, b->access.address},
                       {a->size ? a->size : 1, b->size ? b->size : 1}};
}

static bool is_excluded(const race_search_t *s, const pending_t *a, const pending_t *b,
                        const meeting_t *meeting) {
    if (!a->size || !b->size) return false;
    for (size_t i = 0; i < s->composite->count; i++) {
        cpa_t *cpa = s->composite->cpas[i];
        if (!cpa->class->excludes || !cpa->class->excludes(cpa, s->parts[i], s->c, meeting))
            continue;
        s->composite->excluded_race = true;
        return true;
    }
    return false;
}

race_t composite_race(composite_t *composite, const configuration_t *c, const part_t *parts) {
    race_search_t s = {.composite = composite, .c = c, .parts = parts};
    race_t race = {0};
    if (threading_is_final(c)) return race;
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING) collect(&s, t);
    for (size_t i = 0; i < s.accesses.len && race.certainty != RACE_SURE; i++)
        for (size_t k = i + 1; k < s.accesses.len; k++) {
            const pending_t *a = &s.accesses.data[i], *b = &s.accesses.data[k];
            race_certainty_t certainty = judge(&s, a, b);
            if (certainty <= race.certainty) continue;
            meeting_t meeting = meeting_of(a, b);
            if (!is_excluded(&s, a, b, &meeting)) race = (race_t){certainty, meeting};
        }
    VEC_FREE(s.accesses);
    return race;
}
