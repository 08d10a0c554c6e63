#include "engine/boolean/trace.h"

/* A thread on the way; those that have ended are gone, as in symbolic states. */
typedef struct walker {
    uint32_t number; /* in the trace: in the order in which they were started */
    const broutine_t *routine;
    aig_lit_t first_choice; /* of the variables that begin with any value */
    bool has_begun;
} walker_t;

typedef struct tracing {
    search_t *search;
    const program_t *program;
    trace_t *trace;
    VEC(walker_t) threads;
    uint32_t started;
} tracing_t;

static uint64_t choice(const tracing_t *t, aig_lit_t first, size_t number) {
    return aig_sat_value(t->search->guards, first + 2 * (aig_lit_t)number);
}

/* Passes drop edges that do nothing. */
static bool is_kept(const tracing_t *t, const edge_t *edge) {
    return edge->id < t->program->edges.len && t->program->edges.data[edge->id] == edge;
}

/* Inputs on the way are choices, one after the other. */
static void add_edges(tracing_t *t, uint32_t thread, const bedges_t *edges, aig_lit_t first) {
    size_t inputs = 0;
    for (size_t i = 0; i < edges->count; i++) {
        const edge_t *edge = edges->at[i];
        uint64_t value = edge->kind == EDGE_HAVOC ? choice(t, first, inputs++) : 0;
        if (!is_kept(t, edge)) continue;
        if (edge->kind == EDGE_HAVOC)
            VEC_PUSH(t->trace->inputs,
                     (trace_input_t){.step = (uint32_t)t->trace->steps.len, .value = value});
        VEC_PUSH(t->trace->steps, (trace_step_t){thread, edge});
    }
}

static void begin_thread(tracing_t *t, walker_t *walker) {
    if (walker->has_begun) return;
    walker->has_begun = true;
    add_edges(t, walker->number, &walker->routine->prologue, walker->first_choice);
}

/* One thread lets all go that wait for the event, and each of them goes on. */
static void add_sync(tracing_t *t, const bstate_t *state) {
    const bmove_t *move = &state->move;
    for (size_t i = 0; i < t->threads.len; i++) begin_thread(t, &t->threads.data[i]);
    add_edges(t, t->threads.data[move->thread].number, &move->step->release, 0);
    for (uint32_t i = 0; i < state->from->thread_count; i++) {
        const bnode_t *node = state->from->nodes[i];
        for (size_t j = 0; j < node->out.len; j++)
            if (node->out.data[j]->kind == BSTEP_SYNC &&
                node->out.data[j]->event == move->step->event)
                add_edges(t, t->threads.data[i].number, &node->out.data[j]->edges, 0);
    }
}

static void add_thread(tracing_t *t, const broutine_t *routine, aig_lit_t first) {
    VEC_PUSH(t->threads,
             (walker_t){.number = t->started++, .routine = routine, .first_choice = first});
}

static void remove_thread(tracing_t *t, uint32_t thread) {
    for (size_t i = thread; i + 1 < t->threads.len; i++)
        t->threads.data[i] = t->threads.data[i + 1];
    t->threads.len--;
}

static void add_move(tracing_t *t, const bstate_t *state) {
    const bmove_t *move = &state->move;
    const bstep_t *step = move->step;
    if (!step) {
        add_thread(t, t->search->sim.boolean->routines.data[0], move->first_choice);
    } else if (step->kind == BSTEP_SYNC) {
        add_sync(t, state);
    } else {
        begin_thread(t, &t->threads.data[move->thread]);
        add_edges(t, t->threads.data[move->thread].number, &step->edges, move->first_choice);
    }
    if (step && step->kind == BSTEP_END) remove_thread(t, move->thread);
    /* Parameters of the new thread take numbers of choices, too, but are none. */
    if (step && step->kind == BSTEP_START)
        add_thread(t, step->routine,
                   move->first_choice + 2 * (step->choice_count + step->routine->param_count));
}

bool boolean_trace(search_t *search, const program_t *program, trace_t *trace) {
    tracing_t t = {.search = search, .program = program, .trace = trace};
    VEC(const bstate_t *) way = {0};
    aig_sat_assume(search->guards, search->bad->guard);
    bool is_found = aig_sat_solve(search->guards) == CADICAL_SAT;
    for (const bstate_t *s = search->bad; is_found && s;) {
        bool is_from = !s->other || aig_sat_value(search->guards, s->is_from);
        if (!s->other) VEC_PUSH(way, s);
        s = is_from ? s->from : s->other;
    }
    while (way.len) add_move(&t, VEC_POP(way));
    VEC_FREE(way);
    VEC_FREE(t.threads);
    return is_found;
}
