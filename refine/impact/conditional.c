#include "refine/impact/conditional.h"

#include "cpa/value/value.h"
#include "refine/impact/mono.h"

typedef struct {
    impact_t *x;
    const tree_node_t *at;
} knowledge_t;

static bool know_value(void *context, variable_t variable, uint64_t *value) {
    const knowledge_t *k = context;
    return value_lookup(k->x->composite->cpas[0], k->at->value, variable, value);
}

/* An address over registers of a thread, as it is at a node. */
static const term_t *address_at(impact_t *x, const tree_node_t *u, uint32_t thread,
                                const expr_t *address) {
    edge_t reads = {.kind = EDGE_ASSIGN, .target = NO_REG, .value = address};
    step_t step = {
        .before = u->configuration, .after = u->configuration, .edge = &reads, .thread = thread};
    knowledge_t known = {x, u};
    blocks_know(x->blocks, know_value, &known);
    const term_t *term = block_operand(x->blocks, block_empty(x->blocks, false), &step);
    blocks_know(x->blocks, NULL, NULL);
    return term;
}

/* The alias expression: do the accesses have a byte in common? */
static const term_t *overlap(terms_t *terms, const term_t *a, uint64_t a_size, const term_t *b,
                             uint64_t b_size) {
    unsigned width = a->sort.width;
    const term_t *behind = term_bv(terms, TERM_BVSUB, b, a);
    const term_t *before = term_bv(terms, TERM_BVSUB, a, b);
    return term_or(terms, term_bv(terms, TERM_BVULT, behind, term_const(terms, width, a_size)),
                   term_bv(terms, TERM_BVULT, before, term_const(terms, width, b_size)));
}

static bool touches_nothing(const impact_t *x, const edge_t *edge) {
    const footprint_t *print = footprint_edge(x->footprints, edge);
    uint64_t any = 0;
    for (size_t i = 0; i < footprints_words(x->footprints); i++)
        any |= print->reads[i] | print->writes[i];
    return !any;
}

/* The action before v, if it is one access by registers and steps that touch nothing. */
static const edge_t *only_access(const impact_t *x, const tree_node_t *v) {
    const tree_node_t *u = v->parent;
    if (!u || !u->parent || v->action->from != u->configuration) return NULL;
    for (uint32_t i = 1; i < v->step_count; i++)
        if (!touches_nothing(x, v->steps[i].edge)) return NULL;
    return footprint_address(v->steps[0].edge) ? v->steps[0].edge : NULL;
}

bool conditional_is_independent(impact_t *x, const tree_node_t *v, uint32_t thread,
                                const edge_t *edge, bool may_refine) {
    const edge_t *last = only_access(x, v);
    if (!x->options.is_conditional || !last || !footprint_address(edge)) return false;
    tree_node_t *u = v->parent;
    const term_t *a = address_at(x, u, v->thread, footprint_address(last));
    const term_t *b = address_at(x, u, thread, footprint_address(edge));
    const term_t *apart =
        term_not(x->terms, overlap(x->terms, a, footprint_size(last), b, footprint_size(edge)));
    if (term_is_value(apart)) return term_is_true(apart);
    const label_t *with = label_and(x->labels, u->label, apart);
    if (with == u->label || u->label->is_false) return true;
    return may_refine && impact_push_label(x, tree_root(x->tree), u, apart);
}
