#ifndef WITNESS_ORDER_CLOCKS_H
#define WITNESS_ORDER_CLOCKS_H

#include "witness/order/events.h"

/* The place of each node in a run, and what is known of it beforehand: a thread's nodes
 * follow each other, come after its creation, and before whatever its join is certain for. */
typedef struct clocks {
    const events_t *events;
    terms_t *terms;
    uint32_t *before; /* by node and thread: so many of the thread's nodes come first always */
    const term_t **clock; /* by node; two nodes of different threads have different ones */
    unsigned bits;
} clocks_t;

void clocks_init(clocks_t *clocks, const events_t *events, terms_t *terms);
void clocks_free(clocks_t *clocks);

bool clocks_always(const clocks_t *clocks, uint32_t a, uint32_t b); /* a before b, in any run */
const term_t *clocks_before(const clocks_t *clocks, uint32_t a, uint32_t b);
/* What all clocks obey. */
void clocks_facts(const clocks_t *clocks, term_vec_t *facts);

#endif
