#include "engine/boolean/future.h"

#include "cfa/scc.h"

#include <string.h>

typedef struct place {
    uint64_t *reads, *writes; /* globals, of what comes */
    uint64_t *needs;          /* variables of its own */
    uint64_t *now_reads, *now_writes; /* globals, of the steps out of here */
    bool is_local;            /* no step out of here concerns other threads as such */
    uint32_t rank;
} place_t;

struct future {
    const boolean_t *boolean;
    arena_t *arena;
    size_t global_words;
    place_t **places; /* per routine, per node */
};

typedef struct use {
    const boolean_t *boolean;
    uint64_t *globals, *locals;
} use_t;

static void set_bit(uint64_t *bits, uint32_t i) {
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

static bool has_bit(const uint64_t *bits, uint32_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

static bool add_bits(uint64_t *to, const uint64_t *from, size_t words) {
    uint64_t news = 0;
    for (size_t i = 0; i < words; i++) {
        news |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return news != 0;
}

static bool meets(const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        if (a[i] & b[i]) return true;
    return false;
}

static size_t words_for(size_t bits) {
    return bits / 64 + 1;
}

static place_t *place_of(const future_t *future, const bnode_t *node) {
    return &future->places[node->routine->id][node->id];
}

static void note_use(void *context, uint32_t variable) {
    use_t *use = context;
    size_t globals = use->boolean->globals.len;
    if (variable < globals)
        set_bit(use->globals, variable);
    else
        set_bit(use->locals, variable - (uint32_t)globals);
}

/* --- what steps do --- */

static void look_at_node(future_t *future, const bnode_t *node) {
    place_t *place = place_of(future, node);
    use_t reads = {future->boolean, place->now_reads, place->needs};
    place->is_local = !node->is_atomic;
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        if (step->kind == BSTEP_SYNC || step->to->is_atomic) place->is_local = false;
        bstep_reads(step, note_use, &reads);
        for (size_t j = 0; j < step->assign_count; j++)
            if (step->assigns[j].variable < future->boolean->globals.len)
                set_bit(place->now_writes, step->assigns[j].variable);
    }
    add_bits(place->reads, place->now_reads, future->global_words);
    add_bits(place->writes, place->now_writes, future->global_words);
}

/* needs: what is read before it is written. A local that a step assigns is not needed before
 * it, unless the step itself reads it, which look_at_node has noted. */
static bool pull_needs(const future_t *future, place_t *place, const bstep_t *step, size_t words,
                       uint64_t *scratch) {
    size_t globals = future->boolean->globals.len;
    memcpy(scratch, place_of(future, step->to)->needs, words * sizeof *scratch);
    for (size_t i = 0; i < step->assign_count; i++) {
        uint32_t variable = step->assigns[i].variable;
        if (variable < globals) continue;
        variable -= (uint32_t)globals;
        scratch[variable / 64] &= ~(UINT64_C(1) << variable % 64);
    }
    return add_bits(place->needs, scratch, words);
}

static bool pull(future_t *future, const bnode_t *node, uint64_t *scratch) {
    place_t *place = place_of(future, node);
    size_t words = future->global_words, own = words_for(node->routine->locals.len);
    bool changed = false;
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        const place_t *next = place_of(future, step->to);
        const place_t *started = step->routine ? place_of(future, step->routine->entry) : next;
        changed |= add_bits(place->reads, next->reads, words);
        changed |= add_bits(place->writes, next->writes, words);
        changed |= add_bits(place->reads, started->reads, words);
        changed |= add_bits(place->writes, started->writes, words);
        changed |= pull_needs(future, place, step, own, scratch);
    }
    return changed;
}

static void close_sets(future_t *future) {
    const boolean_t *b = future->boolean;
    size_t most = 0;
    for (size_t r = 0; r < b->routines.len; r++)
        if (b->routines.data[r]->locals.len > most) most = b->routines.data[r]->locals.len;
    uint64_t *scratch = ARENA_ARRAY(future->arena, uint64_t, words_for(most));
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t r = 0; r < b->routines.len; r++)
            for (size_t i = b->routines.data[r]->nodes.len; i-- > 0;)
                changed |= pull(future, b->routines.data[r]->nodes.data[i], scratch);
    }
}

/* --- ranks: a weak topological order (Bourdoncle) --- */

typedef struct ranking {
    future_t *future;
    const broutine_t *routine;
    uint32_t *component, *rows, *targets, *group; /* group: the part of the graph being ordered */
    uint32_t next_group, next_rank;
} ranking_t;

/* The components of the nodes of one group, first to last; a component with a cycle is opened by
 * taking its first node out, and ordered again. */
