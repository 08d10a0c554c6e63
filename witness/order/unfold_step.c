#include "witness/order/unfolder.h"

#include "cfa/points_to.h"
#include "witness/semantics/sem_evaluate.h"

/* What each kind of edge does to a way. All but CALL, RETURN and what ends a thread lead to
 * the edge's end. */

enum { MUTEX_BITS = 16, BUSY = 16 };

/* The way ends here: its thread, or the run, does. */
static void end(way_t *way) {
    way_delete(way);
}

static void go(unfolder_t *u, way_t *way) {
    if (term_is_false(way->guard)) {
        way_delete(way);
        return;
    }
    way_move(way, u->nest, u->edge->to);
    unfolder_arrive(u, way);
}

/* It has no meaning here. */
static void refuse(unfolder_t *u, way_t *way, const char *what) {
    unfolder_target(u, way, NULL, what);
    way_delete(way);
}

static variable_t reg_of(const unfolder_t *u, const way_t *way, reg_t reg) {
    return variable_reg(u->thread, (unsigned)way->frames.len - 1, way_top(way)->node->function,
                        reg);
}

static unsigned target_bits(const unfolder_t *u) {
    return u->edge->from->function->regs.data[u->edge->target].type->bits;
}

static void set_target(unfolder_t *u, way_t *way, sem_value_t value) {
    if (u->edge->target != NO_REG)
        sem_state_set(&way->state, reg_of(u, way, u->edge->target), value);
}

static void step_assign(unfolder_t *u, way_t *way) {
    sem_value_t value;
    if (!unfolder_evaluate(u, way, u->edge->value, &value)) {
        end(way);
        return;
    }
    set_target(u, way, value);
    go(u, way);
}

static void step_assume(unfolder_t *u, way_t *way) {
    sem_value_t value;
    if (unfolder_evaluate(u, way, u->edge->value, &value))
        way_require(way, u->terms, sem_value_term(u->terms, value, 1));
    go(u, way);
}

static void step_store(unfolder_t *u, way_t *way) {
    sem_value_t address, value;
    if (unfolder_evaluate(u, way, u->edge->address, &address) &&
        unfolder_evaluate(u, way, u->edge->value, &value) &&
        unfolder_store(u, way, address, u->edge->type->size, value))
        go(u, way);
    else
        end(way);
}

static void step_havoc(unfolder_t *u, way_t *way) {
    const type_t *type = u->edge->from->function->regs.data[u->edge->target].type;
    if (u->edge->type && u->edge->type->bits == type->bits) type = u->edge->type;
    const term_t *value = unfolder_symbol(u, type->bits);
    if (type->kind == TYPE_BOOL)
        value = term_ite(u->terms, unfolder_symbol(u, 0), term_const(u->terms, type->bits, 1),
                         term_const(u->terms, type->bits, 0));
    set_target(u, way, sem_value_of_term(value));
    go(u, way);
}

static void step_havoc_object(unfolder_t *u, way_t *way) {
    if (unfolder_havoc_object(u, way, u->edge->object))
        go(u, way);
    else
        end(way);
}

/* Calls. */

static bool frame_fits(const unfolder_t *u, const function_t *function, uint64_t base) {
    return base + function->frame_size <= layout_thread_block(u->thread) + LAYOUT_REGION_SIZE;
}

static uint32_t frames_of(const way_t *way, const function_t *function) {
    uint32_t count = 0;
    for (size_t i = 0; i < way->frames.len; i++)
        count += way->frames.data[i].node->function == function;
    return count;
}

static void step_call(unfolder_t *u, way_t *way) {
    const function_t *callee = u->edge->callee;
    unsigned depth = (unsigned)way->frames.len;
    uint64_t base = way_top(way)->base + way_top(way)->node->function->frame_size;
    uint32_t known = u->proof->frames[callee->id];
    if (!callee->has_body || depth >= 0xfff || !frame_fits(u, callee, base)) {
        refuse(u, way, "a call without body, or too deep");
        return;
    }
    if (frames_of(way, callee) >= (known ? known : 1)) {
        refuse(u, way, "a call goes deeper than the proof says");
        return;
    }
    for (size_t i = 0; i < u->edge->arg_count && i < callee->param_count; i++) {
        sem_value_t value;
        if (!unfolder_evaluate(u, way, u->edge->args[i], &value)) {
            end(way);
            return;
        }
        sem_state_set(&way->state, variable_reg(u->thread, depth, callee, (reg_t)i), value);
    }
    nest_add(u->nest, callee);
    way_enter(way, u->nest, (frame_t){.node = callee->entry, .call = u->edge, .base = base});
    unfolder_arrive(u, way);
}

