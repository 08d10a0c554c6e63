#include "witness/crowd/tally_check.h"

static const term_t *symbol_of(terms_t *terms, variable_t variable) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = 32}, variable, 0);
}

bool tally_check_init(tally_check_t *tallies, const program_t *program, const pair_proof_t *proof) {
    tallies->proof = proof;
    for (size_t i = 0; i < proof->tally_count; i++) {
        const edge_t *edge = proof->tallies[i];
        passage_t *passage = edge->kind == EDGE_STORE ? passage_new(program, edge) : NULL;
        if (!passage) return false;
        VEC_PUSH(tallies->passages, passage);
    }
    return true;
}

void tally_check_free(tally_check_t *tallies) {
    for (size_t i = 0; i < tallies->passages.len; i++) passage_delete(tallies->passages.data[i]);
    VEC_FREE(tallies->passages);
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
        if (edge == tallies->proof->tallies[i]) raise_number(steps, state, pair_proof_done(i));
        if (edge->kind != EDGE_THREAD_CREATE ||
            edge->callee != passage_routine(tallies->passages.data[i]))
            continue;
        const term_t *at_end = term_equal(terms, value_of(steps, state, pair_proof_made(i)),
                                          term_const(terms, 32, INT32_MAX));
        const term_t *condition = sem_state_condition(state, terms);
        if (!crowd_steps_impossible(steps, term_and(terms, condition, at_end)))
            return crowd_steps_reject(steps, edge, "threads may be too many to be counted");
        raise_number(steps, state, pair_proof_made(i));
    }
    return true;
}

/* Is one of the threads ahead of one edge, and behind another if that is given? */
static bool some_is_between(const passage_t *passed, const passage_t *ahead,
                            const thread_t *const *threads, size_t count) {
    for (size_t i = 0; i < count; i++)
        if ((!passed || passage_is_behind(passed, threads[i])) &&
            passage_is_ahead(ahead, threads[i]))
            return true;
    return false;
}

static const term_t *compare(terms_t *terms, variable_t less, variable_t more, bool strictly) {
    return term_bv(terms, strictly ? TERM_BVSLT : TERM_BVSLE, symbol_of(terms, less),
                   symbol_of(terms, more));
}

const term_t *tally_check_claim(const tally_check_t *tallies, terms_t *terms,
                                const thread_t *const *threads, size_t count) {
    const term_t *claim = term_true(terms);
    for (size_t i = 0; i < tallies->passages.len; i++) {
        const passage_t *passage = tallies->passages.data[i];
        variable_t done = pair_proof_done(i);
        claim =
            term_and(terms, claim,
                     term_bv(terms, TERM_BVSLE, term_const(terms, 32, 0), symbol_of(terms, done)));
        claim = term_and(terms, claim,
                         compare(terms, done, pair_proof_made(i),
                                 some_is_between(NULL, passage, threads, count)));
        for (size_t k = 0; k < tallies->passages.len; k++) {
            const passage_t *earlier = tallies->passages.data[k];
            if (passage_follows(passage, earlier))
                claim = term_and(terms, claim,
                                 compare(terms, done, pair_proof_done(k),
                                         some_is_between(earlier, passage, threads, count)));
        }
    }
    return claim;
}
