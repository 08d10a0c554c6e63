#include "refine/path.h"

#include "cfa/layout.h"
#include "cpa/core/memory.h"
#include "cpa/predicate/block_merge.h"
#include "util/hash.h"

#include <stdlib.h>

void path_to(const arg_node_t *node, path_choice_t choose, void *context, path_t *out) {
    const arg_link_t *link = node->parents;
    while (link) {
        /* Links are newest first: each choice is between one link and all older. */
        while (link->next_parent && !(choose && link->choice && choose(context, link)))
            link = link->next_parent;
        VEC_PUSH(*out, link);
        link = link->parent_link;
    }
    for (size_t i = 0, j = out->len; i + 1 < j; i++) {
        j--;
        const arg_link_t *first = out->data[i];
        out->data[i] = out->data[j];
        out->data[j] = first;
    }
}

static void need_symbols(terms_t *terms, const term_t *term, map64_t *needed, term_vec_t *scratch) {
    VEC_CLEAR(*scratch);
    term_symbols(terms, term, scratch);
    for (size_t i = 0; i < scratch->len; i++) map64_put(needed, scratch->data[i]->id, 1);
}

typedef struct {
    blocks_t *blocks;
    const block_t *before;
    step_t step;
    uint32_t index;
    solver_t *solver;
    trace_t *trace;
    const map64_t *used; /* symbols that the condition of the path speaks about */
    uint64_t base;
} input_reader_t;

static bool read_input(void *context, uint64_t address, const type_t *type) {
    input_reader_t *reader = context;
    const term_t *symbol =
        block_input(reader->blocks, reader->before, &reader->step, address - reader->base, type);
    uint64_t one;
    /* Any value will do, and 0 is what replay takes: an array has many cells. */
    if (reader->step.edge->kind != EDGE_HAVOC && !map64_get(reader->used, symbol->id, &one))
        return true;
    const term_t *value = solver_evaluate(reader->solver, symbol);
    VEC_PUSH(reader->trace->inputs,
             (trace_input_t){reader->index, address - reader->base, value->value});
    return true;
}

static void read_inputs(input_reader_t *reader) {
    const edge_t *edge = reader->step.edge;
    if (edge->kind == EDGE_HAVOC) {
        reader->base = 0;
        read_input(reader, 0, edge->type);
    } else if (edge->kind == EDGE_HAVOC_OBJECT) {
        reader->base = memory_address(reader->step.before, reader->step.thread, edge->object);
        memory_object_cells(edge->object, reader->base, edge->object->type->size, read_input,
                            reader);
    } else if (edge->kind == EDGE_ALLOC && !reader->step.after->unsupported) {
        reader->base = reader->step.outcome;
        memory_object_cells(edge->object, reader->base, reader->step.operand, read_input, reader);
    }
}

/* Contents of objects that are defined elsewhere. */
static void read_memory(terms_t *terms, const program_t *program, const block_t *block,
                        solver_t *solver, trace_t *trace) {
    term_vec_t symbols = {0};
    term_symbols(terms, block->condition, &symbols);
    for (size_t i = 0; i < symbols.len; i++) {
        variable_t v = symbols.data[i]->value;
        if (block_is_input(v) || variable_kind(v) != VARIABLE_CELL) continue;
        const object_t *object = layout_static_at(program, variable_address(v));
        if (!object || !object->init_unknown) continue;
        const term_t *value = solver_evaluate(solver, symbols.data[i]);
        VEC_PUSH(trace->memory,
                 (trace_memory_t){variable_address(v), variable_size(v), value->value});
    }
    VEC_FREE(symbols);
}

static void fill_trace(const path_t *path, const block_t *const *before, blocks_t *blocks,
                       solver_t *solver, const map64_t *used, trace_t *trace) {
    for (size_t i = 0; i < path->len; i++) {
        const arg_link_t *link = path->data[i];
        VEC_PUSH(trace->steps, (trace_step_t){link->thread, link->edge});
        input_reader_t reader = {
            .blocks = blocks,
            .before = before[i],
            .step = arg_step(link),
            .index = (uint32_t)i,
            .solver = solver,
            .trace = trace,
            .used = used,
        };
        read_inputs(&reader);
    }
}

static bool is_open_allocation(const arg_link_t *link) {
    return link->edge->kind == EDGE_ALLOC && !link->child->configuration->unsupported &&
           link->outcome >= LAYOUT_OPEN_BASE;
}

/* Allocations of unknown size are given one that the replay has room for and that,
 * if possible, has all cells that the path may have used. The solver may be left with
 * one more frame. */
