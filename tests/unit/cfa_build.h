#ifndef TESTS_UNIT_CFA_BUILD_H
#define TESTS_UNIT_CFA_BUILD_H

#include "cfa/program.h"

/* Short ways to build small programs by hand. Each step makes one edge from
 * the current node to a new one. ILP32. */
typedef struct build {
    program_t *program;
    exprs_t *exprs;
    const type_t *i32, *u32, *voidp, *intp, *voidt, *mutex;
    function_t *function;
    node_t *at;
    uint32_t line;
} build_t;

static inline build_t build_new(void) {
    build_t b = {.program = program_new(32), .line = 1};
    types_t *types = b.program->types;
    b.exprs = b.program->exprs;
    b.i32 = type_int(types, 32, true);
    b.u32 = type_int(types, 32, false);
    b.voidt = type_void(types);
    b.voidp = type_pointer(types, b.voidt);
    b.intp = type_pointer(types, b.i32);
    b.mutex = type_opaque(types, "pthread_mutex_t", 24, 4);
    return b;
}

static inline source_t build_source(build_t *b) {
    return (source_t){.file = "test.c", .line = b->line++, .column = 1};
}

/* A function with this result and at most one parameter; building goes on at
 * its entry. */
static inline function_t *build_function(build_t *b, const char *name, const type_t *result,
                                         const char *param, const type_t *param_type) {
    const type_t *type =
        type_function(b->program->types, result, &param_type, param ? 1 : 0, false);
    function_t *f = program_add_function(b->program, name, type, build_source(b));
    if (param) {
        function_add_reg(b->program, f, param, param_type);
        f->param_count = 1;
    }
    f->has_body = true;
    f->entry = function_add_node(b->program, f, build_source(b));
    b->function = f;
    b->at = f->entry;
    if (strcmp(name, "main") == 0) b->program->main = f;
    return f;
}

static inline void build_resume(build_t *b, node_t *node) {
    b->at = node;
    b->function = node->function;
}

static inline node_t *build_node(build_t *b) {
    return function_add_node(b->program, b->function, (source_t){0});
}

static inline object_t *build_global(build_t *b, const char *name, const type_t *type) {
    return program_add_object(b->program, OBJECT_GLOBAL, name, type, build_source(b));
}

static inline object_t *build_local(build_t *b, const char *name, const type_t *type) {
    return function_add_local(b->program, b->function, name, type, build_source(b));
}

static inline reg_t build_reg(build_t *b, const char *name, const type_t *type) {
    return function_add_reg(b->program, b->function, name, type);
}

static inline const expr_t *build_read(build_t *b, reg_t reg) {
    return expr_reg(b->exprs, b->function->regs.data[reg].type->bits, reg);
}

static inline const expr_t *build_const(build_t *b, uint64_t value) {
    return expr_const(b->exprs, 32, value);
}

static inline const expr_t *build_addr(build_t *b, const object_t *object) {
    return expr_addr(b->exprs, object);
}

static inline const expr_t *build_add(build_t *b, const expr_t *x, const expr_t *y) {
    return expr_binary(b->exprs, EXPR_ADD, x, y);
}

static inline const expr_t *build_mul(build_t *b, const expr_t *x, uint64_t y) {
    return expr_binary(b->exprs, EXPR_MUL, x, build_const(b, y));
}

static inline const expr_t *build_load(build_t *b, const expr_t *address, const type_t *type) {
    return expr_load(b->exprs, address, type);
}

static inline edge_t *build_to(build_t *b, edge_kind_t kind, node_t *to) {
    edge_t *edge = program_add_edge(b->program, kind, b->at, to, build_source(b));
    b->at = to;
    return edge;
}

static inline edge_t *build_step(build_t *b, edge_kind_t kind) {
    return build_to(b, kind, build_node(b));
}

static inline edge_t *build_assign(build_t *b, reg_t target, const expr_t *value) {
    edge_t *edge = build_step(b, EDGE_ASSIGN);
    edge->target = target;
    edge->value = value;
    return edge;
}

static inline edge_t *build_store(build_t *b, const expr_t *address, const type_t *type,
                                  const expr_t *value) {
    edge_t *edge = build_step(b, EDGE_STORE);
    edge->address = address;
    edge->type = type;
    edge->value = value;
    return edge;
}

static inline edge_t *build_assume_to(build_t *b, const expr_t *condition, node_t *to) {
    edge_t *edge = program_add_edge(b->program, EDGE_ASSUME, b->at, to, build_source(b));
    edge->value = condition;
    edge->is_branch = true;
    return edge;
}

static inline edge_t *build_havoc(build_t *b, reg_t target) {
    edge_t *edge = build_step(b, EDGE_HAVOC);
    edge->target = target;
    edge->type = b->function->regs.data[target].type;
    return edge;
}

/* arg NULL: no argument */
static inline edge_t *build_call(build_t *b, function_t *callee, const expr_t *arg, reg_t target) {
    edge_t *edge = build_step(b, EDGE_CALL);
    edge->callee = callee;
    edge->target = target;
    if (arg) {
        const expr_t **args = ARENA_ARRAY(b->program->arena, const expr_t *, 1);
        args[0] = arg;
        edge->args = args;
        edge->arg_count = 1;
    }
    return edge;
}

static inline edge_t *build_create(build_t *b, const expr_t *handle, function_t *start,
                                   const expr_t *arg) {
    edge_t *edge = build_step(b, EDGE_THREAD_CREATE);
    edge->callee = start;
    edge->address = handle;
    edge->type = handle ? b->u32 : NULL;
    edge->value = arg;
    return edge;
}

static inline edge_t *build_return(build_t *b, const expr_t *value) {
    edge_t *edge = build_step(b, EDGE_RETURN);
    edge->value = value;
    return edge;
}

#endif
