#include "witness/order/nest.h"

#include "cfa/scc.h"

nest_t *nest_new(const program_t *program) {
    nest_t *nest = mem_zalloc(sizeof *nest);
    size_t count = program->nodes.len + 1;
    nest->arena = arena_new();
    nest->number = mem_zalloc(count * sizeof *nest->number);
    nest->inside = mem_zalloc(count * sizeof *nest->inside);
    nest->place = mem_zalloc(count * sizeof *nest->place);
    return nest;
}

void nest_delete(nest_t *nest) {
    if (!nest) return;
    arena_delete(nest->arena);
    mem_free(nest->number);
    mem_free(nest->inside);
    mem_free(nest->place);
    mem_free(nest);
}

bool nest_contains(const nest_t *nest, const nest_loop_t *loop, const node_t *node) {
    const nest_loop_t *l = nest->inside[node->id];
    while (l && l != loop) l = l->outer;
    return l;
}

typedef VEC(const node_t *) nodes_t;

/* A part of a function: nodes, and the edges between them. */
typedef struct part {
    nodes_t nodes;
    uint32_t *component, component_count;
} part_t;

/* place[node->id]: its number in the part and one, 0: outside. */
static void find_components(part_t *part, const uint32_t *place) {
    numbers_t rows = {0}, targets = {0};
    for (size_t i = 0; i < part->nodes.len; i++) {
        const node_t *node = part->nodes.data[i];
        VEC_PUSH(rows, (uint32_t)targets.len);
        for (size_t k = 0; k < node->out.len; k++)
            if (place[node->out.data[k]->to->id])
                VEC_PUSH(targets, place[node->out.data[k]->to->id] - 1);
    }
    VEC_PUSH(rows, (uint32_t)targets.len);
    VEC_PUSH(targets, 0); /* never NULL */
    graph_t graph = {(uint32_t)part->nodes.len, rows.data, targets.data};
    part->component = mem_alloc((part->nodes.len + 1) * sizeof *part->component);
    part->component_count = scc_compute(&graph, part->component);
    VEC_FREE(rows);
    VEC_FREE(targets);
}

static bool is_cycle(const nodes_t *nodes) {
    const node_t *only = nodes->data[0];
    for (size_t i = 0; nodes->len == 1 && i < only->out.len; i++)
        if (only->out.data[i]->to == only) return true;
    return nodes->len > 1;
}

typedef struct numbering {
    nest_t *nest;
    uint32_t next;
} numbering_t;

static void give_number(numbering_t *n, const node_t *node, const nest_loop_t *loop) {
    n->nest->number[node->id] = n->next++;
    n->nest->inside[node->id] = loop;
}

static void number_part(numbering_t *n, part_t *part, const nest_loop_t *outer);

/* The head is the node that comes first in the function. */
static void number_loop(numbering_t *n, const nodes_t *nodes, const nest_loop_t *outer) {
    const node_t *head = nodes->data[0];
    for (size_t i = 1; i < nodes->len; i++)
        if (nodes->data[i]->rpo < head->rpo) head = nodes->data[i];
    nest_loop_t *loop = arena_alloc(n->nest->arena, sizeof *loop);
    *loop = (nest_loop_t){head, outer};
    give_number(n, head, loop);
    part_t rest = {0};
    for (size_t i = 0; i < nodes->len; i++)
        if (nodes->data[i] != head) VEC_PUSH(rest.nodes, nodes->data[i]);
    number_part(n, &rest, loop);
}

/* Frees the part. */
static void number_part(numbering_t *n, part_t *part, const nest_loop_t *outer) {
    for (size_t i = 0; i < part->nodes.len; i++)
        n->nest->place[part->nodes.data[i]->id] = (uint32_t)i + 1;
    find_components(part, n->nest->place);
    for (size_t i = 0; i < part->nodes.len; i++) n->nest->place[part->nodes.data[i]->id] = 0;
    nodes_t *components = mem_zalloc((part->component_count + 1) * sizeof *components);
    for (size_t i = 0; i < part->nodes.len; i++)
        VEC_PUSH(components[part->component[i]], part->nodes.data[i]);
    for (uint32_t c = part->component_count; c-- > 0;) {
        if (is_cycle(&components[c]))
            number_loop(n, &components[c], outer);
        else
            give_number(n, components[c].data[0], outer);
        VEC_FREE(components[c]);
    }
    mem_free(components);
    mem_free(part->component);
    VEC_FREE(part->nodes);
}

void nest_add(nest_t *nest, const function_t *function) {
    part_t all = {0};
    if (nest->number[function->entry->id]) return;
    for (size_t i = 0; i < function->nodes.len; i++) VEC_PUSH(all.nodes, function->nodes.data[i]);
    numbering_t n = {nest, 1};
    number_part(&n, &all, NULL);
}
