#ifndef ENGINE_CANDIDATES_RELATIONS_H
#define ENGINE_CANDIDATES_RELATIONS_H

#include "engine/candidates/samples.h"
#include "solver/term.h"

/* Relations that all sampled states of a group have (docs/candidates.md). All arithmetic is
 * modulo 2^width, so an equation of samples in which something wrapped around is one of the
 * program, too. */

typedef enum {
    RELATION_PAIRS,      /* x - y == c, x + y == c, x == k * y + c */
    RELATION_SUMS,       /* three or four variables, each with factor 1 or -1 */
    RELATION_CONSTANTS,  /* x == c */
    RELATION_CONGRUENCES, /* x mod 2, 4 or 8 */
    RELATION_ORDERS,     /* x <= y, x < y, 0 <= x */
    RELATION_KIND_COUNT
} relation_kind_t;

typedef VEC(const term_t *) relations_t;

/* Two variables of which one bounds the other here, and comes near: worth a look at other
 * places, too, where it may not come near. */
void relations_note_bounds(const sample_group_t *group, map64_t *bounds);

/* Appends those of this kind. Kinds are asked for in their order: what simple ones determine is
 * no part of larger ones; determined belongs to the group and starts all false. */
void relations_find(const sample_group_t *group, relation_kind_t kind, terms_t *terms,
                    const map64_t *bounds, bool determined[SAMPLE_MAX_VARIABLES], relations_t *out);

/* The states in which the variable is not negative, and those in which it is; what tells them
 * apart is returned, and true in the second. */
const term_t *relations_split(const sample_group_t *group, size_t at, terms_t *terms,
                              sample_group_t parts[2]);

#endif
