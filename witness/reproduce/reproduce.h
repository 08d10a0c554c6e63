#ifndef WITNESS_REPRODUCE_REPRODUCE_H
#define WITNESS_REPRODUCE_REPRODUCE_H

#include "witness/semantics/replay.h"

/* A folder in which a violation happens on the machine: the sources as they are, a runtime
 * that makes the compiled program follow the schedule, and a Makefile. docs/reproduce.md
 * tells users what it contains. */
typedef struct reproduce_task {
    const replay_t *replay; /* that has reached the error */
    const trace_t *trace;   /* ... of which it is one */
    const char *const *flags; /* -D, -I, ... as given to the parser */
    size_t flag_count;
    const char *version; /* of heddle */
} reproduce_task_t;

/* false: *why says why, to be freed with mem_free. The folder is made if it is not there;
 * files in it are replaced. */
bool reproduce_write(const char *directory, const reproduce_task_t *task, char **why);

/* Parts of it as text. The functions that give inputs and the variables that are only
 * declared, as C: */
void reproduce_print_inputs(strbuf_t *out, const reproduce_task_t *task);
/* sources: names of the copies; options: what else the compiler is given. */
void reproduce_print_makefile(strbuf_t *out, const reproduce_task_t *task,
                              const char *const *sources, size_t source_count);

#endif
