/* Pass points_to.
 * requires: cleanup, liveness
 * provides: program->points_to, edge->access but for access.shared, object->is_mixed
 * breaks:   nothing */
#include "cfa/live.h"
#include "cfa/passes.h"
#include "cfa/points_to_internal.h"

/* --- edges --- */

/* is_pointer says what the value is received as: as a pointer 0 is no number. */
static void flow(points_to_t *p, const function_t *function, const expr_t *value, bool is_pointer,
                 points_to_variable_t *into) {
    size_t set = points_to_eval_scratch(p, function, value);
    if (!is_pointer && value->kind == EXPR_CONST) p->scratch.data[set].number = true;
    points_to_variable_join(p, into, &p->scratch.data[set]);
    points_to_scratch_end(p);
}

static void flow_number(points_to_t *p, points_to_variable_t *into) {
    points_to_variable_join(p, into, &(place_set_t){.number = true});
}

/* A value nobody reads carries nothing: this keeps uninitialised pointers that
 * are assigned before their use from being taken for numbers. */
static bool target_is_live(const edge_t *edge) {
    return edge->target != NO_REG && live_at(edge->to, edge->target);
}

static bool reg_is_pointer(const function_t *function, reg_t reg) {
    return function->regs.data[reg].type->kind == TYPE_POINTER;
}

static void flow_return(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    bool is_pointer = function->type->elem->kind == TYPE_POINTER;
    flow(p, function, edge->value, is_pointer, &p->variables[p->first_result + function->id]);
    if (p->is_start[function->id])
        flow(p, function, edge->value, is_pointer, &p->variables[p->exit]);
}

static void flow_call(points_to_t *p, const edge_t *edge) {
    const function_t *callee = edge->callee;
    for (size_t i = 0; i < edge->arg_count && i < callee->param_count; i++)
        flow(p, edge->from->function, edge->args[i], reg_is_pointer(callee, (reg_t)i),
             points_to_reg_variable(p, callee, (reg_t)i));
    if (edge->target != NO_REG)
        points_to_variable_join(p, points_to_reg_variable(p, edge->from->function, edge->target),
                                &p->variables[p->first_result + callee->id].set);
}

static void flow_store(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    size_t address = points_to_eval_scratch(p, function, edge->address);
    size_t value;
    if (edge->kind == EDGE_STORE) {
        value = points_to_eval_scratch(p, function, edge->value);
    } else { /* the number of a thread */
        value = points_to_scratch_begin(p);
        p->scratch.data[value].number = true;
    }
    points_to_store(p, &p->scratch.data[address], &p->scratch.data[value], edge->type);
    points_to_scratch_end(p);
    points_to_scratch_end(p);
}

static void flow_create(points_to_t *p, const edge_t *edge) {
    if (edge->value && edge->callee->param_count > 0)
        flow(p, edge->from->function, edge->value, reg_is_pointer(edge->callee, 0),
             points_to_reg_variable(p, edge->callee, 0));
    if (edge->address) flow_store(p, edge);
}

static void flow_edge(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    points_to_variable_t *target =
        edge->target == NO_REG ? NULL : points_to_reg_variable(p, function, edge->target);
    switch (edge->kind) {
    case EDGE_ASSIGN:
        if (target_is_live(edge))
            flow(p, function, edge->value, reg_is_pointer(function, edge->target), target);
        break;
    case EDGE_HAVOC:
        if (target_is_live(edge)) flow_number(p, target);
        break;
    case EDGE_STORE: flow_store(p, edge); break;
    case EDGE_CALL: flow_call(p, edge); break;
    case EDGE_RETURN:
        if (edge->value) flow_return(p, edge);
        break;
    case EDGE_THREAD_CREATE: flow_create(p, edge); break;
    case EDGE_THREAD_EXIT:
        if (edge->value) flow(p, function, edge->value, true, &p->variables[p->exit]);
        break;
    case EDGE_THREAD_JOIN:
        if (target) {
            points_to_variable_join(p, target, &p->variables[p->exit].set);
            if (!reg_is_pointer(function, edge->target)) flow_number(p, target);
        }
        break;
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_HEAP_SIZE:
        if (target) flow_number(p, target);
        break;
    case EDGE_ALLOC: {
        size_t set = points_to_scratch_begin(p);
        place_set_add(&p->scratch.data[set], location_at(p->locations, edge->object, 0));
        points_to_variable_join(p, target, &p->scratch.data[set]);
        points_to_scratch_end(p);
        break;
    }
    default: break;
    }
}

/* --- setting up --- */

static void use_regs(points_to_t *p, const edge_t *edge, const expr_t *e) {
    if (e->kind == EXPR_REG) {
        points_to_variable_t *variable = points_to_reg_variable(p, edge->from->function, e->reg);
        if (variable->users.len == 0 || VEC_TOP(variable->users) != edge->id)
            VEC_PUSH(variable->users, edge->id);
    }
    for (unsigned i = 0; i < e->arity; i++) use_regs(p, edge, e->a[i]);
}

