#ifndef CPA_CORE_LOOP_BOUND_H
#define CPA_CORE_LOOP_BOUND_H

#include "cpa/core/cpa.h"

/* Loop-bound CPA (Kolesnykov 2020, section 2.5.1): counts how often each thread has
 * come to each loop head in its current frame and gives no successor beyond
 * the bound. */
cpa_t *loop_bound_new(const program_t *program, uint32_t bound);
/* A path was cut at the bound: the absence of errors proves nothing. */
bool loop_bound_was_hit(const cpa_t *cpa);

#endif
