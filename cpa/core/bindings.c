#include "cpa/core/bindings.h"

#include <string.h>

struct bindings_table {
    arena_t *arena;
    intern_t maps, shapes;
    uint32_t map_count, shape_count;
    const bindings_t *empty;
    binding_vec_t scratch;
};

typedef struct {
    const binding_t *items;
    size_t count;
} map_key_t;

static bool same_map(const void *in_table, const void *key) {
    const bindings_t *map = in_table;
    const map_key_t *k = key;
    return map->count == k->count &&
           (!k->count || !memcmp(map->at, k->items, k->count * sizeof *k->items));
}

static bool same_shape(const void *in_table, const void *key) {
    const shape_t *shape = in_table;
    const map_key_t *k = key;
    if (shape->count != k->count) return false;
    for (size_t i = 0; i < k->count; i++)
        if (shape->at[i] != k->items[i].variable) return false;
    return true;
}

bindings_table_t *bindings_table_new(void) {
    bindings_table_t *table = mem_zalloc(sizeof *table);
    table->arena = arena_new();
    intern_init(&table->maps, same_map);
    intern_init(&table->shapes, same_shape);
    table->empty = bindings_intern(table, NULL, 0);
    return table;
}

void bindings_table_delete(bindings_table_t *table) {
    if (!table) return;
    intern_free(&table->maps);
    intern_free(&table->shapes);
    VEC_FREE(table->scratch);
    arena_delete(table->arena);
    mem_free(table);
}

const bindings_t *bindings_empty(bindings_table_t *table) {
    return table->empty;
}

static uint64_t hash_items(const binding_t *items, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash, items[i].variable * 31 + items[i].value);
    return hash;
}

static const shape_t *shape_of(bindings_table_t *table, const map_key_t *key) {
    uint64_t hash = key->count;
    for (size_t i = 0; i < key->count; i++) hash = hash_mix(hash, key->items[i].variable);
    shape_t *shape = intern_find(&table->shapes, hash, key);
    if (shape) return shape;
    shape = arena_alloc(table->arena, sizeof *shape + key->count * sizeof(variable_t));
    shape->id = table->shape_count++;
    shape->count = (uint32_t)key->count;
    for (size_t i = 0; i < key->count; i++) shape->at[i] = key->items[i].variable;
    intern_add(&table->shapes, hash, shape);
    return shape;
}

const bindings_t *bindings_intern(bindings_table_t *table, const binding_t *items, size_t count) {
    map_key_t key = {items, count};
    uint64_t hash = hash_items(items, count);
    bindings_t *map = intern_find(&table->maps, hash, &key);
    if (map) return map;
    map = arena_alloc(table->arena, sizeof *map + count * sizeof *items);
    map->shape = shape_of(table, &key);
    map->id = table->map_count++;
    map->count = (uint32_t)count;
    if (count) memcpy(map->at, items, count * sizeof *items);
    intern_add(&table->maps, hash, map);
    return map;
}

const bindings_t *bindings_project(const bindings_table_t *table, const bindings_t *map,
                                   const shape_t *shape) {
    if (map->shape == shape) return map;
    if (shape->count > map->count) return NULL;
    binding_vec_t *scratch = &((bindings_table_t *)(uintptr_t)table)->scratch;
    VEC_CLEAR(*scratch);
    size_t j = 0;
    for (size_t i = 0; i < shape->count; i++) {
        while (j < map->count && map->at[j].variable < shape->at[i]) j++;
        if (j == map->count || map->at[j].variable != shape->at[i]) return NULL;
        VEC_PUSH(*scratch, map->at[j]);
    }
    map_key_t key = {scratch->data, scratch->len};
    return intern_find(&table->maps, hash_items(key.items, key.count), &key);
}

static size_t lower_bound(const binding_t *items, size_t count, variable_t variable) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool bindings_get(const bindings_t *map, variable_t variable, uint64_t *value) {
    size_t i = lower_bound(map->at, map->count, variable);
    if (i == map->count || map->at[i].variable != variable) return false;
    *value = map->at[i].value;
    return true;
}

bool bindings_include(const bindings_t *map, const bindings_t *cover) {
    if (map == cover) return true;
    if (cover->count > map->count) return false;
    size_t j = 0;
    for (size_t i = 0; i < cover->count; i++) {
        while (j < map->count && map->at[j].variable < cover->at[i].variable) j++;
        if (j == map->count || map->at[j].variable != cover->at[i].variable ||
            map->at[j].value != cover->at[i].value)
            return false;
    }
    return true;
}

void binding_vec_set(binding_vec_t *vec, variable_t variable, uint64_t value) {
    size_t i = lower_bound(vec->data, vec->len, variable);
    if (i < vec->len && vec->data[i].variable == variable) {
        vec->data[i].value = value;
        return;
    }
    VEC_PUSH(*vec, (binding_t){0});
    memmove(&vec->data[i + 1], &vec->data[i], (vec->len - 1 - i) * sizeof *vec->data);
    vec->data[i] = (binding_t){variable, value};
}

void binding_vec_remove_range(binding_vec_t *vec, variable_t first, variable_t last) {
    size_t from = lower_bound(vec->data, vec->len, first), to = from;
    while (to < vec->len && vec->data[to].variable <= last) to++;
    if (from == to) return;
    memmove(&vec->data[from], &vec->data[to], (vec->len - to) * sizeof *vec->data);
    vec->len -= to - from;
}

void binding_vec_remove(binding_vec_t *vec, variable_t variable) {
    binding_vec_remove_range(vec, variable, variable);
}
