#include "tests/unit/engine_run.h"
#include "tests/unit/por_programs.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

/* Whole runs of the analyses under each reduction against a search of all
 * states. Verdicts must agree and their evidence must be accepted: it shares
 * nothing with the reduction of the exploration. */

enum { MAX_STATES = 1500 };

static const reduction_choice_t reductions[] = {REDUCTION_NONE, REDUCTION_LOCAL, REDUCTION_SPOR};
enum { REDUCTIONS_TRIED = sizeof reductions / sizeof *reductions };

typedef struct {
    const char *analysis;
    reduction_choice_t reduction;
    /* Only what refinements ask for is tracked; all else may be forgotten. */
    bool is_lazy;
    cone_choice_t cone;
} por_choice_t;

static engine_outcome_t run(const program_t *program, por_choice_t choice) {
    options_t options = engine_default_options();
    options.analysis = choice.analysis;
    options.por = choice.reduction;
    options.coi = choice.cone;
    options.value_precision = choice.is_lazy ? VALUE_PRECISION_LAZY : VALUE_PRECISION_AUTO;
    options.crowd = CROWD_NEVER;
    options.max_threads = 12;
    return engine_outcome(program, &options);
}

/* How often the exploration left out steps, and the check did not agree. */
typedef struct {
    size_t programs, left_out, refused, undecided;
} totals_t;

/* Where a run can stop, unknown is an answer, too. */
static bool is_right(const proof_states_t *full, const engine_outcome_t *outcome) {
    verdict_t verdict = outcome->evidence ? outcome->verdict : VERDICT_UNKNOWN;
    if (full->has_stop && verdict == VERDICT_UNKNOWN) return true;
    return verdict == (full->has_error ? VERDICT_FALSE : VERDICT_TRUE);
}

static bool try(const program_t *program, const proof_states_t *full, por_choice_t choice,
                bool may_be_undecided, totals_t *totals) {
    engine_outcome_t outcome = run(program, choice);
    bool is_undecided = outcome.verdict == VERDICT_UNKNOWN || !outcome.evidence;
    bool passed = is_right(full, &outcome) || (may_be_undecided && is_undecided);
    totals->undecided += is_undecided;
    totals->left_out += outcome.check.reduced;
    totals->refused += outcome.check.refused;
    /* What the one relation calls independent the other one must, too. */
    passed &= !outcome.check.refused;
    if (!passed) {
        printf("refused %zu, ", outcome.check.refused);
        printf("analysis %s reduction %d cone %d: error %d, stop %d, verdict %d, evidence %d: %s\n",
               choice.analysis, (int)choice.reduction, (int)choice.cone, full->has_error,
               full->has_stop, (int)outcome.verdict, outcome.evidence, outcome.reason);
        random_print(program);
    }
    return passed;
}

/* Forgetting what is not tracked: where the same analysis decides without any
 * reduction it must decide with it. (A proof may say too little of pointers to
 * be accepted.) */
static bool try_focus(const program_t *program, const proof_states_t *full, const char *analysis,
                      totals_t *totals) {
    const por_choice_t choices[] = {{analysis, REDUCTION_AASPOR, true, CONE_NONE},
                                    {analysis, REDUCTION_SPOR, true, CONE_DYNAMIC},
                                    {analysis, REDUCTION_AASPOR, true, CONE_BOTH},
                                    {analysis, REDUCTION_SPOR, false, CONE_STATIC}};
    engine_outcome_t plain =
        run(program, (por_choice_t){analysis, REDUCTION_NONE, true, CONE_NONE});
    bool is_decided = is_right(full, &plain), passed = true;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        passed &= try(program, full, choices[i], !is_decided, totals);
    return passed;
}

/* Values with every reduction, the others (which take long) now and then. */
static size_t compare(uint64_t seed, unsigned size, totals_t *totals) {
    random_program_t r = random_program(seed, size, 0);
    proof_states_t full = explore(r.b.p, MAX_STATES);
    size_t wrong = 0;
    if (full.is_complete) {
        for (int i = 0; i < REDUCTIONS_TRIED; i++)
            wrong += !try(r.b.p, &full, (por_choice_t){"value", reductions[i], false, CONE_NONE},
                          false, totals);
        wrong += !try_focus(r.b.p, &full, "value", totals);
        if (seed % 10 == 0 && full.kept.len < 300) {
            por_choice_t both = {"predicate+value", REDUCTION_SPOR, false, CONE_NONE};
            por_choice_t bounded = {"bmc", REDUCTION_SPOR, false, CONE_NONE};
            wrong += !try(r.b.p, &full, both, false, totals);
            /* A loop without end has no bound that proves anything. */
            wrong += !try(r.b.p, &full, bounded, true, totals);
            wrong += !try_focus(r.b.p, &full, "predicate", totals);
            wrong += !try_focus(r.b.p, &full, "predicate+value", totals);
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
    const por_choice_t forgetful[] = {{"value", REDUCTION_AASPOR, true, CONE_BOTH},
                                      {"predicate", REDUCTION_AASPOR, true, CONE_NONE}};
    for (int i = 0; i < POR_PROGRAMS; i++) {
        build_t b = build_new();
        por_programs[i](&b);
        passes_run(b.p);
        for (int k = 0; k < 2; k++) {
            /* Predicates take too long over ever new threads. */
            if (k && por_programs[i] == por_threads_that_create_themselves) continue;
            engine_outcome_t outcome = run(b.p, forgetful[k]);
            if (!CHECK(outcome.verdict == VERDICT_FALSE && outcome.evidence))
                printf("trap %d, forgetful %d: %s\n", i, k, outcome.reason);
        }
        for (int k = 0; k < REDUCTIONS_TRIED; k++) {
            engine_outcome_t outcome =
                run(b.p, (por_choice_t){"value", reductions[k], false, CONE_NONE});
            if (!CHECK(outcome.verdict == VERDICT_FALSE && outcome.evidence))
                printf("trap %d, reduction %d: %s\n", i, k, outcome.reason);
        }
        program_delete(b.p);
    }
}
