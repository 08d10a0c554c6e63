#include "engine/order/unwind_internal.h"

/* Deadlocks: every thread that has not ended stands where it waits, and what it waits for
 * is not there in the end. The end is a node behind all others: who waits looks there
 * again, with reads like any others. Inside of an atomic section nobody is said to wait:
 * he has not entered it. */

/* A new wait of a thread that has come there. */
static const term_t *stand(walker_t *w, uint32_t thread, const term_t *before, uint32_t section) {
    const term_t *here = walker_may_wait(w, before);
    VEC_PUSH(w->u->waits, (order_wait_t){thread, section, here});
    return here;
}

static void demand(walker_t *w, const term_t *if_this, const term_t *then_this) {
    VEC_PUSH(w->u->facts, term_implies(w->terms, if_this, then_this));
}

static void refuse_choices(walker_t *w) {
    if (node_ways(w->edge->from) > 1) walker_refuse(w, "a choice between steps that wait");
}

void walker_wait_for_mutex(walker_t *w, const state_t *state, const term_t *before,
                           const term_t *after, const address_cases_t *mutexes) {
    if (!w->options->looks_for_stuck || state->section != ORDER_NONE) return;
    refuse_choices(w);
    const term_t *here = stand(w, w->thread, before, ORDER_NONE);
    demand(w, here, term_not(w->terms, after));
    for (size_t i = 0; i < mutexes->len; i++) {
        const address_case_t *at = &mutexes->data[i];
        uint32_t location = walker_location(w, LOCATION_MUTEX, at->address, MUTEX_BITS, NULL);
        const term_t *found = walker_symbol(w, MUTEX_BITS);
        const term_t *looks = term_and(w->terms, here, at->condition);
        const term_t *is_free = term_equal(w->terms, found, term_const(w->terms, MUTEX_BITS, 0));
        walker_event(w, false, ORDER_LAST, location, looks, found);
        demand(w, looks, term_not(w->terms, is_free));
    }
}

/* The condition of the section that the state has just opened, once more in the end. */
void walker_wait_for_section(walker_t *w, const state_t *state) {
    if (!w->options->looks_for_stuck) return;
    refuse_choices(w);
    state_t *end = state_clone(state);
    end->guard = stand(w, w->thread, state->guard, state->section);
    end->section = ORDER_LAST;
    size_t targets = w->u->targets.len;
    bool shares_loads = w->shares_loads;
    const term_t *here = end->guard;
    w->shares_loads = false;
    const term_t *holds = walker_evaluate(w, end, w->edge->value);
    w->shares_loads = shares_loads;
    /* What is not supported there is not where the section begins, either. */
    w->u->targets.len = targets;
    demand(w, here, term_and(w->terms, end->guard, term_not(w->terms, holds)));
    state_delete(end);
}

/* Joins: of a thread that runs for ever. */

static const term_t *is_detached(walker_t *w, uint32_t thread) {
    const term_t *some = term_false(w->terms);
    for (size_t i = 0; i < w->u->joins.len; i++) {
        const order_join_t *join = &w->u->joins.data[i];
        if (!join->is_detach) continue;
        some = term_or(w->terms, some,
                       term_and(w->terms, join->after, order_join_is(w->terms, join, thread)));
    }
    return some;
}

static const term_t *runs(walker_t *w, uint32_t thread) {
    const order_thread_t *t = &w->u->threads.data[thread];
    return term_and(w->terms, t->start, term_not(w->terms, t->ended));
}

static void wait_for_join(walker_t *w, const order_join_t *join) {
    const term_t *here = stand(w, join->thread, join->before, ORDER_NONE);
    const term_t *some = term_false(w->terms);
    for (uint32_t t = 0; t < w->u->threads.len; t++) {
        const term_t *is_meant = order_join_is(w->terms, join, t);
        if (t == join->thread || term_is_false(is_meant)) continue;
        const term_t *waits = term_and(w->terms, runs(w, t), term_not(w->terms, is_detached(w, t)));
        some = term_or(w->terms, some, term_and(w->terms, is_meant, waits));
    }
    demand(w, here, term_and(w->terms, term_not(w->terms, join->after), some));
}

/* Every thread has ended or waits, some wait, and the program has not ended. */
static void define_stuck(walker_t *w, const term_t *stuck) {
    const term_t *some_run = term_false(w->terms);
    for (uint32_t t = 0; t < w->u->threads.len; t++) {
        term_vec_t any = {0};
        VEC_PUSH(any, term_not(w->terms, runs(w, t)));
        for (size_t i = 0; i < w->u->waits.len; i++)
            if (w->u->waits.data[i].thread == t) VEC_PUSH(any, w->u->waits.data[i].here);
        demand(w, stuck, term_or_n(w->terms, any.data, any.len));
        some_run = term_or(w->terms, some_run, runs(w, t));
        VEC_FREE(any);
    }
    demand(w, stuck, some_run);
    for (size_t i = 0; i < w->u->exits.len; i++)
        demand(w, stuck, term_not(w->terms, w->u->exits.data[i].guard));
}

void walker_settle_waits(walker_t *w) {
    unwinding_t *u = w->u;
    const term_t *stuck = walker_symbol(w, 0);
    for (size_t i = 0; i < u->joins.len; i++)
        if (!u->joins.data[i].is_detach && !u->joins.data[i].is_inside)
            wait_for_join(w, &u->joins.data[i]);
    for (size_t i = 0; i < u->waits.len; i++) {
        const order_wait_t *wait = &u->waits.data[i];
        demand(w, wait->here, stuck);
        if (wait->section != ORDER_NONE)
            demand(w, wait->here, term_not(w->terms, u->nodes.data[wait->section].complete));
    }
    define_stuck(w, stuck);
    u->last = (uint32_t)u->nodes.len;
    VEC_PUSH(u->nodes, (order_node_t){.thread = (uint32_t)u->threads.len});
    for (size_t i = 0; i < u->events.len; i++)
        if (u->events.data[i].node == ORDER_LAST) u->events.data[i].node = u->last;
    VEC_PUSH(u->targets, (order_target_t){.kind = TARGET_STUCK, .node = u->last, .guard = stuck});
}
