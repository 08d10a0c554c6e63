#include "witness/order/unfolder.h"

#include "cfa/points_to.h"
#include "witness/semantics/sem_evaluate.h"

/* Expressions and memory. What a thread alone reaches is in the store of its ways, all else
 * are accesses to locations. Other threads reach static objects, the heap, and what lies in
 * the lowest frame of main or belongs to main as a thread, which end with the program unless
 * main ends before (unfold_step.c); who reaches into another frame has come to a target. */

enum { MOST_CASES = 512, MUTEX_BITS = 16 };

configuration_t unfolder_objects(unfolder_t *u, const way_t *way) {
    VEC_CLEAR(u->view);
    for (uint32_t i = 0; i <= u->thread; i++) VEC_PUSH(u->view, (thread_t){0});
    u->lowest =
        (frame_t){.node = u->program->main->entry, .base = layout_first_frame(u->program, 0)};
    u->view.data[0] = (thread_t){.status = THREAD_RUNNING, .frame_count = 1, .frames = &u->lowest};
    u->view.data[u->thread] = (thread_t){.status = THREAD_RUNNING,
                                         .frame_count = (uint32_t)way->frames.len,
                                         .frames = way->frames.data};
    return (configuration_t){.thread_count = u->thread + 1,
                             .threads = u->view.data,
                             .heap_count = (uint32_t)u->heap.len,
                             .heap = u->heap.data};
}

