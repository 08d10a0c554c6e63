#include "cfa/place_set.h"

static void place_set_widen(place_set_t *set, size_t words) {
    if (words <= set->words.len) return;
    VEC_RESERVE(set->words, words);
    while (set->words.len < words) set->words.data[set->words.len++] = 0;
}

bool place_set_add(place_set_t *set, location_t place) {
    place_set_widen(set, place / 64 + 1);
    uint64_t bit = UINT64_C(1) << (place % 64), *word = &set->words.data[place / 64];
    bool grew = !(*word & bit);
    *word |= bit;
    return grew;
}

bool place_set_join_places(place_set_t *into, const place_set_t *from) {
    place_set_widen(into, from->words.len);
    uint64_t fresh = 0;
    for (size_t i = 0; i < from->words.len; i++) {
        fresh |= from->words.data[i] & ~into->words.data[i];
        into->words.data[i] |= from->words.data[i];
    }
    return fresh != 0;
}

bool place_set_join(place_set_t *into, const place_set_t *from) {
    bool grew = from->number && !into->number;
    into->number |= from->number;
    return place_set_join_places(into, from) || grew;
}

bool place_set_next(const place_set_t *set, location_t *place) {
    size_t word = *place / 64;
    if (word >= set->words.len) return false;
    uint64_t rest = set->words.data[word] >> (*place % 64);
    if (rest) {
        *place += (location_t)__builtin_ctzll(rest);
        return true;
    }
    for (word++; word < set->words.len; word++) {
        if (!set->words.data[word]) continue;
        *place = (location_t)(word * 64) + (location_t)__builtin_ctzll(set->words.data[word]);
        return true;
    }
    return false;
}
