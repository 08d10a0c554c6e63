#include "witness/impact/mono_check.h"

#include "witness/check/cover.h"
#include "witness/check/independence.h"
#include "witness/impact/actions.h"

#include <string.h>

/* A state that no kept state covers yet. */
typedef struct {
    sem_state_t state;
    const term_t *feasible; /* the last condition that was found satisfiable */
    action_t action;        /* that led here, or that is being made */
    bool is_inside;         /* of the action: this thread goes on, and no other */
    uint32_t thread;
    const edge_t *edge;    /* the last step, for the action */
    uint32_t mover;        /* ... and whose it was */
    thread_set_t required; /* else: the threads to follow */
} place_state_t;

typedef VEC(place_state_t) place_states_t;

typedef struct {
    const program_t *program;
    terms_t *terms;
    const solver_class_t *class;
    solver_t *solver; /* NULL until it is needed */
    const states_proof_t *proof;
    semantics_t *semantics;
    cover_t *cover;
    independence_t *independence;
    actions_t *actions;
    check_limits_t limits;
    check_stats_t stats;
    place_states_t open; /* to be followed, the newest first */
    place_states_t made; /* by the thread that is followed now */
    const thread_set_t *demanded; /* of a kept state that is to cover */
    size_t number;                /* of the kept state from which we go */
    size_t states;                /* made from it */
    strbuf_t why;
} mono_t;

static bool fail(mono_t *m, const edge_t *edge, unsigned thread, const char *reason) {
    if (m->why.len) return false;
    if (edge && edge->source.file)
        strbuf_printf(&m->why, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&m->why, reason);
    if (edge) strbuf_printf(&m->why, " (thread %u)", thread);
    if (m->number != SIZE_MAX) strbuf_printf(&m->why, ", from kept state %zu", m->number);
    return false;
}

static solver_t *solver_of(mono_t *m) {
    const char *why = "no solver was given";
    if (!m->solver && m->class) m->solver = solver_new(m->class, m->terms, &why);
    if (!m->solver)
        fail(m, NULL, 0, why);
    else
        m->solver->milliseconds = m->limits.milliseconds;
    return m->solver;
}

static solver_answer_t ask(mono_t *m, const term_t *condition) {
    if (!condition || term_is_true(condition)) return SOLVER_SAT;
    if (term_is_false(condition)) return SOLVER_UNSAT;
    solver_t *solver = solver_of(m);
    return solver ? solver_satisfiable(solver, condition) : SOLVER_UNKNOWN;
}

static bool is_in_time(mono_t *m) {
    const char *reason = NULL;
    if (!m->limits.limits || !limits_exceeded(m->limits.limits, &reason)) return true;
    return fail(m, NULL, 0, reason ? reason : "a limit was exceeded");
}

static bool is_subset(const thread_set_t *a, const thread_set_t *b) {
    thread_set_t left = thread_set_minus(a, b);
    return thread_set_is_empty(&left);
}

/* Are all threads followed from the kept state that have to be? */
static bool accepts(void *context, size_t number) {
    mono_t *m = context;
    thread_set_t followed;
    m->proof->followed(m->proof->owner, number, &followed);
    return is_subset(m->demanded, &followed);
}

/* Is the state covered by kept states from which these threads are followed? What is left of it
 * otherwise stays. */
static bool is_covered(mono_t *m, place_state_t *at) {
    m->demanded = &at->required;
    if (!cover_has(m->cover, at->state.configuration)) return false;
    if (cover_quick(m->cover, &at->state)) {
        m->stats.covered_by_lookup++;
        return true;
    }
    solver_t *solver = solver_of(m);
    if (!solver) return false;
    solver_answer_t outside = cover_solve(m->cover, solver, &at->state);
    if (outside == SOLVER_SAT) at->feasible = at->state.condition;
    m->stats.covered_by_solver += outside == SOLVER_UNSAT;
    return outside == SOLVER_UNSAT;
}

static bool is_possible(mono_t *m, place_state_t *at) {
    if (at->state.condition == at->feasible) return true;
    if (ask(m, at->state.condition) == SOLVER_UNSAT) return false;
    at->feasible = at->state.condition;
    return true;
}

