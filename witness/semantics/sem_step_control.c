#include "witness/semantics/sem_stepper.h"

/* Steps of calls, threads, locks and sections. */

void sem_enter_thread_objects(semantics_t *s, sem_state_t *state, unsigned thread) {
    for (size_t i = 0; i < s->cells.thread_objects.len; i++) {
        const object_t *object = s->cells.thread_objects.data[i];
        if (object->init_unknown) continue;
        uint64_t count = type_cell_count(object->type);
        for (uint64_t k = 0; k < count; k++) {
            cell_t cell = type_cell(object->type, k);
            uint64_t value = layout_initial_value(object, cell.offset, cell.type);
            uint64_t address = layout_thread_block(thread) + object->address + cell.offset;
            sem_state_set(state, variable_cell(address, (unsigned)cell.type->size),
                          sem_value_const(value & width_mask(cell.type->bits)));
        }
    }
}

static bool frame_fits(const function_t *function, unsigned thread, uint64_t base) {
    return base + function->frame_size <= layout_thread_block(thread) + LAYOUT_REGION_SIZE;
}

void sem_step_call(sem_stepper_t *it) {
    const edge_t *edge = it->edge;
    const function_t *callee = edge->callee;
    unsigned depth = it->actor.depth + 1;
    if (!callee->has_body) {
        sem_step_stop(it, "call of a function without body");
        return;
    }
    uint64_t base = it->actor.frame->base + it->actor.frame->node->function->frame_size;
    if (depth >= 0xfff || !frame_fits(callee, it->thread, base)) {
        sem_step_stop(it, "the call stack is too deep");
        return;
    }
    for (size_t i = 0; i < edge->arg_count && i < callee->param_count; i++) {
        sem_value_t value;
        if (!sem_step_value(it, edge->args[i], &value)) return;
        sem_state_set(&it->s->next, sem_step_register(it, depth, callee, (reg_t)i), value);
    }
    sem_draft_push_frame(sem_step_draft(it), callee->entry, edge, base);
    sem_step_finish(it);
}

/* The running thread ends; value may be NULL for an unknown exit value. */
static void step_end_thread(sem_stepper_t *it, const expr_t *value) {
    semantics_t *s = it->s;
    unsigned t = it->thread;
    sem_value_t exit_value = sem_value_const(0);
    if (value && !sem_step_value(it, value, &exit_value)) return;
    sem_state_forget_registers(&s->next, t, 0);
    sem_state_forget_cells(&s->next, layout_thread_block(t),
                           layout_thread_block(t) + LAYOUT_REGION_SIZE);
    sem_draft_t *draft = sem_step_draft(it);
    sem_draft_forget_locks(draft, layout_thread_block(t),
                           layout_thread_block(t) + LAYOUT_REGION_SIZE);
    sem_state_forget(&s->next, variable_exit(t));
    if (value && !draft->threads.data[t].is_detached)
        sem_state_set(
            &s->next, variable_exit(t),
            sem_resize(s, exit_value, value->width, variable_width(s->program, variable_exit(t))));
    sem_draft_end_thread(draft, s->program);
    sem_step_finish(it);
}

void sem_step_exit(sem_stepper_t *it) {
    sem_step_draft(it)->has_exited = true;
    sem_step_finish(it);
}

void sem_step_return(sem_stepper_t *it) {
    const edge_t *edge = it->edge;
    const frame_t *frame = it->actor.frame;
    semantics_t *s = it->s;
    unsigned depth = it->actor.depth;
    if (depth == 0) {
        if (it->thread == 0)
            sem_step_exit(it);
        else
            step_end_thread(it, edge->value);
        return;
    }
    sem_value_t value = sem_value_const(0);
    if (edge->value && !sem_step_value(it, edge->value, &value)) return;
    const function_t *function = frame->node->function;
    sem_state_forget_registers(&s->next, it->thread, depth);
    sem_state_forget_cells(&s->next, frame->base, frame->base + function->frame_size);
    const edge_t *call = frame->call;
    if (call->target != NO_REG) {
        variable_t target = sem_step_register(it, depth - 1, call->from->function, call->target);
        if (edge->value)
            sem_state_set(&s->next, target, value);
        else
            sem_state_forget(&s->next, target);
    }
    sem_draft_load(&s->draft, it->base->configuration, it->thread);
    sem_draft_forget_locks(&s->draft, frame->base, frame->base + function->frame_size);
    s->draft.frames.len--;
    sem_step_finish(it);
}

