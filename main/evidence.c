#include "main/evidence.h"

#include "engine/hunt/shorten.h"
#include "util/version.h"
#include "witness/output/trace_print.h"
#include "witness/output/trace_rows.h"
#include "witness/output/witness.h"
#include "witness/proof_check.h"

#include <stdio.h>
#include <string.h>

void evidence_log_free(evidence_log_t *log) {
    for (size_t i = 0; i < log->reported.len; i++) mem_free(log->reported.data[i]);
    VEC_FREE(log->reported);
    mem_free(log->met);
    reports_free(&log->reports);
}

void evidence_init(evidence_t *e, const engine_context_t *context, evidence_log_t *log,
                   run_t *run) {
    *e = (evidence_t){.log = log, .context = context, .run = run};
    if (context->options->witness)
        e->check.open_nodes = mem_zalloc(context->program->nodes.len * sizeof(bool));
}

static void forget(evidence_t *e) {
    for (size_t i = 0; i < PROPERTY_MAX; i++) replay_free(&e->replays[i]);
    bool *open_nodes = e->check.open_nodes;
    if (open_nodes) memset(open_nodes, 0, e->context->program->nodes.len * sizeof *open_nodes);
    e->check = (check_stats_t){.open_nodes = open_nodes};
}

void evidence_free(evidence_t *e) {
    forget(e);
    mem_free(e->check.open_nodes);
}

/* Confirmation. */

static bool is_proved(evidence_t *e, const engine_context_t *engine, const result_t *result,
                      char **why) {
    check_limits_t limits = {.limits = engine->limits,
                             .properties = result->properties,
                             .claimed = result_with(result, VERDICT_TRUE)};
    const char *no_solver = NULL;
    const solver_class_t *solver =
        engine_solver(engine->options, SOLVER_TO_CHECK, result->proof.solver, &no_solver);
    if (!solver) {
        *why = mem_strdup(no_solver ? no_solver : "there is no solver");
        return false;
    }
    return proof_check(engine->program, engine->terms, solver, &result->proof, &limits, &e->check,
                       why);
}

static void take_back(result_t *result, property_mask_t mask, ending_t ending, const char *prefix,
                      const char *reason) {
    for (size_t i = 0; i < result->properties->count; i++)
        if (mask & property_bit(i)) result_take_back(result, i, "%s%s", prefix, reason);
    result->ending = ending;
}

static void check_proof(evidence_t *e, const engine_context_t *engine, result_t *result) {
    property_mask_t claimed = result_with(result, VERDICT_TRUE);
    stats_t *stats = &e->run->stats;
    char *why = NULL;
    const char *limit = NULL;
    if (!claimed) return;
    e->run->stage = RUN_STAGE_CHECK;
    stats_set_activity(stats, "checking the proof");
    double start = stats_now(), processor = stats_processor();
    bool proved = is_proved(e, engine, result, &why);
    stats->time_check += stats_now() - start;
    stats->cpu_check += stats_processor() - processor;
    stats->check_continued += e->check.continued;
    stats->check_reduced += e->check.reduced;
    stats->check_refused += e->check.refused;
    if (!proved && limits_exceeded(engine->limits, &limit))
        take_back(result, claimed, ENDED_LIMIT, limit, " while checking the proof");
    else if (!proved)
        take_back(result, claimed, ENDED_REFUSED,
                  "the proof was not confirmed: ", why ? why : "no reason was given");
    if (why && reason_is_fault(why) && engine->met_fault) *engine->met_fault = true;
    mem_free(why);
}

static void copy_trace(trace_t *to, const trace_t *from) {
    *to = (trace_t){0};
    for (size_t i = 0; i < from->steps.len; i++) VEC_PUSH(to->steps, from->steps.data[i]);
    for (size_t i = 0; i < from->inputs.len; i++) VEC_PUSH(to->inputs, from->inputs.data[i]);
    for (size_t i = 0; i < from->memory.len; i++) VEC_PUSH(to->memory, from->memory.data[i]);
}

/* A trace that was replayed becomes one with fewer switches, whatever engine found it. That one
 * must be replayed, too. */
