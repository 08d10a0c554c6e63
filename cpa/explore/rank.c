#include "cpa/explore/rank.h"

#include <stdlib.h>

struct rank {
    uint64_t *distance; /* per node: longest path from the function's entry */
    uint64_t *length;   /* per function: longer than any distance in it */
    bool *is_done, *is_open; /* per function */
    uint64_t longest_routine; /* of all start routines */
};

static int by_rpo(const void *a, const void *b) {
    const node_t *x = *(node_t *const *)a, *y = *(node_t *const *)b;
    return (x->rpo > y->rpo) - (x->rpo < y->rpo);
}

static void measure(rank_t *rank, const function_t *function);

/* A call takes as long as its callee; a join makes up for the thread that
 * vanishes with it. */
static uint64_t weight(rank_t *rank, const edge_t *edge) {
    if (edge->kind == EDGE_THREAD_JOIN) return rank->longest_routine + 2;
    if (edge->kind != EDGE_CALL || !edge->callee->has_body) return 1;
    measure(rank, edge->callee);
    return rank->length[edge->callee->id] + 2;
}

static void measure(rank_t *rank, const function_t *function) {
    if (rank->is_done[function->id] || rank->is_open[function->id]) return;
    rank->is_open[function->id] = true; /* recursion counts as nothing */
    VEC(node_t *) nodes = {0};
    for (size_t i = 0; i < function->nodes.len; i++) VEC_PUSH(nodes, function->nodes.data[i]);
    if (nodes.len) qsort(nodes.data, nodes.len, sizeof *nodes.data, by_rpo);
    uint64_t length = 0;
    for (size_t i = 0; i < nodes.len; i++) {
        const node_t *from = nodes.data[i];
        for (size_t k = 0; k < from->out.len; k++) {
            const edge_t *edge = from->out.data[k];
            uint64_t distance = rank->distance[from->id] + weight(rank, edge);
            if (distance > length) length = distance;
            if (edge->to->rpo > from->rpo && distance > rank->distance[edge->to->id])
                rank->distance[edge->to->id] = distance;
        }
    }
    VEC_FREE(nodes);
    rank->length[function->id] = length + 1;
    rank->is_done[function->id] = true;
}

rank_t *rank_new(const program_t *program) {
    rank_t *rank = mem_zalloc(sizeof *rank);
    rank->distance = mem_zalloc((program->nodes.len + 1) * sizeof *rank->distance);
    rank->length = mem_zalloc((program->functions.len + 1) * sizeof *rank->length);
    rank->is_done = mem_zalloc(program->functions.len + 1);
    rank->is_open = mem_zalloc(program->functions.len + 1);
    /* Routines first: joins in them count too little, which costs order only. */
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE) continue;
        measure(rank, edge->callee);
        if (rank->length[edge->callee->id] > rank->longest_routine)
            rank->longest_routine = rank->length[edge->callee->id];
    }
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->has_body) measure(rank, program->functions.data[i]);
    return rank;
}

void rank_delete(rank_t *rank) {
    if (!rank) return;
    mem_free(rank->distance);
    mem_free(rank->length);
    mem_free(rank->is_done);
    mem_free(rank->is_open);
    mem_free(rank);
}

uint64_t rank_of(const rank_t *rank, const configuration_t *c) {
    uint64_t sum = 0;
    if (c->has_exited) return UINT64_MAX;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        if (thread->status == THREAD_ENDED) sum += rank->longest_routine + 1;
        if (thread->status != THREAD_RUNNING) continue;
        for (uint32_t d = 0; d + 1 < thread->frame_count; d++)
            sum += rank->distance[thread->frames[d + 1].call->from->id] + 1;
        sum += rank->distance[thread_top(thread)->node->id];
    }
    return sum;
}
