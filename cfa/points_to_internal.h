#ifndef CFA_POINTS_TO_INTERNAL_H
#define CFA_POINTS_TO_INTERNAL_H

/* Parts of the pass points_to: what values may be (points_to_eval.c), what flows along
 * edges until nothing changes (points_to.c), and what follows for the edges
 * (points_to_answers.c). */
#include "cfa/place_set.h"
#include "cfa/points_to.h"
#include "util/hash.h"

/* A register, the result of a function, or the exit value of threads. */
typedef struct variable {
    place_set_t set;
    VEC(uint32_t) users; /* edges to look at again when the set grows */
} points_to_variable_t;

/* What one scalar of an object holds; of the object's any-place: what was
 * stored at an unknown offset. */
typedef struct cell_content {
    place_set_t set;          /* set.number: stored as a pointer */
    bool number_as_int; /* a number was stored as an integer */
    bool used;
} points_to_content_t;

typedef struct memory {
    VEC(location_t) slots; /* those in use */
    VEC(uint32_t) users;   /* edges that load from it */
} points_to_memory_t;

struct points_to {
    const program_t *program;
    locations_t *locations;
    arena_t *arena;            /* answers */
    size_t *first_reg;         /* per function: its first register among the variables */
    size_t first_result, exit; /* variables */
    bool *is_start;            /* per function: threads start with it */
    size_t variable_count;
    points_to_variable_t *variables;
    VEC(points_to_content_t) contents; /* per location */
    points_to_memory_t *memories;      /* per object */
    place_set_t everywhere;        /* stored through a number: may lie in any memory */
    VEC(uint32_t) loaders;   /* edges with a load */
    VEC(uint32_t) work, later; /* edges of this round and of the next */
    bool *queued;            /* per edge: is in later */
    map64_t seen_users;      /* (object, edge) pairs in memories' users */
    VEC(place_set_t) scratch;
    size_t depth;            /* scratch sets in use */
    map64_t answers;         /* (function, expression) -> answer_t */
    uint32_t edge;           /* being evaluated, or NO_EDGE */
};

#define NO_EDGE UINT32_MAX

/* A cleared set; valid until the matching scratch_end, but its address only
 * until the next scratch_begin: hence the index. */
size_t points_to_scratch_begin(points_to_t *p);
void points_to_scratch_end(points_to_t *p);
void points_to_enqueue(points_to_t *p, uint32_t edge);
points_to_variable_t *points_to_reg_variable(points_to_t *p, const function_t *function, reg_t reg);
void points_to_variable_join(points_to_t *p, points_to_variable_t *variable,
                             const place_set_t *set);
points_to_content_t *points_to_content_of(points_to_t *p, location_t slot);
void points_to_store(points_to_t *p, const place_set_t *address, const place_set_t *value,
                     const type_t *type);
/* Evaluates into a fresh scratch set, which the caller ends. */
size_t points_to_eval_scratch(points_to_t *p, const function_t *function, const expr_t *e);
/* The set is taken after the evaluation, which may move the vector. */
const place_set_t *points_to_eval_set(points_to_t *p, const function_t *function, const expr_t *e);

/* edge->access of all edges, and which objects are mixed. */
void points_to_fill_accesses(points_to_t *p);

#endif
