#include "witness/semantics.h"

#include "witness/sem_evaluate.h"

#include <inttypes.h>

static semantics_t *semantics_make(const program_t *program) {
    semantics_t *s = mem_zalloc(sizeof *s);
    s->program = program;
    s->configurations = configurations_new();
    cells_init(&s->cells, program);
    return s;
}

semantics_t *semantics_new(const program_t *program, terms_t *terms) {
    REQUIRE(terms != NULL);
    semantics_t *s = semantics_make(program);
    s->terms = terms;
    return s;
}

semantics_t *semantics_new_concrete(const program_t *program, semantics_input_t input,
                                    void *context) {
    REQUIRE(input != NULL);
    semantics_t *s = semantics_make(program);
    s->input = input;
    s->input_context = context;
    return s;
}

void semantics_delete(semantics_t *s) {
    if (!s) return;
    configurations_delete(s->configurations);
    cells_free(&s->cells);
    map64_free(&s->moves);
    VEC_FREE(s->places);
    VEC_FREE(s->addresses);
    VEC_FREE(s->candidates);
    sem_state_free(&s->next);
    sem_state_free(&s->base);
    sem_draft_free(&s->draft);
    mem_free(s);
}

const program_t *semantics_program(const semantics_t *s) {
    return s->program;
}

terms_t *semantics_terms(const semantics_t *s) {
    return s->terms;
}

void semantics_restart_symbols(semantics_t *s) {
    s->fresh = 0;
}

void semantics_forget(semantics_t *s, const bool *forgotten) {
    REQUIRE(s->terms || !forgotten);
    s->forgotten = forgotten;
}

void semantics_record(semantics_t *s, sem_accesses_t *records) {
    s->records = records;
}

const configuration_t *semantics_configuration(semantics_t *s, const configuration_t *c) {
    sem_draft_load(&s->draft, c, UINT32_MAX);
    return sem_draft_intern(&s->draft, s->configurations);
}

int semantics_atomic_thread(const configuration_t *c) {
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING && c->threads[t].atomic_depth) return (int)t;
    return -1;
}

bool semantics_may_move(const configuration_t *c, unsigned thread) {
    if (c->has_exited || c->unsupported || thread >= c->thread_count) return false;
    if (c->threads[thread].status != THREAD_RUNNING || !c->threads[thread].frame_count)
        return false;
    int atomic = semantics_atomic_thread(c);
    return atomic < 0 || (unsigned)atomic == thread;
}

const node_t *semantics_node(const configuration_t *c, unsigned thread) {
    const thread_t *it = &c->threads[thread];
    return it->frames[it->frame_count - 1].node;
}