void sem_step_create(sem_stepper_t *it) {
    const edge_t *edge = it->edge;
    const function_t *callee = edge->callee;
    semantics_t *s = it->s;
    sem_draft_t *draft = sem_step_draft(it);
    unsigned number = sem_draft_new_thread(draft);
    uint64_t base = layout_first_frame(s->program, number);
    if (number >= LAYOUT_MAX_THREADS || !callee->has_body || !frame_fits(callee, number, base)) {
        sem_step_stop(it, callee->has_body ? "too many threads, or too large a frame"
                                           : "a thread without body");
        return;
    }
    sem_value_t argument, address;
    if (edge->value && callee->param_count) {
        if (!sem_step_value(it, edge->value, &argument)) return;
        sem_state_set(&s->next, variable_reg(number, 0, callee, 0), argument);
    }
    s->stray = NULL;
    if (edge->address) {
        if (!sem_step_value(it, edge->address, &address)) return;
        if (!sem_store(&it->actor, address, edge->type->size,
                       sem_value_const(number & width_mask(edge->type->bits)))) {
            sem_step_emit(it, SEM_STOP);
            return;
        }
    }
    sem_enter_thread_objects(s, &s->next, number);
    sem_draft_add_thread(draft, number, callee->entry, base);
    sem_step_finish(it);
    sem_step_emit_stray(it);
}

static bool collect_threads(sem_stepper_t *it) {
    for (uint32_t t = 0; t < it->base->configuration->thread_count; t++)
        VEC_PUSH(it->s->candidates, t);
    return true;
}

/* It was created, and neither joined nor detached. */
static bool can_be_joined(const configuration_t *c, uint64_t number) {
    return number < c->thread_count && thread_is_joinable(&c->threads[number]);
}

static void join_nobody(sem_stepper_t *it) {
    sem_step_stop(it, "join of a thread that does not exist or cannot be joined");
}

static void join_thread(sem_stepper_t *it, uint64_t number) {
    semantics_t *s = it->s;
    const configuration_t *c = it->base->configuration;
    if (!can_be_joined(c, number) || number == it->thread) {
        join_nobody(it);
        return;
    }
    if (c->threads[number].status != THREAD_ENDED) return; /* waits */
    variable_t exit_value = variable_exit((unsigned)number);
    if (it->edge->target != NO_REG) {
        const reg_info_t *target = &it->edge->from->function->regs.data[it->edge->target];
        sem_step_assign_target(it, sem_resize(s, semantics_read(s, &s->next, exit_value),
                                              variable_width(s->program, exit_value),
                                              target->type->bits));
    }
    sem_state_forget(&s->next, exit_value);
    sem_draft_free_thread(sem_step_draft(it), (unsigned)number, s->program);
    sem_step_finish(it);
}

void sem_step_join(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->value, collect_threads, join_thread, join_nobody);
}

static void detach_nobody(sem_stepper_t *it) {
    sem_step_stop(it, "detach of a thread that does not exist or is detached");
}

static void detach_thread(sem_stepper_t *it, uint64_t number) {
    const configuration_t *c = it->base->configuration;
    if (!can_be_joined(c, number)) {
        detach_nobody(it);
        return;
    }
    sem_draft_t *draft = sem_step_draft(it);
    if (c->threads[number].status == THREAD_ENDED) {
        sem_state_forget(&it->s->next, variable_exit((unsigned)number));
        sem_draft_free_thread(draft, (unsigned)number, it->s->program);
    } else {
        draft->threads.data[number].is_detached = true;
    }
    sem_step_finish(it);
}

void sem_step_detach(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->value, collect_threads, detach_thread, detach_nobody);
}

static void lock_nothing(sem_stepper_t *it) {
    sem_step_stop(it, "lock operation on an address that may be no mutex");
}

