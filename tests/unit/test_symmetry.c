#include "cpa/explore/symmetry.h"

#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"
#include "witness/check/alike.h"

/* What could tell threads of one routine apart. */
typedef enum { NOTHING, SELF, JOIN, DETACH, HEAP, LOCAL, THREAD_LOCAL } trap_t;

/* main starts the worker twice; the trap is in the worker, or in main. */
static program_t *build_trap(trap_t trap, bool in_main) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *h = build_global(&b, "h", b.i32);
    object_t *site = program_add_object(b.p, OBJECT_HEAP, "site", b.i32, (source_t){0});
    function_t *worker = NULL;
    if (trap == THREAD_LOCAL) program_add_object(b.p, OBJECT_THREAD, "mine", b.i32, (source_t){0});
    for (int k = 0; k < 2; k++) {
        function_t *f = build_function(&b, k ? "main" : "worker", 0);
        if (!k) worker = f;
        reg_t r = build_reg(&b, "r");
        S_assign(&b, r, E_load(&b, x));
        if (k) {
            S_create(&b, worker, NULL, E_addr(&b, h));
            S_create(&b, worker, NULL, E_addr(&b, h));
        }
        if (in_main == (k == 1)) switch (trap) {
            case SELF: S_assign(&b, r, expr_self(b.p->exprs, 32)); break;
            case JOIN: S_join(&b, E_load(&b, h), NO_REG); break;
            case DETACH: build_edge(&b, EDGE_THREAD_DETACH)->value = E_load(&b, h); break;
            case HEAP: {
                edge_t *alloc = build_edge(&b, EDGE_ALLOC);
                alloc->target = r;
                alloc->value = E_int(&b, 4);
                alloc->object = site;
                break;
            }
            case LOCAL: {
                object_t *v = function_add_local(b.p, b.f, "v", b.i32, (source_t){0});
                S_store(&b, E_addr(&b, v), E_int(&b, 1));
                S_assign(&b, r, E_addr(&b, v));
                break;
            }
            default: break;
            }
        S_store(&b, E_addr(&b, x), E_reg(&b, r));
        S_return(&b, E_int(&b, 0));
    }
    passes_run(b.p);
    return b.p;
}

TEST(both_rooms_see_what_tells_threads_apart) {
    static const struct {
        trap_t trap;
        bool in_worker, in_main; /* applies if the trap is there */
    } cases[] = {{NOTHING, true, true},       {SELF, false, true}, {JOIN, false, false},
                 {DETACH, false, false},      {HEAP, false, true}, {LOCAL, false, true},
                 {THREAD_LOCAL, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int in_main = 0; in_main < 2; in_main++) {
            program_t *p = build_trap(cases[i].trap, in_main);
            bool expected = in_main ? cases[i].in_main : cases[i].in_worker;
            if (!CHECK(symmetry_applies(p) == expected)) printf("trap %zu %d\n", i, in_main);
            if (!CHECK(!alike_obstacle(p) == expected)) printf("trap %zu %d\n", i, in_main);
            program_delete(p);
        }
}

TEST(one_thread_of_each_routine_is_not_worth_it) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", 0);
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    CHECK(!symmetry_applies(b.p));
    program_delete(b.p);
}

