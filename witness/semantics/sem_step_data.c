#include "witness/semantics/sem_stepper.h"

/* Steps that change data and the heap. */

void sem_step_assign(sem_stepper_t *it) {
    sem_value_t value;
    if (!sem_step_value(it, it->edge->value, &value)) return;
    sem_step_assign_target(it, value);
    sem_step_move(it);
}

void sem_step_store(sem_stepper_t *it) {
    const edge_t *edge = it->edge;
    sem_value_t address, value;
    if (!sem_step_value(it, edge->address, &address) || !sem_step_value(it, edge->value, &value))
        return;
    if (!sem_store(&it->actor, address, edge->type->size, value)) {
        sem_step_emit(it, SEM_STOP);
        return;
    }
    sem_step_move(it);
    sem_step_emit_stray(it);
}

static uint64_t step_input(sem_stepper_t *it, const type_t *type, uint64_t offset) {
    uint64_t value = it->s->input(it->s->input_context, it->edge, offset);
    return type->kind == TYPE_BOOL ? value != 0 : value & width_mask(type->bits);
}

/* The index of the symbol for an input: apart from those that are counted per
 * semantics, and used once on each way. */
static uint32_t input_index(sem_stepper_t *it) {
    enum { SHARED = 1u << 31, MOST = SHARED / SEM_INPUT_COUNTS };
    semantics_t *s = it->s;
    uint32_t slot = it->thread % SEM_INPUT_COUNTS, *count = &s->next.inputs[slot];
    if (!s->shares_inputs || *count == MOST) return ++s->fresh;
    return SHARED | ((*count)++ * SEM_INPUT_COUNTS + slot);
}

static sem_value_t step_unknown(sem_stepper_t *it, variable_t variable, const type_t *type) {
    semantics_t *s = it->s;
    sort_t sort = {.kind = SORT_BOOL};
    if (type->kind != TYPE_BOOL) sort = (sort_t){.kind = SORT_BV, .width = (uint8_t)type->bits};
    const term_t *symbol = term_symbol(s->terms, sort, variable, input_index(it));
    if (type->kind != TYPE_BOOL) return sem_value_of_term(symbol);
    return sem_value_of_term(term_ite(s->terms, symbol, term_const(s->terms, type->bits, 1),
                                      term_const(s->terms, type->bits, 0)));
}

static void step_truths(sem_stepper_t *it) {
    for (uint64_t truth = 0; truth < 2 && !it->stopped; truth++) {
        sem_state_copy(&it->s->next, it->base);
        sem_step_assign_target(it, sem_value_const(truth));
        sem_step_move(it);
    }
}

void sem_step_havoc(sem_stepper_t *it) {
    const function_t *function = it->edge->from->function;
    const type_t *type = function->regs.data[it->edge->target].type;
    if (it->edge->type && it->edge->type->bits == type->bits) type = it->edge->type;
    if (it->s->splits_truths && type->kind == TYPE_BOOL) {
        step_truths(it);
        return;
    }
    variable_t variable = sem_step_register(it, it->actor.depth, function, it->edge->target);
    sem_step_assign_target(it, it->s->terms ? step_unknown(it, variable, type)
                                            : sem_value_const(step_input(it, type, 0)));
    sem_step_move(it);
}

/* All cells of a place become unknown, or what the environment says. */
static bool step_unknown_cells(sem_stepper_t *it, const cells_place_t *place) {
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

void sem_step_havoc_object(sem_stepper_t *it) {
    const object_t *object = it->edge->object;
    cells_place_t place = {object, sem_object_address(&it->actor, object), object->type->size};
    if (!step_unknown_cells(it, &place)) {
        sem_step_emit(it, SEM_STOP);
        return;
    }
    sem_step_move(it);
}

void sem_step_alloc(sem_stepper_t *it) {
    const edge_t *edge = it->edge;
    semantics_t *s = it->s;
    sem_value_t size;
    if (!sem_step_value(it, edge->value, &size)) return;
    sem_draft_t *draft = sem_step_draft(it);
    heap_object_t object = {.size = size.bits ? size.bits : 1, .site = edge->object};
    size_t position;
    object.is_late = edge->replaces;
    for (size_t i = 0; i < draft->heap.len; i++) object.is_late |= draft->heap.data[i].is_freed;
    if (!sem_value_is_const(size)) {
        object.is_open = true;
        object.size = layout_open_size(edge->object->type);
    }
    if (!cells_next_heap(draft->heap.data, draft->heap.len, it->thread, &object, &position)) {
        sem_step_stop(it, "the heap of the thread is full");
        return;
    }
    sem_draft_insert_heap(draft, position, object);
    cells_place_t place = {object.site, object.address, object.size};
    if (!s->terms && !step_unknown_cells(it, &place)) {
        sem_step_emit(it, SEM_STOP);
        return;
    }
    sem_step_assign_target(it, sem_value_const(object.address));
    sem_step_finish(it);
}

static void free_nothing(sem_stepper_t *it) {
    sem_step_stop(it, "invalid free: no live heap object begins at the address");
}

static void free_object(sem_stepper_t *it, uint64_t address) {
    const configuration_t *c = it->base->configuration;
    if (!address) {
        sem_step_move(it);
        return;
    }
    for (uint32_t i = 0; i < c->heap_count; i++) {
        if (c->heap[i].address != address || c->heap[i].is_freed) continue;
        sem_state_forget_cells(&it->s->next, address, address + c->heap[i].size);
        sem_draft_t *draft = sem_step_draft(it);
        sem_draft_forget_locks(draft, address, address + c->heap[i].size);
        if (c->heap[i].site->is_watched)
            draft->heap.data[i].is_freed = true;
        else
            sem_draft_remove_heap(draft, i);
        sem_step_finish(it);
        return;
    }
    free_nothing(it);
}

static bool collect_heap(sem_stepper_t *it) {
    const configuration_t *c = it->base->configuration;
    VEC_PUSH(it->s->candidates, 0);
    for (uint32_t i = 0; i < c->heap_count; i++) VEC_PUSH(it->s->candidates, c->heap[i].address);
    return true;
}

void sem_step_free(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->address, collect_heap, free_object, free_nothing);
}

static void size_of_nothing(sem_stepper_t *it) {
    sem_step_stop(it, "realloc of an address that is no live heap object of known size");
}

static void size_of_object(sem_stepper_t *it, uint64_t address) {
    const configuration_t *c = it->base->configuration;
    for (uint32_t i = 0; i < c->heap_count; i++) {
        if (c->heap[i].address != address || c->heap[i].is_freed || c->heap[i].is_open) continue;
        sem_step_assign_target(it, sem_value_const(c->heap[i].size));
        sem_step_move(it);
        return;
    }
    size_of_nothing(it);
}

void sem_step_heap_size(sem_stepper_t *it) {
    sem_step_cases(it, it->edge->address, collect_heap, size_of_object, size_of_nothing);
}
