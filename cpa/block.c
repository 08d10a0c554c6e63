#include "cpa/block.h"

#include "cfa/layout.h"
#include "cfa/live.h"
#include "cpa/memory.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

struct blocks {
    const program_t *program;
    terms_t *terms;
    arena_t *arena;
    intern_t table;
    uint32_t count;
    const focus_t *focus; /* NULL: nothing is forgotten */
    block_known_t known;
    void *known_context;
    const block_fix_t *fixes;
    size_t fix_count;
    const term_t *open_address;
    unsigned open_size;
    map64_t choices; /* ids of two merged blocks -> number of the choice */
    VEC(block_item_t) items; /* the block being built */
    term_vec_t left, right, common; /* conditions being merged */
};

/* The size of a condition up to which a block is plain. */
enum { PLAIN_CONDITION = 24 };

typedef struct {
    bool from_start;
    const term_t *condition;
    const block_item_t *items;
    size_t count;
} block_key_t;

static bool same_block(const void *in_table, const void *key) {
    const block_t *block = in_table;
    const block_key_t *k = key;
    return block->condition == k->condition && block->from_start == k->from_start &&
           block->count == k->count &&
           (!k->count || !memcmp(block->items, k->items, k->count * sizeof *k->items));
}

blocks_t *blocks_new(const program_t *program, terms_t *terms) {
    blocks_t *blocks = mem_zalloc(sizeof *blocks);
    blocks->program = program;
    blocks->terms = terms;
    blocks->arena = arena_new();
    intern_init(&blocks->table, same_block);
    return blocks;
}

void blocks_delete(blocks_t *blocks) {
    if (!blocks) return;
    intern_free(&blocks->table);
    VEC_FREE(blocks->items);
    VEC_FREE(blocks->left);
    VEC_FREE(blocks->right);
    VEC_FREE(blocks->common);
    map64_free(&blocks->choices);
    arena_delete(blocks->arena);
    mem_free(blocks);
}

size_t blocks_bytes(const blocks_t *blocks) {
    return arena_bytes(blocks->arena);
}

void blocks_focus(blocks_t *blocks, const focus_t *focus) {
    blocks->focus = focus;
}

void blocks_know(blocks_t *blocks, block_known_t known, void *context) {
    blocks->known = known;
    blocks->known_context = context;
}

void blocks_fix(blocks_t *blocks, const block_fix_t *fixes, size_t count) {
    blocks->fixes = fixes;
    blocks->fix_count = count;
}

const term_t *blocks_open_address(const blocks_t *blocks, unsigned *size) {
    *size = blocks->open_size;
    return blocks->open_address;
}

/* Has the term, written out, at most so many nodes? */
static bool is_small(const term_t *term, unsigned *nodes) {
    if (!*nodes) return false;
    --*nodes;
    for (size_t i = 0; i < term->arity; i++)
        if (!is_small(term->a[i], nodes)) return false;
    return true;
}

static const block_t *intern_block(blocks_t *blocks, bool from_start, const term_t *condition,
                                   const block_item_t *items, size_t count) {
    block_key_t key = {from_start, condition, items, count};
    uint64_t hash = hash_mix(condition->id, from_start);
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash, items[i].variable * 31 + items[i].value->id);
    block_t *block = intern_find(&blocks->table, hash, &key);
    if (block) return block;
    block = arena_alloc(blocks->arena, sizeof *block + count * sizeof *items);
    block->id = blocks->count++;
    block->count = (uint32_t)count;
    block->from_start = from_start;
    block->condition = condition;
    if (count) memcpy(block->items, items, count * sizeof *items);
    block->is_plain = true;
    for (size_t i = 0; block->is_plain && i < count; i++)
        block->is_plain = items[i].value->kind == TERM_CONST || items[i].value->kind == TERM_SYMBOL;
    unsigned nodes = PLAIN_CONDITION;
    block->is_plain = block->is_plain && is_small(condition, &nodes);
    intern_add(&blocks->table, hash, block);
    return block;
}

const block_t *block_empty(blocks_t *blocks, bool from_start) {
    return intern_block(blocks, from_start, term_true(blocks->terms), NULL, 0);
}

