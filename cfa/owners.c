/* Pass owners.
 * requires: cleanup
 * provides: of the OWNS edges on static mutexes only those stay whose answer differs from run to
 *           run, as far as a look at each thread alone tells; the others and the branches on
 *           them become constant
 * breaks:   nothing: cleans up
 *
 * What a thread holds only its own steps change: who locks a mutex waits until nobody holds it.
 * But it may be freed by others, with an UNLOCK. Those of calls ask OWNS first and go on only if
 * the answer is 1. So in the first step of a run that frees a mutex of another thread, the
 * answer would be wrong, and until then all were right. Left are those that initialise a
 * mutex: they count unless they come before all threads. */
#include "cfa/callgraph.h"
#include "cfa/passes.h"
#include "util/mem.h"

/* A static mutex. */
typedef struct place {
    const object_t *object;
    uint64_t offset;
} place_t;

enum { MOST_PLACES = 64 };

/* Of each mutex, a bit: the thread may hold it here; it may not. Neither: nobody gets here. */
typedef struct holding {
    uint64_t yes, no;
} holding_t;

typedef VEC(edge_t *) edges_t;

typedef struct owners {
    program_t *program;
    place_t places[MOST_PLACES];
    size_t count;
    uint64_t stolen; /* mutexes that another thread may free */
    holding_t *at;   /* per node */
    holding_t *left; /* per function: where it returns */
    bool *is_queued; /* per node */
    VEC(node_t *) queue;
    edges_t *calls; /* per function */
} owners_t;

static bool find_place(const expr_t *address, place_t *place) {
    const expr_t *base = address;
    place->offset = 0;
    if (address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        base = address->a[0];
        place->offset = address->a[1]->value;
    }
    place->object = base->kind == EXPR_ADDR ? base->object : NULL;
    return place->object && place->object->kind == OBJECT_GLOBAL;
}

static uint64_t all_mutexes(const owners_t *o) {
    return o->count == MOST_PLACES ? UINT64_MAX : (UINT64_C(1) << o->count) - 1;
}

/* The mutexes that the edge may be about. is_one: it is the one, if there is one. */
static uint64_t mutexes_of(const owners_t *o, const edge_t *edge, bool *is_one) {
    place_t place;
    *is_one = find_place(edge->address, &place);
    if (!*is_one) return all_mutexes(o);
    for (size_t i = 0; i < o->count; i++)
        if (o->places[i].object == place.object && o->places[i].offset == place.offset)
            return UINT64_C(1) << i;
    return 0;
}

static void collect_places(owners_t *o) {
    for (size_t i = 0; i < o->program->edges.len; i++) {
        const edge_t *edge = o->program->edges.data[i];
        place_t place;
        bool is_one;
        if (edge->kind != EDGE_OWNS || o->count == MOST_PLACES) continue;
        if (find_place(edge->address, &place) && !mutexes_of(o, edge, &is_one))
            o->places[o->count++] = place;
    }
}

/* Is the step made only by who has just been told that it holds the mutex? */
static bool asks_before(const owners_t *o, const edge_t *unlock) {
    const node_t *node = unlock->from;
    if (node->in.len != 1 || node->in.data[0]->kind != EDGE_ASSUME) return false;
    const edge_t *branch = node->in.data[0];
    if (branch->from->in.len != 1 || branch->from->in.data[0]->kind != EDGE_OWNS) return false;
    const edge_t *owns = branch->from->in.data[0];
    exprs_t *exprs = o->program->exprs;
    const expr_t *yes = expr_truth(exprs, expr_reg(exprs, 32, owns->target));
    return owns->address == unlock->address && branch->value == yes;
}

/* May a thread be created because of this edge? */
static bool may_create(const edge_t *edge, const bool *creates) {
    return edge->kind == EDGE_THREAD_CREATE || (edge->callee && creates[edge->callee->id]);
}

static void find_creating(const program_t *program, bool *creates) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < program->edges.len; i++) {
            const edge_t *edge = program->edges.data[i];
            bool *of_function = &creates[edge->from->function->id];
            if (*of_function || !may_create(edge, creates)) continue;
            *of_function = changed = true;
        }
    }
}

/* Marks the nodes of main at which there may be other threads. */
static void find_late(const program_t *program, const bool *creates, bool *late) {
    VEC(const node_t *) work = {0};
    for (size_t i = 0; i < program->main->nodes.len; i++) {
        const node_t *node = program->main->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++)
            if (may_create(node->out.data[k], creates)) VEC_PUSH(work, node->out.data[k]->to);
    }
    while (work.len) {
        const node_t *node = VEC_POP(work);
        if (late[node->id]) continue;
        late[node->id] = true;
        for (size_t k = 0; k < node->out.len; k++)
            if (edge_continues(node->out.data[k])) VEC_PUSH(work, node->out.data[k]->to);
    }
    VEC_FREE(work);
}

static void find_stolen(owners_t *o) {
    const program_t *program = o->program;
    bool *creates = mem_zalloc(program->functions.len + 1);
    bool *late = mem_zalloc(program->nodes.len + 1);
    find_creating(program, creates);
    find_late(program, creates, late);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_UNLOCK) continue;
        const function_t *function = edge->from->function;
        bool is_first = function == program->main && !late[edge->from->id];
        bool is_one;
        if (!asks_before(o, edge) && !is_first) o->stolen |= mutexes_of(o, edge, &is_one);
    }
    mem_free(creates);
    mem_free(late);
}

