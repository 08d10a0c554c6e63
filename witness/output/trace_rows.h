#ifndef WITNESS_OUTPUT_TRACE_ROWS_H
#define WITNESS_OUTPUT_TRACE_ROWS_H

#include "util/strbuf.h"
#include "witness/output/source_text.h"
#include "witness/semantics/replay.h"

/* A replay cut into steps of the source: what one thread does at one line
 * without another thread moving in between. Shared by the printed
 * counterexample and the witness file. */
typedef struct trace_row {
    uint32_t thread;
    uint32_t first, count; /* replay steps */
    source_t source;
    bool is_quiet; /* nothing in it that a reader would miss */
} trace_row_t;

typedef struct trace_rows {
    const replay_t *replay;
    VEC(trace_row_t) rows;
} trace_rows_t;

void trace_rows_make(trace_rows_t *rows, const replay_t *replay);
void trace_rows_free(trace_rows_t *rows);

/* "main", "worker#1": the start routine, and the number of the thread. */
void trace_thread_name(strbuf_t *out, const replay_t *replay, uint32_t thread);
/* The value as C writes it: signed, or the address of an object. */
void trace_value(strbuf_t *out, const program_t *program, const type_t *type, uint64_t value);
/* The type of the memory access in the edge, NULL if it makes none. */
const type_t *trace_access_type(const edge_t *edge);
/* May another thread see this cell? */
bool trace_is_shared(const replay_t *replay, const replay_step_t *step, variable_t cell);

#endif
