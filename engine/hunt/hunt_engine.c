#include "engine/hunt/hunt_engine.h"

#include "engine/hunt/machine.h"

#include <string.h>

/* Looking for errors by running the program: schedules and inputs are drawn at
 * random. Schedules are those of probabilistic concurrency testing (Burckhardt,
 * Kothari, Musuvathi, Nagarakatti 2010: random priorities that change at few
 * random points, so that errors of small depth are found with a probability that
 * does not shrink with the number of interleavings), mixed with plain random
 * walks. It never says "true"; what it finds is replayed like every
 * counterexample. The numbers are drawn from a fixed seed. */

typedef struct hunt {
    const engine_context_t *context;
    const hunt_observer_t *observer; /* NULL: nobody looks */
    property_mask_t asked;
    property_mask_t races; /* of those: violated by states in which two threads race */
    machine_t *machine;
    uint64_t random;
    VEC(uint64_t) constants; /* of the program: good inputs lie near them */
    VEC(uint64_t) inputs;    /* of the run being made */
    unsigned repeat_odds;    /* so many inputs of 8 are earlier ones again */
    trace_t trace;           /* of the run being made */
    /* The schedule. */
    VEC(int64_t) priorities; /* by thread; 0: not drawn yet */
    int64_t lowest;
    bool is_walk;
    bool by_routine;      /* threads of one routine have almost the same priority */
    bool delays_end;      /* the program ends when nobody else can move */
    uint64_t run_number;
    uint32_t switch_odds; /* walk: one in so many chances */
    size_t changes[4];
    size_t change_count;
    uint32_t current;
    unsigned rounds; /* loop heads that the current thread passed without a break */
    double usual_length;
    bool met_fault;
} hunt_t;

enum {
    SHORT_RUN = 2000,
    LONG_RUN = 200000,
    FIRST_STEPS = 50000, /* of a bounded hunt; then so many for each step of a run: */
    STEPS_PER_STEP = 10000,
    PATIENCE = 30, /* rounds in loops before somebody else has a turn */
};

static uint64_t draw(hunt_t *hunt) {
    uint64_t x = hunt->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t below(hunt_t *hunt, uint64_t bound) {
    return draw(hunt) % bound;
}

/* Constants that something is compared with count ten times. */
static void collect_constants(hunt_t *hunt, const expr_t *expr, bool is_compared) {
    if (!expr) return;
    for (unsigned i = 0; expr->kind == EXPR_CONST && i < (is_compared ? 10 : 1); i++)
        if (hunt->constants.len < 10000)
            VEC_PUSH(hunt->constants, (uint64_t)sign_extend(expr->value, expr->width));
    bool compares = expr->kind == EXPR_EQ || expr->kind == EXPR_ULT || expr->kind == EXPR_ULE ||
                    expr->kind == EXPR_SLT || expr->kind == EXPR_SLE;
    for (unsigned i = 0; i < expr->arity; i++) collect_constants(hunt, expr->a[i], compares);
}

static uint64_t draw_input(hunt_t *hunt, const type_t *type) {
    if (type->kind == TYPE_BOOL) return below(hunt, 2);
    uint64_t value;
    if (hunt->inputs.len && below(hunt, 8) < hunt->repeat_odds)
        return hunt->inputs.data[below(hunt, hunt->inputs.len)] & width_mask(type->bits);
    switch (below(hunt, 8)) {
    case 0:
    case 1: value = 0; break;
    case 2:
    case 3: value = 1; break;
    case 4: value = draw(hunt); break;
    case 5: value = below(hunt, 16); break;
    default:
        value = hunt->constants.len
                    ? hunt->constants.data[below(hunt, hunt->constants.len)] + below(hunt, 3) - 1
                    : 2;
    }
    VEC_PUSH(hunt->inputs, value);
    return value & width_mask(type->bits);
}

/* Schedules. */

static void draw_schedule(hunt_t *hunt) {
    VEC_CLEAR(hunt->priorities);
    hunt->lowest = 0;
    hunt->run_number = draw(hunt);
    hunt->is_walk = below(hunt, 3) == 0;
    hunt->by_routine = below(hunt, 2);
    hunt->delays_end = below(hunt, 4);
    hunt->switch_odds = 1u << below(hunt, 6);
    hunt->repeat_odds = below(hunt, 2) ? 0 : below(hunt, 2) ? 4 : 7;
    VEC_CLEAR(hunt->inputs);
    hunt->change_count = hunt->is_walk ? 0 : below(hunt, 5);
    for (size_t i = 0; i < hunt->change_count; i++)
        hunt->changes[i] = below(hunt, (uint64_t)hunt->usual_length + 2);
    hunt->current = 0;
    hunt->rounds = 0;
}

enum { PRIORITIES = 1000000, SPREAD = 1000 };

static int64_t draw_priority(hunt_t *hunt, uint32_t thread) {
    if (!hunt->by_routine) return (int64_t)(1 + below(hunt, PRIORITIES));
    uint64_t routine = hash_mix(hunt->run_number, machine_routine(hunt->machine, thread)->id);
    return (int64_t)(1 + routine % PRIORITIES * SPREAD + below(hunt, SPREAD));
}

static int64_t priority_of(hunt_t *hunt, uint32_t thread) {
    while (hunt->priorities.len <= thread) VEC_PUSH(hunt->priorities, 0);
    if (!hunt->priorities.data[thread]) hunt->priorities.data[thread] = draw_priority(hunt, thread);
    return hunt->priorities.data[thread];
}

bool hunt_is_visible(const edge_t *edge) {
    if (edge->access.shared) return true;
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_THREAD_CREATE:
    case EDGE_THREAD_JOIN:
    case EDGE_ATOMIC_BEGIN:
    case EDGE_RETURN:
    case EDGE_EXIT: return true;
    default: return false;
    }
}

