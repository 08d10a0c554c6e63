#ifndef FRONTEND_LIBRARY_H
#define FRONTEND_LIBRARY_H

#include "frontend/call.h"

/* Models of library functions that are written in C: frontend/library/ *.c. They are
 * part of the program as text, are parsed when the first of them is needed, and
 * are put in place of each call. So the addresses of locks stay as plain as they
 * are in the call, and every step has the position of the call.
 *
 * The model of a function f is named model_f. A parameter must not be assigned
 * to, nor its address be taken: it stands for the argument. Apart from C there is
 *   __heddle_atomic_when(c)    begin of an atomic section, where c holds; the
 *                              thread is blocked while it does not. c reads
 *                              memory once at most
 *   __heddle_atomic_begin/end  as the name says
 *   __heddle_choice()          either way
 *   __heddle_self()            number of the thread
 *   __heddle_errno()           address of its errno
 *   __heddle_lock, trylock, unlock (address)      plain mutex operations
 *   __heddle_mutex_lock, trylock, unlock (mutex)  ... on mutexes of any kind
 *   __heddle_owns, is_held (address)              does this thread hold it? Anybody?
 *   __heddle_misuse(text)      no-thread-misuse is violated, in this way
 *   __heddle_unsupported(text) unknown, for this reason */

/* Lowers a call by its model in C. */
value_t library_call(body_t *body, const call_t *call);
/* ... by the model function of this name. */
value_t library_call_named(body_t *body, const call_t *call, const char *name);
/* ... with values for its parameters. */
value_t library_call_values(body_t *body, const char *name, const value_t *values, size_t count);
/* Does this symbol belong to the library? Its functions are put in place. */
bool library_owns(const lower_t *lower, const symbol_t *symbol);
value_t library_call_symbol(body_t *body, const call_t *call, symbol_t *symbol);

#endif
