#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"

/* The whole loop under every combination of its options: each must come to the
 * same verdict, with evidence that the independent checks accept. */

#define VALUES_OF(name, text) name,
static const block_choice_t blocks[] = {BLOCKS(VALUES_OF)};
static const abstraction_choice_t abstractions[] = {ABSTRACTIONS(VALUES_OF)};
static const waitlist_choice_t waitlists[] = {WAITLISTS(VALUES_OF)};
static const precision_choice_t precisions[] = {VALUE_PRECISIONS(VALUES_OF)};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Every interpolation forks, which takes long under the sanitizer: there the orders
 * are tried with the default blocks only. */
#ifdef __SANITIZE_ADDRESS__
static const bool is_slow = true;
#else
static const bool is_slow = false;
#endif

typedef struct {
    const program_t *program;
    verdict_t expected;
    const char *analysis;
    bool unrolls; /* --block never would unroll a loop for ever: left out */
    /* Results: */
    unsigned runs, wrong, unknown, unproved;
} sweep_t;

static void run_one(sweep_t *s, options_t options) {
    engine_outcome_t outcome = engine_outcome(s->program, &options);
    s->runs++;
    if (outcome.verdict == VERDICT_UNKNOWN) {
        s->unknown++;
        printf("  unknown: %s (analysis %s, block %d, abstraction %d, waitlist %d, precision %d)\n",
               outcome.reason, options.analysis, options.block, options.abstraction,
               options.waitlist, options.value_precision);
    } else if (outcome.verdict != s->expected) {
        s->wrong++;
    } else if (!outcome.evidence) {
        s->unproved++;
    }
}

static void sweep(sweep_t *s) {
    for (size_t b = 0; b < COUNT(blocks); b++)
        for (size_t a = 0; a < COUNT(abstractions); a++)
            for (size_t w = 0; w < COUNT(waitlists); w++)
                for (size_t p = 0; p < COUNT(precisions); p++) {
                    options_t options = engine_default_options();
                    options.analysis = s->analysis;
                    options.block = blocks[b];
                    options.abstraction = abstractions[a];
                    options.waitlist = waitlists[w];
                    options.value_precision = precisions[p];
                    if (s->unrolls && blocks[b] == BLOCK_NEVER) continue;
                    if (is_slow && b && w) continue;
                    /* It differs from the others in the cases of an abstraction only. */
                    if (abstractions[a] == ABSTRACTION_HYBRID && (w || p)) continue;
                    /* What does not take part needs no second run. */
                    if (!strcmp(s->analysis, "predicate") && p) continue;
                    if (!strcmp(s->analysis, "value") && (a || b)) continue;
                    run_one(s, options);
                }
}

static void check_all(program_t *program, verdict_t expected, bool unrolls) {
    static const char *const analyses[] = {"value", "predicate", "predicate+value"};
    for (size_t i = 0; i < COUNT(analyses); i++) {
        sweep_t s = {
            .program = program, .expected = expected, .analysis = analyses[i], .unrolls = unrolls};
        sweep(&s);
        CHECK(s.runs >= COUNT(waitlists));
        CHECK_EQ(s.wrong, 0);
        CHECK_EQ(s.unknown, 0);
        CHECK_EQ(s.unproved, 0);
    }
    program_delete(program);
}

static program_t *counter(bool with_lock) {
    program_t *p = build_counter(with_lock, 2).b.p;
    passes_run(p);
    return p;
}

TEST(lost_update_under_all_options) {
    check_all(counter(false), VERDICT_FALSE, false);
}

TEST(locked_counter_under_all_options) {
    check_all(counter(true), VERDICT_TRUE, false);
}

TEST(unsafe_loop_under_all_options) {
    check_all(engine_loop_program(6), VERDICT_FALSE, false);
}

TEST(safe_loop_under_all_options) {
    check_all(engine_loop_program(5), VERDICT_TRUE, true);
}

/* Values are no help here: the input is any number. */
static void check_inputs(int64_t difference, verdict_t expected) {
    program_t *p = engine_call_program(difference);
    sweep_t s = {.program = p, .expected = expected, .analysis = "predicate"};
    sweep(&s);
    s.analysis = "predicate+value";
    sweep(&s);
    CHECK_EQ(s.wrong, 0);
    CHECK_EQ(s.unknown, 0);
    CHECK_EQ(s.unproved, 0);
    program_delete(p);
}

TEST(unsafe_input_through_a_call_under_all_options) {
    check_inputs(0, VERDICT_FALSE);
}

TEST(safe_input_through_a_call_under_all_options) {
    check_inputs(1, VERDICT_TRUE);
}

/* Where predicates count and what is explored anew changes no verdict. */
static void check_scopes(program_t *program, verdict_t expected) {
    static const scope_choice_t scopes[] = {PREDICATE_SCOPES(VALUES_OF)};
    static const refinement_choice_t refinements[] = {REFINEMENTS(VALUES_OF)};
    sweep_t s = {.program = program, .expected = expected};
    for (size_t i = 0; i < COUNT(scopes); i++)
        for (size_t r = 0; r < COUNT(refinements); r++)
            for (size_t p = 0; p < COUNT(precisions); p++) {
                options_t options = engine_default_options();
                options.analysis = p ? "predicate+value" : "predicate";
                options.predicate_scope = scopes[i];
                options.refinement = refinements[r];
                options.value_precision = precisions[p];
                run_one(&s, options);
            }
    CHECK_EQ(s.wrong, 0);
    CHECK_EQ(s.unknown, 0);
    CHECK_EQ(s.unproved, 0);
    program_delete(program);
}