/* May other threads still use what ends with main? */
static bool is_missed(const program_t *program) {
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        bool ends = object->kind == OBJECT_THREAD ||
                    (object->kind == OBJECT_LOCAL && object->function == program->main);
        if (ends && object->may_be_shared) return true;
    }
    return false;
}

/* The thread ends, value may be NULL. */
static void end_thread(unfolder_t *u, way_t *way, const expr_t *expr) {
    ev_thread_t *thread = &u->events->threads.data[u->thread];
    unsigned bits = u->program->pointer_bits;
    const term_t *result = NULL;
    sem_value_t value;
    if (!u->thread && is_missed(u->program)) {
        refuse(u, way, "main ends, and what others may use with it");
        return;
    }
    if (expr) {
        if (!unfolder_evaluate(u, way, expr, &value)) {
            end(way);
            return;
        }
        value = sem_resize(u->semantics, value, expr->width, bits);
        result = sem_value_term(u->terms, value, bits);
    } else {
        result = unfolder_symbol(u, bits);
    }
    for (size_t i = 0; i < u->heap.len; i++)
        if (heap_ends_with(u->heap.data[i].site, u->heap.data[i].address, u->thread))
            unfolder_use(u, way, u->heap.data[i].address, unfolder_node(u, way), way->guard,
                         USE_END);
    unfolder_complete(u, way, way->guard);
    thread->result =
        thread->result ? term_ite(u->terms, way->guard, result, thread->result) : result;
    thread->ended = term_or(u->terms, thread->ended, way->guard);
    end(way);
}

static void step_exit(unfolder_t *u, way_t *way) {
    uint32_t node = unfolder_node(u, way);
    unfolder_complete(u, way, way->guard);
    VEC_PUSH(u->events->exits, (ev_exit_t){node, way->guard});
    end(way);
}

static void step_thread_exit(unfolder_t *u, way_t *way) {
    end_thread(u, way, u->edge->value);
}

static void step_return(unfolder_t *u, way_t *way) {
    frame_t frame = *way_top(way);
    unsigned depth = (unsigned)way->frames.len - 1;
    const function_t *function = frame.node->function;
    sem_value_t value = sem_value_const(0);
    if (!depth) {
        if (u->thread)
            end_thread(u, way, u->edge->value);
        else
            step_exit(u, way);
        return;
    }
    if (u->edge->value && !unfolder_evaluate(u, way, u->edge->value, &value)) {
        end(way);
        return;
    }
    sem_state_forget_registers(&way->state, u->thread, depth);
    sem_state_forget_cells(&way->state, frame.base, frame.base + function->frame_size);
    way->loops.len = VEC_POP(way->frame_loops);
    way->frames.len--;
    if (frame.call->target != NO_REG) {
        variable_t target = reg_of(u, way, frame.call->target);
        if (u->edge->value)
            sem_state_set(&way->state, target, value);
        else
            sem_state_forget(&way->state, target);
    }
    way_move(way, u->nest, frame.call->to);
    unfolder_arrive(u, way);
}

/* Threads. */

static void step_create(unfolder_t *u, way_t *way) {
    const function_t *callee = u->edge->callee;
    uint32_t number = (uint32_t)u->events->threads.len;
    const term_t *argument = NULL;
    sem_value_t value, address;
    if (number >= LAYOUT_MAX_THREADS || !callee->has_body) {
        refuse(u, way, "too many threads, or one without body");
        return;
    }
    if (layout_first_frame(u->program, number) + callee->frame_size >
        layout_thread_block(number) + LAYOUT_REGION_SIZE) {
        refuse(u, way, "too large a frame");
        return;
    }
    if (u->edge->value && callee->param_count) {
        if (!unfolder_evaluate(u, way, u->edge->value, &value)) {
            end(way);
            return;
        }
        argument = sem_value_term(u->terms, value, u->edge->value->width);
    }
    unfolder_publish(u, way);
    uint32_t node = unfolder_node(u, way);
    unfolder_effect(u, way->guard);
    const term_t *guard = way->guard;
    unfolder_add_thread(u, callee, node, guard, argument);
    if (u->edge->address &&
        !(unfolder_evaluate(u, way, u->edge->address, &address) &&
          unfolder_store(u, way, address, u->edge->type->size,
                         sem_value_const(number & width_mask(u->edge->type->bits))))) {
        end(way);
        return;
    }
    go(u, way);
}

