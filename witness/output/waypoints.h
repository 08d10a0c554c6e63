#ifndef WITNESS_OUTPUT_WAYPOINTS_H
#define WITNESS_OUTPUT_WAYPOINTS_H

#include "witness/semantics/replay.h"

/* A violation as a sequence of places of the source that it passes, in its order across
 * threads: the threads that are created, inputs, values before shared accesses, which fix
 * the order of the threads, branches that nothing else decides, the target. */
typedef struct waypoint {
    const char *type; /* as the format of witnesses calls it */
    source_t at;
    const function_t *function;
    uint32_t thread_id; /* 0: main; k: made by the k-th creation */
    char *value;        /* of the constraint; owned. NULL: there is none */
    const char *format; /* ... or NULL */
} waypoint_t;

typedef VEC(waypoint_t) waypoints_t;

/* The replay must have reached the violation. */
void waypoints_make(waypoints_t *out, const replay_t *replay);
void waypoints_free(waypoints_t *waypoints);

#endif
