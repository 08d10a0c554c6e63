/* Pass lifetimes.
 * requires: program->faults
 * provides: no BEGIN and END edges; locals to which a pointer may be left when they end are
 *           allocations, made where their life begins and freed where it ends
 * breaks:   everything that other passes provide
 *
 * A frame's locals have the same addresses whenever the function is called again at the same depth,
 * and in each turn of a loop. Where accesses are checked, an address of a local that has ended must
 * not become that of another one: allocations keep their place when they are freed. */
#include "cfa/passes.h"
#include "cfa/points_to.h"

typedef struct lifetimes {
    program_t *program;
    bool *escapes; /* per object: a pointer to it may be left when it ends */
    bool *is_told; /* per object: BEGIN edges tell where its life begins */
    reg_t *regs;   /* per object that is an allocation now: the register with its address */
} lifetimes_t;

/* Which locals escape. */

static void escape_all(const lifetimes_t *l, const object_t *const *objects, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (objects[i]->kind == OBJECT_LOCAL) l->escapes[objects[i]->id] = true;
}

static void escape_by(const lifetimes_t *l, const function_t *function, const expr_t *expr) {
    size_t count;
    bool anything;
    if (!expr || expr->width != l->program->pointer_bits) return;
    const object_t *const *objects = points_to_expr(l->program, function, expr, &count, &anything);
    escape_all(l, objects, count);
}

static bool has_array(const type_t *type) {
    bool found = type->kind == TYPE_ARRAY;
    for (size_t i = 0; i < type->field_count && !found; i++)
        found = has_array(type->fields[i].type);
    return found;
}

/* Does it end with the expression that it is the value of? Nothing tells where. Only arrays in
 * values have addresses (C17 6.2.4). */
static bool is_temporary(const object_t *object) {
    return object->kind == OBJECT_LOCAL && object->is_temporary && has_array(object->type);
}

/* Does it hold where the caller wants a structure, or has one? That lives until the call ends. */
static bool is_callers(const function_t *function, size_t reg) {
    bool is_result = reg == 0 && type_is_aggregate(function->type->elem);
    return is_result || (reg < function->param_count && function->regs.data[reg].is_temporary);
}

/* Registers live as long as the frame, and so do variables that are not told to end before. */
static void escape_by_registers(const lifetimes_t *l, const function_t *function) {
    exprs_t *exprs = l->program->exprs;
    for (size_t i = 0; i < function->regs.len; i++) {
        const type_t *type = function->regs.data[i].type;
        size_t count;
        bool anything;
        if (type->bits != l->program->pointer_bits || is_callers(function, i)) continue;
        const object_t *const *objects = points_to_expr(
            l->program, function, expr_reg(exprs, type->bits, (reg_t)i), &count, &anything);
        for (size_t k = 0; k < count; k++)
            if (objects[k]->kind == OBJECT_LOCAL && objects[k]->function == function &&
                (l->is_told[objects[k]->id] || is_temporary(objects[k])))
                l->escapes[objects[k]->id] = true;
    }
}

static void find_escapes(const lifetimes_t *l) {
    const program_t *program = l->program;
    size_t count;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *const *objects =
            points_to_contents(program, program->objects.data[i], &count);
        escape_all(l, objects, count);
    }
    const object_t *const *objects = points_to_exit_values(program, &count);
    escape_all(l, objects, count);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_RETURN || edge->kind == EDGE_THREAD_CREATE)
            escape_by(l, edge->from->function, edge->value);
    }
    for (size_t i = 0; i < program->functions.len; i++)
        escape_by_registers(l, program->functions.data[i]);
}

/* A step before all that leave the node. */
static edge_t *put_before(program_t *program, node_t *node, source_t source) {
    node_t *behind = function_add_node(program, node->function, node->source);
    for (size_t i = 0; i < node->out.len; i++) {
        node->out.data[i]->from = behind;
        VEC_PUSH(behind->out, node->out.data[i]);
    }
    VEC_CLEAR(node->out);
    return program_add_edge(program, EDGE_NOP, node, behind, source);
}

/* Who keeps a pointer to a temporary is not followed. */

static bool mentions(const expr_t *e, const object_t *object) {
    bool found = e && e->kind == EXPR_ADDR && e->object == object;
    for (unsigned i = 0; e && i < e->arity && !found; i++) found = mentions(e->a[i], object);
    return found;
}

static bool uses(const edge_t *edge, const object_t *object) {
    bool found = mentions(edge->address, object) || mentions(edge->value, object);
    for (size_t i = 0; i < edge->arg_count && !found; i++) found = mentions(edge->args[i], object);
    return found;
}

static void refuse(program_t *program, const object_t *object) {
    size_t count = program->edges.len;
    for (size_t i = 0; i < count; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!uses(edge, object)) continue;
        edge_t *stop = put_before(program, edge->from, edge->source);
        stop->kind = EDGE_UNSUPPORTED;
        stop->text = "a pointer to a part of a value, which may be kept";
    }
}

/* The frame of main begins once, and ends with its thread. */
static bool is_once(const lifetimes_t *l, const object_t *object) {
    if (object->function != l->program->main || l->is_told[object->id]) return false;
    for (size_t i = 0; i < l->program->edges.len; i++)
        if (l->program->edges.data[i]->callee == l->program->main) return false;
    return true;
}

/* Making allocations of them. */