static thread_set_t running(const configuration_t *c) {
    thread_set_t set = {0};
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING) thread_set_add(&set, t);
    return set;
}

/* The thread that goes alone here because its next step touches nothing that others touch, and
 * the proof says that it does; UINT32_MAX: none. */
static uint32_t alone(mono_t *m, const sem_state_t *state) {
    const configuration_t *c = state->configuration;
    thread_set_t hint = {0}, chosen;
    if (!m->independence || c->thread_count < 2) return UINT32_MAX;
    m->proof->explored(m->proof->owner, c, &hint);
    thread_set_t runs = running(c);
    hint = thread_set_both(&hint, &runs);
    if (thread_set_count(&hint) != 1) return UINT32_MAX;
    uint32_t thread = 0;
    while (!thread_set_has(&hint, thread)) thread++;
    bool is_alone = actions_touch_nothing(m->actions, c, thread) &&
                    independence_choose(m->independence, m->semantics, state, &hint, &chosen) &&
                    thread_set_equal(&chosen, &hint);
    return is_alone ? thread : UINT32_MAX;
}

/* The threads that have to be followed after the action. */
static thread_set_t required(mono_t *m, place_state_t *at) {
    thread_set_t set = running(at->state.configuration);
    for (uint32_t t = 0; t < at->state.configuration->thread_count; t++) {
        if (!thread_set_has(&set, t)) continue;
        const term_t *when = actions_demand(m->actions, m->semantics, &at->action, &at->state, t);
        const term_t *condition = sem_state_condition(&at->state, m->terms);
        if (!term_is_true(when) && ask(m, term_and(m->terms, condition, when)) == SOLVER_UNSAT)
            thread_set_remove(&set, t);
    }
    return set;
}

/* A step that must not be possible: only UNSAT proves that it is not. */
static void exclude(mono_t *m, const sem_step_t *step, const char *what) {
    if (ask(m, step->state->condition) != SOLVER_UNSAT) fail(m, step->edge, step->thread, what);
}

typedef struct {
    mono_t *m;
    const place_state_t *from;
} sink_t;

static bool sink(void *context, const sem_step_t *step) {
    const sink_t *into = context;
    mono_t *m = into->m;
    m->stats.steps++;
    switch (step->kind) {
    case SEM_ERROR:
        if (check_claims(&m->limits, step->edge->to->violates))
            exclude(m, step, "the violation can be reached");
        break;
    case SEM_STOP: exclude(m, step, step->reason); break;
    case SEM_NEXT: {
        if (step->state->configuration->has_exited) break;
        place_state_t made = {.feasible = into->from->feasible};
        sem_state_copy(&made.state, step->state);
        made.edge = step->edge;
        made.mover = step->thread;
        VEC_PUSH(m->made, made);
        break;
    }
    }
    return !m->why.len;
}

/* What follows a step: the action goes on, or the state is covered, or it is to be followed. */
static void settle(mono_t *m, place_state_t *at) {
    const configuration_t *c = at->state.configuration;
    int atomic = semantics_atomic_thread(c);
    uint32_t goes_on = atomic >= 0 ? (uint32_t)atomic : alone(m, &at->state);
    at->is_inside = goes_on != UINT32_MAX;
    at->thread = goes_on;
    if (!at->is_inside) {
        at->required = required(m, at);
        thread_set_t runs = running(c);
        m->stats.reduced += !thread_set_equal(&at->required, &runs);
        if (is_covered(m, at)) return;
    }
    if (m->why.len || !is_possible(m, at)) return;
    m->stats.continued++;
    VEC_PUSH(m->open, *at);
    at->state = (sem_state_t){0};
}

static bool follow(mono_t *m, place_state_t *from, uint32_t thread) {
    sink_t into = {m, from};
    VEC_CLEAR(m->made);
    semantics_steps(m->semantics, &from->state, thread, sink, &into);
    m->states += m->made.len;
    for (size_t i = 0; i < m->made.len; i++) {
        place_state_t *at = &m->made.data[i];
        at->action = actions_extend(m->actions, m->semantics, &from->action, &from->state,
                                    at->mover, at->edge);
        if (!m->why.len) settle(m, at);
        sem_state_free(&at->state);
    }
    return !m->why.len;
}

