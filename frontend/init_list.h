#ifndef FRONTEND_INIT_LIST_H
#define FRONTEND_INIT_LIST_H

#include "frontend/body.h"

/* libclang shows initialiser lists as they are written. This takes them apart
 * by C's rules (nested and omitted braces, designators) into one entry per
 * initialised subobject, in order. What is overridden as a whole has none; a part of a
 * string may be overridden by a later entry. */
typedef struct init_entry {
    uint64_t offset;
    const type_t *type;   /* of the subobject; for a bit-field its storage unit */
    uint8_t shift, width; /* bit-fields */
    CXCursor value;       /* an expression or, for an array of characters, a string */
    size_t order;         /* for whoever sorts them */
} init_entry_t;

typedef VEC(init_entry_t) init_entries_t;

/* False, with the reason in *problem, if the list has a form not known here. */
bool init_list_read(body_t *body, const type_t *type, CXCursor initialiser, init_entries_t *entries,
                    const char **problem);

/* The string literal of an initialiser of a character array, or null. */
CXCursor init_list_string(const type_t *type, CXCursor value);

#endif