/* Behind it there is nothing to be found. */
static bool ends_program(const hunt_t *hunt, const edge_t *edge) {
    return edge->kind == EDGE_EXIT ||
           (edge->kind == EDGE_RETURN && edge->from->function == hunt->context->program->main);
}

static uint32_t draw_thread(hunt_t *hunt) {
    uint32_t count = machine_thread_count(hunt->machine), found = UINT32_MAX, seen = 0;
    uint32_t last = UINT32_MAX; /* only if there is nobody else */
    for (uint32_t t = 0; t < count; t++) {
        const edge_t *next = machine_next(hunt->machine, t);
        if (!next) continue;
        if (hunt->delays_end && ends_program(hunt, next)) {
            last = t;
            continue;
        }
        bool better = found == UINT32_MAX ||
                      (hunt->is_walk ? below(hunt, seen + 1) == 0
                                     : priority_of(hunt, t) > priority_of(hunt, found));
        seen++;
        if (better) found = t;
    }
    return found == UINT32_MAX ? last : found;
}

static void demote(hunt_t *hunt, uint32_t thread) {
    priority_of(hunt, thread);
    hunt->priorities.data[thread] = --hunt->lowest;
}

/* An exploration lets everybody move before a step to a loop head, so those who look at runs
 * want to see that, too. */
static bool is_place_to_switch(const hunt_t *hunt, const edge_t *next) {
    return hunt_is_visible(next) || (hunt->observer && next->to && next->to->is_loop_head);
}

/* UINT32_MAX: nobody can move. */
static uint32_t choose_thread(hunt_t *hunt, size_t step) {
    uint32_t atomic = machine_atomic_thread(hunt->machine);
    if (atomic != UINT32_MAX) return machine_next(hunt->machine, atomic) ? atomic : UINT32_MAX;
    for (size_t i = 0; i < hunt->change_count; i++)
        if (hunt->changes[i] == step) demote(hunt, hunt->current);
    const edge_t *next = machine_next(hunt->machine, hunt->current);
    if (next && hunt->rounds > PATIENCE) {
        demote(hunt, hunt->current);
        hunt->rounds = 0;
        return draw_thread(hunt);
    }
    bool may_stay = next && !(hunt->delays_end && ends_program(hunt, next));
    if (may_stay && hunt->is_walk &&
        (!is_place_to_switch(hunt, next) || below(hunt, hunt->switch_odds)))
        return hunt->current;
    return draw_thread(hunt);
}

