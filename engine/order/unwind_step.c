#include "cfa/layout.h"
#include "engine/order/guard.h"
#include "engine/order/unwind_internal.h"

/* What each kind of edge does (cfa/program.h) on all ways that take it at once. */

static state_t *end_way(state_t *state) {
    state_delete(state);
    return NULL;
}

static state_t *go_on(walker_t *w, state_t *state) {
    walker_step(w, state->guard);
    return state;
}

/* An open section that is left for good has come to its end. */
static void complete_section(walker_t *w, const state_t *state, const term_t *guard) {
    if (state->section == ORDER_NONE || state->section == ORDER_LAST) return;
    order_node_t *node = &w->u->nodes.data[state->section];
    const term_t *guards[] = {node->complete, guard};
    node->complete = guard_join(w->terms, guards, 2);
}

void walker_target(walker_t *w, state_t *state, uint32_t kind, const term_t *guard,
                   const char *text) {
    if (term_is_false(guard)) return;
    complete_section(w, state, guard);
    uint32_t node = walker_node(w, state);
    VEC_PUSH(w->u->targets, (order_target_t){kind, node, guard, w->edge, text});
}

static state_t *take_unsupported(walker_t *w, state_t *state, const char *text) {
    walker_target(w, state, TARGET_UNSUPPORTED, state->guard, text);
    return end_way(state);
}

static state_t *take_error(walker_t *w, state_t *state) {
    /* When objects end is not encoded. */
    if (w->edge->fault) return take_unsupported(w, state, "whether an access is valid");
    walker_target(w, state, TARGET_ERROR + w->edge->to->violates, state->guard, NULL);
    walker_step(w, state->guard);
    return end_way(state);
}

static state_t *take_exit(walker_t *w, state_t *state) {
    complete_section(w, state, state->guard);
    uint32_t node = walker_node(w, state);
    VEC_PUSH(w->u->exits, (order_exit_t){node, state->guard});
    walker_step(w, state->guard);
    return end_way(state);
}

static const term_t *pointer_sized(walker_t *w, const term_t *value) {
    unsigned bits = w->u->program->pointer_bits;
    return value ? term_resize(w->terms, value, bits, false) : term_const(w->terms, bits, 0);
}

static state_t *end_thread(walker_t *w, state_t *state) {
    const term_t *value = w->edge->value ? walker_evaluate(w, state, w->edge->value) : NULL;
    order_thread_t *thread = walker_thread(w);
    complete_section(w, state, state->guard);
    value = pointer_sized(w, value);
    thread->exit_value =
        thread->exit_value ? term_ite(w->terms, state->guard, value, thread->exit_value) : value;
    const term_t *guards[] = {thread->ended, state->guard};
    thread->ended = guard_join(w->terms, guards, 2);
    walker_step(w, state->guard);
    return end_way(state);
}

static state_t *take_return(walker_t *w, state_t *state) {
    frame_run_t *frame = w->frame;
    if (!frame->caller) return w->thread ? end_thread(w, state) : take_exit(w, state);
    const term_t *value = w->edge->value ? walker_evaluate(w, state, w->edge->value) : NULL;
    walker_step(w, state->guard);
    VEC_PUSH(frame->returned, state);
    VEC_PUSH(frame->results, value);
    w->waiting++;
    return NULL;
}

static state_t *take_havoc(walker_t *w, state_t *state) {
    const edge_t *edge = w->edge;
    const type_t *type = edge->from->function->regs.data[edge->target].type;
    if (edge->type && edge->type->bits == type->bits) type = edge->type;
    const term_t *value;
    if (type->kind == TYPE_BOOL)
        value = term_ite(w->terms, walker_symbol(w, 0), term_const(w->terms, type->bits, 1),
                         term_const(w->terms, type->bits, 0));
    else
        value = walker_symbol(w, type->bits);
    uint32_t step = walker_step(w, state->guard);
    walker_input(w, step, 0, value);
    state_set_reg(state, edge->target, value);
    return state;
}

/* Threads. */

static state_t *take_create(walker_t *w, state_t *state) {
    const edge_t *edge = w->edge;
    uint32_t number = (uint32_t)w->u->threads.len;
    if (number >= w->options->max_threads || number >= LAYOUT_MAX_THREADS)
        return take_unsupported(w, state, "more threads than --max-threads allows");
    if (!edge->callee->has_body) return take_unsupported(w, state, "a thread without body");
    const term_t *argument = edge->value ? walker_evaluate(w, state, edge->value) : NULL;
    if (state->is_alone) walker_publish(w, state);
    uint32_t node = walker_node(w, state);
    if (edge->address)
        walker_store(w, state, walker_evaluate(w, state, edge->address), edge->type,
                     term_const(w->terms, edge->type->bits, number));
    uint32_t step = walker_step(w, state->guard);
    walker_thread(w)->steps.data[step].other = number;
    VEC_PUSH(w->u->threads, (order_thread_t){.function = edge->callee,
                                             .creator = node,
                                             .start = state->guard,
                                             .argument = argument,
                                             .ended = term_false(w->terms)});
    return state;
}

