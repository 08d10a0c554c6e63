#include "refine/impact/proof.h"

#include "refine/impact/mono.h"

struct impact_proof {
    impact_t *x;
    VEC(const tree_node_t *) kept;
    map64_t explored; /* configuration -> set of threads */
    arena_t *arena;
    description_t description;
};

/* Closed nodes count, too: their edges may be what the check follows before it comes to a node
 * that covers. */
static void note_explored(impact_proof_t *proof, const tree_node_t *node) {
    uint64_t key = map64_pointer(node->configuration), known = 0;
    if (!map64_get(&proof->explored, key, &known)) {
        thread_set_t *set = ARENA_NEW(proof->arena, thread_set_t);
        known = map64_pointer(set);
        map64_put(&proof->explored, key, known);
    }
    thread_set_t *set = (thread_set_t *)(uintptr_t)known;
    *set = thread_set_union(set, &node->expanded);
}

/* In a tree every cycle goes over a cover. What lies between is left to the check, which knows more
 * there than labels say: they leave out what no error path asked for, such as where a pointer
 * leads. Where explicit values say it, all nodes are kept, since states of values are found without
 * a solver. */
static bool is_kept(const impact_t *x, const tree_node_t *node) {
    if (!node->parent) return true;
    if (x->options.is_monotonic && mono_is_inside(node)) return false;
    return node->covered || x->options.keeps_all;
}

impact_proof_t *impact_proof_new(impact_t *x) {
    impact_proof_t *proof = mem_zalloc(sizeof *proof);
    proof->x = x;
    proof->arena = arena_new();
    for (size_t i = 0; i < tree_count(x->tree); i++) {
        const tree_node_t *node = tree_at(x->tree, i);
        if (node->is_closed || threading_is_final(node->configuration)) continue;
        note_explored(proof, node);
        if (is_kept(x, node)) VEC_PUSH(proof->kept, node);
    }
    return proof;
}

void impact_proof_delete(impact_proof_t *proof) {
    if (!proof) return;
    VEC_FREE(proof->kept);
    VEC_FREE(proof->description.bindings);
    map64_free(&proof->explored);
    arena_delete(proof->arena);
    mem_free(proof);
}

static void describe(impact_proof_t *proof, const tree_node_t *node) {
    impact_t *x = proof->x;
    description_t *out = &proof->description;
    VEC_CLEAR(out->bindings);
    out->formula = label_term(x->labels, node->label);
    if (!node->parent) { /* memory is initial */
        out->formula =
            block_describe(x->blocks, x->terms, x->composite->program, x->composite->focus,
                           block_empty(x->blocks, true), node->configuration, out);
    } else {
        cpa_t *value = x->composite->cpas[0];
        value->class->describe(value, node->value, node->configuration, out);
    }
    description_sort(out);
}

static void get_kept(void *owner, size_t index, kept_state_t *state) {
    impact_proof_t *proof = owner;
    const tree_node_t *node = proof->kept.data[index];
    describe(proof, node);
    *state = (kept_state_t){
        .configuration = node->configuration,
        .bindings = proof->description.bindings.data,
        .binding_count = proof->description.bindings.len,
        .formula = proof->description.formula,
    };
}

static void get_explored(void *owner, const configuration_t *c, thread_set_t *threads) {
    impact_proof_t *proof = owner;
    composite_t *composite = proof->x->composite;
    const configuration_t *own =
        configuration_intern(threading_configurations(composite->threading), c);
    uint64_t known = 0;
    *threads = (thread_set_t){0};
    if (map64_get(&proof->explored, map64_pointer(own), &known))
        *threads = *(const thread_set_t *)(uintptr_t)known;
    composite_add_alone(composite, own, threads);
}

static void get_followed(void *owner, size_t index, thread_set_t *threads) {
    *threads = ((impact_proof_t *)owner)->kept.data[index]->expanded;
}

void impact_proof_fill(impact_proof_t *proof, states_proof_t *out) {
    *out = (states_proof_t){.owner = proof, .count = proof->kept.len, .get = get_kept};
    if (proof->x->composite->por) out->explored = get_explored;
    if (proof->x->options.is_monotonic) out->followed = get_followed;
    if (proof->x->composite->focus) out->forgotten = proof->x->composite->focus->forgotten;
}
