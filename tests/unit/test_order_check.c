#include "engine/order/order_engine.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"
#include "witness/order/order_check.h"

/* What the check of unfoldings accepts, and what it must not. */

typedef struct {
    uint32_t *rounds, *frames;
    unfold_proof_t proof;
} claim_t;

/* All loops so many rounds, all calls so deep. */
static claim_t claim_new(const program_t *program, uint32_t most) {
    claim_t claim = {.rounds = mem_alloc((program->nodes.len + 1) * sizeof(uint32_t)),
                     .frames = mem_alloc((program->functions.len + 1) * sizeof(uint32_t))};
    for (size_t i = 0; i < program->nodes.len; i++) claim.rounds[i] = most;
    for (size_t i = 0; i < program->functions.len; i++) claim.frames[i] = most;
    claim.proof = (unfold_proof_t){.rounds = claim.rounds, .frames = claim.frames};
    return claim;
}

static void claim_free(claim_t *claim) {
    mem_free(claim->rounds);
    mem_free(claim->frames);
}

static bool accepts_claim(const program_t *program, const claim_t *claim) {
    char *why = NULL;
    terms_t *terms = terms_new();
    limits_t limits;
    limits_init(&limits, 10, 0);
    check_limits_t bounds = {.limits = &limits};
    check_stats_t stats = {0};
    bool accepted = order_check(program, terms, solver_default_class(NULL), &claim->proof, &bounds,
                                &stats, &why);
    CHECK_EQ(accepted, why == NULL);
    mem_free(why);
    terms_delete(terms);
    return accepted;
}

static bool accepts(const program_t *program, uint32_t most) {
    claim_t claim = claim_new(program, most);
    bool accepted = accepts_claim(program, &claim);
    claim_free(&claim);
    return accepted;
}

static void add_one(build_t *b, object_t *x) {
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_load(b, x));
    S_store(b, E_addr(b, x), E_add(b, E_reg(b, r), E_int(b, 1)));
}

typedef enum { BY_NOTHING, BY_MUTEX, BY_SECTION } protection_t;

/* Two threads count; error if not both did when they are joined. */
static program_t *build_counting(protection_t protection) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.mutex);
    function_t *worker = build_function(&b, "worker", 0);
    if (protection == BY_MUTEX) S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    if (protection == BY_SECTION) build_edge(&b, EDGE_ATOMIC_BEGIN);
    add_one(&b, x);
    if (protection == BY_MUTEX) S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    if (protection == BY_SECTION) build_edge(&b, EDGE_ATOMIC_END);
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_join(&b, E_int(&b, 2), NO_REG);
    S_error_if(&b, E_not(&b, E_eq(&b, E_load(&b, x), E_int(&b, 2))));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

static void expect(program_t *program, uint32_t most, bool is_accepted) {
    CHECK_EQ(accepts(program, most), is_accepted);
    program_delete(program);
}

TEST(orders_decide) {
    expect(build_counting(BY_MUTEX), 1, true);
    expect(build_counting(BY_SECTION), 1, true);
    expect(build_counting(BY_NOTHING), 1, false);
}

/* for (i = 0; i < 3; i++) x++ in a thread; error if x == 4. */
static program_t *build_rounds(node_t **head) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t i = build_reg(&b, "i");
    S_assign(&b, i, E_int(&b, 0));
    *head = b.at;
    S_assume(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 3)));
    add_one(&b, x);
    edge_t *back = build_edge_to(&b, EDGE_ASSIGN, *head);
    back->target = i;
    back->value = E_add(&b, E_reg(&b, i), E_int(&b, 1));
    S_assume(&b, E_not(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 3))));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 4)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(no_round_may_be_missing) {
    node_t *head;
    program_t *program = build_rounds(&head);
    claim_t claim = claim_new(program, 0);
    for (uint32_t rounds = 0; rounds < 6; rounds++) {
        claim.rounds[head->id] = rounds;
        CHECK_EQ(accepts_claim(program, &claim), rounds >= 4);
    }
    claim_free(&claim);
    program_delete(program);
}

