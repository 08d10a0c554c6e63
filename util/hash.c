#include "util/hash.h"

#include "util/mem.h"

#include <string.h>

uint64_t hash_bytes(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t hash = size;
    while (size >= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = hash_mix(hash, word);
        bytes += 8;
        size -= 8;
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes, size);
    return hash_mix(hash, rest);
}

uint64_t hash_string(const char *text) {
    return hash_bytes(text, strlen(text));
}

void intern_init(intern_t *table, intern_equal_t equal) {
    *table = (intern_t){.equal = equal};
}

void intern_free(intern_t *table) {
    mem_free(table->slots);
    *table = (intern_t){0};
}

void *intern_find(const intern_t *table, uint64_t hash, const void *key) {
    if (!table->cap) return NULL;
    size_t mask = table->cap - 1;
    for (size_t i = hash & mask; table->slots[i].item; i = (i + 1) & mask)
        if (table->slots[i].hash == hash && table->equal(table->slots[i].item, key))
            return table->slots[i].item;
    return NULL;
}

static void intern_place(intern_t *table, uint64_t hash, void *item) {
    size_t mask = table->cap - 1, i = hash & mask;
    while (table->slots[i].item) i = (i + 1) & mask;
    table->slots[i].hash = hash;
    table->slots[i].item = item;
}

void intern_add(intern_t *table, uint64_t hash, void *item) {
    REQUIRE(item);
    if (2 * (table->len + 1) > table->cap) {
        intern_t old = *table;
        table->cap = old.cap ? 2 * old.cap : 64;
        table->slots = mem_zalloc(table->cap * sizeof *table->slots);
        for (size_t i = 0; i < old.cap; i++)
            if (old.slots[i].item) intern_place(table, old.slots[i].hash, old.slots[i].item);
        mem_free(old.slots);
    }
    intern_place(table, hash, item);
    table->len++;
}

void map64_free(map64_t *map) {
    mem_free(map->slots);
    *map = (map64_t){0};
}

void map64_clear(map64_t *map) {
    if (map->slots) memset(map->slots, 0, map->cap * sizeof *map->slots);
    map->len = 0;
    map->has_zero = false;
}

static struct map64_slot *map64_slot(const map64_t *map, uint64_t key) {
    size_t mask = map->cap - 1, i = hash_mix(0, key) & mask;
    while (map->slots[i].key && map->slots[i].key != key) i = (i + 1) & mask;
    return &map->slots[i];
}

bool map64_get(const map64_t *map, uint64_t key, uint64_t *value) {
    if (!key) {
        if (map->has_zero) *value = map->zero_value;
        return map->has_zero;
    }
    if (!map->cap) return false;
    const struct map64_slot *slot = map64_slot(map, key);
    if (!slot->key) return false;
    *value = slot->value;
    return true;
}

void map64_put(map64_t *map, uint64_t key, uint64_t value) {
    if (!key) {
        map->len += !map->has_zero;
        map->zero_value = value;
        map->has_zero = true;
        return;
    }
    if (2 * (map->len + 1) > map->cap) {
        map64_t old = *map;
        map->cap = old.cap ? 2 * old.cap : 16;
        map->slots = mem_zalloc(map->cap * sizeof *map->slots);
        for (size_t i = 0; i < old.cap; i++)
            if (old.slots[i].key) *map64_slot(map, old.slots[i].key) = old.slots[i];
        mem_free(old.slots);
    }
    struct map64_slot *slot = map64_slot(map, key);
    if (!slot->key) map->len++;
    *slot = (struct map64_slot){.key = key, .value = value};
}
