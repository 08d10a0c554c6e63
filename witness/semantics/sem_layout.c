#include "witness/semantics/sem_layout.h"

#include "cfa/address_use.h"
#include "cfa/points_to.h"

/* An operand: its value, the places it may point into, and whether it is an address. */
typedef struct layout_operand {
    sem_value_t value;
    cells_places_t places;
    cells_places_t freed; /* ... and those that were freed and keep their addresses */
    bool may_be_number;
} layout_operand_t;

/* What conditions are made with. */
typedef struct layout_open {
    semantics_t *s;
    const configuration_t *c;
    unsigned width; /* of addresses */
} layout_open_t;

/* Truths: a term, or one of these. */
typedef struct layout_truth {
    const term_t *term; /* NULL: holds */
    bool holds;
} layout_truth_t;

static layout_truth_t known(bool holds) {
    return (layout_truth_t){NULL, holds};
}

static layout_truth_t truth_of(const term_t *term) {
    if (term_is_false(term)) return known(false);
    if (term_is_true(term)) return known(true);
    return (layout_truth_t){term, false};
}

static layout_truth_t both(const layout_open_t *o, layout_truth_t a, layout_truth_t b) {
    if (!a.term) return a.holds ? b : a;
    if (!b.term) return b.holds ? a : b;
    return truth_of(term_and(o->s->terms, a.term, b.term));
}

static layout_truth_t either(const layout_open_t *o, layout_truth_t a, layout_truth_t b) {
    if (!a.term) return a.holds ? a : b;
    if (!b.term) return b.holds ? b : a;
    return truth_of(term_or(o->s->terms, a.term, b.term));
}

static layout_truth_t not(const layout_open_t *o, layout_truth_t a) {
    return a.term ? truth_of(term_not(o->s->terms, a.term)) : known(!a.holds);
}

/* from <= value <= from + extent, round the end of the address space. */
static layout_truth_t lies_in(const layout_open_t *o, sem_value_t value, uint64_t from,
                              uint64_t extent) {
    uint64_t mask = width_mask(o->width);
    if (sem_value_is_const(value)) return known(((value.bits - from) & mask) <= extent);
    terms_t *terms = o->s->terms;
    const term_t *offset =
        term_bv(terms, TERM_BVSUB, value.term, term_const(terms, o->width, from & mask));
    return truth_of(term_bv(terms, TERM_BVULE, offset, term_const(terms, o->width, extent & mask)));
}

static layout_truth_t equals(const layout_open_t *o, sem_value_t value, uint64_t number) {
    return lies_in(o, value, number, 0);
}

static layout_truth_t lies_in_some(const layout_open_t *o, sem_value_t value,
                                   const cells_places_t *places) {
    layout_truth_t result = known(false);
    for (size_t i = 0; i < places->len; i++)
        result =
            either(o, result, lies_in(o, value, places->data[i].address, places->data[i].size));
    return result;
}

/* Inside of some object, or just behind it. */
static layout_truth_t is_address(const layout_open_t *o, const layout_operand_t *operand) {
    if (!operand->may_be_number) return not(o, equals(o, operand->value, 0));
    return either(o, lies_in_some(o, operand->value, &operand->places),
                  lies_in_some(o, operand->value, &operand->freed));
}

/* No address, or null: an address compares with these the same way wherever it lies. */
static layout_truth_t is_apart(const layout_open_t *o, const layout_operand_t *operand) {
    if (sem_value_is_const(operand->value))
        return known(address_is_apart(o->s->program, operand->value.bits));
    return lies_in(o, operand->value, UINT64_C(0) - 4095, 4095 + 4095);
}

/* Between objects lie LAYOUT_GAP bytes: who is that near belongs to the object. */
static layout_truth_t is_near(const layout_open_t *o, const layout_operand_t *operand,
                              const cells_place_t *place) {
    return lies_in(o, operand->value, place->address - LAYOUT_GAP, place->size + 2 * LAYOUT_GAP);
}

static bool is_same(const cells_place_t *a, const cells_place_t *b) {
    return a->address == b->address && a->object == b->object;
}

