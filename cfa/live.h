#ifndef CFA_LIVE_H
#define CFA_LIVE_H

#include "cfa/configuration.h"

/* Where registers are live, that is, may be read before they are written: for each
 * register the ranges of nodes, by their number in reverse post-order. Straight code
 * is one range however long it is. */
typedef struct live_range {
    uint32_t first, last;
} live_range_t;

struct live {
    const uint32_t *start; /* per register and one more: its first range */
    const live_range_t *ranges; /* of each register sorted */
};

/* Without the pass, everything may be. */
bool live_at(const node_t *node, reg_t reg);

/* Is the register live in the configuration, in whichever frame of whichever thread it
 * is? Not if its frame is gone, and not while a call is under way that writes its
 * result there: a function with a result returns one (cfa/check.c). */
bool live_in(const configuration_t *c, variable_t reg);

#endif
