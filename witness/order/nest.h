#ifndef WITNESS_ORDER_NEST_H
#define WITNESS_ORDER_NEST_H

#include "cfa/program.h"

/* The loops of functions, one inside of the other, and a number for each node such that
 * the nodes of a loop follow each other, its head first. Every cycle has the head of
 * some loop in which all of it lies. */
typedef struct nest_loop {
    const node_t *head;
    const struct nest_loop *outer; /* NULL: in none */
} nest_loop_t;

typedef struct nest {
    arena_t *arena;
    uint32_t *number;           /* by node->id; from 1 on, 0: not computed yet */
    const nest_loop_t **inside; /* by node->id: the innermost one */
    uint32_t *place;            /* scratch, by node->id, zero between uses */
} nest_t;

nest_t *nest_new(const program_t *program);
void nest_delete(nest_t *nest);
void nest_add(nest_t *nest, const function_t *function);
/* Is the loop, or one inside of it, the innermost one of the node? */
bool nest_contains(const nest_t *nest, const nest_loop_t *loop, const node_t *node);

#endif
