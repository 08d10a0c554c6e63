#ifndef MAIN_SUPERVISE_H
#define MAIN_SUPERVISE_H

#include "main/run.h"

/* Runs work(context, run) in a child process and waits for it, so that a
 * solver that crashes, is killed or takes all memory ends the work and not the
 * program. Meanwhile: the status line; SIGINT and SIGTERM ask the worker to end
 * and kill it two seconds later; a worker that does not see its limits, inside
 * of a library for example, is killed a little after them.
 *
 * Whatever happens, the run returned says it: its stage is DONE or it is
 * unknown with a reason. NULL: the system refused even that. */
typedef void (*supervise_work_t)(void *context, run_t *run);
run_t *supervise(supervise_work_t work, void *context, const options_t *options);
void supervise_free(run_t *run);

#endif
