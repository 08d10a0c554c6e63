#include "cpa/predicate/precision.h"

struct predicate_precision {
    const program_t *program;
    predicate_scope_t scope;
    predicates_t everywhere;
    predicates_t *at_node;
    map64_t places; /* -> index of their set */
    VEC(predicates_t *) at_places;
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
    for (size_t i = 0; i < p->at_places.len; i++) {
        VEC_FREE(*p->at_places.data[i]);
        mem_free(p->at_places.data[i]);
    }
    VEC_FREE(p->at_places);
    map64_free(&p->places);
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

static bool add_to(predicate_precision_t *p, predicates_t *set, const term_t *predicate) {
    if (term_is_value(predicate)) return false;
    if (predicate->kind == TERM_NOT) predicate = predicate->a[0];
    if (contains(&p->everywhere, predicate) || contains(set, predicate)) return false;
    VEC_PUSH(*set, predicate);
    p->count++;
    return true;
}

bool predicate_precision_add(predicate_precision_t *p, const node_t *node,
                             const term_t *predicate) {
    return add_to(p, set_at(p, node), predicate);
}

bool predicate_precision_add_for(predicate_precision_t *p, uint64_t places, const term_t *fact) {
    uint64_t number;
    if (!map64_get(&p->places, places, &number)) {
        number = p->at_places.len;
        map64_put(&p->places, places, number);
        VEC_PUSH(p->at_places, mem_zalloc(sizeof(predicates_t)));
    }
    predicates_t *here = p->at_places.data[number];
    if (term_is_value(fact) || contains(here, fact)) return false;
    VEC_PUSH(*here, fact);
    p->count++;
    return true;
}

predicates_t *predicate_precision_for(predicate_precision_t *p, uint64_t places) {
    uint64_t number;
    return map64_get(&p->places, places, &number) ? p->at_places.data[number] : NULL;
}

bool predicate_precision_has_places(const predicate_precision_t *p) {
    return p->at_places.len > 0;
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