const block_t *block_of(blocks_t *blocks, const term_t *condition, const block_item_t *items,
                        size_t count) {
    return intern_block(blocks, false, condition, items, count);
}

static size_t lower_bound(const block_item_t *items, size_t count, variable_t variable) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (items[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const term_t *find_item(const block_item_t *items, size_t count, variable_t variable) {
    size_t i = lower_bound(items, count, variable);
    return i < count && items[i].variable == variable ? items[i].value : NULL;
}

const term_t *block_symbol(blocks_t *blocks, variable_t variable) {
    sort_t sort = {.kind = SORT_BV, .width = (uint8_t)variable_width(blocks->program, variable)};
    return term_symbol(blocks->terms, sort, variable, 0);
}

/* The object of a cell of static storage, or of main's _Thread_local storage, and
 * the cell's offset in it; NULL: another cell. */
static const object_t *initial_object(const program_t *program, uint64_t address,
                                      uint64_t *offset) {
    if (address < LAYOUT_STACK_BASE) {
        const object_t *object = layout_static_at(program, address);
        if (object) *offset = address - object->address;
        return object;
    }
    *offset = address - layout_thread_block(0);
    if (*offset >= program->thread_block_size) return NULL;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD || *offset < object->address ||
            *offset - object->address >= object->type->size)
            continue;
        *offset -= object->address;
        return object;
    }
    return NULL;
}

/* A variable that the block has not changed. */
static const term_t *start_value(blocks_t *blocks, bool from_start, variable_t variable) {
    if (from_start && variable_kind(variable) == VARIABLE_CELL) {
        uint64_t offset;
        const object_t *object =
            initial_object(blocks->program, variable_address(variable), &offset);
        if (object && !object->init_unknown) {
            const type_t *type =
                type_int(blocks->program->types, variable_size(variable) * 8, false);
            uint64_t value = layout_initial_value(object, offset, type);
            return term_const(blocks->terms, variable_size(variable) * 8, value);
        }
    }
    uint64_t known;
    if (!from_start && blocks->known && blocks->known(blocks->known_context, variable, &known))
        return term_const(blocks->terms, variable_width(blocks->program, variable), known);
    return block_symbol(blocks, variable);
}

const term_t *block_value(blocks_t *blocks, const block_t *block, variable_t variable) {
    const term_t *value = find_item(block->items, block->count, variable);
    return value ? value : start_value(blocks, block->from_start, variable);
}

typedef struct {
    blocks_t *blocks;
    const block_t *block;
} end_context_t;

static const term_t *end_of_symbol(void *context, const term_t *symbol) {
    end_context_t *end = context;
    if (block_is_input(symbol->value)) return NULL;
    return block_value(end->blocks, end->block, symbol->value);
}

const term_t *block_end(blocks_t *blocks, const block_t *block, const term_t *term) {
    if (!block->count && !block->from_start) return term;
    end_context_t end = {blocks, block};
    return term_substitute(blocks->terms, term, end_of_symbol, &end);
}

/* A step being encoded. */
typedef struct {
    blocks_t *blocks;
    terms_t *terms;
    const block_t *from;
    const step_t *step;
    const term_t *condition;
    uint64_t unknown_loads; /* in this step */
} encoding_t;

static const term_t *read_variable(encoding_t *e, variable_t variable) {
    const term_t *value = find_item(e->blocks->items.data, e->blocks->items.len, variable);
    return value ? value : start_value(e->blocks, e->from->from_start, variable);
}

static void write_variable(encoding_t *e, variable_t variable, const term_t *value) {
    size_t i = lower_bound(e->blocks->items.data, e->blocks->items.len, variable);
    if (i == e->blocks->items.len || e->blocks->items.data[i].variable != variable) {
        VEC_PUSH(e->blocks->items, (block_item_t){0});
        memmove(&e->blocks->items.data[i + 1], &e->blocks->items.data[i],
                (e->blocks->items.len - 1 - i) * sizeof *e->blocks->items.data);
        e->blocks->items.data[i].variable = variable;
    }
    e->blocks->items.data[i].value = value;
}

static void constrain(encoding_t *e, const term_t *condition) {
    e->condition = term_and(e->terms, e->condition, condition);
}

/* Inputs: numbered per thread and edge within the block. The number of times
 * the edge was taken is kept as an item of the block. */
