/* What holds at the end of a block from the start of main, for a proof. */

#include "cpa/core/memory.h"
#include "cpa/predicate/block.h"

static bool add_cell(void *context, uint64_t address, const type_t *type) {
    description_t *out = context;
    VEC_PUSH(out->bindings, (binding_t){variable_cell(address, (unsigned)type->size), 0});
    return true;
}

/* Every variable that has a known value, initial if it is static and was not
 * written. */
static void bind_known(blocks_t *blocks, const program_t *program, const focus_t *focus,
                       const block_t *block, const configuration_t *where, description_t *out) {
    size_t first = out->bindings.len, kept = first;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->is_constant || object->init_unknown || !focus_has(focus, object)) continue;
        if (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_THREAD)
            memory_object_cells(object, memory_address(where, 0, object), object->type->size,
                                add_cell, out);
    }
    for (size_t i = 0; i < block->count; i++)
        if (!block_is_input(block->items[i].variable))
            VEC_PUSH(out->bindings, (binding_t){block->items[i].variable, 0});
    for (size_t i = first; i < out->bindings.len; i++) {
        binding_t binding = out->bindings.data[i];
        const term_t *value = block_value(blocks, block, binding.variable);
        if (value->kind != TERM_CONST) continue;
        binding.value = value->value;
        out->bindings.data[kept++] = binding;
    }
    out->bindings.len = kept;
}

typedef struct {
    blocks_t *blocks;
    const block_t *block;
    bool is_lost; /* some symbol is held by no variable any more */
} holders_t;

/* A variable that has the value of the symbol at the end of the block; NULL: the
 * one that had it at the start, or none. */
static const term_t *holder_of(void *context, const term_t *symbol) {
    holders_t *holders = context;
    const block_t *block = holders->block;
    bool is_changed = block_is_input(symbol->value);
    for (size_t i = 0; i < block->count; i++) {
        const block_item_t *item = &block->items[i];
        if (block_is_input(item->variable)) continue;
        if (item->value == symbol) return block_symbol(holders->blocks, item->variable);
        is_changed |= item->variable == symbol->value;
    }
    holders->is_lost |= is_changed;
    return NULL;
}

bool block_is_described(blocks_t *blocks, terms_t *terms, const block_t *block) {
    block = block_forget_inputs(blocks, block, BLOCK_ALL_THREADS);
    holders_t holders = {.blocks = blocks, .block = block};
    term_substitute(terms, block->condition, holder_of, &holders);
    return !holders.is_lost;
}

/* The condition, as far as variables hold what it speaks of, and which variables
 * hold the same. */
const term_t *block_describe(blocks_t *blocks, terms_t *terms, const program_t *program,
                             const focus_t *focus, const block_t *block,
                             const configuration_t *where, description_t *out) {
    term_vec_t conjuncts = {0};
    holders_t holders = {.blocks = blocks, .block = block};
    const term_t *formula = term_true(terms);
    REQUIRE(block->from_start);
    bind_known(blocks, program, focus, block, where, out);
    term_conjuncts(terms, block->condition, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++) {
        holders.is_lost = false;
        const term_t *held = term_substitute(terms, conjuncts.data[i], holder_of, &holders);
        if (!holders.is_lost) formula = term_and(terms, formula, held);
    }
    for (size_t i = 0; i < block->count; i++) {
        const block_item_t *item = &block->items[i];
        if (item->value->kind != TERM_SYMBOL || block_is_input(item->variable)) continue;
        formula = term_and(terms, formula,
                           term_equal(terms, block_symbol(blocks, item->variable),
                                      holder_of(&holders, item->value)));
    }
    VEC_FREE(conjuncts);
    return formula;
}