TEST(no_frame_may_be_missing) {
    build_t b = build_new();
    function_t *down = build_function(&b, "down", 1);
    node_t *fork = b.at;
    S_assume(&b, E_lt(&b, E_int(&b, 0), E_reg(&b, 0)));
    S_call(&b, down, E_add(&b, E_reg(&b, 0), E_int(&b, -1)), NO_REG);
    S_return(&b, E_int(&b, 0));
    b.at = fork;
    S_assume(&b, E_not(&b, E_lt(&b, E_int(&b, 0), E_reg(&b, 0))));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_call(&b, down, E_int(&b, 2), NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    claim_t claim = claim_new(b.p, 1);
    for (uint32_t frames = 0; frames < 5; frames++) {
        claim.frames[down->id] = frames;
        CHECK_EQ(accepts_claim(b.p, &claim), frames >= 3);
    }
    claim_free(&claim);
    program_delete(b.p);
}

/* A thread waits for a flag; in each round it may do something else, too. */
static program_t *build_waiting(bool counts, bool writes) {
    build_t b = build_new();
    object_t *flag = build_global(&b, "flag", b.i32), *y = build_global(&b, "y", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t n = build_reg(&b, "n");
    S_assign(&b, n, E_int(&b, 0));
    node_t *head = b.at;
    S_assume(&b, E_not(&b, E_eq(&b, E_load(&b, flag), E_int(&b, 1))));
    if (counts) S_assign(&b, n, E_add(&b, E_reg(&b, n), E_int(&b, 1)));
    if (writes) S_store(&b, E_addr(&b, y), E_int(&b, 1));
    build_edge_to(&b, EDGE_NOP, head);
    S_assume(&b, E_eq(&b, E_load(&b, flag), E_int(&b, 1)));
    S_error_if(&b, E_eq(&b, E_reg(&b, n), E_int(&b, 9)));
    S_error_if(&b, E_eq(&b, E_load(&b, y), E_int(&b, 2)));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_store(&b, E_addr(&b, flag), E_int(&b, 1));
    S_error_if(&b, E_eq(&b, E_load(&b, y), E_int(&b, 3)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(only_rounds_that_change_nothing_are_left_out) {
    expect(build_waiting(false, false), 1, true);
    expect(build_waiting(true, false), 3, false);
    expect(build_waiting(false, true), 3, false);
}

typedef enum { GIVES_BACK, TAKES_AGAIN, TAKES_AGAIN_FOR_EVER, IS_ASKED_FOR, IS_FREED } mutex_use_t;

/* A thread looks at a flag under a mutex, again and again. main sets the flag under it, too, or
 * finds the mutex held, or frees it. */
static program_t *build_looking(mutex_use_t use) {
    bool again = use == TAKES_AGAIN || use == TAKES_AGAIN_FOR_EVER;
    build_t b = build_new();
    object_t *flag = build_global(&b, "flag", b.i32), *m = build_global(&b, "m", b.mutex);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    if (again) S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    if (use == TAKES_AGAIN_FOR_EVER) S_store(&b, E_addr(&b, flag), E_int(&b, 2));
    node_t *head = b.at;
    if (!again) S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_assign(&b, r, E_load(&b, flag));
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    node_t *fork = b.at;
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1))));
    if (again) S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    build_edge_to(&b, EDGE_NOP, head);
    b.at = fork;
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    S_error_if(&b, E_not(&b, E_eq(&b, E_load(&b, flag), E_int(&b, 1))));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    reg_t found = build_reg(&b, "found");
    S_assign(&b, found, E_int(&b, 0));
    S_create(&b, worker, NULL, NULL);
    if (use == IS_ASKED_FOR) {
        S_mutex(&b, EDGE_TRYLOCK, E_addr(&b, m))->target = found;
        S_error_if(&b, E_eq(&b, E_reg(&b, found), E_int(&b, 16)));
    } else if (use == IS_FREED) {
        S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    } else {
        S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
        S_error_if(&b, E_eq(&b, E_load(&b, flag), E_int(&b, 2)));
        S_store(&b, E_addr(&b, flag), E_int(&b, 1));
        S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    }
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(mutexes_are_given_back) {
    expect(build_looking(GIVES_BACK), 2, true);
    expect(build_looking(TAKES_AGAIN), 3, true);
    expect(build_looking(TAKES_AGAIN), 1, false);
    expect(build_looking(TAKES_AGAIN_FOR_EVER), 3, false);
    expect(build_looking(IS_ASKED_FOR), 3, false);
    expect(build_looking(IS_FREED), 3, false);
}

/* One of two ways is taken, and not both. */
TEST(ways_are_chosen) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    node_t *fork = b.at, *join = build_node(&b);
    build_edge(&b, EDGE_NOP);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    build_edge_to(&b, EDGE_NOP, join);
    b.at = fork;
    build_edge(&b, EDGE_NOP);
    build_edge_to(&b, EDGE_NOP, join);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 0)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    expect(b.p, 1, false);
}

