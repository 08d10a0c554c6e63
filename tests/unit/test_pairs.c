#include "engine/crowd/engines.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"
#include "witness/crowd/tally_check.h"

/* Proofs for any number of threads by pairs, and what the checker says to spoilt ones. */

typedef enum { SAFE, NO_SECTION } variant_t;

/* main starts workers for ever; each draws a ticket, waits until it is served, calls it
 * an error if somebody else is, and lets the next one in. */
static program_t *build_tickets(variant_t variant) {
    build_t b = build_new();
    object_t *next = build_global(&b, "next", b.i32), *serving = build_global(&b, "serving", b.i32);
    object_t *busy = build_global(&b, "busy", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t mine = build_reg(&b, "mine"), r = build_reg(&b, "r");
    if (variant != NO_SECTION) build_edge(&b, EDGE_ATOMIC_BEGIN);
    S_assign(&b, mine, E_load(&b, next));
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, mine), E_int(&b, -1))));
    S_store(&b, E_addr(&b, next), E_add(&b, E_reg(&b, mine), E_int(&b, 1)));
    if (variant != NO_SECTION) build_edge(&b, EDGE_ATOMIC_END);
    S_assume(&b, E_eq(&b, E_reg(&b, mine), E_load(&b, serving)));
    S_error_if(&b, E_not(&b, E_eq(&b, E_load(&b, busy), E_int(&b, 0))));
    S_store(&b, E_addr(&b, busy), E_int(&b, 1));
    S_store(&b, E_addr(&b, busy), E_int(&b, 0));
    S_assign(&b, r, E_load(&b, serving));
    S_store(&b, E_addr(&b, serving), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    node_t *head = b.at;
    edge_t *create = build_edge_to(&b, EDGE_THREAD_CREATE, head);
    create->callee = worker;
    passes_run(b.p);
    return b.p;
}

typedef struct {
    program_t *program;
    terms_t *terms;
    result_t result;
    pair_proof_t proof;
    pair_state_t *states;
    kept_state_t *locals;
} proved_t;

static bool prove_by(proved_t *p, program_t *program, pairing_choice_t pairing) {
    stats_t stats = {0};
    options_t options = engine_default_options();
    options.pairing = pairing;
    *p = (proved_t){.program = program, .terms = terms_new()};
    engine_run_class(&pair_engine, p->program, p->terms, &options, 0, &stats, &p->result);
    if (p->result.answers[0].verdict != VERDICT_TRUE) return false;
    p->proof = *p->result.proof.pairs;
    p->states = mem_alloc(p->proof.state_count * sizeof *p->states);
    p->locals = mem_alloc(p->proof.local_count * sizeof *p->locals);
    memcpy(p->states, p->proof.states, p->proof.state_count * sizeof *p->states);
    memcpy(p->locals, p->proof.locals, p->proof.local_count * sizeof *p->locals);
    p->proof.states = p->states;
    p->proof.locals = p->locals;
    return true;
}

static bool prove(proved_t *p, program_t *program) {
    return prove_by(p, program, PAIRING_EVERYWHERE);
}

static bool accepts(const proved_t *p) {
    char *why = NULL;
    proof_t proof = {.kind = PROOF_PAIRS, .pairs = &p->proof};
    bool accepted = proof_check(p->program, p->terms, solver_default_class(&(const char *){NULL}),
                                &proof, NULL, NULL, &why);
    CHECK_EQ(accepted, why == NULL);
    mem_free(why);
    return accepted;
}

static void done(proved_t *p) {
    mem_free(p->states);
    mem_free(p->locals);
    result_free(&p->result);
    terms_delete(p->terms);
    program_delete(p->program);
}

TEST(tickets_are_proved) {
    proved_t p;
    CHECK(prove(&p, build_tickets(SAFE)));
    CHECK(accepts(&p));
    done(&p);
    CHECK(!prove(&p, build_tickets(NO_SECTION)));
    CHECK_EQ(p.result.answers[0].verdict, VERDICT_UNKNOWN);
    done(&p);
}

TEST(no_state_may_be_missing) {
    proved_t p;
    CHECK(prove(&p, build_tickets(SAFE)));
    for (size_t i = 0; i < p.proof.state_count; i += 2) {
        pair_state_t kept = p.states[i];
        p.states[i] = p.states[p.proof.state_count - 1];
        p.proof.state_count--;
        CHECK(!accepts(&p));
        p.proof.state_count++;
        p.states[i] = kept;
    }
    CHECK(accepts(&p));
    done(&p);
}

/* All of them can be reached: none is impossible. */
TEST(no_state_may_say_more) {
    proved_t p;
    CHECK(prove(&p, build_tickets(SAFE)));
    for (size_t i = 1; i < p.proof.state_count; i += 2) {
        pair_state_t kept = p.states[i];
        p.states[i].formula = term_false(p.terms);
        CHECK(!accepts(&p));
        p.states[i] = kept;
    }
    done(&p);
}

/* Without what is said of two tickets, two threads may be served at once. */
TEST(facts_of_two_threads_matter) {
    proved_t p;
    size_t said = 0;
    CHECK(prove(&p, build_tickets(SAFE)));
    for (size_t i = 0; i < p.proof.state_count; i++)
        if (p.states[i].second && p.states[i].formula) {
            p.states[i].formula = NULL;
            said++;
        }
    CHECK(said > 0);
    CHECK(!accepts(&p));
    done(&p);
}

/* Halves that bind different variables may overlap; what is said of pairs of them
 * could not be put together. */
