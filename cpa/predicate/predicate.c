#include "cpa/predicate/predicate.h"

#include "cfa/live.h"
#include "cpa/core/memory.h"
#include "cpa/predicate/block_merge.h"
#include "util/hash.h"

#include <string.h>

enum { HEAD_BITS = 20, MOST_HEADS = (1 << HEAD_BITS) - 1 };

typedef struct predicate {
    cpa_t cpa;
    terms_t *terms;
    abstractor_t *abstractor;
    stats_t *stats;
    predicate_options_t options;
    uint32_t most_rounds; /* loop heads in a block that is not plain, so far */
    bool met_loops;
    blocks_t *blocks;
    const focus_t *focus; /* NULL: nothing is forgotten */
    arena_t *arena;
    intern_t parts;
    uint64_t instances;
    predicate_precision_t *precision;
    map64_t abstractions; /* hash of (start formula, block, predicates) -> cache entries */
    predicates_t chosen, ends;
    predicates_t *facts; /* candidates where everybody stands; NULL: none */
    bool has_excluded;
} predicate_t;

/* Parts inside a block are interned: equal steps to equal parts are one. */
static bool same_part(const void *in_table, const void *key) {
    const predicate_part_t *a = in_table, *b = key;
    return a->abstraction == b->abstraction && a->block == b->block && a->steps == b->steps &&
           a->heads == b->heads;
}

static part_t intern_part(predicate_t *p, const abstraction_t *abstraction, const block_t *block,
                          uint32_t steps, uint32_t heads) {
    predicate_part_t key = {abstraction, block, steps, heads};
    uint64_t hash =
        hash_mix(hash_mix(abstraction->instance, block->id), (uint64_t)heads << 32 | steps);
    predicate_part_t *part = intern_find(&p->parts, hash, &key);
    if (part) return part;
    part = ARENA_NEW(p->arena, predicate_part_t);
    *part = key;
    intern_add(&p->parts, hash, part);
    return part;
}

static part_t new_abstraction(predicate_t *p, abstraction_t contents) {
    abstraction_t *abstraction = ARENA_NEW(p->arena, abstraction_t);
    *abstraction = contents;
    abstraction->instance = ++p->instances;
    return intern_part(p, abstraction, block_empty(p->blocks, !contents.previous), 0, 0);
}

static part_t predicate_initial(cpa_t *cpa, const configuration_t *start) {
    predicate_t *p = (predicate_t *)cpa;
    return new_abstraction(p, (abstraction_t){.formula = term_true(p->terms), .where = start});
}

/* Has the thread that moved come to a loop head? One that merely stands there does
 * not count. */
static bool comes_to_loop_head(const step_t *step) {
    const configuration_t *after = step->after;
    if (step->thread >= after->thread_count ||
        after->threads[step->thread].status != THREAD_RUNNING)
        return false;
    const thread_t *t = &after->threads[step->thread];
    return thread_top(t)->node->is_loop_head;
}

static bool counts_as_head(const predicate_t *p, const step_t *step) {
    /* Where blocks never end, others tell the rounds apart (cpa/core/loop_bound.h). */
    return p->options.block != PREDICATE_NEVER && comes_to_loop_head(step);
}

static void predicate_transfer(cpa_t *cpa, part_t from, const step_t *step, parts_t *out) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *part = from;
    const block_t *block = block_step(p->blocks, part->block, step);
    if (block && comes_to_loop_head(step))
        block = block_forget_inputs(p->blocks, block, step->thread);
    p->met_loops |= part->heads > 0;
    if (block && !block->is_plain && part->heads > p->most_rounds) p->most_rounds = part->heads;
    if (block)
        VEC_PUSH(*out, intern_part(p, part->abstraction, block, part->steps + 1,
                                   part->heads + counts_as_head(p, step)));
    else
        p->has_excluded = true;
}

/* Nothing follows: it only matters whether the state can be reached. */
static bool is_target(const configuration_t *c) {
    return c->unsupported || configuration_is_error(c);
}

