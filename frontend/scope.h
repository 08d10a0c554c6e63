#ifndef FRONTEND_SCOPE_H
#define FRONTEND_SCOPE_H

#include "frontend/body.h"

/* The variables that a place of a function sees, as a chain from the last declared outwards. A
 * jump into a block passes by the declarations before its label: the variables are there,
 * with any values. */
struct block_scope {
    const variable_info_t *variable;
    const block_scope_t *outer;
    const block_t *block; /* where it was declared */
    size_t depth;
};

/* Does lowering say where variables begin and end? */
bool scope_tells(const body_t *body);
/* The compound literals in this part of a block, which begin and end with the block: not those
 * in blocks inside of it. */
void scope_enter(body_t *body, CXCursor part);
/* A variable with automatic storage has been declared. */
void scope_declare(body_t *body, const variable_info_t *variable);
/* Whatever was declared since then ends; it is still seen. */
void scope_leave(body_t *body, const block_scope_t *outside);
void scope_havoc(body_t *body, const variable_info_t *variable);

typedef struct label {
    flow_node_t node;
    bool is_placed;
    const block_scope_t *scope; /* where it is, once it is placed */
    const block_t *block;
} label_t;

label_t *scope_label(body_t *body, CXCursor statement);
void scope_place(body_t *body, label_t *label);
/* A jump from where we are. */
void scope_jump(body_t *body, label_t *label);
/* Where a jump from a place that sees `from` must go to get to a node that sees `to`. */
flow_node_t scope_way(body_t *body, const block_scope_t *from, const block_scope_t *to,
                      flow_node_t node);
/* At the end of a function: makes the jumps to labels that came later. */
void scope_finish(body_t *body);

#endif
