#ifndef FRONTEND_CALL_H
#define FRONTEND_CALL_H

#include "frontend/body.h"

/* A call in the source, for models. */
typedef struct call {
    CXCursor cursor;
    const char *name;
    const CXCursor *args;
    size_t arg_count;
    const type_t *result;  /* of the expression */
    bool wanted;           /* the result is used */
    const type_t *target;  /* what a pointer returned is to point to, or NULL */
} call_t;

value_t call_lower(body_t *body, CXCursor cursor, bool wanted);

/* A function's name behind casts, parentheses, & and *; NULL if it is none. */
symbol_t *call_named_function(body_t *body, CXCursor cursor);

/* Functions a pointer may point to: each branch begins where the pointer has
 * been compared with one of them. If no more are left, what remains is
 * unsupported. Usage:
 *   call_targets_t targets = call_targets(body, pointer, type);
 *   while ((symbol = call_next_target(body, &targets))) { ...; body_goto(body, join); } */
typedef struct call_targets {
    value_t pointer;
    const type_t *type;
    size_t next;
    flow_node_t rest; /* where the pointer is none of those seen */
    bool is_done;
} call_targets_t;
call_targets_t call_targets(body_t *body, value_t pointer, const type_t *function_type);
symbol_t *call_next_target(body_t *body, call_targets_t *targets);

#endif
