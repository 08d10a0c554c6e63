#include "cfa/handles.h"

#include "cfa/callgraph.h"

/* One question. A look is the edge that reads the handle. */
typedef struct handle {
    const program_t *program;
    const edge_t *join, *look;
    const expr_t *address; /* what is read */
} handle_t;

/* for (index = 0; index < bound; index++), with other registers for one that is none. */
typedef struct counting_loop {
    const node_t *head;
    const edge_t *enter, *leave, *step;
    reg_t index;
    bool *inside; /* by node */
} counting_loop_t;

static const function_t *function_of(const edge_t *edge) {
    return edge->from->function;
}

static bool mentions(const expr_t *expr, reg_t reg) {
    bool found = expr->kind == EXPR_REG && expr->reg == reg;
    for (unsigned i = 0; !found && i < expr->arity; i++) found = mentions(expr->a[i], reg);
    return found;
}

/* Is there a way that does not pass the barred edge, nor leave the barred node? */
static bool leads(const handle_t *handle, const node_t *from, const node_t *to,
                  const edge_t *barred, const node_t *barred_node) {
    bool *seen = mem_zalloc(handle->program->nodes.len + 1), found = false;
    VEC(const node_t *) open = {0};
    VEC_PUSH(open, from);
    while (open.len && !found) {
        const node_t *node = VEC_POP(open);
        if (seen[node->id]) continue;
        seen[node->id] = true;
        found = node == to;
        for (size_t i = 0; node != barred_node && i < node->out.len; i++)
            if (node->out.data[i] != barred && edge_continues(node->out.data[i]))
                VEC_PUSH(open, node->out.data[i]->to);
    }
    mem_free(seen);
    VEC_FREE(open);
    return found;
}

/* The edge that reads a handle for this join or detach; NULL: it is not plain to see. */
static const edge_t *find_look(const handle_t *handle, const edge_t *join) {
    if (join->value->kind == EXPR_LOAD) return join;
    if (join->value->kind != EXPR_REG) return NULL;
    const edge_t *look = NULL;
    const function_t *function = function_of(join);
    for (size_t i = 0; i < function->nodes.len; i++)
        for (size_t k = 0; k < function->nodes.data[i]->out.len; k++) {
            const edge_t *edge = function->nodes.data[i]->out.data[k];
            bool is_other = (edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH) &&
                            edge != join && mentions(edge->value, join->value->reg);
            if (is_other || (edge->target == join->value->reg && look)) return NULL;
            if (edge->target == join->value->reg) look = edge;
        }
    bool is_load = look && look->kind == EDGE_ASSIGN && look->value->kind == EXPR_LOAD;
    /* Each time it is read, it is used once. */
    if (!is_load || leads(handle, join->to, join->from, look, NULL)) return NULL;
    return look;
}

static bool share_objects(const access_t *a, const access_t *b) {
    if (a->anything || b->anything) return true;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->objects[i] == b->objects[k]) return true;
        if (a->objects[i]->id < b->objects[k]->id)
            i++;
        else
            k++;
    }
    return false;
}

/* An object and a constant. */
static bool is_fixed(const expr_t *address, const object_t **object, uint64_t *offset) {
    *offset = 0;
    if (address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        *offset = address->a[1]->value;
        address = address->a[0];
    }
    *object = address->kind == EXPR_ADDR ? address->object : NULL;
    return *object != NULL;
}

static bool are_apart(const expr_t *a, const expr_t *b, uint64_t size) {
    const object_t *of_a, *of_b;
    uint64_t at_a, at_b;
    if (!is_fixed(a, &of_a, &at_a) || !is_fixed(b, &of_b, &at_b)) return false;
    return of_a != of_b || at_a - at_b + size - 1 >= 2 * size - 1;
}

/* Does the edge write where the handle is, or read it for another join? */
static bool disturbs(const handle_t *handle, const edge_t *edge) {
    if (!share_objects(&edge->access, &handle->look->access)) return false;
    uint64_t size = handle->look->type ? handle->look->type->size : 0;
    bool is_known = edge->address && edge->type && size && edge->type->size == size;
    if (edge->access.writes) return !is_known || !are_apart(edge->address, handle->address, size);
    bool is_look = edge->kind == EDGE_ASSIGN && edge->value->kind == EXPR_LOAD;
    if (!is_look && edge->kind != EDGE_THREAD_JOIN && edge->kind != EDGE_THREAD_DETACH)
        return false;
    const expr_t *address = is_look ? edge->value->a[0] : NULL;
    return !address || !size || !are_apart(address, handle->address, size);
}

