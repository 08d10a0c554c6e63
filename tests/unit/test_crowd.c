#include "engine/crowd/engines.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

/* Proofs for any number of threads, and what the checker says to spoilt ones. */

typedef enum { SAFE, NO_LOCK, SELF, STACK } variant_t;

/* main starts workers for ever; each sets x to 1 and back to 0 under a lock and
 * calls it an error if x was not 0. */
static program_t *build_crowd(variant_t variant) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.mutex);
    object_t *p = build_global(&b, "p", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    if (variant != NO_LOCK) S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_assign(&b, r, E_load(&b, x));
    S_error_if(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0))));
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_store(&b, E_addr(&b, x), E_int(&b, 0));
    if (variant == SELF) S_store(&b, E_addr(&b, p), expr_self(b.p->exprs, 32));
    if (variant == STACK) {
        object_t *own = function_add_local(b.p, b.f, "own", b.i32, (source_t){0});
        S_store(&b, E_addr(&b, p), E_addr(&b, own));
        S_assign(&b, r, E_load(&b, p));
        S_assign(&b, r, expr_load(b.p->exprs, E_reg(&b, r), b.i32));
    }
    if (variant != NO_LOCK) S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    node_t *head = b.at;
    edge_t *create = build_edge_to(&b, EDGE_THREAD_CREATE, head);
    create->callee = worker;
    passes_run(b.p);
    return b.p;
}

static engine_outcome_t run(program_t *program, crowd_choice_t crowd) {
    options_t options = engine_default_options();
    options.analysis = "value";
    options.crowd = crowd;
    engine_outcome_t outcome = engine_outcome(program, &options);
    program_delete(program);
    return outcome;
}

TEST(any_number_of_threads_is_proved) {
    engine_outcome_t outcome = run(build_crowd(SAFE), CROWD_AUTO);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(outcome.evidence);
}

TEST(without_it_threads_are_limited) {
    CHECK_EQ(run(build_crowd(SAFE), CROWD_NEVER).verdict, VERDICT_UNKNOWN);
}

TEST(errors_are_found_by_the_others) {
    CHECK_EQ(run(build_crowd(NO_LOCK), CROWD_ONLY).verdict, VERDICT_UNKNOWN);
    engine_outcome_t outcome = run(build_crowd(NO_LOCK), CROWD_AUTO);
    CHECK_EQ(outcome.verdict, VERDICT_FALSE);
    CHECK(outcome.evidence);
}

TEST(threads_with_names_are_refused) {
    CHECK_EQ(run(build_crowd(SELF), CROWD_ONLY).verdict, VERDICT_UNKNOWN);
    CHECK_EQ(run(build_crowd(STACK), CROWD_ONLY).verdict, VERDICT_UNKNOWN);
}

/* The proof of the safe program, to be spoilt. */
typedef struct {
    program_t *program;
    terms_t *terms;
    result_t result;
    crowd_proof_t proof;
    crowd_state_t *states;
    kept_state_t *commons, *locals;
} proved_t;

static void prove(proved_t *p) {
    stats_t stats = {0};
    options_t options = engine_default_options();
    p->program = build_crowd(SAFE);
    p->terms = terms_new();
    engine_run_class(&crowd_engine, p->program, p->terms, &options, 0, &stats, &p->result);
    CHECK_EQ(p->result.answers[0].verdict, VERDICT_TRUE);
    p->proof = *p->result.proof.crowd;
    p->states = mem_alloc(p->proof.state_count * sizeof *p->states);
    p->commons = mem_alloc(p->proof.common_count * sizeof *p->commons);
    p->locals = mem_alloc(p->proof.local_count * sizeof *p->locals);
    memcpy(p->states, p->proof.states, p->proof.state_count * sizeof *p->states);
    memcpy(p->commons, p->proof.commons, p->proof.common_count * sizeof *p->commons);
    memcpy(p->locals, p->proof.locals, p->proof.local_count * sizeof *p->locals);
    p->proof.states = p->states;
    p->proof.commons = p->commons;
    p->proof.locals = p->locals;
}

static bool accepts(const proved_t *p) {
    char *why = NULL;
    proof_t proof = {.kind = PROOF_CROWD, .crowd = &p->proof};
    bool accepted = proof_check(p->program, p->terms, solver_default_class(&(const char *){NULL}),
                                &proof, NULL, NULL, &why);
    CHECK_EQ(accepted, why == NULL);
    mem_free(why);
    return accepted;
}

