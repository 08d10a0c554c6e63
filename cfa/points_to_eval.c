#include "cfa/points_to_internal.h"

/* What values may be: scratch sets, memory, expressions. */

/* --- scratch sets --- */

size_t points_to_scratch_begin(points_to_t *p) {
    if (p->depth == p->scratch.len) VEC_PUSH(p->scratch, (place_set_t){0});
    place_set_clear(&p->scratch.data[p->depth]);
    return p->depth++;
}

void points_to_scratch_end(points_to_t *p) {
    p->depth--;
}

/* --- dependencies --- */

void points_to_enqueue(points_to_t *p, uint32_t edge) {
    if (p->queued[edge]) return;
    p->queued[edge] = true;
    VEC_PUSH(p->later, edge);
}

points_to_variable_t *points_to_reg_variable(points_to_t *p, const function_t *function,
                                             reg_t reg) {
    return &p->variables[p->first_reg[function->id] + reg];
}

void points_to_variable_join(points_to_t *p, points_to_variable_t *variable,
                             const place_set_t *set) {
    if (!place_set_join(&variable->set, set)) return;
    for (size_t i = 0; i < variable->users.len; i++) points_to_enqueue(p, variable->users.data[i]);
}

points_to_content_t *points_to_content_of(points_to_t *p, location_t slot) {
    while (p->contents.len <= slot) VEC_PUSH(p->contents, (points_to_content_t){0});
    REQUIRE(p->contents.data != NULL);
    points_to_content_t *content = &p->contents.data[slot];
    if (!content->used) {
        content->used = true;
        VEC_PUSH(p->memories[location_object(p->locations, slot)->id].slots, slot);
    }
    return content;
}

static void add_memory_user(points_to_t *p, const object_t *object) {
    if (p->edge == NO_EDGE) return;
    uint64_t key = (uint64_t)object->id << 32 | p->edge, found;
    if (map64_get(&p->seen_users, key, &found)) return;
    map64_put(&p->seen_users, key, 1);
    VEC_PUSH(p->memories[object->id].users, p->edge);
}

/* --- memory --- */

/* An integer load may always give a number. A pointer load gives one if a
 * number was stored there as a pointer; numbers stored as integers at a known
 * place count too (the cell is read under another type), at an unknown place
 * they do not: an index that runs over integers does not write pointers. */
static void load_content(const points_to_t *p, location_t slot, bool exact, place_set_t *out) {
    if (slot >= p->contents.len) return;
    const points_to_content_t *content = &p->contents.data[slot];
    place_set_join(out, &content->set);
    if (exact && content->number_as_int) out->number = true;
}

static void load(points_to_t *p, const place_set_t *address, const type_t *type, place_set_t *out) {
    if (type->kind != TYPE_POINTER || address->number) out->number = true;
    place_set_join(out, &p->everywhere);
    for (location_t place = 0; place_set_next(address, &place); place++) {
        location_t slots[LOCATION_MAX_SLOTS];
        const object_t *object = location_object(p->locations, place);
        add_memory_user(p, object);
        size_t count = location_slots(p->locations, place, type->size, slots);
        for (size_t j = 0; j < count; j++) load_content(p, slots[j], true, out);
        if (count > 0) {
            load_content(p, location_any(p->locations, object), false, out);
        } else {
            const points_to_memory_t *memory = &p->memories[object->id];
            for (size_t j = 0; j < memory->slots.len; j++)
                load_content(p, memory->slots.data[j], false, out);
        }
    }
}

static bool store_content(points_to_t *p, location_t slot, const place_set_t *value,
                          const type_t *type, bool exact) {
    points_to_content_t *content = points_to_content_of(p, slot);
    bool grew = place_set_join_places(&content->set, value);
    /* Part of a pointer overwritten by a number makes no pointer. */
    if (!value->number || type->bits < p->program->pointer_bits) return grew;
    bool *flag = type->kind == TYPE_POINTER ? &content->set.number
                 : exact                    ? &content->number_as_int
                                            : NULL;
    if (!flag || *flag) return grew;
    return *flag = true;
}

