#include "cfa/program.h"

#include "cfa/boolean.h"

#include "cfa/points_to.h"
#include "util/mem.h"

#include <string.h>

const char *const edge_kind_names[EDGE_KIND_COUNT] = {
#define EDGE_NAME(name, text) text,
    EDGE_KINDS(EDGE_NAME)
#undef EDGE_NAME
};

static bool function_name_equal(const void *in_table, const void *key) {
    return strcmp(((const function_t *)in_table)->name, key) == 0;
}

program_t *program_new(unsigned pointer_bits) {
    REQUIRE(pointer_bits == 32 || pointer_bits == 64);
    arena_t *arena = arena_new();
    program_t *program = ARENA_NEW(arena, program_t);
    program->arena = arena;
    program->pointer_bits = pointer_bits;
    assumption_use(&program->assumptions, ASSUME_DATA_MODEL);
    program->types = types_new(arena, pointer_bits);
    program->exprs = exprs_new(arena, pointer_bits);
    for (size_t i = 0; i < FAULT_COUNT; i++) program->faults[i] = NO_PROPERTY;
    intern_init(&program->function_names, function_name_equal);
    return program;
}

void program_delete(program_t *program) {
    if (!program) return;
    points_to_delete(program->points_to);
    boolean_delete(program->boolean);
    for (size_t i = 0; i < program->nodes.len; i++) {
        VEC_FREE(program->nodes.data[i]->out);
        VEC_FREE(program->nodes.data[i]->in);
    }
    for (size_t i = 0; i < program->functions.len; i++) {
        VEC_FREE(program->functions.data[i]->regs);
        VEC_FREE(program->functions.data[i]->nodes);
        VEC_FREE(program->functions.data[i]->locals);
    }
    VEC_FREE(program->objects);
    VEC_FREE(program->functions);
    VEC_FREE(program->nodes);
    VEC_FREE(program->edges);
    VEC_FREE(program->by_address);
    VEC_FREE(program->files);
    VEC_FREE(program->file_flags);
    intern_free(&program->function_names);
    types_delete(program->types);
    exprs_delete(program->exprs);
    arena_delete(program->arena);
}

object_t *program_add_object(program_t *program, object_kind_t kind, const char *name,
                             const type_t *type, source_t source) {
    REQUIRE(type != NULL);
    object_t *object = ARENA_NEW(program->arena, object_t);
    object->id = (uint32_t)program->objects.len;
    object->kind = kind;
    object->name = arena_strdup(program->arena, name ? name : "?");
    object->type = type;
    object->source = source;
    VEC_PUSH(program->objects, object);
    return object;
}

function_t *program_add_function(program_t *program, const char *name, const type_t *type,
                                 source_t source) {
    REQUIRE(name != NULL && type != NULL && type->kind == TYPE_FUNCTION);
    function_t *function = ARENA_NEW(program->arena, function_t);
    function->id = (uint32_t)program->functions.len;
    function->name = arena_strdup(program->arena, name);
    function->type = type;
    function->source = source;
    object_t *object = program_add_object(program, OBJECT_FUNCTION, name, type, source);
    object->function = function;
    function->object = object;
    VEC_PUSH(program->functions, function);
    uint64_t hash = hash_string(name);
    if (!intern_find(&program->function_names, hash, name))
        intern_add(&program->function_names, hash, function);
    return function;
}

function_t *program_find_function(const program_t *program, const char *name) {
    return intern_find(&program->function_names, hash_string(name), name);
}

static reg_t add_reg(function_t *function, const char *name, const type_t *type, bool temporary) {
    REQUIRE(type_is_scalar(type));
    reg_t reg = (reg_t)function->regs.len;
    reg_info_t info = {.name = name, .type = type, .is_temporary = temporary};
    VEC_PUSH(function->regs, info);
    return reg;
}

reg_t function_add_reg(program_t *program, function_t *function, const char *name,
                       const type_t *type) {
    return add_reg(function, arena_strdup(program->arena, name), type, false);
}

reg_t function_add_temporary(program_t *program, function_t *function, const type_t *type) {
    const char *name = arena_printf(program->arena, "%%%zu", function->regs.len);
    return add_reg(function, name, type, true);
}

object_t *function_add_local(program_t *program, function_t *function, const char *name,
                             const type_t *type, source_t source) {
    object_t *object = program_add_object(program, OBJECT_LOCAL, name, type, source);
    object->function = function;
    VEC_PUSH(function->locals, object);
    return object;
}

node_t *function_add_node(program_t *program, function_t *function, source_t source) {
    node_t *node = ARENA_NEW(program->arena, node_t);
    node->id = (uint32_t)program->nodes.len;
    node->function = function;
    node->source = source;
    VEC_PUSH(program->nodes, node);
    VEC_PUSH(function->nodes, node);
    return node;
}

edge_t *program_add_edge(program_t *program, edge_kind_t kind, node_t *from, node_t *to,
                         source_t source) {
    REQUIRE(from != NULL && to != NULL && from->function == to->function);
    edge_t *edge = ARENA_NEW(program->arena, edge_t);
    edge->id = (uint32_t)program->edges.len;
    edge->kind = kind;
    edge->from = from;
    edge->to = to;
    edge->source = source;
    edge->target = NO_REG;
    VEC_PUSH(program->edges, edge);
    VEC_PUSH(from->out, edge);
    VEC_PUSH(to->in, edge);
    return edge;
}
