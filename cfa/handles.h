#ifndef CFA_HANDLES_H
#define CFA_HANDLES_H

#include "cfa/program.h"

/* Does a THREAD_JOIN or THREAD_DETACH name a thread that was created, and that nobody has
 * joined or detached, in every run? Who cannot follow handles asks this. It is seen if main
 * alone does it, and the handle comes from
 *   - a variable into which each way there has created a thread since the last look at it, or
 *   - an array through which a loop goes from 0 to a bound, as another loop did before that
 *     created a thread in each element: the index, times a constant, decides which.
 * false: it is not seen. After the pass points_to only. */
bool edge_names_thread(const program_t *program, const edge_t *edge);

/* Whom such a THREAD_JOIN waits for. */
typedef struct joined {
    /* The last thread that was created with its handle at this address. */
    const expr_t *address;
    /* If the handle comes from an array: behind this edge, the end of the loop that joins, all
     * threads have ended that were created along this edge. */
    const edge_t *leave, *create;
    bool is_loose; /* other threads than these may be meant */
} joined_t;
/* false: it is not seen, a round of the loop may leave the join out, or the loop that creates
 * may be entered again. */
bool edge_joins(const program_t *program, const edge_t *edge, joined_t *out);

#endif
