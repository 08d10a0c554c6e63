/* Compares heddle's verdicts on random programs with those of the interpreter
 * in this directory. See docs/tests.md.
 *
 *   fuzz_programs [--heddle PATH] [--seed N] [--count N] [--max-states N]
 *                 [--runs N] [--options "..."] [--time-limit S] [--save DIR]
 *                 [--crowd 1] [--races 1] [--property no-thread-misuse|no-overflow]
 *   fuzz_programs --print SEED
 *
 * --count 0 goes on for ever, with a line of status now and then. */
#include "tests/fuzz/generate.h"
#include "tests/fuzz/print.h"
#include "tests/fuzz/shrink.h"
#include "tests/fuzz/verifier.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Explicit values with source sets, which are fast, look at every program; then
 * the configurations that heddle lists take turns. */
static const char *const always = "--analysis value --por spor";

typedef struct campaign {
    verifier_t verifier;
    const char *save, *options;
    configurations_t configurations;
    bool is_crowd; /* only programs with threads without end */
    bool races;    /* data races are asked for, not assertions */
    asked_t property;
    uint64_t seed;
    unsigned count, max_states, runs, max_asked;
    unsigned programs, unsafe, asked, gave_up, failures;
    unsigned stuck; /* programs with a state where nothing can move */
} campaign_t;

static const char *const violated[] = {
    [ASKED_ASSERTIONS] = "false(unreach-call)",
    [ASKED_MISUSE] = "false(no-thread-misuse)",
    [ASKED_OVERFLOW] = "false(no-overflow)",
};

/* One disagreement, for the shrinker. */
typedef struct dispute {
    campaign_t *campaign;
    tree_t *tree;
    const char *options;
    answer_t answer;
    bool is_unsafe;
    time_t until; /* patience of the shrinker */
} dispute_t;

/* What a crowd does beyond the threads that were followed is not known here. */
static bool is_wrong(answer_t answer, bool is_unsafe, bool is_crowd) {
    if (answer == ANSWER_TRUE) return is_unsafe;
    if (answer == ANSWER_FALSE) return !is_unsafe && !is_crowd;
    return answer != ANSWER_GAVE_UP;
}

static void look_at(const campaign_t *campaign, tree_t *tree, exploration_t *exploration) {
    explore(exploration, tree, campaign->max_states, campaign->races);
    if (campaign->races) exploration->is_unsafe = exploration->has_race;
}

static bool still_disputed(void *context) {
    dispute_t *dispute = context;
    if (time(NULL) > dispute->until) return false;
    static exploration_t exploration;
    look_at(dispute->campaign, dispute->tree, &exploration);
    if (!exploration.is_usable) return false;
    char text[256];
    answer_t answer =
        verifier_ask(&dispute->campaign->verifier, dispute->tree, dispute->options, text);
    return answer == dispute->answer &&
           is_wrong(answer, exploration.is_unsafe, dispute->tree->is_crowd);
}

static void print_indented(tree_t *tree, FILE *out, const char *indent) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    tree_print(tree, memory);
    fclose(memory);
    for (char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        fprintf(out, "%s%.*s\n", indent, (int)len, line);
        line += len + (line[len] == '\n');
    }
    free(text);
}

static void save(const campaign_t *campaign, tree_t *tree, const char *what, const char *options,
                 const char *text, bool is_unsafe) {
    char path[512];
    if (!campaign->save) return;
    snprintf(path, sizeof path, "%s/%" PRIu64 "-%s.c", campaign->save, tree->seed, what);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return;
    }
    fprintf(file, "// expect: %s\n// what: seed %" PRIu64 "; heddle says %s\n// args: %s%s\n",
            !is_unsafe        ? "true"
            : campaign->races ? "false(no-data-race)"
                              : violated[tree->asked],
            tree->seed, text, options, tree->pointer_size == 8 ? " --data-model LP64" : "");
    tree_print(tree, file);
    fclose(file);
}

static void report(campaign_t *campaign, tree_t *tree, const char *options, answer_t answer,
                   bool is_unsafe, const char *text) {
    campaign->failures++;
    printf("WRONG seed %" PRIu64 ": heddle %s says %s, the interpreter finds it %s\n", tree->seed,
           options, text, is_unsafe ? "unsafe" : "safe");
    fflush(stdout);
    save(campaign, tree, "whole", options, text, is_unsafe);
    dispute_t dispute = {campaign, tree, options, answer, is_unsafe, time(NULL) + 100};
    tree_shrink(tree, still_disputed, &dispute, campaign->max_asked);
    static exploration_t exploration;
    look_at(campaign, tree, &exploration);
    save(campaign, tree, "shrunk", options, text, exploration.is_unsafe);
    printf("    shrunk (%s%s):\n", exploration.is_unsafe ? "unsafe" : "safe",
           tree->pointer_size == 8 ? ", LP64" : "");
    print_indented(tree, stdout, "    ");
    fflush(stdout);
}

