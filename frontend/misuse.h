#ifndef FRONTEND_MISUSE_H
#define FRONTEND_MISUSE_H

#include "frontend/models.h"

/* What no-thread-misuse counts: uses of threads and of their synchronisation that POSIX calls
 * undefined. Most of it is told by the models in frontend/library/sync.c, which are compiled
 * with HEDDLE_CHECKS_MISUSE where it is asked for. */

bool misuse_is_asked(const lower_t *lower);
/* The model of an operation on mutexes that are all of the default kind. */
value_t misuse_checked(body_t *body, const call_t *call, const char *operation);
/* If it is asked for: a violation unless the thread of this number can be joined by this one,
 * or detached. */
void misuse_check_join(body_t *body, const expr_t *number);
void misuse_check_detach(body_t *body, const expr_t *number);
/* If it is asked for and memory of this type is not initialised: whether its mutexes are is to be
 * known. */
void misuse_note_raw(lower_t *lower, const type_t *type);

#endif
