#include "cpa/explore/symmetry.h"

#include "cfa/layout.h"
#include "cfa/live.h"
#include "cpa/value/value.h"
#include "cpa/value/value_part.h"

#include <stdlib.h>
#include <string.h>

/* When it applies. */

static bool mentions_self(const expr_t *expr) {
    if (!expr) return false;
    if (expr->kind == EXPR_SELF) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (mentions_self(expr->a[i])) return true;
    return false;
}

static bool edge_mentions_self(const edge_t *edge) {
    for (size_t i = 0; i < edge->arg_count; i++)
        if (mentions_self(edge->args[i])) return true;
    return mentions_self(edge->address) || mentions_self(edge->value);
}

static void mark_reached(const function_t *function, bool *reached) {
    if (reached[function->id]) return;
    reached[function->id] = true;
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++)
            if (node->out.data[k]->callee) mark_reached(node->out.data[k]->callee, reached);
    }
}

/* Does what threads other than main execute depend on who executes it? */
static bool depends_on_number(const edge_t *edge) {
    return edge->kind == EDGE_ALLOC || edge_mentions_self(edge);
}

static bool comes_back(const node_t *from, const node_t *to, bool *seen) {
    if (from == to) return true;
    if (seen[from->id]) return false;
    seen[from->id] = true;
    for (size_t i = 0; i < from->out.len; i++)
        if (comes_back(from->out.data[i]->to, to, seen)) return true;
    return false;
}

/* May two threads run the routine that this edge starts? */
static bool may_start_twice(const program_t *program, const edge_t *create) {
    if (create->from->function != program->main) return true;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *other = program->edges.data[i];
        if (other != create && other->kind == EDGE_THREAD_CREATE && other->callee == create->callee)
            return true;
    }
    bool *seen = mem_zalloc(program->nodes.len);
    bool again = comes_back(create->to, create->from, seen);
    mem_free(seen);
    return again;
}

bool symmetry_applies(const program_t *program) {
    bool *in_thread = mem_zalloc(program->functions.len);
    bool applies = !program->thread_block_size, is_useful = false;
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_THREAD_CREATE)
            mark_reached(program->edges.data[i]->callee, in_thread);
    for (size_t i = 0; applies && i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH ||
            edge->kind == EDGE_JOINABLE)
            applies = false;
        if (in_thread[edge->from->function->id] && depends_on_number(edge)) applies = false;
        if (edge->kind == EDGE_THREAD_CREATE) is_useful |= may_start_twice(program, edge);
    }
    for (size_t i = 0; applies && i < program->functions.len; i++)
        if (in_thread[i] && program->functions.data[i]->locals.len) applies = false;
    mem_free(in_thread);
    return applies && is_useful;
}

/* Order. Threads are sorted by a number that says all about them but their own
 * number; where two happen to have the same, less is recognised. */

typedef struct key {
    uint64_t hash;
    uint32_t thread;
} place_key_t;

struct symmetry {
    composite_t *composite;
    cpa_t *value;
    map64_t contents; /* bindings -> hash of what they say */
    map64_t places;   /* interned frames -> hash of the call stack */
    VEC(place_key_t) keys;
    VEC(thread_t) threads;
    VEC(frame_t) frames;
    VEC(held_lock_t) locks;
    VEC(uint32_t) numbers;
};

symmetry_t *symmetry_new(composite_t *composite, cpa_t *value) {
    symmetry_t *symmetry = mem_zalloc(sizeof *symmetry);
    REQUIRE(composite->count == 1 && composite->cpas[0] == value);
    symmetry->composite = composite;
    symmetry->value = value;
    return symmetry;
}

void symmetry_delete(symmetry_t *symmetry) {
    if (!symmetry) return;
    map64_free(&symmetry->contents);
    map64_free(&symmetry->places);
    VEC_FREE(symmetry->keys);
    VEC_FREE(symmetry->threads);
    VEC_FREE(symmetry->frames);
    VEC_FREE(symmetry->locks);
    VEC_FREE(symmetry->numbers);
    mem_free(symmetry);
}

static uint64_t add_binding(uint64_t hash, const binding_t *binding) {
    return hash_mix(hash_mix(hash, variable_of_thread(binding->variable, 0)), binding->value);
}

static uint64_t hash_of_bindings(symmetry_t *symmetry, const bindings_t *map) {
    uint64_t hash = 0, key = map64_pointer(map);
    if (!map->count || map64_get(&symmetry->contents, key, &hash)) return hash;
    for (uint32_t i = 0; i < map->count; i++) hash = add_binding(hash, &map->at[i]);
    map64_put(&symmetry->contents, key, hash);
    return hash;
}

static uint64_t hash_of_place(symmetry_t *symmetry, const thread_t *thread) {
    uint64_t hash = 0, key = map64_pointer(thread->frames);
    if (!thread->frame_count || map64_get(&symmetry->places, key, &hash)) return hash;
    for (uint32_t d = 0; d < thread->frame_count; d++)
        hash = hash_mix(hash_mix(hash, thread->frames[d].node->id),
                        thread->frames[d].call ? thread->frames[d].call->id + 1 : 0);
    map64_put(&symmetry->places, key, hash);
    return hash;
}

