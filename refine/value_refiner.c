#include "refine/value_refiner.h"

#include "cpa/core/memory.h"
#include "cpa/value/value.h"
#include "util/hash.h"

/* A set of variables; small. */
typedef VEC(variable_t) variables_t;

static bool has(const variables_t *set, variable_t v) {
    for (size_t i = 0; i < set->len; i++)
        if (set->data[i] == v) return true;
    return false;
}

static void add(variables_t *set, variable_t v) {
    if (!has(set, v)) VEC_PUSH(*set, v);
}

static bool take(variables_t *set, variable_t v) {
    for (size_t i = 0; i < set->len; i++)
        if (set->data[i] == v) {
            set->data[i] = VEC_POP(*set);
            return true;
        }
    return false;
}

/* One step of the path with the values before it. */
typedef struct {
    cpa_t *value;
    part_t before;
    step_t step;
    variables_t *needed;
} slice_t;

static variable_t reg_variable(const slice_t *s, reg_t reg) {
    return variable_own_reg(s->step.before, s->step.thread, reg);
}

static bool parts_at(const slice_t *s, const expr_t *address, const type_t *type,
                     memory_parts_t *parts) {
    uint64_t value;
    return value_evaluate(s->value, s->before, s->step.before, s->step.thread, address, &value) &&
           memory_parts(s->value->program, s->step.before, value, (unsigned)type->size, parts);
}

/* What the value of an expression depends on. */
static void need_expr(const slice_t *s, const expr_t *expr) {
    memory_parts_t parts;
    if (expr->kind == EXPR_REG) add(s->needed, reg_variable(s, expr->reg));
    if (expr->kind == EXPR_LOAD && parts_at(s, expr->a[0], expr->type, &parts))
        for (unsigned i = 0; i < parts.count; i++) add(s->needed, parts.at[i].cell);
    for (unsigned i = 0; i < expr->arity; i++) need_expr(s, expr->a[i]);
}

static void define(const slice_t *s, variable_t target, const expr_t *value) {
    if (take(s->needed, target) && value) need_expr(s, value);
}

/* A store whose address were unknown would wipe out every cell it may touch. */
static bool may_wipe(const slice_t *s) {
    const access_t *access = &s->step.edge->access;
    for (size_t i = 0; i < s->needed->len; i++) {
        variable_t v = s->needed->data[i];
        place_t place;
        if (variable_kind(v) != VARIABLE_CELL) continue;
        if (access->anything) return true;
        if (!memory_find(s->value->program, s->step.before, variable_address(v), &place)) continue;
        for (size_t j = 0; j < access->count; j++)
            if (access->objects[j] == place.object) return true;
    }
    return false;
}

static void through_store(const slice_t *s, const expr_t *address, const type_t *type,
                          const expr_t *value) {
    memory_parts_t parts;
    bool wipes = may_wipe(s);
    if (parts_at(s, address, type, &parts))
        for (unsigned i = 0; i < parts.count; i++) {
            const memory_part_t *part = &parts.at[i];
            bool is_needed = has(s->needed, part->cell);
            define(s, part->cell, value);
            if (is_needed && part->count < part->cell_size) add(s->needed, part->cell);
        }
    if (wipes) need_expr(s, address);
}

static void through_call(const slice_t *s) {
    const edge_t *edge = s->step.edge;
    unsigned depth = s->step.before->threads[s->step.thread].frame_count;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        define(s, variable_reg(s->step.thread, depth, edge->callee, (reg_t)i), edge->args[i]);
}

static void through_return(const slice_t *s) {
    const thread_t *t = &s->step.before->threads[s->step.thread];
    const edge_t *call = thread_top(t)->call;
    if (call && call->target != NO_REG)
        define(s,
               variable_reg(s->step.thread, t->frame_count - 2,
                            t->frames[t->frame_count - 2].node->function, call->target),
               s->step.edge->value);
    else if (!call)
        define(s, variable_exit(s->step.thread), s->step.edge->value);
}

/* A condition can fix a variable that was unknown before it. */
static void through_assume(const slice_t *s) {
    variables_t in_condition = {0};
    slice_t inner = *s;
    inner.needed = &in_condition;
    need_expr(&inner, s->step.edge->value);
    bool learnt = false;
    for (size_t i = 0; i < in_condition.len; i++) {
        variable_t v = in_condition.data[i];
        if (has(s->needed, v) && !value_binds(s->value, s->before, v)) learnt = take(s->needed, v);
    }
    for (size_t i = 0; learnt && i < in_condition.len; i++)
        if (value_binds(s->value, s->before, in_condition.data[i]))
            add(s->needed, in_condition.data[i]);
    VEC_FREE(in_condition);
}

