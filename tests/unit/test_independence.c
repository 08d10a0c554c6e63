#include "tests/unit/por_programs.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"
#include "witness/check/independence.h"

enum { MAX_STATES = 1500 };

/* A search that follows the set found inside of a bound that changes at random
 * from one configuration to the next, or the smallest set. */
typedef struct chooser {
    independence_t *independence;
    uint64_t salt; /* 0: no bounds */
    size_t reduced;
} chooser_t;

static uint64_t choose(void *context, semantics_t *s, const sem_state_t *state) {
    chooser_t *chooser = context;
    uint64_t within = UINT64_MAX;
    if (chooser->salt) within = hash_mix(chooser->salt, state->configuration->id);
    thread_set_t bound = thread_set_all(), set;
    bound.words[0] = within;
    if (!independence_choose(chooser->independence, s, state, &bound, &set)) return UINT64_MAX;
    chooser->reduced++;
    return set.words[0];
}

/* An error of the full search is found by the reduced one, or that stops. If
 * there is neither error nor exit, both find the same final states: a run that
 * ends has a step of every set that is enough, so the number of its steps
 * bounds how often one is brought forward. */
static bool is_same(const proof_states_t *full, const proof_states_t *e, unsigned must) {
    if (!e->is_complete || e->kept.len > full->kept.len) return false;
    if ((e->has_error && !full->has_error) || (e->has_stop && !full->has_stop)) return false;
    if (full->has_error && !e->has_error && !e->has_stop) return false;
    if (!(must & RANDOM_NO_END) || full->has_stop) return true;
    return full->terminals == e->terminals && full->terminal_sum == e->terminal_sum;
}

static bool compare(uint64_t seed, unsigned size, unsigned must, uint64_t salt, size_t *reduced) {
    random_program_t r = random_program(seed, size, must);
    program_t *p = r.b.p;
    proof_states_t full = explore(p, MAX_STATES);
    bool is_right = true;
    if (full.is_complete) {
        chooser_t chooser = {.independence = independence_new(p, NULL, VISIBLE_ERRORS),
                             .salt = salt};
        proof_states_t e = {.choose = choose, .context = &chooser};
        explore_with(&e, p, 2 * MAX_STATES);
        is_right = is_same(&full, &e, must);
        if (!is_right) {
            printf("seed %llu size %u salt %llu: %zu states (%zu final), error %d, stop %d; "
                   "reduced: %zu states (%zu final), error %d, stop %d\n",
                   (unsigned long long)seed, size, (unsigned long long)salt, full.kept.len,
                   full.terminals, full.has_error, full.has_stop, e.kept.len, e.terminals,
                   e.has_error, e.has_stop);
            random_print(p);
        }
        *reduced += chooser.reduced;
        explored_free(&e);
        independence_delete(chooser.independence);
    }
    explored_free(&full);
    program_delete(p);
    return is_right;
}

/* HEDDLE_FUZZ=N tries N times as many. */
static uint64_t rounds(uint64_t usual) {
    const char *more = getenv("HEDDLE_FUZZ");
    return more ? usual * strtoull(more, NULL, 10) : usual;
}

static void compare_many(uint64_t count, unsigned must) {
    size_t reduced = 0, wrong = 0;
    for (uint64_t seed = random_first(); seed < random_first() + count && wrong < 3; seed++) {
        unsigned size = 1 + seed % 3;
        wrong += !compare(seed, size, must, 0, &reduced);
        wrong += !compare(seed, size, must, seed, &reduced);
    }
    CHECK_EQ(wrong, 0);
    CHECK(reduced > 1000);
}

TEST(random_programs_lose_no_error) {
    compare_many(rounds(1000), 0);
}

TEST(random_programs_lose_no_final_state) {
    compare_many(rounds(1000), RANDOM_NO_END);
}

static void check_trap(void (*trap)(build_t *b)) {
    build_t b = build_new();
    trap(&b);
    passes_run(b.p);
    chooser_t chooser = {.independence = independence_new(b.p, NULL, VISIBLE_ERRORS)};
    proof_states_t e = {.choose = choose, .context = &chooser};
    explore_with(&e, b.p, 1000);
    if (!CHECK(e.has_error)) random_print(b.p);
    explored_free(&e);
    independence_delete(chooser.independence);
    program_delete(b.p);
}

TEST(known_traps) {
    for (int i = 0; i < POR_PROGRAMS; i++) check_trap(por_programs[i]);
    check_trap(por_local_of_ended_thread);
}

static bool has_turns(const program_t *p) {
    for (size_t i = 0; i < p->nodes.len; i++)
        if (p->nodes.data[i]->is_turn) return true;
    return false;
}

static size_t count_reduced(program_t *p) {
    chooser_t chooser = {.independence = independence_new(p, NULL, VISIBLE_ERRORS)};
    proof_states_t e = {.choose = choose, .context = &chooser};
    explore_with(&e, p, MAX_STATES);
    explored_free(&e);
    independence_delete(chooser.independence);
    return chooser.reduced;
}

/* The judge does not take the pass's word for it: with a cycle that has no turn, all threads are
 * followed from everywhere. */
TEST(nothing_is_left_out_if_a_cycle_has_no_turn) {
    size_t reduced = 0, loops = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_program_t r = random_program(seed, 2, 0);
        program_t *p = r.b.p;
        if (has_turns(p)) {
            loops++;
            reduced += count_reduced(p);
            for (size_t i = 0; i < p->nodes.len; i++) p->nodes.data[i]->is_turn = false;
            CHECK_EQ(count_reduced(p), 0);
        }
        program_delete(p);
    }
    CHECK(loops > 10);
    CHECK(reduced > 100);
}
