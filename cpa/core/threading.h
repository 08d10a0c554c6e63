#ifndef CPA_CORE_THREADING_H
#define CPA_CORE_THREADING_H

#include "cfa/thread_set.h"
#include "cpa/core/cpa.h"

/* The threading CPA (Kolesnykov 2020, section 2.3.1, after Beyer and Friedberger
 * 2016): a state is a configuration: per thread a call stack of locations,
 * plus who holds which mutex, atomic sections and the heap. The domain is flat:
 * states merge never and cover only themselves, which interning makes pointer
 * equality. */
typedef struct threading threading_t;

threading_t *threading_new(const program_t *program, uint32_t max_threads, uint32_t max_depth);
void threading_delete(threading_t *threading);
configurations_t *threading_configurations(threading_t *threading);

const configuration_t *threading_initial(threading_t *threading);

/* Asks the other CPAs for the value of an expression of a thread's top frame. */
typedef bool (*threading_query_t)(void *context, const configuration_t *where, uint32_t thread,
                                  const expr_t *expr, uint64_t *value);
typedef VEC(step_t) steps_t;

/* Appends the steps of one thread that the configuration allows. */
void threading_steps(threading_t *threading, const configuration_t *where, uint32_t thread,
                     threading_query_t query, void *context, steps_t *out);
/* Appends the steps of those threads that may move, in order of their numbers. */
void threading_steps_of(threading_t *threading, const configuration_t *where,
                        const thread_set_t *threads, threading_query_t query, void *context,
                        steps_t *out);
/* The same for one thread. */
void threading_thread_steps(threading_t *threading, const configuration_t *where, uint32_t thread,
                            threading_query_t query, void *context, steps_t *out);
/* Inside an atomic section only one thread moves: it, or UINT32_MAX. */
uint32_t threading_atomic_thread(const configuration_t *where);
/* No thread moves any more: ended, an error, or something unsupported. */
bool threading_is_final(const configuration_t *where);

/* Why a configuration with `unsupported` set was given up, with position. */
void threading_print_reason(strbuf_t *out, const edge_t *edge);

#endif