/* What holds at a node whatever way leads there: nothing at the entry of main. */
typedef bool (*transfer_t)(const void *context, const edge_t *edge, bool before);

static bool *solve(const handle_t *handle, transfer_t transfer, const void *context) {
    const function_t *main = handle->program->main;
    bool *holds = mem_alloc(handle->program->nodes.len + 1), changed = true;
    for (size_t i = 0; i < main->nodes.len; i++) holds[main->nodes.data[i]->id] = true;
    holds[main->entry->id] = false;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < main->nodes.len; i++) {
            const node_t *node = main->nodes.data[i];
            for (size_t k = 0; k < node->out.len; k++) {
                const edge_t *edge = node->out.data[k];
                if (!holds[edge->to->id] || transfer(context, edge, holds[node->id])) continue;
                holds[edge->to->id] = false;
                changed = true;
            }
        }
    }
    return holds;
}

static bool transfer_variable(const void *context, const edge_t *edge, bool before) {
    const handle_t *handle = context;
    if (edge->kind == EDGE_THREAD_CREATE && edge->address == handle->address) return true;
    return before && !disturbs(handle, edge);
}

static bool is_in_variable(const handle_t *handle) {
    bool *holds = solve(handle, transfer_variable, handle);
    bool result = holds[handle->look->from->id];
    mem_free(holds);
    return result;
}

/* Loops. */

static void loop_free(counting_loop_t *loop) {
    mem_free(loop->inside);
}

static void mark_inside(counting_loop_t *loop, const node_t *node) {
    if (loop->inside[node->id]) return;
    loop->inside[node->id] = true;
    for (size_t i = 0; node != loop->head && i < node->in.len; i++)
        mark_inside(loop, node->in.data[i]->from);
}

static bool is_bound(const expr_t *expr) {
    return expr->kind == EXPR_CONST || expr->kind == EXPR_REG;
}

/* [index < bound] and its opposite leave the head. */
static bool read_head(const handle_t *handle, counting_loop_t *loop) {
    if (loop->head->out.len != 2) return false;
    for (size_t i = 0; i < 2; i++) {
        const edge_t *enter = loop->head->out.data[i], *leave = loop->head->out.data[1 - i];
        const expr_t *test = enter->value;
        if (enter->kind != EDGE_ASSUME || leave->kind != EDGE_ASSUME) return false;
        bool is_less = test->kind == EXPR_SLT || test->kind == EXPR_ULT;
        if (!is_less || test->a[0]->kind != EXPR_REG || test->a[0]->width < 32) continue;
        if (!is_bound(test->a[1])) continue;
        if (expr_unary(handle->program->exprs, EXPR_NOT, test) != leave->value) continue;
        loop->enter = enter;
        loop->leave = leave;
        loop->index = test->a[0]->reg;
        return true;
    }
    return false;
}

/* The index is raised by 1 once in each round, and the bound stays. */
static bool read_inside(const handle_t *handle, counting_loop_t *loop) {
    const function_t *main = handle->program->main;
    const expr_t *test = loop->enter->value, *bound = test->a[1];
    for (size_t i = 0; i < main->nodes.len; i++) {
        const node_t *node = main->nodes.data[i];
        for (size_t k = 0; loop->inside[node->id] && k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            if (edge->target == NO_REG || !loop->inside[edge->to->id]) continue;
            if (bound->kind == EXPR_REG && edge->target == bound->reg) return false;
            if (edge->target != loop->index) continue;
            const expr_t *one = expr_const(handle->program->exprs, test->a[0]->width, 1);
            const expr_t *next = expr_binary(handle->program->exprs, EXPR_ADD, test->a[0], one);
            if (loop->step || edge->kind != EDGE_ASSIGN || edge->value != next) return false;
            loop->step = edge;
        }
    }
    return loop->step && !leads(handle, loop->enter->to, loop->head, loop->step, NULL) &&
           !leads(handle, loop->step->to, loop->step->from, NULL, loop->head);
}

static bool transfer_zero(const void *context, const edge_t *edge, bool before) {
    const counting_loop_t *loop = context;
    if (edge->target != loop->index) return before;
    return edge->kind == EDGE_ASSIGN && edge->value->kind == EXPR_CONST && !edge->value->value;
}

