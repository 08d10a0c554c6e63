/* Pass liveness.
 * requires: loops (rpo)
 * provides: node->live
 * breaks:   nothing
 *
 * Backward may-analysis over the registers of each function. The target of a
 * CALL is set when the callee returns, so at the node behind the call, where
 * the frame stands meanwhile, it may count as live: that is on the safe side. */
#include "cfa/callgraph.h"
#include "cfa/passes.h"

#include <stdlib.h>

typedef struct liveness {
    size_t words; /* of a set of this function's registers */
    uint64_t *scratch;
    uint64_t **live; /* per node of the program */
} liveness_t;

static void add_regs(uint64_t *set, const expr_t *e) {
    if (e->kind == EXPR_REG) set[e->reg / 64] |= UINT64_C(1) << (e->reg % 64);
    for (unsigned i = 0; i < e->arity; i++) add_regs(set, e->a[i]);
}

/* Live before the edge, into scratch. */
static void live_before(liveness_t *l, const edge_t *edge) {
    for (size_t i = 0; i < l->words; i++)
        l->scratch[i] = edge_continues(edge) ? l->live[edge->to->id][i] : 0;
    if (edge->target != NO_REG)
        l->scratch[edge->target / 64] &= ~(UINT64_C(1) << (edge->target % 64));
    if (edge->address) add_regs(l->scratch, edge->address);
    if (edge->value) add_regs(l->scratch, edge->value);
    for (size_t i = 0; i < edge->arg_count; i++) add_regs(l->scratch, edge->args[i]);
}

static bool update_node(liveness_t *l, const node_t *node) {
    bool changed = false;
    uint64_t *live = l->live[node->id];
    for (size_t i = 0; i < node->out.len; i++) {
        live_before(l, node->out.data[i]);
        for (size_t w = 0; w < l->words; w++) {
            changed |= (l->scratch[w] & ~live[w]) != 0;
            live[w] |= l->scratch[w];
        }
    }
    return changed;
}

static int later_first(const void *a, const void *b) {
    const node_t *x = *(node_t *const *)a, *y = *(node_t *const *)b;
    return x->rpo < y->rpo ? 1 : x->rpo > y->rpo ? -1 : 0;
}

static void liveness_in_function(liveness_t *l, program_t *program, function_t *function) {
    l->words = function->regs.len / 64 + 1;
    l->scratch = mem_zalloc(sizeof(uint64_t) * l->words);
    size_t count = function->nodes.len;
    node_t **order = mem_alloc(sizeof *order * (count + 1));
    for (size_t i = 0; i < count; i++) {
        node_t *node = order[i] = function->nodes.data[i];
        l->live[node->id] = ARENA_ARRAY(program->arena, uint64_t, l->words);
        node->live = l->live[node->id];
    }
    /* In post-order one round settles straight code and each further round one
     * level of loops. */
    qsort(order, count, sizeof *order, later_first);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) changed |= update_node(l, order[i]);
    }
    mem_free(order);
    mem_free(l->scratch);
}

void liveness_run(program_t *program) {
    liveness_t l = {.live = mem_zalloc(sizeof(uint64_t *) * (program->nodes.len + 1))};
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->entry)
            liveness_in_function(&l, program, program->functions.data[i]);
    mem_free(l.live);
}
