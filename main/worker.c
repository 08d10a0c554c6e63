#include "main/worker.h"

#include "cfa/boolean.h"
#include "cfa/passes.h"
#include "engine/absence/absence_engine.h"
#include "frontend/frontend.h"
#include "main/evidence.h"
#include "solver/solver.h"
#include "util/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool worker_flush(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    fprintf(stderr, "heddle: cannot write to standard output: %s\n", strerror(errno));
    return false;
}

/* The solvers count for themselves; this carries it to where the supervisor
 * sees it. */
static void copy_solver_stats(void *context) {
    stats_t *stats = context;
    stats->solver_checks = solver_stats.checks;
    stats->solver_sat = solver_stats.sat;
    stats->solver_unsat = solver_stats.unsat;
    stats->solver_unknown = solver_stats.unknown;
    stats->interpolations = solver_stats.interpolations;
    stats->interpolations_failed = solver_stats.interpolations_failed;
    stats->all_sat_models = solver_stats.all_sat_models;
    stats->time_solver = solver_stats.seconds;
}

static unsigned pointer_bits(const options_t *options) {
    if (options->data_model == DATA_MODEL_AUTO)
        return frontend_pointer_bits(options->files.data, options->files.len);
    return options->data_model == DATA_MODEL_LP64 ? 64 : 32;
}

/* The program, lowered for these properties. NULL: it could not be read. */
static program_t *load(const work_t *work, const property_set_t *properties, run_t *run) {
    const options_t *options = work->options;
    frontend_options_t input = {
        .files = options->files.data,
        .file_count = options->files.len,
        .texts = work->texts,
        .head = work->head,
        .flags = options->flags.data,
        .flag_count = options->flags.len,
        .pointer_bits = pointer_bits(options),
        .args = options->args,
        .label = options->label,
        .properties = properties,
        .externals_are_pure = options->external == EXTERNAL_PURE,
    };
    strbuf_t notes = {0};
    input.notes = &notes;
    run->stage = RUN_STAGE_FRONTEND;
    stats_set_activity(&run->stats, "reading");
    double start = stats_now();
    strbuf_t errors = {0};
    program_t *program = frontend_load(&input, &errors);
    run->stats.time_frontend += stats_now() - start;
    if (!program) {
        fputs(strbuf_text(&errors), stderr);
        run->exit_code = EXIT_CODE_INPUT;
    } else if (properties->count == work->properties->count) { /* once is enough */
        fputs(strbuf_text(&notes), stderr);
    }
    strbuf_free(&errors);
    strbuf_free(&notes);
    return program;
}

static void prepare(program_t *program, run_t *run) {
    run->stage = RUN_STAGE_PASSES;
    double start = stats_now();
    passes_run(program);
    run->stats.time_passes += stats_now() - start;
    run->stats.functions = program->functions.len;
    run->stats.nodes = program->nodes.len;
    run->stats.edges = program->edges.len;
    run->stats.objects = program->objects.len;
}

/* The forms of the program that need no engine. */
static bool is_dump(dump_choice_t choice) {
    return choice == DUMP_CFA || choice == DUMP_BOOLEAN || choice == DUMP_PROMELA;
}

static void dump(const program_t *program, dump_choice_t choice, run_t *run) {
    strbuf_t text = {0};
    if (choice == DUMP_CFA) {
        program_print_dot(&text, program);
    } else if (!program->boolean) {
        fprintf(stderr, "heddle: only of a Boolean program (FILE.bp) there is such a dump\n");
        run->exit_code = EXIT_CODE_USAGE;
    } else if (choice == DUMP_BOOLEAN) {
        boolean_print(&text, program->boolean);
    } else {
        boolean_print_promela(&text, program->boolean);
    }
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
}

static void list_unsupported(const program_t *program) {
    strbuf_t list = {0};
    program_print_unsupported(&list, program);
    fputs(strbuf_text(&list), stdout);
    strbuf_free(&list);
}

