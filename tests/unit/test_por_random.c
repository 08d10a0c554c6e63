#include "engine/core/engine.h"
#include "tests/unit/por_programs.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"
#include "witness/proof_check.h"
#include "witness/semantics/replay.h"

/* Whole runs of the analyses under each reduction against a search of all
 * states. Verdicts must agree and their evidence must be accepted: it shares
 * nothing with the reduction of the exploration. */

enum { MAX_STATES = 1500 };

static const reduction_choice_t reductions[] = {REDUCTION_NONE, REDUCTION_LOCAL, REDUCTION_SPOR};
enum { REDUCTIONS_TRIED = sizeof reductions / sizeof *reductions };

typedef struct {
    verdict_t verdict;
    bool has_evidence;
    size_t states, left_out, refused;
    char *text; /* why it is unknown, or not accepted */
} outcome_t;

static void examine(outcome_t *outcome, const engine_context_t *context, result_t *result) {
    check_stats_t stats = {0};
    const char *why;
    if (result->verdict == VERDICT_TRUE)
        outcome->has_evidence =
            proof_check(context->program, context->terms, solver_default_class(&why),
                        &result->proof, NULL, &stats, &outcome->text);
    if (result->verdict == VERDICT_FALSE) {
        replay_t replay = {0};
        outcome->has_evidence = replay_run(&replay, context->program, &result->trace);
        replay_free(&replay);
    }
    if (result->reason) outcome->text = mem_strdup(result->reason);
    outcome->left_out = stats.reduced;
    outcome->refused = stats.refused;
}

typedef struct {
    analysis_choice_t analysis;
    reduction_choice_t reduction;
    /* Only what refinements ask for is tracked; all else may be forgotten. */
    bool is_lazy;
    cone_choice_t cone;
} choice_t;

static outcome_t run(const program_t *program, choice_t choice) {
    limits_t limits;
    stats_t stats = {0};
    property_t property = {.kind = PROPERTY_UNREACH};
    options_t options = {.analysis = choice.analysis,
                         .por = choice.reduction,
                         .coi = choice.cone,
                         .value_precision =
                             choice.is_lazy ? VALUE_PRECISION_LAZY : VALUE_PRECISION_AUTO,
                         .crowd = CROWD_NEVER,
                         .max_threads = 12,
                         .max_depth = 20,
                         .loop_bound = 1,
                         .max_loop_bound = 10,
                         .block_size = 3};
    terms_t *terms = terms_new();
    limits_init(&limits, 60, 0);
    engine_context_t context = {program, &property, &options, terms, &limits, &stats};
    result_t result;
    engine_run(&context, &result);
    outcome_t outcome = {.verdict = result.verdict, .states = stats.reached};
    examine(&outcome, &context, &result);
    result_free(&result);
    terms_delete(terms);
    return outcome;
}

/* How often the exploration left out steps, and the check did not agree. */
typedef struct {
    size_t programs, left_out, refused, undecided;
} totals_t;

/* Where a run can stop, unknown is an answer, too. */
static bool is_right(const explored_t *full, const outcome_t *outcome) {
    verdict_t verdict = outcome->has_evidence ? outcome->verdict : VERDICT_UNKNOWN;
    if (full->has_stop && verdict == VERDICT_UNKNOWN) return true;
    return verdict == (full->has_error ? VERDICT_FALSE : VERDICT_TRUE);
}

static bool try(const program_t *program, const explored_t *full, choice_t choice,
                bool may_be_undecided, totals_t *totals) {
    outcome_t outcome = run(program, choice);
    bool is_undecided = outcome.verdict == VERDICT_UNKNOWN || !outcome.has_evidence;
    bool passed = is_right(full, &outcome) || (may_be_undecided && is_undecided);
    totals->undecided += is_undecided;
    totals->left_out += outcome.left_out;
    totals->refused += outcome.refused;
    /* What the one relation calls independent the other one must, too. */
    passed &= !outcome.refused;
    if (!passed) {
        printf("refused %zu, ", outcome.refused);
        printf("analysis %d reduction %d cone %d: error %d, stop %d, verdict %d, evidence %d: %s\n",
               (int)choice.analysis, (int)choice.reduction, (int)choice.cone, full->has_error,
               full->has_stop, (int)outcome.verdict, outcome.has_evidence,
               outcome.text ? outcome.text : "");
        random_print(program);
    }
    mem_free(outcome.text);
    return passed;
}