static void shorten_trace(evidence_t *e, const engine_context_t *engine, result_t *result,
                          size_t property) {
    violation_t violation = result->properties->at[property].class->violation;
    const options_t *options = engine->options;
    trace_t *trace = &result->answers[property].trace;
    /* A witness that is validated has its own way to the violation. */
    if (options->validate || (violation != VIOLATION_STEP && violation != VIOLATION_STUCK)) return;
    machine_t *machine = machine_new(engine->program, options->max_threads, options->max_depth);
    if (!machine) return;
    trace_t shorter;
    replay_t replay;
    copy_trace(&shorter, trace);
    trace_shorten(machine, violation, &shorter, SHORTEN_STEPS);
    machine_delete(machine);
    if (replay_run(&replay, engine->program, result->properties, property, &shorter)) {
        trace_t longer = *trace;
        replay_free(&e->replays[property]);
        e->replays[property] = replay;
        *trace = shorter;
        shorter = longer;
    } else {
        replay_free(&replay);
    }
    trace_free(&shorter);
}

static void replay_trace(evidence_t *e, const engine_context_t *engine, result_t *result,
                         size_t property) {
    replay_t *replay = &e->replays[property];
    const trace_t *trace = &result->answers[property].trace;
    e->run->stage = RUN_STAGE_REPLAY;
    stats_set_activity(&e->run->stats, "replaying");
    double start = stats_now();
    bool is_violation = replay_run(replay, engine->program, result->properties, property, trace);
    if (is_violation) shorten_trace(e, engine, result, property);
    e->run->stats.time_replay += stats_now() - start;
    e->run->stats.trace_steps = trace->steps.len;
    if (!is_violation)
        take_back(result, property_bit(property), ENDED_REFUSED,
                  "the counterexample could not be replayed: ",
                  replay->why ? replay->why : "it does not reach the violation");
}

static void confirm(void *context, const engine_context_t *engine, result_t *result) {
    evidence_t *e = context;
    forget(e);
    check_proof(e, engine, result);
    for (size_t i = 0; i < result->properties->count; i++)
        if (result_with(result, VERDICT_FALSE) & property_bit(i))
            replay_trace(e, engine, result, i);
    e->run->stage = RUN_STAGE_ENGINE;
}

/* Handing over. */

