#include "main/evidence.h"

#include "solver/solver.h"
#include "witness/check.h"
#include "witness/replay.h"

#include <stdio.h>
#include <string.h>

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

static void check_true(const engine_context_t *context, result_t *result, run_t *run) {
    run->stage = RUN_STAGE_CHECK;
    run->stats.kept_states = result->proof.count;
    stats_set_activity(&run->stats, "checking the proof");
    const solver_class_t *solver = other_solver(context->options);
    double start = stats_now();
    char *why = NULL;
    check_limits_t limits = {.limits = context->limits};
    bool is_proved = solver && proof_check(context->program, context->terms, solver, &result->proof,
                                           &limits, NULL, &why);
    run->stats.time_check = stats_now() - start;
    if (!is_proved) {
        const char *reason = NULL;
        if (limits_exceeded(context->limits, &reason))
            result_set_unknown(result, "%s while checking the proof", reason);
        else
            result_set_unknown(result, "the proof was not confirmed: %s",
                               why ? why : "there is no solver");
    }
    mem_free(why);
}

static void replay_false(const engine_context_t *context, result_t *result, replay_t *replay,
                         run_t *run) {
    run->stage = RUN_STAGE_REPLAY;
    run->stats.trace_steps = result->trace.steps.len;
    stats_set_activity(&run->stats, "replaying");
    double start = stats_now();
    bool is_violation = replay_run(replay, context->program, &result->trace);
    run->stats.time_replay = stats_now() - start;
    if (!is_violation)
        result_set_unknown(result, "the counterexample could not be replayed: %s",
                           replay->why ? replay->why : "it does not reach the violation");
}

bool evidence_give(const engine_context_t *context, result_t *result, run_t *run) {
    replay_t replay = {0};
    if (result->verdict == VERDICT_TRUE) check_true(context, result, run);
    if (result->verdict == VERDICT_FALSE) replay_false(context, result, &replay, run);
    replay_free(&replay);
    return true;
}