/* Forgetting what is not tracked: where the same analysis decides without any
 * reduction it must decide with it. (A proof may say too little of pointers to
 * be accepted.) */
static bool try_focus(const program_t *program, const explored_t *full, analysis_choice_t analysis,
                      totals_t *totals) {
    const choice_t choices[] = {{analysis, REDUCTION_AASPOR, true, CONE_NONE},
                                {analysis, REDUCTION_SPOR, true, CONE_DYNAMIC},
                                {analysis, REDUCTION_AASPOR, true, CONE_BOTH},
                                {analysis, REDUCTION_SPOR, false, CONE_STATIC}};
    outcome_t plain = run(program, (choice_t){analysis, REDUCTION_NONE, true, CONE_NONE});
    bool is_decided = is_right(full, &plain), passed = true;
    mem_free(plain.text);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        passed &= try(program, full, choices[i], !is_decided, totals);
    return passed;
}

/* Values with every reduction, the others (which take long) now and then. */
static size_t compare(uint64_t seed, unsigned size, totals_t *totals) {
    random_program_t r = random_program(seed, size, 0);
    explored_t full = explore(r.b.p, MAX_STATES);
    size_t wrong = 0;
    if (full.is_complete) {
        for (int i = 0; i < REDUCTIONS_TRIED; i++)
            wrong += !try(r.b.p, &full, (choice_t){ANALYSIS_VALUE, reductions[i], false, CONE_NONE},
                          false, totals);
        wrong += !try_focus(r.b.p, &full, ANALYSIS_VALUE, totals);
        if (seed % 10 == 0 && full.kept.len < 300) {
            choice_t both = {ANALYSIS_PREDICATE_VALUE, REDUCTION_SPOR, false, CONE_NONE};
            choice_t bounded = {ANALYSIS_BMC, REDUCTION_SPOR, false, CONE_NONE};
            wrong += !try(r.b.p, &full, both, false, totals);
            /* A loop without end has no bound that proves anything. */
            wrong += !try(r.b.p, &full, bounded, true, totals);
            wrong += !try_focus(r.b.p, &full, ANALYSIS_PREDICATE, totals);
            wrong += !try_focus(r.b.p, &full, ANALYSIS_PREDICATE_VALUE, totals);
        }
        totals->programs++;
    }
    if (wrong) printf("... seed %llu size %u\n", (unsigned long long)seed, size);
    explored_free(&full);
    program_delete(r.b.p);
    return wrong;
}

TEST(reductions_agree_on_random_programs) {
    const char *more = getenv("HEDDLE_FUZZ");
    uint64_t count = 200 * (more ? strtoull(more, NULL, 10) : 1);
    size_t wrong = 0;
    totals_t totals = {0};
    for (uint64_t seed = random_first(); seed < random_first() + count && wrong < 3; seed++)
        wrong += compare(seed, 1 + seed % 3, &totals);
    printf("%zu programs, steps left out in %zu states, refused in %zu, undecided %zu\n",
           totals.programs, totals.left_out, totals.refused, totals.undecided);
    CHECK_EQ(wrong, 0);
    CHECK(totals.left_out > 100);
}

TEST(known_traps) {
    const choice_t forgetful[] = {{ANALYSIS_VALUE, REDUCTION_AASPOR, true, CONE_BOTH},
                                  {ANALYSIS_PREDICATE, REDUCTION_AASPOR, true, CONE_NONE}};
    for (int i = 0; i < POR_PROGRAMS; i++) {
        build_t b = build_new();
        por_programs[i](&b);
        passes_run(b.p);
        for (int k = 0; k < 2; k++) {
            /* Predicates take too long over ever new threads. */
            if (k && por_programs[i] == por_threads_that_create_themselves) continue;
            outcome_t outcome = run(b.p, forgetful[k]);
            if (!CHECK(outcome.verdict == VERDICT_FALSE && outcome.has_evidence))
                printf("trap %d, forgetful %d: %s\n", i, k, outcome.text ? outcome.text : "");
            mem_free(outcome.text);
        }
        for (int k = 0; k < REDUCTIONS_TRIED; k++) {
            outcome_t outcome =
                run(b.p, (choice_t){ANALYSIS_VALUE, reductions[k], false, CONE_NONE});
            if (!CHECK(outcome.verdict == VERDICT_FALSE && outcome.has_evidence))
                printf("trap %d, reduction %d: %s\n", i, k, outcome.text ? outcome.text : "");
            mem_free(outcome.text);
        }
        program_delete(b.p);
    }
}