static uint64_t input_tag(const step_t *step) {
    return VARIABLE_INPUT_KIND << 62 | (uint64_t)step->thread << 52 |
           (uint64_t)step->edge->id << 28;
}

static uint64_t occurrences(const block_item_t *items, size_t count, uint64_t tag) {
    const term_t *seen = find_item(items, count, tag);
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

static const term_t *fresh_input(encoding_t *e, uint64_t offset, const type_t *type) {
    uint64_t tag = input_tag(e->step);
    uint64_t occurrence = occurrences(e->from->items, e->from->count, tag);
    const term_t *symbol = input_symbol(e->terms, tag, occurrence, offset, type->bits);
    write_variable(e, tag, term_const(e->terms, 32, occurrence + 1));
    if (type->kind == TYPE_BOOL)
        constrain(e, term_bv(e->terms, TERM_BVULE, symbol, term_const(e->terms, 8, 1)));
    return symbol;
}

/* What a load gives whose contents are not known: each load something else. The
 * offsets lie above those of cells. */
static const term_t *unknown_contents(encoding_t *e, const type_t *type) {
    const type_t *bits = type_int(e->blocks->program->types, type->bits, false);
    return fresh_input(e, (UINT64_C(1) << 27) + e->unknown_loads++, bits);
}

static const term_t *encode(encoding_t *e, const expr_t *expr);

typedef struct {
    encoding_t *e;
    const object_t *object; /* _Thread_local */
    uint64_t base;
    unsigned thread;
} entered_t;

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
            bytes_of(e->terms, read_variable(e, part->cell), part->from, part->count);
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
        const term_t *old = read_variable(e, part->cell);
        unsigned behind = part->cell_size - part->from - part->count;
        const term_t *low = part->from ? bytes_of(e->terms, old, 0, part->from) : NULL;
        const term_t *high =
            behind ? bytes_of(e->terms, old, part->cell_size - behind, behind) : NULL;
        const term_t *new = joined(e->terms, bytes_of(e->terms, value, part->at, part->count), low);
        new = joined(e->terms, high, new);
        write_variable(e, part->cell, term_ite(e->terms, condition, new, old));
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
        constrain(e, term_equal(e->terms, address, to));
        return to;
    } else if (!e->blocks->open_address) {
        e->blocks->open_address = address;
        e->blocks->open_size = size;
    }
    return address;
}

/* A load from an address outside of every object, or from one that is forgotten,
 * gives an arbitrary value. */
static const term_t *load(encoding_t *e, const term_t *address, const type_t *type) {
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
            return read_variable(e, cell);
        const term_t *unknown = unknown_contents(e, type);
        if (!focus_has_address(e->blocks->focus, address->value)) return unknown;
        return load_parts(e, address->value, size, unknown);
    }
    const term_t *unknown = unknown_contents(e, type);
    if (is_outside) return unknown;
    access_cases_t cases = {e, size, address, unknown, unknown};
    memory_candidates(program, e->step->before, e->step->edge, size, load_case, &cases);
    return cases.value;
}

static void store(encoding_t *e, const term_t *address, const type_t *type, const term_t *value) {
    const program_t *program = e->blocks->program;
    unsigned size = (unsigned)type->size;
    variable_t cell;
    bool is_outside;
    address = settle_address(e, address, size, &is_outside);
    if (is_outside) return;
    if (address->kind == TERM_CONST) {
        if (!focus_has_address(e->blocks->focus, address->value)) return;
        if (memory_cell(program, e->step->before, address->value, type->size, &cell))
            write_variable(e, cell, value);
        else
            store_parts(e, address->value, size, value, term_true(e->terms));
        return;
    }
    access_cases_t cases = {e, size, address, value, NULL};
    memory_candidates(program, e->step->before, e->step->edge, size, store_case, &cases);
}

static variable_t reg_variable(const encoding_t *e, reg_t reg) {
    const thread_t *t = &e->step->before->threads[e->step->thread];
    return variable_reg(e->step->thread, t->frame_count - 1,
                        t->frames[t->frame_count - 1].node->function, reg);
}

