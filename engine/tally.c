#include "engine/tally.h"

enum { MAX_TALLIES = 2 };

static bool is_called(const program_t *program, const function_t *function) {
    if (function == program->main) return true;
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_CALL && program->edges.data[i]->callee == function)
            return true;
    return false;
}

static bool is_started(const program_t *program, const function_t *function) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_THREAD_CREATE &&
            program->edges.data[i]->callee == function)
            return true;
    return false;
}

static void mark_before(bool *before, const node_t *node) {
    if (before[node->id]) return;
    before[node->id] = true;
    for (size_t i = 0; i < node->in.len; i++) mark_before(before, node->in.data[i]->from);
}

static bool adds_one(const edge_t *edge) {
    const expr_t *value = edge->value;
    if (edge->kind != EDGE_STORE || !edge->access.shared || value->kind != EXPR_ADD) return false;
    for (unsigned i = 0; i < 2; i++)
        if (value->a[i]->kind == EXPR_CONST && value->a[i]->value == 1) return true;
    return false;
}

void tallies_find(tallies_t *tallies, const program_t *program) {
    for (size_t i = 0; i < program->edges.len && tallies->edges.len < MAX_TALLIES; i++) {
        const edge_t *edge = program->edges.data[i];
        const function_t *function = edge->from->function;
        if (!adds_one(edge) || !is_started(program, function) || is_called(program, function))
            continue;
        bool *before = mem_zalloc(program->nodes.len * sizeof *before);
        mark_before(before, edge->from);
        if (before[edge->to->id]) { /* it lies on a loop */
            mem_free(before);
            continue;
        }
        VEC_PUSH(tallies->edges, edge);
        VEC_PUSH(tallies->before, before);
    }
}

void tallies_free(tallies_t *tallies) {
    for (size_t i = 0; i < tallies->before.len; i++) mem_free(tallies->before.data[i]);
    VEC_FREE(tallies->before);
    VEC_FREE(tallies->edges);
}

bool tallies_is_before(const tallies_t *tallies, const node_t *node, const edge_t *edge) {
    for (size_t i = 0; i < tallies->edges.len; i++)
        if (tallies->edges.data[i] == edge) return tallies->before.data[i][node->id];
    return false;
}
