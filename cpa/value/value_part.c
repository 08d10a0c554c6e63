#include "cpa/value/value_part.h"

#include "util/hashset.h"

#include <string.h>

/* The shapes of all maps of a part. */
typedef struct tuple {
    uint32_t number;
    uint32_t thread_count;
    const shape_t *memory;
    const shape_t *threads[];
} tuple_t;

/* A shape that parts filed in a configuration have. */
typedef struct filed {
    const tuple_t *tuple; /* NULL: none yet */
    struct filed *next;
} filed_t;

struct value_parts {
    arena_t *arena;
    bindings_table_t *bindings;
    hashset_t table;
    intern_t tuples;
    VEC(filed_t) filed; /* the first by the number of the configuration */
    VEC(const bindings_t *) projected; /* scratch */
    value_part_t *key;                 /* scratch, with room for key_room threads */
    uint32_t key_room;
};

static uint64_t part_hash(const void *part) {
    return ((const value_part_t *)part)->hash;
}

static bool same_part(const value_part_t *a, const value_part_t *b) {
    return a->hash == b->hash && a->memory == b->memory && a->thread_count == b->thread_count &&
           !memcmp(a->threads, b->threads, a->thread_count * sizeof a->threads[0]);
}

/* The key of a tuple is a part that has it. */
static bool same_tuple(const void *in_table, const void *key) {
    const tuple_t *tuple = in_table;
    const value_part_t *part = key;
    if (tuple->memory != part->memory->shape || tuple->thread_count != part->thread_count)
        return false;
    for (uint32_t i = 0; i < part->thread_count; i++)
        if (tuple->threads[i] != part->threads[i]->shape) return false;
    return true;
}

value_parts_t *value_parts_new(bindings_table_t *bindings) {
    value_parts_t *parts = mem_zalloc(sizeof *parts);
    parts->arena = arena_new();
    parts->bindings = bindings;
    hashset_init(&parts->table, part_hash);
    intern_init(&parts->tuples, same_tuple);
    return parts;
}

void value_parts_delete(value_parts_t *parts) {
    if (!parts) return;
    hashset_free(&parts->table);
    intern_free(&parts->tuples);
    VEC_FREE(parts->filed);
    VEC_FREE(parts->projected);
    mem_free(parts->key);
    arena_delete(parts->arena);
    mem_free(parts);
}

/* Maps that bind nothing count nothing: numbers at the end that bind nothing do
 * not distinguish parts. */
static uint64_t summand(uint32_t place, const bindings_t *map) {
    return map->count ? hash_mix(place, map->id) : 0;
}

static size_t part_size(uint32_t thread_count) {
    return sizeof(value_part_t) + thread_count * sizeof(const bindings_t *);
}

static value_part_t *key_for(value_parts_t *parts, uint32_t count) {
    if (!parts->key || count > parts->key_room) {
        parts->key_room = 2 * count + 8;
        parts->key = mem_realloc(parts->key, part_size(parts->key_room));
    }
    parts->key->thread_count = count;
    return parts->key;
}

static const tuple_t *tuple_of(value_parts_t *parts, const value_part_t *part) {
    uint64_t hash = hash_mix(part->thread_count, part->memory->shape->id);
    for (uint32_t i = 0; i < part->thread_count; i++)
        hash = hash_mix(hash, part->threads[i]->shape->id);
    tuple_t *tuple = intern_find(&parts->tuples, hash, part);
    if (tuple) return tuple;
    tuple =
        arena_alloc(parts->arena, sizeof *tuple + part->thread_count * sizeof tuple->threads[0]);
    tuple->number = (uint32_t)parts->tuples.len;
    tuple->thread_count = part->thread_count;
    tuple->memory = part->memory->shape;
    for (uint32_t i = 0; i < part->thread_count; i++) tuple->threads[i] = part->threads[i]->shape;
    intern_add(&parts->tuples, hash, tuple);
    return tuple;
}

