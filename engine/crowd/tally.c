#include "engine/crowd/tally.h"

#include "cfa/result.h"

enum { MAX_TALLIES = 2 };

static bool adds_one(const edge_t *edge) {
    const expr_t *value = edge->value;
    if (edge->kind != EDGE_STORE || !edge->access.shared || value->kind != EXPR_ADD) return false;
    for (unsigned i = 0; i < 2; i++)
        if (value->a[i]->kind == EXPR_CONST && value->a[i]->value == 1) return true;
    return false;
}

void tallies_find(tallies_t *tallies, const program_t *program) {
    for (size_t i = 0; i < program->edges.len && tallies->edges.len < MAX_TALLIES; i++) {
        const edge_t *edge = program->edges.data[i];
        passage_t *passage = adds_one(edge) ? passage_new(program, edge) : NULL;
        if (!passage) continue;
        VEC_PUSH(tallies->edges, edge);
        VEC_PUSH(tallies->passages, passage);
    }
}

void tallies_free(tallies_t *tallies) {
    for (size_t i = 0; i < tallies->passages.len; i++) passage_delete(tallies->passages.data[i]);
    VEC_FREE(tallies->passages);
    VEC_FREE(tallies->edges);
}

static bool some_waits(const passage_t *passage, const thread_t *const *threads, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (passage_is_ahead(passage, threads[i])) return true;
    return false;
}

static bool some_is_between(const passage_t *first, const passage_t *second,
                            const thread_t *const *threads, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (passage_is_behind(first, threads[i]) && passage_is_ahead(second, threads[i]))
            return true;
    return false;
}

const orders_t *tallies_compare(const tallies_t *tallies, orders_domain_t *domain,
                                const thread_t *const *threads, size_t count) {
    VEC(orders_claim_t) claims = {0};
    for (size_t i = 0; i < tallies->edges.len; i++) {
        const passage_t *passage = tallies->passages.data[i];
        bool strictly = some_waits(passage, threads, count);
        VEC_PUSH(claims, (orders_claim_t){pair_proof_done(i), pair_proof_made(i), strictly});
        for (size_t k = 0; k < tallies->edges.len; k++) {
            const passage_t *earlier = tallies->passages.data[k];
            if (!passage_follows(passage, earlier)) continue;
            strictly = some_is_between(earlier, passage, threads, count);
            VEC_PUSH(claims, (orders_claim_t){pair_proof_done(i), pair_proof_done(k), strictly});
        }
    }
    const orders_t *all = orders_of_claims(domain, claims.data, claims.len);
    VEC_FREE(claims);
    return all;
}
