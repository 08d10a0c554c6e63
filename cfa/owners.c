/* Pass owners.
 * requires: cleanup
 * provides: of the OWNS edges on static mutexes only those stay whose answer differs from run to
 *           run, as far as a look at each thread alone tells; the others and the branches on
 *           them become constant
 *           program->owners_are_fixed
 * breaks:   nothing: cleans up
 *
 * What a thread holds only its own steps change: who locks a mutex waits until nobody holds it.
 * But it may be freed by others, with an UNLOCK. Those of calls ask OWNS first and go on only if
 * the answer is 1. So in the first step of a run that frees a mutex of another thread, the
 * answer would be wrong, and until then all were right. Left are those that initialise a
 * mutex: they count unless they come before all threads. So do those that end with memory,
 * whose mutexes are not static. */
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

/* The edge whose answer the way to this one depends on, and the condition on it; NULL: none. */
static const edge_t *question_before(const edge_t *edge, const expr_t **condition) {
    const node_t *node = edge->from;
    if (node->in.len != 1 || node->in.data[0]->kind != EDGE_ASSUME) return NULL;
    const edge_t *branch = node->in.data[0];
    *condition = branch->value;
    return branch->from->in.len == 1 ? branch->from->in.data[0] : NULL;
}

/* Is the step made only by who has just been told that it holds the mutex, or got it? */
static bool is_owners(const program_t *program, const edge_t *unlock) {
    const expr_t *condition;
    const edge_t *question = question_before(unlock, &condition);
    if (!question || question->address != unlock->address || question->target == NO_REG)
        return false;
    exprs_t *exprs = program->exprs;
    const expr_t *truth = expr_truth(exprs, expr_reg(exprs, 32, question->target));
    if (question->kind == EDGE_OWNS) return condition == truth;
    return question->kind == EDGE_TRYLOCK && condition == expr_unary(exprs, EXPR_NOT, truth);
}

/* The nodes that a thread may reach when there are others. */
typedef struct lateness {
    const program_t *program;
    bool *late;    /* per node */
    bool *returns; /* per function: late */
    VEC(const node_t *) work;
} lateness_t;

static void mark_late(lateness_t *l, const node_t *node) {
    if (!node || l->late[node->id]) return;
    l->late[node->id] = true;
    VEC_PUSH(l->work, node);
}

static void return_late(lateness_t *l, const function_t *function) {
    if (l->returns[function->id]) return;
    l->returns[function->id] = true;
    for (size_t i = 0; i < l->program->edges.len; i++) {
        const edge_t *edge = l->program->edges.data[i];
        if (edge->kind == EDGE_CALL && edge->callee == function) mark_late(l, edge->to);
    }
}

static bool *find_late(const program_t *program) {
    lateness_t l = {.program = program,
                    .late = mem_zalloc(program->nodes.len + 1),
                    .returns = mem_zalloc(program->functions.len + 1)};
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE) continue;
        mark_late(&l, edge->to);
        mark_late(&l, edge->callee->entry);
    }
    while (l.work.len) {
        const node_t *node = VEC_POP(l.work);
        for (size_t k = 0; k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            if (edge->kind == EDGE_CALL) mark_late(&l, edge->callee->entry);
            if (edge->kind == EDGE_RETURN) return_late(&l, node->function);
            if (edge_continues(edge)) mark_late(&l, edge->to);
        }
    }
    VEC_FREE(l.work);
    mem_free(l.returns);
    return l.late;
}

static void find_stolen(owners_t *o) {
    program_t *program = o->program;
    bool *late = find_late(program);
    program->owners_are_fixed = true;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        bool is_one;
        if (edge->kind != EDGE_UNLOCK || is_owners(program, edge) || !late[edge->from->id])
            continue;
        o->stolen |= mutexes_of(o, edge, &is_one);
        program->owners_are_fixed = false;
    }
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

static bool has_questions(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_OWNS) return true;
    return false;
}

void owners_run(program_t *program) {
    owners_t o = {.program = program};
    bool has_changed = false, yes;
    if (!has_questions(program)) return;
    collect_places(&o);
    find_stolen(&o);
    find_holdings(&o);
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_OWNS && answer(&o, edge, &yes)) has_changed |= fold(&o, edge, yes);
    }
    owners_free(&o);
    if (has_changed) cleanup_run(program);
}