static bool follow_all(mono_t *m, place_state_t *from) {
    if (from->is_inside) return follow(m, from, from->thread);
    for (uint32_t t = 0; t < from->state.configuration->thread_count; t++) {
        if (!thread_set_has(&from->required, t) ||
            !semantics_may_move(from->state.configuration, t))
            continue;
        from->action = actions_begin(m->actions, from->state.configuration, t);
        if (!follow(m, from, t)) return false;
    }
    return true;
}

/* Everything from the states in open on. */
static bool follow_open(mono_t *m) {
    while (m->open.len && !m->why.len) {
        place_state_t from = VEC_POP(m->open);
        if (m->states > m->limits.states)
            fail(m, NULL, 0, "no kept state covers what is reached after many steps");
        else if (is_in_time(m))
            follow_all(m, &from);
        sem_state_free(&from.state);
    }
    return !m->why.len;
}

static bool check_kept(mono_t *m, size_t number) {
    place_state_t first = {0};
    m->number = number;
    m->states = 0;
    semantics_restart_symbols(m->semantics);
    if (!cover_load(m->cover, number, &first.state)) {
        sem_state_free(&first.state);
        return fail(m, NULL, 0, "a formula with symbols that are no variables");
    }
    first.feasible = first.state.condition;
    m->proof->followed(m->proof->owner, number, &first.required);
    thread_set_t runs = running(first.state.configuration);
    first.required = thread_set_both(&first.required, &runs);
    if (semantics_atomic_thread(first.state.configuration) >= 0) {
        sem_state_free(&first.state);
        return fail(m, NULL, 0, "a state inside of an action is kept");
    }
    VEC_PUSH(m->open, first);
    actions_restart(m->actions);
    return follow_open(m);
}

static bool check_start(mono_t *m) {
    place_state_t start = {0};
    m->number = SIZE_MAX;
    semantics_initial(m->semantics, &start.state);
    start.required = running(start.state.configuration);
    bool covered = is_covered(m, &start);
    sem_state_free(&start.state);
    return covered || fail(m, NULL, 0, "no kept state covers the start of main");
}

static bool check_all(mono_t *m) {
    const char *why = NULL;
    for (size_t i = 0; i < m->proof->count; i++)
        if (!cover_enter(m->cover, i, &why)) return fail(m, NULL, 0, why);
    if (!check_start(m)) return false;
    for (size_t i = 0; i < m->proof->count; i++) {
        if (!check_kept(m, i)) return false;
        m->stats.kept++;
    }
    return true;
}

bool mono_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                const states_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                char **why) {
    mono_t m = {.program = program, .terms = terms, .class = class, .proof = proof};
    visible_steps_t visible = check_visible(limits);
    m.limits = *limits;
    m.number = SIZE_MAX;
    m.semantics = semantics_new(program, terms);
    m.cover = cover_new(m.semantics, proof);
    cover_demand(m.cover, accepts, &m);
    m.actions = actions_new(program, visible);
    if (proof->explored) m.independence = independence_new(program, NULL, visible);
    bool accepted = !proof->forgotten && !proof->renumber && proof->followed && check_all(&m);
    if (!accepted) fail(&m, NULL, 0, "a proof of another kind");
    /* Some states were not looked at. */
    m.stats.open_nodes = stats->open_nodes;
    if (m.stats.open_nodes) memset(m.stats.open_nodes, true, program->nodes.len * sizeof(bool));
    *stats = m.stats;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&m.why));
    for (size_t i = 0; i < m.open.len; i++) sem_state_free(&m.open.data[i].state);
    VEC_FREE(m.open);
    VEC_FREE(m.made);
    strbuf_free(&m.why);
    independence_delete(m.independence);
    actions_delete(m.actions);
    cover_delete(m.cover);
    semantics_delete(m.semantics);
    if (m.solver) solver_delete(m.solver);
    return accepted;
}
