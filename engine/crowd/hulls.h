#ifndef ENGINE_CROWD_HULLS_H
#define ENGINE_CROWD_HULLS_H

#include "engine/crowd/bounds.h"

/* Intervals of variables with many values: one for each variable and place, which
 * has all values that the variable was seen to have there. They grow in few steps, to
 * numbers that the program mentions, so that there is an end. */
typedef struct hulls hulls_t;

hulls_t *hulls_new(const program_t *program);
void hulls_delete(hulls_t *hulls);
void hulls_clear(hulls_t *hulls);

/* The interval of the variable at the place, which now includes seen; width is the
 * variable's. *has_grown becomes true if it did not before. */
range_t hulls_add(hulls_t *hulls, variable_t variable, uint64_t place, unsigned width, range_t seen,
                  bool *has_grown);

#endif
