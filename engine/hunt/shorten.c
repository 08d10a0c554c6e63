#include "engine/hunt/shorten.h"

/* A thread goes so many steps. */
typedef struct segment {
    uint32_t thread;
    uint32_t count;
} segment_t;
typedef VEC(segment_t) schedule_t;

/* Inputs belong to threads, in the order in which they read them: steps have other
 * numbers in another schedule. */
typedef struct thread_input {
    uint32_t thread;
    uint32_t number; /* how often this thread has read some before */
    uint64_t offset, value;
} thread_input_t;

typedef struct shorten {
    machine_t *machine;
    violation_t violation;
    trace_t *best, trial; /* the memory of the best is that of all */
    schedule_t of_best, schedule;
    VEC(thread_input_t) inputs; /* of the best; those of a thread in the order of their numbers */
    VEC(size_t) position;       /* by thread: of its next input among these */
    numbers_t reads;            /* by thread: how often it has read inputs */
    size_t steps_left;
    bool has_smaller_input; /* the schedule is run with */
} shorten_t;

static bool reads_input(const edge_t *edge) {
    return edge->kind == EDGE_HAVOC || edge->kind == EDGE_HAVOC_OBJECT;
}

static uint32_t next_read(shorten_t *s, uint32_t thread) {
    while (s->reads.len <= thread) VEC_PUSH(s->reads, 0);
    return s->reads.data[thread]++;
}

static void collect_inputs(shorten_t *s) {
    size_t next = 0;
    VEC_CLEAR(s->inputs);
    VEC_CLEAR(s->reads);
    for (size_t i = 0; i < s->best->steps.len; i++) {
        const trace_step_t *step = &s->best->steps.data[i];
        if (!reads_input(step->edge)) continue;
        uint32_t number = next_read(s, step->thread);
        while (next < s->best->inputs.len && s->best->inputs.data[next].step < i) next++;
        for (; next < s->best->inputs.len && s->best->inputs.data[next].step == i; next++) {
            const trace_input_t *input = &s->best->inputs.data[next];
            VEC_PUSH(s->inputs,
                     (thread_input_t){step->thread, number, input->offset, input->value});
        }
    }
}

/* The next one of those that belong to a read of a thread, NULL: there are no more. */
static const thread_input_t *next_input(shorten_t *s, uint32_t thread, uint32_t number) {
    while (s->position.len <= thread) VEC_PUSH(s->position, 0);
    size_t *at = &s->position.data[thread];
    while (*at < s->inputs.len &&
           (s->inputs.data[*at].thread != thread || s->inputs.data[*at].number < number))
        ++*at;
    if (*at == s->inputs.len || s->inputs.data[*at].number != number) return NULL;
    return &s->inputs.data[(*at)++];
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
    uint32_t step = (uint32_t)s->trial.steps.len;
    uint32_t number = reads_input(edge) ? next_read(s, thread) : 0;
    const thread_input_t *input = reads_input(edge) ? next_input(s, thread, number) : NULL;
    VEC_PUSH(s->trial.steps, (trace_step_t){thread, edge});
    s->steps_left -= s->steps_left > 0;
    machine_answer_t answer = machine_step(s->machine, thread, edge, input ? input->value : 0);
    for (; input; input = next_input(s, thread, number)) {
        if (input->value)
            VEC_PUSH(s->trial.inputs, (trace_input_t){step, input->offset, input->value});
        if (edge->kind == EDGE_HAVOC_OBJECT)
            machine_set_cell(s->machine, thread, edge->object, input->offset, input->value);
    }
    return answer;
}

/* Of the property that the trace violates, and not of another one on the way. */
static bool is_same_violation(const shorten_t *s, const edge_t *edge) {
    return s->violation == VIOLATION_STEP &&
           edge->to->violates == VEC_TOP(s->best->steps).edge->to->violates;
}

static bool is_stuck(const shorten_t *s) {
    for (uint32_t t = 0; t < machine_thread_count(s->machine); t++)
        if (next_edge(s, t)) return false;
    return machine_runs(s->machine);
}

static void begin_run(shorten_t *s) {
    VEC_CLEAR(s->trial.steps);
    VEC_CLEAR(s->trial.inputs);
    VEC_CLEAR(s->position);
    VEC_CLEAR(s->reads);
    machine_reset(s->machine);
    for (size_t i = 0; i < s->best->memory.len; i++) {
        const trace_memory_t *memory = &s->best->memory.data[i];
        machine_set_memory(s->machine, memory->address, memory->size, memory->value);
    }
}

/* Follows the schedule. A thread that cannot go on ends its segment; the last one goes
 * on beyond, for the way to the violation may have become longer for it. */
static bool run_schedule(shorten_t *s) {
    size_t limit = s->best->steps.len + s->best->steps.len / 2 + 16;
    machine_answer_t answer = MACHINE_GOES_ON;
    begin_run(s);
    for (size_t i = 0; i < s->schedule.len; i++) {
        segment_t segment = s->schedule.data[i];
        bool is_last = i + 1 == s->schedule.len;
        for (uint32_t k = 0; k < segment.count || is_last; k++) {
            if (s->trial.steps.len >= limit) return false;
            const edge_t *edge = next_edge(s, segment.thread);
            if (!edge) break;
            answer = take_step(s, segment.thread, edge);
            if (answer == MACHINE_ERROR) return is_same_violation(s, edge);
            if (answer != MACHINE_GOES_ON) return false;
            if (s->violation == VIOLATION_RACE && machine_races(s->machine, segment.thread, edge))
                return true;
        }
    }
    return s->violation == VIOLATION_STUCK && is_stuck(s);
}

/* Fewer switches win, then fewer steps, then smaller inputs. */
static bool is_better(const shorten_t *s) {
    if (s->schedule.len != s->of_best.len) return s->schedule.len < s->of_best.len;
    if (s->trial.steps.len != s->best->steps.len) return s->trial.steps.len < s->best->steps.len;
    return s->has_smaller_input;
}

/* Runs the schedule; keeps it if it is a simpler way to the violation. */
static bool is_simpler(shorten_t *s) {
    if (!run_schedule(s)) return false;
    collect_schedule(&s->trial, &s->schedule);
    if (!is_better(s)) return false;
    trace_t trace = s->trial;
    s->trial = *s->best;
    trace.memory = s->best->memory;
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

/* Does the machine follow the trace at all? */
static bool can_follow(shorten_t *s) {
    VEC_CLEAR(s->schedule);
    copy_schedule(s, 0, s->of_best.len);
    return run_schedule(s) && s->trial.steps.len == s->best->steps.len;
}

void trace_shorten(machine_t *machine, violation_t violation, trace_t *trace, size_t max_steps) {
    shorten_t s = {
        .machine = machine, .violation = violation, .best = trace, .steps_left = max_steps};
    collect_inputs(&s);
    collect_schedule(trace, &s.of_best);
    for (bool changed = can_follow(&s); changed && s.steps_left;) {
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
    VEC_FREE(s.reads);
}