/* _Thread_local objects of a thread that begins have their initial contents. */
static void enter_thread_objects(semantics_t *s, sem_state_t *state, unsigned thread) {
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

void semantics_initial(semantics_t *s, sem_state_t *state) {
    const function_t *entry = s->program->main;
    static const configuration_t nothing = {0};
    sem_draft_load(&s->draft, &nothing, UINT32_MAX);
    sem_draft_add_thread(&s->draft, 0, entry->entry, layout_first_frame(s->program, 0));
    state->configuration = sem_draft_intern(&s->draft, s->configurations);
    VEC_CLEAR(state->store);
    state->condition = NULL;
    state->memory_is_initial = true;
    enter_thread_objects(s, state, 0);
}

/* One enumeration of steps along one edge. The step is made in
 * semantics->next, which begins as a copy of base. */
typedef struct stepper {
    sem_actor_t actor;
    semantics_t *s;
    const edge_t *edge;
    const sem_state_t *base;
    unsigned thread;
    uint32_t edge_index; /* in the out-edges of its node */
    sem_sink_t sink;
    void *context;
    bool stopped; /* by the sink */
} stepper_t;

static void step_emit(stepper_t *it, sem_step_kind_t kind) {
    if (it->stopped) return;
    sem_step_t step = {
        .kind = kind,
        .thread = it->thread,
        .edge = it->edge,
        .state = &it->s->next,
        .reason = kind == SEM_STOP ? it->s->reason : NULL,
    };
    it->stopped = !it->sink(it->context, &step);
}

/* To edge->to and nothing else. These make up most steps, so the successor is
 * remembered and not interned again. */
static void step_move(stepper_t *it) {
    semantics_t *s = it->s;
    const configuration_t *c = it->base->configuration;
    uint64_t key = (uint64_t)c->id << 32 | (uint64_t)it->thread << 22 | it->edge_index, found;
    bool has_key = it->edge_index < 1u << 22;
    if (!has_key || !map64_get(&s->moves, key, &found)) {
        sem_draft_load(&s->draft, c, it->thread);
        VEC_TOP(s->draft.frames).node = it->edge->to;
        found = map64_pointer(sem_draft_intern(&s->draft, s->configurations));
        if (has_key) map64_put(&s->moves, key, found);
    }
    s->next.configuration = (const configuration_t *)(uintptr_t)found;
    step_emit(it, SEM_NEXT);
}

/* Begins a change of the configuration; the thread goes to edge->to. */
static sem_draft_t *step_draft(stepper_t *it) {
    sem_draft_load(&it->s->draft, it->base->configuration, it->thread);
    VEC_TOP(it->s->draft.frames).node = it->edge->to;
    return &it->s->draft;
}

static void step_finish(stepper_t *it) {
    it->s->next.configuration = sem_draft_intern(&it->s->draft, it->s->configurations);
    step_emit(it, SEM_NEXT);
}

static bool step_value(stepper_t *it, const expr_t *expr, sem_value_t *out) {
    if (sem_evaluate(&it->actor, expr, out)) return true;
    step_emit(it, SEM_STOP);
    return false;
}

static void step_stop(stepper_t *it, const char *reason) {
    sem_stop(it->s, "%s", reason);
    step_emit(it, SEM_STOP);
}

static variable_t step_register(const stepper_t *it, unsigned depth, const function_t *function,
                                reg_t reg) {
    return variable_reg(it->thread, depth, function, reg);
}

/* To the target of the edge in the frame that makes the step. */
static void step_assign_target(stepper_t *it, sem_value_t value) {
    if (it->edge->target == NO_REG) return;
    sem_state_set(&it->s->next,
                  step_register(it, it->actor.depth, it->edge->from->function, it->edge->target),
                  value);
}

static void step_assign(stepper_t *it) {
    sem_value_t value;
    if (!step_value(it, it->edge->value, &value)) return;
    step_assign_target(it, value);
    step_move(it);
}

/* What a write to an unknown address may break, after the write was made. */
static void step_emit_stray(stepper_t *it) {
    const term_t *stray = it->s->stray;
    if (!stray) return;
    sem_state_copy(&it->s->next, it->base);
    sem_state_require(&it->s->next, it->s->terms, stray);
    step_stop(it, "a write may not fit the layout of the object it goes to");
}

static void step_store(stepper_t *it) {
    const edge_t *edge = it->edge;
    sem_value_t address, value;
    if (!step_value(it, edge->address, &address) || !step_value(it, edge->value, &value)) return;
    if (!sem_store(&it->actor, address, edge->type->size, value)) {
        step_emit(it, SEM_STOP);
        return;
    }
    step_move(it);
    step_emit_stray(it);
}

static uint64_t step_input(stepper_t *it, const type_t *type, uint64_t offset) {
    uint64_t value = it->s->input(it->s->input_context, it->edge, offset);
    return type->kind == TYPE_BOOL ? value != 0 : value & width_mask(type->bits);
}

static sem_value_t step_unknown(stepper_t *it, variable_t variable, const type_t *type) {
    semantics_t *s = it->s;
    if (type->kind != TYPE_BOOL) return sem_fresh(s, variable, type->bits);
    const term_t *truth = term_symbol(s->terms, (sort_t){.kind = SORT_BOOL}, variable, ++s->fresh);
    return sem_value_of_term(term_ite(s->terms, truth, term_const(s->terms, type->bits, 1),
                                      term_const(s->terms, type->bits, 0)));
}

static void step_havoc(stepper_t *it) {
    const function_t *function = it->edge->from->function;
    const type_t *type = function->regs.data[it->edge->target].type;
    if (it->edge->type && it->edge->type->bits == type->bits) type = it->edge->type;
    variable_t variable = step_register(it, it->actor.depth, function, it->edge->target);
    step_assign_target(it, it->s->terms ? step_unknown(it, variable, type)
                                        : sem_value_const(step_input(it, type, 0)));
    step_move(it);
}

/* All cells of a place become unknown, or what the environment says. */
static bool step_unknown_cells(stepper_t *it, const cells_place_t *place) {
    semantics_t *s = it->s;
    sem_state_forget_cells(&s->next, place->address, place->address + place->size);
    /* Not in the store is unknown already, but for the initial contents. */
    bool is_static = place->address < LAYOUT_STACK_BASE;
    if (s->terms && !(is_static && s->next.memory_is_initial)) return true;
    uint64_t count = type_cell_count(place->object->type), period = cells_period(place);
    if (!period) return true;
    if (count > SEMANTICS_MAX_CELLS || count * (place->size / period) > 16 * SEMANTICS_MAX_CELLS)
        return sem_stop(s, "%s has too many cells", place->object->name);
    for (uint64_t base = 0; base < place->size; base += period) {
        for (uint64_t i = 0; i < count; i++) {
            cell_t cell = type_cell(place->object->type, i);
            uint64_t offset = base + cell.offset;
            if (offset + cell.type->size > place->size) continue;
            variable_t variable = variable_cell(place->address + offset, (unsigned)cell.type->size);
            sem_state_set(&s->next, variable,
                          s->terms ? step_unknown(it, variable, cell.type)
                                   : sem_value_const(step_input(it, cell.type, offset)));
        }
    }
    return true;
}

static void step_havoc_object(stepper_t *it) {
    const object_t *object = it->edge->object;
    cells_place_t place = {object, sem_object_address(&it->actor, object), object->type->size};
    if (!step_unknown_cells(it, &place)) {
        step_emit(it, SEM_STOP);
        return;
    }
    step_move(it);
}

static bool frame_fits(const function_t *function, unsigned thread, uint64_t base) {
    return base + function->frame_size <= layout_thread_block(thread) + LAYOUT_REGION_SIZE;
}

static void step_call(stepper_t *it) {
    const edge_t *edge = it->edge;
    const function_t *callee = edge->callee;
    unsigned depth = it->actor.depth + 1;
    if (!callee->has_body) {
        step_stop(it, "call of a function without body");
        return;
    }
    uint64_t base = it->actor.frame->base + it->actor.frame->node->function->frame_size;
    if (depth >= 0xfff || !frame_fits(callee, it->thread, base)) {
        step_stop(it, "the call stack is too deep");
        return;
    }
    for (size_t i = 0; i < edge->arg_count && i < callee->param_count; i++) {
        sem_value_t value;
        if (!step_value(it, edge->args[i], &value)) return;
        sem_state_set(&it->s->next, step_register(it, depth, callee, (reg_t)i), value);
    }
    sem_draft_push_frame(step_draft(it), callee->entry, edge, base);
    step_finish(it);
}

/* The running thread ends; value may be NULL for an unknown exit value. */
static void step_end_thread(stepper_t *it, const expr_t *value) {
    semantics_t *s = it->s;
    unsigned t = it->thread;
    sem_value_t exit_value = sem_value_const(0);
    if (value && !step_value(it, value, &exit_value)) return;
    sem_state_forget_registers(&s->next, t, 0);
    sem_state_forget_cells(&s->next, layout_thread_block(t),
                           layout_thread_block(t) + LAYOUT_REGION_SIZE);
    sem_draft_t *draft = step_draft(it);
    sem_draft_forget_locks(draft, layout_thread_block(t),
                           layout_thread_block(t) + LAYOUT_REGION_SIZE);
    sem_state_forget(&s->next, variable_exit(t));
    if (value && !draft->threads.data[t].is_detached)
        sem_state_set(
            &s->next, variable_exit(t),
            sem_resize(s, exit_value, value->width, variable_width(s->program, variable_exit(t))));
    sem_draft_end_thread(draft);
    step_finish(it);
}

static void step_exit(stepper_t *it) {
    step_draft(it)->has_exited = true;
    step_finish(it);
}

static void step_return(stepper_t *it) {
    const edge_t *edge = it->edge;
    const frame_t *frame = it->actor.frame;
    semantics_t *s = it->s;
    unsigned depth = it->actor.depth;
    if (depth == 0) {
        if (it->thread == 0)
            step_exit(it);
        else
            step_end_thread(it, edge->value);
        return;
    }
    sem_value_t value = sem_value_const(0);
    if (edge->value && !step_value(it, edge->value, &value)) return;
    const function_t *function = frame->node->function;
    sem_state_forget_registers(&s->next, it->thread, depth);
    sem_state_forget_cells(&s->next, frame->base, frame->base + function->frame_size);
    const edge_t *call = frame->call;
    if (call->target != NO_REG) {
        variable_t target = step_register(it, depth - 1, call->from->function, call->target);
        if (edge->value)
            sem_state_set(&s->next, target, value);
        else
            sem_state_forget(&s->next, target);
    }
    sem_draft_load(&s->draft, it->base->configuration, it->thread);
    sem_draft_forget_locks(&s->draft, frame->base, frame->base + function->frame_size);
    s->draft.frames.len--;
    step_finish(it);
}

static void step_create(stepper_t *it) {
    const edge_t *edge = it->edge;
    const function_t *callee = edge->callee;
    semantics_t *s = it->s;
    sem_draft_t *draft = step_draft(it);
    unsigned number = sem_draft_new_thread(draft);
    uint64_t base = layout_first_frame(s->program, number);
    if (number >= LAYOUT_MAX_THREADS || !callee->has_body || !frame_fits(callee, number, base)) {
        step_stop(it, callee->has_body ? "too many threads, or too large a frame"
                                       : "a thread without body");
        return;
    }
    sem_value_t argument, address;
    if (edge->value && callee->param_count) {
        if (!step_value(it, edge->value, &argument)) return;
        sem_state_set(&s->next, variable_reg(number, 0, callee, 0), argument);
    }
    s->stray = NULL;
    if (edge->address) {
        if (!step_value(it, edge->address, &address)) return;
        if (!sem_store(&it->actor, address, edge->type->size,
                       sem_value_const(number & width_mask(edge->type->bits)))) {
            step_emit(it, SEM_STOP);
            return;
        }
    }
    enter_thread_objects(s, &s->next, number);
    sem_draft_add_thread(draft, number, callee->entry, base);
    step_finish(it);
    step_emit_stray(it);
}

/* What happens when the number that the step depends on has this value. */
typedef void (*step_case_t)(stepper_t *it, uint64_t number);
/* Puts the numbers that come into question into semantics->candidates; false:
 * the step stops. */
typedef bool (*step_collect_t)(stepper_t *it);

/* For a number that is not constant: each candidate under the condition that
 * it is meant, and rest under the condition that none is. */
static void step_cases(stepper_t *it, const expr_t *expr, step_collect_t collect, step_case_t each,
                       void (*rest)(stepper_t *it)) {
    semantics_t *s = it->s;
    sem_value_t number;
    if (!step_value(it, expr, &number)) return;
    if (sem_value_is_const(number)) {
        each(it, number.bits);
        return;
    }
    sem_state_copy(&s->base, &s->next); /* with what the evaluation has entered */
    it->base = &s->base;
    VEC_CLEAR(s->candidates);
    if (!collect(it)) return;
    const term_t *none = term_true(s->terms);
    for (size_t i = 0; i < s->candidates.len && !it->stopped; i++) {
        uint64_t candidate = s->candidates.data[i];
        const term_t *here =
            term_equal(s->terms, number.term, term_const(s->terms, expr->width, candidate));
        if (term_is_false(here)) continue;
        none = term_and(s->terms, none, term_not(s->terms, here));
        sem_state_copy(&s->next, it->base);
        sem_state_require(&s->next, s->terms, here);
        if (!term_is_false(s->next.condition)) each(it, candidate);
    }
    sem_state_copy(&s->next, it->base);
    sem_state_require(&s->next, s->terms, none);
    if (!(s->next.condition && term_is_false(s->next.condition))) rest(it);
}

static bool collect_threads(stepper_t *it) {
    for (uint32_t t = 0; t < it->base->configuration->thread_count; t++)
        VEC_PUSH(it->s->candidates, t);
    return true;
}

static void join_nobody(stepper_t *it) {
    step_stop(it, "join of a thread that does not exist or cannot be joined");
}

static void join_thread(stepper_t *it, uint64_t number) {
    semantics_t *s = it->s;
    const configuration_t *c = it->base->configuration;
    if (number >= c->thread_count || number == it->thread ||
        c->threads[number].status == THREAD_FREE || c->threads[number].is_detached) {
        join_nobody(it);
        return;
    }
    if (c->threads[number].status != THREAD_ENDED) return; /* waits */
    variable_t exit_value = variable_exit((unsigned)number);
    if (it->edge->target != NO_REG) {
        const reg_info_t *target = &it->edge->from->function->regs.data[it->edge->target];
        step_assign_target(it,
                           sem_resize(s, semantics_read(s, &s->next, exit_value),
                                      variable_width(s->program, exit_value), target->type->bits));
    }
    sem_state_forget(&s->next, exit_value);
    sem_draft_free_thread(step_draft(it), (unsigned)number);
    step_finish(it);
}

static void step_join(stepper_t *it) {
    step_cases(it, it->edge->value, collect_threads, join_thread, join_nobody);
}

static void detach_nobody(stepper_t *it) {
    step_stop(it, "detach of a thread that does not exist or is detached");
}

static void detach_thread(stepper_t *it, uint64_t number) {
    const configuration_t *c = it->base->configuration;
    if (number >= c->thread_count || c->threads[number].status == THREAD_FREE ||
        c->threads[number].is_detached) {
        detach_nobody(it);
        return;
    }
    sem_draft_t *draft = step_draft(it);
    if (c->threads[number].status == THREAD_ENDED) {
        sem_state_forget(&it->s->next, variable_exit((unsigned)number));
        sem_draft_free_thread(draft, (unsigned)number);
    } else {
        draft->threads.data[number].is_detached = true;
    }
    step_finish(it);
}

static void step_detach(stepper_t *it) {
    step_cases(it, it->edge->value, collect_threads, detach_thread, detach_nobody);
}

static void lock_nothing(stepper_t *it) {
    step_stop(it, "lock operation on an address that may be no mutex");
}

/* The mutexes that an address which is not constant may mean. */
static bool collect_mutexes(stepper_t *it) {
    semantics_t *s = it->s;
    VEC_CLEAR(s->places);
    cells_places(&s->cells, it->base->configuration, &it->edge->access, &s->places);
    if (cells_opaque_parts(&s->places, SEMANTICS_MAX_CELLS, &s->candidates)) return true;
    step_stop(it, "a lock operation may mean too many mutexes");
    return false;
}

static bool lock_is_valid(stepper_t *it, uint64_t address) {
    cells_place_t place;
    if (cells_place_at(&it->s->cells, it->base->configuration, address, &place)) return true;
    lock_nothing(it);
    return false;
}

static void lock_mutex(stepper_t *it, uint64_t address) {
    if (!lock_is_valid(it, address)) return;
    sem_draft_t *draft = step_draft(it);
    bool is_held = sem_draft_is_locked(draft, address);
    if (is_held && it->edge->kind == EDGE_LOCK) return; /* waits */
    if (!is_held) sem_draft_lock(draft, address);
    if (it->edge->kind == EDGE_TRYLOCK) step_assign_target(it, sem_value_const(is_held ? 16 : 0));
    step_finish(it);
}

static void step_lock(stepper_t *it) {
    step_cases(it, it->edge->address, collect_mutexes, lock_mutex, lock_nothing);
}

static void unlock_mutex(stepper_t *it, uint64_t address) {
    if (!lock_is_valid(it, address)) return;
    sem_draft_unlock(step_draft(it), address);
    step_finish(it);
}

static bool collect_held(stepper_t *it) {
    const configuration_t *c = it->base->configuration;
    for (uint32_t i = 0; i < c->lock_count; i++) VEC_PUSH(it->s->candidates, c->locks[i].address);
    return true;
}

static void step_unlock(stepper_t *it) {
    step_cases(it, it->edge->address, collect_held, unlock_mutex, step_move);
}

/* The condition of the edge, if it has one; false: it does not hold. */
static bool step_condition(stepper_t *it) {
    sem_value_t value;
    if (!it->edge->value) return true;
    if (!step_value(it, it->edge->value, &value)) return false;
    if (sem_value_is_const(value)) return value.bits != 0;
    sem_state_require(&it->s->next, it->s->terms, value.term);
    return !(it->s->next.condition && term_is_false(it->s->next.condition));
}

static void step_assume(stepper_t *it) {
    if (step_condition(it)) step_move(it);
}

static void step_atomic(stepper_t *it) {
    if (!step_condition(it)) return;
    thread_t *thread = &step_draft(it)->threads.data[it->thread];
    if (it->edge->kind == EDGE_ATOMIC_BEGIN) {
        if (thread->atomic_depth == UINT16_MAX) {
            step_stop(it, "atomic sections are nested too deeply");
            return;
        }
        thread->atomic_depth++;
    } else if (thread->atomic_depth) {
        thread->atomic_depth--;
    }
    step_finish(it);
}

static void step_alloc(stepper_t *it) {
    const edge_t *edge = it->edge;
    semantics_t *s = it->s;
    sem_value_t size;
    if (!step_value(it, edge->value, &size)) return;
    sem_draft_t *draft = step_draft(it);
    heap_object_t object = {.size = size.bits ? size.bits : 1, .site = edge->object};
    size_t position;
    if (!sem_value_is_const(size)) {
        object.is_open = true;
        object.size = layout_open_size(edge->object->type);
    }
    if (!cells_next_heap(draft->heap.data, draft->heap.len, it->thread, &object, &position)) {
        step_stop(it, "the heap of the thread is full");
        return;
    }
    sem_draft_insert_heap(draft, position, object);
    cells_place_t place = {object.site, object.address, object.size};
    if (!s->terms && !step_unknown_cells(it, &place)) {
        step_emit(it, SEM_STOP);
        return;
    }
    step_assign_target(it, sem_value_const(object.address));
    step_finish(it);
}

static void free_nothing(stepper_t *it) {
    step_stop(it, "free of an address that is no live heap object");
}

static void free_object(stepper_t *it, uint64_t address) {
    const configuration_t *c = it->base->configuration;
    if (!address) {
        step_move(it);
        return;
    }
    for (uint32_t i = 0; i < c->heap_count; i++) {
        if (c->heap[i].address != address || c->heap[i].is_freed) continue;
        sem_state_forget_cells(&it->s->next, address, address + c->heap[i].size);
        sem_draft_t *draft = step_draft(it);
        sem_draft_forget_locks(draft, address, address + c->heap[i].size);
        sem_draft_remove_heap(draft, i);
        step_finish(it);
        return;
    }
    free_nothing(it);
}

static bool collect_heap(stepper_t *it) {
    const configuration_t *c = it->base->configuration;
    VEC_PUSH(it->s->candidates, 0);
    for (uint32_t i = 0; i < c->heap_count; i++) VEC_PUSH(it->s->candidates, c->heap[i].address);
    return true;
}

static void step_free(stepper_t *it) {
    step_cases(it, it->edge->address, collect_heap, free_object, free_nothing);
}

static void size_of_nothing(stepper_t *it) {
    step_stop(it, "realloc of an address that is no live heap object of known size");
}

static void size_of_object(stepper_t *it, uint64_t address) {
    const configuration_t *c = it->base->configuration;
    for (uint32_t i = 0; i < c->heap_count; i++) {
        if (c->heap[i].address != address || c->heap[i].is_freed || c->heap[i].is_open) continue;
        step_assign_target(it, sem_value_const(c->heap[i].size));
        step_move(it);
        return;
    }
    size_of_nothing(it);
}

static void step_heap_size(stepper_t *it) {
    step_cases(it, it->edge->address, collect_heap, size_of_object, size_of_nothing);
}

static void step_error(stepper_t *it) {
    step_emit(it, SEM_ERROR);
}

static void step_thread_exit(stepper_t *it) {
    step_end_thread(it, it->edge->value);
}

static void step_unsupported(stepper_t *it) {
    step_stop(it, it->edge->text ? it->edge->text : "not supported");
}

static void (*const step_table[EDGE_KIND_COUNT])(stepper_t *it) = {
    [EDGE_NOP] = step_move,
    [EDGE_ASSUME] = step_assume,
    [EDGE_ASSIGN] = step_assign,
    [EDGE_STORE] = step_store,
    [EDGE_HAVOC] = step_havoc,
    [EDGE_HAVOC_OBJECT] = step_havoc_object,
    [EDGE_CALL] = step_call,
    [EDGE_RETURN] = step_return,
    [EDGE_THREAD_CREATE] = step_create,
    [EDGE_THREAD_JOIN] = step_join,
    [EDGE_THREAD_DETACH] = step_detach,
    [EDGE_THREAD_EXIT] = step_thread_exit,
    [EDGE_LOCK] = step_lock,
    [EDGE_TRYLOCK] = step_lock,
    [EDGE_UNLOCK] = step_unlock,
    [EDGE_ATOMIC_BEGIN] = step_atomic,
    [EDGE_ATOMIC_END] = step_atomic,
    [EDGE_ALLOC] = step_alloc,
    [EDGE_HEAP_SIZE] = step_heap_size,
    [EDGE_FREE] = step_free,
    [EDGE_EXIT] = step_exit,
    [EDGE_ERROR] = step_error,
    [EDGE_UNSUPPORTED] = step_unsupported,
};

static bool step_along(semantics_t *s, const sem_state_t *state, unsigned thread, uint32_t index,
                       sem_sink_t sink, void *context) {
    const configuration_t *c = state->configuration;
    const thread_t *mover = &c->threads[thread];
    unsigned depth = mover->frame_count - 1;
    const edge_t *edge = mover->frames[depth].node->out.data[index];
    stepper_t it = {
        .actor = {s, &s->next, thread, edge, &mover->frames[depth], depth},
        .s = s,
        .edge = edge,
        .base = state,
        .thread = thread,
        .edge_index = index,
        .sink = sink,
        .context = context,
    };
    sem_state_copy(&s->next, state);
    if (step_table[edge->kind])
        step_table[edge->kind](&it);
    else
        step_stop(&it, "a kind of edge without semantics");
    return !it.stopped;
}

bool semantics_constant(semantics_t *s, const sem_state_t *state, unsigned thread,
                        const expr_t *expr, uint64_t *value) {
    const thread_t *it = &state->configuration->threads[thread];
    unsigned depth = it->frame_count - 1;
    if (expr->kind == EXPR_CONST) {
        *value = expr->value;
        return true;
    }
    uint64_t a[3] = {0};
    sem_value_t known;
    switch (expr->kind) {
    case EXPR_REG:
        if (!semantics_peek(
                s, state, variable_reg(thread, depth, it->frames[depth].node->function, expr->reg),
                &known) ||
            !sem_value_is_const(known))
            return false;
        *value = known.bits;
        return true;
    case EXPR_ADDR: {
        sem_actor_t actor = {s, NULL, thread, NULL, &it->frames[depth], depth};
        *value = sem_object_address(&actor, expr->object);
        return true;
    }
    case EXPR_SELF: *value = thread; return true;
    case EXPR_LOAD: return false;
    default:
        for (unsigned i = 0; i < expr->arity; i++)
            if (!semantics_constant(s, state, thread, expr->a[i], &a[i])) return false;
        *value = expr_apply(expr->kind, expr->width, expr->a[0]->width, a[0], a[1], a[2]);
        return true;
    }
}

bool semantics_operand(semantics_t *s, const sem_state_t *state, unsigned thread,
                       const edge_t *edge, uint64_t *value) {
    const thread_t *it = &state->configuration->threads[thread];
    unsigned depth = it->frame_count - 1;
    sem_state_copy(&s->base, state); /* evaluation may enter variables */
    sem_actor_t actor = {s, &s->base, thread, edge, &it->frames[depth], depth};
    sem_value_t operand;
    const expr_t *expr = edge->address ? edge->address : edge->value;
    if (!sem_evaluate(&actor, expr, &operand) || !sem_value_is_const(operand)) return false;
    *value = operand.bits;
    return true;
}

bool semantics_steps(semantics_t *s, const sem_state_t *state, unsigned thread, sem_sink_t sink,
                     void *context) {
    const configuration_t *c = state->configuration;
    if (!semantics_may_move(c, thread)) return true;
    size_t count = semantics_node(c, thread)->out.len;
    for (size_t i = 0; i < count; i++)
        if (!step_along(s, state, thread, (uint32_t)i, sink, context)) return false;
    return true;
}

bool semantics_steps_along(semantics_t *s, const sem_state_t *state, unsigned thread,
                           const edge_t *edge, sem_sink_t sink, void *context) {
    const configuration_t *c = state->configuration;
    if (!semantics_may_move(c, thread)) return true;
    const node_t *node = semantics_node(c, thread);
    for (size_t i = 0; i < node->out.len; i++)
        if (node->out.data[i] == edge)
            return step_along(s, state, thread, (uint32_t)i, sink, context);
    return true;
}

sem_waits_t semantics_waits(semantics_t *s, const sem_state_t *state, unsigned thread) {
    const configuration_t *c = state->configuration;
    const node_t *node = semantics_node(c, thread);
    sem_waits_t waits = SEM_WAITS;
    if (!node->out.len) return SEM_WAITS_NOT;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        bool may_wait = edge->kind == EDGE_LOCK || edge->kind == EDGE_THREAD_JOIN ||
                        (edge->kind == EDGE_ATOMIC_BEGIN && edge->value);
        uint64_t operand;
        if (!may_wait) return SEM_WAITS_NOT;
        if (!semantics_operand(s, state, thread, edge, &operand)) {
            waits = SEM_WAITS_PERHAPS;
            continue;
        }
        bool goes_on = true;
        if (edge->kind == EDGE_ATOMIC_BEGIN)
            goes_on = operand != 0;
        else if (edge->kind == EDGE_LOCK)
            for (uint32_t k = 0; k < c->lock_count; k++) goes_on &= c->locks[k].address != operand;
        else
            goes_on = operand >= c->thread_count || operand == thread ||
                      c->threads[operand].status != THREAD_RUNNING ||
                      c->threads[operand].is_detached;
        if (goes_on) return SEM_WAITS_NOT;
    }
    return waits;
}

sem_waits_t semantics_deadlock(semantics_t *s, const sem_state_t *state) {
    const configuration_t *c = state->configuration;
    sem_waits_t all = SEM_WAITS;
    bool some = false;
    if (c->has_exited || c->unsupported || semantics_atomic_thread(c) >= 0) return SEM_WAITS_NOT;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        sem_waits_t waits = semantics_waits(s, state, t);
        if (waits == SEM_WAITS_NOT) return SEM_WAITS_NOT;
        if (waits == SEM_WAITS_PERHAPS) all = SEM_WAITS_PERHAPS;
        some = true;
    }
    return some ? all : SEM_WAITS_NOT;
}