/* ... where the loop is entered from outside. */
static bool holds_before(const counting_loop_t *loop, transfer_t transfer, const void *context,
                         const bool *holds) {
    bool result = true;
    for (size_t i = 0; result && i < loop->head->in.len; i++) {
        const edge_t *edge = loop->head->in.data[i];
        if (!loop->inside[edge->from->id]) result = transfer(context, edge, holds[edge->from->id]);
    }
    return result;
}

static bool begins_at_zero(const handle_t *handle, const counting_loop_t *loop) {
    bool *holds = solve(handle, transfer_zero, loop);
    bool result = holds_before(loop, transfer_zero, loop, holds);
    mem_free(holds);
    return result;
}

/* Once in each round at most, before the index is raised. */
static bool is_once_a_round(const handle_t *handle, const counting_loop_t *loop,
                            const edge_t *edge) {
    return loop->inside[edge->from->id] && edge->from != loop->head &&
           !leads(handle, edge->to, edge->from, NULL, loop->head) &&
           !leads(handle, loop->step->to, edge->from, NULL, loop->head);
}

/* The innermost loop that counts and has the edge in it once a round. */
static bool find_loop(const handle_t *handle, const edge_t *edge, counting_loop_t *loop) {
    const function_t *main = handle->program->main;
    for (size_t i = 0; i < main->nodes.len; i++) {
        *loop = (counting_loop_t){.head = main->nodes.data[i]};
        if (!read_head(handle, loop)) continue;
        loop->inside = mem_zalloc(handle->program->nodes.len + 1);
        loop->inside[loop->head->id] = true;
        for (size_t k = 0; k < loop->head->in.len; k++) {
            const node_t *from = loop->head->in.data[k]->from;
            if (leads(handle, loop->enter->to, from, NULL, loop->head)) mark_inside(loop, from);
        }
        if (read_inside(handle, loop) && is_once_a_round(handle, loop, edge) &&
            begins_at_zero(handle, loop))
            return true;
        loop_free(loop);
    }
    return false;
}

/* Equal but for the index. */
static bool are_alike(const expr_t *a, reg_t index_a, const expr_t *b, reg_t index_b) {
    if (a->kind == EXPR_REG && a->reg == index_a)
        return b->kind == EXPR_REG && b->reg == index_b && a->width == b->width;
    if (b->kind == EXPR_REG && b->reg == index_b) return false;
    if (!a->arity) return a == b;
    if (a->kind != b->kind || a->width != b->width || a->arity != b->arity) return false;
    if (a->kind == EXPR_LOAD) return false;
    for (unsigned i = 0; i < a->arity; i++)
        if (!are_alike(a->a[i], index_a, b->a[i], index_b)) return false;
    return true;
}

/* Is each round about another element? The address is index * constant, and a sum with what
 * does not depend on the index: t[i / 2] comes again. */
static bool tells_apart(const expr_t *address, reg_t index, uint64_t size) {
    enum { LARGEST = 1 << 20 }; /* so that no product of an index that is reached wraps around */
    const expr_t *e = address;
    uint64_t stride = 1;
    while (e->kind != EXPR_REG) {
        unsigned part = 0;
        if (e->kind == EXPR_ADD || e->kind == EXPR_SUB) {
            part = mentions(e->a[1], index);
            if (part && mentions(e->a[0], index)) return false;
        } else if (e->kind == EXPR_MUL && e->a[1]->kind == EXPR_CONST && stride == 1) {
            stride = e->a[1]->value;
        } else if (e->kind != EXPR_SEXT && e->kind != EXPR_ZEXT) {
            return false;
        }
        e = e->a[part];
    }
    return e->reg == index && stride >= size && stride <= LARGEST;
}

/* Does the edge change what the address is computed from, but for the index? */
static bool moves_array(const expr_t *address, reg_t index, const edge_t *edge) {
    return edge->target != NO_REG && edge->target != index && mentions(address, edge->target);
}

/* A loop that creates a thread in each element: no round leaves it out, and no way leaves the
 * loop but its end. */
static bool fills(const handle_t *handle, const counting_loop_t *loop, const edge_t *create) {
    const function_t *main = handle->program->main;
    if (!create->type || !tells_apart(create->address, loop->index, create->type->size))
        return false;
    if (leads(handle, loop->enter->to, loop->head, create, NULL)) return false;
    for (size_t i = 0; i < main->nodes.len; i++) {
        const node_t *node = main->nodes.data[i];
        for (size_t k = 0; loop->inside[node->id] && k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            bool goes_on = loop->inside[edge->to->id] || !edge_continues(edge);
            if (edge != loop->leave && !goes_on) return false;
            if (edge != create && disturbs(handle, edge)) return false;
            if (moves_array(create->address, loop->index, edge)) return false;
        }
    }
    return true;
}

