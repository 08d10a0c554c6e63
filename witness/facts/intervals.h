#ifndef WITNESS_FACTS_INTERVALS_H
#define WITNESS_FACTS_INTERVALS_H

#include "cfa/configuration.h"
#include "witness/facts/interval.h"

/* Bounds of variables that hold in every interleaving, found without looking at any: static
 * memory has one interval per cell for the whole run, all that is ever stored there, and
 * registers have one per node, whoever calls. So the bounds hold for any number of threads
 * and whatever a proof left out. */
typedef struct intervals intervals_t;

/* After the passes; NULL: given up, the program is too large. */
intervals_t *intervals_new(const program_t *program);
void intervals_delete(intervals_t *intervals);

/* Can a thread get to this node? */
bool intervals_reaches(const intervals_t *intervals, const node_t *node);
/* Of a register of the frame that stands there; everything if it is not live. */
fact_interval_t intervals_reg(const intervals_t *intervals, const node_t *node, reg_t reg);
/* Of a cell of static memory at any time. */
fact_interval_t intervals_cell(const intervals_t *intervals, variable_t cell);

/* May the variable hold a number that exists in this tool alone, or one computed from such? */
bool intervals_is_internal(const intervals_t *intervals, variable_t variable);
/* Does the program branch on the order of such numbers? Then what happens here need not be
 * what happens elsewhere. */
bool intervals_depend_on_internal(const intervals_t *intervals);

#endif
