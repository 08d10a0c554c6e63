#include "cpa/predicate/precision.h"

struct predicate_precision {
    const program_t *program;
    predicate_scope_t scope;
    predicates_t everywhere;
    predicates_t *at_node;
    size_t count;
    /* How long the sets were at the mark: that of each node, then that of everywhere. */
    size_t *marked, marked_count;
};

predicate_precision_t *predicate_precision_new(const program_t *program, predicate_scope_t scope) {
    predicate_precision_t *p = mem_zalloc(sizeof *p);
    p->program = program;
    p->scope = scope;
    p->at_node = mem_zalloc(program->nodes.len * sizeof *p->at_node);
    return p;
}

void predicate_precision_delete(predicate_precision_t *p) {
    if (!p) return;
    for (size_t i = 0; i < p->program->nodes.len; i++) VEC_FREE(p->at_node[i]);
    mem_free(p->at_node);
    mem_free(p->marked);
    VEC_FREE(p->everywhere);
    mem_free(p);
}

/* By the scope: a function keeps its own at its entry. */
static predicates_t *set_at(predicate_precision_t *p, const node_t *node) {
    switch (node ? p->scope : PREDICATE_GLOBAL) {
    case PREDICATE_AT_LOCATION: return &p->at_node[node->id];
    case PREDICATE_IN_FUNCTION: return &p->at_node[node->function->entry->id];
    default: return &p->everywhere;
    }
}

const predicates_t *predicate_precision_at(const predicate_precision_t *p, const node_t *node) {
    return set_at((predicate_precision_t *)p, node);
}

size_t predicate_precision_count(const predicate_precision_t *p) {
    return p->count;
}

static bool contains(const predicates_t *set, const term_t *predicate) {
    for (size_t i = 0; i < set->len; i++)
        if (set->data[i] == predicate) return true;
    return false;
}

bool predicate_precision_add(predicate_precision_t *p, const node_t *node,
                             const term_t *predicate) {
    if (term_is_value(predicate)) return false;
    if (predicate->kind == TERM_NOT) predicate = predicate->a[0];
    if (contains(&p->everywhere, predicate)) return false;
    predicates_t *set = set_at(p, node);
    if (contains(set, predicate)) return false;
    VEC_PUSH(*set, predicate);
    p->count++;
    return true;
}

void predicate_precision_mark(predicate_precision_t *p) {
    size_t nodes = p->program->nodes.len;
    if (!p->marked) p->marked = mem_alloc((nodes + 1) * sizeof *p->marked);
    for (size_t i = 0; i < nodes; i++) p->marked[i] = p->at_node[i].len;
    p->marked[nodes] = p->everywhere.len;
    p->marked_count = p->count;
}

void predicate_precision_take_back(predicate_precision_t *p) {
    size_t nodes = p->program->nodes.len;
    REQUIRE(p->marked);
    for (size_t i = 0; i < nodes; i++) p->at_node[i].len = p->marked[i];
    p->everywhere.len = p->marked[nodes];
    p->count = p->marked_count;
}
