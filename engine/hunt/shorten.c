#include "engine/hunt/shorten.h"

/* A thread goes so many steps. */
typedef struct segment {
    uint32_t thread;
    uint32_t count;
} segment_t;
typedef VEC(segment_t) schedule_t;

typedef struct thread_input {
    uint32_t thread;
    uint64_t value;
} thread_input_t;

typedef struct shorten {
    machine_t *machine;
    trace_t *best, trial;
    schedule_t of_best, schedule;
    VEC(thread_input_t) inputs; /* of the best */
    VEC(size_t) position;       /* by thread: of its next input among these */
    size_t steps_left;
    bool has_smaller_input; /* the schedule is run with */
} shorten_t;

/* Inputs belong to threads, in the order in which they read them: steps have other
 * numbers in another schedule. */
static void collect_inputs(shorten_t *s) {
    size_t next = 0;
    VEC_CLEAR(s->inputs);
    for (size_t i = 0; i < s->best->steps.len; i++) {
        const trace_step_t *step = &s->best->steps.data[i];
        if (step->edge->kind != EDGE_HAVOC) continue;
        while (next < s->best->inputs.len && s->best->inputs.data[next].step < i) next++;
        bool is_given = next < s->best->inputs.len && s->best->inputs.data[next].step == i;
        uint64_t value = is_given ? s->best->inputs.data[next].value : 0;
        VEC_PUSH(s->inputs, (thread_input_t){step->thread, value});
    }
}

static uint64_t next_input(shorten_t *s, uint32_t thread) {
    while (s->position.len <= thread) VEC_PUSH(s->position, 0);
    size_t *at = &s->position.data[thread];
    while (*at < s->inputs.len && s->inputs.data[*at].thread != thread) ++*at;
    return *at < s->inputs.len ? s->inputs.data[(*at)++].value : 0;
}

static void collect_schedule(const trace_t *trace, schedule_t *schedule) {
    VEC_CLEAR(*schedule);
    for (size_t i = 0; i < trace->steps.len; i++) {
        uint32_t thread = trace->steps.data[i].thread;
        if (!schedule->len || schedule->data[schedule->len - 1].thread != thread)
            VEC_PUSH(*schedule, (segment_t){thread, 0});
        schedule->data[schedule->len - 1].count++;
    }
}

static const edge_t *next_edge(const shorten_t *s, uint32_t thread) {
    uint32_t atomic = machine_atomic_thread(s->machine);
    if (atomic != UINT32_MAX && atomic != thread) return NULL;
    return machine_next(s->machine, thread);
}

static machine_answer_t take_step(shorten_t *s, uint32_t thread, const edge_t *edge) {
    uint64_t input = edge->kind == EDGE_HAVOC ? next_input(s, thread) : 0;
    uint32_t number = (uint32_t)s->trial.steps.len;
    if (input) VEC_PUSH(s->trial.inputs, (trace_input_t){number, 0, input});
    VEC_PUSH(s->trial.steps, (trace_step_t){thread, edge});
    s->steps_left -= s->steps_left > 0;
    return machine_step(s->machine, thread, edge, input);
}

/* Of the property that the trace violates, and not of another one on the way. */
static bool is_same_violation(const shorten_t *s, const edge_t *edge) {
    return edge->to->violates == VEC_TOP(s->best->steps).edge->to->violates;
}

/* Follows the schedule. A thread that cannot go on ends its segment; the last one goes
 * on beyond, for the way to the violation may have become longer for it. */
static bool run_schedule(shorten_t *s) {
    machine_answer_t answer = MACHINE_GOES_ON;
    VEC_CLEAR(s->trial.steps);
    VEC_CLEAR(s->trial.inputs);
    VEC_CLEAR(s->position);
    machine_reset(s->machine);
    for (size_t i = 0; i < s->schedule.len; i++) {
        segment_t segment = s->schedule.data[i];
        bool is_last = i + 1 == s->schedule.len;
        for (uint32_t k = 0; k < segment.count || is_last; k++) {
            /* Longer is no simpler. */
            if (s->trial.steps.len >= s->best->steps.len) return false;
            const edge_t *edge = next_edge(s, segment.thread);
            if (!edge) break;
            answer = take_step(s, segment.thread, edge);
            if (answer == MACHINE_ERROR) return is_same_violation(s, edge);
            if (answer != MACHINE_GOES_ON) return false;
        }
    }
    return false;
}