static void choose_sizes(const path_t *path, const block_t *const *before, blocks_t *blocks,
                         terms_t *terms, solver_t *solver) {
    enum { LARGEST = 0x10000 };
    const term_t *fits = term_true(terms), *has_all = fits;
    for (size_t i = 0; i < path->len; i++) {
        if (!is_open_allocation(path->data[i])) continue;
        step_t step = arg_step(path->data[i]);
        const term_t *size = block_operand(blocks, before[i], &step);
        unsigned width = size->sort.width;
        const term_t *cells = term_const(terms, width, step.operand);
        const term_t *largest = term_const(terms, width, LARGEST);
        has_all = term_and(terms, has_all, term_bv(terms, TERM_BVULE, cells, size));
        fits = term_and(terms, fits, term_bv(terms, TERM_BVULE, size, largest));
    }
    if (term_is_true(fits)) return;
    const term_t *wishes[] = {term_and(terms, fits, has_all), fits, term_true(terms)};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        solver_push(solver);
        solver_assert(solver, wishes[i]);
        if (solver_check(solver, NULL, 0) == SOLVER_SAT) return;
        solver_pop(solver);
    }
}

solver_answer_t path_solve(const path_t *path, const race_t *race, blocks_t *blocks, terms_t *terms,
                           solver_t *solver, const program_t *program, trace_t *trace) {
    const block_t **before = mem_alloc((path->len + 1) * sizeof *before);
    const block_t *block = block_empty(blocks, true);
    for (size_t i = 0; block && i < path->len; i++) {
        before[i] = block;
        step_t step = arg_step(path->data[i]);
        block = block_step(blocks, block, &step);
    }
    solver_answer_t answer = SOLVER_UNSAT;
    size_t depth = solver->depth;
    if (block) {
        solver_push(solver);
        solver_assert(solver, block->condition);
        if (race)
            solver_assert(solver, block_meeting(blocks, block, VEC_TOP(*path)->child->configuration,
                                                &race->meeting));
        answer = solver_check(solver, NULL, 0);
        if (answer == SOLVER_SAT && trace) {
            map64_t used = {0};
            term_vec_t symbols = {0};
            need_symbols(terms, block->condition, &used, &symbols);
            choose_sizes(path, before, blocks, terms, solver);
            fill_trace(path, before, blocks, solver, &used, trace);
            read_memory(terms, program, block, solver, trace);
            VEC_FREE(symbols);
            map64_free(&used);
        }
        while (solver->depth > depth) solver_pop(solver);
    }
    mem_free(before);
    return answer;
}

/* Renaming a block's symbols to those of its place in the path. */
typedef struct {
    terms_t *terms;
    blocks_t *blocks;
    map64_t versions;  /* variable -> index of the symbol that holds it now; absent: 1 */
    map64_t inputs;    /* (symbol id) -> index within the current block */
    uint32_t input_count;
    size_t place; /* of the block in the path */
} path_renaming_t;

static const term_t *rename_symbol(void *context, const term_t *symbol) {
    path_renaming_t *r = context;
    uint64_t index = 1;
    if (symbol->sort.kind == SORT_BOOL) return block_choice_at(r->terms, symbol, r->place);
    if (block_is_input(symbol->value)) {
        if (!map64_get(&r->inputs, symbol->id, &index)) {
            index = ++r->input_count;
            map64_put(&r->inputs, symbol->id, index);
        }
    } else {
        map64_get(&r->versions, symbol->value, &index);
    }
    return term_symbol(r->terms, symbol->sort, symbol->value, (uint32_t)index);
}

typedef struct {
    const term_t *condition;
    VEC(const term_t *) symbols; /* as the block leaves them */
    VEC(const term_t *) values;
} renamed_block_t;

static void rename_block(path_renaming_t *r, const block_t *block, size_t number,
                         renamed_block_t *out) {
    map64_clear(&r->inputs);
    r->place = number;
    out->condition = term_substitute(r->terms, block->condition, rename_symbol, r);
    for (uint32_t i = 0; i < block->count; i++) {
        const block_item_t *item = &block->items[i];
        if (block_is_input(item->variable)) continue;
        sort_t sort = item->value->sort;
        VEC_PUSH(out->symbols, term_symbol(r->terms, sort, item->variable, (uint32_t)number + 2));
        VEC_PUSH(out->values, term_substitute(r->terms, item->value, rename_symbol, r));
    }
    for (uint32_t i = 0; i < block->count; i++)
        if (!block_is_input(block->items[i].variable))
            map64_put(&r->versions, block->items[i].variable, number + 2);
}

