#ifndef WITNESS_OUTPUT_TRACE_NOTES_H
#define WITNESS_OUTPUT_TRACE_NOTES_H

#include "witness/output/trace_rows.h"

/* What is said below a line of the source: values read and written, inputs, branches,
 * threads and locks. */

typedef enum {
    TRACE_TITLE, /* the line itself */
    TRACE_NOTE,
    TRACE_HINT, /* something that surprises people */
    TRACE_LOUD, /* the violation */
} trace_tone_t;

typedef struct trace_line {
    trace_tone_t tone;
    strbuf_t text;
} trace_line_t;

typedef VEC(trace_line_t) trace_lines_t;
void trace_lines_clear(trace_lines_t *lines);
void trace_lines_free(trace_lines_t *lines);

typedef struct trace_notes trace_notes_t;
trace_notes_t *trace_notes_new(const replay_t *replay, source_text_t *text);
void trace_notes_delete(trace_notes_t *notes);

/* Appends the notes of a row. Each row must be asked for once, in order: what was
 * written and who holds what is kept. */
void trace_notes_row(trace_notes_t *notes, const trace_row_t *row, trace_lines_t *lines);
/* The same for rows that are shown as one: what they leave behind. */
void trace_notes_fold(trace_notes_t *notes, const trace_row_t *rows, size_t count,
                      trace_lines_t *lines);
/* "m by clerk#2", separated by commas; nothing if no mutex is held. */
void trace_notes_locks(const trace_notes_t *notes, strbuf_t *out);
/* Who holds the mutex, UINT32_MAX: nobody. */
uint32_t trace_notes_holder(const trace_notes_t *notes, uint64_t mutex);

#endif
