#include "witness/semantics/replay.h"

#include "util/hash.h"
#include "witness/semantics/cells.h"
#include "witness/semantics/replay_fault.h"
#include "witness/semantics/sem_race.h"
#include "witness/semantics/semantics.h"

#include <stdio.h>

/* The run in progress. */
typedef struct replay_run {
    replay_t *out;
    const trace_t *trace;
    const property_set_t *properties;
    const property_t *property; /* that the trace is to violate */
    semantics_t *semantics;
    sem_state_t state, next;
    sem_accesses_t accesses;
    size_t step;
    size_t first_input; /* of this step */
    unsigned outcomes;  /* of this step so far */
    bool at_error;
    /* Numbers drawn from the library's generator: (seed, how many before) -> number. */
    map64_t draws;
    uint32_t seed, drawn;
    char reason[256];
} replay_run_t;

static uint64_t run_input(void *context, const edge_t *edge, uint64_t offset) {
    (void)edge;
    const replay_run_t *run = context;
    for (size_t i = run->first_input; i < run->trace->inputs.len; i++) {
        const trace_input_t *input = &run->trace->inputs.data[i];
        if (input->step != run->step) break;
        if (input->offset == offset) return input->value;
    }
    return 0;
}

/* The trace fixes the edge and the inputs, so there is one outcome at most. */
static bool run_sink(void *context, const sem_step_t *step) {
    replay_run_t *run = context;
    run->outcomes++;
    run->at_error = step->kind == SEM_ERROR;
    if (step->kind == SEM_STOP) {
        snprintf(run->reason, sizeof run->reason, "%s", step->reason);
        return false;
    }
    sem_state_t old = run->next;
    run->next = *step->state;
    *step->state = old;
    return true;
}

static void run_fail(replay_run_t *run, const char *reason) {
    strbuf_t text = {0};
    if (run->step < run->trace->steps.len) {
        const trace_step_t *step = &run->trace->steps.data[run->step];
        const source_t *source = &step->edge->source;
        if (source->file) strbuf_printf(&text, "%s:%u: ", source->file, source->line);
        strbuf_printf(&text, "step %zu (thread %u, ", run->step + 1, step->thread);
        edge_print(&text, step->edge);
        strbuf_add(&text, "): ");
    }
    strbuf_add(&text, reason);
    run->out->failed_step = run->step;
    run->out->why = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
}

static const char *run_why_blocked(const replay_run_t *run, const trace_step_t *step) {
    const configuration_t *c = run->state.configuration;
    if (c->has_exited) return "the program has ended before";
    if (step->thread >= c->thread_count || c->threads[step->thread].status != THREAD_RUNNING)
        return "the thread does not run";
    if (!semantics_may_move(c, step->thread)) return "another thread is in an atomic section";
    if (semantics_node(c, step->thread) != step->edge->from)
        return "the thread stands somewhere else";
    switch (step->edge->kind) {
    case EDGE_ATOMIC_BEGIN:
    case EDGE_ASSUME: return "the condition does not hold";
    case EDGE_LOCK: return "the mutex is held";
    case EDGE_THREAD_JOIN: return "the thread to join still runs";
    default: return "the step cannot be made";
    }
}

static const edge_t *top_call(const configuration_t *c, unsigned thread) {
    return thread_top(&c->threads[thread])->call;
}

/* The register that the step set, in whichever frame it is. */
static bool run_target(const replay_run_t *run, const trace_step_t *step, unsigned depth,
                       variable_t *variable) {
    const edge_t *edge = step->edge;
    if (edge->kind == EDGE_RETURN) {
        const edge_t *call = top_call(run->state.configuration, step->thread);
        if (!depth || call->target == NO_REG || !edge->value) return false;
        *variable = variable_reg(step->thread, depth - 1, call->from->function, call->target);
        return true;
    }
    if (edge->kind == EDGE_CALL || edge->target == NO_REG) return false;
    *variable = variable_reg(step->thread, depth, edge->from->function, edge->target);
    return true;
}

static uint32_t created_thread(const configuration_t *before, const configuration_t *after) {
    for (uint32_t t = 0; t < after->thread_count; t++)
        if (t >= before->thread_count || before->threads[t].status == THREAD_FREE)
            if (after->threads[t].status == THREAD_RUNNING) return t;
    return 0;
}

static const expr_t *address_of(const expr_t *expr) {
    if (!expr || !expr->loads) return NULL;
    if (expr->kind == EXPR_LOAD) return expr->a[0];
    for (unsigned i = 0; i < expr->arity; i++) {
        const expr_t *address = address_of(expr->a[i]);
        if (address) return address;
    }
    return NULL;
}

/* The register at the left end of sums. */
static const expr_t *pointer_in(const expr_t *address) {
    while (address && address->kind == EXPR_ADD) address = address->a[0];
    return address && address->kind == EXPR_REG ? address : NULL;
}