static void step_join(unfolder_t *u, way_t *way) {
    ev_join_t join = {.is_detach = u->edge->kind == EDGE_THREAD_DETACH,
                      .is_certain = u->ways.len == 0 && u->edge_count == 1,
                      .before = way->last,
                      .segment_before = u->events->threads.data[u->thread].segment,
                      .edge = u->edge};
    sem_value_t value;
    if (!join.is_detach && way->section == EVENTS_NONE) unfolder_begin_segment(u);
    if (!unfolder_evaluate(u, way, u->edge->value, &value)) {
        end(way);
        return;
    }
    join.value = sem_value_term(u->terms, value, u->edge->value->width);
    join.node = unfolder_node(u, way);
    join.guard = way->guard;
    if (u->edge->target != NO_REG) {
        join.result = unfolder_symbol(u, u->program->pointer_bits);
        set_target(u, way,
                   sem_value_of_term(term_resize(u->terms, join.result, target_bits(u), false)));
    }
    unfolder_effect(u, way->guard);
    VEC_PUSH(u->events->joins, join);
    go(u, way);
}

/* Mutexes: 0 is free, else it says who holds it. Who locks reads 0, or has not got so far. */

/* The target gets one of two numbers, if the mutex is this one. */
static void set_answer(unfolder_t *u, way_t *way, const unfold_case_t *at, const term_t *condition,
                       uint64_t yes, uint64_t no) {
    if (u->edge->target == NO_REG) return;
    unsigned bits = target_bits(u);
    const term_t *answer = term_ite(u->terms, condition, term_const(u->terms, bits, yes),
                                    term_const(u->terms, bits, no));
    variable_t target = reg_of(u, way, u->edge->target);
    if (!term_is_true(at->condition))
        answer = term_ite(
            u->terms, at->condition, answer,
            sem_value_term(u->terms, semantics_read(u->semantics, &way->state, target), bits));
    sem_state_set(&way->state, target, sem_value_of_term(answer));
}

static void use_mutex(unfolder_t *u, way_t *way, const unfold_case_t *at) {
    uint32_t location = unfolder_mutex(u, at->address);
    const term_t *guard = term_and(u->terms, way->guard, at->condition);
    const term_t *free = term_const(u->terms, MUTEX_BITS, 0);
    const term_t *held = term_const(u->terms, MUTEX_BITS, u->thread + 1);
    if (u->edge->kind == EDGE_UNLOCK) {
        unfolder_access(u, way, true, location, guard, free);
        unfolder_mutex_effect(u, way, location, false, guard);
        return;
    }
    const term_t *found = unfolder_symbol(u, MUTEX_BITS);
    const term_t *is_free = term_equal(u->terms, found, free);
    unfolder_access(u, way, false, location, guard, found);
    if (u->edge->kind == EDGE_LOCK) {
        unfolder_fact(
            u, term_implies(u->terms, term_and(u->terms, unfolder_reached(u), guard), is_free));
        unfolder_access(u, way, true, location, guard, held);
        unfolder_mutex_effect(u, way, location, true, guard);
    } else if (u->edge->kind == EDGE_TRYLOCK) {
        unfolder_access(u, way, true, location, term_and(u->terms, guard, is_free), held);
        unfolder_effect(u, term_and(u->terms, guard, is_free));
        set_answer(u, way, at, is_free, 0, BUSY);
    } else {
        set_answer(u, way, at, term_equal(u->terms, found, held), 1, 0);
    }
}

static void step_mutex(unfolder_t *u, way_t *way) {
    unfold_cases_t cases = {0};
    if (u->edge->kind == EDGE_LOCK && way->section == EVENTS_NONE) unfolder_begin_segment(u);
    bool is_known = unfolder_mutexes(u, way, u->edge->address, &cases);
    for (size_t i = 0; i < cases.len && is_known; i++) use_mutex(u, way, &cases.data[i]);
    VEC_FREE(cases);
    if (is_known)
        go(u, way);
    else
        end(way);
}

