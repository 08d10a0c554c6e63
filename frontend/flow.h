#ifndef FRONTEND_FLOW_H
#define FRONTEND_FLOW_H

#include "cfa/program.h"
#include "cfa/property.h"

/* The automaton of one function while it is being built. Steps are kept in a
 * buffer until the function is complete, so that
 *   - a jump costs nothing: chains of jumps collapse at the end;
 *   - code that no path reaches (behind return, goto, exit) leaves no trace;
 *   - a place can be reserved and filled in later, when it has become known
 *     whether a load must become a step of its own (see body.h). */

typedef uint32_t flow_node_t;

typedef struct flow_step {
    edge_kind_t kind; /* NOP: a jump */
    flow_node_t from, to;
    source_t source;
    reg_t target;
    const expr_t *address, *value;
    const type_t *type;
    const expr_t *const *args;
    size_t arg_count;
    function_t *callee;
    const object_t *object;
    const char *text;
    const char *model;
    bool is_branch, branch_taken, is_guard, is_implied, is_failure, is_draw, is_seed,
        ignores_layout, replaces, is_atomic;
} flow_step_t;

typedef struct flow {
    VEC(flow_step_t) steps;
    flow_node_t node_count;
    flow_node_t entry, at; /* where the next step begins */
    flow_node_t stop;      /* where runs end; no step leaves it */
    flow_node_t errors[PROPERTY_MAX]; /* the error node of each property, or 0: none yet */
    const char *model; /* of new steps: the library function that they model, or NULL */
    bool is_atomic;    /* of new steps, too (cfa/program.h) */
} flow_t;

void flow_init(flow_t *flow);
void flow_free(flow_t *flow);
flow_node_t flow_node(flow_t *flow);
/* The node behind violations of the property of this number. */
flow_node_t flow_error(flow_t *flow, size_t property);
/* A step between given nodes. The pointer is valid until the next step. */
flow_step_t *flow_link(flow_t *flow, edge_kind_t kind, flow_node_t from, flow_node_t to,
                       source_t source);
/* A step from where we are to a new node, where we are then. */
flow_step_t *flow_step(flow_t *flow, edge_kind_t kind, source_t source);
void flow_jump(flow_t *flow, flow_node_t to, source_t source);
/* Writes the reachable part into the function; its nodes are numbered in the
 * order of a depth-first walk that follows steps in order. */
void flow_write(const flow_t *flow, program_t *program, function_t *function);

#endif