void points_to_store(points_to_t *p, const place_set_t *address, const place_set_t *value,
                     const type_t *type) {
    if (address->number && place_set_join(&p->everywhere, value))
        for (size_t i = 0; i < p->loaders.len; i++) points_to_enqueue(p, p->loaders.data[i]);
    for (location_t place = 0; place_set_next(address, &place); place++) {
        location_t slots[LOCATION_MAX_SLOTS];
        const object_t *object = location_object(p->locations, place);
        size_t count = location_slots(p->locations, place, type->size, slots);
        bool grew = false;
        for (size_t j = 0; j < count; j++) grew |= store_content(p, slots[j], value, type, true);
        if (count == 0)
            grew = store_content(p, location_any(p->locations, object), value, type, false);
        const points_to_memory_t *memory = &p->memories[object->id];
        for (size_t j = 0; grew && j < memory->users.len; j++)
            points_to_enqueue(p, memory->users.data[j]);
    }
}

/* --- expressions --- */

static uint64_t divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A number is base + any multiple of stride; stride 0: it is base. */
typedef struct linear {
    int64_t base;
    uint64_t stride;
} linear_t;

static uint64_t magnitude(int64_t value) {
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

static linear_t linear_times(linear_t a, uint64_t factor) {
    uint64_t stride;
    if (__builtin_mul_overflow(a.stride, magnitude((int64_t)factor), &stride)) stride = 1;
    return (linear_t){(int64_t)((uint64_t)a.base * factor), stride};
}

static linear_t linear_of(const expr_t *e) {
    const linear_t unknown = {0, 1};
    linear_t a, b;
    switch (e->kind) {
    case EXPR_CONST: a = (linear_t){(int64_t)e->value, 0}; break;
    case EXPR_ADD:
        a = linear_of(e->a[0]);
        b = linear_of(e->a[1]);
        a = (linear_t){(int64_t)((uint64_t)a.base + (uint64_t)b.base), divisor(a.stride, b.stride)};
        break;
    case EXPR_MUL:
        if (e->a[1]->kind != EXPR_CONST) return unknown;
        a = linear_times(linear_of(e->a[0]), (uint64_t)linear_of(e->a[1]).base);
        break;
    case EXPR_SHL:
        if (e->a[1]->kind != EXPR_CONST || e->a[1]->value >= 32) return unknown;
        a = linear_times(linear_of(e->a[0]), UINT64_C(1) << e->a[1]->value);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT: {
        /* Arithmetic in fewer bits wraps: only powers of two survive. */
        a = linear_of(e->a[0]);
        uint64_t all = divisor(magnitude(a.base), a.stride);
        return (linear_t){0, all & -all};
    }
    default: return unknown;
    }
    a.base = sign_extend((uint64_t)a.base, e->width);
    return a;
}

static void eval(points_to_t *p, const function_t *function, const expr_t *e, place_set_t *out);

size_t points_to_eval_scratch(points_to_t *p, const function_t *function, const expr_t *e) {
    size_t index = points_to_scratch_begin(p);
    /* The vector of scratch sets may move while e is evaluated. */
    place_set_t set = p->scratch.data[index];
    eval(p, function, e, &set);
    p->scratch.data[index] = set;
    return index;
}

const place_set_t *points_to_eval_set(points_to_t *p, const function_t *function, const expr_t *e) {
    size_t index = points_to_eval_scratch(p, function, e);
    return &p->scratch.data[index];
}

/* The operands' places at any offset; a number only if all may be numbers. */
static bool eval_operands(points_to_t *p, const function_t *function, const expr_t *e,
                          place_set_t *out) {
    bool number = true;
    for (unsigned i = 0; i < e->arity; i++) {
        const place_set_t *set = points_to_eval_set(p, function, e->a[i]);
        number &= set->number || e->a[i]->kind == EXPR_CONST;
        for (location_t place = 0; place_set_next(set, &place); place++) {
            const object_t *object = location_object(p->locations, place);
            place_set_add(out, location_any(p->locations, object));
        }
        points_to_scratch_end(p);
    }
    return number;
}

/* The distance of two addresses is a number: that of places in different objects, which would
 * lead from the one to the other, is refused (cfa/address_use.h). Nothing is said while nothing
 * is known of an operand: what is said once stays. */
typedef enum { SUB_UNKNOWN, SUB_DISTANCE, SUB_MAYBE_DISTANCE, SUB_OTHER } points_to_sub_t;
static points_to_sub_t sub_kind(points_to_t *p, const function_t *function, const expr_t *e) {
    size_t first = points_to_eval_scratch(p, function, e->a[0]);
    size_t second = points_to_eval_scratch(p, function, e->a[1]);
    const place_set_t *a = &p->scratch.data[first], *b = &p->scratch.data[second];
    bool a_number = a->number || e->a[0]->kind == EXPR_CONST;
    bool b_number = b->number || e->a[1]->kind == EXPR_CONST;
    points_to_sub_t kind = SUB_OTHER;
    if ((!a_number && place_set_is_empty(a)) || (!b_number && place_set_is_empty(b)))
        kind = SUB_UNKNOWN;
    else if (!a_number && !b_number)
        kind = SUB_DISTANCE;
    else if (!place_set_is_empty(b))
        kind = SUB_MAYBE_DISTANCE;
    points_to_scratch_end(p);
    points_to_scratch_end(p);
    return kind;
}

/* The places of e, moved by by. */
static bool eval_moved(points_to_t *p, const function_t *function, const expr_t *e, linear_t by,
                       place_set_t *out) {
    if (e->kind == EXPR_ADDR) { /* the exact offset is still known */
        location_t place = location_at(p->locations, e->object, by.base);
        place_set_add(out, location_stride(p->locations, place, by.stride));
        return false;
    }
    const place_set_t *set = points_to_eval_set(p, function, e);
    bool number = set->number || e->kind == EXPR_CONST;
    for (location_t place = 0; place_set_next(set, &place); place++) {
        location_t moved = location_shift(p->locations, place, by.base);
        place_set_add(out, location_stride(p->locations, moved, by.stride));
    }
    points_to_scratch_end(p);
    return number;
}

static void eval_sum(points_to_t *p, const function_t *function, const expr_t *e,
                     place_set_t *out) {
    linear_t a = linear_of(e->a[0]), b = linear_of(e->a[1]);
    if (e->kind == EXPR_SUB) {
        points_to_sub_t kind = sub_kind(p, function, e);
        out->number |= kind == SUB_DISTANCE || kind == SUB_MAYBE_DISTANCE;
        if (kind == SUB_UNKNOWN || kind == SUB_DISTANCE) return;
        b.base = (int64_t)-(uint64_t)b.base;
        a = (linear_t){0, 1}; /* what is subtracted comes back at no known offset */
    }
    bool a_number = eval_moved(p, function, e->a[0], b, out);
    bool b_number = eval_moved(p, function, e->a[1], a, out);
    out->number |= a_number && b_number;
}

static void eval(points_to_t *p, const function_t *function, const expr_t *e, place_set_t *out) {
    switch (e->kind) {
    case EXPR_CONST: out->number |= e->value != 0; break; /* 0 is the null pointer */
    case EXPR_REG: place_set_join(out, &points_to_reg_variable(p, function, e->reg)->set); break;
    case EXPR_ADDR: place_set_add(out, location_at(p->locations, e->object, 0)); break;
    case EXPR_LOAD: {
        size_t address = points_to_eval_scratch(p, function, e->a[0]);
        load(p, &p->scratch.data[address], e->type, out);
        points_to_scratch_end(p);
        break;
    }
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: eval(p, function, e->a[0], out); break;
    case EXPR_ITE:
        eval(p, function, e->a[1], out);
        eval(p, function, e->a[2], out);
        break;
    case EXPR_ADD:
    case EXPR_SUB: eval_sum(p, function, e, out); break;
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_LSHR:
    case EXPR_ASHR:
        if (e->width == 1)
            out->number = true;
        else
            out->number |= eval_operands(p, function, e, out);
        break;
    case EXPR_MUL:
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
    case EXPR_SHL: /* numbers, but a pointer that goes into one may come back out */
        eval_operands(p, function, e, out);
        out->number = true;
        break;
    default: /* truth, floating point: numbers, no pointers */ out->number = true; break;
    }
}
