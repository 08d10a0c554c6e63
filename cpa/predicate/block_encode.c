#include "cpa/predicate/block_encode.h"

#include "cpa/core/memory.h"

#include <string.h>

const term_t *encode_read(encoding_t *e, variable_t variable) {
    const term_t *value = block_find_item(e->blocks->items.data, e->blocks->items.len, variable);
    return value ? value : block_start_value(e->blocks, e->from->from_start, variable);
}

void encode_write(encoding_t *e, variable_t variable, const term_t *value) {
    size_t i = block_lower_bound(e->blocks->items.data, e->blocks->items.len, variable);
    if (i == e->blocks->items.len || e->blocks->items.data[i].variable != variable) {
        VEC_PUSH(e->blocks->items, (block_item_t){0});
        memmove(&e->blocks->items.data[i + 1], &e->blocks->items.data[i],
                (e->blocks->items.len - 1 - i) * sizeof *e->blocks->items.data);
        e->blocks->items.data[i].variable = variable;
    }
    e->blocks->items.data[i].value = value;
}

void encode_constraint(encoding_t *e, const term_t *condition) {
    e->condition = term_and(e->terms, e->condition, condition);
}

/* Inputs: numbered per thread and edge within the block. The number of times
 * the edge was taken is kept as an item of the block. */
static uint64_t input_tag(const step_t *step) {
    return VARIABLE_INPUT_KIND << 62 | (uint64_t)step->thread << 52 |
           (uint64_t)step->edge->id << 28;
}

static uint64_t occurrences(const block_item_t *items, size_t count, uint64_t tag) {
    const term_t *seen = block_find_item(items, count, tag);
    return seen ? seen->value : 0;
}

static const term_t *input_symbol(terms_t *terms, uint64_t tag, uint64_t occurrence,
                                  uint64_t offset, unsigned width) {
    sort_t sort = {.kind = SORT_BV, .width = (uint8_t)width};
    REQUIRE(occurrence < UINT32_MAX && offset < (1u << 28));
    return term_symbol(terms, sort, tag | offset, (uint32_t)occurrence);
}

const term_t *block_input(blocks_t *blocks, const block_t *before, const step_t *step,
                          uint64_t offset, const type_t *type) {
    uint64_t tag = input_tag(step);
    return input_symbol(blocks->terms, tag, occurrences(before->items, before->count, tag), offset,
                        type->bits);
}

const term_t *encode_input(encoding_t *e, uint64_t offset, const type_t *type) {
    uint64_t tag = input_tag(e->step);
    uint64_t occurrence = occurrences(e->from->items, e->from->count, tag);
    const term_t *symbol = input_symbol(e->terms, tag, occurrence, offset, type->bits);
    encode_write(e, tag, term_const(e->terms, 32, occurrence + 1));
    if (type->kind == TYPE_BOOL)
        encode_constraint(e, term_bv(e->terms, TERM_BVULE, symbol, term_const(e->terms, 8, 1)));
    return symbol;
}

/* The offsets lie above those of cells. */
const term_t *encode_unknown(encoding_t *e, const type_t *type) {
    const type_t *bits = type_int(e->blocks->program->types, type->bits, false);
    return encode_input(e, (UINT64_C(1) << 27) + e->unknown_loads++, bits);
}

typedef struct {
    encoding_t *e;
    unsigned size;
    const term_t *address, *value, *unknown;
} access_cases_t;

static const term_t *bytes_of(terms_t *terms, const term_t *value, unsigned from, unsigned count) {
    return term_extract(terms, value, 8 * (from + count) - 1, 8 * from);
}

/* high before low; NULL: nothing */
static const term_t *joined(terms_t *terms, const term_t *high, const term_t *low) {
    return !high ? low : !low ? high : term_bv(terms, TERM_CONCAT, high, low);
}

/* What lies at an address, from the cells there; unknown: what everything
 * outside of objects holds. */
static const term_t *load_parts(encoding_t *e, uint64_t address, unsigned size,
                                const term_t *unknown) {
    memory_parts_t parts;
    if (!memory_parts(e->blocks->program, e->step->before, address, size, &parts)) return unknown;
    const term_t *result = NULL;
    for (unsigned i = 0; i < parts.count; i++) {
        const memory_part_t *part = &parts.at[i];
        const term_t *bytes =
            bytes_of(e->terms, encode_read(e, part->cell), part->from, part->count);
        result = joined(e->terms, bytes, result);
    }
    return result;
}

/* Writes value to the cells at an address, if the condition holds. */
static void store_parts(encoding_t *e, uint64_t address, unsigned size, const term_t *value,
                        const term_t *condition) {
    memory_parts_t parts;
    if (!memory_parts(e->blocks->program, e->step->before, address, size, &parts)) return;
    for (unsigned i = 0; i < parts.count; i++) {
        const memory_part_t *part = &parts.at[i];
        const term_t *old = encode_read(e, part->cell);
        unsigned behind = part->cell_size - part->from - part->count;
        const term_t *low = part->from ? bytes_of(e->terms, old, 0, part->from) : NULL;
        const term_t *high =
            behind ? bytes_of(e->terms, old, part->cell_size - behind, behind) : NULL;
        const term_t *new = joined(e->terms, bytes_of(e->terms, value, part->at, part->count), low);
        new = joined(e->terms, high, new);
        encode_write(e, part->cell, term_ite(e->terms, condition, new, old));
    }
}