/* From what is needed behind the step to what is needed before it. */
static void through_step(const slice_t *s) {
    const edge_t *edge = s->step.edge;
    switch (edge->kind) {
    case EDGE_ATOMIC_BEGIN:
        if (edge->value) through_assume(s);
        break;
    case EDGE_ASSUME: through_assume(s); break;
    case EDGE_ASSIGN: define(s, reg_variable(s, edge->target), edge->value); break;
    case EDGE_STORE: through_store(s, edge->address, edge->type, edge->value); break;
    case EDGE_CALL: through_call(s); break;
    case EDGE_RETURN: through_return(s); break;
    case EDGE_THREAD_EXIT: define(s, variable_exit(s->step.thread), edge->value); break;
    case EDGE_THREAD_CREATE:
        if (edge->callee->param_count)
            define(s, variable_reg((unsigned)s->step.outcome, 0, edge->callee, 0), edge->value);
        if (edge->address) through_store(s, edge->address, edge->type, NULL);
        break;
    case EDGE_THREAD_JOIN:
        if (edge->target != NO_REG && take(s->needed, reg_variable(s, edge->target)))
            add(s->needed, variable_exit((unsigned)s->step.operand));
        break;
    case EDGE_HAVOC:
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_HEAP_SIZE:
    case EDGE_ALLOC:
        if (edge->target != NO_REG) take(s->needed, reg_variable(s, edge->target));
        break;
    default: break;
    }
}

/* Executes the path; the index of the impossible link, or SIZE_MAX. */
static size_t execute(cpa_t *value, const path_t *path, parts_t *parts) {
    VEC_PUSH(*parts, value_initial_full(value));
    for (size_t i = 0; i < path->len; i++) {
        step_t step = arg_step(path->data[i]);
        part_t next = value_post_full(value, VEC_TOP(*parts), &step);
        if (!next) return i;
        VEC_PUSH(*parts, next);
    }
    return SIZE_MAX;
}

/* Adds the variables to the precision. true: the state of the ARG does not know
 * one of them and must be computed anew: it is new in the precision, or the
 * state is older than its entry. */
static bool track_all(cpa_t *value, const variables_t *needed, const node_t *node, part_t full,
                      part_t actual) {
    bool outdated = false;
    for (size_t i = 0; i < needed->len; i++) {
        variable_t v = needed->data[i];
        value_track(value, node, v);
        if (value_binds(value, full, v) && !value_binds(value, actual, v)) outdated = true;
    }
    return outdated;
}

static const node_t *moved_to(const arg_link_t *link) {
    const configuration_t *c = link->child->configuration;
    if (link->thread >= c->thread_count || !c->threads[link->thread].frame_count) return NULL;
    return thread_top(&c->threads[link->thread])->node;
}

size_t value_refine(cpa_t *value, size_t part, const path_t *path, bool per_location) {
    parts_t parts = {0};
    variables_t needed = {0};
    size_t pivot = SIZE_MAX;
    size_t impossible = execute(value, path, &parts);
    if (impossible != SIZE_MAX) {
        slice_t s = {value, parts.data[impossible], arg_step(path->data[impossible]), &needed};
        const edge_t *edge = s.step.edge;
        need_expr(&s, edge->kind == EDGE_ASSUME ? edge->value
                      : edge->address           ? edge->address
                                                : edge->value);
        for (size_t i = impossible; i-- > 0;) {
            if (track_all(value, &needed, per_location ? moved_to(path->data[i]) : NULL,
                          parts.data[i + 1], path->data[i]->child->parts[part]))
                pivot = i + 1;
            s.before = parts.data[i];
            s.step = arg_step(path->data[i]);
            through_step(&s);
        }
        /* Needed at the very start: initial memory, from the root on. */
        if (track_all(value, &needed, per_location ? value->program->main->entry : NULL,
                      parts.data[0], path->data[0]->parent->parts[part]))
            pivot = 0;
    }
    VEC_FREE(parts);
    VEC_FREE(needed);
    return pivot;
}