TEST(scopes_and_restarts_change_no_verdict) {
    check_scopes(counter(false), VERDICT_FALSE);
    check_scopes(counter(true), VERDICT_TRUE);
    check_scopes(engine_loop_program(6), VERDICT_FALSE);
    check_scopes(engine_loop_program(5), VERDICT_TRUE);
    check_scopes(engine_call_program(1), VERDICT_TRUE);
}

TEST(values_do_not_claim_what_they_cannot_exclude) {
    program_t *p = engine_call_program(1);
    options_t options = engine_default_options();
    options.analysis = "value";
    options.symbolic = SYMBOLIC_NEVER;
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_UNKNOWN);
    CHECK(strstr(outcome.reason, "explicit values cannot exclude"));
    program_delete(p);
}

TEST(terms_exclude_what_values_cannot) {
    static const symbolic_choice_t choices[] = {SYMBOLIC_AUTO, SYMBOLIC_FIRST};
    for (size_t i = 0; i < 2; i++) {
        program_t *p = engine_call_program(1);
        options_t options = engine_default_options();
        options.analysis = "value";
        options.symbolic = choices[i];
        CHECK_EQ(engine_outcome(p, &options).verdict, VERDICT_TRUE);
        program_delete(p);
    }
}

TEST(long_blocks_that_close_cycles_come_to_an_end) {
    static const unsigned sizes[] = {1, 2, 5, 7, 50};
    static const block_choice_t rules[] = {BLOCK_EVERY, BLOCK_LOOPS, BLOCK_FUNCTIONS};
    for (int is_safe = 0; is_safe < 2; is_safe++) {
        program_t *p = engine_loop_program(is_safe ? 5 : 6);
        for (size_t i = 0; i < COUNT(sizes) * COUNT(rules); i++) {
            options_t options = engine_default_options();
            options.analysis = "predicate";
            options.block = rules[i % COUNT(rules)];
            options.block_size = sizes[i / COUNT(rules)];
            engine_outcome_t outcome = engine_outcome(p, &options);
            CHECK_EQ(outcome.verdict, is_safe ? VERDICT_TRUE : VERDICT_FALSE);
            CHECK(outcome.evidence);
        }
        program_delete(p);
    }
}

/* Which interpolants predicates come from changes no verdict. */
TEST(all_interpolants_serve) {
    static const interpolants_choice_t choices[] = {INTERPOLANTS(VALUES_OF)};
    program_t *programs[] = {engine_loop_program(5), engine_call_program(1), counter(true)};
    for (size_t i = 0; i < COUNT(programs); i++) {
        sweep_t s = {.program = programs[i], .expected = VERDICT_TRUE};
        for (size_t k = 0; k < COUNT(choices); k++) {
            options_t options = engine_default_options();
            options.analysis = "predicate";
            options.block = BLOCK_LOOPS;
            options.interpolants = choices[k];
            run_one(&s, options);
        }
        CHECK_EQ(s.wrong + s.unknown + s.unproved, 0);
        program_delete(programs[i]);
    }
}

/* The loop ends after three rounds, and x is even in all of them: of the second reason
 * there is more with every round. */
TEST(prefixes_of_paths_serve) {
    static const prefix_choice_t choices[] = {PREFIX_SIMPLEST, PREFIX_SHORTEST};
    program_t *p = engine_loop_program(5);
    sweep_t s = {.program = p, .expected = VERDICT_TRUE};
    for (size_t i = 0; i < COUNT(choices); i++) {
        options_t options = engine_default_options();
        options.analysis = "predicate";
        options.block = BLOCK_LOOPS;
        options.solver = SOLVER_CHOICE_Z3;
        options.prefix = choices[i];
        run_one(&s, options);
    }
    CHECK_EQ(s.wrong + s.unknown + s.unproved, 0);
    program_delete(p);
}

/* What cannot be modelled is reached: no verdict, and the reason says where; but
 * an error beside it is still found. */
static program_t *build_unsupported(bool with_error, bool reachable) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 2));
    node_t *fork = b.at;
    S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, reachable ? 2 : 1)));
    build_edge(&b, EDGE_UNSUPPORTED)->text = "strange things";
    b.at = fork;
    S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, 2)));
    if (with_error)
        S_error(&b);
    else
        S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(what_is_unsupported_forbids_true_only_where_it_is_reached) {
    static const char *const analyses[] = {"value", "predicate", "predicate+value", "bmc"};
    for (size_t i = 0; i < COUNT(analyses); i++) {
        options_t options = engine_default_options();
        options.analysis = analyses[i];
        program_t *p = build_unsupported(false, true);
        engine_outcome_t outcome = engine_outcome(p, &options);
        CHECK_EQ(outcome.verdict, VERDICT_UNKNOWN);
        CHECK(strstr(outcome.reason, "strange things"));
        program_delete(p);
        p = build_unsupported(true, true);
        CHECK_EQ(engine_outcome(p, &options).verdict, VERDICT_FALSE);
        program_delete(p);
        p = build_unsupported(false, false);
        outcome = engine_outcome(p, &options);
        CHECK_EQ(outcome.verdict, VERDICT_TRUE);
        CHECK(outcome.evidence);
        program_delete(p);
    }
}