/* The mutexes that an address which is not constant may mean. */
static bool collect_mutexes(sem_stepper_t *it) {
    semantics_t *s = it->s;
    VEC_CLEAR(s->places);
    cells_places(&s->cells, it->base->configuration, &it->edge->access, &s->places);
    if (cells_opaque_parts(&s->places, SEMANTICS_MAX_CELLS, &s->candidates)) return true;
    sem_step_stop(it, "a lock operation may mean too many mutexes");
    return false;
}

static bool lock_is_valid(sem_stepper_t *it, uint64_t address) {
    cells_place_t place;
    if (cells_place_at(&it->s->cells, it->base->configuration, address, &place)) return true;
    lock_nothing(it);
    return false;
}

static void lock_mutex(sem_stepper_t *it, uint64_t address) {
    if (!lock_is_valid(it, address)) return;
    sem_draft_t *draft = sem_step_draft(it);
    bool is_held = sem_draft_is_locked(draft, address);
    if (is_held && it->edge->kind == EDGE_LOCK) return; /* waits */
    if (!is_held) sem_draft_lock(draft, address);
    if (it->edge->kind == EDGE_TRYLOCK)
        sem_step_assign_target(it, sem_value_const(is_held ? 16 : 0));
    sem_step_finish(it);
}

void sem_step_lock(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->address, collect_mutexes, lock_mutex, lock_nothing);
}

static void unlock_mutex(sem_stepper_t *it, uint64_t address) {
    if (!lock_is_valid(it, address)) return;
    sem_draft_unlock(sem_step_draft(it), address);
    sem_step_finish(it);
}

static bool collect_held(sem_stepper_t *it) {
    const configuration_t *c = it->base->configuration;
    for (uint32_t i = 0; i < c->lock_count; i++) VEC_PUSH(it->s->candidates, c->locks[i].address);
    return true;
}

void sem_step_unlock(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->address, collect_held, unlock_mutex, sem_step_move);
}

static void owns_mutex(sem_stepper_t *it, uint64_t address) {
    if (!lock_is_valid(it, address)) return;
    const configuration_t *c = it->base->configuration;
    bool owns = false;
    for (uint32_t i = 0; i < c->lock_count; i++)
        owns |= c->locks[i].address == address && c->locks[i].thread == it->thread;
    sem_step_assign_target(it, sem_value_const(owns));
    sem_step_move(it);
}

void sem_step_owns(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->address, collect_mutexes, owns_mutex, lock_nothing);
}

static void tell_joinable(sem_stepper_t *it, uint64_t number) {
    bool can = can_be_joined(it->base->configuration, number);
    sem_step_assign_target(it, sem_value_const(can ? 1 + (number == it->thread) : 0));
    sem_step_move(it);
}

/* A number that no thread has had. */
static void tell_not_joinable(sem_stepper_t *it) {
    tell_joinable(it, UINT64_MAX);
}

void sem_step_joinable(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->value, collect_threads, tell_joinable, tell_not_joinable);
}

/* The condition of the edge, if it has one; false: it does not hold. */
static bool step_condition(sem_stepper_t *it) {
    sem_value_t value;
    if (!it->edge->value) return true;
    if (!sem_step_value(it, it->edge->value, &value)) return false;
    if (sem_value_is_const(value)) return value.bits != 0;
    sem_state_require(&it->s->next, it->s->terms, value.term);
    return !(it->s->next.condition && term_is_false(it->s->next.condition));
}

void sem_step_assume(sem_stepper_t *it) {
    if (step_condition(it)) sem_step_move(it);
}

void sem_step_atomic(sem_stepper_t *it) {
    if (!step_condition(it)) return;
    thread_t *thread = &sem_step_draft(it)->threads.data[it->thread];
    if (it->edge->kind == EDGE_ATOMIC_BEGIN) {
        if (thread->atomic_depth == UINT16_MAX) {
            sem_step_stop(it, "atomic sections are nested too deeply");
            return;
        }
        thread->atomic_depth++;
    } else if (thread->atomic_depth) {
        thread->atomic_depth--;
    }
    sem_step_finish(it);
}

void sem_step_thread_exit(sem_stepper_t *it) {
    step_end_thread(it, it->edge->value);
}