/* Runs the schedule; keeps it if it is a simpler way to the violation. */
static bool is_simpler(shorten_t *s) {
    if (!run_schedule(s)) return false;
    collect_schedule(&s->trial, &s->schedule);
    bool is_as_long = s->schedule.len == s->of_best.len && s->trial.steps.len == s->best->steps.len;
    if (s->schedule.len > s->of_best.len || (is_as_long && !s->has_smaller_input)) return false;
    trace_t trace = s->trial;
    s->trial = *s->best;
    *s->best = trace;
    collect_inputs(s);
    collect_schedule(s->best, &s->of_best);
    return true;
}

static void copy_schedule(shorten_t *s, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) VEC_PUSH(s->schedule, s->of_best.data[i]);
}

static bool without(shorten_t *s, size_t index) {
    VEC_CLEAR(s->schedule);
    copy_schedule(s, 0, index);
    copy_schedule(s, index + 1, s->of_best.len);
    return is_simpler(s);
}

/* With the segments from and to, of one thread, joined at one of their places. */
static bool with_joined(shorten_t *s, size_t from, size_t to, size_t place) {
    segment_t joined = s->of_best.data[from];
    joined.count += s->of_best.data[to].count;
    VEC_CLEAR(s->schedule);
    copy_schedule(s, 0, from);
    if (place == from) VEC_PUSH(s->schedule, joined);
    copy_schedule(s, from + 1, to);
    if (place == to) VEC_PUSH(s->schedule, joined);
    copy_schedule(s, to + 1, s->of_best.len);
    return is_simpler(s);
}

static bool with_half(shorten_t *s, size_t index) {
    if (s->of_best.data[index].count < 2) return false;
    VEC_CLEAR(s->schedule);
    copy_schedule(s, 0, s->of_best.len);
    s->schedule.data[index].count /= 2;
    return is_simpler(s);
}

static bool with_input(shorten_t *s, size_t index, uint64_t value) {
    if (index >= s->inputs.len || value >= s->inputs.data[index].value) return false;
    uint64_t before = s->inputs.data[index].value;
    s->inputs.data[index].value = value;
    VEC_CLEAR(s->schedule);
    copy_schedule(s, 0, s->of_best.len);
    s->has_smaller_input = true;
    bool changed = is_simpler(s);
    s->has_smaller_input = false;
    if (!changed) s->inputs.data[index].value = before;
    return changed;
}

static size_t next_of_thread(const schedule_t *schedule, size_t index) {
    size_t next = index + 1;
    while (next < schedule->len && schedule->data[next].thread != schedule->data[index].thread)
        next++;
    return next;
}

/* One change at or behind a segment. */
static bool simplify_at(shorten_t *s, size_t index) {
    size_t next = next_of_thread(&s->of_best, index);
    if (without(s, index)) return true;
    if (next < s->of_best.len &&
        (with_joined(s, index, next, index) || with_joined(s, index, next, next)))
        return true;
    return with_half(s, index);
}

void trace_shorten(machine_t *machine, trace_t *trace, size_t max_steps) {
    shorten_t s = {.machine = machine, .best = trace, .steps_left = max_steps};
    collect_inputs(&s);
    collect_schedule(trace, &s.of_best);
    for (bool changed = true; changed && s.steps_left;) {
        changed = false;
        for (size_t i = s.of_best.len; i-- > 0 && s.steps_left;)
            if (i < s.of_best.len) changed |= simplify_at(&s, i);
        for (size_t i = s.inputs.len; i-- > 0 && s.steps_left;)
            for (uint64_t value = 0; value < 4 && s.steps_left; value++)
                if (with_input(&s, i, value)) {
                    changed = true;
                    break;
                }
    }
    VEC_FREE(s.trial.steps);
    VEC_FREE(s.trial.inputs);
    VEC_FREE(s.of_best);
    VEC_FREE(s.schedule);
    VEC_FREE(s.inputs);
    VEC_FREE(s.position);
}
