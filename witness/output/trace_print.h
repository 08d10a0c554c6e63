#ifndef WITNESS_OUTPUT_TRACE_PRINT_H
#define WITNESS_OUTPUT_TRACE_PRINT_H

#include "util/strbuf.h"
#include "witness/semantics/replay.h"

#include <stdio.h>

/* How wide the page is, and whether it has colours. */
typedef struct trace_style {
    unsigned width; /* 0: 100 */
    bool has_colour;
} trace_style_t;

/* As the stream is: a terminal has a width, and colours unless NO_COLOR is set. */
trace_style_t trace_style_of(FILE *stream);

/* The counterexample for people: one column per thread, in the order of their creation, one
 * row per step of the source, with the values read and written at shared accesses, inputs,
 * locks, and the call stacks at the violation. With more threads than fit beside each other
 * the rows name their thread instead. What main does before the first thread starts is one
 * row. The replay must have reached the error. */
void trace_print(strbuf_t *out, const replay_t *replay, trace_style_t style);

#endif
