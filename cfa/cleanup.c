/* Pass cleanup.
 * requires: nothing
 * provides: every node can be reached from its function's entry, every
 *           function with a body from main; no node but a loop of its own whose
 *           only way out is a plain NOP; ids of nodes and edges are dense
 * breaks:   functions that cannot be reached lose their body */
#include "cfa/callgraph.h"
#include "cfa/passes.h"

typedef struct cleanup {
    program_t *program;
    bool *live;    /* per node: control may stand there and go on */
    bool *on_path;
    node_t **into; /* per node: the node it is merged into, itself if it stays */
} cleanup_t;

static bool is_false(const edge_t *edge) {
    return edge->kind == EDGE_ASSUME && edge->value->kind == EXPR_CONST && edge->value->value == 0;
}

/* Branches on constants: what never passes goes, what always passes and stands
 * alone is no choice any more. */
static void drop_constant_branches(cleanup_t *c) {
    for (size_t i = 0; i < c->program->nodes.len; i++) {
        node_t *node = c->program->nodes.data[i];
        size_t kept = 0;
        for (size_t j = 0; j < node->out.len; j++)
            if (!is_false(node->out.data[j])) node->out.data[kept++] = node->out.data[j];
        node->out.len = kept;
        if (kept != 1) continue;
        edge_t *only = node->out.data[0];
        if (only->kind == EDGE_ASSUME && only->value->kind == EXPR_CONST) {
            only->kind = EDGE_NOP;
            only->value = NULL;
            only->is_branch = only->branch_taken = false;
        }
    }
}

static void mark_live(cleanup_t *c, node_t *entry) {
    VEC(node_t *) work = {0};
    VEC_PUSH(work, entry);
    c->live[entry->id] = true;
    while (work.len > 0) {
        node_t *node = VEC_POP(work);
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            if (!edge_continues(edge) || c->live[edge->to->id]) continue;
            c->live[edge->to->id] = true;
            VEC_PUSH(work, edge->to);
        }
    }
    VEC_FREE(work);
}

/* Nodes that end a step for good (behind RETURN, ERROR, ...) stay, but nothing
 * follows them. */
static void drop_dead_edges(cleanup_t *c) {
    for (size_t i = 0; i < c->program->nodes.len; i++) {
        node_t *node = c->program->nodes.data[i];
        if (!c->live[node->id]) VEC_CLEAR(node->out);
    }
}

/* A remark on a NOP is for messages, so such a NOP stays. */
static edge_t *only_nop(const node_t *node) {
    if (node->is_error || node->out.len != 1) return NULL;
    edge_t *edge = node->out.data[0];
    return edge->kind == EDGE_NOP && !edge->text ? edge : NULL;
}

/* Follows NOPs to where they lead. A cycle of nothing but NOPs is an endless
 * loop: one of its nodes stays, with a NOP to itself. */
static void merge_chain(cleanup_t *c, node_t *start) {
    VEC(node_t *) path = {0};
    node_t *node = start, *end = NULL;
    while (!end) {
        const edge_t *nop = only_nop(node);
        if (c->into[node->id])
            end = c->into[node->id];
        else if (!nop || nop->to == node || c->on_path[node->id])
            end = node;
        else {
            VEC_PUSH(path, node);
            c->on_path[node->id] = true;
            node = nop->to;
        }
    }
    c->into[end->id] = end;
    for (size_t i = 0; i < path.len; i++) {
        c->into[path.data[i]->id] = end;
        c->on_path[path.data[i]->id] = false;
        if (!end->source.file) end->source = path.data[i]->source;
    }
    VEC_FREE(path);
}

static void redirect(cleanup_t *c) {
    for (size_t i = 0; i < c->program->nodes.len; i++) {
        node_t *node = c->program->nodes.data[i];
        VEC_CLEAR(node->in);
        if (c->into[node->id] != node) VEC_CLEAR(node->out);
        for (size_t j = 0; j < node->out.len; j++)
            node->out.data[j]->to = c->into[node->out.data[j]->to->id];
    }
    for (size_t i = 0; i < c->program->functions.len; i++) {
        function_t *function = c->program->functions.data[i];
        if (function->entry) function->entry = c->into[function->entry->id];
    }
}

/* Keeps what is live or the end of a kept edge; old order, new ids. */
static void renumber(cleanup_t *c) {
    program_t *program = c->program;
    bool *keep = mem_zalloc(program->nodes.len + 1);
    bool *keep_edge = mem_zalloc(program->edges.len + 1);
    for (size_t i = 0; i < program->nodes.len; i++) {
        node_t *node = program->nodes.data[i];
        if (!c->live[node->id] || c->into[node->id] != node) continue;
        keep[node->id] = true;
        for (size_t j = 0; j < node->out.len; j++) {
            keep[node->out.data[j]->to->id] = true;
            keep_edge[node->out.data[j]->id] = true;
        }
    }
    for (size_t i = 0; i < program->functions.len; i++)
        VEC_CLEAR(program->functions.data[i]->nodes);
    size_t nodes = 0, edges = 0;
    for (size_t i = 0; i < program->nodes.len; i++) {
        node_t *node = program->nodes.data[i];
        if (!keep[node->id]) {
            VEC_FREE(node->out);
            VEC_FREE(node->in);
            continue;
        }
        program->nodes.data[nodes++] = node;
        VEC_PUSH(node->function->nodes, node);
    }
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        if (!keep_edge[edge->id]) continue;
        edge->id = (uint32_t)edges;
        program->edges.data[edges++] = edge;
        VEC_PUSH(edge->to->in, edge);
    }
    program->nodes.len = nodes;
    program->edges.len = edges;
    for (size_t i = 0; i < nodes; i++) program->nodes.data[i]->id = (uint32_t)i;
    mem_free(keep);
    mem_free(keep_edge);
}

/* Functions no thread can come to lose their body; the ids of functions stay. */
static void drop_functions(cleanup_t *c) {
    program_t *program = c->program;
    callgraph_t *graph = callgraph_new(program);
    for (size_t i = 0; i < program->functions.len; i++) {
        function_t *function = program->functions.data[i];
        if (callgraph_is_reachable(graph, function)) continue;
        function->entry = NULL;
        function->has_body = false;
    }
    callgraph_delete(graph);
    for (size_t i = 0; i < program->nodes.len; i++) {
        node_t *node = program->nodes.data[i];
        c->into[i] = node;
        c->live[i] = node->function->entry != NULL;
        VEC_CLEAR(node->in);
    }
    renumber(c);
}

void cleanup_run(program_t *program) {
    cleanup_t c = {.program = program,
                   .live = mem_zalloc(program->nodes.len + 1),
                   .on_path = mem_zalloc(program->nodes.len + 1),
                   .into = mem_zalloc(sizeof(node_t *) * (program->nodes.len + 1))};
    drop_constant_branches(&c);
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->entry) mark_live(&c, program->functions.data[i]->entry);
    drop_dead_edges(&c);
    for (size_t i = 0; i < program->nodes.len; i++) merge_chain(&c, program->nodes.data[i]);
    redirect(&c);
    renumber(&c);
    /* Calls in dead code must not keep their callees: functions go after code. */
    if (program->main) drop_functions(&c);
    mem_free(c.live);
    mem_free(c.on_path);
    mem_free(c.into);
}
