#ifndef MAIN_WORKER_H
#define MAIN_WORKER_H

#include "main/run.h"

/* The work of a run, inside of the supervised process: from the source to a
 * verdict with its evidence. */
typedef struct work {
    const options_t *options;
    const property_set_t *properties;
    const char *const *texts; /* NULL, or what is read in the place of the files */
    const char *head; /* frontend_options_t.head */
} work_t;

/* A supervise_work_t; context is a work_t. */
void worker_run(void *context, run_t *run);

/* Flushes standard output; false, with a message, if something was not
 * written, for a full disk for example. */
bool worker_flush(void);

#endif
