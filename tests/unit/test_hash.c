#include "tests/unit/test.h"

#include "util/hash.h"
#include "util/mem.h"

TEST(hash_of_bytes_depends_on_every_byte_and_on_the_length) {
    unsigned char bytes[40] = {0};
    uint64_t base = hash_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        CHECK(hash_bytes(bytes, sizeof bytes) != base);
        bytes[i] = 0;
    }
    CHECK(hash_bytes(bytes, 39) != base);
    CHECK_EQ(hash_bytes(bytes, sizeof bytes), base);
    CHECK(hash_string("ab") != hash_string("ba"));
    CHECK(hash_bytes(bytes, 0) != hash_bytes(bytes, 1));
}

static bool same_int(const void *in_table, const void *key) {
    return *(const int *)in_table == *(const int *)key;
}

TEST(intern_finds_what_was_added) {
    intern_t table;
    intern_init(&table, same_int);
    static int numbers[10000];
    int probe = 3;
    CHECK(!intern_find(&table, 3, &probe));
    /* A bad hash, so that there are collisions. */
    for (int i = 0; i < 10000; i++) {
        numbers[i] = i;
        intern_add(&table, (uint64_t)(i % 977), &numbers[i]);
    }
    CHECK_EQ(table.len, 10000);
    for (int i = 0; i < 10000; i++)
        if (intern_find(&table, (uint64_t)(i % 977), &i) != &numbers[i]) CHECK(!"found");
    probe = 10000;
    CHECK(!intern_find(&table, 10000 % 977, &probe));
    intern_free(&table);
}

TEST(map64_keeps_keys_apart_and_replaces_values) {
    map64_t map = {0};
    uint64_t value = 42;
    CHECK(!map64_get(&map, 0, &value));
    CHECK_EQ(value, 42);
    for (uint64_t key = 0; key < 5000; key++) map64_put(&map, key << 32 | key, key);
    for (uint64_t key = 0; key < 5000; key += 2) map64_put(&map, key << 32 | key, key + 1);
    CHECK_EQ(map.len, 5000);
    for (uint64_t key = 0; key < 5000; key++)
        if (!map64_get(&map, key << 32 | key, &value) || value != key + !(key & 1))
            CHECK(!"has the last value");
    CHECK(!map64_get(&map, 5000, &value));
    map64_clear(&map);
    CHECK_EQ(map.len, 0);
    CHECK(!map64_get(&map, 0, &value));
    map64_put(&map, UINT64_MAX, 7);
    CHECK(map64_get(&map, UINT64_MAX, &value));
    CHECK_EQ(value, 7);
    map64_free(&map);
}