/* Answers to some of the properties, on the program lowered for these. */
typedef struct round {
    property_set_t properties;
    property_mask_t violated, doubtful; /* not: proved, but perhaps only up to a violation */
    unsigned seconds; /* that it may take, if these are fewer than all; else 0 */
    bool met_fault;      /* a run met an access or a free that C does not define */
    bool stops_at_fault; /* that is an answer */
    bool is_extra;       /* about properties that were not asked for */
} round_t;

static void keep_answer(run_t *run, size_t number, const answer_t *answer) {
    run_answer_t *kept = &run->answers[number];
    kept->verdict = answer->verdict;
    snprintf(kept->reason, sizeof kept->reason, "%s",
             answer->verdict == VERDICT_UNKNOWN && answer->reason ? answer->reason : "");
}

/* A run ends at a violation, so what is proved of the others holds up to there only. */
static void judge(round_t *round, const work_t *work, const result_t *result, run_t *run) {
    property_mask_t proved = result_with(result, VERDICT_TRUE);
    round->violated = result_with(result, VERDICT_FALSE);
    if (round->is_extra) return;
    bool hides = (property_set_hiding(&round->properties) & ~proved) != 0;
    round->doubtful = hides ? proved : 0;
    for (size_t i = 0; i < round->properties.count; i++) {
        size_t number = property_set_find(work->properties, &round->properties.at[i]);
        answer_t doubt = {.reason = "it was proved only up to a violation of another property"};
        keep_answer(run, number, round->doubtful & property_bit(i) ? &doubt : &result->answers[i]);
    }
}

static void log_assumptions(const work_t *work, const program_t *program) {
    for (int i = 0; i < ASSUMPTION_COUNT; i++)
        if (assumption_is_used(program->assumptions, i))
            log_line(work->options->verbose, "assumed: %s: %s", assumption_infos[i].name,
                     assumption_infos[i].text);
}

/* A typing error in a name must not pass for a proof. What can be violated is a matter of the
 * program that the proof is about: a violation of another property may hide it in others. */
static void warn_if_vacuous(const round_t *round, const program_t *program,
                            const result_t *result) {
    property_mask_t possible = absence_possible(program, &round->properties);
    property_mask_t proved = result_with(result, VERDICT_TRUE) & ~round->doubtful;
    for (size_t i = 0; i < round->properties.count; i++) {
        const property_t *property = &round->properties.at[i];
        if (!property->class->functions || ~proved & property_bit(i) || possible & property_bit(i))
            continue;
        if (property->function)
            fprintf(stderr,
                    "heddle: warning: nothing can violate %s: no call of %s can be reached\n",
                    property->class->name, property->function);
        else
            fprintf(stderr,
                    "heddle: warning: nothing can violate %s: no assertion and no call of "
                    "reach_error or __VERIFIER_error can be reached\n",
                    property->class->name);
    }
}

static void run_round(round_t *round, const work_t *work, const program_t *program,
                      limits_t *limits, evidence_log_t *log, run_t *run) {
    terms_t *terms = terms_new();
    options_t options = *work->options; /* budgets are made for the time of this round */
    if (round->seconds) options.time_limit = round->seconds;
    engine_context_t context = {.program = program,
                                .properties = &round->properties,
                                .options = &options,
                                .terms = terms,
                                .limits = limits,
                                .stats = &run->stats,
                                .met_fault = &round->met_fault,
                                .stops_at_fault = round->stops_at_fault};
    evidence_t evidence;
    evidence_init(&evidence, &context, log, run);
    context.graph = reports_graph(&log->reports);
    portfolio_evidence_t door = evidence_door(&evidence);
    result_t result;
    log_line(work->options->verbose, "verifying: %zu functions, %zu edges", program->functions.len,
             program->edges.len);
    log_assumptions(work, program);
    run->stage = RUN_STAGE_ENGINE;
    result_init(&result, &round->properties, property_set_all(&round->properties));
    portfolio_run(&context, &door, &result);
    copy_solver_stats(&run->stats);
    judge(round, work, &result, run);
    warn_if_vacuous(round, program, &result);
    evidence_withdraw(&evidence, round->doubtful);
    if (evidence.could_not_write) run->could_not_write = true;
    evidence_free(&evidence);
    result_free(&result);
    terms_delete(terms);
}

