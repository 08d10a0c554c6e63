#ifndef CFA_TYPE_H
#define CFA_TYPE_H

#include "util/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* C types after layout: sizes and offsets are those of the data model.
 * Scalars, pointers, arrays and function types are hash-consed: equal types
 * are equal pointers. Structs and unions are one per definition. */
typedef enum {
    TYPE_VOID,
    TYPE_BOOL, /* 8 bits in memory and in registers, only 0 and 1 are stored */
    TYPE_INT,  /* integers, characters, enumerations */
    TYPE_FLOAT,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_FUNCTION,
} type_kind_t;

typedef struct type type_t;

typedef struct field {
    const char *name;
    const type_t *type;
    uint64_t offset;   /* bytes from the start of the struct */
    uint8_t bit_shift; /* bit-fields: position of the lowest bit in the storage unit at offset */
    uint8_t bit_width; /* 0: not a bit-field */
} field_t;

struct type {
    type_kind_t kind;
    bool is_signed;      /* TYPE_INT */
    /* Without cells, only its address matters: a mutex, a stream. */
    bool is_opaque;
    /* An array whose size is known only to registers of a function; one type
     * per declaration. */
    bool is_variable;
    /* A type of the C library, whose fields are not the program's business: opaque,
     * or with fields that models of library functions use. */
    bool is_library;
    /* Parts of it are not modelled and have no field: some bit-fields, long double. */
    bool lacks_fields;
    uint8_t bits;        /* scalars: 8 * size */
    uint32_t align;      /* bytes */
    uint64_t size;       /* bytes; 0: incomplete, void or function */
    const type_t *elem;  /* pointer: target; array: element; function: result */
    uint64_t count;      /* array: elements */
    const field_t *fields; /* struct, union */
    size_t field_count;
    const type_t *const *params; /* function */
    size_t param_count;
    bool is_variadic;
    const char *name; /* as written in the program, for messages */
    const struct record_cells *cells; /* struct, union: private to type.c */
};

static inline bool type_is_scalar(const type_t *type) {
    return type->kind >= TYPE_BOOL && type->kind <= TYPE_POINTER;
}
static inline bool type_is_aggregate(const type_t *type) {
    return type->kind >= TYPE_ARRAY && type->kind <= TYPE_UNION;
}

typedef struct types types_t;
types_t *types_new(arena_t *arena, unsigned pointer_bits);
void types_delete(types_t *types);
const type_t *type_void(types_t *types);
const type_t *type_bool(types_t *types);
const type_t *type_int(types_t *types, unsigned bits, bool is_signed);
const type_t *type_float(types_t *types, unsigned bits);
const type_t *type_pointer(types_t *types, const type_t *target);
const type_t *type_array(types_t *types, const type_t *elem, uint64_t count);
const type_t *type_variable_array(types_t *types, const type_t *elem);
const type_t *type_function(types_t *types, const type_t *result, const type_t *const *params,
                            size_t param_count, bool is_variadic);
/* A new struct or union; its fields are filled in by type_set_fields, so that
 * recursive types work. */
type_t *type_record(types_t *types, type_kind_t kind, const char *name);
void type_set_fields(types_t *types, type_t *record, const field_t *fields, size_t count,
                     uint64_t size, uint32_t align);
/* A library type with a size and no cells; type_record and type_set_fields make
 * those with cells. */
const type_t *type_opaque(types_t *types, const char *name, uint64_t size, uint32_t align);

/* C spelling for messages, in a fresh string of the arena. */
const char *type_spelling(types_t *types, const type_t *type);

/* Cells: the scalar leaves of a type at their byte offsets, in order; unions
 * contribute one member: of those of maximal size the one with the fewest
 * cells, and of these the first; bytes that only other members use are cells of
 * their own. Bit-fields contribute their storage unit once. */
typedef struct cell {
    uint64_t offset;
    const type_t *type; /* scalar */
} cell_t;
/* Number of cells; saturates at UINT32_MAX. */
uint64_t type_cell_count(const type_t *type);
/* The index-th cell; index < type_cell_count. O(depth of the type). */
cell_t type_cell(const type_t *type, uint64_t index);
/* Index of the cell that starts at offset and is size bytes long; false if
 * there is none (an access that does not fit the type). */
bool type_cell_at(const type_t *type, uint64_t offset, uint64_t size, uint64_t *index);
/* The cell that the byte at offset belongs to; false: padding, or a part of an
 * opaque type. */
bool type_cell_around(const type_t *type, uint64_t offset, cell_t *cell);
/* All bytes belong to cells of this size. */
bool type_is_uniform(const type_t *type, uint64_t size);

#endif