/* Which thread is meant is settled when all are known. */
static state_t *take_join(walker_t *w, state_t *state) {
    const edge_t *edge = w->edge;
    const term_t *value = walker_evaluate(w, state, edge->value);
    bool is_detach = edge->kind == EDGE_THREAD_DETACH;
    order_join_t join = {.thread = w->thread,
                         .node = walker_node(w, state),
                         .value = value,
                         .before = state->guard,
                         .is_inside = state->section != ORDER_NONE,
                         .is_certain = !w->waiting,
                         .is_detach = is_detach,
                         .edge = edge};
    if (!is_detach) state->guard = walker_may_wait(w, state->guard);
    join.after = state->guard;
    if (!is_detach && edge->target != NO_REG) {
        unsigned bits = edge->from->function->regs.data[edge->target].type->bits;
        join.exit_value = walker_symbol(w, w->u->program->pointer_bits);
        state_set_reg(state, edge->target, term_resize(w->terms, join.exit_value, bits, false));
    }
    uint32_t step = walker_step(w, state->guard);
    walker_thread(w)->steps.data[step].other = (uint32_t)w->u->joins.len;
    VEC_PUSH(w->u->joins, join);
    return state;
}

/* Mutexes: 0 is free. Who waits for one for ever is not to be told from one who was
 * never there, so a lock is a read of 0. */

enum { BUSY = 16 };

static void mutex_event(walker_t *w, state_t *state, const address_case_t *at, bool is_write,
                        const term_t *guard, const term_t *value) {
    uint32_t location = walker_location(w, LOCATION_MUTEX, at->address, MUTEX_BITS, NULL);
    walker_event(w, is_write, walker_node(w, state), location,
                 term_and(w->terms, guard, at->condition), value);
}

/* A mutex is 0, or tells who holds it. */
static const term_t *owner_term(walker_t *w) {
    return term_const(w->terms, MUTEX_BITS, w->thread + 1);
}

static void lock_one(walker_t *w, state_t *state, const address_case_t *at) {
    mutex_event(w, state, at, false, state->guard, term_const(w->terms, MUTEX_BITS, 0));
    mutex_event(w, state, at, true, state->guard, owner_term(w));
}

static void unlock_one(walker_t *w, state_t *state, const address_case_t *at) {
    mutex_event(w, state, at, true, state->guard, term_const(w->terms, MUTEX_BITS, 0));
}

/* The register gets one of two numbers, in the case that the address is this one. */
static void set_mutex_result(walker_t *w, state_t *state, const address_case_t *at,
                             const term_t *condition, uint64_t yes, uint64_t no) {
    if (w->edge->target == NO_REG) return;
    unsigned bits = w->edge->from->function->regs.data[w->edge->target].type->bits;
    const term_t *result = term_ite(w->terms, condition, term_const(w->terms, bits, yes),
                                    term_const(w->terms, bits, no));
    const term_t *old = state->regs[w->edge->target];
    bool is_only = term_is_true(at->condition) || !old;
    state_set_reg(state, w->edge->target,
                  is_only ? result : term_ite(w->terms, at->condition, result, old));
}

static void trylock_one(walker_t *w, state_t *state, const address_case_t *at) {
    const term_t *found = walker_symbol(w, MUTEX_BITS);
    const term_t *is_free = term_equal(w->terms, found, term_const(w->terms, MUTEX_BITS, 0));
    mutex_event(w, state, at, false, state->guard, found);
    mutex_event(w, state, at, true, term_and(w->terms, state->guard, is_free), owner_term(w));
    set_mutex_result(w, state, at, is_free, 0, BUSY);
}

static void owns_one(walker_t *w, state_t *state, const address_case_t *at) {
    const term_t *found = walker_symbol(w, MUTEX_BITS);
    mutex_event(w, state, at, false, state->guard, found);
    set_mutex_result(w, state, at, term_equal(w->terms, found, owner_term(w)), 1, 0);
}

