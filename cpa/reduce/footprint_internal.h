#ifndef CPA_REDUCE_FOOTPRINT_INTERNAL_H
#define CPA_REDUCE_FOOTPRINT_INTERNAL_H

#include "cpa/reduce/footprint.h"
#include "util/hash.h"
#include "util/vec.h"

/* Shared by footprint.c (what one edge touches) and footprint_future.c (what
 * follows from it). */

struct footprints {
    const program_t *program;
    visible_steps_t visible;
    arena_t *arena;
    size_t words, place_count, object_end;
    size_t threads_place, end_place, heap_place;
    bool *is_start_routine; /* per function */
    bool detaches;          /* some thread may be detached: its end frees its number */
    uint32_t *first;      /* per object: its first place */
    uint32_t *count;      /* ... and number of places */
    footprint_t *edges;   /* per edge */
    footprint_t *sections; /* per ATOMIC_BEGIN edge; reads NULL: not one */
    bool *section_blocks, *section_excluded;
    bool *creates_again; /* per CREATE edge */
    size_t *mutexes; /* per edge */
    map64_t futures; /* hash -> entries */
};

static inline footprint_t footprint_new(footprints_t *f) {
    return (footprint_t){ARENA_ARRAY(f->arena, uint64_t, f->words),
                         ARENA_ARRAY(f->arena, uint64_t, f->words)};
}

/* For an ATOMIC_BEGIN, once all edges have their footprints. */
void footprint_fill_section(footprints_t *f, const edge_t *edge);

#endif
