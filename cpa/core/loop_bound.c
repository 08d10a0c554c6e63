#include "cpa/core/loop_bound.h"

#include "cpa/core/bindings.h"

typedef struct loop_bound {
    cpa_t cpa;
    uint32_t bound;
    bool was_hit;
    bindings_table_t *table; /* (thread, depth, loop head) -> visits */
    binding_vec_t scratch;
} loop_bound_t;

/* A register-like key, so that a frame's counters end with the frame. */
static variable_t counter(uint32_t thread, unsigned depth, const node_t *node) {
    return (uint64_t)thread << 52 | (uint64_t)depth << 40 | node->id;
}

static part_t loop_bound_initial(cpa_t *cpa, const configuration_t *start) {
    (void)start;
    return bindings_empty(((loop_bound_t *)cpa)->table);
}

static void forget_frames(loop_bound_t *l, uint32_t thread, unsigned from_depth) {
    variable_t first = (uint64_t)thread << 52 | (uint64_t)from_depth << 40;
    variable_t last = ((uint64_t)thread << 52) | ((UINT64_C(1) << 52) - 1);
    binding_vec_remove_range(&l->scratch, first, last);
}

static void loop_bound_transfer(cpa_t *cpa, part_t part, const step_t *step, parts_t *out) {
    loop_bound_t *l = (loop_bound_t *)cpa;
    const bindings_t *counts = part;
    const configuration_t *after = step->after;
    VEC_CLEAR(l->scratch);
    for (uint32_t i = 0; i < counts->count; i++) VEC_PUSH(l->scratch, counts->at[i]);
    if (step->thread >= after->thread_count ||
        after->threads[step->thread].status != THREAD_RUNNING) {
        forget_frames(l, step->thread, 0);
    } else {
        const thread_t *t = &after->threads[step->thread];
        const node_t *node = thread_top(t)->node;
        if (step->edge->kind == EDGE_RETURN) forget_frames(l, step->thread, t->frame_count);
        if (node->is_loop_head) {
            variable_t key = counter(step->thread, t->frame_count - 1, node);
            uint64_t visits = 0;
            bindings_get(counts, key, &visits);
            if (visits > l->bound) {
                l->was_hit = true;
                return;
            }
            binding_vec_set(&l->scratch, key, visits + 1);
        }
    }
    VEC_PUSH(*out, bindings_intern(l->table, l->scratch.data, l->scratch.len));
}

bool loop_bound_was_hit(const cpa_t *cpa) {
    return ((const loop_bound_t *)cpa)->was_hit;
}

/* Who has been round as often, or less, can do all that the other can. */
static bool loop_bound_covers(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part) {
    const bindings_t *fewer = cover, *counts = part;
    (void)cpa;
    (void)where;
    for (uint32_t i = 0; i < fewer->count; i++) {
        uint64_t visits;
        if (!bindings_get(counts, fewer->at[i].variable, &visits) || visits < fewer->at[i].value)
            return false;
    }
    return true;
}

static void loop_bound_describe(cpa_t *cpa, part_t part, const configuration_t *where,
                                description_t *out) {
    /* Counters are no facts about the program. */
    (void)cpa;
    (void)part;
    (void)where;
    (void)out;
}

static void loop_bound_print(cpa_t *cpa, part_t part, strbuf_t *out) {
    const bindings_t *counts = part;
    (void)cpa;
    for (uint32_t i = 0; i < counts->count; i++)
        strbuf_printf(out, "n%u:%u ", (unsigned)(counts->at[i].variable & 0xffffffff),
                      (unsigned)counts->at[i].value);
}

static void loop_bound_destroy(cpa_t *cpa) {
    loop_bound_t *l = (loop_bound_t *)cpa;
    bindings_table_delete(l->table);
    VEC_FREE(l->scratch);
    mem_free(l);
}

static const cpa_class_t loop_bound_class = {
    .name = "loop bound",
    .destroy = loop_bound_destroy,
    .initial = loop_bound_initial,
    .transfer = loop_bound_transfer,
    .covers = loop_bound_covers,
    .describe = loop_bound_describe,
    .print = loop_bound_print,
};

cpa_t *loop_bound_new(const program_t *program, uint32_t bound) {
    loop_bound_t *l = mem_zalloc(sizeof *l);
    l->cpa = (cpa_t){&loop_bound_class, program};
    l->bound = bound;
    l->table = bindings_table_new();
    return &l->cpa;
}
