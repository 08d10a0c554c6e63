#ifndef CPA_EXPLORE_STRAIGHT_H
#define CPA_EXPLORE_STRAIGHT_H

#include "cpa/explore/composite.h"

/* Straight runs: a thread that must or may go alone, and can go one way only, is
 * followed to the first state at which something is to be decided; the states
 * on the way are not kept. docs/cpa.md says when that is sound. */

/* May the thread that moved last be followed from here, if it goes alone? Not behind
 * the end of its thread or the program, and not at a loop head. */
bool straight_may_go_on(const configuration_t *c, uint32_t thread);

/* Called with every further step and what it leads to. */
typedef void (*straight_visit_t)(void *context, const successor_t *next);

/* Moves *state on, as if by one long step of its thread: step.after and the
 * parts become those at the end, the rest of the step stays that of the first.
 * The number of further steps. visit may be NULL. */
size_t straight_run(composite_t *composite, successor_t *state, straight_visit_t visit,
                    void *context);

/* Makes nodes and links of the steps that the link stands for. Afterwards it is
 * the link of the last of them. */
void straight_unfold(composite_t *composite, arg_t *arg, arg_link_t *link);

#endif
