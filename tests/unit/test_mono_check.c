#include "tests/unit/impact_world.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

/* Proofs by monotonic paths that are none must be refused, whatever is wrong with them. */

enum { MAX_STATES = 200 };

/* The proof of a tree with one thing changed. */
typedef struct {
    states_proof_t right;
    size_t number;   /* of the kept state that is spoilt */
    uint32_t thread; /* is not followed from it; UINT32_MAX: all are */
    bool is_weak;    /* says nothing of data */
} spoilt_t;

static void get(void *owner, size_t index, kept_state_t *state) {
    const spoilt_t *s = owner;
    s->right.get(s->right.owner, index, state);
    if (s->is_weak && index == s->number) {
        state->formula = NULL;
        state->binding_count = 0;
    }
}

static void explored(void *owner, const configuration_t *c, thread_set_t *threads) {
    const spoilt_t *s = owner;
    s->right.explored(s->right.owner, c, threads);
}

static void followed(void *owner, size_t index, thread_set_t *threads) {
    const spoilt_t *s = owner;
    s->right.followed(s->right.owner, index, threads);
    if (index == s->number && s->thread != UINT32_MAX) thread_set_remove(threads, s->thread);
}

static bool is_accepted(impact_world_t *w, spoilt_t *s) {
    char *why = NULL;
    proof_t proof = {.kind = PROOF_MONOTONIC,
                     .states = {.owner = s,
                                .count = s->right.count,
                                .get = get,
                                .explored = s->right.explored ? explored : NULL,
                                .followed = followed}};
    check_limits_t limits = {.states = 20000};
    bool accepted =
        proof_check(w->program, w->terms, solver_default_class(NULL), &proof, &limits, NULL, &why);
    CHECK(accepted == !why);
    mem_free(why);
    return accepted;
}

/* How often a proof of a tree over this program is accepted, as it is and spoilt in turn. */
static size_t accepted_proofs(const program_t *p, impact_options_t options, size_t *tried) {
    impact_world_t w;
    size_t accepted = 0;
    options.is_monotonic = true;
    impact_world_ask(&w, p, options.large_steps ? POR_LOCAL : POR_NONE, options, 0);
    impact_proof_t *made = impact_proof_new(&w.x);
    spoilt_t s = {.thread = UINT32_MAX};
    impact_proof_fill(made, &s.right);
    s.number = SIZE_MAX;
    accepted += is_accepted(&w, &s);
    for (s.number = 0; s.number < s.right.count && s.number < 4; s.number++) {
        for (s.thread = 0; s.thread < 3; s.thread++) accepted += is_accepted(&w, &s);
        s.thread = UINT32_MAX;
        s.is_weak = true;
        accepted += is_accepted(&w, &s);
        s.is_weak = false;
        *tried += 4;
    }
    (*tried)++;
    impact_proof_delete(made);
    impact_world_free(&w);
    return accepted;
}

TEST(no_proof_of_a_program_with_an_error_is_accepted) {
    size_t programs = 0, tried = 0, accepted = 0;
    for (uint64_t seed = random_first(); seed < random_first() + 120; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 2, 0);
        proof_states_t full = explore(r.b.p, MAX_STATES);
        if (full.is_complete && full.has_error) {
            impact_options_t options = {.large_steps = seed % 2,
                                        .leaves_out_cover_expansions = seed % 3 == 0};
            size_t now = accepted_proofs(r.b.p, options, &tried);
            if (now) printf("seed %llu: %zu accepted\n", (unsigned long long)seed, now);
            accepted += now;
            programs++;
        }
        explored_free(&full);
        program_delete(r.b.p);
    }
    printf("%zu programs, %zu proofs\n", programs, tried);
    CHECK_EQ(accepted, 0);
    CHECK(programs > 10);
}

/* for (;;) x = 1 in two threads: what is wrong with the proof has no error behind it, but the start
 * must be covered with main followed. */
TEST(main_must_be_followed_from_the_start) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    impact_world_t w;
    impact_world_run(&w, b.p, POR_NONE, (impact_options_t){.is_monotonic = true});
    impact_proof_t *made = impact_proof_new(&w.x);
    spoilt_t s = {.thread = UINT32_MAX};
    impact_proof_fill(made, &s.right);
    CHECK(is_accepted(&w, &s));
    s.thread = 0;
    CHECK(!is_accepted(&w, &s));
    s.right.count = 0;
    CHECK(!is_accepted(&w, &s));
    impact_proof_delete(made);
    impact_world_free(&w);
    program_delete(b.p);
}
