#include "witness/check/futures.h"

#include <string.h>

/* A future that was asked for; the key is (node, held). */
typedef struct known_future {
    checked_future_t future;
    const node_t *node;
    const uint64_t *held;
    size_t held_count;
} known_future_t;

struct futures {
    const effects_t *effects;
    const program_t *program;
    arena_t *arena;
    section_t **sections; /* per edge; NULL: not asked for yet */
    bool *creates_again;  /* per edge */
    intern_t known;
    /* Of the walk being made: */
    uint64_t *visited; /* nodes */
    bool *returned;    /* per function: a RETURN of it was met */
    VEC(const node_t *) work;
    VEC(const edge_t *) calls; /* not returned from yet */
    VEC(uint64_t) released;
    VEC(const edge_t *) fixed;
};

static bool known_equal(const void *in_table, const void *key) {
    const known_future_t *a = in_table, *b = key;
    return a->node == b->node && a->held_count == b->held_count &&
           (!a->held_count || !memcmp(a->held, b->held, a->held_count * sizeof *a->held));
}

/* Functions whose code may run because this one runs, in the same thread or in
 * others. */
static void reach_functions(const program_t *program, const function_t *from, bool *reached) {
    VEC(const function_t *) work = {0};
    memset(reached, 0, program->functions.len * sizeof *reached);
    VEC_PUSH(work, from);
    reached[from->id] = true;
    while (work.len) {
        const function_t *function = VEC_POP(work);
        for (size_t i = 0; i < function->nodes.len; i++) {
            const node_t *node = function->nodes.data[i];
            for (size_t k = 0; k < node->out.len; k++) {
                const function_t *callee = node->out.data[k]->callee;
                if (!callee || reached[callee->id]) continue;
                reached[callee->id] = true;
                VEC_PUSH(work, callee);
            }
        }
    }
    VEC_FREE(work);
}

static void find_creations(futures_t *f) {
    const program_t *program = f->program;
    f->creates_again = ARENA_ARRAY(f->arena, bool, program->edges.len);
    bool *reached = ARENA_ARRAY(f->arena, bool, program->functions.len);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE) continue;
        reach_functions(program, edge->callee, reached);
        f->creates_again[i] = reached[edge->from->function->id];
    }
}

futures_t *futures_new(const effects_t *effects) {
    futures_t *f = mem_zalloc(sizeof *f);
    f->effects = effects;
    f->program = effects_program(effects);
    f->arena = arena_new();
    f->sections = ARENA_ARRAY(f->arena, section_t *, f->program->edges.len);
    f->visited = ARENA_ARRAY(f->arena, uint64_t, bitset_words(f->program->nodes.len));
    f->returned = ARENA_ARRAY(f->arena, bool, f->program->functions.len);
    intern_init(&f->known, known_equal);
    find_creations(f);
    return f;
}

void futures_delete(futures_t *f) {
    if (!f) return;
    intern_free(&f->known);
    VEC_FREE(f->work);
    VEC_FREE(f->calls);
    VEC_FREE(f->released);
    VEC_FREE(f->fixed);
    arena_delete(f->arena);
    mem_free(f);
}

bool futures_creates_again(const futures_t *f, const edge_t *edge) {
    return f->creates_again[edge->id];
}

static void walk_to(futures_t *f, const node_t *node) {
    if (bitset_has(f->visited, node->id)) return;
    bitset_add(f->visited, node->id);
    VEC_PUSH(f->work, node);
}

static void walk_begin(futures_t *f, const node_t *node) {
    memset(f->visited, 0, bitset_words(f->program->nodes.len) * sizeof *f->visited);
    memset(f->returned, 0, f->program->functions.len * sizeof *f->returned);
    VEC_CLEAR(f->work);
    VEC_CLEAR(f->calls);
    VEC_CLEAR(f->released);
    walk_to(f, node);
}

static void walk_return(futures_t *f, const function_t *function) {
    if (f->returned[function->id]) return;
    f->returned[function->id] = true;
    size_t left = 0;
    for (size_t i = 0; i < f->calls.len; i++) {
        const edge_t *call = f->calls.data[i];
        if (call->callee == function)
            walk_to(f, call->to);
        else
            f->calls.data[left++] = call;
    }
    f->calls.len = left;
}

/* To wherever control may be after the edge. */
static void walk_along(futures_t *f, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_RETURN: walk_return(f, edge->from->function); break;
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT:
    case EDGE_ERROR:
    case EDGE_UNSUPPORTED: break;
    case EDGE_CALL:
        walk_to(f, edge->callee->entry);
        if (f->returned[edge->callee->id])
            walk_to(f, edge->to);
        else
            VEC_PUSH(f->calls, edge);
        break;
    default: walk_to(f, edge->to); break;
    }
}