/* Atomic sections: who waits inside has not begun, as nobody can help it any more. */

static void step_begin(unfolder_t *u, way_t *way) {
    sem_value_t value;
    if (way->section == EVENTS_NONE) {
        unfolder_begin_segment(u);
        way->section = unfolder_node(u, way);
        u->events->nodes.data[way->section].begun = way->guard;
        u->events->nodes.data[way->section].complete = term_false(u->terms);
    }
    way->depth++;
    if (u->edge->value) {
        if (unfolder_evaluate(u, way, u->edge->value, &value))
            way_require(way, u->terms, sem_value_term(u->terms, value, 1));
    }
    go(u, way);
}

static void step_end(unfolder_t *u, way_t *way) {
    if (way->depth && --way->depth == 0) {
        unfolder_complete(u, way, way->guard);
        way->section = EVENTS_NONE;
    }
    go(u, way);
}

/* The heap: nothing lies where something else lay before. */

static bool add_heap_object(unfolder_t *u, heap_object_t object) {
    size_t at = 0;
    if (unfolder_find_heap(u, object.address, &at)) {
        const heap_object_t *known = &u->heap.data[at];
        return known->address == object.address && known->size == object.size &&
               known->site == object.site;
    }
    u->has_new_object = true;
    VEC_PUSH(u->heap, object);
    for (size_t i = u->heap.len; --i > 0 && u->heap.data[i - 1].address > object.address;) {
        u->heap.data[i] = u->heap.data[i - 1];
        u->heap.data[i - 1] = object;
    }
    return true;
}

static void step_alloc(unfolder_t *u, way_t *way) {
    sem_value_t size;
    if (!unfolder_evaluate(u, way, u->edge->value, &size)) {
        end(way);
        return;
    }
    heap_object_t object = {.address = u->heap_top, .site = u->edge->object};
    object.size = size.bits ? size.bits : 1;
    if (!sem_value_is_const(size) || object.size > LAYOUT_REGION_SIZE / 2) {
        refuse(u, way, "an allocation of unknown or too large a size");
        return;
    }
    u->heap_top = (u->heap_top + object.size + LAYOUT_GAP + 15) / 16 * 16;
    if (u->heap_top > layout_heap(u->thread) + LAYOUT_REGION_SIZE || !add_heap_object(u, object)) {
        refuse(u, way, "the heap of the thread is full, or looks another way than before");
        return;
    }
    unfolder_effect(u, way->guard);
    set_target(u, way, sem_value_const(object.address));
    go(u, way);
}

/* The objects that begin at the address; condition of each. */
static bool heap_cases(unfolder_t *u, way_t *way, bool with_null, unfold_cases_t *out) {
    sem_value_t value;
    const expr_t *expr = u->edge->address;
    if (!unfolder_evaluate(u, way, expr, &value)) return false;
    const term_t *address = sem_value_term(u->terms, value, expr->width);
    const term_t *none = term_true(u->terms);
    u->has_listed_objects = true;
    for (size_t i = 0; i < u->heap.len + with_null; i++) {
        uint64_t start = i < u->heap.len ? u->heap.data[i].address : 0;
        const term_t *is = term_equal(u->terms, address, term_const(u->terms, expr->width, start));
        if (term_is_false(is)) continue;
        VEC_PUSH(*out, (unfold_case_t){start, is});
        none = term_and(u->terms, none, term_not(u->terms, is));
    }
    return unfolder_target(u, way, none, "free or realloc of an address that is no heap object");
}

static void step_free(unfolder_t *u, way_t *way) {
    unfold_cases_t cases = {0};
    bool goes_on = heap_cases(u, way, true, &cases);
    uint32_t node = unfolder_node(u, way);
    for (size_t i = 0; i < cases.len && goes_on; i++) {
        size_t index;
        if (!cases.data[i].address) continue;
        unfolder_find_heap(u, cases.data[i].address, &index);
        /* Its address may be compared with that of another one, which may be the same. */
        if (u->heap.data[index].site->is_watched)
            goes_on = unfolder_target(u, way, cases.data[i].condition,
                                      "free of memory whose address is compared");
        const term_t *guard = term_and(u->terms, way->guard, cases.data[i].condition);
        unfolder_use(u, way, cases.data[i].address, node, guard, USE_FREE);
        unfolder_effect(u, guard);
    }
    VEC_FREE(cases);
    if (goes_on)
        go(u, way);
    else
        end(way);
}