/* The block operator: does a block end behind this step? A thread that stands at
 * a loop head does not end the blocks of the others (Kolesnykov 2020, section 6.1
 * asks for such a rule), and a block may hold several rounds of loops. */
static bool ends_block(const predicate_t *p, const predicate_part_t *part, const step_t *step) {
    const configuration_t *after = step->after;
    if (is_target(after)) return after->unsupported || !p->options.defer_errors;
    if (p->options.block == PREDICATE_NEVER) return false;
    if (p->options.block == PREDICATE_EVERY) return part->steps >= p->options.block_size;
    if (p->options.block == PREDICATE_FUNCTIONS &&
        (step->edge->kind == EDGE_CALL || step->edge->kind == EDGE_RETURN ||
         step->edge->kind == EDGE_THREAD_CREATE))
        return true;
    return part->heads >= p->options.block_size && comes_to_loop_head(step);
}

/* A predicate counts only where all its variables exist: what a thread's frame
 * once held says nothing about the frame that has its place now. */
static bool variable_exists(const predicate_t *p, const configuration_t *c, variable_t v) {
    const program_t *program = p->cpa.program;
    unsigned thread = variable_thread(v);
    place_t place;
    switch (variable_kind(v)) {
    case VARIABLE_CELL:
        return focus_has_address(p->focus, variable_address(v)) &&
               memory_find(program, c, variable_address(v), &place);
    case VARIABLE_EXIT:
        return thread < c->thread_count && c->threads[thread].status == THREAD_ENDED;
    default: return live_in(c, v);
    }
}

bool predicate_applies(cpa_t *cpa, const configuration_t *c, const term_t *predicate) {
    predicate_t *p = (predicate_t *)cpa;
    term_vec_t symbols = {0};
    bool exists = true;
    term_symbols(p->terms, predicate, &symbols);
    for (size_t i = 0; exists && i < symbols.len; i++)
        exists = variable_exists(p, c, symbols.data[i]->value);
    VEC_FREE(symbols);
    return exists;
}

static void choose(predicate_t *p, const configuration_t *c, const predicates_t *from) {
    for (size_t i = 0; i < from->len; i++) {
        bool known = false;
        for (size_t j = 0; !known && j < p->chosen.len; j++)
            known = p->chosen.data[j] == from->data[i];
        if (!known && predicate_applies(&p->cpa, c, from->data[i]))
            VEC_PUSH(p->chosen, from->data[i]);
    }
}

/* The precision of a configuration: that of all locations in it (3.1). */
static void choose_predicates(predicate_t *p, const configuration_t *c) {
    VEC_CLEAR(p->chosen);
    p->facts = NULL;
    if (is_target(c)) return;
    choose(p, c, predicate_precision_at(p->precision, NULL));
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        if (thread->status == THREAD_RUNNING)
            choose(p, c, predicate_precision_at(p->precision, thread_top(thread)->node));
    }
    if (!predicate_precision_has_places(p->precision)) return;
    p->facts = predicate_precision_for(p->precision, configuration_places(c));
}

typedef struct cached {
    const term_t *start, *formula; /* formula NULL: infeasible */
    const block_t *block;
    const predicates_t *facts;
    struct cached *next;
    size_t count;
    const term_t *predicates[];
} cached_t;

static uint64_t cache_key(const predicate_t *p, const term_t *start, const block_t *block) {
    uint64_t key = hash_mix(hash_mix(start->id, block->id), map64_pointer(p->facts));
    for (size_t i = 0; i < p->chosen.len; i++) key = hash_mix(key, p->chosen.data[i]->id);
    return key;
}

static cached_t *find_cached(const predicate_t *p, uint64_t key, const term_t *start,
                             const block_t *block) {
    uint64_t first = 0;
    map64_get(&p->abstractions, key, &first);
    cached_t *entry = (cached_t *)(uintptr_t)first;
    while (entry && (entry->start != start || entry->block != block || entry->facts != p->facts ||
                     entry->count != p->chosen.len ||
                     (entry->count && memcmp(entry->predicates, p->chosen.data,
                                             entry->count * sizeof *entry->predicates) != 0)))
        entry = entry->next;
    return entry;
}