static state_t *take_mutex(walker_t *w, state_t *state) {
    address_cases_t cases = {0};
    edge_kind_t kind = w->edge->kind;
    const term_t *address = walker_evaluate(w, state, w->edge->address);
    walker_mutexes(w, state, address, &cases);
    const term_t *covered = term_false(w->terms);
    for (size_t i = 0; i < cases.len; i++)
        covered = term_or(w->terms, covered, cases.data[i].condition);
    const term_t *outside = term_and(w->terms, state->guard, term_not(w->terms, covered));
    walker_target(w, state, TARGET_UNSUPPORTED, outside, "operation on something that is no mutex");
    state->guard = term_and(w->terms, state->guard, covered);
    /* A section that waits inside is not complete, so no guard of its own is needed. */
    const term_t *before = state->guard;
    if (kind == EDGE_LOCK) {
        state->guard = walker_may_wait(w, before);
        walker_wait_for_mutex(w, state, before, state->guard, &cases);
    }
    if (w->edge->target != NO_REG) state_set_reg(state, w->edge->target, NULL);
    for (size_t i = 0; i < cases.len; i++) {
        if (kind == EDGE_LOCK)
            lock_one(w, state, &cases.data[i]);
        else if (kind == EDGE_TRYLOCK)
            trylock_one(w, state, &cases.data[i]);
        else if (kind == EDGE_OWNS)
            owns_one(w, state, &cases.data[i]);
        else
            unlock_one(w, state, &cases.data[i]);
    }
    VEC_FREE(cases);
    return go_on(w, state);
}

/* Atomic sections. */

static state_t *take_begin(walker_t *w, state_t *state) {
    if (state->section == ORDER_NONE) {
        state->section = walker_node(w, state);
        w->u->nodes.data[state->section].begun = state->guard;
        w->u->nodes.data[state->section].complete = term_false(w->terms);
        if (w->edge->value) walker_wait_for_section(w, state);
    }
    state->depth++;
    if (w->edge->value)
        state->guard = term_and(w->terms, state->guard, walker_evaluate(w, state, w->edge->value));
    return go_on(w, state);
}

static state_t *take_end(walker_t *w, state_t *state) {
    walker_step(w, state->guard);
    if (!state->depth || --state->depth) return state;
    complete_section(w, state, state->guard);
    state->section = ORDER_NONE;
    return state;
}

/* The heap. */

/* How many bytes are set aside; 0: too many. What may be any number is looked at up to a
 * size, and what is larger is not supported. */
static uint64_t room_for(walker_t *w, state_t *state, const term_t *size) {
    enum { MOST_OPEN = 512 };
    if (size->kind == TERM_CONST)
        return size->value > LAYOUT_REGION_SIZE ? 0 : size->value ? size->value : 1;
    const term_t *most = term_const(w->terms, size->sort.width, MOST_OPEN);
    const term_t *fits = term_bv(w->terms, TERM_BVULE, size, most);
    walker_target(w, state, TARGET_UNSUPPORTED,
                  term_and(w->terms, state->guard, term_not(w->terms, fits)),
                  "allocation of too large a size that is not constant");
    state->guard = term_and(w->terms, state->guard, fits);
    return MOST_OPEN;
}

static state_t *take_alloc(walker_t *w, state_t *state) {
    const edge_t *edge = w->edge;
    const term_t *size = walker_evaluate(w, state, edge->value);
    uint64_t bytes = room_for(w, state, size), address = w->heap_top;
    if (!bytes) return take_unsupported(w, state, "allocation of too large a size");
    w->heap_top = (address + bytes + LAYOUT_GAP + 15) & ~UINT64_C(15);
    if (w->heap_top > layout_heap(w->thread) + LAYOUT_REGION_SIZE)
        return take_unsupported(w, state, "the heap of the thread is full");
    uint32_t step = walker_step(w, state->guard);
    walker_add_instance(w, (instance_t){address, bytes, edge->object, w->thread, step,
                                        size->kind == TERM_CONST ? NULL : size});
    unsigned bits = edge->from->function->regs.data[edge->target].type->bits;
    state_set_reg(state, edge->target, term_const(w->terms, bits, address));
    return state;
}

static state_t *take_heap_size(walker_t *w, state_t *state) {
    const term_t *address = walker_evaluate(w, state, w->edge->address);
    unsigned bits = w->edge->from->function->regs.data[w->edge->target].type->bits;
    const term_t *result = NULL, *covered = term_false(w->terms);
    for (size_t i = 0; i < w->instances.len; i++) {
        const instance_t *place = &w->instances.data[i];
        if (place->object->kind != OBJECT_HEAP) continue;
        const term_t *is = term_equal(w->terms, address,
                                      term_const(w->terms, address->sort.width, place->address));
        if (term_is_false(is)) continue;
        const term_t *size = place->bytes ? term_resize(w->terms, place->bytes, bits, false)
                                          : term_const(w->terms, bits, place->size);
        covered = term_or(w->terms, covered, is);
        result = result ? term_ite(w->terms, is, size, result) : size;
    }
    const term_t *outside = term_and(w->terms, state->guard, term_not(w->terms, covered));
    walker_target(w, state, TARGET_UNSUPPORTED, outside, NULL);
    if (!result) return end_way(state);
    state->guard = term_and(w->terms, state->guard, covered);
    state_set_reg(state, w->edge->target, result);
    return go_on(w, state);
}