static layout_truth_t order_is_open(const layout_open_t *o, const layout_operand_t *a,
                                    const layout_operand_t *b) {
    bool is_one = a->places.len == 1 && b->places.len == 1 && !a->may_be_number &&
                  !b->may_be_number && is_same(&a->places.data[0], &b->places.data[0]);
    if (is_one) return known(false);
    layout_truth_t together = either(o, is_apart(o, a), is_apart(o, b));
    for (size_t i = 0; i < a->places.len; i++)
        for (size_t j = 0; j < b->places.len; j++)
            if (is_same(&a->places.data[i], &b->places.data[j]))
                together = either(
                    o, together,
                    both(o, is_near(o, a, &a->places.data[i]), is_near(o, b, &a->places.data[i])));
    return both(o, either(o, is_address(o, a), is_address(o, b)), not(o, together));
}

/* Labels are no arrays; no two of them are one. */
static bool is_literal(const object_t *object) {
    return object->kind == OBJECT_STRING && object->type->kind == TYPE_ARRAY;
}

/* Could the rest of one literal be the rest of the other? */
static bool end_alike(const object_t *a, uint64_t a_offset, const object_t *b, uint64_t b_offset) {
    static const type_t byte = {.kind = TYPE_INT, .bits = 8, .size = 1, .align = 1};
    if (a->type->size - a_offset != b->type->size - b_offset) return false;
    for (uint64_t i = 0; a_offset + i < a->type->size; i++)
        if (layout_initial_value(a, a_offset + i, &byte) !=
            layout_initial_value(b, b_offset + i, &byte))
            return false;
    return true;
}

static layout_truth_t literals_are_open(const layout_open_t *o, const layout_operand_t *a,
                                        const cells_place_t *p, const layout_operand_t *b,
                                        const cells_place_t *q) {
    layout_truth_t inside = both(o, lies_in(o, a->value, p->address, p->size - 1),
                                 lies_in(o, b->value, q->address, q->size - 1));
    if (inside.term || !inside.holds) return inside;
    return known(
        end_alike(p->object, a->value.bits - p->address, q->object, b->value.bits - q->address));
}

/* One is just behind the object p and the other where q begins. */
static layout_truth_t ends_at(const layout_open_t *o, const layout_operand_t *a,
                              const cells_place_t *p, const layout_operand_t *b,
                              const cells_place_t *q) {
    return both(o, equals(o, a->value, p->address + p->size), equals(o, b->value, q->address));
}

static bool is_late(const configuration_t *c, const cells_place_t *place) {
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].address == place->address) return c->heap[i].is_late;
    return false;
}

/* The memory of what was freed may be given away again: whether the address of a is that of
 * an object that was allocated later is up to malloc. */
static layout_truth_t reuse_is_open(const layout_open_t *o, const layout_operand_t *a,
                                    const layout_operand_t *b) {
    layout_truth_t result = known(false);
    for (size_t i = 0; i < a->freed.len; i++) {
        const cells_place_t *p = &a->freed.data[i];
        layout_truth_t other = known(false);
        for (size_t j = 0; j < b->places.len + b->freed.len; j++) {
            bool is_live = j < b->places.len;
            const cells_place_t *q =
                is_live ? &b->places.data[j] : &b->freed.data[j - b->places.len];
            if (q->object->kind != OBJECT_HEAP || is_same(p, q)) continue;
            if (!is_late(o->c, q) && (is_live || !is_late(o->c, p))) continue;
            other = either(o, other, lies_in(o, b->value, q->address, q->size));
        }
        result = either(o, result, both(o, lies_in(o, a->value, p->address, p->size), other));
    }
    return result;
}

static layout_truth_t equality_is_open(const layout_open_t *o, const layout_operand_t *a,
                                       const layout_operand_t *b) {
    layout_truth_t result = either(o, reuse_is_open(o, a, b), reuse_is_open(o, b, a));
    for (size_t i = 0; i < a->places.len; i++)
        for (size_t j = 0; j < b->places.len; j++) {
            const cells_place_t *p = &a->places.data[i], *q = &b->places.data[j];
            if (is_same(p, q)) continue;
            result = either(o, result, ends_at(o, a, p, b, q));
            result = either(o, result, ends_at(o, b, q, a, p));
            if (is_literal(p->object) && is_literal(q->object))
                result = either(o, result, literals_are_open(o, a, p, b, q));
        }
    return result;
}

/* Any of those that live or were freed. */
static const cells_place_t *nth_place(const layout_operand_t *a, size_t i) {
    return i < a->places.len ? &a->places.data[i] : &a->freed.data[i - a->places.len];
}