static cached_t *remember(predicate_t *p, uint64_t key, const term_t *start, const block_t *block,
                          const term_t *formula) {
    uint64_t first = 0;
    map64_get(&p->abstractions, key, &first);
    size_t bytes = p->chosen.len * sizeof(const term_t *);
    cached_t *entry = arena_alloc(p->arena, sizeof *entry + bytes);
    *entry =
        (cached_t){start, formula, block, p->facts, (cached_t *)(uintptr_t)first, p->chosen.len};
    if (bytes) memcpy(entry->predicates, p->chosen.data, bytes);
    map64_put(&p->abstractions, key, map64_pointer(entry));
    return entry;
}

/* Those of the candidates that hold behind the block; the others are none any more. */
static const term_t *facts_after(predicate_t *p, const term_t *premise, const block_t *block,
                                 const configuration_t *where) {
    predicates_t *facts = p->facts;
    size_t count = 0;
    VEC_CLEAR(p->ends);
    for (size_t i = 0; i < facts->len; i++) {
        const term_t *fact = facts->data[i];
        if (!predicate_applies(&p->cpa, where, fact)) continue;
        facts->data[i] = facts->data[count]; /* those that do not apply now go to the end */
        facts->data[count++] = fact;
        VEC_PUSH(p->ends, block_end(p->blocks, block, fact));
    }
    size_t kept = abstractor_facts(p->abstractor, premise, facts->data, p->ends.data, count);
    for (size_t i = count; i < facts->len; i++) facts->data[kept + i - count] = facts->data[i];
    facts->len -= count - kept;
    return term_and_n(p->terms, facts->data, kept);
}

/* (formula and block) abstracted to the chosen predicates. */
static cached_t *compute(predicate_t *p, const abstraction_t *from, const block_t *block,
                         const configuration_t *where) {
    const term_t *start = from->formula;
    uint64_t key = cache_key(p, start, block);
    /* The one block from the start of main to the target is the whole path: it is
     * solved when the target is examined (predicate_exclude). Where errors are
     * deferred nothing is. */
    if (is_target(where) && !from->previous && !p->options.defer_errors)
        return remember(p, key, start, block, term_true(p->terms));
    VEC_CLEAR(p->ends);
    for (size_t i = 0; i < p->chosen.len; i++)
        VEC_PUSH(p->ends, block_end(p->blocks, block, p->chosen.data[i]));
    const term_t *premise = term_and(p->terms, start, block->condition);
    const term_t *formula =
        abstractor_compute(p->abstractor, premise, p->chosen.data, p->ends.data, p->chosen.len);
    if (formula && p->facts)
        formula = term_and(p->terms, formula, facts_after(p, premise, block, where));
    return remember(p, key, start, block, formula);
}

void predicate_exclude(cpa_t *cpa, const abstraction_t *target) {
    predicate_t *p = (predicate_t *)cpa;
    REQUIRE(is_target(target->where));
    const term_t *start = target->previous->formula;
    VEC_CLEAR(p->chosen);
    p->facts = NULL;
    cached_t *cached = find_cached(p, cache_key(p, start, target->block), start, target->block);
    if (cached) cached->formula = NULL;
}

static part_t predicate_adjust(cpa_t *cpa, part_t adjusted, const step_t *step) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *part = adjusted;
    if (!ends_block(p, part, step)) return part;
    double begin = stats_now();
    const term_t *start = part->abstraction->formula;
    choose_predicates(p, step->after);
    cached_t *cached = find_cached(p, cache_key(p, start, part->block), start, part->block);
    if (!cached) cached = compute(p, part->abstraction, part->block, step->after);
    p->stats->abstractions++;
    p->stats->time_abstraction += stats_now() - begin;
    if (!cached->formula) {
        p->has_excluded = true;
        return NULL;
    }
    return new_abstraction(p, (abstraction_t){
                                  .formula = cached->formula,
                                  .depth = part->abstraction->depth + 1,
                                  .previous = part->abstraction,
                                  .block = part->block,
                                  .heads = part->heads,
                                  .where = step->after,
                                  .predicates = cached->predicates,
                                  .predicate_count = cached->count,
                              });
}

