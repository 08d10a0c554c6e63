#include "witness/crowd/crowd_check.h"

#include "cfa/layout.h"
#include "util/arena.h"
#include "witness/crowd/crowd_index.h"
#include "witness/crowd/crowd_steps.h"

#include <string.h>

/* What a step of one thread leads to, in numbers of the proof. A half may be in
 * several of the proof. */
typedef struct proof_outcome {
    crowd_numbers_t commons;
    crowd_numbers_t *threads; /* the mover, if it goes on and is not main; new threads */
    size_t thread_count;
} proof_outcome_t;

typedef VEC(proof_outcome_t) outcomes_t;

typedef struct crowd_checker {
    crowd_steps_t steps;
    const crowd_proof_t *proof;
    size_t kept;
    crowd_index_t *commons, *locals;
    intern_t states;   /* crowd_state_t by common and exact */
    map64_t outcomes;  /* (common, mover) -> outcomes_t */
    VEC(outcomes_t *) all_outcomes;
    map64_t included;  /* (state, state): are the many of the first among those of the second? */
    VEC(uint64_t *) many_sets; /* of each state, a bit per local; made when needed */
    outcomes_t *filling;
    VEC(uint32_t) exact; /* scratch */
} crowd_checker_t;

static bool reject(crowd_checker_t *check, const edge_t *edge, const char *reason) {
    return crowd_steps_reject(&check->steps, edge, reason);
}

/* Leaves those halves of which the state is sure to be one. */
static void sift(crowd_checker_t *check, crowd_index_t *index, sem_state_t *state, unsigned thread,
                 crowd_numbers_t *numbers) {
    size_t kept = 0;
    terms_t *terms = check->steps.terms;
    for (size_t i = 0; i < numbers->len; i++) {
        const term_t *formula = crowd_index_formula(index, state, numbers->data[i], thread);
        const term_t *condition = sem_state_condition(state, terms);
        bool holds = term_is_true(formula) || term_has_conjuncts(condition, formula);
        if (holds || crowd_steps_impossible(&check->steps,
                                            term_and(terms, condition, term_not(terms, formula))))
            numbers->data[kept++] = numbers->data[i];
    }
    numbers->len = kept;
}

static void find_thread(crowd_checker_t *check, sem_state_t *state, unsigned number,
                        crowd_numbers_t *out) {
    const configuration_t *c = crowd_steps_local(&check->steps, state->configuration, number);
    crowd_index_find(check->locals, state, c, number, out);
    sift(check, check->locals, state, number, out);
}

static void find_common(crowd_checker_t *check, sem_state_t *state, crowd_numbers_t *out) {
    const configuration_t *c = crowd_steps_common(&check->steps, state->configuration);
    crowd_index_find(check->commons, state, c, 1, out);
    sift(check, check->commons, state, 1, out);
}

static bool add_outcome(void *context, sem_state_t *state, const edge_t *edge) {
    crowd_checker_t *check = context;
    const configuration_t *c = state->configuration;
    crowd_steps_find_constants(&check->steps, state);
    proof_outcome_t outcome = {0};
    find_common(check, state, &outcome.commons);
    bool is_covered = outcome.commons.len > 0;
    outcome.threads = mem_zalloc((c->thread_count + 1) * sizeof *outcome.threads);
    for (uint32_t t = 1; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        crowd_numbers_t *numbers = &outcome.threads[outcome.thread_count++];
        find_thread(check, state, t, numbers);
        if (!numbers->len) is_covered = false;
    }
    VEC_PUSH(*check->filling, outcome);
    if (is_covered) return true;
    if (crowd_steps_impossible(&check->steps, state->condition)) {
        proof_outcome_t gone = VEC_POP(*check->filling);
        VEC_FREE(gone.commons);
        for (size_t i = 0; i < gone.thread_count; i++) VEC_FREE(gone.threads[i]);
        mem_free(gone.threads);
        return true;
    }
    return reject(check, edge, "the proof has nothing for what this step leads to");
}

