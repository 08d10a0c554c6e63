#include "main/evidence.h"

#include "solver/solver.h"
#include "util/version.h"
#include "witness/output/trace_print.h"
#include "witness/output/witness.h"
#include "witness/proof_check.h"
#include "witness/semantics/replay.h"

#include <stdio.h>
#include <string.h>

/* What the two kinds of evidence need. */
typedef struct evidence {
    const engine_context_t *context;
    result_t *result;
    run_t *run;
    replay_t replay;   /* FALSE */
    check_stats_t check; /* TRUE */
} evidence_t;

static const solver_class_t *preferred_solver(const options_t *options) {
    const char *why;
    if (options->solver == SOLVER_CHOICE_MATHSAT) return solver_class_named("mathsat");
    if (options->solver == SOLVER_CHOICE_Z3) return solver_class_named("z3");
    return solver_default_class(&why);
}

/* The one that did not make the proof, where there are two. */
static const solver_class_t *other_solver(const options_t *options) {
    const solver_class_t *preferred = preferred_solver(options);
    const char *why;
    for (size_t i = 0; solver_classes[i]; i++)
        if (solver_classes[i] != preferred && solver_class_available(solver_classes[i], &why))
            return solver_classes[i];
    return preferred;
}

static bool *new_node_flags(const program_t *program) {
    return mem_zalloc(program->nodes.len * sizeof(bool));
}

static bool is_confirmed(const engine_context_t *context, const proof_t *proof,
                         check_stats_t *stats, char **why) {
    check_limits_t limits = {.limits = context->limits,
                             .forbids_deadlock = context->property->kind == PROPERTY_DEADLOCK};
    const solver_class_t *solver = other_solver(context->options);
    return solver &&
           proof_check(context->program, context->terms, solver, proof, &limits, stats, why);
}

static void check_proof(evidence_t *e) {
    const engine_context_t *context = e->context;
    e->run->stage = RUN_STAGE_CHECK;
    e->run->stats.kept_states = e->result->proof.count;
    stats_set_activity(&e->run->stats, "checking the proof");
    if (context->options->witness) e->check.open_nodes = new_node_flags(context->program);
    char *why = NULL;
    double start = stats_now(), processor = stats_processor();
    bool is_proved = is_confirmed(context, &e->result->proof, &e->check, &why);
    e->run->stats.time_check = stats_now() - start;
    e->run->stats.cpu_check = stats_processor() - processor;
    e->run->stats.check_continued = e->check.continued;
    e->run->stats.check_reduced = e->check.reduced;
    e->run->stats.check_refused = e->check.refused;
    const char *reason = NULL;
    if (!is_proved && limits_exceeded(context->limits, &reason))
        result_set_unknown(e->result, "%s while checking the proof", reason);
    else if (!is_proved)
        result_set_unknown(e->result, "the proof was not confirmed: %s",
                           why ? why : "there is no solver");
    mem_free(why);
}

static void replay_trace(evidence_t *e) {
    e->run->stage = RUN_STAGE_REPLAY;
    e->run->stats.trace_steps = e->result->trace.steps.len;
    stats_set_activity(&e->run->stats, "replaying");
    double start = stats_now();
    bool is_violation = replay_run(&e->replay, e->context->program, &e->result->trace);
    e->run->stats.time_replay = stats_now() - start;
    if (is_violation) {
        strbuf_t text = {0};
        trace_print(&text, &e->replay, 0);
        fputs(strbuf_text(&text), stdout);
        strbuf_free(&text);
    } else {
        result_set_unknown(e->result, "the counterexample could not be replayed: %s",
                           e->replay.why ? e->replay.why : "it does not reach the violation");
    }
}

