#include "frontend/flow.h"

void flow_init(flow_t *flow) {
    *flow = (flow_t){0};
    flow_node(flow); /* 0 is no node */
    flow->entry = flow->at = flow_node(flow);
    flow->stop = flow_node(flow);
}

void flow_free(flow_t *flow) {
    VEC_FREE(flow->steps);
}

flow_node_t flow_node(flow_t *flow) {
    return flow->node_count++;
}

flow_node_t flow_error(flow_t *flow, size_t property) {
    if (!flow->errors[property]) flow->errors[property] = flow_node(flow);
    return flow->errors[property];
}

flow_step_t *flow_link(flow_t *flow, edge_kind_t kind, flow_node_t from, flow_node_t to,
                       source_t source) {
    flow_step_t step = {.kind = kind,
                        .from = from,
                        .to = to,
                        .source = source,
                        .target = NO_REG,
                        .model = flow->model,
                        .is_atomic = flow->is_atomic};
    VEC_PUSH(flow->steps, step);
    return &VEC_TOP(flow->steps);
}

flow_step_t *flow_step(flow_t *flow, edge_kind_t kind, source_t source) {
    flow_node_t from = flow->at;
    flow->at = flow_node(flow);
    return flow_link(flow, kind, from, flow->at, source);
}

void flow_jump(flow_t *flow, flow_node_t to, source_t source) {
    flow_link(flow, EDGE_NOP, flow->at, to, source);
}

/* Steps by the node they leave, and where each node leads if it only jumps. */
typedef struct flow_writer {
    const flow_t *flow;
    program_t *program;
    function_t *function;
    uint32_t *first;      /* node -> index into by_node; one more at the end */
    uint32_t *by_node;    /* step numbers */
    flow_node_t *forward; /* 0: not known yet */
    node_t **nodes;       /* NULL: not written */
    VEC(flow_node_t) order; /* as written */
} flow_writer_t;

static void sort_steps(flow_writer_t *w) {
    const flow_t *flow = w->flow;
    for (size_t i = 0; i < flow->steps.len; i++) w->first[flow->steps.data[i].from + 1]++;
    for (flow_node_t n = 0; n < flow->node_count; n++) w->first[n + 1] += w->first[n];
    uint32_t *next = mem_zalloc(sizeof *next * (flow->node_count + 1));
    for (size_t i = 0; i < flow->steps.len; i++) {
        flow_node_t from = flow->steps.data[i].from;
        w->by_node[w->first[from] + next[from]++] = (uint32_t)i;
    }
    mem_free(next);
}

static const flow_step_t *only_jump(const flow_writer_t *w, flow_node_t node) {
    if (w->first[node + 1] - w->first[node] != 1) return NULL;
    const flow_step_t *step = &w->flow->steps.data[w->by_node[w->first[node]]];
    return step->kind == EDGE_NOP ? step : NULL;
}

/* Follows jumps to the first node that does something. A cycle of jumps is an
 * endless loop of the program and stays as one node with a jump to itself. */
static flow_node_t resolve(flow_writer_t *w, flow_node_t node) {
    const flow_node_t on_walk = UINT32_MAX;
    flow_node_t end = node;
    for (const flow_step_t *jump; !w->forward[end] && (jump = only_jump(w, end)); end = jump->to)
        w->forward[end] = on_walk;
    if (w->forward[end] && w->forward[end] != on_walk) end = w->forward[end];
    while (w->forward[node] == on_walk) {
        w->forward[node] = end;
        node = only_jump(w, node)->to;
    }
    w->forward[end] = end;
    return end;
}

static void write_node(flow_writer_t *w, flow_node_t node) {
    source_t source = {0};
    if (w->first[node] < w->first[node + 1])
        source = w->flow->steps.data[w->by_node[w->first[node]]].source;
    w->nodes[node] = function_add_node(w->program, w->function, source);
    for (uint8_t i = 0; i < PROPERTY_MAX; i++) {
        if (!node || node != w->flow->errors[i]) continue;
        w->nodes[node]->is_error = true;
        w->nodes[node]->violates = i;
    }
    VEC_PUSH(w->order, node);
}

static void write_edge(flow_writer_t *w, const flow_step_t *step, node_t *from, node_t *to) {
    edge_t *edge = program_add_edge(w->program, step->kind, from, to, step->source);
    edge->target = step->target;
    edge->address = step->address;
    edge->value = step->value;
    edge->type = step->type;
    edge->args = step->args;
    edge->arg_count = step->arg_count;
    edge->callee = step->callee;
    edge->object = step->object;
    edge->text = step->text;
    edge->model = step->model;
    edge->is_branch = step->is_branch;
    edge->branch_taken = step->branch_taken;
    edge->is_guard = step->is_guard;
    edge->is_implied = step->is_implied;
    edge->is_failure = step->is_failure;
    edge->is_draw = step->is_draw;
    edge->is_seed = step->is_seed;
    edge->ignores_layout = step->ignores_layout;
    edge->replaces = step->replaces;
    edge->is_atomic = step->is_atomic;
}

/* Makes the nodes, depth first. */
static void write_nodes(flow_writer_t *w) {
    VEC(flow_node_t) stack = {0};
    uint32_t *next = mem_zalloc(sizeof *next * w->flow->node_count); /* steps followed so far */
    flow_node_t entry = resolve(w, w->flow->entry);
    write_node(w, entry);
    VEC_PUSH(stack, entry);
    while (stack.len) {
        flow_node_t node = VEC_TOP(stack);
        uint32_t i = w->first[node] + next[node]++;
        if (i >= w->first[node + 1]) {
            stack.len--;
            continue;
        }
        flow_node_t to = resolve(w, w->flow->steps.data[w->by_node[i]].to);
        if (w->nodes[to]) continue;
        write_node(w, to);
        VEC_PUSH(stack, to);
    }
    w->function->entry = w->nodes[entry];
    mem_free(next);
    VEC_FREE(stack);
}

static void write_edges(flow_writer_t *w) {
    for (size_t o = 0; o < w->order.len; o++) {
        flow_node_t from = w->order.data[o];
        for (uint32_t i = w->first[from]; i < w->first[from + 1]; i++) {
            const flow_step_t *step = &w->flow->steps.data[w->by_node[i]];
            write_edge(w, step, w->nodes[from], w->nodes[resolve(w, step->to)]);
        }
    }
}

void flow_write(const flow_t *flow, program_t *program, function_t *function) {
    size_t nodes = flow->node_count + 1;
    flow_writer_t w = {.flow = flow, .program = program, .function = function};
    w.first = mem_zalloc(sizeof *w.first * (nodes + 1));
    w.by_node = mem_zalloc(sizeof *w.by_node * (flow->steps.len + 1));
    w.forward = mem_zalloc(sizeof *w.forward * nodes);
    w.nodes = mem_zalloc(sizeof *w.nodes * nodes);
    sort_steps(&w);
    write_nodes(&w);
    write_edges(&w);
    VEC_FREE(w.order);
    mem_free(w.first);
    mem_free(w.by_node);
    mem_free(w.forward);
    mem_free(w.nodes);
}