/* Width 1 is Boolean in formulas. */
static const term_t *as_bits(terms_t *terms, const term_t *t) {
    if (t->sort.kind != SORT_BOOL) return t;
    return term_ite(terms, t, term_const(terms, 1, 1), term_const(terms, 1, 0));
}

static const term_t *as_truth(terms_t *terms, const term_t *t) {
    return t->sort.kind == SORT_BOOL ? t : term_equal(terms, t, term_const(terms, 1, 1));
}

static const term_t *encode_truth(encoding_t *e, const expr_t *expr, const term_t *const *a) {
    terms_t *terms = e->terms;
    const term_t *x = as_truth(terms, a[0]), *y = expr->arity > 1 ? as_truth(terms, a[1]) : NULL;
    switch (expr->kind) {
    case EXPR_NOT: return term_not(terms, x);
    case EXPR_AND: return term_and(terms, x, y);
    case EXPR_OR: return term_or(terms, x, y);
    case EXPR_XOR: return term_not(terms, term_equal(terms, x, y));
    case EXPR_EQ: return term_equal(terms, x, y);
    case EXPR_ITE: return term_ite(terms, x, y, as_truth(terms, a[2]));
    default: return NULL;
    }
}

static const term_kind_t bv_kinds[EXPR_KIND_COUNT] = {
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

/* Integers of one bit are none of C's, but conversions take any width. */
static const term_t *encode_float(encoding_t *e, const expr_t *expr, const term_t *const *a) {
    term_kind_t kind = fp_kinds[expr->kind];
    const term_t *x = as_bits(e->terms, a[0]);
    if (expr->arity == 2) return term_fp(e->terms, kind, x, a[1]);
    const term_t *result = term_fp_unary(e->terms, kind, x, expr->width);
    return expr->width == 1 ? as_truth(e->terms, result) : result;
}

static const term_t *encode_operator(encoding_t *e, const expr_t *expr) {
    terms_t *terms = e->terms;
    const term_t *a[3] = {NULL};
    for (unsigned i = 0; i < expr->arity; i++) a[i] = encode(e, expr->a[i]);
    if (expr_kind_is_float(expr->kind)) return encode_float(e, expr, a);
    bool truth_args = expr->a[expr->arity - 1]->width == 1;
    if (truth_args) {
        const term_t *truth = encode_truth(e, expr, a);
        if (truth) return truth;
    }
    switch (expr->kind) {
    case EXPR_ITE: return term_ite(terms, as_truth(terms, a[0]), a[1], a[2]);
    case EXPR_EQ: return term_equal(terms, a[0], a[1]);
    case EXPR_ZEXT:
    case EXPR_SEXT:
        if (expr->a[0]->width == 1) {
            uint64_t ones = expr->kind == EXPR_SEXT ? UINT64_MAX : 1;
            return term_ite(terms, as_truth(terms, a[0]), term_const(terms, expr->width, ones),
                            term_const(terms, expr->width, 0));
        }
        return term_resize(terms, a[0], expr->width, expr->kind == EXPR_SEXT);
    case EXPR_TRUNC: {
        const term_t *low = term_resize(terms, a[0], expr->width, false);
        return expr->width == 1 ? as_truth(terms, low) : low;
    }
    default: break;
    }
    const term_t *x = as_bits(terms, a[0]), *y = a[1] ? as_bits(terms, a[1]) : NULL;
    const term_t *result = y ? term_bv(terms, bv_kinds[expr->kind], x, y)
                             : term_bv_unary(terms, bv_kinds[expr->kind], x);
    return expr->width == 1 ? as_truth(terms, result) : result;
}

static const term_t *encode(encoding_t *e, const expr_t *expr) {
    switch (expr->kind) {
    case EXPR_CONST:
        if (expr->width == 1) return term_bool(e->terms, expr->value);
        return term_const(e->terms, expr->width, expr->value);
    case EXPR_REG: return read_variable(e, reg_variable(e, expr->reg));
    case EXPR_ADDR:
        return term_const(e->terms, expr->width,
                          memory_address(e->step->before, e->step->thread, expr->object));
    case EXPR_SELF: return term_const(e->terms, expr->width, e->step->thread);
    case EXPR_LOAD: return load(e, encode(e, expr->a[0]), expr->type);
    default: return encode_operator(e, expr);
    }
}

static void assign_target(encoding_t *e, const term_t *value) {
    if (e->step->edge->target != NO_REG)
        write_variable(e, reg_variable(e, e->step->edge->target), value);
}

static bool havoc_cell(void *context, uint64_t address, const type_t *type) {
    encoding_t *e = context;
    uint64_t base = memory_address(e->step->before, e->step->thread, e->step->edge->object);
    write_variable(e, variable_cell(address, (unsigned)type->size),
                   fresh_input(e, address - base, type));
    return true;
}

static bool clear_cell(void *context, uint64_t address, const type_t *type) {
    encoding_t *e = context;
    write_variable(e, variable_cell(address, (unsigned)type->size),
                   fresh_input(e, address - e->step->outcome, type));
    return true;
}

static void encode_call(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    unsigned depth = step->before->threads[step->thread].frame_count;
    if (step->after->unsupported) return;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        write_variable(e, variable_reg(step->thread, depth, edge->callee, (reg_t)i),
                       encode(e, edge->args[i]));
}

/* Without a value the exit value is arbitrary, not that of the thread that had
 * the number before. */
static void end_thread(encoding_t *e, const term_t *value) {
    const program_t *program = e->blocks->program;
    if (!value) value = fresh_input(e, 0, type_int(program->types, program->pointer_bits, false));
    write_variable(e, variable_exit(e->step->thread), value);
}

static void encode_return(encoding_t *e) {
    const step_t *step = e->step;
    const thread_t *t = &step->before->threads[step->thread];
    const edge_t *call = t->frames[t->frame_count - 1].call;
    if (!step->edge->value) {
        if (!call) end_thread(e, NULL);
        return;
    }
    const term_t *value = encode(e, step->edge->value);
    if (call && call->target != NO_REG) {
        const function_t *caller = t->frames[t->frame_count - 2].node->function;
        write_variable(e, variable_reg(step->thread, t->frame_count - 2, caller, call->target),
                       value);
    } else if (!call && step->thread != 0) {
        end_thread(e, value);
    }
}

static bool enter_cell(void *context, uint64_t address, const type_t *type) {
    const entered_t *entered = context;
    encoding_t *e = entered->e;
    write_variable(
        e, variable_cell(address, (unsigned)type->size),
        entered->object->init_unknown
            ? fresh_input(e, address - layout_thread_block(entered->thread), type)
            : term_const(e->terms, type->bits,
                         layout_initial_value(entered->object, address - entered->base, type)));
    return true;
}

/* _Thread_local objects begin anew with every thread, also where an earlier thread
 * had the number. */
static void enter_thread(encoding_t *e, unsigned thread) {
    const program_t *program = e->blocks->program;
    for (size_t i = 0; program->thread_block_size && i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD) continue;
        entered_t entered = {e, object, layout_thread_block(thread) + object->address, thread};
        memory_object_cells(object, entered.base, object->type->size, enter_cell, &entered);
    }
}