static void done(proved_t *p) {
    mem_free(p->states);
    mem_free(p->commons);
    mem_free(p->locals);
    result_free(&p->result);
    terms_delete(p->terms);
    program_delete(p->program);
}

TEST(no_state_may_be_missing) {
    proved_t p;
    prove(&p);
    CHECK(accepts(&p));
    for (size_t i = 0; i < p.proof.state_count; i++) {
        crowd_state_t kept = p.states[i];
        p.states[i] = p.states[p.proof.state_count - 1];
        p.proof.state_count--;
        CHECK(!accepts(&p));
        p.proof.state_count++;
        p.states[i] = kept;
    }
    CHECK(accepts(&p));
    done(&p);
}

TEST(no_thread_may_be_missing) {
    proved_t p;
    prove(&p);
    for (size_t i = 0; i < p.proof.state_count; i++)
        for (uint32_t j = 0; j < p.states[i].many_count; j++) {
            crowd_state_t kept = p.states[i];
            uint32_t *many = mem_alloc(kept.many_count * sizeof *many);
            memcpy(many, kept.many, kept.many_count * sizeof *many);
            many[j] = many[kept.many_count - 1];
            p.states[i].many = many;
            p.states[i].many_count--;
            CHECK(!accepts(&p));
            p.states[i] = kept;
            mem_free(many);
        }
    done(&p);
}

/* Threads inside the lock are exact: to make them many is to let in two. */
TEST(counting_matters) {
    proved_t p;
    prove(&p);
    size_t counted = 0;
    for (size_t i = 0; i < p.proof.state_count; i++) {
        crowd_state_t kept = p.states[i];
        if (!kept.exact_count) continue;
        uint32_t *many = mem_alloc((kept.many_count + 1) * sizeof *many);
        memcpy(many, kept.many, kept.many_count * sizeof *many);
        many[kept.many_count] = kept.exact[0];
        p.states[i].many = many;
        p.states[i].many_count++;
        CHECK(!accepts(&p));
        p.states[i] = kept;
        mem_free(many);
        counted++;
    }
    CHECK(counted > 0);
    done(&p);
}

TEST(values_and_places_matter) {
    proved_t p;
    prove(&p);
    for (size_t i = 0; i < p.proof.common_count; i++) {
        kept_state_t kept = p.commons[i];
        if (!kept.binding_count) continue;
        binding_t wrong[8];
        memcpy(wrong, kept.bindings, kept.binding_count * sizeof *wrong);
        wrong[0].value ^= 2;
        p.commons[i].bindings = wrong;
        CHECK(!accepts(&p));
        p.commons[i] = kept;
    }
    for (size_t i = 1; i + 1 < p.proof.local_count; i++) {
        kept_state_t kept = p.locals[i];
        p.locals[i] = p.locals[i + 1];
        CHECK(!accepts(&p));
        p.locals[i] = kept;
    }
    done(&p);
}

/* Another thread may change a shared variable while this one waits. */
TEST(a_thread_alone_cannot_vouch_for_shared_memory) {
    proved_t p;
    prove(&p);
    binding_t shared = {0};
    for (size_t i = 0; i < p.proof.common_count && !shared.variable; i++)
        for (size_t j = 0; j < p.commons[i].binding_count; j++)
            if (variable_kind(p.commons[i].bindings[j].variable) == VARIABLE_CELL)
                shared = p.commons[i].bindings[j];
    CHECK(shared.variable != 0);
    kept_state_t kept = p.locals[1];
    p.locals[1].bindings = &shared;
    p.locals[1].binding_count = 1;
    CHECK(!accepts(&p));
    p.locals[1] = kept;
    CHECK(accepts(&p));
    done(&p);
}

/* A proof for any number of threads is one for those that there are. */
TEST(proofs_are_right_on_random_programs) {
    size_t proved = 0, accepted = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 3, 0);
        proof_states_t full = explore(r.b.p, 1500);
        options_t options = engine_default_options();
        options.crowd = CROWD_ONLY;
        engine_outcome_t outcome = engine_outcome(r.b.p, &options);
        if (outcome.verdict == VERDICT_TRUE) {
            CHECK(!outcome.evidence || !full.is_complete || !full.has_error);
            accepted += outcome.evidence;
            proved++;
        }
        explored_free(&full);
        program_delete(r.b.p);
    }
    printf("%zu proved, %zu accepted\n", proved, accepted);
    CHECK(proved > 10);
    /* Those with endless atomic sections are not. */
    CHECK(accepted * 10 > proved * 9);
}
