#include "engine/boolean/reduce.h"

#include "solver/aig_sat.h"

void picks_free(picks_t *picks) {
    VEC_FREE(picks->alone);
}

uint32_t reduce_atomic(const bstate_t *state) {
    uint32_t t = 0;
    while (t < state->thread_count && !state->nodes[t]->is_atomic) t++;
    return t;
}

bool reduce_is_invisible(const simulator_t *sim, const bstate_t *state, uint32_t thread) {
    const bnode_t *node = state->nodes[thread];
    if (!node->out.len || !simulate_is_plain(node)) return false;
    for (uint32_t t = 0; t < state->thread_count; t++)
        if (t != thread && !future_is_independent(sim->future, node, state->nodes[t])) return false;
    return true;
}

/* --- decisions --- */

/* Literals "this thread moves", those of invisible moves first. */
typedef struct leader {
    VEC(int) literals;
    VEC(int8_t) values; /* per literal: 1, -1, or 0: open */
    VEC(uint32_t) trail;
    VEC(size_t) levels;
} leader_t;

static void note_assigned(void *context, const int *literals, size_t count) {
    leader_t *l = context;
    for (size_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < l->literals.len; j++)
            if (literals[i] == l->literals.data[j] || literals[i] == -l->literals.data[j]) {
                l->values.data[j] = literals[i] == l->literals.data[j] ? 1 : -1;
                VEC_PUSH(l->trail, j);
            }
}

static void note_level(void *context) {
    leader_t *l = context;
    VEC_PUSH(l->levels, l->trail.len);
}

static void note_backtrack(void *context, size_t level) {
    leader_t *l = context;
    if (level >= l->levels.len) return;
    size_t keep = l->levels.data[level];
    while (l->trail.len > keep) l->values.data[VEC_POP(l->trail)] = 0;
    l->levels.len = level;
}

static const int *no_conflict(void *context, size_t *count) {
    (void)context, (void)count;
    return NULL;
}

static bool accept_all(void *context) {
    (void)context;
    return true;
}

/* Once somebody moves, the rest is the solver's business. */
static int decide(void *context) {
    const leader_t *l = context;
    int open = 0;
    for (size_t i = 0; i < l->literals.len; i++) {
        if (l->values.data[i] > 0) return 0;
        if (!open && !l->values.data[i]) open = l->literals.data[i];
    }
    return open;
}

static cadical_theory_t leading(leader_t *leader) {
    return (cadical_theory_t){.context = leader,
                              .assigned = note_assigned,
                              .new_level = note_level,
                              .backtrack = note_backtrack,
                              .conflict = no_conflict,
                              .accepts = accept_all,
                              .decide = decide};
}

/* --- one instance per expansion --- */

typedef struct instance {
    simulator_t *sim;
    bstate_t *state;
    aig_sat_t *sat;
    leader_t leader;
    cadical_theory_t theory;
    VEC(uint32_t) threads; /* of the leader's literals: the invisible ones first */
    size_t invisible;
} instance_t;

static bool should_stop(void *context) {
    return limits_exceeded(context, NULL);
}

static aig_lit_t can_move(instance_t *in, uint32_t thread) {
    /* What a constraint or a choice may forbid counts as possible. */
    if (!simulate_is_plain(in->state->nodes[thread])) return AIG_TRUE;
    return simulate_enabled(in->sim, in->state, thread);
}

static void add_thread(instance_t *in, uint32_t thread) {
    cadical_t *solver = aig_sat_solver(in->sat);
    int moves = cadical_variable(solver);
    int clause[] = {-moves, aig_sat_literal(in->sat, can_move(in, thread))};
    cadical_observe(solver, moves);
    cadical_add(solver, clause, 2);
    VEC_PUSH(in->leader.literals, moves);
    VEC_PUSH(in->leader.values, 0);
    VEC_PUSH(in->threads, thread);
}

static void begin(instance_t *in, simulator_t *sim, bstate_t *state, limits_t *limits) {
    *in = (instance_t){.sim = sim, .state = state};
    in->sat = aig_sat_new(sim->aig, should_stop, limits);
    in->theory = leading(&in->leader);
    cadical_connect(aig_sat_solver(in->sat), &in->theory);
    aig_sat_add(in->sat, state->guard);
    for (uint32_t t = 0; t < state->thread_count; t++)
        if (reduce_is_invisible(sim, state, t)) add_thread(in, t);
    in->invisible = in->threads.len;
    for (uint32_t t = 0; t < state->thread_count; t++)
        if (state->nodes[t]->out.len && !reduce_is_invisible(sim, state, t)) add_thread(in, t);
    cadical_add(aig_sat_solver(in->sat), in->leader.literals.data, in->leader.literals.len);
}

static void end(instance_t *in) {
    aig_sat_delete(in->sat);
    VEC_FREE(in->leader.literals);
    VEC_FREE(in->leader.values);
    VEC_FREE(in->leader.trail);
    VEC_FREE(in->leader.levels);
    VEC_FREE(in->threads);
}

/* The first of those that move in the model. */
static size_t moving(instance_t *in) {
    size_t i = 0;
    while (i < in->threads.len &&
           !cadical_value(aig_sat_solver(in->sat), in->leader.literals.data[i]))
        i++;
    return i;
}

static void follow_alone(instance_t *in, uint32_t thread, picks_t *picks) {
    aig_t *aig = in->sim->aig;
    aig_lit_t enabled = simulate_enabled(in->sim, in->state, thread);
    VEC_PUSH(picks->alone, (bpick_t){thread, picks->rest});
    picks->rest = aig_and(aig, picks->rest, aig_not(enabled));
}

static void pick_by_solver(simulator_t *sim, bstate_t *state, limits_t *limits, picks_t *picks) {
    instance_t in;
    begin(&in, sim, state, limits);
    while (picks->rest != AIG_FALSE) {
        cadical_answer_t answer = aig_sat_solve(in.sat);
        if (answer == CADICAL_UNSAT) picks->rest = AIG_FALSE; /* nobody can move there */
        if (answer != CADICAL_SAT) break;
        size_t found = moving(&in);
        if (found >= in.invisible) break;
        follow_alone(&in, in.threads.data[found], picks);
        aig_sat_add(in.sat, picks->rest); /* what was explored is blocked */
    }
    end(&in);
}

/* Without a solver: a thread that can move whatever the values are. */
static void pick_by_program(simulator_t *sim, bstate_t *state, picks_t *picks) {
    instance_t in = {.sim = sim, .state = state};
    for (uint32_t t = 0; t < state->thread_count; t++) {
        if (!reduce_is_invisible(sim, state, t)) continue;
        if (simulate_enabled(sim, state, t) != AIG_TRUE) continue;
        follow_alone(&in, t, picks);
        return;
    }
}

void reduce_pick(simulator_t *sim, bstate_t *state, reduction_choice_t way, limits_t *limits,
                 picks_t *picks) {
    VEC_CLEAR(picks->alone);
    picks->rest = state->guard;
    if (state->thread_count < 2 || reduce_atomic(state) < state->thread_count) return;
    if (way == REDUCTION_SAT || way == REDUCTION_SPOR) pick_by_solver(sim, state, limits, picks);
    if (way == REDUCTION_STATIC) pick_by_program(sim, state, picks);
}
