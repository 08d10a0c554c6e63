#include "witness/semantics/sem_evaluate.h"

#include "cfa/points_to.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool sem_stop(semantics_t *semantics, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(semantics->reason, sizeof semantics->reason, format, args);
    va_end(args);
    return false;
}

sem_value_t sem_fresh(semantics_t *semantics, variable_t variable, unsigned width) {
    if (!semantics->terms) return sem_value_const(0);
    sort_t sort = {.kind = SORT_BV, .width = (uint8_t)width};
    return (sem_value_t){term_symbol(semantics->terms, sort, variable, ++semantics->fresh), 0};
}

const term_t *semantics_fresh_truth(semantics_t *semantics) {
    /* No variable has this name. */
    return term_symbol(semantics->terms, (sort_t){.kind = SORT_BOOL}, UINT64_MAX,
                       ++semantics->fresh);
}

/* The static object and type behind a cell variable; false for all others. */
static bool static_cell(const semantics_t *semantics, variable_t variable, cells_place_t *place,
                        const type_t **type) {
    if (variable_kind(variable) != VARIABLE_CELL) return false;
    uint64_t address = variable_address(variable);
    if (address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(semantics->program, address);
    if (!object || object->kind == OBJECT_FUNCTION) return false;
    *place = (cells_place_t){object, object->address, object->type->size};
    *type = cells_cell(place, address - object->address, variable_size(variable));
    cells_byte_t byte[CELLS_MAX_BYTES];
    bool is_padding = !*type && variable_size(variable) == 1 &&
                      cells_bytes(place, address - object->address, 1, byte) &&
                      byte[0].cell == variable;
    if (is_padding) *type = type_int(semantics->program->types, 8, false);
    return *type != NULL;
}

static uint64_t static_contents(const cells_place_t *place, const type_t *type,
                                variable_t variable) {
    uint64_t offset = variable_address(variable) - place->address;
    return layout_initial_value(place->object, offset, type) & width_mask(type->bits);
}

bool semantics_constant_cell(const semantics_t *semantics, variable_t variable, uint64_t *value) {
    cells_place_t place;
    const type_t *type;
    if (!static_cell(semantics, variable, &place, &type)) return false;
    if (!place.object->is_constant || place.object->init_unknown) return false;
    *value = static_contents(&place, type, variable);
    return true;
}

bool semantics_peek(const semantics_t *semantics, const sem_state_t *state, variable_t variable,
                    sem_value_t *value) {
    sem_value_t *known = sem_state_find(state, variable);
    if (known) {
        *value = *known;
        return true;
    }
    cells_place_t place;
    const type_t *type;
    if (!static_cell(semantics, variable, &place, &type) || place.object->init_unknown)
        return false;
    if (!state->memory_is_initial && !place.object->is_constant) return false;
    *value = sem_value_const(static_contents(&place, type, variable));
    return true;
}

sem_value_t semantics_read(semantics_t *semantics, sem_state_t *state, variable_t variable) {
    sem_value_t value;
    if (semantics_peek(semantics, state, variable, &value)) return value;
    if (!semantics->terms) return sem_value_const(0);
    value = sem_fresh(semantics, variable, variable_width(semantics->program, variable));
    sem_state_set(state, variable, value); /* so that it reads the same next time */
    return value;
}

static void evaluate_record(const sem_actor_t *actor, variable_t variable, bool is_write,
                            sem_value_t before, sem_value_t after) {
    sem_accesses_t *records = actor->semantics->records;
    if (records) VEC_PUSH(*records, (sem_access_t){variable, is_write, before, after});
}

static bool constant_place(const sem_actor_t *actor, uint64_t address, uint64_t size,
                           cells_place_t *place) {
    semantics_t *s = actor->semantics;
    if (!cells_place_at(&s->cells, actor->state->configuration, address, place))
        return sem_stop(s, "invalid access: no object at address 0x%" PRIx64, address);
    if (size > place->size || address - place->address > place->size - size)
        return sem_stop(
            s, "invalid access: %" PRIu64 " bytes at offset %" PRIu64 " are not inside %s", size,
            address - place->address, place->object->name ? place->object->name : "an object");
    /* What threads share and what may be left out was found by what pointers point to. */
    if (s->program->points_to && !access_includes(&actor->edge->access, place->object))
        return sem_stop(s, "invalid access: to %s by a pointer into another object",
                        place->object->name ? place->object->name : "an object");
    return true;
}

static sem_value_t joined_bytes(semantics_t *s, sem_value_t high, unsigned high_bits,
                                sem_value_t low, unsigned low_bits) {
    if (!low_bits) return high;
    if (!high_bits) return low;
    if (sem_value_is_const(high) && sem_value_is_const(low))
        return sem_value_const(high.bits << low_bits | low.bits);
    return sem_value_of_term(term_bv(s->terms, TERM_CONCAT,
                                     sem_value_term(s->terms, high, high_bits),
                                     sem_value_term(s->terms, low, low_bits)));
}

static sem_value_t some_bytes(semantics_t *s, sem_value_t value, unsigned from, unsigned count) {
    if (sem_value_is_const(value))
        return sem_value_const(value.bits >> (8 * from) & width_mask(8 * count));
    return sem_value_of_term(term_extract(s->terms, value.term, 8 * (from + count) - 1, 8 * from));
}

/* The run of bytes from i on that lie in one cell. */
static unsigned run_of_bytes(const cells_byte_t *bytes, unsigned i, unsigned size) {
    unsigned end = i + 1;
    while (end < size && bytes[end].cell == bytes[i].cell) end++;
    return end - i;
}

/* Reads at a known address inside a place, whatever cells lie there. */
static sem_value_t read_place(const sem_actor_t *actor, const cells_place_t *place,
                              uint64_t address, unsigned size) {
    semantics_t *s = actor->semantics;
    if (cells_cell(place, address - place->address, size)) {
        variable_t cell = variable_cell(address, size);
        sem_value_t value = semantics_read(s, actor->state, cell);
        evaluate_record(actor, cell, false, value, value);
        return value;
    }
    cells_byte_t bytes[CELLS_MAX_BYTES];
    sem_value_t result = sem_value_const(0);
    if (!cells_bytes(place, address - place->address, size, bytes))
        return sem_fresh(s, variable_cell(0, size), 8 * size);
    for (unsigned i = 0, count; i < size; i += count) {
        count = run_of_bytes(bytes, i, size);
        sem_value_t cell = semantics_read(s, actor->state, bytes[i].cell);
        evaluate_record(actor, bytes[i].cell, false, cell, cell);
        sem_value_t part = some_bytes(s, cell, bytes[i].byte, count);
        result = joined_bytes(s, part, 8 * count, result, 8 * i);
    }
    return result;
}

/* The cell with some of its bytes replaced by those of value from at on. */
static sem_value_t with_bytes(semantics_t *s, sem_value_t old, unsigned size, unsigned from,
                              unsigned count, sem_value_t value, unsigned at) {
    sem_value_t result = some_bytes(s, value, at, count);
    if (from) result = joined_bytes(s, result, 8 * count, some_bytes(s, old, 0, from), 8 * from);
    unsigned end = from + count;
    if (end < size)
        result =
            joined_bytes(s, some_bytes(s, old, end, size - end), 8 * (size - end), result, 8 * end);
    return result;
}

static sem_value_t choice(semantics_t *s, const term_t *condition, sem_value_t a, sem_value_t b,
                          unsigned width) {
    if (!condition) return a;
    return sem_value_of_term(term_ite(s->terms, condition, sem_value_term(s->terms, a, width),
                                      sem_value_term(s->terms, b, width)));
}

/* Writes at a known address inside a place, if the condition (NULL: true)
 * holds. enters: cells of unknown contents get entries in the store, else they
 * stay unknown. */
static void write_place(const sem_actor_t *actor, const cells_place_t *place, uint64_t address,
                        unsigned size, sem_value_t value, const term_t *condition, bool enters) {
    semantics_t *s = actor->semantics;
    cells_byte_t bytes[CELLS_MAX_BYTES];
    if (!cells_bytes(place, address - place->address, size, bytes)) return;
    for (unsigned i = 0, count; i < size; i += count) {
        count = run_of_bytes(bytes, i, size);
        variable_t cell = bytes[i].cell;
        uint64_t constant;
        if (semantics_constant_cell(s, cell, &constant)) continue;
        unsigned cell_size = variable_size(cell);
        if (!condition && count == cell_size && !s->records) {
            sem_state_set(actor->state, cell, some_bytes(s, value, i, count));
            continue;
        }
        if (!enters && !actor->state->memory_is_initial && !sem_state_find(actor->state, cell))
            continue;
        sem_value_t old = semantics_read(s, actor->state, cell);
        sem_value_t new = with_bytes(s, old, cell_size, bytes[i].byte, count, value, i);
        if (!condition) evaluate_record(actor, cell, true, old, new);
        sem_state_set(actor->state, cell, choice(s, condition, new, old, 8 * cell_size));
    }
}

/* Behind the cells of an object of unknown size lie others of it, at addresses that
 * other objects may have here. If no other object can be meant, an access there is
 * one outside of all cells; if it cannot meet cells in part either. */
static bool keeps_open_apart(const sem_actor_t *actor) {
    const semantics_t *s = actor->semantics;
    for (size_t i = 0; i < s->places.len; i++)
        if (s->places.data[i].address >= LAYOUT_OPEN_BASE &&
            (s->places.len > 1 || actor->edge->access.mixed))
            return false;
    return true;
}

/* The cells that a dereference at an unknown address may mean. */
static bool possible_cells(const sem_actor_t *actor, uint64_t size) {
    semantics_t *s = actor->semantics;
    VEC_CLEAR(s->places);
    VEC_CLEAR(s->addresses);
    cells_places(&s->cells, actor->state->configuration, &actor->edge->access, &s->places);
    if (!keeps_open_apart(actor))
        return sem_stop(s, "a dereference may mean an object of unknown size, or others");
    if (cells_cells(&s->places, size, actor->edge->access.mixed, SEMANTICS_MAX_CELLS,
                    &s->addresses))
        return true;
    return sem_stop(s, "a dereference may reach more than %d cells", SEMANTICS_MAX_CELLS);
}

static bool is_forgotten(const semantics_t *s, const object_t *object) {
    return s->forgotten && object->kind == OBJECT_GLOBAL && s->forgotten[object->id];
}

/* Of a cell by its address; cells of other than static objects never are. */
static bool is_forgotten_at(const semantics_t *s, uint64_t address) {
    if (!s->forgotten || address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(s->program, address);
    return object && is_forgotten(s, object);
}

static bool evaluate_load(const sem_actor_t *actor, const expr_t *load, sem_value_t *out) {
    semantics_t *s = actor->semantics;
    sem_value_t address;
    if (!sem_evaluate(actor, load->a[0], &address)) return false;
    unsigned size = (unsigned)load->type->size;
    if (sem_value_is_const(address)) {
        cells_place_t place;
        if (!constant_place(actor, address.bits, size, &place)) return false;
        *out = is_forgotten(s, place.object)
                   ? sem_fresh(s, variable_cell(address.bits, size), load->width)
                   : read_place(actor, &place, address.bits, size);
        return true;
    }
    if (!possible_cells(actor, size)) return false;
    /* An address outside all cells, or of a forgotten one, reads an arbitrary
     * value. */
    const term_t *result = sem_fresh(s, variable_cell(0, size), load->width).term;
    for (size_t i = s->addresses.len; i-- > 0;) {
        const term_t *here = term_equal(
            s->terms, address.term, term_const(s->terms, load->a[0]->width, s->addresses.data[i]));
        if (term_is_false(here) || is_forgotten_at(s, s->addresses.data[i])) continue;
        cells_place_t place;
        if (!cells_place_at(&s->cells, actor->state->configuration, s->addresses.data[i], &place))
            continue;
        sem_value_t value = read_place(actor, &place, s->addresses.data[i], size);
        result = term_ite(s->terms, here, sem_value_term(s->terms, value, load->width), result);
    }
    *out = sem_value_of_term(result);
    return true;
}

/* Where a write of this size to an unknown address would go astray. */
static const term_t *stray_writes(const semantics_t *s, const term_t *address, uint64_t size,
                                  bool is_mixed) {
    const term_t *stray = NULL;
    for (size_t i = 0; i < s->places.len; i++) {
        const cells_place_t *place = &s->places.data[i];
        if (place->object->is_constant || place->object->kind == OBJECT_STRING) continue;
        if (is_mixed || cells_has_size(place->object->type, size)) continue;
        unsigned width = address->sort.width;
        const term_t *from = term_const(s->terms, width, place->address);
        const term_t *to = term_const(s->terms, width, place->address + place->size);
        const term_t *inside = term_and(s->terms, term_bv(s->terms, TERM_BVULE, from, address),
                                        term_bv(s->terms, TERM_BVULT, address, to));
        if (!term_is_false(inside)) stray = stray ? term_or(s->terms, stray, inside) : inside;
    }
    return stray;
}

/* Who holds a mutex is not in its bytes, so that they are overwritten while it is held
 * has no meaning here. Its initialisation has an edge of its own. */
static bool spares_mutexes(const sem_actor_t *actor, const cells_place_t *place, uint64_t address,
                           uint64_t size) {
    const configuration_t *c = actor->state->configuration;
    uint64_t mutex_size = actor->semantics->program->pointer_bits == 64 ? 40 : 24;
    if (!c->lock_count || cells_cell(place, address - place->address, size)) return true;
    for (uint32_t i = 0; i < c->lock_count; i++) {
        uint64_t mutex = c->locks[i].address;
        if (mutex - place->address < place->size && address < mutex + mutex_size &&
            mutex < address + size)
            return sem_stop(actor->semantics, "write to the bytes of a mutex that is held");
    }
    return true;
}

bool sem_store(const sem_actor_t *actor, sem_value_t address, uint64_t size, sem_value_t value) {
    semantics_t *s = actor->semantics;
    s->stray = NULL;
    if (sem_value_is_const(address)) {
        cells_place_t place;
        if (!constant_place(actor, address.bits, size, &place)) return false;
        if (place.object->is_constant || place.object->kind == OBJECT_STRING)
            return sem_stop(s, "write to %s, which is constant",
                            place.object->name ? place.object->name : "a string");
        if (!spares_mutexes(actor, &place, address.bits, size)) return false;
        if (is_forgotten(s, place.object)) return true;
        write_place(actor, &place, address.bits, (unsigned)size, value, NULL, true);
        return true;
    }
    if (!possible_cells(actor, size)) return false;
    s->stray = stray_writes(s, address.term, size, actor->edge->access.mixed);
    unsigned address_width = address.term->sort.width;
    /* A cell of unknown contents may stay one: that allows more, never less. But
     * then the write is lost, even where the condition says where it goes. */
    bool enters = s->addresses.len <= SEMANTICS_MAX_ENTERED;
    for (size_t i = 0; i < s->addresses.len; i++) {
        const term_t *here = term_equal(s->terms, address.term,
                                        term_const(s->terms, address_width, s->addresses.data[i]));
        if (term_is_false(here) || is_forgotten_at(s, s->addresses.data[i])) continue;
        cells_place_t place;
        if (!cells_place_at(&s->cells, actor->state->configuration, s->addresses.data[i], &place))
            continue;
        if (!spares_mutexes(actor, &place, s->addresses.data[i], size)) return false;
        write_place(actor, &place, s->addresses.data[i], (unsigned)size, value, here, enters);
    }
    return true;
}

uint64_t sem_object_address(const sem_actor_t *actor, const object_t *object) {
    switch (object->kind) {
    case OBJECT_THREAD: return layout_thread_block(actor->thread) + object->address;
    case OBJECT_LOCAL: return actor->frame->base + object->address;
    default: return object->address;
    }
}

sem_value_t sem_resize(semantics_t *semantics, sem_value_t value, unsigned from, unsigned to) {
    if (sem_value_is_const(value)) return sem_value_const(value.bits & width_mask(to));
    if (from == to) return value;
    return sem_value_of_term(term_resize(semantics->terms, value.term, to, false));
}

/* Truths are terms of sort Bool; where an operator needs bits they become
 * bit-vectors of width 1. */
static const term_t *bits_of(terms_t *terms, const term_t *t) {
    if (t->sort.kind != SORT_BOOL) return t;
    return term_ite(terms, t, term_const(terms, 1, 1), term_const(terms, 1, 0));
}

static const term_t *truth_of(terms_t *terms, const term_t *t) {
    return t->sort.kind == SORT_BOOL ? t : term_equal(terms, t, term_const(terms, 1, 1));
}

static const term_t *apply_resize(terms_t *terms, const expr_t *expr, const term_t *a) {
    bool is_signed = expr->kind == EXPR_SEXT;
    if (a->sort.kind == SORT_BOOL) {
        if (expr->width == 1) return a;
        uint64_t one = is_signed ? width_mask(expr->width) : 1;
        return term_ite(terms, a, term_const(terms, expr->width, one),
                        term_const(terms, expr->width, 0));
    }
    const term_t *t = term_resize(terms, a, expr->width, is_signed);
    return expr->width == 1 ? truth_of(terms, t) : t;
}

static const term_kind_t term_kinds[EXPR_KIND_COUNT] = {
    [EXPR_NOT] = TERM_BVNOT,   [EXPR_NEG] = TERM_BVNEG,   [EXPR_ADD] = TERM_BVADD,
    [EXPR_SUB] = TERM_BVSUB,   [EXPR_MUL] = TERM_BVMUL,   [EXPR_UDIV] = TERM_BVUDIV,
    [EXPR_SDIV] = TERM_BVSDIV, [EXPR_UREM] = TERM_BVUREM, [EXPR_SREM] = TERM_BVSREM,
    [EXPR_SHL] = TERM_BVSHL,   [EXPR_LSHR] = TERM_BVLSHR, [EXPR_ASHR] = TERM_BVASHR,
    [EXPR_AND] = TERM_BVAND,   [EXPR_OR] = TERM_BVOR,     [EXPR_XOR] = TERM_BVXOR,
    [EXPR_ULT] = TERM_BVULT,   [EXPR_ULE] = TERM_BVULE,   [EXPR_SLT] = TERM_BVSLT,
    [EXPR_SLE] = TERM_BVSLE,
};

static const term_kind_t fp_kinds[EXPR_KIND_COUNT] = {
    [EXPR_FADD] = TERM_FPADD,     [EXPR_FSUB] = TERM_FPSUB,     [EXPR_FMUL] = TERM_FPMUL,
    [EXPR_FDIV] = TERM_FPDIV,     [EXPR_FEQ] = TERM_FPEQ,       [EXPR_FLT] = TERM_FPLT,
    [EXPR_FLE] = TERM_FPLE,       [EXPR_FSQRT] = TERM_FPSQRT,   [EXPR_FTRUNC] = TERM_FPTRUNC,
    [EXPR_FFLOOR] = TERM_FPFLOOR, [EXPR_FCEIL] = TERM_FPCEIL,   [EXPR_FRINT] = TERM_FPRINT,
    [EXPR_FCAST] = TERM_FPCAST,   [EXPR_SFLOAT] = TERM_FPSFROM, [EXPR_UFLOAT] = TERM_FPUFROM,
    [EXPR_FSINT] = TERM_FPSTO,    [EXPR_FUINT] = TERM_FPUTO,
};

static const term_t *apply_float(terms_t *terms, const expr_t *expr, const term_t *a,
                                 const term_t *b) {
    term_kind_t kind = fp_kinds[expr->kind];
    if (b) return term_fp(terms, kind, bits_of(terms, a), bits_of(terms, b));
    const term_t *t = term_fp_unary(terms, kind, bits_of(terms, a), expr->width);
    return expr->width == 1 ? truth_of(terms, t) : t;
}

static const term_t *apply_terms(terms_t *terms, const expr_t *expr, const term_t *a,
                                 const term_t *b) {
    if (expr_kind_is_float(expr->kind)) return apply_float(terms, expr, a, b);
    bool on_truths = a->sort.kind == SORT_BOOL;
    switch (expr->kind) {
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: return apply_resize(terms, expr, a);
    case EXPR_EQ: return term_equal(terms, a, b);
    case EXPR_NOT:
        if (on_truths) return term_not(terms, a);
        return term_bv_unary(terms, TERM_BVNOT, a);
    case EXPR_NEG: /* on one bit, -x is x */
        return on_truths ? a : term_bv_unary(terms, TERM_BVNEG, a);
    case EXPR_AND:
        if (on_truths) return term_and(terms, a, b);
        break;
    case EXPR_OR:
        if (on_truths) return term_or(terms, a, b);
        break;
    case EXPR_XOR:
        if (on_truths) return term_not(terms, term_equal(terms, a, b));
        break;
    default: break;
    }
    const term_t *t = term_bv(terms, term_kinds[expr->kind], bits_of(terms, a), bits_of(terms, b));
    return expr->width == 1 ? truth_of(terms, t) : t;
}

static bool evaluate_ite(const sem_actor_t *actor, const expr_t *expr, sem_value_t *out) {
    sem_value_t condition, a, b;
    if (!sem_evaluate(actor, expr->a[0], &condition)) return false;
    if (sem_value_is_const(condition))
        return sem_evaluate(actor, expr->a[condition.bits ? 1 : 2], out);
    if (!sem_evaluate(actor, expr->a[1], &a) || !sem_evaluate(actor, expr->a[2], &b)) return false;
    *out = sem_apply(actor->semantics, expr, (sem_value_t[]){condition, a, b});
    return true;
}

/* Floating point is computed with integers here: the exploration lets the
 * machine do it. */
static uint64_t apply_constants(const expr_t *expr, unsigned width, uint64_t a, uint64_t b) {
    if (expr_kind_is_float(expr->kind))
        return term_fp_value(fp_kinds[expr->kind], expr->width, width, a, b);
    return expr_apply(expr->kind, expr->width, width, a, b, 0);
}

static sem_value_t apply_choice(semantics_t *s, const expr_t *expr, const sem_value_t *v) {
    if (sem_value_is_const(v[0])) return v[v[0].bits ? 1 : 2];
    return sem_value_of_term(term_ite(s->terms, v[0].term,
                                      sem_value_term(s->terms, v[1], expr->width),
                                      sem_value_term(s->terms, v[2], expr->width)));
}

sem_value_t sem_apply(semantics_t *s, const expr_t *expr, const sem_value_t *v) {
    if (expr->kind == EXPR_ITE) return apply_choice(s, expr, v);
    bool has_two = expr->arity > 1;
    unsigned width = expr->a[0]->width;
    if (sem_value_is_const(v[0]) && (!has_two || sem_value_is_const(v[1])))
        return sem_value_const(apply_constants(expr, width, v[0].bits, has_two ? v[1].bits : 0));
    const term_t *a = sem_value_term(s->terms, v[0], width);
    const term_t *b = has_two ? sem_value_term(s->terms, v[1], expr->a[1]->width) : NULL;
    return sem_value_of_term(apply_terms(s->terms, expr, a, b));
}

/* The object of unknown size in whose surroundings an address lies. */
static const heap_object_t *open_object_around(const sem_actor_t *actor, uint64_t address) {
    const configuration_t *c = actor->state->configuration;
    if (address < LAYOUT_OPEN_BASE) return NULL;
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].is_open && address >= c->heap[i].address &&
            address - c->heap[i].address < LAYOUT_OPEN_DISTANCE)
            return &c->heap[i];
    return NULL;
}