/* What a run meets: an access or a free that C does not define. It is looked for where an answer is
 * left open and runs met one, on the program with checks for it. */

static property_set_t fault_properties(const work_t *work) {
    property_set_t set = {0};
    static const property_check_t checks[] = {CHECK_FREE, CHECK_ACCESS};
    for (size_t i = 0; property_classes[i]; i++)
        for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
            if (property_classes[i]->check == checks[k] &&
                property_set_with_check(work->properties, checks[k]) == work->properties->count)
                property_set_add(&set, property_of_class(property_classes[i]));
    return set;
}

static bool is_left_open(const run_t *run, bool *is_fault) {
    bool found = false;
    for (size_t i = 0; i < run->count; i++) {
        if (run->answers[i].verdict == VERDICT_FALSE) return false;
        if (run->answers[i].verdict != VERDICT_UNKNOWN) continue;
        *is_fault |= reason_is_fault(run->answers[i].reason);
        found = true;
    }
    return found;
}

/* Without a property of the user the program has failed; else the answer stays open, for this
 * reason. */
static void tell_fault(const work_t *work, const property_class_t *class, const char *met,
                       run_t *run) {
    bool is_answer = !work->options->property.len;
    for (size_t i = 0; i < run->count; i++) {
        run_answer_t *answer = &run->answers[i];
        if (answer->verdict != VERDICT_UNKNOWN) continue;
        snprintf(answer->reason, sizeof answer->reason, "%s%s%s", met,
                 is_answer ? "" : ", see --property ", is_answer ? "" : class->name);
    }
    if (!is_answer) return;
    run_answer_t *answer = &run->answers[run->count++];
    *answer = (run_answer_t){.verdict = VERDICT_FALSE};
    snprintf(answer->name, sizeof answer->name, "%s", class->name);
    snprintf(answer->class, sizeof answer->class, "%s", class->name);
}

/* false: there is nothing of that kind to tell. */
static bool name_fault(const work_t *work, bool met_fault, limits_t *limits, evidence_log_t *log,
                       run_t *run) {
    round_t round = {.properties = fault_properties(work), .is_extra = true};
    if (!met_fault || !round.properties.count) return false;
    if (work->options->validate || limits_exceeded(limits, NULL)) return false;
    program_t *program = load(work, &round.properties, run);
    if (!program) return false;
    const property_set_t *all = log->all;
    prepare(program, run);
    log->all = &round.properties;
    log->only_tells = work->options->property.len > 0;
    run_round(&round, work, program, limits, log, run);
    program_delete(program);
    log->all = all;
    if (!round.violated || !log->met) return false;
    size_t number = 0;
    while (!(round.violated & property_bit(number))) number++;
    tell_fault(work, round.properties.at[number].class, log->met, run);
    return true;
}

/* What is left to do after a round: all but the violated ones, or else what was proved beside
 * something unknown. */
static property_set_t next_round(const round_t *round) {
    property_mask_t all = property_set_all(&round->properties);
    property_mask_t open = round->violated ? all & ~round->violated : round->doubtful;
    return property_set_part(&round->properties, open);
}

/* Why those that are left are not asked for any more. */
static void give_up(const work_t *work, const property_set_t *left, const char *why, run_t *run) {
    for (size_t i = 0; i < left->count; i++) {
        run_answer_t *answer = &run->answers[property_set_find(work->properties, &left->at[i])];
        snprintf(answer->reason, sizeof answer->reason, "%s", why);
    }
}

/* The time of one round: where several properties are asked for, one of them must not take what
 * the others need. Those that ran out of it are asked for once more, each alone, when all others
 * are answered. */
typedef struct shares {
    limits_t *all;
    property_mask_t starved; /* of all properties */
} shares_t;

enum { SECONDS_WITHOUT_LIMIT = 30 };

