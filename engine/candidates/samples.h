#ifndef ENGINE_CANDIDATES_SAMPLES_H
#define ENGINE_CANDIDATES_SAMPLES_H

#include "cfa/configuration.h"
#include "engine/core/engine.h"
#include "util/vec.h"

/* States of runs at random, where a thread comes to a loop head: the values of the integers in
 * static memory and of the live registers of all threads. Those in which every thread stands
 * at the same place are one group, with the same variables. */

enum { SAMPLE_MAX_VARIABLES = 24 };

typedef struct sample_group {
    uint64_t places; /* where everybody stands (configuration_places) */
    variable_t variables[SAMPLE_MAX_VARIABLES];
    uint8_t widths[SAMPLE_MAX_VARIABLES];
    bool is_temporary[SAMPLE_MAX_VARIABLES]; /* the program has no name for it */
    bool is_bound[SAMPLE_MAX_VARIABLES];     /* in static memory, and no thread writes it */
    size_t variable_count, row_count;
    VEC(uint64_t) values; /* row by row, all different */
} sample_group_t;

typedef struct samples {
    VEC(sample_group_t) groups;
    map64_t by_places;
    const program_t *program;
    VEC(variable_t) statics; /* integers of static memory that runs may change */
    bool *is_written;        /* by id of object: in code that runs in threads */
} samples_t;

/* Runs with so many steps in all. */
void samples_take(samples_t *samples, const engine_context_t *context, uint64_t steps);
void samples_free(samples_t *samples);
static inline const uint64_t *sample_row(const sample_group_t *group, size_t row) {
    return &group->values.data[row * group->variable_count];
}

#endif
