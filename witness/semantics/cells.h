#ifndef WITNESS_SEMANTICS_CELLS_H
#define WITNESS_SEMANTICS_CELLS_H

#include "cfa/configuration.h"
#include "cfa/layout.h"

/* Which objects exist in a configuration and where their cells lie. */

/* One live instance of an object. */
typedef struct cells_place {
    const object_t *object;
    uint64_t address, size;
} cells_place_t;

/* A table of the objects that are looked up by kind. */
typedef struct cells {
    const program_t *program;
    VEC(const object_t *) thread_objects;
} cells_t;

void cells_init(cells_t *cells, const program_t *program);
void cells_free(cells_t *cells);

/* The live instance that contains the address. */
bool cells_place_at(const cells_t *cells, const configuration_t *c, uint64_t address,
                    cells_place_t *place);
/* The cell of the place at this offset with this size; NULL if there is none. */
const type_t *cells_cell(const cells_place_t *place, uint64_t offset, uint64_t size);
/* An access of up to 8 bytes as the cells that its bytes belong to. */
typedef struct cells_byte {
    variable_t cell; /* its own where the type has none: padding, the end of a heap object */
    unsigned byte;   /* which one of the cell */
} cells_byte_t;
enum { CELLS_MAX_BYTES = 8 };
/* false: the access does not lie inside the place. */
bool cells_bytes(const cells_place_t *place, uint64_t offset, uint64_t size,
                 cells_byte_t out[CELLS_MAX_BYTES]);
/* Does the type have any cell of this size? */
bool cells_has_size(const type_t *type, uint64_t size);
/* The number of bytes after which the layout of a place repeats. */
uint64_t cells_period(const cells_place_t *place);

/* The static object of unknown contents that has such a cell, or NULL. */
const object_t *cells_open_static(const program_t *program, uint64_t address, uint64_t size);

/* All live instances of the objects that access allows. */
typedef VEC(cells_place_t) cells_places_t;
void cells_places(const cells_t *cells, const configuration_t *c, const access_t *access,
                  cells_places_t *out);
typedef VEC(uint64_t) cells_addresses_t;
/* Addresses in the places where an access of this size may lie: those of cells
 * of the size, and if it is mixed also all others that are aligned for it; false
 * if there are more than limit. */
bool cells_cells(const cells_places_t *places, uint64_t size, bool is_mixed, size_t limit,
                 cells_addresses_t *out);
/* Addresses of all parts of an opaque type (mutexes); false as above. */
bool cells_opaque_parts(const cells_places_t *places, size_t limit, cells_addresses_t *out);

/* Gives a new heap object of the thread its address: the first gap in the thread's
 * own region that it fits in, so that other threads have no part in it; position is
 * its index in the list. false: there is no room. */
bool cells_next_heap(const heap_object_t *heap, size_t count, unsigned thread,
                     heap_object_t *object, size_t *position);

#endif