static void use_edge(points_to_t *p, const edge_t *edge) {
    uint64_t loads = 0;
    if (edge->address) use_regs(p, edge, edge->address), loads += edge->address->loads;
    if (edge->value) use_regs(p, edge, edge->value), loads += edge->value->loads;
    for (size_t i = 0; i < edge->arg_count; i++) {
        use_regs(p, edge, edge->args[i]);
        loads += edge->args[i]->loads;
    }
    if (loads > 0) VEC_PUSH(p->loaders, edge->id);
    if (edge->kind == EDGE_CALL)
        VEC_PUSH(p->variables[p->first_result + edge->callee->id].users, edge->id);
    if (edge->kind == EDGE_THREAD_JOIN) VEC_PUSH(p->variables[p->exit].users, edge->id);
    if (edge->kind == EDGE_THREAD_CREATE) p->is_start[edge->callee->id] = true;
}

static void initial_cell(points_to_t *p, const object_t *object, const cell_init_t *cell) {
    place_set_t address = {0}, value = {0};
    place_set_add(&address, location_at(p->locations, object, (int64_t)cell->offset));
    if (cell->object) {
        int64_t offset = sign_extend(cell->value, p->program->pointer_bits);
        place_set_add(&value, location_at(p->locations, cell->object, offset));
    } else {
        value.number = cell->value != 0;
    }
    points_to_store(p, &address, &value, cell->type);
    place_set_free(&address);
    place_set_free(&value);
}

static void initial_memory(points_to_t *p) {
    for (size_t i = 0; i < p->program->objects.len; i++) {
        const object_t *object = p->program->objects.data[i];
        for (size_t j = 0; j < object->init_count; j++) initial_cell(p, object, &object->init[j]);
        /* What another file put there is no address of ours. */
        if (object->init_unknown)
            points_to_content_of(p, location_any(p->locations, object))->set.number = true;
    }
    const function_t *start = p->program->main;
    for (reg_t i = 0; start && i < start->param_count; i++)
        flow_number(p, points_to_reg_variable(p, start, i));
}

static points_to_t *points_to_new(const program_t *program) {
    points_to_t *p = mem_zalloc(sizeof *p);
    p->program = program;
    p->arena = arena_new();
    p->locations = locations_new(program);
    p->edge = NO_EDGE;
    size_t functions = program->functions.len, count = 0;
    p->first_reg = mem_zalloc(sizeof *p->first_reg * (functions + 1));
    for (size_t i = 0; i < functions; i++) {
        p->first_reg[i] = count;
        count += program->functions.data[i]->regs.len;
    }
    p->first_result = count;
    p->exit = count + functions;
    p->variable_count = p->exit + 1;
    p->variables = mem_zalloc(sizeof *p->variables * p->variable_count);
    p->memories = mem_zalloc(sizeof *p->memories * (program->objects.len + 1));
    p->is_start = mem_zalloc(functions + 1);
    p->queued = mem_zalloc(program->edges.len + 1);
    return p;
}

void points_to_delete(points_to_t *p) {
    if (!p) return;
    for (size_t i = 0; i < p->variable_count; i++) {
        place_set_free(&p->variables[i].set);
        VEC_FREE(p->variables[i].users);
    }
    for (size_t i = 0; i < p->contents.len; i++) place_set_free(&p->contents.data[i].set);
    for (size_t i = 0; i < p->program->objects.len; i++) {
        VEC_FREE(p->memories[i].slots);
        VEC_FREE(p->memories[i].users);
    }
    for (size_t i = 0; i < p->scratch.len; i++) place_set_free(&p->scratch.data[i]);
    VEC_FREE(p->contents);
    place_set_free(&p->everywhere);
    VEC_FREE(p->scratch);
    VEC_FREE(p->loaders);
    VEC_FREE(p->work);
    VEC_FREE(p->later);
    map64_free(&p->seen_users);
    map64_free(&p->answers);
    mem_free(p->variables);
    mem_free(p->memories);
    mem_free(p->first_reg);
    mem_free(p->is_start);
    mem_free(p->queued);
    locations_delete(p->locations);
    arena_delete(p->arena);
    mem_free(p);
}

static void solve(points_to_t *p) {
    const program_t *program = p->program;
    for (size_t i = 0; i < program->edges.len; i++) use_edge(p, program->edges.data[i]);
    initial_memory(p);
    for (size_t i = 0; i < program->edges.len; i++) points_to_enqueue(p, (uint32_t)i);
    /* In rounds: what grows several times in one round is looked at once. */
    while (p->later.len > 0) {
        VEC_CLEAR(p->work);
        for (size_t i = 0; i < p->later.len; i++) VEC_PUSH(p->work, p->later.data[i]);
        VEC_CLEAR(p->later);
        for (size_t i = 0; i < p->work.len; i++) {
            p->edge = p->work.data[i];
            p->queued[p->edge] = false;
            flow_edge(p, program->edges.data[p->edge]);
        }
    }
    p->edge = NO_EDGE;
}

void points_to_run(program_t *program) {
    points_to_delete(program->points_to);
    points_to_t *p = program->points_to = points_to_new(program);
    solve(p);
    points_to_fill_accesses(p);
}