static section_t *find_section(futures_t *f, const edge_t *begin) {
    section_t *section = ARENA_NEW(f->arena, section_t);
    section->effect = effect_new(f->effects, f->arena);
    bool is_nested = false, has_loop = false, has_turn = false, creates_again = false;
    effect_add(f->effects, &section->effect, effects_of(f->effects, begin)); /* its condition */
    walk_begin(f, begin->to);
    while (f->work.len) {
        const node_t *node = VEC_POP(f->work);
        section->may_stick |= effects_moves(node) != MOVES_ALWAYS;
        has_loop |= node->is_loop_head;
        has_turn |= node->is_turn;
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            effect_add(f->effects, &section->effect, effects_of(f->effects, edge));
            is_nested |= edge->kind == EDGE_ATOMIC_BEGIN;
            creates_again |= f->creates_again[edge->id];
            section->joins |= edge->kind == EDGE_THREAD_JOIN;
            if (edge->kind != EDGE_ATOMIC_END) walk_along(f, edge);
        }
    }
    if (is_nested || f->returned[begin->from->function->id]) {
        /* Which END closes it cannot be seen here. */
        effect_add_all(f->effects, &section->effect);
        has_loop = has_turn = true;
    }
    section->may_stick |= has_loop;
    section->progresses = !has_turn && !creates_again;
    return section;
}

const section_t *futures_section(futures_t *f, const edge_t *begin) {
    if (!f->sections[begin->id]) f->sections[begin->id] = find_section(f, begin);
    return f->sections[begin->id];
}

static bool is_held(const edge_t *edge, const uint64_t *held, size_t count, uint64_t *address) {
    if (!effects_mutex(edge, address)) return false;
    for (size_t i = 0; i < count; i++)
        if (held[i] == *address) return true;
    return false;
}

static bool mentions(const expr_t *expr, reg_t reg) {
    if (expr->kind == EXPR_REG && expr->reg == reg) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (mentions(expr->a[i], reg)) return true;
    return false;
}

/* May a register of the address get another value on an edge that was met? */
static bool may_change(const futures_t *f, const function_t *function, const expr_t *address) {
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        if (!bitset_has(f->visited, node->id)) continue;
        for (size_t k = 0; k < node->out.len; k++)
            if (node->out.data[k]->target != NO_REG && mentions(address, node->out.data[k]->target))
                return true;
    }
    return false;
}

/* Of the accesses by registers of the frame, put aside in f->fixed, those that
 * are not fixed after all come into the effect. */
static void sift_fixed(futures_t *f, known_future_t *known, bool has_more_frames) {
    checked_future_t *future = &known->future;
    const edge_t **fixed = ARENA_ARRAY(f->arena, const edge_t *, f->fixed.len);
    for (size_t i = 0; i < f->fixed.len; i++) {
        const edge_t *edge = f->fixed.data[i];
        if (has_more_frames || may_change(f, known->node->function, effects_address(edge)))
            effect_add(f->effects, &future->effect, effects_of(f->effects, edge));
        else
            fixed[future->fixed_count++] = edge;
    }
    future->fixed = fixed;
}

static void find_future(futures_t *f, known_future_t *known) {
    checked_future_t *future = &known->future;
    bool has_more_frames = false;
    VEC_CLEAR(f->fixed);
    future->effect = effect_new(f->effects, f->arena);
    walk_begin(f, known->node);
    while (f->work.len) {
        const node_t *node = VEC_POP(f->work);
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            uint64_t address = 0;
            if (edge->kind == EDGE_LOCK && is_held(edge, known->held, known->held_count, &address))
                continue;
            if (edge->kind == EDGE_UNLOCK) {
                if (!effects_mutex(edge, &address))
                    future->releases_all = true;
                else if (is_held(edge, known->held, known->held_count, &address))
                    VEC_PUSH(f->released, address);
            }
            has_more_frames |= edge->callee == known->node->function;
            if (node->function == known->node->function && effects_address(edge))
                VEC_PUSH(f->fixed, edge);
            else
                effect_add(f->effects, &future->effect, effects_of(f->effects, edge));
            if (edge->kind == EDGE_THREAD_CREATE) walk_to(f, edge->callee->entry);
            walk_along(f, edge);
        }
    }
    sift_fixed(f, known, has_more_frames);
    future->can_return = f->returned[known->node->function->id];
    future->released_count = f->released.len;
    uint64_t *released = ARENA_ARRAY(f->arena, uint64_t, f->released.len);
    for (size_t i = 0; i < f->released.len; i++) released[i] = f->released.data[i];
    future->released = released;
}

const checked_future_t *futures_from(futures_t *f, const node_t *node, const uint64_t *held,
                                     size_t held_count) {
    known_future_t key = {.node = node, .held = held, .held_count = held_count};
    uint64_t hash = hash_mix(node->id, held_count);
    for (size_t i = 0; i < held_count; i++) hash = hash_mix(hash, held[i]);
    known_future_t *known = intern_find(&f->known, hash, &key);
    if (known) return &known->future;
    known = ARENA_NEW(f->arena, known_future_t);
    uint64_t *copy = ARENA_ARRAY(f->arena, uint64_t, held_count);
    for (size_t i = 0; i < held_count; i++) copy[i] = held[i];
    *known = (known_future_t){.node = node, .held = copy, .held_count = held_count};
    find_future(f, known);
    intern_add(&f->known, hash, known);
    return &known->future;
}
