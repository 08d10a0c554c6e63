#include "cfa/layout.h"
#include "engine/order/unwind_internal.h"

#include <string.h>

/* Objects, cells and what is in them. A key of a cell is its address and size; objects
 * that are met with several types are cut into bytes. */

enum { MOST_CASES = 1024, MOST_VALUES = 64, MOST_HAVOCKED = 256 };

static uint64_t cell_key(uint64_t address, uint64_t size) {
    return (uint64_t)__builtin_ctzll(size) << 56 | address;
}
static uint64_t key_address(uint64_t key) {
    return key & UINT64_C(0x00ffffffffffffff);
}
static unsigned key_size(uint64_t key) {
    return 1u << (key >> 56 & 0x3f);
}

/* Instances. */

static size_t find_instance(const walker_t *w, uint64_t address) {
    size_t low = 0, high = w->instances.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (w->instances.data[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const instance_t *walker_instance(const walker_t *w, uint64_t address) {
    size_t behind = find_instance(w, address);
    const instance_t *instance = behind ? &w->instances.data[behind - 1] : NULL;
    return instance && address - instance->address < instance->size ? instance : NULL;
}

/* A second unwinding finds those of the first one. */
void walker_add_instance(walker_t *w, instance_t instance) {
    size_t at = find_instance(w, instance.address);
    if (at && w->instances.data[at - 1].address == instance.address) {
        w->instances.data[at - 1] = instance;
        return;
    }
    if (w->enumerated != SIZE_MAX) w->was_incomplete = true;
    VEC_PUSH(w->instances, (instance_t){0});
    memmove(&w->instances.data[at + 1], &w->instances.data[at],
            (w->instances.len - 1 - at) * sizeof *w->instances.data);
    w->instances.data[at] = instance;
}

uint64_t walker_object_address(const walker_t *w, const object_t *object) {
    switch (object->kind) {
    case OBJECT_THREAD: return layout_thread_block(w->thread) + object->address;
    case OBJECT_LOCAL: return w->frame->base + object->address;
    default: return object->address;
    }
}

/* The object around an address, as an instance; false: none. */
static bool find_object(const walker_t *w, uint64_t address, instance_t *out) {
    if (address >= LAYOUT_STACK_BASE) {
        const instance_t *instance = walker_instance(w, address);
        if (instance) *out = *instance;
        return instance;
    }
    const object_t *object = layout_static_at(w->u->program, address);
    if (!object || object->kind == OBJECT_FUNCTION) return false;
    *out = (instance_t){object->address, object->type->size, object, ORDER_NONE, ORDER_NONE, NULL};
    return true;
}

static uint64_t offset_in_type(const instance_t *place, uint64_t address) {
    uint64_t offset = address - place->address, size = place->object->type->size;
    return place->object->kind == OBJECT_HEAP && size ? offset % size : offset;
}

/* Contents before the first write. */

/* The same whenever it is asked for: no address is used twice. */
static const term_t *uninitialised(walker_t *w, const instance_t *place, uint64_t address,
                                   unsigned size) {
    uint64_t known, key = cell_key(address, size);
    if (map64_get(&w->u->unknown_ids, key, &known)) return terms_at(w->terms, (uint32_t)known);
    const term_t *symbol = walker_symbol(w, 8 * size);
    map64_put(&w->u->unknown_ids, key, symbol->id);
    if (place->step != ORDER_NONE)
        VEC_PUSH(w->u->inputs, (order_input_t){.thread = place->thread,
                                               .step = place->step,
                                               .offset = address - place->address,
                                               .value = symbol});
    else if (address < LAYOUT_STACK_BASE)
        VEC_PUSH(w->u->unknown, (order_memory_t){address, size, symbol});
    return symbol;
}

static const term_t *initial_contents(walker_t *w, uint64_t address, unsigned size) {
    instance_t place;
    cell_t cell;
    if (!find_object(w, address, &place)) return walker_symbol(w, 8 * size);
    const object_t *object = place.object;
    bool is_static = object->kind != OBJECT_LOCAL && object->kind != OBJECT_HEAP;
    if (!is_static || object->init_unknown) return uninitialised(w, &place, address, size);
    uint64_t offset = offset_in_type(&place, address);
    if (!type_cell_around(object->type, offset, &cell)) return term_const(w->terms, 8 * size, 0);
    uint64_t value = layout_initial_value(object, cell.offset, cell.type);
    return term_const(w->terms, 8 * size,
                      value >> 8 * (offset - cell.offset) & width_mask(8 * size));
}

const term_t *walker_initial_cell(walker_t *w, uint64_t key) {
    uint64_t found;
    if (map64_get(&w->u->location_ids, key, &found)) return w->u->locations.data[found].initial;
    return initial_contents(w, key_address(key), key_size(key));
}

uint32_t walker_location(walker_t *w, location_kind_t kind, uint64_t address, unsigned bits,
                         const term_t *initial) {
    uint64_t key = kind == LOCATION_MUTEX ? UINT64_C(1) << KEY_MUTEX_SHIFT | address
                                          : cell_key(address, bits / 8);
    uint64_t found;
    if (map64_get(&w->u->location_ids, key, &found)) return (uint32_t)found;
    if (!initial && kind == LOCATION_MUTEX) initial = term_const(w->terms, bits, 0);
    if (!initial) initial = initial_contents(w, address, bits / 8);
    uint32_t number = (uint32_t)w->u->locations.len;
    VEC_PUSH(w->u->locations, (order_location_t){kind, address, bits, initial});
    map64_put(&w->u->location_ids, key, number);
    return number;
}

/* Which addresses. */

/* All values that the term can have, if they are few: what branches chose between. */
static bool few_values(walker_t *w, const term_t *t, term_vec_t *out) {
    if (t->kind == TERM_CONST) {
        VEC_PUSH(*out, t);
        return true;
    }
    if (t->kind == TERM_ITE)
        return few_values(w, t->a[1], out) && few_values(w, t->a[2], out) &&
               out->len <= MOST_VALUES;
    bool is_sum = t->kind == TERM_BVADD || t->kind == TERM_BVMUL;
    bool is_extension = t->kind == TERM_ZEXT || t->kind == TERM_SEXT;
    if (!is_sum && !is_extension) return false;
    term_vec_t left = {0}, right = {0};
    bool done = few_values(w, t->a[0], &left) && (!is_sum || few_values(w, t->a[1], &right)) &&
                left.len * (is_sum ? right.len : 1) <= MOST_VALUES;
    for (size_t i = 0; done && i < left.len; i++) {
        if (is_extension)
            VEC_PUSH(*out,
                     term_resize(w->terms, left.data[i], t->sort.width, t->kind == TERM_SEXT));
        for (size_t j = 0; is_sum && j < right.len; j++)
            VEC_PUSH(*out, term_bv(w->terms, t->kind, left.data[i], right.data[j]));
    }
    VEC_FREE(left);
    VEC_FREE(right);
    return done;
}

typedef struct {
    walker_t *w;
    const term_t *address, *guard;
    unsigned size; /* 0: mutexes */
    address_cases_t *out;
    bool is_full;
} listing_t;

static void add_case(listing_t *l, uint64_t address) {
    terms_t *terms = l->w->terms;
    const term_t *is =
        term_equal(terms, l->address, term_const(terms, l->address->sort.width, address));
    if (term_is_false(is) || term_is_false(term_and(terms, is, l->guard))) return;
    for (size_t i = 0; i < l->out->len; i++)
        if (l->out->data[i].address == address) return;
    if (l->out->len >= MOST_CASES)
        l->is_full = true;
    else
        VEC_PUSH(*l->out, (address_case_t){address, is});
}

static void add_mutexes(listing_t *l, const type_t *type, uint64_t base) {
    if (type->is_opaque) {
        add_case(l, base);
    } else if (type->kind == TYPE_ARRAY) {
        for (uint64_t i = 0; i < type->count && !l->is_full; i++)
            add_mutexes(l, type->elem, base + i * type->elem->size);
    } else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
        for (size_t i = 0; i < type->field_count; i++)
            add_mutexes(l, type->fields[i].type, base + type->fields[i].offset);
    }
}

static void add_cells(listing_t *l, const object_t *object, uint64_t base, uint64_t size) {
    const type_t *type = object->type;
    if (object->is_mixed) {
        uint64_t step = type->align > 4 ? 4 : type->align ? type->align : 1;
        if (l->size < step) step = l->size;
        for (uint64_t at = 0; at + l->size <= size && !l->is_full; at += step)
            add_case(l, base + at);
        return;
    }
    uint64_t count = type_cell_count(type);
    for (uint64_t copy = 0; copy + type->size <= size && type->size; copy += type->size)
        for (uint64_t i = 0; i < count && !l->is_full; i++) {
            cell_t cell = type_cell(type, i);
            if (cell.type->size == l->size) add_case(l, base + copy + cell.offset);
        }
}

static void add_object(listing_t *l, const object_t *object, uint64_t base, uint64_t size) {
    if (l->size) {
        add_cells(l, object, base, size);
        return;
    }
    for (uint64_t copy = 0; copy + object->type->size <= size && object->type->size;
         copy += object->type->size)
        add_mutexes(l, object->type, base + copy);
}

static void add_objects(listing_t *l) {
    walker_t *w = l->w;
    const access_t *access = &w->edge->access;
    size_t count = access->anything ? w->u->program->objects.len : access->count;
    for (size_t i = 0; i < count && !l->is_full; i++) {
        const object_t *object =
            access->anything ? w->u->program->objects.data[i] : access->objects[i];
        if (object->kind == OBJECT_FUNCTION) continue;
        if (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STRING) {
            add_object(l, object, object->address, object->type->size);
            continue;
        }
        w->enumerated = w->instances.len;
        for (size_t k = 0; k < w->instances.len; k++)
            if (w->instances.data[k].object == object)
                add_object(l, object, w->instances.data[k].address, w->instances.data[k].size);
    }
}

/* Where an access may lie; what is outside of all of these is not supported. */
static void list_addresses(walker_t *w, const state_t *state, const term_t *address, unsigned size,
                           address_cases_t *out) {
    listing_t l = {w, address, state->guard, size, out, false};
    if (address->kind == TERM_CONST) {
        VEC_PUSH(*out, (address_case_t){address->value, term_true(w->terms)});
        return;
    }
    term_vec_t values = {0};
    if (few_values(w, address, &values))
        for (size_t i = 0; i < values.len; i++) add_case(&l, values.data[i]->value);
    else
        add_objects(&l);
    VEC_FREE(values);
    if (l.is_full) walker_refuse(w, "an access that may lie at too many addresses");
}

void walker_mutexes(walker_t *w, const state_t *state, const term_t *address,
                    address_cases_t *out) {
    list_addresses(w, state, address, 0, out);
}

/* Accesses. */

/* The cells that an access at a known address consists of; 0: it fits none. */
static unsigned cells_of(const instance_t *place, uint64_t address, unsigned size, uint64_t *keys) {
    uint64_t index;
    if (address - place->address + size > place->size) return 0;
    if (place->object->is_mixed) {
        for (unsigned i = 0; i < size; i++) keys[i] = cell_key(address + i, 1);
        return size;
    }
    if (!type_cell_at(place->object->type, offset_in_type(place, address), size, &index)) return 0;
    keys[0] = cell_key(address, size);
    return 1;
}

static bool is_own(const state_t *state, const instance_t *place) {
    return state->is_alone || !place->object->may_be_shared;
}

static const term_t *load_cell(walker_t *w, state_t *state, const instance_t *place, uint64_t key,
                               const term_t *condition) {
    unsigned bits = 8 * key_size(key);
    const object_t *object = place->object;
    if (object->is_constant && !object->init_unknown)
        return initial_contents(w, key_address(key), key_size(key));
    if (is_own(state, place)) {
        const term_t *value = state_cell(state, key);
        if (value) return value;
        value = walker_initial_cell(w, key);
        state_set_cell(state, key, value);
        return value;
    }
    uint32_t location = walker_location(w, LOCATION_MEMORY, key_address(key), bits, NULL);
    const term_t *value = walker_symbol(w, bits);
    walker_event(w, false, walker_node(w, state), location,
                 term_and(w->terms, state->guard, condition), value);
    return value;
}

static const term_t *load_at(walker_t *w, state_t *state, uint64_t address, unsigned size,
                             const term_t *condition) {
    instance_t place;
    uint64_t keys[8];
    unsigned count = find_object(w, address, &place) ? cells_of(&place, address, size, keys) : 0;
    const term_t *value = NULL;
    for (unsigned i = 0; i < count; i++) {
        const term_t *part = load_cell(w, state, &place, keys[i], condition);
        value = value ? term_bv(w->terms, TERM_CONCAT, part, value) : part;
    }
    return value;
}

/* The case, if the access lies in the object, whose size may be no constant. */
static const term_t *inside(const walker_t *w, const address_case_t *at, unsigned size) {
    instance_t place;
    if (!find_object(w, at->address, &place) || !place.bytes) return at->condition;
    const term_t *end =
        term_const(w->terms, place.bytes->sort.width, at->address - place.address + size);
    return term_and(w->terms, at->condition, term_bv(w->terms, TERM_BVULE, end, place.bytes));
}

/* The rest of the cases is not supported. */
static void refuse_others(walker_t *w, state_t *state, const term_t *covered) {
    const term_t *outside = term_and(w->terms, state->guard, term_not(w->terms, covered));
    if (term_is_false(outside)) return;
    walker_target(w, state, TARGET_UNSUPPORTED, outside,
                  "access to memory that no object occupies");
    state->guard = term_and(w->terms, state->guard, covered);
}

const term_t *walker_load(walker_t *w, state_t *state, const term_t *address, const type_t *type) {
    address_cases_t cases = {0};
    unsigned size = (unsigned)type->size;
    list_addresses(w, state, address, size, &cases);
    const term_t *result = NULL, *covered = term_false(w->terms);
    for (size_t i = 0; i < cases.len; i++) {
        const term_t *is = inside(w, &cases.data[i], size);
        const term_t *value = load_at(w, state, cases.data[i].address, size, is);
        if (!value) continue;
        covered = term_or(w->terms, covered, is);
        result = result ? term_ite(w->terms, cases.data[i].condition, value, result) : value;
    }
    refuse_others(w, state, covered);
    VEC_FREE(cases);
    return result ? result : walker_symbol(w, type->bits);
}

static void store_cell(walker_t *w, state_t *state, const instance_t *place, uint64_t key,
                       const term_t *value, const term_t *condition) {
    if (is_own(state, place)) {
        if (!term_is_true(condition)) {
            const term_t *old = state_cell(state, key);
            if (!old) old = walker_initial_cell(w, key);
            value = term_ite(w->terms, condition, value, old);
        }
        state_set_cell(state, key, value);
        return;
    }
    uint32_t location =
        walker_location(w, LOCATION_MEMORY, key_address(key), 8 * key_size(key), NULL);
    walker_event(w, true, walker_node(w, state), location,
                 term_and(w->terms, state->guard, condition), value);
}

static bool store_at(walker_t *w, state_t *state, uint64_t address, unsigned size,
                     const term_t *value, const term_t *condition) {
    instance_t place;
    uint64_t keys[8];
    unsigned count = find_object(w, address, &place) ? cells_of(&place, address, size, keys) : 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned bits = 8 * size / count;
        const term_t *part = term_extract(w->terms, value, bits * (i + 1) - 1, bits * i);
        store_cell(w, state, &place, keys[i], part, condition);
    }
    return count;
}

void walker_store(walker_t *w, state_t *state, const term_t *address, const type_t *type,
                  const term_t *value) {
    address_cases_t cases = {0};
    const term_t *covered = term_false(w->terms);
    list_addresses(w, state, address, (unsigned)type->size, &cases);
    for (size_t i = 0; i < cases.len; i++) {
        const term_t *is = inside(w, &cases.data[i], (unsigned)type->size);
        if (store_at(w, state, cases.data[i].address, (unsigned)type->size, value, is))
            covered = term_or(w->terms, covered, is);
    }
    refuse_others(w, state, covered);
    VEC_FREE(cases);
}

void walker_havoc_object(walker_t *w, state_t *state, const object_t *object, uint32_t step) {
    uint64_t base = walker_object_address(w, object), count = type_cell_count(object->type);
    if (count > MOST_HAVOCKED) {
        walker_refuse(w, "an object of unknown contents that is too large");
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(object->type, i);
        const term_t *value = walker_symbol(w, cell.type->bits);
        if (cell.type->kind == TYPE_BOOL)
            value =
                term_ite(w->terms, walker_symbol(w, 0), term_const(w->terms, cell.type->bits, 1),
                         term_const(w->terms, cell.type->bits, 0));
        walker_input(w, step, cell.offset, value);
        store_at(w, state, base + cell.offset, (unsigned)cell.type->size, value,
                 term_true(w->terms));
    }
}

/* If no way goes by, what is in the cells is what threads begin with: there are none
 * before this. */
void walker_publish(walker_t *w, state_t *state) {
    size_t kept = 0;
    state->is_alone = false;
    uint32_t node = ORDER_NONE;
    for (size_t i = 0; i < state->cells.len; i++) {
        cell_value_t cell = state->cells.data[i];
        instance_t place;
        bool is_known = find_object(w, key_address(cell.key), &place);
        if (is_known && !place.object->may_be_shared) {
            state->cells.data[kept++] = cell;
            continue;
        }
        uint64_t found;
        bool is_first = !map64_get(&w->u->location_ids, cell.key, &found);
        bool is_start = is_first && !w->waiting;
        uint32_t location = walker_location(w, LOCATION_MEMORY, key_address(cell.key),
                                            8 * key_size(cell.key), is_start ? cell.value : NULL);
        if (is_start || w->u->locations.data[location].initial == cell.value) continue;
        if (node == ORDER_NONE) node = walker_node(w, state);
        walker_event(w, true, node, location, state->guard, cell.value);
    }
    state->cells.len = kept;
}
