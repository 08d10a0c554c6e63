#ifndef CPA_CORE_BINDINGS_H
#define CPA_CORE_BINDINGS_H

#include "cfa/result.h"
#include "util/hash.h"

/* Hash-consed finite maps from variables to values, kept sorted. States of the
 * value analysis are made of a few of them, shared among millions of states. */

typedef struct shape shape_t; /* the set of variables bound; interned */

typedef struct bindings {
    const shape_t *shape;
    uint32_t id;
    uint32_t count;
    binding_t at[];
} bindings_t;

struct shape {
    uint32_t id;
    uint32_t count;
    variable_t at[];
};

typedef struct bindings_table bindings_table_t;
bindings_table_t *bindings_table_new(void);
void bindings_table_delete(bindings_table_t *table);
const bindings_t *bindings_empty(bindings_table_t *table);

typedef VEC(binding_t) binding_vec_t;
/* items must be sorted by variable. */
const bindings_t *bindings_intern(bindings_table_t *table, const binding_t *items, size_t count);
/* Keeps the variables of shape; NULL if one of them is not bound, or if no such
 * map was ever interned. */
const bindings_t *bindings_project(const bindings_table_t *table, const bindings_t *map,
                                   const shape_t *shape);
bool bindings_get(const bindings_t *map, variable_t variable, uint64_t *value);
/* Does every binding of cover stand in map too? */
bool bindings_include(const bindings_t *map, const bindings_t *cover);

/* Editing a sorted vector before it is interned. */
void binding_vec_set(binding_vec_t *vec, variable_t variable, uint64_t value);
void binding_vec_remove(binding_vec_t *vec, variable_t variable);
/* Removes all variables from first to last, inclusive. */
void binding_vec_remove_range(binding_vec_t *vec, variable_t first, variable_t last);

#endif