bool unfolder_find_heap(const unfolder_t *u, uint64_t address, size_t *index) {
    size_t low = 0, high = u->heap.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (u->heap.data[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - u->heap.data[low - 1].address >= u->heap.data[low - 1].size) return false;
    *index = low - 1;
    return true;
}

void unfolder_use(unfolder_t *u, const way_t *way, uint64_t object, uint32_t node,
                  const term_t *guard, use_kind_t kind) {
    VEC_PUSH(u->events->uses, (ev_use_t){.kind = kind,
                                         .is_early = way->is_alone,
                                         .object = object,
                                         .thread = u->thread,
                                         .segment = u->events->threads.data[u->thread].segment,
                                         .node = node,
                                         .guard = guard,
                                         .edge = u->edge});
}

/* Locations. */

static uint32_t location_for(unfolder_t *u, uint64_t key, const term_t *initial) {
    uint64_t number;
    if (map64_get(&u->events->location_of, key, &number)) return (uint32_t)number;
    number = u->events->locations.len;
    map64_put(&u->events->location_of, key, number);
    VEC_PUSH(u->events->locations, (ev_location_t){.initial = initial});
    return (uint32_t)number;
}

uint32_t unfolder_mutex(unfolder_t *u, uint64_t address) {
    uint32_t location =
        location_for(u, UINT64_C(3) << 62 | address, term_const(u->terms, MUTEX_BITS, 0));
    u->events->locations.data[location].is_mutex = true;
    return location;
}

/* Contents before anybody writes there: the same whenever they are read. */
static uint32_t cell_location(unfolder_t *u, variable_t cell) {
    uint64_t number;
    if (map64_get(&u->events->location_of, cell, &number)) return (uint32_t)number;
    sem_state_t start = {.memory_is_initial = true};
    sem_value_t value;
    unsigned bits = 8 * variable_size(cell);
    bool is_known = semantics_peek(u->semantics, &start, cell, &value);
    return location_for(
        u, cell, is_known ? sem_value_term(u->terms, value, bits) : unfolder_symbol(u, bits));
}

/* What the same node has read there before is no change if it is written again. */
static const term_t *is_change(const unfolder_t *u, uint32_t node, uint32_t location,
                               const term_t *guard, const term_t *value) {
    const ev_location_t *at = &u->events->locations.data[location];
    if (!at->reads.len) return guard;
    const ev_access_t *read = &u->events->accesses.data[VEC_TOP(at->reads)];
    bool has_written = at->writes.len && VEC_TOP(at->writes) > VEC_TOP(at->reads);
    if (read->node != node || has_written || !term_has_conjuncts(guard, read->guard)) return guard;
    return term_and(u->terms, guard, term_not(u->terms, term_equal(u->terms, read->value, value)));
}

void unfolder_access(unfolder_t *u, way_t *way, bool is_write, uint32_t location,
                     const term_t *guard, const term_t *value) {
    if (term_is_false(guard)) return;
    uint32_t node = unfolder_node(u, way), number = (uint32_t)u->events->accesses.len;
    if (is_write && !u->events->locations.data[location].is_mutex)
        unfolder_effect(u, is_change(u, node, location, guard, value));
    VEC_PUSH(u->events->accesses, (ev_access_t){is_write, node, location, guard, value});
    ev_location_t *at = &u->events->locations.data[location];
    if (is_write)
        VEC_PUSH(at->writes, number);
    else
        VEC_PUSH(at->reads, number);
}

/* Whose memory. */

/* On a stack, but not in the lowest frame of main nor below it. */
static bool may_end(const unfolder_t *u, const cells_place_t *place) {
    uint64_t end = layout_first_frame(u->program, 0) + u->program->main->frame_size;
    return place->address >= end && place->address < LAYOUT_HEAP_BASE;
}

static bool may_be_reached(const unfolder_t *u, const cells_place_t *place) {
    return place->object->may_be_shared && !may_end(u, place);
}

/* Two threads must not have one object for their own. */
static bool is_own(unfolder_t *u, const way_t *way, const cells_place_t *place) {
    uint64_t owner;
    if (may_be_reached(u, place)) return way->is_alone;
    if (place->object->is_constant) return !place->object->init_unknown;
    if (!map64_get(&u->owners, place->address, &owner))
        map64_put(&u->owners, place->address, u->thread + 1);
    else if (owner != u->thread + 1)
        unfolder_give_up(u, "an object of one thread is met by another");
    return true;
}

static void note_use(unfolder_t *u, way_t *way, const cells_place_t *place, bool is_own_object,
                     const term_t *guard) {
    if (place->object->kind != OBJECT_HEAP) return;
    unfolder_use(u, way, place->address, is_own_object ? EVENTS_NONE : unfolder_node(u, way), guard,
                 USE_ACCESS);
}

/* One cell. */

static sem_value_t read_cell(unfolder_t *u, way_t *way, const cells_place_t *place, variable_t cell,
                             const term_t *guard) {
    uint64_t constant;
    if (semantics_constant_cell(u->semantics, cell, &constant)) return sem_value_const(constant);
    bool own = is_own(u, way, place);
    note_use(u, way, place, own, guard);
    if (own) return semantics_read(u->semantics, &way->state, cell);
    uint32_t location = cell_location(u, cell);
    const term_t *value = unfolder_symbol(u, 8 * variable_size(cell));
    unfolder_access(u, way, false, location, guard, value);
    return sem_value_of_term(value);
}

static void write_cell(unfolder_t *u, way_t *way, const cells_place_t *place, variable_t cell,
                       const term_t *condition, sem_value_t value) {
    unsigned bits = 8 * variable_size(cell);
    const term_t *guard = term_and(u->terms, way->guard, condition);
    const term_t *new = sem_value_term(u->terms, value, bits);
    bool own = is_own(u, way, place);
    note_use(u, way, place, own, guard);
    if (!own) {
        unfolder_access(u, way, true, cell_location(u, cell), guard, new);
        return;
    }
    if (!term_is_true(condition)) {
        sem_value_t old = semantics_read(u->semantics, &way->state, cell);
        new = term_ite(u->terms, condition, new, sem_value_term(u->terms, old, bits));
    }
    sem_state_set(&way->state, cell, sem_value_of_term(new));
}

/* Some bytes, at a known address inside of an object. */

static unsigned run_of_bytes(const cells_byte_t *bytes, unsigned i, unsigned size) {
    unsigned end = i + 1;
    while (end < size && bytes[end].cell == bytes[i].cell &&
           bytes[end].byte == bytes[i].byte + (end - i))
        end++;
    return end - i;
}

static const term_t *joined(terms_t *terms, const term_t *high, const term_t *low) {
    return low ? term_bv(terms, TERM_CONCAT, high, low) : high;
}

static const term_t *part_of(terms_t *terms, const term_t *whole, unsigned from, unsigned count) {
    return term_extract(terms, whole, 8 * (from + count) - 1, 8 * from);
}

static const term_t *read_bytes(unfolder_t *u, way_t *way, const cells_place_t *place,
                                uint64_t address, unsigned size, const term_t *condition) {
    cells_byte_t bytes[CELLS_MAX_BYTES];
    const term_t *result = NULL, *guard = term_and(u->terms, way->guard, condition);
    if (!cells_bytes(place, address - place->address, size, bytes)) return NULL;
    for (unsigned i = 0, count; i < size; i += count) {
        count = run_of_bytes(bytes, i, size);
        unsigned bits = 8 * variable_size(bytes[i].cell);
        sem_value_t cell = read_cell(u, way, place, bytes[i].cell, guard);
        const term_t *whole = sem_value_term(u->terms, cell, bits);
        result = joined(u->terms, part_of(u->terms, whole, bytes[i].byte, count), result);
    }
    return result;
}

/* The cell with some of its bytes replaced. */
static const term_t *with_part(terms_t *terms, const term_t *old, unsigned size, unsigned from,
                               unsigned count, const term_t *part) {
    const term_t *result = part;
    if (from) result = joined(terms, result, part_of(terms, old, 0, from));
    if (from + count < size)
        result = joined(terms, part_of(terms, old, from + count, size - from - count), result);
    return result;
}

static bool write_bytes(unfolder_t *u, way_t *way, const cells_place_t *place, uint64_t address,
                        unsigned size, const term_t *condition, const term_t *value) {
    cells_byte_t bytes[CELLS_MAX_BYTES];
    if (!cells_bytes(place, address - place->address, size, bytes)) return false;
    for (unsigned i = 0, count; i < size; i += count) {
        count = run_of_bytes(bytes, i, size);
        unsigned cell_size = variable_size(bytes[i].cell);
        const term_t *new = part_of(u->terms, value, i, count);
        if (count < cell_size) {
            const term_t *guard = term_and(u->terms, way->guard, condition);
            sem_value_t old = read_cell(u, way, place, bytes[i].cell, guard);
            new = with_part(u->terms, sem_value_term(u->terms, old, 8 * cell_size), cell_size,
                            bytes[i].byte, count, new);
        }
        write_cell(u, way, place, bytes[i].cell, condition, sem_value_of_term(new));
    }
    return true;
}

/* Addresses. */

static bool place_at(unfolder_t *u, const way_t *way, uint64_t address, cells_place_t *place) {
    configuration_t objects = unfolder_objects(u, way);
    if (address >= LAYOUT_HEAP_BASE) u->has_listed_objects = true;
    return cells_place_at(&u->cells, &objects, address, place);
}

/* What pointers point to has decided what is shared: it is trusted nowhere else. */
static bool is_allowed(const unfolder_t *u, const cells_place_t *place) {
    return !u->program->points_to || access_includes(&u->edge->access, place->object);
}

/* At a constant address: NULL, or what is wrong. */
static const char *objection(unfolder_t *u, const way_t *way, uint64_t address, uint64_t size) {
    cells_place_t place;
    if (!place_at(u, way, address, &place)) return "an access outside of every object";
    if (size > place.size || address - place.address > place.size - size)
        return "an access that is not inside of an object";
    return is_allowed(u, &place) ? NULL : "an access by a pointer into another object";
}

/* The addresses that come into question. All others are a target. */
static bool settle(unfolder_t *u, way_t *way, sem_value_t address, unsigned width,
                   unfold_cases_t *out) {
    const term_t *outside = term_true(u->terms);
    for (size_t i = 0; i < u->addresses.len; i++) {
        const term_t *here =
            term_equal(u->terms, address.term, term_const(u->terms, width, u->addresses.data[i]));
        if (term_is_false(here) || term_is_false(term_and(u->terms, way->guard, here))) continue;
        VEC_PUSH(*out, (unfold_case_t){u->addresses.data[i], here});
        outside = term_and(u->terms, outside, term_not(u->terms, here));
    }
    return unfolder_target(u, way, outside, "an access outside of the objects it may mean");
}

/* What main has for its own is nothing for others. */
static bool is_foreign(const unfolder_t *u, const cells_place_t *place) {
    return u->thread && !may_be_reached(u, place) && place->address >= layout_thread_block(0) &&
           place->address < layout_thread_block(1);
}

static void list_places(unfolder_t *u, const way_t *way) {
    configuration_t objects = unfolder_objects(u, way);
    size_t kept = 0;
    VEC_CLEAR(u->places);
    VEC_CLEAR(u->addresses);
    u->has_listed_objects = true;
    cells_places(&u->cells, &objects, &u->edge->access, &u->places);
    for (size_t i = 0; i < u->places.len; i++)
        if (!is_foreign(u, &u->places.data[i])) u->places.data[kept++] = u->places.data[i];
    u->places.len = kept;
}

static bool list_cases(unfolder_t *u, way_t *way, sem_value_t address, unsigned width,
                       uint64_t size, unfold_cases_t *out) {
    VEC_CLEAR(*out);
    if (sem_value_is_const(address)) {
        const char *what = objection(u, way, address.bits, size);
        if (what) return unfolder_target(u, way, NULL, what);
        VEC_PUSH(*out, (unfold_case_t){address.bits, term_true(u->terms)});
        return true;
    }
    list_places(u, way);
    if (!cells_cells(&u->places, size, u->edge->access.mixed, MOST_CASES, &u->addresses))
        return unfolder_target(u, way, NULL, "an access that may mean too many cells");
    return settle(u, way, address, width, out);
}

bool unfolder_mutexes(unfolder_t *u, way_t *way, const expr_t *expr, unfold_cases_t *out) {
    sem_value_t address;
    if (!unfolder_evaluate(u, way, expr, &address)) return false;
    if (sem_value_is_const(address)) {
        VEC_PUSH(*out, (unfold_case_t){address.bits, term_true(u->terms)});
    } else {
        list_places(u, way);
        if (!cells_opaque_parts(&u->places, MOST_CASES, &u->addresses))
            return unfolder_target(u, way, NULL, "too many mutexes may be meant");
        if (!settle(u, way, address, expr->width, out)) return false;
    }
    for (size_t i = 0; i < out->len; i++) {
        cells_place_t place;
        bool is_there = place_at(u, way, out->data[i].address, &place) && is_allowed(u, &place);
        /* Who holds it is forgotten when a frame ends. */
        if (is_there && !may_end(u, &place)) {
            if (place.object->kind == OBJECT_HEAP)
                unfolder_use(u, way, place.address, unfolder_node(u, way),
                             term_and(u->terms, way->guard, out->data[i].condition), USE_ACCESS);
            continue;
        }
        if (!unfolder_target(u, way, out->data[i].condition, "a lock that is no mutex, or ends"))
            return false;
    }
    return true;
}

/* Bytes of mutexes are no cells: who holds them is not in there. */
static bool meets_mutex(unfolder_t *u, const cells_place_t *place, uint64_t address,
                        uint64_t size) {
    uint64_t mutex_size = u->program->pointer_bits == 64 ? 40 : 24;
    if (cells_cell(place, address - place->address, size)) return false;
    VEC_CLEAR(u->places);
    VEC_CLEAR(u->addresses);
    VEC_PUSH(u->places, *place);
    if (!cells_opaque_parts(&u->places, MOST_CASES, &u->addresses)) return true;
    for (size_t i = 0; i < u->addresses.len; i++)
        if (address < u->addresses.data[i] + mutex_size && u->addresses.data[i] < address + size)
            return true;
    return false;
}

static bool store_case(unfolder_t *u, way_t *way, const unfold_case_t *at, unsigned size,
                       const term_t *value) {
    cells_place_t place;
    const char *what = NULL;
    if (!place_at(u, way, at->address, &place))
        what = "a write outside of every object";
    else if (place.object->is_constant || place.object->kind == OBJECT_STRING)
        what = "a write to a constant";
    else if (meets_mutex(u, &place, at->address, size))
        what = "a write to the bytes of a mutex";
    else if (!write_bytes(u, way, &place, at->address, size, at->condition, value))
        what = "a write of too many bytes";
    return !what || unfolder_target(u, way, at->condition, what);
}

bool unfolder_store(unfolder_t *u, way_t *way, sem_value_t address, uint64_t size,
                    sem_value_t value) {
    unfold_cases_t cases = {0};
    const term_t *term = sem_value_term(u->terms, value, 8 * (unsigned)size);
    bool goes_on = list_cases(u, way, address, u->edge->address->width, size, &cases) && size <= 8;
    for (size_t i = 0; i < cases.len && goes_on; i++)
        goes_on = store_case(u, way, &cases.data[i], (unsigned)size, term);
    VEC_FREE(cases);
    return goes_on;
}

bool unfolder_havoc_object(unfolder_t *u, way_t *way, const object_t *object) {
    uint64_t address = object->address;
    if (object->kind == OBJECT_LOCAL) address += way_top(way)->base;
    if (object->kind == OBJECT_THREAD) address += layout_thread_block(u->thread);
    cells_place_t place = {object, address, object->type->size};
    uint64_t count = type_cell_count(object->type);
    if (count > MOST_CASES) return unfolder_target(u, way, NULL, "too large an unknown object");
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(object->type, i);
        const term_t *value = unfolder_symbol(u, cell.type->bits);
        if (cell.type->kind == TYPE_BOOL)
            value =
                term_ite(u->terms, unfolder_symbol(u, 0), term_const(u->terms, cell.type->bits, 1),
                         term_const(u->terms, cell.type->bits, 0));
        write_cell(u, way, &place, variable_cell(address + cell.offset, (unsigned)cell.type->size),
                   term_true(u->terms), sem_value_of_term(value));
    }
    return true;
}