/* An address becomes one in another object by adding a number. */
static layout_truth_t move_is_open(const layout_open_t *o, const layout_operand_t *a,
                                   sem_value_t sum) {
    layout_truth_t result = known(false);
    size_t count = a->places.len + a->freed.len;
    for (size_t i = 0; i < count; i++) {
        const cells_place_t *p = nth_place(a, i);
        layout_truth_t begins = lies_in(o, a->value, p->address, p->size), ends = known(false);
        if (!begins.term && !begins.holds) continue;
        for (size_t j = 0; j < count; j++)
            if (j != i)
                ends = either(o, ends,
                              lies_in(o, sum, nth_place(a, j)->address, nth_place(a, j)->size));
        result = either(o, result, both(o, begins, ends));
    }
    return result;
}

static bool read_operand(sem_stepper_t *it, const expr_t *expr, layout_operand_t *operand) {
    const function_t *function = it->edge->from->function;
    address_value_t value = address_value(it->s->program, function, expr);
    access_t access = {.objects = value.objects, .count = value.count};
    operand->may_be_number = value.may_be_number;
    const configuration_t *c = it->base->configuration;
    cells_places(&it->s->cells, c, &access, &operand->places);
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].is_freed && access_includes(&access, c->heap[i].site))
            VEC_PUSH(operand->freed,
                     (cells_place_t){c->heap[i].site, c->heap[i].address, c->heap[i].size});
    return sem_evaluate(&it->actor, expr, &operand->value);
}

static layout_truth_t use_is_open(sem_stepper_t *it, address_use_t use, const expr_t *e) {
    layout_open_t o = {.s = it->s, .c = it->base->configuration, .width = e->a[0]->width};
    layout_operand_t a = {0}, b = {.may_be_number = true};
    bool has_second = e->arity > 1 && e->a[1]->width == o.width;
    layout_truth_t result = known(false);
    sem_value_t sum = {0};
    /* What cannot be evaluated stops in the step itself. */
    if (read_operand(it, e->a[0], &a) && (!has_second || read_operand(it, e->a[1], &b)) &&
        (use != ADDRESS_USE_MOVE || sem_evaluate(&it->actor, e, &sum))) {
        bool a_is_moved = a.places.len + a.freed.len > 0;
        switch (use) {
        case ADDRESS_USE_ORDER: result = order_is_open(&o, &a, &b); break;
        case ADDRESS_USE_EQUAL: result = equality_is_open(&o, &a, &b); break;
        case ADDRESS_USE_MOVE: result = move_is_open(&o, a_is_moved ? &a : &b, sum); break;
        case ADDRESS_USE_SUM: result = both(&o, is_address(&o, &a), is_address(&o, &b)); break;
        default:
            result = is_address(&o, &a);
            if (has_second) result = either(&o, result, is_address(&o, &b));
        }
    }
    VEC_FREE(a.places);
    VEC_FREE(b.places);
    VEC_FREE(a.freed);
    VEC_FREE(b.freed);
    return result;
}

static const char *reason_of(address_use_t use) {
    switch (use) {
    case ADDRESS_USE_ORDER: return "order or distance of addresses in different objects";
    case ADDRESS_USE_EQUAL: return "equality of addresses that depends on where objects lie";
    case ADDRESS_USE_MOVE: return "an offset leads from an object to another";
    default: return "a number computed from an address depends on where objects lie";
    }
}

/* false: it is certain for this expression or one in it. */
static bool look_at(sem_stepper_t *it, const expr_t *e) {
    if (!e) return true;
    for (unsigned i = 0; i < e->arity; i++)
        if (!look_at(it, e->a[i])) return false;
    address_use_t use = address_use(it->s->program, it->edge->from->function, e);
    if (use == ADDRESS_USE_NONE) return true;
    layout_truth_t open = use_is_open(it, use, e);
    if (!open.term && !open.holds) return true;
    if (open.term) sem_state_require(&it->s->next, it->s->terms, open.term);
    sem_step_stop(it, reason_of(use));
    sem_state_copy(&it->s->next, it->base);
    return open.term != NULL;
}

bool sem_step_layout(sem_stepper_t *it) {
    sem_accesses_t *records = it->s->records;
    it->s->records = NULL;
    bool goes_on = look_at(it, it->edge->address) && look_at(it, it->edge->value);
    for (size_t i = 0; i < it->edge->arg_count && goes_on; i++)
        goes_on = look_at(it, it->edge->args[i]);
    it->s->records = records;
    return goes_on && !it->stopped;
}
