#ifndef SOLVER_CHILD_H
#define SOLVER_CHILD_H

#include "util/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* Work in a child process, for libraries that may crash, hang, abort or eat
 * all memory: the child dies of it, the program goes on. */

/* Runs in the child, on its own copy of the program's memory; what it adds to
 * out comes back. */
typedef void (*child_work_t)(void *context, strbuf_t *out);

typedef struct child_limits {
    unsigned milliseconds; /* 0: none */
    size_t megabytes;      /* on top of what the program uses; 0: none */
} child_limits_t;

/* False and *why (static text) if the child did not end properly; out then has
 * no meaning. */
bool child_run(child_work_t work, void *context, child_limits_t limits, strbuf_t *out,
               const char **why);

#endif