/* The symbols of a formula are the values of variables at this point. */
static void enter(crowd_checker_t *check, const kept_state_t *half, sem_state_t *state) {
    term_vec_t symbols = {0};
    for (size_t i = 0; i < half->binding_count; i++)
        sem_state_set(state, half->bindings[i].variable, sem_value_const(half->bindings[i].value));
    if (half->formula) {
        term_symbols(check->steps.terms, half->formula, &symbols);
        sem_state_require(state, check->steps.terms, half->formula);
    }
    for (size_t i = 0; i < symbols.len; i++)
        sem_state_set(state, symbols.data[i]->value, (sem_value_t){symbols.data[i], 0});
    VEC_FREE(symbols);
}

static void load(crowd_checker_t *check, uint32_t common, uint32_t mover, sem_state_t *state) {
    const configuration_t *c = crowd_index_configuration(check->commons, common);
    state->configuration = c;
    enter(check, &check->proof->commons[common], state);
    if (!mover) return;
    enter(check, &check->proof->locals[mover], state);
    thread_t threads[2] = {{.status = THREAD_FREE},
                           crowd_index_configuration(check->locals, mover)->threads[1]};
    if (c->thread_count) threads[0] = c->threads[0];
    configuration_t draft = *c;
    draft.thread_count = 2;
    draft.threads = threads;
    state->configuration = semantics_configuration(check->steps.semantics, &draft);
}

/* All steps of a thread; mover 0 is main. */
static const outcomes_t *steps_of(crowd_checker_t *check, uint32_t common, uint32_t mover) {
    uint64_t key = (uint64_t)common << 32 | mover, known;
    if (map64_get(&check->outcomes, key, &known)) return (const outcomes_t *)(uintptr_t)known;
    outcomes_t *outcomes = mem_zalloc(sizeof *outcomes);
    VEC_PUSH(check->all_outcomes, outcomes);
    map64_put(&check->outcomes, key, map64_pointer(outcomes));
    check->filling = outcomes;
    semantics_restart_symbols(check->steps.semantics);
    sem_state_t state = {0};
    load(check, common, mover, &state);
    crowd_steps_from(&check->steps, &state, mover ? 1 : 0, add_outcome, check);
    sem_state_free(&state);
    return outcomes;
}

/* Coverage. */

static bool same_state(const void *in_table, const void *key) {
    const crowd_state_t *a = in_table, *b = key;
    return a->common == b->common && a->exact_count == b->exact_count &&
           (!a->exact_count || !memcmp(a->exact, b->exact, a->exact_count * sizeof *a->exact));
}

static uint64_t hash_state(const crowd_state_t *state) {
    uint64_t hash = state->common;
    for (uint32_t i = 0; i < state->exact_count; i++) hash = hash_mix(hash, state->exact[i]);
    return hash;
}

/* Symbols must be of variables that the half may speak of and does not bind; other
 * symbols could be mistaken for those that the semantics makes. */
static bool formula_is_sound(crowd_checker_t *check, const kept_state_t *half, bool is_local) {
    term_vec_t symbols = {0};
    bool sound = true;
    if (half->formula) term_symbols(check->steps.terms, half->formula, &symbols);
    for (size_t i = 0; i < symbols.len; i++) {
        const term_t *symbol = symbols.data[i];
        sound = sound && symbol->index == 0 && symbol->sort.kind == SORT_BV &&
                crowd_may_speak_of(symbol->value, is_local) &&
                symbol->sort.width == variable_width(check->steps.program, symbol->value);
        for (size_t j = 0; j < half->binding_count; j++)
            sound = sound && half->bindings[j].variable != symbol->value;
    }
    VEC_FREE(symbols);
    return sound;
}

static bool half_is_sound(crowd_checker_t *check, const kept_state_t *half, bool is_local) {
    return crowd_half_is_sound(half, is_local) && formula_is_sound(check, half, is_local);
}