/* A run may end while others wait for ever: main takes the mutex and keeps it. */
TEST(who_waits_for_ever_hides_nothing) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.mutex);
    function_t *worker = build_function(&b, "worker", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_store(&b, E_addr(&b, x), E_int(&b, 2));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_create(&b, worker, NULL, NULL);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    expect(b.p, 1, false);
}

/* x = 1, and then waits in an atomic section: nobody sees it, unless it is an error before. */
static program_t *build_stuck_section(bool errs) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    if (errs) S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
    S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, 2)));
    build_edge(&b, EDGE_ATOMIC_END);
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(sections_happen_as_a_whole) {
    expect(build_stuck_section(false), 1, true);
    expect(build_stuck_section(true), 1, false);
}

/* Threads are joined once, and only if they exist. */
TEST(joins_mean_threads) {
    for (int joined = 1; joined <= 2; joined++)
        for (int times = 1; times <= 2; times++) {
            build_t b = build_new();
            function_t *worker = build_function(&b, "worker", 0);
            S_return(&b, E_int(&b, 0));
            build_function(&b, "main", 0);
            S_create(&b, worker, NULL, NULL);
            for (int i = 0; i < times; i++) S_join(&b, E_int(&b, joined), NO_REG);
            S_return(&b, E_int(&b, 0));
            passes_run(b.p);
            expect(b.p, 1, joined == 1 && times == 1);
        }
}

/* An error of a thread after the program has ended is none. */
TEST(nothing_comes_after_the_end) {
    for (int is_late = 0; is_late < 2; is_late++) {
        build_t b = build_new();
        object_t *x = build_global(&b, "x", b.i32);
        function_t *worker = build_function(&b, "worker", 0);
        S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
        S_return(&b, E_int(&b, 0));
        function_t *other = build_function(&b, "other", 0);
        S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, 3)));
        build_edge(&b, EDGE_EXIT);
        build_function(&b, "main", 0);
        S_create(&b, worker, NULL, NULL);
        S_create(&b, other, NULL, NULL);
        if (is_late) S_store(&b, E_addr(&b, x), E_int(&b, 3));
        if (is_late) S_join(&b, E_int(&b, 2), NO_REG);
        S_store(&b, E_addr(&b, x), E_int(&b, 1));
        S_return(&b, E_int(&b, 0));
        passes_run(b.p);
        expect(b.p, 1, is_late);
    }
}

/* What the engine claims is accepted; with too little work to do it claims nothing. */
TEST(claims_of_the_engine) {
    for (uint64_t work = 0; work <= 20; work += 20) {
        stats_t stats = {0};
        result_t result;
        options_t options = engine_default_options();
        terms_t *terms = terms_new();
        program_t *program = build_counting(BY_MUTEX);
        engine_run_class(&order_engine, program, terms, &options, work, &stats, &result);
        CHECK_EQ(result.answers[0].verdict, work ? VERDICT_UNKNOWN : VERDICT_TRUE);
        CHECK_EQ(result.ending, work ? ENDED_TIRED : ENDED_DECIDED);
        if (!work) {
            claim_t claim = {.proof = *result.proof.unfolding};
            CHECK(accepts_claim(program, &claim));
        }
        result_free(&result);
        terms_delete(terms);
        program_delete(program);
    }
}

/* Against all states of random programs: what is accepted has neither errors nor stops. */
TEST(accepted_programs_are_safe) {
    size_t safe = 0, accepted = 0;
    for (uint64_t seed = 1; seed <= 260; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 3, 0);
        proof_states_t full = explore(r.b.p, 1500);
        bool is_safe = full.is_complete && !full.has_error && !full.has_stop;
        if (full.is_complete && accepts(r.b.p, 3)) {
            CHECK(is_safe);
            accepted++;
        }
        safe += is_safe;
        explored_free(&full);
        program_delete(r.b.p);
    }
    printf("%zu safe, %zu accepted\n", safe, accepted);
    CHECK(accepted * 2 > safe);
}
