#ifndef UTIL_PROGRESS_H
#define UTIL_PROGRESS_H

#include "util/stats.h"

#include <stdbool.h>

/* The status line: engine, refinements, states, solver time, memory. It stands
 * on a terminal alone, from the second second on, and is drawn at most five
 * times a second. */
typedef struct progress {
    bool is_enabled, is_drawn;
    double start, next;
} progress_t;

/* wanted: by the user; standard error must be a terminal too. */
void progress_init(progress_t *progress, bool wanted);
/* Draws the line if it is time to. memory: bytes. */
void progress_update(progress_t *progress, const stats_t *stats, uint64_t memory);
/* Takes the line away; before anything else is printed. */
void progress_erase(progress_t *progress);

/* The line itself, without control characters, at most width columns. */
void progress_text(strbuf_t *out, const stats_t *stats, double seconds, uint64_t memory,
                   size_t width);

#endif