/* Expressions. */

static bool load(unfolder_t *u, way_t *way, const expr_t *expr, sem_value_t *out) {
    unfold_cases_t cases = {0};
    sem_value_t address;
    unsigned size = (unsigned)expr->type->size;
    const term_t *result = NULL;
    bool goes_on = unfolder_evaluate(u, way, expr->a[0], &address) &&
                   list_cases(u, way, address, expr->a[0]->width, size, &cases);
    for (size_t i = 0; i < cases.len && goes_on; i++) {
        cells_place_t place;
        const term_t *value = NULL;
        if (place_at(u, way, cases.data[i].address, &place))
            value =
                read_bytes(u, way, &place, cases.data[i].address, size, cases.data[i].condition);
        if (!value)
            goes_on = unfolder_target(u, way, cases.data[i].condition, "an access to no object");
        else
            result = result ? term_ite(u->terms, cases.data[i].condition, value, result) : value;
    }
    VEC_FREE(cases);
    if (!goes_on) return false;
    *out = sem_value_of_term(result ? result : unfolder_symbol(u, expr->width));
    return true;
}

static bool shared_load(unfolder_t *u, way_t *way, const expr_t *expr, sem_value_t *out) {
    for (size_t i = 0; i < u->loads.len && u->edge_count > 1; i++)
        if (u->loads.data[i].expr == expr) {
            *out = u->loads.data[i].value;
            return true;
        }
    if (!load(u, way, expr, out)) return false;
    if (u->edge_count > 1) VEC_PUSH(u->loads, (unfold_load_t){expr, *out});
    return true;
}