/* A block begins when all of the one before are done: else a loop whose values
 * grow would keep everything behind it waiting. */
static uint64_t predicate_order(cpa_t *cpa, part_t part) {
    (void)cpa;
    return ((const predicate_part_t *)part)->abstraction->depth;
}

/* Different rounds of a loop stay apart, else a block would run into itself. So do
 * loops over numbers alone: merged, they would leave the solver to count. */
static uint64_t predicate_merge_key(cpa_t *cpa, part_t merged) {
    const predicate_part_t *part = merged;
    (void)cpa;
    if (predicate_is_abstraction(part)) return 0;
    if (part->heads && part->block->is_plain)
        return UINT64_C(1) << 63 | part->abstraction->instance << 32 | part->block->id;
    return part->abstraction->instance << HEAD_BITS | part->heads;
}

static part_t predicate_merge(cpa_t *cpa, part_t fresh, part_t old, const term_t **choice) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *a = fresh, *b = old;
    *choice = NULL;
    if (a->block == b->block && a->block->is_plain) return old;
    const block_t *block = block_merge(p->blocks, a->block, b->block, choice);
    return intern_part(p, b->abstraction, block, a->steps > b->steps ? a->steps : b->steps,
                       b->heads);
}

static bool predicate_covers(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part) {
    const predicate_part_t *a = part, *b = cover;
    (void)where;
    if (!predicate_is_abstraction(a) || !predicate_is_abstraction(b))
        return a->block == b->block && a->abstraction == b->abstraction;
    /* At the start of main the formula leaves out that memory is initial. */
    if (!b->abstraction->previous) return a->abstraction == b->abstraction;
    return abstractor_implies(((predicate_t *)cpa)->abstractor, a->abstraction->formula,
                              b->abstraction->formula);
}

/* Inside of a block, paths merge where it ends. A block that never does would follow the
 * same values round a loop again and again. */
static bool predicate_joins_coverage(cpa_t *cpa, part_t part) {
    return predicate_is_abstraction(part) || ((predicate_t *)cpa)->options.block == PREDICATE_NEVER;
}

static uint64_t predicate_cover_key(cpa_t *cpa, const configuration_t *where, part_t part) {
    (void)cpa;
    (void)where;
    return map64_pointer(((const predicate_part_t *)part)->block);
}

static void predicate_cover_keys(cpa_t *cpa, const configuration_t *where, part_t part,
                                 parts_t *keys) {
    (void)cpa;
    (void)where;
    VEC_PUSH(*keys, ((const predicate_part_t *)part)->block);
}

static void predicate_describe(cpa_t *cpa, part_t described, const configuration_t *where,
                               description_t *out) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *part = described;
    const term_t *formula = part->abstraction->formula;
    if (!part->abstraction->previous)
        formula = term_and(
            p->terms, formula,
            block_describe(p->blocks, p->terms, p->cpa.program, p->focus, part->block, where, out));
    out->formula = out->formula ? term_and(p->terms, out->formula, formula) : formula;
}

/* Inside a block, states of loops over numbers: to describe them is easy, and to
 * find them again by following the block would take long. */
static bool is_plain_round(const predicate_part_t *part) {
    return part->heads && part->block->is_plain && part->block->from_start;
}

/* A condition that is lost may be what makes the state impossible, or excludes an
 * error behind it. */
static bool predicate_is_kept(cpa_t *cpa, part_t kept) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *part = kept;
    return predicate_is_abstraction(part) ||
           (is_plain_round(part) && block_is_described(p->blocks, p->terms, part->block));
}

