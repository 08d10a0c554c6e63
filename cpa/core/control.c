#include "cpa/core/control.h"

struct control {
    const program_t *program;
    bool **regs;   /* per function, per register */
    bool *objects; /* per object */
    bool changed;
};

bool control_has_reg(const control_t *control, unsigned function, reg_t reg) {
    return control->regs[function][reg];
}

bool control_has_object(const control_t *control, const object_t *object) {
    return control->objects[object->id];
}

static void mark(control_t *control, bool *flag) {
    if (*flag) return;
    *flag = true;
    control->changed = true;
}

/* What the expression reads decides too. */
static void need(control_t *control, const edge_t *edge, const expr_t *expr) {
    if (expr->kind == EXPR_REG) mark(control, &control->regs[edge->from->function->id][expr->reg]);
    if (expr->kind == EXPR_LOAD)
        for (size_t i = 0; i < edge->access.count; i++)
            mark(control, &control->objects[edge->access.objects[i]->id]);
    for (unsigned i = 0; i < expr->arity; i++) need(control, edge, expr->a[i]);
}

static bool writes_marked(const control_t *control, const edge_t *edge) {
    for (size_t i = 0; i < edge->access.count; i++)
        if (control->objects[edge->access.objects[i]->id]) return true;
    return false;
}

static void need_returned(control_t *control, const function_t *function) {
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t j = 0; j < node->out.len; j++) {
            const edge_t *edge = node->out.data[j];
            if (edge->kind == EDGE_RETURN && edge->value) need(control, edge, edge->value);
        }
    }
}

static void visit(control_t *control, const edge_t *edge) {
    bool *regs = control->regs[edge->from->function->id];
    bool target = edge->target != NO_REG && regs[edge->target];
    switch (edge->kind) {
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
    case EDGE_JOINABLE:
    case EDGE_ALLOC: need(control, edge, edge->value); break;
    case EDGE_ATOMIC_BEGIN: /* whether a thread is blocked */
        if (edge->value) need(control, edge, edge->value);
        break;
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS:
    case EDGE_HEAP_SIZE:
    case EDGE_FREE: need(control, edge, edge->address); break;
    case EDGE_ASSIGN:
        if (target) need(control, edge, edge->value);
        break;
    case EDGE_STORE:
        if (!writes_marked(control, edge)) break;
        need(control, edge, edge->value);
        need(control, edge, edge->address);
        break;
    case EDGE_CALL:
        if (target) need_returned(control, edge->callee);
        for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
            if (control->regs[edge->callee->id][i]) need(control, edge, edge->args[i]);
        break;
    case EDGE_THREAD_CREATE:
        if (edge->value && edge->callee->param_count && control->regs[edge->callee->id][0])
            need(control, edge, edge->value);
        if (edge->address && writes_marked(control, edge)) need(control, edge, edge->address);
        break;
    default: break;
    }
}

control_t *control_new(const program_t *program) {
    control_t *control = mem_zalloc(sizeof *control);
    control->program = program;
    control->regs = mem_zalloc(program->functions.len * sizeof *control->regs);
    for (size_t i = 0; i < program->functions.len; i++)
        control->regs[i] = mem_zalloc(program->functions.data[i]->regs.len + 1);
    control->objects = mem_zalloc(program->objects.len + 1);
    do {
        control->changed = false;
        for (size_t i = 0; i < program->edges.len; i++) visit(control, program->edges.data[i]);
    } while (control->changed);
    return control;
}

void control_delete(control_t *control) {
    if (!control) return;
    for (size_t i = 0; i < control->program->functions.len; i++) mem_free(control->regs[i]);
    mem_free(control->regs);
    mem_free(control->objects);
    mem_free(control);
}