static void step_heap_size(unfolder_t *u, way_t *way) {
    unfold_cases_t cases = {0};
    bool goes_on = heap_cases(u, way, false, &cases);
    const term_t *result = NULL;
    uint32_t node = goes_on ? unfolder_node(u, way) : EVENTS_NONE;
    for (size_t i = 0; i < cases.len && goes_on; i++) {
        size_t index;
        unfolder_find_heap(u, cases.data[i].address, &index);
        const term_t *size = term_const(u->terms, target_bits(u), u->heap.data[index].size);
        unfolder_use(u, way, cases.data[i].address, node,
                     term_and(u->terms, way->guard, cases.data[i].condition), USE_ACCESS);
        result = result ? term_ite(u->terms, cases.data[i].condition, size, result) : size;
    }
    VEC_FREE(cases);
    if (!goes_on || !result) {
        end(way);
        return;
    }
    set_target(u, way, sem_value_of_term(result));
    go(u, way);
}

static void step_error(unfolder_t *u, way_t *way) {
    if (check_claims(u->limits, u->edge->to->violates))
        unfolder_target(u, way, NULL, "a property is violated");
    end(way);
}

static void step_unsupported(unfolder_t *u, way_t *way) {
    refuse(u, way, u->edge->text ? u->edge->text : "not supported");
}

static void (*const step_table[EDGE_KIND_COUNT])(unfolder_t *u, way_t *way) = {
    [EDGE_NOP] = go,
    [EDGE_ASSUME] = step_assume,
    [EDGE_ASSIGN] = step_assign,
    [EDGE_STORE] = step_store,
    [EDGE_HAVOC] = step_havoc,
    [EDGE_HAVOC_OBJECT] = step_havoc_object,
    [EDGE_CALL] = step_call,
    [EDGE_RETURN] = step_return,
    [EDGE_THREAD_CREATE] = step_create,
    [EDGE_THREAD_JOIN] = step_join,
    [EDGE_THREAD_DETACH] = step_join,
    [EDGE_THREAD_EXIT] = step_thread_exit,
    [EDGE_LOCK] = step_mutex,
    [EDGE_TRYLOCK] = step_mutex,
    [EDGE_UNLOCK] = step_mutex,
    [EDGE_OWNS] = step_mutex,
    [EDGE_ATOMIC_BEGIN] = step_begin,
    [EDGE_ATOMIC_END] = step_end,
    [EDGE_ALLOC] = step_alloc,
    [EDGE_HEAP_SIZE] = step_heap_size,
    [EDGE_FREE] = step_free,
    [EDGE_EXIT] = step_exit,
    [EDGE_ERROR] = step_error,
    [EDGE_UNSUPPORTED] = step_unsupported,
};

/* What depends on where objects lie is looked for by the steps of the semantics. */
typedef struct layout_look {
    unfolder_t *u;
    const term_t *open;
} layout_look_t;

static bool note_layout(void *context, const sem_step_t *step) {
    layout_look_t *look = context;
    terms_t *terms = look->u->terms;
    if (step->kind == SEM_STOP)
        look->open = term_or(terms, look->open, sem_state_condition(step->state, terms));
    return true;
}

static bool look_at_layout(unfolder_t *u, way_t *way) {
    layout_look_t look = {u, term_false(u->terms)};
    configuration_t objects = unfolder_objects(u, way);
    sem_state_t state = {0};
    sem_state_copy(&state, &way->state);
    state.configuration = semantics_configuration(u->semantics, &objects);
    state.memory_is_initial = false; /* what others have written is not in the store */
    semantics_steps_along(u->semantics, &state, u->thread, u->edge, note_layout, &look);
    sem_state_free(&state);
    return term_is_false(look.open) ||
           unfolder_target(u, way, look.open, "where objects lie decides, or a bad access");
}

void unfolder_step(unfolder_t *u, way_t *way) {
    if (!step_table[u->edge->kind])
        refuse(u, way, "a kind of edge that has no meaning here");
    else if (u->edge->uses_layout && !look_at_layout(u, way))
        end(way);
    else
        step_table[u->edge->kind](u, way);
}
