#ifndef ENGINE_ORDER_EFFORT_H
#define ENGINE_ORDER_EFFORT_H

#include "util/limits.h"

#include <stddef.h>

/* How long the engine may go on: the limits of the whole run, and the work of its budget,
 * which is counted where the engine looks at the limits. */
typedef struct effort {
    limits_t *limits;
    uint64_t left; /* work; UINT64_MAX: any amount */
    bool is_over;  /* the work is */
} effort_t;

/* A look of the SAT solver, which it takes after some decisions. */
enum { EFFORT_OF_LOOK = 20 };

/* Some work was done: is that all? why may be NULL. */
static inline bool effort_ends(effort_t *effort, uint64_t work, const char **why) {
    if (effort->left != UINT64_MAX) {
        effort->is_over |= effort->left < work;
        effort->left -= effort->is_over ? effort->left : work;
    }
    if (effort->is_over && why) *why = "the budget is used up";
    return effort->is_over || limits_exceeded(effort->limits, why);
}

#endif
