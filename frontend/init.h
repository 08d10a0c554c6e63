#ifndef FRONTEND_INIT_H
#define FRONTEND_INIT_H

#include "frontend/lvalue.h"

/* Initialisers. */

/* A local object in memory: stores all its cells; those without an initialiser
 * become zero. */
void init_local(body_t *body, const expr_t *address, const type_t *type, CXCursor initialiser);
/* A static object: its cells must be constants; what is not is complained
 * about. */
void init_static(lower_t *lower, unit_t *unit, object_t *object, CXCursor initialiser);
/* (T){...}: an object of its own, static outside functions. */
lvalue_t init_compound_literal(body_t *body, CXCursor cursor);

#endif