static const expr_t *replaced(const lifetimes_t *l, const expr_t *e) {
    exprs_t *exprs = l->program->exprs;
    if (!e) return NULL;
    if (e->kind == EXPR_ADDR && l->regs[e->object->id] != NO_REG)
        return expr_reg(exprs, e->width, l->regs[e->object->id]);
    const expr_t *a[3] = {0};
    bool is_same = true;
    for (unsigned i = 0; i < e->arity; i++) {
        a[i] = replaced(l, e->a[i]);
        is_same &= a[i] == e->a[i];
    }
    if (is_same) return e;
    if (e->kind == EXPR_LOAD) return expr_load(exprs, a[0], e->type);
    if (e->kind == EXPR_ITE) return expr_ite(exprs, a[0], a[1], a[2]);
    if (e->arity == 2) return expr_binary(exprs, e->kind, a[0], a[1]);
    if (e->kind == EXPR_NOT || e->kind == EXPR_NEG) return expr_unary(exprs, e->kind, a[0]);
    if (expr_kind_is_float(e->kind)) return expr_float(exprs, e->kind, a[0], e->width);
    return expr_resize(exprs, a[0], e->width, e->kind == EXPR_SEXT);
}

static void replace_in(const lifetimes_t *l, edge_t *edge) {
    edge->address = replaced(l, edge->address);
    edge->value = replaced(l, edge->value);
    const expr_t **args = ARENA_ARRAY(l->program->arena, const expr_t *, edge->arg_count);
    for (size_t i = 0; i < edge->arg_count; i++) args[i] = replaced(l, edge->args[i]);
    if (edge->arg_count) edge->args = args;
}

static void make_allocation(const lifetimes_t *l, object_t *object) {
    program_t *program = l->program;
    function_t *function = object->function;
    const type_t *pointer = type_pointer(program->types, object->type);
    size_t kept = 0;
    l->regs[object->id] = function_add_temporary(program, function, pointer);
    object->kind = OBJECT_HEAP;
    object->is_automatic = true;
    for (size_t i = 0; i < function->locals.len; i++)
        if (function->locals.data[i] != object)
            function->locals.data[kept++] = function->locals.data[i];
    function->locals.len = kept;
}

static void allocate(const lifetimes_t *l, edge_t *edge, const object_t *object) {
    edge->kind = EDGE_ALLOC;
    edge->object = object;
    edge->type = object->type;
    edge->target = l->regs[object->id];
    edge->value = expr_const(l->program->exprs, l->program->pointer_bits, object->type->size);
}

static void end_allocation(const lifetimes_t *l, edge_t *edge, const object_t *object) {
    edge->kind = EDGE_FREE;
    edge->object = NULL;
    edge->is_implied = true;
    edge->address = expr_reg(l->program->exprs, l->program->pointer_bits, l->regs[object->id]);
}

/* What is told of its life, and what was said of its memory: a new allocation has any contents. */
static void tell(const lifetimes_t *l, edge_t *edge) {
    const object_t *object = edge->object;
    bool is_life = edge->kind == EDGE_BEGIN || edge->kind == EDGE_END;
    if (!is_life && edge->kind != EDGE_HAVOC_OBJECT) return;
    bool is_allocation = l->regs[object->id] != NO_REG;
    if (is_allocation && edge->kind == EDGE_BEGIN) {
        allocate(l, edge, object);
    } else if (is_allocation && edge->kind == EDGE_END && edge->text) {
        edge->kind = EDGE_UNSUPPORTED; /* it does not end here, see frontend/scope.c */
        edge->object = NULL;
    } else if (is_allocation && edge->kind == EDGE_END) {
        end_allocation(l, edge, object);
    } else if (is_allocation || is_life) {
        edge->kind = EDGE_NOP;
        edge->object = NULL;
    }
}

/* Nothing tells where it begins: with the frame (parameters, literals, results of calls). */
static void live_with_frame(const lifetimes_t *l, const object_t *object) {
    program_t *program = l->program;
    function_t *function = object->function;
    size_t count = program->edges.len;
    node_t *entry = function_add_node(program, function, function->source);
    allocate(l, program_add_edge(program, EDGE_ALLOC, entry, function->entry, object->source),
             object);
    function->entry = entry;
    for (size_t i = 0; i < count; i++) {
        edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_RETURN && edge->from->function == function)
            end_allocation(l, put_before(program, edge->from, edge->source), object);
    }
}

static void change(const lifetimes_t *l) {
    program_t *program = l->program;
    size_t objects = program->objects.len;
    for (size_t i = 0; i < objects; i++) {
        object_t *object = program->objects.data[i];
        l->regs[i] = NO_REG;
        if (is_temporary(object) && l->escapes[i])
            refuse(program, object);
        else if (object->kind == OBJECT_LOCAL && l->escapes[i] && object->type->size &&
                 object->function->entry && !is_once(l, object))
            make_allocation(l, object);
    }
    for (size_t i = 0; i < program->edges.len; i++) {
        tell(l, program->edges.data[i]);
        replace_in(l, program->edges.data[i]);
    }
    for (size_t i = 0; i < objects; i++)
        if (l->regs[i] != NO_REG && !l->is_told[i]) live_with_frame(l, program->objects.data[i]);
}

void lifetimes_run(program_t *program) {
    if (program->faults[FAULT_ACCESS] == NO_PROPERTY) return;
    cleanup_run(program);
    loops_run(program);
    liveness_run(program);
    layout_run(program);
    points_to_run(program);
    lifetimes_t l = {.program = program,
                     .escapes = mem_zalloc(program->objects.len + 1),
                     .is_told = mem_zalloc(program->objects.len + 1),
                     .regs = mem_zalloc((program->objects.len + 1) * sizeof(reg_t))};
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_BEGIN)
            l.is_told[program->edges.data[i]->object->id] = true;
    find_escapes(&l);
    change(&l);
    mem_free(l.escapes);
    mem_free(l.is_told);
    mem_free(l.regs);
}