TEST(renumbering_takes_frames_registers_exits_and_mutexes_along) {
    program_t *p = build_trap(NOTHING, false);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(p, terms);
    const function_t *worker = program_find_function(p, "worker");
    frame_t first = {.node = p->main->entry, .base = layout_first_frame(p, 0)};
    frame_t second = {.node = worker->entry, .base = layout_first_frame(p, 2)};
    thread_t threads[] = {{.status = THREAD_RUNNING, .frame_count = 1, .frames = &first},
                          {.status = THREAD_ENDED},
                          {.status = THREAD_RUNNING, .frame_count = 1, .frames = &second}};
    held_lock_t lock = {.address = 0x10000, .thread = 2, .count = 1};
    configuration_t c = {.thread_count = 3, .threads = threads, .lock_count = 1, .locks = &lock};
    sem_state_t state = {.configuration = semantics_configuration(s, &c)}, to = {0};
    sem_state_set(&state, variable_reg(2, 0, worker, 0), sem_value_const(5));
    sem_state_set(&state, variable_cell(0x10000, 4), sem_value_const(2));
    sem_state_set(&state, variable_exit(1), sem_value_const(7));
    uint32_t swap[] = {0, 2, 1}, twice[] = {0, 1, 1}, far[] = {0, 3, 1}, main_too[] = {1, 0, 2};
    CHECK(!alike_renumber(s, &state, twice, &to));
    CHECK(!alike_renumber(s, &state, far, &to));
    CHECK(!alike_renumber(s, &state, main_too, &to));
    CHECK(alike_renumber(s, &state, swap, &to));
    CHECK_EQ(to.configuration->threads[1].status, THREAD_RUNNING);
    CHECK_EQ(to.configuration->threads[2].status, THREAD_ENDED);
    CHECK_EQ(to.configuration->threads[1].frames[0].base, layout_first_frame(p, 1));
    CHECK_EQ(to.configuration->locks[0].thread, 1);
    sem_value_t *value = sem_state_find(&to, variable_reg(1, 0, worker, 0));
    CHECK(value && value->bits == 5);
    value = sem_state_find(&to, variable_exit(2));
    CHECK(value && value->bits == 7);
    value = sem_state_find(&to, variable_cell(0x10000, 4));
    CHECK(value && value->bits == 2); /* a number in memory is no number of a thread */
    CHECK_EQ(to.store.len, 3);
    sem_state_free(&state);
    sem_state_free(&to);
    semantics_delete(s);
    terms_delete(terms);
    program_delete(p);
}

static engine_outcome_t run(const program_t *program, reduction_choice_t reduction,
                            symmetry_choice_t symmetry) {
    options_t options = engine_default_options();
    options.analysis = "value";
    options.por = reduction;
    options.symmetry = symmetry;
    options.crowd = CROWD_NEVER;
    options.max_threads = 12;
    engine_outcome_t outcome = engine_outcome(program, &options);
    if (!outcome.evidence) outcome.verdict = VERDICT_UNKNOWN;
    return outcome;
}

typedef struct {
    size_t programs, safe, unsafe, renumbered, fewer;
} totals_t;

/* Against a search of all states. */
static size_t compare(uint64_t seed, unsigned size, totals_t *totals) {
    static const reduction_choice_t reductions[] = {REDUCTION_NONE, REDUCTION_SPOR};
    random_program_t r = random_program(seed, size, RANDOM_ALIKE);
    proof_states_t full = explore(r.b.p, 3000);
    size_t wrong = 0;
    for (int i = 0; full.is_complete && i < 2; i++) {
        engine_outcome_t on = run(r.b.p, reductions[i], SYMMETRY_ON);
        engine_outcome_t off = run(r.b.p, reductions[i], SYMMETRY_OFF);
        verdict_t right = full.has_error ? VERDICT_FALSE : VERDICT_TRUE;
        bool may_stop = full.has_stop && on.verdict == VERDICT_UNKNOWN;
        if (on.verdict != right && !may_stop) {
            printf("reduction %d: error %d, verdict %d: %s\n", i, full.has_error, (int)on.verdict,
                   on.reason);
            random_print(r.b.p);
            wrong++;
        }
        totals->renumbered += on.stats.renumbered;
        totals->fewer += on.stats.reached < off.stats.reached;
    }
    if (full.is_complete) {
        totals->programs++;
        if (full.has_error)
            totals->unsafe++;
        else
            totals->safe++;
    }
    if (wrong) printf("... seed %llu size %u\n", (unsigned long long)seed, size);
    explored_free(&full);
    program_delete(r.b.p);
    return wrong;
}

TEST(representatives_keep_the_verdict_of_random_programs) {
    const char *more = getenv("HEDDLE_FUZZ");
    uint64_t count = 150 * (more ? strtoull(more, NULL, 10) : 1);
    size_t wrong = 0;
    totals_t totals = {0};
    for (uint64_t seed = random_first(); seed < random_first() + count && wrong < 3; seed++)
        wrong += compare(seed, 1 + seed % 4, &totals);
    printf("%zu programs, %zu safe, %zu unsafe, %zu states renumbered, %zu times fewer states\n",
           totals.programs, totals.safe, totals.unsafe, totals.renumbered, totals.fewer);
    CHECK_EQ(wrong, 0);
    CHECK(totals.safe > 10 && totals.unsafe > 10);
    CHECK(totals.renumbered > 100 && totals.fewer > 10);
}