/* Where the thread stands and which mutexes it holds. */
static uint64_t hash_of_control(symmetry_t *symmetry, const configuration_t *c, uint32_t thread) {
    const thread_t *t = &c->threads[thread];
    uint64_t hash = hash_mix(t->status, (uint64_t)t->is_detached << 32 | t->atomic_depth);
    hash = hash_mix(hash, hash_of_place(symmetry, t));
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (c->locks[i].thread == thread)
            hash = hash_mix(hash_mix(hash, c->locks[i].address), c->locks[i].count);
    return hash;
}

static int by_hash(const void *a, const void *b) {
    const place_key_t *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

/* Main keeps its number. */
static bool order_keys(symmetry_t *symmetry, uint32_t thread_count, uint32_t *numbers) {
    bool is_sorted = true;
    for (size_t i = 1; i < symmetry->keys.len; i++)
        is_sorted &= symmetry->keys.data[i - 1].hash <= symmetry->keys.data[i].hash;
    for (uint32_t t = 0; t < thread_count; t++) numbers[t] = t;
    if (is_sorted) return false;
    qsort(symmetry->keys.data, symmetry->keys.len, sizeof *symmetry->keys.data, by_hash);
    for (uint32_t i = 0; i < symmetry->keys.len; i++)
        numbers[symmetry->keys.data[i].thread] = i + 1;
    return true;
}

bool symmetry_order(symmetry_t *symmetry, const configuration_t *c, part_t part,
                    uint32_t *numbers) {
    const value_part_t *values = part;
    VEC_CLEAR(symmetry->keys);
    for (uint32_t t = 1; t < c->thread_count; t++) {
        uint64_t hash = hash_of_control(symmetry, c, t);
        if (t < values->thread_count)
            hash = hash_mix(hash, hash_of_bindings(symmetry, values->threads[t]));
        else
            hash = hash_mix(hash, 0);
        VEC_PUSH(symmetry->keys, (place_key_t){hash, t});
    }
    return order_keys(symmetry, c->thread_count, numbers);
}

bool symmetry_order_values(symmetry_t *symmetry, const configuration_t *c,
                           const binding_t *bindings, size_t count, uint32_t *numbers) {
    const configuration_t *own =
        configuration_intern(threading_configurations(symmetry->composite->threading), c);
    VEC_CLEAR(symmetry->keys);
    for (uint32_t t = 0; t < own->thread_count; t++) VEC_PUSH(symmetry->keys, (place_key_t){0, t});
    for (size_t i = 0; i < count; i++) {
        variable_t v = bindings[i].variable;
        uint32_t thread = variable_thread(v);
        if (variable_kind(v) == VARIABLE_CELL || thread >= own->thread_count) continue;
        /* The exploration has forgotten the others. */
        if (variable_kind(v) == VARIABLE_REG && !live_in(own, v)) continue;
        place_key_t *key = &symmetry->keys.data[thread];
        key->hash = add_binding(key->hash, &bindings[i]);
    }
    for (uint32_t t = 1; t < own->thread_count; t++)
        symmetry->keys.data[t - 1] = (place_key_t){
            hash_mix(hash_of_control(symmetry, own, t), symmetry->keys.data[t].hash), t};
    if (symmetry->keys.len) symmetry->keys.len--;
    return order_keys(symmetry, own->thread_count, numbers);
}

static const configuration_t *rename_configuration(symmetry_t *symmetry, const configuration_t *c,
                                                   const uint32_t *numbers) {
    configuration_t renamed = *c;
    size_t frame_count = 0;
    for (uint32_t t = 0; t < c->thread_count; t++) frame_count += c->threads[t].frame_count;
    VEC_RESERVE(symmetry->threads, c->thread_count);
    VEC_RESERVE(symmetry->frames, frame_count);
    VEC_CLEAR(symmetry->frames);
    for (uint32_t t = 0; t < c->thread_count; t++) {
        thread_t thread = c->threads[t];
        frame_t *first = symmetry->frames.data + symmetry->frames.len;
        for (uint32_t d = 0; d < thread.frame_count; d++) {
            frame_t frame = thread.frames[d];
            frame.base += layout_thread_block(numbers[t]) - layout_thread_block(t);
            symmetry->frames.data[symmetry->frames.len++] = frame;
        }
        thread.frames = thread.frame_count ? first : NULL;
        symmetry->threads.data[numbers[t]] = thread;
    }
    VEC_CLEAR(symmetry->locks);
    for (uint32_t i = 0; i < c->lock_count; i++) {
        held_lock_t lock = c->locks[i];
        lock.thread = numbers[lock.thread];
        VEC_PUSH(symmetry->locks, lock);
    }
    renamed.threads = symmetry->threads.data;
    renamed.locks = symmetry->locks.data;
    return configuration_intern(threading_configurations(symmetry->composite->threading), &renamed);
}

bool symmetry_normalise(symmetry_t *symmetry, const configuration_t **c, part_t *part) {
    if ((*c)->thread_count < 3) return false;
    VEC_RESERVE(symmetry->numbers, (*c)->thread_count);
    uint32_t *numbers = symmetry->numbers.data;
    if (!symmetry_order(symmetry, *c, *part, numbers)) return false;
    *part = value_rename_threads(symmetry->value, *part, numbers, (*c)->thread_count);
    *c = rename_configuration(symmetry, *c, numbers);
    return true;
}
