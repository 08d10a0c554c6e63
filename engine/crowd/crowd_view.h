#ifndef ENGINE_CROWD_CROWD_VIEW_H
#define ENGINE_CROWD_CROWD_VIEW_H

#include "cfa/result.h"
#include "cpa/core/bindings.h"
#include "cpa/core/threading.h"
#include "cpa/value/value.h"

/* A thread of a program with any number of threads moves in a view: a
 * configuration with main as thread 0 and this thread as thread 1
 * (docs/crowd.md). So all threads have the number 1, and equal threads look
 * equal. Here is what views have in common for all abstractions of data. */

typedef struct crowd_view {
    const program_t *program;
    threading_t *threading;
    cpa_t *value;
    strbuf_t reason; /* why a step could not be made */
    /* Scratch. */
    description_t description;
    binding_vec_t kept;
    steps_t moves;
} crowd_view_t;

/* Why threads of the program cannot be looked at one by one; NULL: they can. */
const char *crowd_objection(const program_t *program);

void crowd_view_init(crowd_view_t *view, const program_t *program);
void crowd_view_free(crowd_view_t *view);

/* The same variable of a new thread if that had number 1: a register of its first
 * frame, or a _Thread_local object. */
variable_t crowd_as_thread_one(const function_t *routine, variable_t variable);

/* Halves of a view, and views from halves. */
const configuration_t *crowd_common_configuration(crowd_view_t *view, const configuration_t *c);
const configuration_t *crowd_local_configuration(crowd_view_t *view, const thread_t *thread);
/* A new thread, at the entry of its routine, as thread 1. */
const configuration_t *crowd_new_configuration(crowd_view_t *view, const thread_t *thread);
const configuration_t *crowd_join_halves(crowd_view_t *view, const configuration_t *common,
                                         const configuration_t *local);

/* What a part says, in view->description. */
void crowd_describe(crowd_view_t *view, part_t part, const configuration_t *where);
/* For threading and other analyses: asks the values of a part. */
typedef struct crowd_query {
    cpa_t *value;
    part_t part;
} crowd_query_t;
bool crowd_query(void *context, const configuration_t *where, uint32_t thread, const expr_t *expr,
                 uint64_t *value);

/* The steps of a thread of a view, to view->moves. A join or detach never blocks
 * and tells nothing: there are more runs than in the program. */
void crowd_moves(crowd_view_t *view, const configuration_t *c, part_t part, uint32_t thread);
/* The number of a new thread says nothing in a view: the part without it. */
part_t crowd_without_handle(crowd_view_t *view, part_t before, part_t after, const step_t *step);

/* May threads be looked at one by one after a step of this thread? The description
 * is that of the step's result. */
bool crowd_stays_apart(crowd_view_t *view, const configuration_t *c, bool by_main);
bool crowd_fail(crowd_view_t *view, const edge_t *edge, const char *why);

#endif
