#include "refine/cegar.h"

struct arg_proof {
    composite_t *composite;
    const cpa_t *only;
    arg_nodes_t kept;
    description_t description;
};

arg_proof_t *arg_proof_new(composite_t *composite, arg_t *arg, const cpa_t *only) {
    arg_proof_t *proof = mem_zalloc(sizeof *proof);
    proof->composite = composite;
    proof->only = only;
    arg_list(arg, &proof->kept);
    size_t kept = 0;
    for (size_t i = 0; i < proof->kept.len; i++) {
        arg_node_t *node = proof->kept.data[i];
        if (!node->covered_by && (only || composite_is_kept(composite, node->parts)))
            proof->kept.data[kept++] = node;
    }
    proof->kept.len = kept;
    return proof;
}

void arg_proof_delete(arg_proof_t *proof) {
    if (!proof) return;
    VEC_FREE(proof->kept);
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

void arg_proof_fill(arg_proof_t *proof, proof_t *out) {
    *out = (proof_t){.owner = proof, .count = proof->kept.len, .get = get_kept};
}