static bool enter_states(crowd_checker_t *check) {
    bool sound = true;
    for (size_t i = 0; i < check->proof->common_count; i++)
        sound = sound && half_is_sound(check, &check->proof->commons[i], false);
    for (size_t i = 1; i < check->proof->local_count; i++)
        sound = sound && half_is_sound(check, &check->proof->locals[i], true);
    if (!sound) return reject(check, NULL, "a state of the proof is malformed");
    for (size_t i = 0; i < check->proof->state_count; i++) {
        const crowd_state_t *state = &check->proof->states[i];
        bool ok = state->common < check->proof->common_count;
        for (uint32_t j = 0; j < state->exact_count; j++)
            ok = ok && state->exact[j] && state->exact[j] < check->proof->local_count &&
                 (!j || state->exact[j - 1] < state->exact[j]);
        for (uint32_t j = 0; j < state->many_count; j++)
            ok = ok && state->many[j] && state->many[j] < check->proof->local_count;
        if (!ok) return reject(check, NULL, "a state of the proof is malformed");
        uint64_t hash = hash_state(state);
        if (!intern_find(&check->states, hash, state))
            intern_add(&check->states, hash, (void *)(uintptr_t)state);
        VEC_PUSH(check->many_sets, NULL);
    }
    return true;
}

static const uint64_t *many_set(crowd_checker_t *check, const crowd_state_t *state) {
    uint64_t **set = &check->many_sets.data[state - check->proof->states];
    if (!*set) {
        *set = mem_zalloc((check->proof->local_count / 64 + 1) * sizeof **set);
        for (uint32_t i = 0; i < state->many_count; i++)
            (*set)[state->many[i] / 64] |= UINT64_C(1) << (state->many[i] % 64);
    }
    return *set;
}

static bool many_has(crowd_checker_t *check, const crowd_state_t *state, uint32_t local) {
    return many_set(check, state)[local / 64] >> (local % 64) & 1;
}

static bool many_include(crowd_checker_t *check, const crowd_state_t *big,
                         const crowd_state_t *small) {
    uint64_t key =
        (uint64_t)(big - check->proof->states) << 32 | (uint64_t)(small - check->proof->states);
    uint64_t known;
    if (map64_get(&check->included, key, &known)) return known;
    const uint64_t *a = many_set(check, big), *b = many_set(check, small);
    bool included = true;
    for (size_t i = 0; i <= check->proof->local_count / 64; i++)
        if (b[i] & ~a[i]) included = false;
    map64_put(&check->included, key, included);
    return included;
}

static bool insert_exact(crowd_checker_t *check, uint32_t local) {
    size_t at = 0;
    while (at < check->exact.len && check->exact.data[at] < local) at++;
    if (at < check->exact.len && check->exact.data[at] == local) return false;
    VEC_PUSH(check->exact, 0);
    memmove(&check->exact.data[at + 1], &check->exact.data[at],
            (check->exact.len - 1 - at) * sizeof(uint32_t));
    check->exact.data[at] = local;
    return true;
}

static void remove_exact(crowd_checker_t *check, uint32_t local) {
    size_t kept = 0;
    for (size_t i = 0; i < check->exact.len; i++)
        if (check->exact.data[i] != local) check->exact.data[kept++] = check->exact.data[i];
    check->exact.len = kept;
}

/* Places the threads of the outcome from number `next` on among the exact ones or
 * the many, in all ways, until a state of the proof has them all. `many` are
 * those that must be among its many. */
static bool place(crowd_checker_t *check, const crowd_state_t *from, const proof_outcome_t *outcome,
                  size_t next, uint32_t common, uint32_t *many, size_t many_count) {
    if (next == outcome->thread_count) {
        crowd_state_t key = {.common = common,
                             .exact = check->exact.data,
                             .exact_count = (uint32_t)check->exact.len};
        const crowd_state_t *to = intern_find(&check->states, hash_state(&key), &key);
        if (!to || !many_include(check, to, from)) return false;
        for (size_t i = 0; i < many_count; i++)
            if (!many_has(check, to, many[i])) return false;
        return true;
    }
    const crowd_numbers_t *choices = &outcome->threads[next];
    for (size_t i = 0; i < choices->len; i++) {
        uint32_t local = choices->data[i];
        if (insert_exact(check, local)) {
            bool ok = place(check, from, outcome, next + 1, common, many, many_count);
            remove_exact(check, local);
            if (ok) return true;
        }
        many[many_count] = local;
        if (place(check, from, outcome, next + 1, common, many, many_count + 1)) return true;
    }
    return false;
}

