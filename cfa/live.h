#ifndef CFA_LIVE_H
#define CFA_LIVE_H

#include "cfa/program.h"

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

#endif
