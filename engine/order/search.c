#include "engine/order/search.h"

static bool must_stop(void *context) {
    return effort_ends(context, EFFORT_OF_LOOK, NULL);
}

/* The theory as the solver calls it. */

static void assigned(void *context, const int *literals, size_t count) {
    theory_assign(context, literals, count);
}
static void new_level(void *context) {
    theory_new_level(context);
}
static void backtrack(void *context, size_t level) {
    theory_backtrack(context, level);
}
static int propagate(void *context) {
    return theory_propagate(context);
}
static const int *reason(void *context, int literal, size_t *count) {
    return theory_reason(context, literal, count);
}
static const int *conflict(void *context, size_t *count) {
    return theory_conflict(context, count);
}
static bool accepts(void *context) {
    size_t count;
    return !theory_conflict(context, &count);
}

static void connect(encoding_t *e) {
    if (e->is_connected) return;
    e->is_connected = true;
    e->callbacks = (cadical_theory_t){e->theory, assigned, new_level, backtrack, propagate,
                                      reason,    conflict, accepts,   NULL};
    theory_literals_t variables = {0};
    sat_connect(e->sat, &e->callbacks);
    theory_variables(e->theory, &variables);
    for (size_t i = 0; i < variables.len; i++) sat_observe(e->sat, variables.data[i]);
    VEC_FREE(variables);
}

/* Models without a theory; each that has a cycle yields a clause. */
static cadical_answer_t solve_lazily(search_t *s, int target) {
    encoding_t *e = s->e;
    theory_literals_t variables = {0}, literals = {0};
    cadical_answer_t answer;
    theory_variables(e->theory, &variables);
    for (;;) {
        size_t count;
        sat_assume(e->sat, target);
        answer = sat_solve(e->sat, must_stop, s->effort);
        if (answer != CADICAL_SAT) break;
        VEC_CLEAR(literals);
        for (size_t i = 0; i < variables.len; i++)
            if (sat_value(e->sat, variables.data[i]))
                VEC_PUSH(literals, variables.data[i]);
            else
                VEC_PUSH(literals, -variables.data[i]);
        theory_backtrack(e->theory, 0);
        theory_new_level(e->theory);
        if (theory_assign(e->theory, literals.data, literals.len)) break;
        const int *clause = theory_conflict(e->theory, &count);
        sat_add(e->sat, clause, count);
    }
    theory_backtrack(e->theory, 0);
    VEC_FREE(variables);
    VEC_FREE(literals);
    return answer;
}

static void count(search_t *s) {
    cadical_counts_t sat;
    const theory_counts_t *order = theory_counts(s->e->theory);
    sat_counts(s->e->sat, &sat);
    s->stats->sat_variables = sat.variables;
    s->stats->sat_clauses = sat.clauses;
    s->stats->sat_conflicts += sat.conflicts;
    s->stats->sat_decisions += sat.decisions;
    s->stats->sat_propagations += sat.propagations;
    s->stats->order_cycles += order->conflicts;
    s->stats->order_propagations += order->propagations;
    s->stats->order_inserted += order->orders;
}

search_answer_t search_target(search_t *s, uint32_t kind) {
    int target = s->e->targets[kind];
    if (!target) return SEARCH_NO;
    double start = stats_now();
    cadical_answer_t answer;
    if (s->way == ORDER_LAZY) {
        answer = solve_lazily(s, target);
    } else {
        if (s->way == ORDER_PROPAGATOR) connect(s->e);
        sat_assume(s->e->sat, target);
        answer = sat_solve(s->e->sat, must_stop, s->effort);
    }
    s->stats->time_sat += stats_now() - start;
    count(s);
    if (answer == CADICAL_UNKNOWN) return SEARCH_UNKNOWN;
    return answer == CADICAL_SAT ? SEARCH_YES : SEARCH_NO;
}