/* Numbers of the step that people want named. */
static void run_operands(const replay_run_t *run, const trace_step_t *step, replay_step_t *note) {
    const edge_t *edge = step->edge;
    bool is_lock =
        edge->kind == EDGE_LOCK || edge->kind == EDGE_TRYLOCK || edge->kind == EDGE_UNLOCK;
    const expr_t *operand = is_lock || edge->kind == EDGE_FREE ? edge->address
                            : edge->kind == EDGE_THREAD_CREATE ? edge->value
                                                               : NULL;
    if (operand)
        note->has_operand =
            semantics_constant(run->semantics, &run->state, step->thread, operand, &note->operand);
    const expr_t *address = address_of(edge->value);
    const expr_t *pointer = pointer_in(address ? address : edge->address);
    uint32_t loads =
        (edge->value ? edge->value->loads : 0) + (edge->address ? edge->address->loads : 0);
    note->pointer = NO_REG;
    /* Of several loads it is not known whose access is whose. */
    if (pointer && loads + (edge->kind == EDGE_STORE) <= 1 &&
        semantics_constant(run->semantics, &run->state, step->thread, pointer,
                           &note->pointer_value))
        note->pointer = pointer->reg;
}

static void run_note(replay_run_t *run, const trace_step_t *step) {
    replay_t *out = run->out;
    const configuration_t *c = run->state.configuration;
    replay_step_t note = {
        .thread = step->thread,
        .edge = step->edge,
        .depth = c->threads[step->thread].frame_count - 1,
        .first_access = (uint32_t)out->accesses.len,
        .access_count = (uint32_t)run->accesses.len,
    };
    for (size_t i = 0; i < run->accesses.len; i++) {
        const sem_access_t *access = &run->accesses.data[i];
        VEC_PUSH(out->accesses, (replay_access_t){access->variable, access->is_write,
                                                  access->before.bits, access->after.bits});
    }
    variable_t target;
    if (run_target(run, step, note.depth, &target)) {
        sem_value_t *value = sem_state_find(&run->next, target);
        note.has_value = value != NULL;
        if (value) note.value = value->bits;
    }
    if (step->edge->kind == EDGE_THREAD_CREATE && !run->at_error)
        note.created = created_thread(c, run->next.configuration);
    run_operands(run, step, &note);
    VEC_PUSH(out->steps, note);
}

/* After the same seed the generator gives the same numbers. */
static bool run_draw(replay_run_t *run, const edge_t *edge) {
    const replay_step_t *note = &VEC_TOP(run->out->steps);
    if (edge->is_seed) {
        run->seed = (uint32_t)note->value;
        run->drawn = 0;
    }
    if (!edge->is_draw) return true;
    uint64_t key = (uint64_t)run->seed << 32 | run->drawn++, known;
    if (map64_get(&run->draws, key, &known) && known != note->value) {
        run_fail(run, "another number was drawn after the same seed");
        return false;
    }
    map64_put(&run->draws, key, note->value);
    return true;
}

static bool run_step(replay_run_t *run) {
    const trace_step_t *step = &run->trace->steps.data[run->step];
    while (run->first_input < run->trace->inputs.len &&
           run->trace->inputs.data[run->first_input].step < run->step)
        run->first_input++;
    run->outcomes = 0;
    run->reason[0] = 0;
    VEC_CLEAR(run->accesses);
    semantics_steps_along(run->semantics, &run->state, step->thread, step->edge, run_sink, run);
    if (run->reason[0]) {
        run_fail(run, run->reason);
        return false;
    }
    if (run->outcomes != 1) {
        run_fail(run, run_why_blocked(run, step));
        return false;
    }
    run_note(run, step);
    return run_draw(run, step->edge);
}

static void push_stack(replay_run_t *run, uint32_t number, source_t at, bool is_other) {
    const thread_t *thread = &run->state.configuration->threads[number];
    for (uint32_t d = thread->frame_count; d-- > 0;) {
        const frame_t *frame = &thread->frames[d];
        replay_frame_t note = {frame->node->function, at, number};
        if (is_other)
            VEC_PUSH(run->out->other_stacks, note);
        else
            VEC_PUSH(run->out->stack, note);
        if (frame->call) at = frame->call->source;
    }
}

/* mover: who is at the violation; none: UINT32_MAX. */
static void run_other_stacks(replay_run_t *run, uint32_t mover) {
    const configuration_t *c = run->state.configuration;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (t == mover || c->threads[t].status != THREAD_RUNNING) continue;
        const node_t *node = semantics_node(c, t);
        push_stack(run, t, node->out.len ? node->out.data[0]->source : node->source, true);
    }
}

static void run_stack(replay_run_t *run, const trace_step_t *step) {
    push_stack(run, step->thread, step->edge->source, false);
    run_other_stacks(run, step->thread);
}