static void encode_create(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    if (step->after->unsupported) return;
    enter_thread(e, (unsigned)step->outcome);
    if (edge->value && edge->callee->param_count)
        write_variable(e, variable_reg((unsigned)step->outcome, 0, edge->callee, 0),
                       encode(e, edge->value));
    if (edge->address)
        store(e, encode(e, edge->address), edge->type,
              term_const(e->terms, edge->type->bits, step->outcome));
}

static void encode_operand(encoding_t *e) {
    const step_t *step = e->step;
    const expr_t *operand = step->edge->address ? step->edge->address : step->edge->value;
    if (!step->assumes) return;
    constrain(e, term_equal(e->terms, encode(e, operand),
                            term_const(e->terms, operand->width, step->operand)));
}

/* For the target of a step whose value does not matter. */
static const term_t *any_value(encoding_t *e) {
    const program_t *program = e->blocks->program;
    unsigned width = variable_width(program, reg_variable(e, e->step->edge->target));
    return fresh_input(e, 0, type_int(program->types, width, false));
}

static void encode_edge(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    encode_operand(e);
    switch (edge->kind) {
    case EDGE_ATOMIC_BEGIN:
        if (!edge->value) return;
        __attribute__((fallthrough));
    case EDGE_ASSUME: constrain(e, as_truth(e->terms, encode(e, edge->value))); return;
    case EDGE_ASSIGN:
        assign_target(e, step->is_simplified ? any_value(e) : encode(e, edge->value));
        return;
    case EDGE_STORE:
        store(e, encode(e, edge->address), edge->type,
              step->is_simplified ? unknown_contents(e, edge->type) : encode(e, edge->value));
        return;
    case EDGE_HAVOC: assign_target(e, fresh_input(e, 0, edge->type)); return;
    case EDGE_HAVOC_OBJECT:
        if (!focus_has(e->blocks->focus, edge->object)) return;
        memory_object_cells(edge->object, memory_address(step->before, step->thread, edge->object),
                            edge->object->type->size, havoc_cell, e);
        return;
    case EDGE_CALL: encode_call(e); return;
    case EDGE_RETURN: encode_return(e); return;
    case EDGE_THREAD_EXIT: end_thread(e, edge->value ? encode(e, edge->value) : NULL); return;
    case EDGE_THREAD_CREATE: encode_create(e); return;
    case EDGE_THREAD_JOIN:
        if (!step->after->unsupported)
            assign_target(e, read_variable(e, variable_exit((unsigned)step->operand)));
        return;
    case EDGE_TRYLOCK: assign_target(e, term_const(e->terms, 32, step->outcome)); return;
    case EDGE_HEAP_SIZE:
        if (step->after->unsupported) return;
        assign_target(e, term_const(e->terms, e->blocks->program->pointer_bits, step->outcome));
        return;
    case EDGE_ALLOC:
        if (step->after->unsupported) return;
        memory_object_cells(edge->object, step->outcome, step->operand, clear_cell, e);
        assign_target(e, term_const(e->terms, e->blocks->program->pointer_bits, step->outcome));
        return;
    default: return;
    }
}

