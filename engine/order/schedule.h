#ifndef ENGINE_ORDER_SCHEDULE_H
#define ENGINE_ORDER_SCHEDULE_H

#include "cfa/result.h"
#include "engine/order/encode.h"

/* From a model to one run of the program. */

/* Nodes in one order, up to that of a target that the model reaches. false: this order
 * of events has no linearisation in which every read meets the write that it comes
 * from; the orders that were demanded are weaker than sequential consistency. */
typedef VEC(uint32_t) schedule_t;
bool schedule_find(encoding_t *e, const order_target_t *target, schedule_t *out);

/* The run along a schedule, with the inputs of the model. */
void schedule_trace(encoding_t *e, const schedule_t *schedule, trace_t *trace);

#endif