static void join_arguments(strbuf_t *out, const options_t *options) {
    for (int i = 0; i < options->argc; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", options->argv[i]);
}

static witness_task_t task_of(const evidence_t *e, const property_t *property,
                              const char *command_line) {
    const program_t *program = e->context->program;
    const options_t *options = e->context->options;
    return (witness_task_t){
        .program = program,
        .property = property,
        .files = program->files.data,
        .file_count = program->files.len,
        .data_model = program->pointer_bits == 64 ? "LP64" : "ILP32",
        .version = HEDDLE_VERSION,
        .configuration = options->analysis,
        .command_line = command_line,
        .format = options->witness_format,
    };
}

/* Of several properties each has its own: w.json is w.no-deadlock.json. */
static void add_witness_path(strbuf_t *out, const evidence_t *e, const property_t *property) {
    const char *path = e->context->options->witness;
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    strbuf_t name = {0};
    property_set_print(&name, e->log->all, property_set_find(e->log->all, property));
    if (!dot || dot < slash) dot = path + strlen(path);
    if (!e->log->is_one)
        strbuf_printf(out, "%.*s.%s%s", (int)(dot - path), path, strbuf_text(&name), dot);
    else
        strbuf_add(out, path);
    strbuf_free(&name);
}

/* replay: of a violation; else invariants of a proof, NULL: it has none. */
static void write_witness(evidence_t *e, const property_t *property, const replay_t *replay,
                          const proof_t *invariants) {
    if (!e->context->options->witness) return;
    strbuf_t command_line = {0}, file = {0};
    add_witness_path(&file, e, property);
    const char *path = strbuf_text(&file);
    char *why = NULL;
    join_arguments(&command_line, e->context->options);
    witness_task_t task = task_of(e, property, strbuf_text(&command_line));
    e->run->stage = RUN_STAGE_WITNESS;
    stats_set_activity(&e->run->stats, "writing the witness");
    double start = stats_now();
    bool is_written = replay
                          ? witness_write_violation(path, &task, replay, &why)
                          : witness_write_proof(path, &task, invariants, e->check.open_nodes, &why);
    e->run->stats.time_witness += stats_now() - start;
    if (is_written)
        fprintf(run_stream(e->context->options), "witness: %s\n", path);
    else
        fprintf(stderr, "heddle: %s\n", why);
    e->could_not_write |= !is_written;
    mem_free(why);
    strbuf_free(&file);
    strbuf_free(&command_line);
    e->run->stage = RUN_STAGE_ENGINE;
}

/* Does the run set the variable that a validated witness has at its target? */
static bool passes_target(const replay_t *replay) {
    for (size_t i = 0; i < replay->steps.len; i++) {
        const expr_t *address = replay->steps.data[i].edge->address;
        if (address && address->kind == EXPR_ADDR &&
            strcmp(address->object->name, "heddle_at_target_") == 0)
            return true;
    }
    return false;
}

/* Was a violation at this place reported before? The place is noted. */
static bool is_reported(evidence_t *e, const trace_step_t *step) {
    strbuf_t text = {0};
    const source_t *source = &step->edge->source;
    strbuf_printf(&text, "%s:%u:%u", source->file ? source->file : "", source->line,
                  source->column);
    bool found = false;
    for (size_t i = 0; i < e->log->reported.len && !found; i++)
        found = strcmp(e->log->reported.data[i], strbuf_text(&text)) == 0;
    if (!found) VEC_PUSH(e->log->reported, mem_strdup(strbuf_text(&text)));
    strbuf_free(&text);
    return found;
}

static void keep_met(evidence_t *e, const replay_t *replay) {
    strbuf_t text = {0};
    if (!replay->fault || !replay->steps.len) return;
    const replay_step_t *last = &VEC_TOP(replay->steps);
    const source_t *source = &last->edge->source;
    strbuf_printf(&text, "%s at %s:%u in thread ", replay->fault, source->file ? source->file : "?",
                  source->line);
    trace_thread_name(&text, replay, last->thread);
    mem_free(e->log->met);
    e->log->met = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
}

static void give_trace(void *context, const result_t *result, size_t property) {
    evidence_t *e = context;
    const trace_t *trace = &result->answers[property].trace;
    const replay_t *replay = &e->replays[property];
    FILE *stream = run_stream(e->context->options);
    strbuf_t text = {0};
    e->run->passes_target = passes_target(replay);
    if (e->log->only_tells) {
        strbuf_add(&text, "a run meets this:\n");
    } else if (e->log->all->count > 1) {
        property_set_print(&text, result->properties, property);
        strbuf_add(&text, " is violated:\n");
    }
    if (result->properties->at[property].class->violation == VIOLATION_STEP && trace->steps.len &&
        is_reported(e, &VEC_TOP(trace->steps)))
        strbuf_add(&text, "at the place reported above\n");
    else
        trace_print(&text, replay, trace_style_of(stream));
    fputs(strbuf_text(&text), stream);
    strbuf_free(&text);
    keep_met(e, replay);
    if (e->log->only_tells) return;
    write_witness(e, &result->properties->at[property], replay, NULL);
    const char *name = result->properties->at[property].class->name;
    if (!reports_violation(&e->log->reports, name, replay, trace)) e->could_not_write = true;
}

/* Does it keep, for each state that can be reached, one that covers it as it is? */
static bool has_invariants(void *context, const result_t *result) {
    const evidence_t *e = context;
    const proof_t *proof = &result->proof;
    return proof->kind != PROOF_STATES || (!e->check.reduced && !proof->states.renumber);
}

static void give_proof(void *context, const result_t *proof, const result_t *invariants) {
    evidence_t *e = context;
    property_mask_t proved = result_with(proof, VERDICT_TRUE);
    for (size_t i = 0; i < proof->properties->count; i++)
        if (proved & property_bit(i))
            write_witness(e, &proof->properties->at[i], NULL,
                          invariants ? &invariants->proof : NULL);
}

portfolio_evidence_t evidence_door(evidence_t *e) {
    return (portfolio_evidence_t){.context = e,
                                  .confirm = confirm,
                                  .give_trace = give_trace,
                                  .has_invariants = has_invariants,
                                  .give_proof = give_proof};
}

void evidence_withdraw(evidence_t *e, property_mask_t properties) {
    const property_set_t *set = e->context->properties;
    if (!e->context->options->witness) return;
    for (size_t i = 0; i < set->count; i++) {
        if (!(properties & property_bit(i))) continue;
        strbuf_t path = {0};
        add_witness_path(&path, e, &set->at[i]);
        if (remove(strbuf_text(&path)) == 0) printf("witness: %s removed\n", strbuf_text(&path));
        strbuf_free(&path);
    }
}
