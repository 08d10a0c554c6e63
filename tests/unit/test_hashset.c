#include "util/hashset.h"

#include "tests/unit/test.h"

typedef struct {
    uint64_t hash;
    unsigned number;
} item_t;

static uint64_t hash_of(const void *item) {
    return ((const item_t *)item)->hash;
}

static const item_t *find(const hashset_t *set, uint64_t hash, unsigned number) {
    const item_t *item;
    for (size_t at = hashset_start(set, hash); (item = hashset_next(set, hash, &at));)
        if (item->number == number) return item;
    return NULL;
}

enum { COUNT = 20000 };
static item_t items[COUNT];

TEST(items_are_found_however_their_hashes_collide) {
    hashset_t set;
    hashset_init(&set, hash_of);
    CHECK(!find(&set, 0, 0));
    for (unsigned i = 0; i < COUNT; i++) {
        /* Few places, few tags, zero among both. */
        items[i] = (item_t){(uint64_t)(i % 3) << 48 | i / 4, i};
        hashset_add(&set, &items[i]);
    }
    CHECK_EQ(set.len, COUNT);
    size_t wrong = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        wrong += find(&set, items[i].hash, i) != &items[i];
        wrong += find(&set, items[i].hash ^ UINT64_C(1) << 60, i) != NULL;
    }
    CHECK_EQ(wrong, 0);
    hashset_free(&set);
}

TEST(what_is_replaced_or_removed_is_gone_and_the_rest_stays) {
    hashset_t set;
    hashset_init(&set, hash_of);
    item_t twin = {7, 70};
    for (unsigned i = 0; i < COUNT; i++) {
        items[i] = (item_t){i % 64, i};
        if (i < 128) hashset_add(&set, &items[i]);
    }
    hashset_replace(&set, &items[7], &twin);
    CHECK(!find(&set, 7, 7));
    CHECK(find(&set, 7, 70) == &twin);
    for (unsigned i = 8; i < 64; i++) hashset_replace(&set, &items[i], NULL);
    CHECK_EQ(set.len, 72);
    CHECK(!find(&set, 8, 8));
    CHECK(find(&set, 8, 72) == &items[72]);
    /* Places of removed items are used again: no growth without end. */
    for (unsigned i = 0; i < 100000; i++) {
        hashset_add(&set, &items[8]);
        hashset_replace(&set, &items[8], NULL);
    }
    CHECK(set.cap <= 512);
    CHECK(find(&set, 0, 64) == &items[64]);
    hashset_free(&set);
}