static uint64_t address_of(const unfolder_t *u, const way_t *way, const object_t *object) {
    switch (object->kind) {
    case OBJECT_THREAD: return layout_thread_block(u->thread) + object->address;
    case OBJECT_LOCAL: return way_top(way)->base + object->address;
    default: return object->address;
    }
}

bool unfolder_evaluate(unfolder_t *u, way_t *way, const expr_t *expr, sem_value_t *out) {
    sem_value_t v[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    switch (expr->kind) {
    case EXPR_CONST: *out = sem_value_const(expr->value); return true;
    case EXPR_REG:
        *out = semantics_read(u->semantics, &way->state,
                              variable_reg(u->thread, (unsigned)way->frames.len - 1,
                                           way_top(way)->node->function, expr->reg));
        return true;
    case EXPR_ADDR: *out = sem_value_const(address_of(u, way, expr->object)); return true;
    case EXPR_SELF: *out = sem_value_const(u->thread); return true;
    case EXPR_LOAD: return shared_load(u, way, expr, out);
    default: break;
    }
    for (unsigned i = 0; i < expr->arity; i++)
        if (!unfolder_evaluate(u, way, expr->a[i], &v[i])) return false;
    *out = sem_apply(u->semantics, expr, v);
    return true;
}

/* Publishing. */

void unfolder_publish(unfolder_t *u, way_t *way) {
    sem_state_t *state = &way->state;
    size_t kept = 0;
    if (!way->is_alone) return;
    way->is_alone = false;
    for (size_t i = 0; i < state->store.len; i++) {
        sem_entry_t entry = state->store.data[i];
        cells_place_t place;
        bool is_reached = variable_kind(entry.variable) == VARIABLE_CELL &&
                          place_at(u, way, variable_address(entry.variable), &place) &&
                          may_be_reached(u, &place);
        if (!is_reached) {
            state->store.data[kept++] = entry;
            continue;
        }
        unsigned bits = 8 * variable_size(entry.variable);
        unfolder_access(u, way, true, cell_location(u, entry.variable), way->guard,
                        sem_value_term(u->terms, entry.value, bits));
    }
    state->store.len = kept;
}