TEST(halves_of_one_configuration_bind_alike) {
    proved_t p;
    CHECK(prove(&p, build_tickets(SAFE)));
    kept_state_t kept = p.locals[1];
    binding_t more[1] = {{variable_reg(1, 0, p.program->functions.data[0], 0), 0}};
    CHECK(p.proof.local_count > 2);
    p.locals[2] = p.locals[1];
    p.locals[2].bindings = more;
    p.locals[2].binding_count = 1;
    CHECK(!accepts(&p));
    p.locals[2] = kept;
    done(&p);
}

/* A loop in main that ends after so many workers. */
static void start_workers(build_t *b, function_t *worker, unsigned count) {
    reg_t i = build_reg(b, "i");
    S_assign(b, i, E_int(b, 0));
    node_t *head = b->at;
    S_assume(b, E_lt(b, E_reg(b, i), E_int(b, count)));
    S_create(b, worker, NULL, NULL);
    edge_t *raise = build_edge_to(b, EDGE_ASSIGN, head);
    raise->target = i;
    raise->value = E_add(b, E_reg(b, i), E_int(b, 1));
}

/* Tallies. main starts five workers in a loop; each raises x by one in two steps and calls it
 * an error if it is more than five. A fault repeats the counted step or lets main make it. */
typedef enum { COUNTS, COUNTS_IN_LOOP, MAIN_COUNTS } tally_variant_t;

static program_t *build_tally(tally_variant_t variant) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    node_t *again = b.at;
    S_assign(&b, r, E_load(&b, x));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    if (variant == COUNTS_IN_LOOP) {
        node_t *here = b.at;
        build_edge_to(&b, EDGE_NOP, again);
        b.at = here;
    }
    S_error_if(&b, E_lt(&b, E_int(&b, 5), E_load(&b, x)));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    if (variant == MAIN_COUNTS) S_call(&b, worker, NULL, NO_REG);
    start_workers(&b, worker, 5);
    passes_run(b.p);
    return b.p;
}

TEST(threads_can_be_counted) {
    proved_t p;
    CHECK(prove_by(&p, build_tally(COUNTS), PAIRING_TALLIES));
    CHECK_EQ(p.proof.tally_count, 1);
    CHECK(accepts(&p));
    done(&p);
    CHECK(!prove_by(&p, build_tally(COUNTS_IN_LOOP), PAIRING_TALLIES));
    done(&p);
    CHECK(!prove_by(&p, build_tally(MAIN_COUNTS), PAIRING_TALLIES));
    done(&p);
}

/* A proof of the right program, handed in for one in which the counted step may be made
 * more often. */
TEST(what_is_counted_must_be_made_once) {
    for (tally_variant_t variant = COUNTS_IN_LOOP; variant <= MAIN_COUNTS; variant++) {
        program_t *program = build_tally(variant);
        const edge_t *counted = NULL;
        for (size_t i = 0; i < program->edges.len; i++)
            if (program->edges.data[i]->kind == EDGE_STORE) counted = program->edges.data[i];
        CHECK(counted != NULL);
        pair_proof_t proof = {.tallies = &counted, .tally_count = 1};
        tally_check_t tallies = {0};
        CHECK(!tally_check_init(&tallies, program, &proof));
        tally_check_free(&tallies);
        program_delete(program);
    }
}

TEST(tallies_count_the_right_step) {
    proved_t p;
    CHECK(prove_by(&p, build_tally(COUNTS), PAIRING_TALLIES));
    const edge_t *kept = p.proof.tallies[0];
    size_t refused = 0;
    for (size_t i = 0; i < p.program->edges.len; i++) {
        const edge_t *edge = p.program->edges.data[i];
        if (edge == kept) continue;
        p.proof.tallies = &edge;
        CHECK(!accepts(&p));
        refused++;
    }
    p.proof.tally_count = 0;
    CHECK(!accepts(&p));
    CHECK(refused > 5);
    done(&p);
}

/* main starts a thousand workers; each raises x and then y, and calls it an error in between
 * if y is not less. */
static program_t *build_visits(void) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    object_t *const counters[] = {x, y};
    for (unsigned i = 0; i < 2; i++) {
        build_edge(&b, EDGE_ATOMIC_BEGIN);
        S_assign(&b, r, E_load(&b, counters[i]));
        S_store(&b, E_addr(&b, counters[i]), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
        build_edge(&b, EDGE_ATOMIC_END);
        if (i) break;
        S_assign(&b, r, E_load(&b, y));
        S_error_if(&b, E_not(&b, E_lt(&b, E_reg(&b, r), E_load(&b, x))));
    }
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    start_workers(&b, worker, 1000);
    passes_run(b.p);
    return b.p;
}

TEST(two_tallies_are_compared) {
    proved_t p;
    CHECK(prove_by(&p, build_visits(), PAIRING_TALLIES));
    CHECK_EQ(p.proof.tally_count, 2);
    CHECK(accepts(&p));
    const edge_t *swapped[] = {p.proof.tallies[1], p.proof.tallies[0]};
    p.proof.tallies = swapped;
    CHECK(!accepts(&p));
    swapped[0] = swapped[1];
    CHECK(!accepts(&p));
    done(&p);
}

/* A proof for any number of threads is one for those that there are. */
TEST(proofs_are_right_on_random_programs) {
    size_t proved = 0, accepted = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 3, 0);
        proof_states_t full = explore(r.b.p, 1500);
        proved_t p;
        if (prove(&p, r.b.p)) {
            bool confirmed = accepts(&p);
            CHECK(!confirmed || !full.is_complete || !full.has_error);
            accepted += confirmed;
            proved++;
        }
        explored_free(&full);
        done(&p);
    }
    printf("%zu proved, %zu accepted\n", proved, accepted);
    CHECK(proved > 10);
    CHECK(accepted * 10 > proved * 9);
}