static state_t *take_assign(walker_t *w, state_t *state) {
    const term_t *value = walker_evaluate(w, state, w->edge->value);
    state_set_reg(state, w->edge->target, value);
    return go_on(w, state);
}

static state_t *take_store(walker_t *w, state_t *state) {
    const term_t *address = walker_evaluate(w, state, w->edge->address);
    walker_store(w, state, address, w->edge->type, walker_evaluate(w, state, w->edge->value));
    return go_on(w, state);
}

/* The constants that a condition speaks of, as a hash; false: not all are. */
static bool constants_of(const walker_t *w, const state_t *state, const expr_t *expr,
                         uint64_t *hash) {
    const term_t *value = NULL;
    if (expr->kind == EXPR_REG) value = state->regs[expr->reg];
    for (size_t i = 0; expr->kind == EXPR_LOAD && i < w->loads.len; i++)
        if (w->loads.data[i].expr == expr) value = w->loads.data[i].value;
    if (value && value->kind == TERM_CONST) {
        *hash = hash_mix(*hash, value->value);
        return true;
    }
    if (value || expr->kind == EXPR_REG || expr->kind == EXPR_LOAD) return false;
    for (unsigned i = 0; i < expr->arity; i++)
        if (!constants_of(w, state, expr->a[i], hash)) return false;
    return true;
}

static bool has_changed(loop_run_t *loop, const edge_t *edge, uint64_t constants) {
    for (size_t i = 0; i < loop->exits.len; i++) {
        counted_exit_t *exit = &loop->exits.data[i];
        if (exit->edge != edge) continue;
        bool differs = exit->constants != constants;
        exit->constants = constants;
        return differs;
    }
    VEC_PUSH(loop->exits, (counted_exit_t){edge, constants});
    return true;
}

/* A loop with a counter ends by itself. */
static void note_closed_exit(walker_t *w, const state_t *state) {
    uint64_t constants = 1;
    if (!w->frame->loop || w->frame->wto->is_doomed[w->edge->to->rpo]) return;
    if (!constants_of(w, state, w->edge->value, &constants)) return;
    for (loop_run_t *loop = w->frame->loop; loop; loop = loop->outer)
        if (wto_leaves(w->frame->wto, loop->item, w->edge) && has_changed(loop, w->edge, constants))
            loop->is_counted = true;
}

static state_t *take_assume(walker_t *w, state_t *state) {
    const term_t *condition = walker_evaluate(w, state, w->edge->value);
    if (term_is_false(condition)) note_closed_exit(w, state);
    state->guard = term_and(w->terms, state->guard, condition);
    return term_is_false(state->guard) ? end_way(state) : go_on(w, state);
}

static state_t *take_havoc_object(walker_t *w, state_t *state) {
    uint32_t step = walker_step(w, state->guard);
    walker_havoc_object(w, state, w->edge->object, step);
    return state;
}

static state_t *take(walker_t *w, state_t *state) {
    switch (w->edge->kind) {
    case EDGE_ASSUME: return take_assume(w, state);
    case EDGE_ASSIGN: return take_assign(w, state);
    case EDGE_STORE: return take_store(w, state);
    case EDGE_HAVOC: return take_havoc(w, state);
    case EDGE_HAVOC_OBJECT: return take_havoc_object(w, state);
    case EDGE_CALL: return walker_call(w, state, w->edge);
    case EDGE_RETURN: return take_return(w, state);
    case EDGE_THREAD_CREATE: return take_create(w, state);
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH: return take_join(w, state);
    case EDGE_THREAD_EXIT: return end_thread(w, state);
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS: return take_mutex(w, state);
    case EDGE_JOINABLE:
        return take_unsupported(w, state, "whether a thread can be joined is not known here");
    case EDGE_ATOMIC_BEGIN: return take_begin(w, state);
    case EDGE_ATOMIC_END: return take_end(w, state);
    case EDGE_ALLOC: return take_alloc(w, state);
    case EDGE_HEAP_SIZE: return take_heap_size(w, state);
    case EDGE_EXIT: return take_exit(w, state);
    case EDGE_ERROR: return take_error(w, state);
    case EDGE_UNSUPPORTED: return take_unsupported(w, state, NULL);
    default: return go_on(w, state); /* FREE: see docs/order.md */
    }
}

state_t *walker_take_edge(walker_t *w, state_t *state, const edge_t *edge) {
    w->edge = edge;
    w->edge_node = state->section;
    return take(w, state);
}
