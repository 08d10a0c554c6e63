/* Pass joinable.
 * requires: points_to
 * provides: JOINABLE edges whose answer is known become assignments; program->keeps_numbers and
 *           program->keeps_owners
 * breaks:   nothing */
#include "cfa/handles.h"
#include "cfa/passes.h"

/* The join or detach that the edge asks for: behind it, and behind what tells the answers
 * apart. */
static const edge_t *asked_for(const edge_t *joinable) {
    const node_t *node = joinable->to;
    while (node) {
        const node_t *next = NULL;
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            bool names_one = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
            if (names_one && edge->value == joinable->value) return edge;
            bool fails = edge->to->out.len == 1 && edge->to->out.data[0]->kind == EDGE_ERROR;
            if (edge->kind == EDGE_ASSUME && !fails && edge->to != joinable->to) next = edge->to;
        }
        node = next;
    }
    return NULL;
}

/* Whom one join names another one must not have joined: so all are looked at. */
static bool all_are_named(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        bool names_one = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
        if (names_one && !edge_names_thread(program, edge)) return false;
    }
    return true;
}

static bool has_joinable(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_JOINABLE) return true;
    return false;
}

void joinable_run(program_t *program) {
    bool all_named = has_joinable(program) && all_are_named(program);
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        program->keeps_owners |= edge->kind == EDGE_OWNS;
        if (edge->kind != EDGE_JOINABLE) continue;
        if (!all_named || !asked_for(edge)) {
            program->keeps_numbers = true;
            continue;
        }
        edge->kind = EDGE_ASSIGN;
        edge->value = expr_const(program->exprs, 32, 1);
    }
}
