#ifndef FRONTEND_RVALUE_H
#define FRONTEND_RVALUE_H

#include "frontend/body.h"

/* The value of an expression; its steps are appended to the body. At most one
 * load remains inside the value. */
value_t rvalue_lower(body_t *body, CXCursor cursor);
/* Converted to a type. */
value_t rvalue_as(body_t *body, CXCursor cursor, const type_t *type);
/* For its effects alone. */
void rvalue_effect(body_t *body, CXCursor cursor);
/* Two operands, left first, with at most one load in both together. */
void rvalue_pair(body_t *body, CXCursor left, CXCursor right, value_t *a, value_t *b);

/* assign.c: = op= ++ -- ; wanted: the value is used */
value_t assign_simple(body_t *body, CXCursor cursor);
value_t assign_compound(body_t *body, CXCursor cursor);
value_t assign_increment(body_t *body, CXCursor cursor, bool wanted);

#endif
