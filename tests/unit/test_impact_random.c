#include "tests/unit/engine_run.h"
#include "tests/unit/por_programs.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

/* Impact in all its configurations against a search of all states. */

enum { MAX_STATES = 300 };

typedef struct {
    reduction_choice_t por;
    large_steps_choice_t large_steps;
    force_cover_choice_t force_cover;
    label_values_choice_t values;
} choice_t;

static const choice_t choices[] = {
    {REDUCTION_NONE, LARGE_STEPS_OFF, FORCE_COVER_OFF, LABEL_VALUES_CONTROL},
    {REDUCTION_NONE, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_ALL},
    {REDUCTION_LOCAL, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_CONTROL},
    {REDUCTION_SPOR, LARGE_STEPS_OFF, FORCE_COVER_ON, LABEL_VALUES_CONTROL},
    {REDUCTION_SPOR, LARGE_STEPS_ON, FORCE_COVER_OFF, LABEL_VALUES_CONTROL},
    {REDUCTION_SPOR, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_ALL},
    {REDUCTION_SPOR, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_LAZY},
    {REDUCTION_MONO, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_LAZY},
    {REDUCTION_AASPOR, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_CONTROL},
    {REDUCTION_AASPOR, LARGE_STEPS_OFF, FORCE_COVER_ON, LABEL_VALUES_LAZY},
    {REDUCTION_MONO, LARGE_STEPS_OFF, FORCE_COVER_ON, LABEL_VALUES_CONTROL},
    {REDUCTION_MONO, LARGE_STEPS_ON, FORCE_COVER_OFF, LABEL_VALUES_CONTROL},
    {REDUCTION_MONO, LARGE_STEPS_ON, FORCE_COVER_ON, LABEL_VALUES_ALL},
};
enum { CHOICES = sizeof choices / sizeof *choices };

typedef struct {
    size_t programs, runs, undecided, errors;
} totals_t;

static options_t options_of(const choice_t *choice) {
    options_t options = engine_default_options();
    options.analysis = "impact";
    options.por = choice->por;
    options.large_steps = choice->large_steps;
    options.force_cover = choice->force_cover;
    options.label_values = choice->values;
    options.max_threads = 12;
    return options;
}

/* A proof may say too little of pointers on ways that cannot be taken to be accepted. */
static bool is_undecided(const engine_outcome_t *outcome) {
    return outcome->verdict == VERDICT_UNKNOWN ||
           (outcome->verdict == VERDICT_TRUE && !outcome->evidence);
}

/* Decided wrongly, or by a trace that is none. */
static bool is_wrong(const engine_outcome_t *outcome, bool has_error) {
    if (outcome->verdict == VERDICT_UNKNOWN) return false;
    if (outcome->verdict == VERDICT_FALSE && !outcome->evidence) return true;
    return outcome->verdict != (has_error ? VERDICT_FALSE : VERDICT_TRUE);
}

static size_t compare(uint64_t seed, unsigned size, totals_t *totals) {
    random_program_t r = random_program(seed, size, 0);
    proof_states_t full = explore(r.b.p, MAX_STATES);
    size_t wrong = 0;
    for (size_t k = 0; full.is_complete && k < 3; k++) {
        const choice_t *choice = &choices[(seed * 3 + k) % CHOICES];
        options_t options = options_of(choice);
        engine_outcome_t outcome = engine_outcome(r.b.p, &options);
        totals->undecided += is_undecided(&outcome) && !full.has_stop;
        totals->runs++;
        if (!is_wrong(&outcome, full.has_error)) continue;
        printf("choice %zu: error %d, verdict %d, evidence %d\n", choice - choices, full.has_error,
               (int)outcome.verdict, outcome.evidence);
        wrong++;
    }
    totals->programs += full.is_complete;
    totals->errors += full.is_complete && full.has_error;
    if (wrong) {
        printf("... seed %llu size %u\n", (unsigned long long)seed, size);
        random_print(r.b.p);
    }
    explored_free(&full);
    program_delete(r.b.p);
    return wrong;
}

TEST(all_configurations_agree_on_random_programs) {
    const char *more = getenv("HEDDLE_FUZZ");
    uint64_t count = 120 * (more ? strtoull(more, NULL, 10) : 1);
    size_t wrong = 0;
    totals_t totals = {0};
    for (uint64_t seed = random_first(); seed < random_first() + count && wrong < 3; seed++)
        wrong += compare(seed, 1 + seed % 2, &totals);
    printf("%zu programs, %zu with errors, %zu runs, undecided %zu\n", totals.programs,
           totals.errors, totals.runs, totals.undecided);
    CHECK_EQ(wrong, 0);
    CHECK(totals.errors > 5 && totals.programs > 3 * totals.errors / 2);
    CHECK(10 * totals.undecided < totals.runs);
}

TEST(known_traps) {
    for (int i = 0; i < POR_PROGRAMS; i++) {
        if (por_programs[i] == por_threads_that_create_themselves) continue;
        build_t b = build_new();
        por_programs[i](&b);
        passes_run(b.p);
        for (size_t k = 0; k < CHOICES; k++) {
            options_t options = options_of(&choices[k]);
            engine_outcome_t outcome = engine_outcome(b.p, &options);
            if (!CHECK(outcome.verdict == VERDICT_FALSE && outcome.evidence))
                printf("trap %d, choice %zu: %s\n", i, k, outcome.reason);
        }
        program_delete(b.p);
    }
}
