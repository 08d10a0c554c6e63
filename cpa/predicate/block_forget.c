/* Inputs that nothing depends on any more. */

#include "cfa/expr.h"
#include "cpa/predicate/block_internal.h"

/* Symbols of one edge differ in these bits, and in their index. */
enum { OFFSET_BITS = 28 };

typedef struct {
    terms_t *terms;
    uint32_t thread;
    term_vec_t conjuncts; /* of the condition */
    term_vec_t subjects;  /* of each: the input that alone it speaks of, or NULL */
    map64_t used;         /* symbols that have to stay */
    map64_t edges;        /* tags of edges some of whose inputs stay */
    term_vec_t scratch;
} input_forgetting_t;

static bool is_used(const input_forgetting_t *f, const term_t *symbol) {
    uint64_t one;
    return map64_get(&f->used, symbol->id, &one);
}

static void use_symbols(input_forgetting_t *f, const term_t *term) {
    VEC_CLEAR(f->scratch);
    term_symbols(f->terms, term, &f->scratch);
    for (size_t i = 0; i < f->scratch.len; i++) {
        map64_put(&f->used, f->scratch.data[i]->id, 1);
        map64_put(&f->edges, f->scratch.data[i]->value >> OFFSET_BITS, 1);
    }
}

static bool is_own(const input_forgetting_t *f, uint64_t tag) {
    return block_is_input(tag) &&
           (f->thread == BLOCK_ALL_THREADS || block_input_thread(tag) == f->thread);
}

static const term_t *subject_of(input_forgetting_t *f, const term_t *term) {
    VEC_CLEAR(f->scratch);
    term_symbols(f->terms, term, &f->scratch);
    if (f->scratch.len != 1) return NULL;
    const term_t *symbol = f->scratch.data[0];
    /* Choices between paths have such tags too, but are truth values: paths need them. */
    return is_own(f, symbol->value) && symbol->sort.kind == SORT_BV ? symbol : NULL;
}

typedef struct {
    const term_t *symbol, *value;
} example_t;

static const term_t *example_of(void *context, const term_t *symbol) {
    const example_t *example = context;
    return symbol == example->symbol ? example->value : NULL;
}

/* Do all conditions on the input hold if it has this value? */
static bool is_example(const input_forgetting_t *f, const term_t *symbol, uint64_t value) {
    unsigned width = symbol->sort.width;
    example_t example = {symbol, term_const(f->terms, width, value & width_mask(width))};
    for (size_t i = 0; i < f->conjuncts.len; i++)
        if (f->subjects.data[i] == symbol &&
            !term_is_true(term_substitute(f->terms, f->conjuncts.data[i], example_of, &example)))
            return false;
    return true;
}

static bool has_example_in(const input_forgetting_t *f, const term_t *symbol, const term_t *term) {
    if (term->kind == TERM_CONST)
        return is_example(f, symbol, term->value) || is_example(f, symbol, term->value + 1) ||
               is_example(f, symbol, term->value - 1);
    for (size_t i = 0; i < term->arity; i++)
        if (has_example_in(f, symbol, term->a[i])) return true;
    return false;
}

/* Is it sure that some value fulfils all conditions on the input? Those at and next to the
 * constants that it is compared with are tried. */
static bool has_example(const input_forgetting_t *f, const term_t *symbol) {
    for (size_t i = 0; i < f->conjuncts.len; i++)
        if (f->subjects.data[i] == symbol && has_example_in(f, symbol, f->conjuncts.data[i]))
            return true;
    return false;
}

/* Leaves the conjuncts that have to stay. */
static void forget_conditions(input_forgetting_t *f, const block_t *block) {
    term_conjuncts(f->terms, block->condition, &f->conjuncts);
    for (size_t i = 0; i < block->count; i++)
        if (!block_is_input(block->items[i].variable)) use_symbols(f, block->items[i].value);
    for (size_t i = 0; i < f->conjuncts.len; i++) {
        VEC_PUSH(f->subjects, subject_of(f, f->conjuncts.data[i]));
        if (!f->subjects.data[i]) use_symbols(f, f->conjuncts.data[i]);
    }
    size_t kept = 0;
    for (size_t i = 0; i < f->conjuncts.len; i++) {
        const term_t *subject = f->subjects.data[i];
        if (subject && !is_used(f, subject) && !has_example(f, subject)) use_symbols(f, subject);
    }
    for (size_t i = 0; i < f->conjuncts.len; i++)
        if (!f->subjects.data[i] || is_used(f, f->subjects.data[i]))
            f->conjuncts.data[kept++] = f->conjuncts.data[i];
    f->conjuncts.len = kept;
}

/* Inputs of an edge are counted from 0 again if none of them stays. */
static void forget_counters(input_forgetting_t *f, blocks_t *blocks, const block_t *block) {
    VEC_CLEAR(blocks->items);
    for (size_t i = 0; i < block->count; i++) {
        uint64_t tag = block->items[i].variable, one;
        if (!is_own(f, tag) || map64_get(&f->edges, tag >> OFFSET_BITS, &one))
            VEC_PUSH(blocks->items, block->items[i]);
    }
}

const block_t *block_forget_inputs(blocks_t *blocks, const block_t *block, uint32_t thread) {
    input_forgetting_t f = {.terms = blocks->terms, .thread = thread};
    bool has_inputs = false;
    for (size_t i = 0; !has_inputs && i < block->count; i++)
        has_inputs = is_own(&f, block->items[i].variable);
    if (!has_inputs) return block;
    forget_conditions(&f, block);
    forget_counters(&f, blocks, block);
    if (blocks->items.len < block->count)
        block = block_intern(blocks, block->from_start,
                             term_and_n(f.terms, f.conjuncts.data, f.conjuncts.len),
                             blocks->items.data, blocks->items.len);
    VEC_FREE(f.conjuncts);
    VEC_FREE(f.subjects);
    VEC_FREE(f.scratch);
    map64_free(&f.used);
    map64_free(&f.edges);
    return block;
}
