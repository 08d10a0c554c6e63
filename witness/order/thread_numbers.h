#ifndef WITNESS_ORDER_THREAD_NUMBERS_H
#define WITNESS_ORDER_THREAD_NUMBERS_H

#include "witness/order/clocks.h"

/* Unfolded threads have numbers of their own; in a run, one that was joined (or detached, and
 * has ended) leaves its number to the next one. May the program see that? Not if all are
 * created before the first is joined, and not if numbers go from where they were stored
 * nowhere but into joins. */
bool numbers_are_reused(const program_t *program, const events_t *events, const clocks_t *clocks);

#endif