/* At the end of the trace: no thread can move, and not all have ended. */
static void run_stuck(replay_run_t *run) {
    const configuration_t *c = run->state.configuration;
    if (semantics_stuck(run->semantics, &run->state) != SEM_WAITS) {
        run_fail(run, "some thread can move at the end");
        return;
    }
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING)
            VEC_PUSH(run->out->waiting, (replay_waiting_t){t, semantics_node(c, t)->out.data[0]});
    run_other_stacks(run, UINT32_MAX);
    run->out->reaches_error = true;
}

static void run_fault(replay_run_t *run, const trace_step_t *step) {
    uint64_t address = 0;
    strbuf_t text = {0};
    if (!step->edge->fault) return;
    bool has_address =
        step->edge->address && semantics_constant(run->semantics, &run->state, step->thread,
                                                  step->edge->address, &address);
    if (!has_address && step->edge->fault != FAULT_LEAK) return;
    replay_fault_print(&text, run->out, run->state.configuration, step->edge, address);
    run->out->fault = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
}

static bool run_race_sink(void *context, const sem_race_t *race) {
    replay_run_t *run = context;
    for (unsigned i = 0; i < 2; i++)
        VEC_PUSH(run->out->racing, (replay_waiting_t){race->threads[i], race->edges[i]});
    return false;
}

/* At the end of the trace: two threads are about to access the same memory. */
static void run_race(replay_run_t *run) {
    if (semantics_races(run->semantics, &run->state, run_race_sink, run)) {
        run_fail(run, "no two threads race at the end");
        return;
    }
    uint32_t first = run->out->racing.data[0].thread;
    push_stack(run, first, run->out->racing.data[0].edge->source, false);
    run_other_stacks(run, first);
    run->out->reaches_error = true;
}

static void run_trace(replay_run_t *run) {
    const trace_t *trace = run->trace;
    semantics_initial(run->semantics, &run->state);
    for (size_t i = 0; i < trace->memory.len; i++) {
        const trace_memory_t *m = &trace->memory.data[i];
        sem_state_set(&run->state, variable_cell(m->address, (unsigned)m->size),
                      sem_value_const(m->value & width_mask(8 * (unsigned)m->size)));
    }
    for (run->step = 0; run->step < trace->steps.len; run->step++) {
        if (!run_step(run)) return;
        if (run->at_error) {
            run_stack(run, &trace->steps.data[run->step]);
            run->out->reaches_error =
                &run->properties->at[trace->steps.data[run->step].edge->to->violates] ==
                run->property;
            run_fault(run, &trace->steps.data[run->step]);
            if (!run->out->reaches_error) run_fail(run, "it violates another property");
            return;
        }
        sem_state_t old = run->state;
        run->state = run->next;
        run->next = old;
    }
    if (run->property->class->violation == VIOLATION_STUCK)
        run_stuck(run);
    else if (run->property->class->violation == VIOLATION_RACE)
        run_race(run);
    else
        run_fail(run, "the trace ends without a violation");
}

/* Only what the program leaves open may be chosen by the trace. */
static bool memory_is_open(const replay_run_t *run) {
    for (size_t i = 0; i < run->trace->memory.len; i++) {
        const trace_memory_t *m = &run->trace->memory.data[i];
        bool fits = m->size && m->size <= 8 && !(m->size & (m->size - 1));
        const object_t *object =
            fits ? cells_open_static(run->out->program, m->address, m->size) : NULL;
        if (!object) return false;
    }
    return true;
}

bool replay_run(replay_t *replay, const program_t *program, const property_set_t *properties,
                size_t property, const trace_t *trace) {
    *replay = (replay_t){.program = program};
    replay_run_t run = {.out = replay,
                        .trace = trace,
                        .properties = properties,
                        .property = &properties->at[property],
                        .seed = 1}; /* what C says of the first seed */
    run.semantics = semantics_new_concrete(program, run_input, &run);
    semantics_record(run.semantics, &run.accesses);
    if (memory_is_open(&run))
        run_trace(&run);
    else
        run_fail(&run, "the trace sets memory that the program initialises");
    sem_state_free(&run.state);
    sem_state_free(&run.next);
    VEC_FREE(run.accesses);
    map64_free(&run.draws);
    semantics_delete(run.semantics);
    return replay->reaches_error;
}

void replay_free(replay_t *replay) {
    VEC_FREE(replay->steps);
    VEC_FREE(replay->accesses);
    VEC_FREE(replay->stack);
    VEC_FREE(replay->other_stacks);
    VEC_FREE(replay->waiting);
    mem_free(replay->fault);
    replay->fault = NULL;
    VEC_FREE(replay->racing);
    mem_free(replay->why);
    replay->why = NULL;
}