/* Objects of unknown size may be larger than the room around them: who comes from one
 * into another object by an offset would be inside of the first one. The difference
 * of two addresses is a number, and may look like a static address. */
static bool leaves_open_object(const sem_actor_t *actor, const expr_t *expr, uint64_t from,
                               uint64_t to) {
    const heap_object_t *left = open_object_around(actor, from);
    const heap_object_t *reached = open_object_around(actor, to);
    cells_place_t place;
    if (!left || left == reached) return false;
    if (reached) return expr->kind == EXPR_ADD || expr->kind == EXPR_SUB;
    return expr->kind == EXPR_ADD &&
           cells_place_at(&actor->semantics->cells, actor->state->configuration, to, &place);
}

static bool evaluate_operator(const sem_actor_t *actor, const expr_t *expr, sem_value_t *out) {
    sem_value_t v[2] = {{NULL, 0}, {NULL, 0}};
    for (unsigned i = 0; i < expr->arity; i++)
        if (!sem_evaluate(actor, expr->a[i], &v[i])) return false;
    *out = sem_apply(actor->semantics, expr, v);
    if (sem_value_is_const(v[0]) && sem_value_is_const(v[1]) &&
        (leaves_open_object(actor, expr, v[0].bits, out->bits) ||
         leaves_open_object(actor, expr, v[1].bits, out->bits)))
        return sem_stop(actor->semantics,
                        "an offset leads from an object of unknown size to another");
    return true;
}

bool sem_evaluate(const sem_actor_t *actor, const expr_t *expr, sem_value_t *out) {
    semantics_t *s = actor->semantics;
    switch (expr->kind) {
    case EXPR_CONST: *out = sem_value_const(expr->value); return true;
    case EXPR_REG:
        *out = semantics_read(
            s, actor->state,
            variable_reg(actor->thread, actor->depth, actor->frame->node->function, expr->reg));
        return true;
    case EXPR_ADDR: *out = sem_value_const(sem_object_address(actor, expr->object)); return true;
    case EXPR_SELF: *out = sem_value_const(actor->thread); return true;
    case EXPR_LOAD: return evaluate_load(actor, expr, out);
    case EXPR_ITE: return evaluate_ite(actor, expr, out);
    default: return evaluate_operator(actor, expr, out);
    }
}