/* Only what is read later is said, from the last block back to the first. */
static const term_t *needed_part(terms_t *terms, const renamed_block_t *block, map64_t *needed,
                                 term_vec_t *scratch) {
    term_vec_t conjuncts = {0};
    uint64_t one;
    VEC_PUSH(conjuncts, block->condition);
    for (size_t i = 0; i < block->symbols.len; i++)
        if (map64_get(needed, block->symbols.data[i]->id, &one))
            VEC_PUSH(conjuncts, term_equal(terms, block->symbols.data[i], block->values.data[i]));
    const term_t *part = term_and_n(terms, conjuncts.data, conjuncts.len);
    need_symbols(terms, part, needed, scratch);
    VEC_FREE(conjuncts);
    return part;
}

/* What later blocks read of static memory that no block had changed. */
static const term_t *initial_memory(terms_t *terms, blocks_t *blocks, const block_path_t *path) {
    const block_t *start = block_empty(blocks, true);
    term_vec_t symbols = {0}, conjuncts = {0};
    for (size_t k = 1; k < path->count; k++) {
        VEC_CLEAR(symbols);
        term_symbols(terms, path->parts[k], &symbols);
        for (size_t i = 0; i < symbols.len; i++) {
            const term_t *symbol = symbols.data[i];
            if (symbol->index != 1 || symbol->sort.kind != SORT_BV || block_is_input(symbol->value))
                continue;
            const term_t *value = block_value(blocks, start, symbol->value);
            if (term_is_value(value)) VEC_PUSH(conjuncts, term_equal(terms, symbol, value));
        }
    }
    const term_t *result = term_and_n(terms, conjuncts.data, conjuncts.len);
    VEC_FREE(symbols);
    VEC_FREE(conjuncts);
    return result;
}

/* The abstraction states from first (NULL: the start of main) to last. */
static void list_abstractions(const abstraction_t *first, const abstraction_t *last, size_t extra,
                              block_path_t *out) {
    size_t count = 0;
    for (const abstraction_t *a = last; a != first && a->previous; a = a->previous) count++;
    *out = (block_path_t){
        .count = count,
        .abstractions = mem_alloc((count + 1) * sizeof *out->abstractions),
        .parts = mem_zalloc((count + extra + 1) * sizeof *out->parts),
    };
    const abstraction_t *at = last;
    for (size_t k = count + 1; k-- > 0; at = at->previous) out->abstractions[k] = at;
}

/* after: what is said of the last state, as a part of its own, or NULL. */
static void build(const abstraction_t *first, const abstraction_t *last, const term_t *after,
                  blocks_t *blocks, terms_t *terms, block_path_t *out) {
    list_abstractions(first, last, after != NULL, out);
    size_t count = out->count;
    path_renaming_t r = {.terms = terms, .blocks = blocks};
    renamed_block_t *renamed = mem_zalloc((count + 1) * sizeof *renamed);
    for (size_t k = 0; k < count; k++)
        rename_block(&r, out->abstractions[k + 1]->block, k, &renamed[k]);
    map64_t needed = {0};
    term_vec_t scratch = {0};
    if (after) {
        map64_clear(&r.inputs);
        r.place = count;
        out->parts[count] = term_substitute(terms, after, rename_symbol, &r);
        need_symbols(terms, out->parts[count], &needed, &scratch);
        out->count++;
    }
    for (size_t k = count; k-- > 0;)
        out->parts[k] = needed_part(terms, &renamed[k], &needed, &scratch);
    if (count && !out->abstractions[0]->previous)
        out->parts[0] = term_and(terms, out->parts[0], initial_memory(terms, blocks, out));
    for (size_t k = 0; k < count; k++) {
        VEC_FREE(renamed[k].symbols);
        VEC_FREE(renamed[k].values);
    }
    mem_free(renamed);
    map64_free(&needed);
    map64_free(&r.versions);
    map64_free(&r.inputs);
    VEC_FREE(scratch);
}

void block_path_build(const abstraction_t *last, const term_t *after, blocks_t *blocks,
                      terms_t *terms, block_path_t *out) {
    build(NULL, last, after, blocks, terms, out);
}

void block_path_between(const abstraction_t *first, const abstraction_t *last, const term_t *before,
                        const term_t *after, blocks_t *blocks, terms_t *terms, block_path_t *out) {
    REQUIRE(first != last);
    build(first, last, after, blocks, terms, out);
    path_renaming_t r = {.terms = terms, .blocks = blocks};
    out->parts[0] =
        term_and(terms, out->parts[0], term_substitute(terms, before, rename_symbol, &r));
}

void block_path_free(block_path_t *path) {
    mem_free(path->abstractions);
    mem_free(path->parts);
    *path = (block_path_t){0};
}