/* The next seed from which on there is a program worth asking about. */
static tree_t *next_program(campaign_t *campaign, exploration_t *exploration) {
    for (;;) {
        uint64_t seed = campaign->seed++;
        tree_t *tree = generate(seed, campaign->is_crowd, campaign->property);
        look_at(campaign, tree, exploration);
        if (!exploration->is_usable || exploration->states < 10) continue;
        if (campaign->property != ASKED_ASSERTIONS) return tree;
        /* A program that always ends the same way is no test of interleavings. */
        unsigned most = 0;
        for (unsigned i = 0; i < tree->observation_count; i++)
            if (exploration->observed[i].count > most) most = exploration->observed[i].count;
        if (most <= 1 + seed % 3 && seed % 16 != 0) continue;
        choose_assertions(tree, exploration);
        look_at(campaign, tree, exploration);
        /* Most programs have a race; every other one that is asked about has none. */
        if (campaign->races && campaign->programs % 2 && exploration->is_unsafe) continue;
        if (exploration->is_usable) return tree;
    }
}

static void examine(campaign_t *campaign, tree_t *tree, const exploration_t *exploration) {
    bool is_unsafe = exploration->is_unsafe;
    campaign->programs++;
    campaign->unsafe += is_unsafe;
    campaign->stuck += exploration->has_stuck;
    for (unsigned run = 0; run < campaign->runs; run++) {
        const char *options =
            run == 0 ? always
                     : campaign->configurations
                           .options[(tree->seed + run) % campaign->configurations.count];
        if (campaign->options) options = campaign->options;
        char text[256], all[600];
        snprintf(all, sizeof all, "%s%s", options,
                 campaign->races ? " --property no-data-race" : "");
        options = all;
        answer_t answer = verifier_ask(&campaign->verifier, tree, options, text);
        campaign->asked++;
        if (answer == ANSWER_GAVE_UP) {
            campaign->gave_up++;
            if (campaign->save)
                printf("note: seed %" PRIu64 ", %s: %s\n", tree->seed, options, text);
        } else if (is_wrong(answer, is_unsafe, tree->is_crowd)) {
            report(campaign, tree, options, answer, is_unsafe, text);
            return;
        }
    }
}

static void print_status(const campaign_t *campaign) {
    printf("%u programs (%u unsafe, %u with stuck states), %u runs, %u gave up, %u failures; "
           "next seed %" PRIu64 "\n",
           campaign->programs, campaign->unsafe, campaign->stuck, campaign->asked,
           campaign->gave_up, campaign->failures, campaign->seed);
    fflush(stdout);
}

static int print_one(campaign_t campaign, uint64_t seed) {
    campaign.seed = seed;
    static exploration_t exploration;
    tree_t *tree = next_program(&campaign, &exploration);
    printf("// seed %" PRIu64 ": %s, %u states%s\n", tree->seed,
           exploration.is_unsafe ? "unsafe" : "safe", exploration.states,
           tree->pointer_size == 8 ? ", LP64" : "");
    tree_print(tree, stdout);
    return 0;
}

static int usage(const char *problem) {
    fprintf(stderr, "fuzz_programs: %s; see the top of tests/fuzz/fuzz_programs.c\n", problem);
    return 2;
}

int main(int argc, char **argv) {
    campaign_t campaign = {.verifier = {.program = "./heddle", .folder = "/tmp", .time_limit = 5},
                           .seed = 1,
                           .count = 100,
                           .max_states = 3000,
                           .runs = 2,
                           .max_asked = 400};
    const char *folder = getenv("TMPDIR"), *printed = NULL;
    if (folder) campaign.verifier.folder = folder;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return usage("an option without a value");
        const char *name = argv[i], *value = argv[i + 1];
        unsigned number = (unsigned)strtoul(value, NULL, 10);
        if (strcmp(name, "--heddle") == 0)
            campaign.verifier.program = value;
        else if (strcmp(name, "--seed") == 0)
            campaign.seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--count") == 0)
            campaign.count = number;
        else if (strcmp(name, "--max-states") == 0)
            campaign.max_states = number;
        else if (strcmp(name, "--runs") == 0)
            campaign.runs = number;
        else if (strcmp(name, "--options") == 0)
            campaign.options = value;
        else if (strcmp(name, "--time-limit") == 0)
            campaign.verifier.time_limit = number;
        else if (strcmp(name, "--save") == 0)
            campaign.save = value;
        else if (strcmp(name, "--crowd") == 0)
            campaign.is_crowd = number != 0;
        else if (strcmp(name, "--races") == 0)
            campaign.races = number != 0;
        else if (strcmp(name, "--property") == 0 && strcmp(value, "no-thread-misuse") == 0)
            campaign.property = ASKED_MISUSE;
        else if (strcmp(name, "--property") == 0 && strcmp(value, "no-overflow") == 0)
            campaign.property = ASKED_OVERFLOW;
        else if (strcmp(name, "--print") == 0)
            printed = value;
        else
            return usage("an unknown option");
    }
    if (printed) return print_one(campaign, strtoull(printed, NULL, 10));
    if (!verifier_list(&campaign.verifier, &campaign.configurations))
        return usage("heddle lists no configurations");
    static exploration_t exploration;
    while (!campaign.count || campaign.programs < campaign.count) {
        examine(&campaign, next_program(&campaign, &exploration), &exploration);
        if (campaign.programs % 50 == 0 && !campaign.count) print_status(&campaign);
    }
    print_status(&campaign);
    configurations_free(&campaign.configurations);
    return campaign.failures != 0;
}
