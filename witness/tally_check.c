#include "witness/tally_check.h"

static const term_t *symbol_of(terms_t *terms, variable_t variable) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = 32}, variable, 0);
}

static void mark(bool *before, const node_t *node) {
    if (before[node->id]) return;
    before[node->id] = true;
    for (size_t i = 0; i < node->in.len; i++) mark(before, node->in.data[i]->from);
}

static bool only_starts_threads(const program_t *program, const function_t *function) {
    if (function == program->main) return false;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE && edge->callee == function) return false;
    }
    return true;
}

bool tally_check_init(tally_check_t *tallies, const program_t *program, const pair_proof_t *proof) {
    tallies->proof = proof;
    for (size_t i = 0; i < proof->tally_count; i++) {
        const edge_t *edge = proof->tallies[i];
        bool *before = mem_zalloc(program->nodes.len * sizeof *before);
        VEC_PUSH(tallies->before, before);
        mark(before, edge->from);
        if (edge->kind != EDGE_STORE || before[edge->to->id] ||
            !only_starts_threads(program, edge->from->function))
            return false;
    }
    return true;
}

void tally_check_free(tally_check_t *tallies) {
    for (size_t i = 0; i < tallies->before.len; i++) mem_free(tallies->before.data[i]);
    VEC_FREE(tallies->before);
}

void tally_check_start(const tally_check_t *tallies, sem_state_t *start) {
    for (size_t i = 0; i < tallies->proof->tally_count; i++) {
        sem_state_set(start, pair_proof_done(i), sem_value_const(0));
        sem_state_set(start, pair_proof_made(i), sem_value_const(0));
    }
}

static const term_t *value_of(crowd_steps_t *steps, sem_state_t *state, variable_t variable) {
    return sem_value_term(steps->terms, semantics_read(steps->semantics, state, variable), 32);
}

static void raise_number(crowd_steps_t *steps, sem_state_t *state, variable_t variable) {
    const term_t *now = value_of(steps, state, variable);
    const term_t *next = term_bv(steps->terms, TERM_BVADD, now, term_const(steps->terms, 32, 1));
    sem_state_set(state, variable, sem_value_of_term(next));
    steps->is_noticed = true;
}

bool tally_check_step(const tally_check_t *tallies, crowd_steps_t *steps, sem_state_t *state,
                      const edge_t *edge) {
    terms_t *terms = steps->terms;
    for (size_t i = 0; i < tallies->proof->tally_count; i++) {
        const edge_t *counted = tallies->proof->tallies[i];
        if (edge == counted) raise_number(steps, state, pair_proof_done(i));
        if (edge->kind != EDGE_THREAD_CREATE || edge->callee != counted->from->function) continue;
        const term_t *at_end = term_equal(terms, value_of(steps, state, pair_proof_made(i)),
                                          term_const(terms, 32, INT32_MAX));
        const term_t *condition = sem_state_condition(state, terms);
        if (!crowd_steps_impossible(steps, term_and(terms, condition, at_end)))
            return crowd_steps_reject(steps, edge, "threads may be too many to be counted");
        raise_number(steps, state, pair_proof_made(i));
    }
    return true;
}

bool tally_check_waits(const tally_check_t *tallies, size_t tally, const configuration_t *local) {
    return tallies->before.data[tally][local->threads[1].frames[0].node->id];
}

const term_t *tally_check_claim(terms_t *terms, size_t tally, bool one_waits) {
    const term_t *done = symbol_of(terms, pair_proof_done(tally));
    const term_t *made = symbol_of(terms, pair_proof_made(tally));
    return term_and(terms, term_bv(terms, TERM_BVSLE, term_const(terms, 32, 0), done),
                    term_bv(terms, one_waits ? TERM_BVSLT : TERM_BVSLE, done, made));
}
