#ifndef CFA_LOCATION_H
#define CFA_LOCATION_H

#include "cfa/program.h"

/* Abstract places in memory for the points-to analysis: an object and a byte
 * offset in which all array indices are forgotten, or the object at any
 * offset. Numbered densely. Moving a place by a number of bytes gives every
 * place of the object that a flat memory allows; leaving the object is an
 * invalid access in C and not represented. */
typedef uint32_t location_t;

typedef struct locations locations_t;
locations_t *locations_new(const program_t *program);
void locations_delete(locations_t *locations);
size_t locations_count(const locations_t *locations);

location_t location_at(locations_t *locations, const object_t *object, int64_t offset);
location_t location_any(locations_t *locations, const object_t *object);
/* Moved by a known number of bytes, and by any multiple of stride bytes. */
location_t location_shift(locations_t *locations, location_t location, int64_t bytes);
location_t location_stride(locations_t *locations, location_t location, uint64_t stride);

const object_t *location_object(const locations_t *locations, location_t location);
bool location_is_any(const locations_t *locations, location_t location);
/* Does an opaque thing, such as a mutex, begin there as types say? */
bool location_is_opaque(const locations_t *locations, location_t location);

/* Does every access of size bytes there meet one cell of that size? */
bool location_fits(const locations_t *locations, location_t location, uint64_t size);

/* The places where the scalars begin that an access of size bytes touches, to
 * out; 0: all of the object is meant. */
#define LOCATION_MAX_SLOTS 8
size_t location_slots(locations_t *locations, location_t location, uint64_t size,
                      location_t out[LOCATION_MAX_SLOTS]);

#endif
