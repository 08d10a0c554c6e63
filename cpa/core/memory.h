#ifndef CPA_CORE_MEMORY_H
#define CPA_CORE_MEMORY_H

#include "cfa/configuration.h"

/* From addresses to cells, in a given configuration. */

typedef struct place {
    const object_t *object;
    uint64_t base; /* address of the instance */
    uint64_t size; /* bytes */
} place_t;

/* The object instance that contains address; false: none lives there. */
bool memory_find(const program_t *program, const configuration_t *c, uint64_t address,
                 place_t *place);
/* The variable of an access of size bytes; false: no object there, or the
 * access does not fit its cells. */
bool memory_cell(const program_t *program, const configuration_t *c, uint64_t address,
                 uint64_t size, variable_t *variable);

/* Is an ERROR edge with a fault taken if its address is this one? The end of an object of unknown
 * size is not known. */
typedef enum { MEMORY_VALID, MEMORY_FAULT, MEMORY_PERHAPS } memory_answer_t;
memory_answer_t memory_fault(const program_t *program, const configuration_t *c,
                             const edge_t *error, uint64_t address);

/* An access that is not to one cell of the type: the cells it meets, in order,
 * each with the bytes of it that belong to the access. Bytes that the type has
 * no cell for (padding, the rest behind the last element of a heap object) are
 * cells of their own. */
typedef struct memory_part {
    variable_t cell;
    uint8_t cell_size;
    uint8_t from;  /* first byte of the cell that is meant */
    uint8_t count; /* bytes */
    uint8_t at;    /* where they lie in the access */
} memory_part_t;
typedef struct memory_parts {
    unsigned count;
    memory_part_t at[8];
} memory_parts_t;
/* false: it does not lie inside one object. */
bool memory_parts(const program_t *program, const configuration_t *c, uint64_t address,
                  unsigned size, memory_parts_t *parts);
static inline bool memory_has_part(const memory_parts_t *parts, variable_t cell) {
    for (unsigned i = 0; i < parts->count; i++)
        if (parts->at[i].cell == cell) return true;
    return false;
}

/* A static object that nothing writes: its initial value is its value. */
bool memory_constant(const program_t *program, uint64_t address, const type_t *type,
                     uint64_t *value);

/* Address of an object as seen by a thread's top frame. */
uint64_t memory_address(const configuration_t *c, uint32_t thread, const object_t *object);

/* The thread in whose stack an address lies; 0: main's, or no stack. */
unsigned memory_stack_at(uint64_t address);
/* The thread that owns a variable; 0: main, or nobody. */
unsigned memory_owner(variable_t variable);

/* Calls each for every address at which an access of the edge, of this size,
 * may lie in this configuration; stops and returns false when each does. Those
 * that are no cell's are named only if edge->access.mixed. */
typedef bool (*memory_at_t)(void *context, uint64_t address);
bool memory_candidates(const program_t *program, const configuration_t *c, const edge_t *edge,
                       unsigned size, memory_at_t each, void *context);
/* Calls each for every object that exists and that an access of the edge may
 * touch. */
typedef bool (*memory_place_t)(void *context, const place_t *place);
bool memory_places(const program_t *program, const configuration_t *c, const edge_t *edge,
                   memory_place_t each, void *context);
/* All cells of one instance. */
typedef bool (*memory_each_t)(void *context, uint64_t address, const type_t *type);
bool memory_object_cells(const object_t *object, uint64_t base, uint64_t size, memory_each_t each,
                         void *context);

#endif
