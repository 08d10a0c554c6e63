#include "refine/arg_proof.h"

#include "solver/term.h"

struct arg_proof {
    composite_t *composite;
    const cpa_t *only;
    symmetry_t *symmetry; /* NULL: states stand for themselves */
    arg_nodes_t kept;
    map64_t explored; /* configuration -> set of threads; only if there is a reduction */
    arena_t *arena;
    description_t description;
};

static void note_explored(arg_proof_t *proof, const arg_node_t *node) {
    uint64_t key = map64_pointer(node->configuration), known = 0;
    if (!map64_get(&proof->explored, key, &known)) {
        map64_put(&proof->explored, key, map64_pointer(node->explored));
        return;
    }
    const thread_set_t *old = (const thread_set_t *)(uintptr_t)known;
    if (old == node->explored) return;
    thread_set_t *both = ARENA_NEW(proof->arena, thread_set_t);
    *both = thread_set_union(old, node->explored);
    map64_put(&proof->explored, key, map64_pointer(both));
}

/* What a kept state says; those of one configuration are a list. */
typedef struct said {
    uint64_t values;       /* hash of the bindings */
    const term_t *formula; /* NULL: true */
    uint32_t next;         /* index + 1 */
    bool is_dropped;
} said_t;
typedef VEC(said_t) said_list_t;

static void describe_all(arg_proof_t *proof, said_list_t *all, map64_t *first) {
    for (size_t i = 0; i < proof->kept.len; i++) {
        const arg_node_t *node = proof->kept.data[i];
        uint64_t key = map64_pointer(node->configuration), next = 0, values = 0;
        map64_get(first, key, &next);
        map64_put(first, key, i + 1);
        composite_describe(proof->composite, node, proof->only, &proof->description);
        for (size_t k = 0; k < proof->description.bindings.len; k++) {
            const binding_t *binding = &proof->description.bindings.data[k];
            values = hash_mix(hash_mix(values, binding->variable), binding->value);
        }
        VEC_PUSH(*all, (said_t){values, proof->description.formula, (uint32_t)next, false});
    }
}

static bool says_less(const said_t *b, const said_t *a) {
    if (b->is_dropped || b->values != a->values || !a->formula) return false;
    return !b->formula || term_has_conjuncts(a->formula, b->formula);
}

/* While predicates are found not to hold, weaker states take the place of stronger ones, which
 * stay in the graph. The proof needs the weak ones, and each of the others would be one more
 * case to look at. What is dropped wrongly would be missed by the check. */
static void drop_stronger(arg_proof_t *proof) {
    enum { MOST_COMPARED = 64 };
    said_list_t all = {0};
    map64_t first = {0};
    describe_all(proof, &all, &first);
    for (size_t i = 0; i < all.len; i++) {
        uint64_t other = 0;
        map64_get(&first, map64_pointer(proof->kept.data[i]->configuration), &other);
        for (size_t n = 0; other && n < MOST_COMPARED && !all.data[i].is_dropped; n++) {
            if (other != i + 1 && says_less(&all.data[other - 1], &all.data[i]))
                all.data[i].is_dropped = true;
            other = all.data[other - 1].next;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < all.len; i++)
        if (!all.data[i].is_dropped) proof->kept.data[kept++] = proof->kept.data[i];
    proof->kept.len = kept;
    VEC_FREE(all);
    map64_free(&first);
}

arg_proof_t *arg_proof_new(composite_t *composite, arg_t *arg, const cpa_t *only,
                           bool has_formulas) {
    arg_proof_t *proof = mem_zalloc(sizeof *proof);
    proof->composite = composite;
    proof->only = only;
    proof->arena = arena_new();
    arg_list(arg, &proof->kept);
    size_t kept = 0;
    for (size_t i = 0; i < proof->kept.len; i++) {
        arg_node_t *node = proof->kept.data[i];
        if (composite->por && node->explored) note_explored(proof, node);
        /* To follow a path that was covered inside of a block would not end. */
        if (!node->covered_by && !node->is_copy &&
            (only || node->has_covered || composite_is_kept(composite, node->parts)))
            proof->kept.data[kept++] = node;
    }
    proof->kept.len = kept;
    if (has_formulas) drop_stronger(proof);
    return proof;
}

void arg_proof_use_symmetry(arg_proof_t *proof, symmetry_t *symmetry) {
    proof->symmetry = symmetry;
}

static bool get_renumbering(void *owner, const configuration_t *c, const binding_t *bindings,
                            size_t count, uint32_t *numbers) {
    arg_proof_t *proof = owner;
    return symmetry_order_values(proof->symmetry, c, bindings, count, numbers);
}

void arg_proof_delete(arg_proof_t *proof) {
    if (!proof) return;
    VEC_FREE(proof->kept);
    map64_free(&proof->explored);
    arena_delete(proof->arena);
    VEC_FREE(proof->description.bindings);
    mem_free(proof);
}

static void get_kept(void *owner, size_t index, kept_state_t *state) {
    arg_proof_t *proof = owner;
    const arg_node_t *node = proof->kept.data[index];
    composite_describe(proof->composite, node, proof->only, &proof->description);
    *state = (kept_state_t){
        .configuration = node->configuration,
        .bindings = proof->description.bindings.data,
        .binding_count = proof->description.bindings.len,
        .formula = proof->description.formula,
    };
}

/* A set of threads that is enough stays enough with more threads in it, so the
 * union over the states of a configuration is. */
static void get_explored(void *owner, const configuration_t *c, thread_set_t *threads) {
    arg_proof_t *proof = owner;
    const configuration_t *own =
        configuration_intern(threading_configurations(proof->composite->threading), c);
    uint64_t known = 0;
    *threads = (thread_set_t){0};
    if (map64_get(&proof->explored, map64_pointer(own), &known))
        *threads = *(const thread_set_t *)(uintptr_t)known;
    composite_add_alone(proof->composite, own, threads);
}

void arg_proof_fill(arg_proof_t *proof, states_proof_t *out) {
    *out = (states_proof_t){.owner = proof, .count = proof->kept.len, .get = get_kept};
    if (proof->composite->por) out->explored = get_explored;
    if (proof->composite->focus) out->forgotten = proof->composite->focus->forgotten;
    if (proof->symmetry) out->renumber = get_renumbering;
}
