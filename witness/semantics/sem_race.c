#include "witness/semantics/sem_race.h"

#include "cfa/data_access.h"
#include "cfa/points_to.h"
#include "witness/semantics/sem_evaluate.h"

/* What a thread accesses next. */
typedef struct next_access {
    unsigned thread;
    const edge_t *edge;
    bool is_write, is_atomic;
    uint64_t size; /* 0: not known, as the object is not */
    sem_value_t address;
    const object_t *object; /* at a constant address */
} next_access_t;

typedef VEC(next_access_t) next_accesses_t;

/* false: it is an access to nothing. */
static bool find_place(semantics_t *s, const configuration_t *c, next_access_t *next) {
    cells_place_t place;
    if (!sem_value_is_const(next->address)) return true;
    if (!cells_place_at(&s->cells, c, next->address.bits, &place)) return false;
    next->object = place.object;
    if (!next->size) next->size = place.address + place.size - next->address.bits;
    return place.object->may_be_shared;
}

static void add_thread(semantics_t *s, const sem_state_t *state, unsigned thread,
                       next_accesses_t *out) {
    const configuration_t *c = state->configuration;
    const node_t *node = semantics_node(c, thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        data_access_t access;
        if (!edge->access.shared || !data_access_of(edge, &access)) continue;
        next_access_t next = {.thread = thread,
                              .edge = edge,
                              .is_write = access.is_write,
                              .is_atomic =
                                  data_access_is_atomic(edge, c->threads[thread].atomic_depth),
                              .size = access.size};
        /* Registers without a value are entered into the copy, with one name for all. */
        if (semantics_value(s, &s->base, thread, access.address, &next.address) &&
            find_place(s, c, &next))
            VEC_PUSH(*out, next);
    }
}

static bool may_touch(const next_access_t *a, const next_access_t *b) {
    if (a->object) return access_includes(&b->edge->access, a->object);
    for (size_t i = 0; i < a->edge->access.count; i++) {
        const object_t *object = a->edge->access.objects[i];
        if (object->may_be_shared && access_includes(&b->edge->access, object)) return true;
    }
    return a->edge->access.anything;
}

/* The other address is one of the bytes from this one on. */
static const term_t *reaches(terms_t *terms, const term_t *from, uint64_t size, const term_t *to) {
    unsigned width = from->sort.width;
    return term_bv(terms, TERM_BVULT, term_bv(terms, TERM_BVSUB, to, from),
                   term_const(terms, width, size));
}

/* false: they do not meet. */
static bool meet(semantics_t *s, const next_access_t *a, const next_access_t *b,
                 const term_t **condition) {
    *condition = NULL;
    if (sem_value_is_const(a->address) && sem_value_is_const(b->address)) {
        uint64_t distance = a->address.bits - b->address.bits;
        return distance < b->size || -distance < a->size;
    }
    if (!may_touch(a, b) || !may_touch(b, a)) return false;
    if (!a->size || !b->size) return true;
    unsigned width = s->program->pointer_bits;
    const term_t *from = sem_value_term(s->terms, a->address, width);
    const term_t *to = sem_value_term(s->terms, b->address, width);
    *condition = term_or(s->terms, reaches(s->terms, from, a->size, to),
                         reaches(s->terms, to, b->size, from));
    return !term_is_false(*condition);
}

bool semantics_races(semantics_t *s, const sem_state_t *state, sem_race_sink_t sink,
                     void *context) {
    const configuration_t *c = state->configuration;
    next_accesses_t all = {0};
    bool goes_on = true;
    if (c->has_exited || c->unsupported || c->thread_count < 2) return true;
    sem_state_copy(&s->base, state);
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING && c->threads[t].frame_count)
            add_thread(s, state, t, &all);
    for (size_t i = 0; i < all.len; i++)
        for (size_t k = i + 1; goes_on && k < all.len; k++) {
            const next_access_t *a = &all.data[i], *b = &all.data[k];
            sem_race_t race = {{a->thread, b->thread}, {a->edge, b->edge}, NULL};
            if (a->thread == b->thread || !(a->is_write || b->is_write)) continue;
            if (a->is_atomic && b->is_atomic) continue;
            if (meet(s, a, b, &race.condition)) goes_on = sink(context, &race);
        }
    VEC_FREE(all);
    return goes_on;
}