/* Does the thread still have the register, and may it read it before it writes it? */
static bool is_live(const thread_t *t, variable_t v) {
    unsigned depth = variable_depth(v);
    if (t->status != THREAD_RUNNING || depth >= t->frame_count) return false;
    const node_t *node = t->frames[depth].node;
    return node->function->id == variable_function(v) && live_at(node, variable_reg_number(v));
}

/* Forgets the registers that the thread cannot read any more: no one will ask what
 * they are, and blocks that differ in nothing else are equal. */
static void drop_dead(blocks_t *blocks, const step_t *step) {
    const configuration_t *after = step->after;
    static const thread_t gone = {.status = THREAD_ENDED};
    const thread_t *t = step->thread < after->thread_count ? &after->threads[step->thread] : &gone;
    block_item_t *items = blocks->items.data;
    size_t end = blocks->items.len;
    size_t i = lower_bound(items, end, (uint64_t)step->thread << 52), kept = i;
    for (; i < end && items[i].variable >> 52 == step->thread; i++)
        if (is_live(t, items[i].variable)) items[kept++] = items[i];
    if (kept == i) return;
    memmove(&items[kept], &items[i], (end - i) * sizeof *items);
    blocks->items.len -= i - kept;
}

const term_t *block_operand(blocks_t *blocks, const block_t *block, const step_t *step) {
    encoding_t e = {blocks, blocks->terms, block, step, block->condition, 0};
    VEC_CLEAR(blocks->items);
    for (uint32_t i = 0; i < block->count; i++) VEC_PUSH(blocks->items, block->items[i]);
    return encode(&e, step->edge->value);
}

const block_t *block_step(blocks_t *blocks, const block_t *block, const step_t *step) {
    encoding_t e = {blocks, blocks->terms, block, step, block->condition, 0};
    VEC_CLEAR(blocks->items);
    VEC_RESERVE(blocks->items, block->count + 4);
    if (block->count) memcpy(blocks->items.data, block->items, block->count * sizeof *block->items);
    blocks->items.len = block->count;
    blocks->open_address = NULL;
    encode_edge(&e);
    if (term_is_false(e.condition)) return NULL;
    /* Behind the end nothing is read. */
    if (step->after->has_exited)
        return intern_block(blocks, block->from_start, term_true(blocks->terms), NULL, 0);
    drop_dead(blocks, step);
    return intern_block(blocks, block->from_start, e.condition, blocks->items.data,
                        blocks->items.len);
}

