#include "engine/order/order_engine.h"

#include "cpa/explore/symmetry.h"
#include "engine/order/schedule.h"
#include "engine/order/search.h"
#include "engine/order/unwinding_proof.h"

/* Bounded model checking with partial orders (Telbisz 2024, chapter 5): one formula for
 * the values, one theory for the order of events, and growing bounds. */

typedef struct {
    const engine_context_t *context;
    result_t *result;
    terms_t *terms;
    unwinding_t *u;
    effort_t effort;
    float_library_t *floats;
    bool is_symmetric;   /* threads can be told apart by their numbers only */
    bool bounds_counted; /* whole loops are too much */
} order_run_t;

typedef enum { RUN_DONE, RUN_DEEPER, RUN_TOO_LARGE } run_answer_t;

/* ... if it was not decided. */
static ending_t how_it_ended(const order_run_t *run) {
    if (run->effort.is_over) return ENDED_TIRED;
    return limits_exceeded(run->context->limits, NULL) ? ENDED_LIMIT : ENDED_UNDECIDED;
}

static void set_limit(order_run_t *run) {
    const char *why = "the SAT solver gave up";
    effort_ends(&run->effort, 0, &why);
    result_set_unknown(run->result, how_it_ended(run), "%s", why);
}

static encoding_t *encode(order_run_t *run, bool is_serial) {
    const options_t *options = run->context->options;
    stats_t *stats = run->context->stats;
    encode_options_t how = {
        .solver = options->order_solver == ORDER_SOLVER_Z3 ? SAT_Z3 : SAT_CADICAL,
        .is_serial = is_serial,
        .has_conflicts = options->order_conflicts == ORDER_CONFLICTS_ON,
        .is_symmetric = run->is_symmetric,
        .has_clocks = options->order == ORDER_CLOCKS,
        .floats = run->floats,
        .effort = &run->effort,
    };
    double start = stats_now();
    encoding_t *e = encoding_new(run->u, &how);
    stats->time_encoding += stats_now() - start;
    stats->time_conflicts += e->seconds_conflicts;
    stats->order_events = run->u->events.len;
    stats->order_sources = e->sources.len;
    stats->order_threads = run->u->threads.len;
    stats->order_conflicts += e->conflicts;
    return e;
}

static search_t searching(order_run_t *run, encoding_t *e) {
    return (search_t){e, run->context->options->order, &run->effort, run->context->stats};
}

static void set_unsupported(order_run_t *run, const edge_t *edge, const char *text) {
    const char *what = text ? text : edge && edge->text ? edge->text : "unsupported construct";
    const char *file = edge && edge->source.file ? edge->source.file : "?";
    result_set_unknown(run->result, ENDED_BARRED, "%s:%u: %s", file,
                       edge ? (unsigned)edge->source.line : 0, what);
}

static const order_target_t *reached_target(encoding_t *e, uint32_t kind) {
    bitblast_new_model(e->blast);
    for (size_t i = 0; i < e->u->targets.len; i++) {
        const order_target_t *target = &e->u->targets.data[i];
        if (target->kind == kind && bitblast_value(e->blast, target->guard)) return target;
    }
    return NULL;
}

static uint32_t target_kind(const order_run_t *run, size_t property) {
    bool is_stuck = run->result->properties->at[property].class->violation == VIOLATION_STUCK;
    return is_stuck ? TARGET_STUCK : TARGET_ERROR + (uint32_t)property;
}

/* The model as a run; false: it has no linearisation. */
static bool report(order_run_t *run, encoding_t *e, size_t property) {
    schedule_t schedule = {0};
    const order_target_t *target = reached_target(e, target_kind(run, property));
    bool is_run = target && schedule_find(e, target, &schedule);
    if (is_run) schedule_trace(e, &schedule, result_set_false(run->result, property));
    VEC_FREE(schedule);
    return is_run;
}

/* Both stages of section 5.3.1: what the weak orders allow, and if they allow something
 * that has no linearisation, the same with every two writes in order. */
static search_answer_t find_error(order_run_t *run, encoding_t *e, size_t property) {
    search_t search = searching(run, e);
    uint32_t kind = target_kind(run, property);
    search_answer_t answer = search_target(&search, kind);
    if (answer != SEARCH_YES || bitblast_refused(e->blast) || report(run, e, property))
        return answer;
    run->context->stats->order_serial++;
    encoding_t *serial = encode(run, true);
    search = searching(run, serial);
    answer = search_target(&search, kind);
    if (answer == SEARCH_YES && !report(run, serial, property)) answer = SEARCH_UNKNOWN;
    encoding_delete(serial);
    return answer;
}

static search_answer_t find_errors(order_run_t *run, encoding_t *e) {
    search_answer_t all = SEARCH_NO;
    for (size_t i = 0; i < run->result->properties->count && all != SEARCH_UNKNOWN; i++) {
        if (!(run->result->asked & property_bit(i)) ||
            run->result->answers[i].verdict == VERDICT_FALSE)
            continue;
        if (find_error(run, e, i) == SEARCH_UNKNOWN) all = SEARCH_UNKNOWN;
    }
    return all;
}

