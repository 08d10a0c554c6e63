#ifndef WITNESS_OUTPUT_TRACE_PRINT_H
#define WITNESS_OUTPUT_TRACE_PRINT_H

#include "util/strbuf.h"
#include "witness/semantics/replay.h"

/* The counterexample for people: one column per thread, one row per step of
 * the source, with the values read and written at shared accesses, inputs, and
 * the call stack at the violation. With more threads than fit beside each other
 * the rows name their thread instead. width is that of the page; 0: 100.
 * The replay must have reached the error. */
void trace_print(strbuf_t *out, const replay_t *replay, unsigned width);

#endif