/* What a step of the thread itself changes. Who is not known to wait may get a mutex or not. */
static holding_t after(const owners_t *o, const edge_t *edge, holding_t h) {
    if (edge->kind != EDGE_LOCK && edge->kind != EDGE_TRYLOCK && edge->kind != EDGE_UNLOCK)
        return h;
    bool is_one;
    uint64_t about = mutexes_of(o, edge, &is_one);
    if (edge->kind == EDGE_UNLOCK) {
        h.no |= about & h.yes;
        if (is_one) h.yes &= ~about;
    } else {
        h.yes |= about & h.no;
        if (is_one && edge->kind == EDGE_LOCK) h.no &= ~about;
    }
    return h;
}

static void reach(owners_t *o, node_t *node, holding_t h) {
    holding_t *at = &o->at[node->id];
    if (!((h.yes & ~at->yes) | (h.no & ~at->no))) return;
    at->yes |= h.yes;
    at->no |= h.no;
    if (o->is_queued[node->id]) return;
    o->is_queued[node->id] = true;
    VEC_PUSH(o->queue, node);
}

static void take_return(owners_t *o, const function_t *function, holding_t h) {
    holding_t *left = &o->left[function->id];
    left->yes |= h.yes;
    left->no |= h.no;
    for (size_t i = 0; i < o->calls[function->id].len; i++) {
        const edge_t *call = o->calls[function->id].data[i];
        const holding_t *before = &o->at[call->from->id];
        if (before->yes | before->no) reach(o, call->to, *left);
    }
}

static void take_edge(owners_t *o, const edge_t *edge, holding_t h) {
    switch (edge->kind) {
    case EDGE_CALL:
        if (!edge->callee->entry) return;
        reach(o, edge->callee->entry, h);
        reach(o, edge->to, o->left[edge->callee->id]);
        return;
    case EDGE_RETURN: take_return(o, edge->from->function, h); return;
    case EDGE_THREAD_CREATE:
        if (edge->callee->entry) reach(o, edge->callee->entry, (holding_t){.no = all_mutexes(o)});
        reach(o, edge->to, h);
        return;
    default:
        if (edge_continues(edge)) reach(o, edge->to, after(o, edge, h));
    }
}

static void find_holdings(owners_t *o) {
    const program_t *program = o->program;
    o->at = mem_zalloc((program->nodes.len + 1) * sizeof *o->at);
    o->left = mem_zalloc((program->functions.len + 1) * sizeof *o->left);
    o->calls = mem_zalloc((program->functions.len + 1) * sizeof *o->calls);
    o->is_queued = mem_zalloc(program->nodes.len + 1);
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_CALL) VEC_PUSH(o->calls[edge->callee->id], edge);
    }
    reach(o, program->main->entry, (holding_t){.no = all_mutexes(o)});
    while (o->queue.len) {
        node_t *node = VEC_POP(o->queue);
        o->is_queued[node->id] = false;
        for (size_t i = 0; i < node->out.len; i++) take_edge(o, node->out.data[i], o->at[node->id]);
    }
}

/* The answer, if there is one only. */
static bool answer(const owners_t *o, const edge_t *owns, bool *yes) {
    bool is_one;
    uint64_t bit = mutexes_of(o, owns, &is_one);
    const holding_t *h = &o->at[owns->from->id];
    if (!bit || !is_one) return false;
    *yes = (h->yes & bit) != 0;
    if (*yes) return !(h->no & bit) && !(o->stolen & bit);
    return (h->no & bit) != 0;
}

/* Replaces the edge and the branch on its answer, which models make of it. */
static bool fold(owners_t *o, edge_t *owns, bool yes) {
    exprs_t *exprs = o->program->exprs;
    const expr_t *truth = expr_truth(exprs, expr_reg(exprs, 32, owns->target));
    const expr_t *falsity = expr_unary(exprs, EXPR_NOT, truth);
    node_t *node = owns->to;
    if (node->in.len != 1) return false;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *branch = node->out.data[i];
        if (branch->kind != EDGE_ASSUME || (branch->value != truth && branch->value != falsity))
            return false;
    }
    for (size_t i = 0; i < node->out.len; i++)
        node->out.data[i]->value = expr_const(exprs, 1, (node->out.data[i]->value == truth) == yes);
    owns->kind = EDGE_NOP;
    owns->address = NULL;
    owns->target = NO_REG;
    return true;
}

static void owners_free(owners_t *o) {
    for (size_t i = 0; i < o->program->functions.len; i++) VEC_FREE(o->calls[i]);
    VEC_FREE(o->queue);
    mem_free(o->calls);
    mem_free(o->is_queued);
    mem_free(o->left);
    mem_free(o->at);
}

void owners_run(program_t *program) {
    owners_t o = {.program = program};
    bool has_changed = false, yes;
    collect_places(&o);
    if (!o.count) return;
    find_stolen(&o);
    find_holdings(&o);
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_OWNS && answer(&o, edge, &yes)) has_changed |= fold(&o, edge, yes);
    }
    owners_free(&o);
    if (has_changed) cleanup_run(program);
}