static limits_t share_of(const shares_t *shares, round_t *round) {
    limits_t limits = *shares->all;
    size_t waiting = (size_t)__builtin_popcount(shares->starved);
    size_t parts = round->properties.count > 1 ? 2 : 1 + waiting;
    if (parts == 1) return limits;
    double now = stats_now();
    double left = limits.deadline ? limits.deadline - now : (double)parts * SECONDS_WITHOUT_LIMIT;
    limits.deadline = now + left / (double)parts;
    round->seconds = 1 + (unsigned)(left > 0 ? left / (double)parts : 0);
    return limits;
}

/* Notes who was cut off, if it is not asked for in the next round anyway. */
static void note_starved(shares_t *shares, const work_t *work, const round_t *round,
                         const property_set_t *next, const run_t *run) {
    for (size_t i = 0; i < round->properties.count; i++) {
        const property_t *property = &round->properties.at[i];
        size_t number = property_set_find(work->properties, property);
        bool is_open = run->answers[number].verdict == VERDICT_UNKNOWN;
        if (is_open && round->properties.count > 1 &&
            property_set_find(next, property) == next->count)
            shares->starved |= property_bit(number);
    }
}

/* The first of the starved, alone. */
static property_set_t take_starved(shares_t *shares, const work_t *work) {
    property_mask_t first = shares->starved & -shares->starved;
    shares->starved &= ~first;
    return property_set_part(work->properties, first);
}

/* What is asked for in the next round, if anything. */
static round_t following(const round_t *round, const limits_t *share, shares_t *shares,
                         const work_t *work, const run_t *run) {
    property_set_t next = next_round(round);
    if (share->reason[0]) note_starved(shares, work, round, &next, run);
    if (!next.count) next = take_starved(shares, work);
    return (round_t){.properties = next};
}

/* A property's answer must be what it would be alone, but together is faster: so all are asked
 * for at once, and what a violation or an open question may hide is asked for again without
 * it. Each round has fewer properties than the one before, but for those that had too little
 * time. Takes the program, which is lowered for all of them. */
static void verify(const work_t *work, program_t *program, limits_t *limits, run_t *run) {
    evidence_log_t log = {.all = work->properties, .is_one = work->properties->count == 1};
    shares_t shares = {.all = limits};
    round_t round = {.properties = *work->properties,
                     .stops_at_fault = !work->options->property.len && !work->options->validate};
    reports_init(&log.reports, work->options, work->properties, run);
    bool met_fault = false;
    while (program) {
        limits_t share = share_of(&shares, &round);
        run_round(&round, work, program, &share, &log, run);
        const char *why = NULL;
        bool was_stopped = round.stops_at_fault && round.met_fault;
        met_fault |= round.met_fault;
        bool stops = round.violated && work->options->stop_first;
        round = following(&round, &share, &shares, work, run);
        if (stops) why = "--stop-first: another property is violated";
        if (stops || limits_exceeded_now(limits, &why)) give_up(work, &round.properties, why, run);
        bool is_last = why || !round.properties.count;
        if (is_last && is_left_open(run, &met_fault) &&
            !name_fault(work, met_fault, limits, &log, run) && was_stopped) {
            round = (round_t){.properties = *work->properties};
            continue;
        }
        run_conclude(run);
        if (is_last && !reports_finish(&log.reports, program)) run->could_not_write = true;
        program_delete(program);
        program = is_last ? NULL : load(work, &round.properties, run);
        if (program) prepare(program, run);
    }
    if (run->could_not_write) run->exit_code = EXIT_CODE_INTERNAL;
    evidence_log_free(&log);
}

void worker_run(void *context, run_t *run) {
    const work_t *work = context;
    limits_t limits;
    limits_init(&limits, work->options->time_limit, work->options->memory_limit);
    limits.tick = copy_solver_stats;
    limits.tick_context = &run->stats;
    run_set_properties(run, work->properties);
    program_t *program = load(work, work->properties, run);
    if (program) prepare(program, run);
    if (program && is_dump(work->options->dump)) {
        dump(program, work->options->dump, run);
        program_delete(program);
    } else if (program && work->options->lower_only) {
        list_unsupported(program);
        program_delete(program);
    } else if (program) {
        verify(work, program, &limits, run);
    }
    if (!worker_flush()) run->exit_code = EXIT_CODE_INTERNAL;
    run->stage = RUN_STAGE_DONE;
}