/* Values of one variable in two blocks; an input counter takes the larger. */
static const term_t *merge_value(blocks_t *blocks, variable_t variable, const term_t *choice,
                                 const term_t *a, const term_t *b) {
    if (a == b) return a;
    if (block_is_input(variable)) return a->value > b->value ? a : b;
    return term_ite(blocks->terms, choice, a, b);
}

/* The same merge gets the same symbol, so that what was computed for a block is
 * found again when the exploration comes by once more. */
static const term_t *choice_between(blocks_t *blocks, const block_t *a, const block_t *b) {
    uint64_t key = (uint64_t)a->id << 32 | b->id, number;
    if (!map64_get(&blocks->choices, key, &number)) {
        number = blocks->choices.len + 1;
        map64_put(&blocks->choices, key, number);
    }
    sort_t sort = {.kind = SORT_BOOL};
    return term_symbol(blocks->terms, sort, VARIABLE_INPUT_KIND << 62, (uint32_t)number);
}

const term_t *block_choice_at(terms_t *terms, const term_t *choice, uint64_t place) {
    return term_symbol(terms, choice->sort, VARIABLE_INPUT_KIND << 62 | (place + 1), choice->index);
}

static int by_id(const void *a, const void *b) {
    const term_t *x = *(const term_t *const *)a, *y = *(const term_t *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static void sorted_conjuncts(terms_t *terms, const term_t *term, term_vec_t *out) {
    VEC_CLEAR(*out);
    term_conjuncts(terms, term, out);
    if (out->len) qsort(out->data, out->len, sizeof *out->data, by_id);
}

/* Either condition; what both say does not depend on the choice. */
static const term_t *merge_conditions(blocks_t *blocks, const term_t *choice, const term_t *a,
                                      const term_t *b) {
    terms_t *terms = blocks->terms;
    term_vec_t *left = &blocks->left, *right = &blocks->right, *common = &blocks->common;
    if (a == b) return a;
    sorted_conjuncts(terms, a, left);
    sorted_conjuncts(terms, b, right);
    VEC_CLEAR(*common);
    size_t i = 0, j = 0, in_left = 0, in_right = 0;
    while (i < left->len || j < right->len) {
        if (j == right->len || (i < left->len && left->data[i]->id < right->data[j]->id)) {
            left->data[in_left++] = left->data[i++];
        } else if (i == left->len || right->data[j]->id < left->data[i]->id) {
            right->data[in_right++] = right->data[j++];
        } else {
            VEC_PUSH(*common, left->data[i++]);
            j++;
        }
    }
    VEC_PUSH(*common, term_ite(terms, choice, term_and_n(terms, left->data, in_left),
                               term_and_n(terms, right->data, in_right)));
    return term_and_n(terms, common->data, common->len);
}

const block_t *block_merge(blocks_t *blocks, const block_t *a, const block_t *b,
                           const term_t **choice) {
    REQUIRE(a->from_start == b->from_start);
    *choice = NULL;
    if (a == b) return a;
    *choice = choice_between(blocks, a, b);
    VEC_CLEAR(blocks->items);
    size_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        variable_t v = i == a->count                                 ? b->items[j].variable
                       : j == b->count                               ? a->items[i].variable
                       : a->items[i].variable < b->items[j].variable ? a->items[i].variable
                                                                     : b->items[j].variable;
        bool in_a = i < a->count && a->items[i].variable == v;
        bool in_b = j < b->count && b->items[j].variable == v;
        const term_t *value;
        if (block_is_input(v) && (!in_a || !in_b))
            value = in_a ? a->items[i].value : b->items[j].value;
        else
            value = merge_value(blocks, v, *choice,
                                in_a ? a->items[i].value : start_value(blocks, a->from_start, v),
                                in_b ? b->items[j].value : start_value(blocks, b->from_start, v));
        VEC_PUSH(blocks->items, (block_item_t){v, value});
        i += in_a;
        j += in_b;
    }
    const term_t *condition = merge_conditions(blocks, *choice, a->condition, b->condition);
    return intern_block(blocks, a->from_start, condition, blocks->items.data, blocks->items.len);
}
