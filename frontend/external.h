#ifndef FRONTEND_EXTERNAL_H
#define FRONTEND_EXTERNAL_H

#include "frontend/call.h"

/* Functions without a body and a model. Those of the C library and of the compiler are
 * refused. The others return anything, write anything into what they are given to write,
 * and may change what they can get hold of otherwise (frontend/exposure.h). */

/* A function of the environment, of which nothing is known? */
bool external_is_one(lower_t *lower, const symbol_t *symbol);
bool external_is_builtin(const char *name);
value_t external_call(body_t *body, const call_t *call, symbol_t *symbol, const value_t *values);

#endif