/* The loops that create and join, of one array. */
typedef struct loop_pair {
    const handle_t *handle;
    const counting_loop_t *creating, *joining;
} loop_pair_t;

static bool changes_array(const loop_pair_t *pair, const edge_t *edge) {
    reg_t index = pair->joining->index;
    return moves_array(pair->handle->address, index, edge) ||
           moves_array(pair->joining->enter->value, index, edge);
}

static bool transfer_array(const void *context, const edge_t *edge, bool before) {
    const loop_pair_t *pair = context;
    if (edge == pair->creating->leave) return true;
    return before && !disturbs(pair->handle, edge) && !changes_array(pair, edge);
}

/* Nothing but the joins happens to the array while they are made. */
static bool keeps_array(const loop_pair_t *pair) {
    const function_t *main = pair->handle->program->main;
    for (size_t i = 0; i < main->nodes.len; i++) {
        const node_t *node = main->nodes.data[i];
        for (size_t k = 0; pair->joining->inside[node->id] && k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            bool is_own = edge == pair->handle->look || edge == pair->handle->join;
            if (!is_own && (disturbs(pair->handle, edge) || changes_array(pair, edge)))
                return false;
        }
    }
    return true;
}

static bool is_filled_by(const handle_t *handle, const counting_loop_t *joining,
                         const edge_t *create, bool *is_again) {
    counting_loop_t creating;
    if (!find_loop(handle, create, &creating)) return false;
    loop_pair_t pair = {handle, &creating, joining};
    *is_again = leads(handle, creating.leave->to, creating.head, NULL, NULL);
    bool result =
        creating.head != joining->head &&
        are_alike(creating.enter->value, creating.index, joining->enter->value, joining->index) &&
        are_alike(create->address, creating.index, handle->address, joining->index) &&
        fills(handle, &creating, create) && keeps_array(&pair);
    if (result) {
        bool *holds = solve(handle, transfer_array, &pair);
        result = holds_before(joining, transfer_array, &pair, holds);
        mem_free(holds);
    }
    loop_free(&creating);
    return result;
}

static bool is_in_array(const handle_t *handle, joined_t *out) {
    counting_loop_t joining;
    bool result = false;
    if (!find_loop(handle, handle->look, &joining)) return false;
    const function_t *main = handle->program->main;
    for (size_t i = 0; !result && i < main->nodes.len; i++)
        for (size_t k = 0; !result && k < main->nodes.data[i]->out.len; k++) {
            const edge_t *edge = main->nodes.data[i]->out.data[k];
            if (edge->kind == EDGE_THREAD_CREATE && edge->address)
                result = is_filled_by(handle, &joining, edge, &out->is_loose);
            if (result) out->create = edge;
        }
    out->leave = joining.leave;
    out->is_loose |= leads(handle, joining.enter->to, joining.head, handle->join, NULL);
    loop_free(&joining);
    return result;
}

/* Others would change the array or variable at any time. */
static bool is_mains_alone(const handle_t *handle) {
    for (size_t i = 0; i < handle->program->edges.len; i++) {
        const edge_t *edge = handle->program->edges.data[i];
        bool calls_main = edge->callee == handle->program->main;
        bool writes = edge->access.writes && share_objects(&edge->access, &handle->look->access);
        if (calls_main || (writes && function_of(edge) != handle->program->main)) return false;
    }
    return true;
}

static bool find_joined(const program_t *program, const edge_t *edge, joined_t *out) {
    handle_t handle = {.program = program, .join = edge};
    *out = (joined_t){0};
    if (function_of(edge) != program->main) return false;
    handle.look = find_look(&handle, edge);
    if (!handle.look) return false;
    handle.address = out->address = handle.look->value->a[0];
    if (handle.look->access.anything || !is_mains_alone(&handle)) return false;
    const object_t *object;
    uint64_t offset;
    return is_fixed(handle.address, &object, &offset) ? is_in_variable(&handle)
                                                      : is_in_array(&handle, out);
}

bool edge_names_thread(const program_t *program, const edge_t *edge) {
    joined_t joined;
    return find_joined(program, edge, &joined);
}

bool edge_joins(const program_t *program, const edge_t *edge, joined_t *out) {
    return find_joined(program, edge, out) && !out->is_loose;
}
