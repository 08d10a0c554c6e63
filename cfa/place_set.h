#ifndef CFA_PLACE_SET_H
#define CFA_PLACE_SET_H

#include "cfa/location.h"

/* What a value may be in the points-to analysis: pointers into places, and
 * perhaps a plain number. Bits over the dense numbers of places: sets are
 * joined far more often than they grow. A zeroed set is empty. */
typedef struct place_set {
    VEC(uint64_t) words;
    bool number;
} place_set_t;

bool place_set_add(place_set_t *set, location_t place);
/* These say whether into grew. */
bool place_set_join(place_set_t *into, const place_set_t *from);
bool place_set_join_places(place_set_t *into, const place_set_t *from); /* without number */
/* Iteration: for (location_t p = 0; place_set_next(set, &p); p++) */
bool place_set_next(const place_set_t *set, location_t *place);

static inline bool place_set_is_empty(const place_set_t *set) {
    location_t first = 0;
    return !place_set_next(set, &first);
}
static inline void place_set_clear(place_set_t *set) {
    VEC_CLEAR(set->words);
    set->number = false;
}
static inline void place_set_free(place_set_t *set) {
    VEC_FREE(set->words);
}

#endif
