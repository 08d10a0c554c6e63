#ifndef FRONTEND_CONDITION_H
#define FRONTEND_CONDITION_H

#include "frontend/body.h"

/* Conditions and what C evaluates only in part: && || ! ?:. Operands without
 * steps of their own give plain expressions, all others control flow. */

/* A statement's condition: branches to the two nodes. */
void condition_branch(body_t *body, CXCursor cursor, flow_node_t if_true, flow_node_t if_false);
/* && || ! as a value. */
value_t condition_value(body_t *body, CXCursor cursor);
/* c ? a : b */
value_t condition_choice(body_t *body, CXCursor cursor, bool wanted);
/* a ?: b */
value_t condition_elvis(body_t *body, CXCursor cursor, CXCursor first, CXCursor second);

#endif