/* The part that parts->key describes; its hash is set. */
static const value_part_t *intern_key(value_parts_t *parts) {
    value_part_t *key = parts->key;
    while (key->thread_count && !key->threads[key->thread_count - 1]->count) key->thread_count--;
    value_part_t *part;
    for (size_t at = hashset_start(&parts->table, key->hash);
         (part = hashset_next(&parts->table, key->hash, &at));)
        if (same_part(part, key)) return part;
    key->shape = tuple_of(parts, key)->number;
    part = arena_alloc(parts->arena, part_size(key->thread_count));
    memcpy(part, key, part_size(key->thread_count));
    hashset_add(&parts->table, part);
    return part;
}

const value_part_t *value_part_intern(value_parts_t *parts, const bindings_t *memory,
                                      const bindings_t *const *threads, uint32_t count) {
    value_part_t *key = key_for(parts, count);
    key->memory = memory;
    key->hash = summand(0, memory);
    for (uint32_t i = 0; i < count; i++) {
        key->threads[i] = threads[i];
        key->hash += summand(i + 1, threads[i]);
    }
    return intern_key(parts);
}

const value_part_t *value_part_change(value_parts_t *parts, const value_part_t *from,
                                      const bindings_t *memory, uint32_t thread,
                                      const bindings_t *registers) {
    const bindings_t *old = value_part_thread(parts, from, thread);
    if (memory == from->memory && registers == old) return from;
    uint32_t count = from->thread_count > thread ? from->thread_count : thread + 1;
    value_part_t *key = key_for(parts, count);
    key->memory = memory;
    key->hash = from->hash;
    if (memory != from->memory) key->hash += summand(0, memory) - summand(0, from->memory);
    if (registers != old) key->hash += summand(thread + 1, registers) - summand(thread + 1, old);
    if (from->thread_count)
        memcpy(key->threads, from->threads, from->thread_count * sizeof from->threads[0]);
    for (uint32_t i = from->thread_count; i < count; i++)
        key->threads[i] = bindings_empty(parts->bindings);
    key->threads[thread] = registers;
    return intern_key(parts);
}

const bindings_t *value_part_thread(const value_parts_t *parts, const value_part_t *part,
                                    uint32_t thread) {
    return thread < part->thread_count ? part->threads[thread] : bindings_empty(parts->bindings);
}

bool value_part_covers(const value_parts_t *parts, const value_part_t *cover,
                       const value_part_t *part) {
    if (part == cover) return true;
    if (!bindings_include(part->memory, cover->memory)) return false;
    for (uint32_t i = 0; i < cover->thread_count; i++)
        if (!bindings_include(value_part_thread(parts, part, i), cover->threads[i])) return false;
    return true;
}

void value_part_file(value_parts_t *parts, const configuration_t *where, const value_part_t *part) {
    while (parts->filed.len <= where->id) VEC_PUSH(parts->filed, (filed_t){0});
    filed_t *first = &parts->filed.data[where->id];
    for (const filed_t *filed = first; filed && filed->tuple; filed = filed->next)
        if (filed->tuple->number == part->shape) return;
    if (first->tuple) {
        filed_t *moved = ARENA_NEW(parts->arena, filed_t);
        *moved = *first;
        first->next = moved;
    }
    first->tuple = tuple_of(parts, part);
}

/* The part with the variables of the tuple only; NULL if it does not bind all
 * of them, or if no such part was ever made. */
static const value_part_t *project(value_parts_t *parts, const value_part_t *part,
                                   const tuple_t *tuple) {
    const bindings_t *memory = bindings_project(parts->bindings, part->memory, tuple->memory);
    if (!memory) return NULL;
    VEC_CLEAR(parts->projected);
    for (uint32_t i = 0; i < tuple->thread_count; i++) {
        const bindings_t *registers =
            bindings_project(parts->bindings, value_part_thread(parts, part, i), tuple->threads[i]);
        if (!registers) return NULL;
        VEC_PUSH(parts->projected, registers);
    }
    return value_part_intern(parts, memory, parts->projected.data, tuple->thread_count);
}

void value_part_find(value_parts_t *parts, const configuration_t *where, const value_part_t *part,
                     parts_t *found) {
    if (where->id >= parts->filed.len || !parts->filed.data[where->id].tuple) return;
    for (const filed_t *filed = &parts->filed.data[where->id]; filed; filed = filed->next) {
        const value_part_t *projected =
            filed->tuple->number == part->shape ? part : project(parts, part, filed->tuple);
        if (projected) VEC_PUSH(*found, projected);
    }
}
