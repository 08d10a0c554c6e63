#include "cpa/predicate/block_internal.h"

#include "cfa/layout.h"

#include <string.h>

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

const block_t *block_intern(blocks_t *blocks, bool from_start, const term_t *condition,
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
    return block_intern(blocks, from_start, term_true(blocks->terms), NULL, 0);
}

const block_t *block_of(blocks_t *blocks, const term_t *condition, const block_item_t *items,
                        size_t count) {
    return block_intern(blocks, false, condition, items, count);
}

size_t block_lower_bound(const block_item_t *items, size_t count, variable_t variable) {
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

const term_t *block_find_item(const block_item_t *items, size_t count, variable_t variable) {
    size_t i = block_lower_bound(items, count, variable);
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
const term_t *block_start_value(blocks_t *blocks, bool from_start, variable_t variable) {
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
    const term_t *value = block_find_item(block->items, block->count, variable);
    return value ? value : block_start_value(blocks, block->from_start, variable);
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