/* One run; true: it ends in a violation of what is asked for, of this property. */
static bool run(hunt_t *hunt, size_t limit, size_t *steps, size_t *violated) {
    VEC_CLEAR(hunt->trace.steps);
    VEC_CLEAR(hunt->trace.inputs);
    machine_reset(hunt->machine);
    draw_schedule(hunt);
    size_t step = 0;
    bool races = false;
    machine_answer_t answer = MACHINE_GOES_ON;
    for (; answer == MACHINE_GOES_ON && !races && step < limit; step++) {
        uint32_t thread = choose_thread(hunt, step);
        if (thread == UINT32_MAX) break;
        if (thread != hunt->current) hunt->rounds = 0;
        hunt->current = thread;
        const edge_t *edge = machine_next(hunt->machine, thread);
        if (edge->to && edge->to->is_loop_head) hunt->rounds++;
        uint64_t input = edge->kind == EDGE_HAVOC ? draw_input(hunt, edge->type) : 0;
        if (input) VEC_PUSH(hunt->trace.inputs, (trace_input_t){(uint32_t)step, 0, input});
        VEC_PUSH(hunt->trace.steps, (trace_step_t){thread, edge});
        answer = machine_step(hunt->machine, thread, edge, input);
        if (hunt->observer && answer == MACHINE_GOES_ON && edge->to && edge->to->is_loop_head &&
            machine_atomic_thread(hunt->machine) == UINT32_MAX)
            hunt->observer->see(hunt->observer->context, hunt->machine);
        races =
            hunt->races && answer == MACHINE_GOES_ON && machine_races(hunt->machine, thread, edge);
    }
    *steps += step + 1;
    hunt->met_fault |= answer == MACHINE_LOST && machine_is_fault(hunt->machine);
    /* Runs that end soon, at an assumption, say little about the others. */
    hunt->usual_length *= 0.999;
    if ((double)step > hunt->usual_length) hunt->usual_length = (double)step;
    *violated = races                     ? (size_t)__builtin_ctz(hunt->races)
                : answer == MACHINE_ERROR ? VEC_TOP(hunt->trace.steps).edge->to->violates
                                          : PROPERTY_MAX;
    return *violated < PROPERTY_MAX && hunt->asked & property_bit(*violated);
}

/* Programs with short runs are explored as fast as they are run. */
static bool has_steps_left(const hunt_t *hunt, size_t steps, uint64_t max_steps) {
    if (!max_steps) return true;
    return steps < max_steps && (double)steps < FIRST_STEPS + STEPS_PER_STEP * hunt->usual_length;
}

static bool go_hunting(hunt_t *hunt, uint64_t max_steps, size_t *violated) {
    size_t steps = 0, limit = SHORT_RUN;
    for (size_t number = 0; has_steps_left(hunt, steps, max_steps); number++) {
        if (limits_exceeded(hunt->context->limits, NULL)) return false;
        /* Long runs are rare at first: most errors lie near. */
        limit = number % 16 == 15 && !hunt->observer ? LONG_RUN : SHORT_RUN;
        hunt->context->stats->runs++;
        if (run(hunt, limit, &steps, violated)) return true;
    }
    return false;
}

/* false: the program is too large to run. */
static bool hunt_init(hunt_t *hunt, const engine_context_t *context) {
    const options_t *options = context->options;
    *hunt = (hunt_t){.context = context, .random = 1, .usual_length = 10};
    hunt->machine = machine_new(context->program, options->max_threads, options->max_depth);
    for (size_t i = 0; i < context->program->edges.len; i++)
        collect_constants(hunt, context->program->edges.data[i]->value, false);
    return hunt->machine;
}

static void hunt_free(hunt_t *hunt) {
    machine_delete(hunt->machine);
    VEC_FREE(hunt->constants);
    VEC_FREE(hunt->inputs);
    VEC_FREE(hunt->priorities);
}

void hunt_observe(const engine_context_t *context, uint64_t steps,
                  const hunt_observer_t *observer) {
    hunt_t hunt;
    size_t violated;
    if (hunt_init(&hunt, context)) {
        hunt.observer = observer;
        go_hunting(&hunt, steps, &violated); /* asked for nothing, so it finds nothing */
    }
    trace_free(&hunt.trace);
    hunt_free(&hunt);
}

static void run_hunt(const engine_context_t *context, const engine_budget_t *budget,
                     result_t *result) {
    hunt_t hunt;
    size_t violated;
    const char *why = "the program is too large to run";
    bool may_run = hunt_init(&hunt, context);
    hunt.asked = result->asked;
    hunt.races = property_set_violated_by(context->properties, result->asked, VIOLATION_RACE);
    bool found = may_run && go_hunting(&hunt, budget->work, &violated);
    if (found) {
        *result_set_false(result, violated) = hunt.trace;
        result_set_unknown(result, ENDED_DECIDED, "the search ended at another violation");
    } else {
        if (may_run) why = "no run was found that violates the property";
        bool is_limit = limits_exceeded(context->limits, &why);
        bool is_barred = hunt.met_fault && context->stops_at_fault;
        if (hunt.met_fault && context->met_fault) *context->met_fault = true;
        if (is_barred) why = "a run meets an invalid access or an invalid free";
        result_set_unknown(result,
                           is_limit    ? ENDED_LIMIT
                           : is_barred ? ENDED_BARRED
                                       : ENDED_USELESS,
                           "%s", why);
        trace_free(&hunt.trace);
    }
    hunt_free(&hunt);
}

const engine_class_t hunt_engine = {
    .name = "hunt",
    .help = "runs at random, which can only find violations",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .run = run_hunt,
    .configurations = (const engine_configuration_t[]){{0}},
};