static bool check_mover(crowd_checker_t *check, const crowd_state_t *from, uint32_t mover,
                        bool is_exact) {
    const char *reason = NULL;
    if (check->steps.limits.limits && limits_exceeded(check->steps.limits.limits, &reason))
        return reject(check, NULL, reason);
    const outcomes_t *outcomes = steps_of(check, from->common, mover);
    for (size_t i = 0; i < outcomes->len && !check->steps.failed; i++) {
        const proof_outcome_t *outcome = &outcomes->data[i];
        uint32_t *many = mem_alloc((outcome->thread_count + 1) * sizeof *many);
        bool covered = false;
        VEC_CLEAR(check->exact);
        for (uint32_t j = 0; j < from->exact_count; j++)
            if (!is_exact || from->exact[j] != mover) VEC_PUSH(check->exact, from->exact[j]);
        for (size_t j = 0; j < outcome->commons.len && !covered; j++)
            covered = place(check, from, outcome, 0, outcome->commons.data[j], many, 0);
        mem_free(many);
        if (!covered) return reject(check, NULL, "the proof does not keep who is there together");
    }
    return !check->steps.failed;
}

static bool check_start(crowd_checker_t *check) {
    sem_state_t start = {0};
    crowd_numbers_t commons = {0};
    bool found = false;
    semantics_initial(check->steps.semantics, &start);
    find_common(check, &start, &commons);
    for (size_t i = 0; i < commons.len && !found; i++) {
        crowd_state_t key = {.common = commons.data[i]};
        found = intern_find(&check->states, hash_state(&key), &key) != NULL;
    }
    VEC_FREE(commons);
    sem_state_free(&start);
    return found || reject(check, NULL, "no state of the proof covers the start of main");
}

static bool check_all(crowd_checker_t *check) {
    if (!crowd_steps_accept(&check->steps) || !enter_states(check)) return false;
    check->commons = crowd_index_new(check->steps.semantics, check->proof->commons, 0,
                                     check->proof->common_count);
    check->locals =
        crowd_index_new(check->steps.semantics, check->proof->locals, 1, check->proof->local_count);
    if (!check_start(check)) return false;
    for (size_t i = 0; i < check->proof->state_count; i++) {
        const crowd_state_t *state = &check->proof->states[i];
        if (!check_mover(check, state, 0, false)) return false;
        for (uint32_t j = 0; j < state->exact_count; j++)
            if (!check_mover(check, state, state->exact[j], true)) return false;
        for (uint32_t j = 0; j < state->many_count; j++)
            if (!check_mover(check, state, state->many[j], false)) return false;
        check->kept++;
    }
    return true;
}

static void free_outcomes(crowd_checker_t *check) {
    for (size_t i = 0; i < check->all_outcomes.len; i++) {
        outcomes_t *outcomes = check->all_outcomes.data[i];
        for (size_t j = 0; j < outcomes->len; j++) {
            proof_outcome_t *outcome = &outcomes->data[j];
            VEC_FREE(outcome->commons);
            for (size_t k = 0; k < outcome->thread_count; k++) VEC_FREE(outcome->threads[k]);
            mem_free(outcome->threads);
        }
        VEC_FREE(*outcomes);
        mem_free(outcomes);
    }
    VEC_FREE(check->all_outcomes);
    map64_free(&check->outcomes);
}

bool crowd_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const crowd_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    crowd_checker_t check = {.proof = proof};
    crowd_steps_init(&check.steps, program, terms, class, limits);
    check.steps.open_nodes = stats->open_nodes;
    intern_init(&check.states, same_state);
    bool accepted = check_all(&check);
    stats->kept = check.kept;
    stats->steps = check.steps.count;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.steps.why));
    free_outcomes(&check);
    for (size_t i = 0; i < check.many_sets.len; i++) mem_free(check.many_sets.data[i]);
    VEC_FREE(check.many_sets);
    VEC_FREE(check.exact);
    map64_free(&check.included);
    intern_free(&check.states);
    crowd_index_delete(check.commons);
    crowd_index_delete(check.locals);
    crowd_steps_free(&check.steps);
    return accepted;
}