static void order_group(ranking_t *r, const uint32_t *nodes, uint32_t count) {
    const broutine_t *routine = r->routine;
    uint32_t group = r->group[nodes[0]], edges = 0;
    uint32_t *index = mem_zalloc(sizeof *index * routine->nodes.len);
    for (uint32_t i = 0; i < count; i++) index[nodes[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        const bnode_t *node = routine->nodes.data[nodes[i]];
        r->rows[i] = edges;
        for (size_t j = 0; j < node->out.len; j++) {
            uint32_t to = node->out.data[j]->to->id;
            if (r->group[to] == group) r->targets[edges++] = index[to];
        }
    }
    r->rows[count] = edges;
    uint32_t *component = mem_zalloc(sizeof *component * (count + 1));
    uint32_t *part = mem_zalloc(sizeof *part * (count + 1));
    uint32_t components = scc_compute(&(graph_t){count, r->rows, r->targets}, component);
    for (uint32_t c = components; c-- > 0;) { /* they come in reverse order */
        uint32_t size = 0;
        for (uint32_t i = 0; i < count; i++)
            if (component[i] == c) part[size++] = nodes[i];
        r->future->places[routine->id][part[0]].rank = r->next_rank++;
        r->group[part[0]] = 0; /* ordered */
        if (size == 1) continue;
        uint32_t inner = ++r->next_group;
        for (uint32_t i = 1; i < size; i++) r->group[part[i]] = inner;
        order_group(r, part + 1, size - 1);
    }
    mem_free(component);
    mem_free(part);
    mem_free(index);
}

static void rank_routine(future_t *future, const broutine_t *routine) {
    uint32_t count = (uint32_t)routine->nodes.len, edges = 0;
    for (uint32_t i = 0; i < count; i++) edges += (uint32_t)routine->nodes.data[i]->out.len;
    ranking_t r = {.future = future, .routine = routine, .next_group = 1};
    uint32_t *nodes = mem_zalloc(sizeof *nodes * (count + 1));
    r.rows = mem_zalloc(sizeof *r.rows * (count + 2));
    r.targets = mem_zalloc(sizeof *r.targets * (edges + 1));
    r.group = mem_zalloc(sizeof *r.group * (count + 1));
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = i;
        r.group[i] = 1;
    }
    order_group(&r, nodes, count);
    mem_free(nodes);
    mem_free(r.rows);
    mem_free(r.targets);
    mem_free(r.group);
}

future_t *future_new(const boolean_t *boolean) {
    arena_t *arena = arena_new();
    future_t *future = ARENA_NEW(arena, future_t);
    future->arena = arena;
    future->boolean = boolean;
    future->global_words = words_for(boolean->globals.len);
    future->places = ARENA_ARRAY(arena, place_t *, boolean->routines.len + 1);
    for (size_t r = 0; r < boolean->routines.len; r++) {
        const broutine_t *routine = boolean->routines.data[r];
        place_t *places = future->places[r] = ARENA_ARRAY(arena, place_t, routine->nodes.len);
        for (size_t i = 0; i < routine->nodes.len; i++) {
            places[i].reads = ARENA_ARRAY(arena, uint64_t, future->global_words);
            places[i].writes = ARENA_ARRAY(arena, uint64_t, future->global_words);
            places[i].now_reads = ARENA_ARRAY(arena, uint64_t, future->global_words);
            places[i].now_writes = ARENA_ARRAY(arena, uint64_t, future->global_words);
            places[i].needs = ARENA_ARRAY(arena, uint64_t, words_for(routine->locals.len));
        }
        for (size_t i = 0; i < routine->nodes.len; i++)
            look_at_node(future, routine->nodes.data[i]);
        rank_routine(future, routine);
    }
    close_sets(future);
    return future;
}

void future_delete(future_t *future) {
    if (future) arena_delete(future->arena);
}

bool future_reads(const future_t *future, const bnode_t *node, uint32_t global) {
    return has_bit(place_of(future, node)->reads, global);
}

bool future_writes(const future_t *future, const bnode_t *node, uint32_t global) {
    return has_bit(place_of(future, node)->writes, global);
}

bool future_needs(const future_t *future, const bnode_t *node, uint32_t variable) {
    return has_bit(place_of(future, node)->needs,
                   variable - (uint32_t)future->boolean->globals.len);
}

bool future_is_invisible(const future_t *future, const bnode_t *node) {
    return place_of(future, node)->is_local;
}

bool future_is_independent(const future_t *future, const bnode_t *node, const bnode_t *other) {
    const place_t *a = place_of(future, node), *b = place_of(future, other);
    size_t words = future->global_words;
    return a->is_local && !meets(a->now_writes, b->reads, words) &&
           !meets(a->now_writes, b->writes, words) && !meets(a->now_reads, b->writes, words);
}

uint32_t future_rank(const future_t *future, const bnode_t *node) {
    return place_of(future, node)->rank;
}