static void join_arguments(strbuf_t *out, const options_t *options) {
    for (int i = 0; i < options->argc; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", options->argv[i]);
}

/* Does it keep, for each state that can be reached, one that covers it as it is? */
static bool keeps_all_states(const evidence_t *e) {
    const proof_t *proof = &e->result->proof;
    return !e->check.reduced && !proof->renumber && !proof->crowd && !proof->pairs;
}

/* Invariants for people and other tools must hold in all states, but a proof under a
 * reduction keeps only some. So the program is explored once more without one. This
 * may take as long as the proof took, a second at least and ten at most; if that is
 * not enough, the witness has no invariants. The verdict does not depend on it. */
static void prove_for_invariants(evidence_t *e, result_t *whole, bool *open_nodes) {
    double seconds = e->run->stats.time_engine;
    if (seconds < 1) seconds = 1;
    if (seconds > 10) seconds = 10;
    limits_t limits = *e->context->limits;
    double deadline = stats_now() + seconds;
    if (!limits.deadline || deadline < limits.deadline) limits.deadline = deadline;
    options_t options = *e->context->options;
    options.por = REDUCTION_NONE;
    options.coi = CONE_NONE;
    options.symmetry = SYMMETRY_OFF;
    options.crowd = CROWD_NEVER;
    options.hunt = 0;
    options.dump = DUMP_NONE;
    stats_t stats = {0};
    engine_context_t context = *e->context;
    context.options = &options;
    context.limits = &limits;
    context.stats = &stats;
    stats_set_activity(&e->run->stats, "looking for invariants");
    engine_run(&context, whole);
    check_stats_t check = {.open_nodes = open_nodes};
    char *why = NULL;
    if (whole->verdict == VERDICT_TRUE && !is_confirmed(&context, &whole->proof, &check, &why))
        result_set_unknown(whole, "%s", why ? why : "there is no solver");
    mem_free(why);
}

static bool write_proof(evidence_t *e, const witness_task_t *task, char **why) {
    const char *path = e->context->options->witness;
    if (keeps_all_states(e))
        return witness_write_proof(path, task, &e->result->proof, e->check.open_nodes, why);
    result_t whole = {0};
    bool *open_nodes = new_node_flags(task->program);
    prove_for_invariants(e, &whole, open_nodes);
    bool is_written = whole.verdict == VERDICT_TRUE
                          ? witness_write_proof(path, task, &whole.proof, open_nodes, why)
                          : witness_write_proof(path, task, &e->result->proof, NULL, why);
    result_free(&whole);
    mem_free(open_nodes);
    return is_written;
}

static bool write_witness(evidence_t *e) {
    const options_t *options = e->context->options;
    strbuf_t command_line = {0};
    join_arguments(&command_line, options);
    witness_task_t task = {
        .program = e->context->program,
        .property = e->context->property,
        .files = e->context->program->files.data,
        .file_count = e->context->program->files.len,
        .data_model = options->data_model == DATA_MODEL_LP64 ? "LP64" : "ILP32",
        .version = HEDDLE_VERSION,
        .configuration = options_analysis_name(options->analysis),
        .command_line = strbuf_text(&command_line),
    };
    e->run->stage = RUN_STAGE_WITNESS;
    stats_set_activity(&e->run->stats, "writing the witness");
    char *why = NULL;
    double start = stats_now();
    bool is_written = e->result->verdict == VERDICT_FALSE
                          ? witness_write_violation(options->witness, &task, &e->replay, &why)
                          : write_proof(e, &task, &why);
    e->run->stats.time_witness = stats_now() - start;
    if (is_written)
        printf("witness: %s\n", options->witness);
    else
        fprintf(stderr, "heddle: %s\n", why);
    mem_free(why);
    strbuf_free(&command_line);
    return is_written;
}

bool evidence_give(const engine_context_t *context, result_t *result, run_t *run) {
    evidence_t e = {.context = context, .result = result, .run = run};
    if (result->verdict == VERDICT_TRUE) check_proof(&e);
    if (result->verdict == VERDICT_FALSE) replay_trace(&e);
    bool is_written = true;
    if (context->options->witness && result->verdict != VERDICT_UNKNOWN)
        is_written = write_witness(&e);
    replay_free(&e.replay);
    mem_free(e.check.open_nodes);
    return is_written;
}
