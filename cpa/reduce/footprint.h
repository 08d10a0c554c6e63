#ifndef CPA_REDUCE_FOOTPRINT_H
#define CPA_REDUCE_FOOTPRINT_H

#include "cfa/program.h"
#include "cfa/property.h"
#include "util/bitset.h"

/* What steps may touch that other threads may touch too, as sets of places: the
 * cells of shared objects (or the whole object, if it is large), mutexes, and
 * three places that stand for what has no memory: the table of threads (numbers
 * are given and freed), the heap (a thread that frees what another allocated
 * changes what that one gets next), and the end of the program (which hides
 * errors that come after it). */

typedef struct footprint {
    uint64_t *reads, *writes; /* bit sets over places */
} footprint_t;

typedef struct footprints footprints_t;
footprints_t *footprints_new(const program_t *program, visible_steps_t visible);
void footprints_delete(footprints_t *f);

size_t footprints_words(const footprints_t *f);
/* Of one edge alone. */
const footprint_t *footprint_edge(const footprints_t *f, const edge_t *edge);
/* Of a step that begins with the edge: of the whole atomic section for one
 * that opens a section, as no other thread moves inside. */
const footprint_t *footprint_step(const footprints_t *f, const edge_t *edge);
/* Can the section that this edge opens get stuck inside (an assumption that
 * fails, a mutex that is held, a loop)? */
bool footprint_section_blocks(const footprints_t *f, const edge_t *edge);
/* Must a thread that is about to open this section not be chosen? A loop head lies in it
 * or where it ends, it creates a thread that may create such threads again, or it joins:
 * the end of another thread may let it go on, and no footprint says so. */
bool footprint_section_excluded(const footprints_t *f, const edge_t *edge);
/* May the thread that this edge creates come to this edge again, itself or by
 * threads that it creates? */
bool footprint_creates_again(const footprints_t *f, const edge_t *edge);

/* Does a step that begins with the edge end the program, where that must not hide what others
 * are about to access (VISIBLE_ACCESSES)? */
bool footprint_hides_accesses(const footprints_t *f, const edge_t *edge);

/* The place of a mutex by address; SIZE_MAX: none. */
size_t footprint_mutex_at(const footprints_t *f, uint64_t address);

/* Everything that may be touched from a node on to the end of its function,
 * calls and created threads included, as long as the mutexes in held (a set of
 * places, sorted) are not released: a LOCK of one of them is not passed. */
typedef struct future {
    footprint_t touched;
    bool can_return;
    /* Edges of the frame in which the node lies whose access is not in touched:
     * registers give its address (footprint_address), and none of them changes
     * from the node on. */
    const edge_t *const *by_registers;
    size_t by_registers_count;
    /* Those of held that it may unlock on the way; UINT32_MAX: any mutex. */
    const uint32_t *released;
    size_t released_count;
} future_t;
const future_t *footprint_future(footprints_t *f, const node_t *node, const uint32_t *held,
                                 size_t held_count);

/* The address at which an edge accesses memory, if registers decide it and the
 * access is all that the edge touches. */
const expr_t *footprint_address(const edge_t *edge);
/* How many bytes such an edge accesses. */
uint64_t footprint_size(const edge_t *edge);
/* Adds the access of such an edge, at this address. */
void footprint_add_at(const footprints_t *f, const edge_t *edge, uint64_t address, footprint_t *to);

/* Places of an object: first and count. */
void footprint_object_places(const footprints_t *f, const object_t *object, size_t *first,
                             size_t *count);

#endif