/* Is there more than was unwound? true: the result says all there is to say. */
static bool conclude(order_run_t *run, encoding_t *e) {
    search_t search = searching(run, e);
    const term_t *refused = bitblast_refused(e->blast);
    if (run->u->refused) {
        set_unsupported(run, run->u->refused, run->u->refusal);
        return true;
    }
    if (refused) {
        result_set_unknown(run->result, ENDED_UNDECIDED, "a term has no clauses");
        return true;
    }
    search_answer_t answer = search_target(&search, TARGET_UNSUPPORTED);
    if (answer == SEARCH_YES) {
        const order_target_t *target = reached_target(e, TARGET_UNSUPPORTED);
        set_unsupported(run, target ? target->edge : NULL, target ? target->text : NULL);
        return true;
    }
    if (answer == SEARCH_NO) answer = search_target(&search, TARGET_CUT);
    if (answer == SEARCH_UNKNOWN) set_limit(run);
    if (answer == SEARCH_NO) {
        proof_t proof;
        bool is_of_states = property_set_violated_by(
            run->result->properties, result_with(run->result, VERDICT_UNKNOWN), VIOLATION_STUCK);
        unwinding_proof(run->u, is_of_states, &proof);
        result_set_true(run->result, &proof);
    }
    return answer != SEARCH_YES;
}

static void unwind_all(order_run_t *run, uint32_t bound) {
    const engine_context_t *context = run->context;
    const result_t *result = run->result;
    unwind_options_t how = {.bound = bound,
                            .bounds_counted = run->bounds_counted,
                            .looks_for_stuck = property_set_violated_by(
                                result->properties, result->asked, VIOLATION_STUCK),
                            .max_threads = context->options->max_threads,
                            .effort = &run->effort};
    double start = stats_now();
    run->u = unwind(context->program, run->terms, &how);
    context->stats->time_unwinding += stats_now() - start;
}

static run_answer_t solve(order_run_t *run) {
    encoding_t *e = encode(run, false);
    run_answer_t answer = RUN_DONE;
    if (e->is_too_large) {
        answer = RUN_TOO_LARGE;
        run->u->limit = "too many pairs of accesses to shared memory";
    } else if (find_errors(run, e) == SEARCH_UNKNOWN) {
        set_limit(run);
    } else if (result_with(run->result, VERDICT_FALSE) != run->result->asked) {
        answer = conclude(run, e) ? RUN_DONE : RUN_DEEPER;
    }
    encoding_delete(e);
    return answer;
}

static run_answer_t run_bound(order_run_t *run, uint32_t bound) {
    run->terms = terms_new();
    unwind_all(run, bound);
    run_answer_t answer = run->u->is_too_large ? RUN_TOO_LARGE : RUN_DONE;
    if (!run->u->limit) answer = solve(run);
    if (run->u->limit) {
        ending_t ending = how_it_ended(run);
        if (ending != ENDED_UNDECIDED) answer = RUN_DONE;
        result_set_unknown(run->result, ending, "%s within loop bound %u", run->u->limit,
                           (unsigned)bound);
    }
    unwinding_delete(run->u);
    terms_delete(run->terms);
    return answer;
}

static uint32_t next_bound(uint32_t bound, uint32_t last) {
    if (bound > last / 2) return last;
    return bound ? 2 * bound : 1;
}

static void run_bounds(order_run_t *run) {
    const engine_context_t *context = run->context;
    uint32_t bound = context->options->loop_bound, last = context->options->max_loop_bound;
    for (;;) {
        context->stats->loop_bound = bound;
        run_answer_t answer = run_bound(run, bound);
        if (answer == RUN_DONE || (answer == RUN_TOO_LARGE && run->bounds_counted)) return;
        if (answer == RUN_DEEPER && bound == last) break;
        if (answer == RUN_DEEPER)
            bound = next_bound(bound, last);
        else
            run->bounds_counted = true;
    }
    result_set_unknown(run->result, ENDED_UNDECIDED, "no error within loop bound %u",
                       (unsigned)last);
}

static void run_order(const engine_context_t *context, const engine_budget_t *budget,
                      result_t *result) {
    order_run_t run = {.context = context, .result = result, .floats = float_library_new()};
    run.effort = (effort_t){context->limits, budget->work ? budget->work : UINT64_MAX, false};
    run.is_symmetric =
        context->options->symmetry == SYMMETRY_ON && symmetry_applies(context->program);
    run_bounds(&run);
    float_library_delete(run.floats);
}

const engine_class_t order_engine = {
    .name = "order",
    .help = "bounded model checking with partial orders: events, and a theory of their order",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK,
    .run = run_order,
    .configurations =
        (const engine_configuration_t[]){
            {"lazy", "--order lazy"},
            {"clocks", "--order clocks"},
            {"plain", "--order-conflicts off"},
            {"lazy-plain", "--order lazy --order-conflicts off"},
            {"z3", "--order-solver z3"},
            {0},
        },
};
