#ifndef TESTS_UNIT_WITNESS_BUILD_H
#define TESTS_UNIT_WITNESS_BUILD_H

#include "cfa/layout.h"
#include "cfa/result.h"

#include <string.h>

/* Small programs by hand for the tests of witness/. A builder appends edges at
 * the current node of a function; every edge gets a source line of its own. */
/* Error nodes that are built here violate the first of these. */
__attribute__((unused)) static const property_set_t *build_properties(void) {
    static property_set_t set;
    if (!set.count) property_set_add(&set, property_default());
    return &set;
}

typedef struct build {
    program_t *p;
    const type_t *i32, *ptr, *mutex;
    function_t *f;
    node_t *at;
    uint32_t line;
} build_t;

#define UNUSED_HELPER __attribute__((unused))

UNUSED_HELPER static source_t build_source(build_t *b) {
    return (source_t){"test.c", ++b->line, 5};
}

UNUSED_HELPER static build_t build_new(void) {
    build_t b = {.p = program_new(32)};
    b.i32 = type_int(b.p->types, 32, true);
    b.ptr = type_pointer(b.p->types, type_void(b.p->types));
    b.mutex = type_opaque(b.p->types, "pthread_mutex_t", 24, 4);
    return b;
}

/* A new function with this number of parameters of type int; it becomes the
 * current one. */
UNUSED_HELPER static function_t *build_function(build_t *b, const char *name, unsigned params) {
    const type_t *types[8] = {0};
    for (unsigned i = 0; i < params; i++) types[i] = b->i32;
    const type_t *type = type_function(b->p->types, b->i32, types, params, false);
    b->f = program_add_function(b->p, name, type, build_source(b));
    b->f->has_body = true;
    for (unsigned i = 0; i < params; i++) {
        char param[] = {'p', (char)('0' + i), 0};
        function_add_reg(b->p, b->f, param, b->i32);
    }
    b->f->param_count = params;
    b->at = b->f->entry = function_add_node(b->p, b->f, b->f->source);
    if (strcmp(name, "main") == 0) b->p->main = b->f;
    return b->f;
}

UNUSED_HELPER static object_t *build_global(build_t *b, const char *name, const type_t *type) {
    return program_add_object(b->p, OBJECT_GLOBAL, name, type, build_source(b));
}

UNUSED_HELPER static reg_t build_reg(build_t *b, const char *name) {
    return function_add_reg(b->p, b->f, name, b->i32);
}

UNUSED_HELPER static node_t *build_node(build_t *b) {
    return function_add_node(b->p, b->f, (source_t){"test.c", b->line, 1});
}

/* From the current node to a given one, which becomes current. */
UNUSED_HELPER static edge_t *build_edge_to(build_t *b, edge_kind_t kind, node_t *to) {
    edge_t *edge = program_add_edge(b->p, kind, b->at, to, build_source(b));
    b->at = to;
    return edge;
}

UNUSED_HELPER static edge_t *build_edge(build_t *b, edge_kind_t kind) {
    return build_edge_to(b, kind, build_node(b));
}

/* Expressions */
UNUSED_HELPER static const expr_t *E_int(build_t *b, int64_t value) {
    return expr_const(b->p->exprs, 32, (uint64_t)value & 0xffffffff);
}
UNUSED_HELPER static const expr_t *E_reg(build_t *b, reg_t reg) {
    return expr_reg(b->p->exprs, 32, reg);
}
UNUSED_HELPER static const expr_t *E_addr(build_t *b, const object_t *object) {
    return expr_addr(b->p->exprs, object);
}
UNUSED_HELPER static const expr_t *E_load(build_t *b, const object_t *object) {
    return expr_load(b->p->exprs, expr_addr(b->p->exprs, object), b->i32);
}
UNUSED_HELPER static const expr_t *E_add(build_t *b, const expr_t *x, const expr_t *y) {
    return expr_binary(b->p->exprs, EXPR_ADD, x, y);
}
UNUSED_HELPER static const expr_t *E_eq(build_t *b, const expr_t *x, const expr_t *y) {
    return expr_binary(b->p->exprs, EXPR_EQ, x, y);
}
UNUSED_HELPER static const expr_t *E_not(build_t *b, const expr_t *x) {
    return expr_unary(b->p->exprs, EXPR_NOT, x);
}
UNUSED_HELPER static const expr_t *E_lt(build_t *b, const expr_t *x, const expr_t *y) {
    return expr_binary(b->p->exprs, EXPR_SLT, x, y);
}