static const term_t *is_at(const access_cases_t *cases, uint64_t address) {
    const encoding_t *e = cases->e;
    return term_equal(e->terms, cases->address,
                      term_const(e->terms, e->blocks->program->pointer_bits, address));
}

static bool load_case(void *context, uint64_t address) {
    access_cases_t *cases = context;
    encoding_t *e = cases->e;
    if (!focus_has_address(e->blocks->focus, address)) return true;
    const term_t *here = is_at(cases, address);
    if (term_is_false(here)) return true;
    const term_t *there = load_parts(e, address, cases->size, cases->unknown);
    cases->value = term_ite(e->terms, here, there, cases->value);
    return true;
}

static bool store_case(void *context, uint64_t address) {
    access_cases_t *cases = context;
    if (!focus_has_address(cases->e->blocks->focus, address)) return true;
    const term_t *here = is_at(cases, address);
    if (!term_is_false(here)) store_parts(cases->e, address, cases->size, cases->value, here);
    return true;
}

static const block_fix_t *find_fix(const encoding_t *e, const term_t *address) {
    for (size_t i = 0; i < e->blocks->fix_count; i++)
        if (e->blocks->fixes[i].address == address) return &e->blocks->fixes[i];
    return NULL;
}

/* The address that an access is taken to go to; *is_outside: to no object. */
static const term_t *settle_address(encoding_t *e, const term_t *address, unsigned size,
                                    bool *is_outside) {
    *is_outside = false;
    if (address->kind == TERM_CONST) return address;
    const block_fix_t *fix = find_fix(e, address);
    if (fix && fix->is_outside) {
        *is_outside = true;
    } else if (fix) {
        const term_t *to = term_const(e->terms, address->sort.width, fix->to);
        encode_constraint(e, term_equal(e->terms, address, to));
        return to;
    } else if (!e->blocks->open_address) {
        e->blocks->open_address = address;
        e->blocks->open_size = size;
    }
    return address;
}

/* A load from an address outside of every object, or from one that is forgotten,
 * gives an arbitrary value. */
static const term_t *encode_load(encoding_t *e, const term_t *address, const type_t *type) {
    const program_t *program = e->blocks->program;
    variable_t cell;
    uint64_t constant;
    unsigned size = (unsigned)type->size;
    bool is_outside;
    address = settle_address(e, address, size, &is_outside);
    if (address->kind == TERM_CONST) {
        if (memory_constant(program, address->value, type, &constant))
            return term_const(e->terms, type->bits, constant);
        if (focus_has_address(e->blocks->focus, address->value) &&
            memory_cell(program, e->step->before, address->value, type->size, &cell))
            return encode_read(e, cell);
        const term_t *unknown = encode_unknown(e, type);
        if (!focus_has_address(e->blocks->focus, address->value)) return unknown;
        return load_parts(e, address->value, size, unknown);
    }
    const term_t *unknown = encode_unknown(e, type);
    if (is_outside) return unknown;
    access_cases_t cases = {e, size, address, unknown, unknown};
    memory_candidates(program, e->step->before, e->step->edge, size, load_case, &cases);
    return cases.value;
}

void encode_store(encoding_t *e, const term_t *address, const type_t *type, const term_t *value) {
    const program_t *program = e->blocks->program;
    unsigned size = (unsigned)type->size;
    variable_t cell;
    bool is_outside;
    address = settle_address(e, address, size, &is_outside);
    if (is_outside) return;
    if (address->kind == TERM_CONST) {
        if (!focus_has_address(e->blocks->focus, address->value)) return;
        if (memory_cell(program, e->step->before, address->value, type->size, &cell))
            encode_write(e, cell, value);
        else
            store_parts(e, address->value, size, value, term_true(e->terms));
        return;
    }
    access_cases_t cases = {e, size, address, value, NULL};
    memory_candidates(program, e->step->before, e->step->edge, size, store_case, &cases);
}

variable_t encode_reg(const encoding_t *e, reg_t reg) {
    return variable_own_reg(e->step->before, e->step->thread, reg);
}

const term_t *encode_expr(encoding_t *e, const expr_t *expr) {
    switch (expr->kind) {
    case EXPR_CONST:
        if (expr->width == 1) return term_bool(e->terms, expr->value);
        return term_const(e->terms, expr->width, expr->value);
    case EXPR_REG: return encode_read(e, encode_reg(e, expr->reg));
    case EXPR_ADDR:
        return term_const(e->terms, expr->width,
                          memory_address(e->step->before, e->step->thread, expr->object));
    case EXPR_SELF: return term_const(e->terms, expr->width, e->step->thread);
    case EXPR_LOAD: return encode_load(e, encode_expr(e, expr->a[0]), expr->type);
    default: break;
    }
    const term_t *a[3] = {NULL};
    for (unsigned i = 0; i < expr->arity; i++) a[i] = encode_expr(e, expr->a[i]);
    return expr_term_apply(e->terms, expr, a);
}