static void print_symbol(strbuf_t *out, uint64_t tag, uint32_t index, void *context) {
    (void)index;
    variable_print(out, context, tag);
}

static void predicate_print(cpa_t *cpa, part_t printed, strbuf_t *out) {
    const predicate_part_t *part = printed;
    if (predicate_is_abstraction(part))
        term_print(out, part->abstraction->formula, print_symbol, (void *)(uintptr_t)cpa->program);
    else
        strbuf_printf(out, "+%u", part->steps);
}

blocks_t *predicate_blocks(cpa_t *cpa) {
    return ((predicate_t *)cpa)->blocks;
}

void predicate_focus(cpa_t *cpa, const focus_t *focus) {
    predicate_t *p = (predicate_t *)cpa;
    p->focus = focus;
    blocks_focus(p->blocks, focus);
}

unsigned predicate_most_rounds(const cpa_t *cpa) {
    return ((const predicate_t *)cpa)->most_rounds;
}

bool predicate_met_loops(const cpa_t *cpa) {
    return ((const predicate_t *)cpa)->met_loops;
}

bool predicate_has_excluded(const cpa_t *cpa) {
    return ((const predicate_t *)cpa)->has_excluded;
}

size_t predicate_precision_size(const cpa_t *cpa) {
    return predicate_precision_count(((const predicate_t *)cpa)->precision);
}

bool predicate_track(cpa_t *cpa, const node_t *node, const term_t *predicate) {
    return predicate_precision_add(((predicate_t *)cpa)->precision, node, predicate);
}

static void predicate_destroy(cpa_t *cpa) {
    predicate_t *p = (predicate_t *)cpa;
    blocks_delete(p->blocks);
    intern_free(&p->parts);
    VEC_FREE(p->chosen);
    VEC_FREE(p->ends);
    abstractor_delete(p->abstractor);
    map64_free(&p->abstractions);
    arena_delete(p->arena);
    mem_free(p);
}

static bool predicate_excludes(cpa_t *cpa, part_t part_of_state, const configuration_t *where,
                               const meeting_t *meeting) {
    predicate_t *p = (predicate_t *)cpa;
    const predicate_part_t *part = part_of_state;
    const term_t *meets = block_meeting(p->blocks, part->block, where, meeting);
    const term_t *all = term_and(p->terms, part->abstraction->formula,
                                 term_and(p->terms, part->block->condition, meets));
    return abstractor_compute(p->abstractor, all, NULL, NULL, 0) == NULL;
}

static const cpa_class_t predicate_class = {
    .name = "predicate",
    .destroy = predicate_destroy,
    .initial = predicate_initial,
    .transfer = predicate_transfer,
    .adjust = predicate_adjust,
    .order = predicate_order,
    .merge_key = predicate_merge_key,
    .merge = predicate_merge,
    .covers = predicate_covers,
    .joins_coverage = predicate_joins_coverage,
    .excludes = predicate_excludes,
    .cover_key = predicate_cover_key,
    .cover_keys = predicate_cover_keys,
    .describe = predicate_describe,
    .is_kept = predicate_is_kept,
    .print = predicate_print,
};

cpa_t *predicate_new(const program_t *program, terms_t *terms, solver_t *solver, limits_t *limits,
                     stats_t *stats, predicate_precision_t *precision,
                     predicate_options_t options) {
    predicate_t *p = mem_zalloc(sizeof *p);
    p->cpa = (cpa_t){&predicate_class, program};
    p->terms = terms;
    p->abstractor = abstractor_new(terms, solver, limits, options.combination);
    p->stats = stats;
    p->precision = precision;
    p->options = options;
    if (options.block != PREDICATE_EVERY && options.block_size > MOST_HEADS)
        p->options.block_size = MOST_HEADS;
    p->blocks = blocks_new(program, terms);
    p->arena = arena_new();
    intern_init(&p->parts, same_part);
    return &p->cpa;
}