/* Statements */
UNUSED_HELPER static edge_t *S_assign(build_t *b, reg_t target, const expr_t *value) {
    edge_t *edge = build_edge(b, EDGE_ASSIGN);
    edge->target = target;
    edge->value = value;
    return edge;
}
UNUSED_HELPER static edge_t *S_store(build_t *b, const expr_t *address, const expr_t *value) {
    edge_t *edge = build_edge(b, EDGE_STORE);
    edge->address = address;
    edge->value = value;
    edge->type = b->i32;
    return edge;
}
UNUSED_HELPER static edge_t *S_assume(build_t *b, const expr_t *value) {
    edge_t *edge = build_edge(b, EDGE_ASSUME);
    edge->value = value;
    return edge;
}
UNUSED_HELPER static edge_t *S_havoc(build_t *b, reg_t target) {
    edge_t *edge = build_edge(b, EDGE_HAVOC);
    edge->target = target;
    edge->type = b->i32;
    return edge;
}
UNUSED_HELPER static edge_t *S_return(build_t *b, const expr_t *value) {
    edge_t *edge = build_edge(b, EDGE_RETURN);
    edge->value = value;
    return edge;
}
UNUSED_HELPER static edge_t *S_create(build_t *b, function_t *callee, const expr_t *argument,
                                      const expr_t *address) {
    edge_t *edge = build_edge(b, EDGE_THREAD_CREATE);
    edge->callee = callee;
    edge->value = argument;
    edge->address = address;
    edge->type = b->i32;
    return edge;
}
UNUSED_HELPER static edge_t *S_join(build_t *b, const expr_t *number, reg_t target) {
    edge_t *edge = build_edge(b, EDGE_THREAD_JOIN);
    edge->value = number;
    edge->target = target;
    return edge;
}
UNUSED_HELPER static edge_t *S_mutex(build_t *b, edge_kind_t kind, const expr_t *address) {
    edge_t *edge = build_edge(b, kind);
    edge->address = address;
    return edge;
}
UNUSED_HELPER static edge_t *S_error(build_t *b) {
    edge_t *edge = build_edge(b, EDGE_ERROR);
    edge->to->is_error = true;
    return edge;
}
/* if (condition) error; the current node is behind it. */
UNUSED_HELPER static void S_error_if(build_t *b, const expr_t *condition) {
    node_t *from = b->at;
    edge_t *yes = S_assume(b, condition);
    yes->is_branch = yes->branch_taken = true;
    S_error(b);
    b->at = from;
    S_assume(b, E_not(b, condition))->is_branch = true;
}
UNUSED_HELPER static edge_t *S_call(build_t *b, function_t *callee, const expr_t *argument,
                                    reg_t target) {
    edge_t *edge = build_edge(b, EDGE_CALL);
    edge->callee = callee;
    edge->target = target;
    if (argument) {
        const expr_t **args = ARENA_ARRAY(b->p->arena, const expr_t *, 1);
        args[0] = argument;
        edge->args = args;
        edge->arg_count = 1;
    }
    return edge;
}

/* Two threads that add 1 to x without a lock, in two steps each; main joins
 * them and calls it an error if x is not 2. With a lock it is safe. */
typedef struct counter {
    build_t b;
    object_t *x, *m;
    function_t *worker;
} counter_t;

UNUSED_HELPER static counter_t build_counter(bool with_lock, unsigned threads) {
    counter_t c = {.b = build_new()};
    build_t *b = &c.b;
    c.x = build_global(b, "x", b->i32);
    c.m = build_global(b, "m", b->mutex);
    c.x->may_be_shared = true;
    c.worker = build_function(b, "worker", 0);
    reg_t t = function_add_temporary(b->p, b->f, b->i32);
    if (with_lock) S_mutex(b, EDGE_LOCK, E_addr(b, c.m));
    S_assign(b, t, E_load(b, c.x))->access.shared = true;
    S_store(b, E_addr(b, c.x), E_add(b, E_reg(b, t), E_int(b, 1)))->access.shared = true;
    if (with_lock) S_mutex(b, EDGE_UNLOCK, E_addr(b, c.m));
    S_return(b, E_int(b, 7));
    build_function(b, "main", 0);
    for (unsigned i = 0; i < threads; i++) S_create(b, c.worker, NULL, NULL);
    for (unsigned i = 0; i < threads; i++) S_join(b, E_int(b, i + 1), NO_REG);
    S_error_if(b, E_not(b, E_eq(b, E_load(b, c.x), E_int(b, threads))));
    S_return(b, E_int(b, 0));
    layout_run(b->p);
    return c;
}

#endif
