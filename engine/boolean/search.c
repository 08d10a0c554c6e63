#include "engine/boolean/search.h"

/* More threads at once are taken for a program that starts them without end. */
enum { MAX_THREADS = 200 };

/* Everything about states with the same nodes. */
typedef struct spot {
    const bstate_t *key;
    bstate_t *waiting;       /* in the queue; NULL: none */
    VEC(bstate_t *) stored;
} spot_t;

static bool is_spot(const void *in_table, const void *key) {
    return bstate_same_nodes(((const spot_t *)in_table)->key, key);
}

static bool should_stop(void *context) {
    search_t *search = context;
    return limits_exceeded(search->limits, NULL);
}

void search_init(search_t *search, const boolean_t *boolean, const options_t *options,
                 limits_t *limits, stats_t *stats) {
    *search = (search_t){.options = options, .limits = limits, .stats = stats};
    search->aig = aig_new();
    search->future = future_new(boolean);
    simulator_init(&search->sim, boolean, search->future, search->aig);
    search->subsumption = subsumption_new(search->aig, options->subsumption, limits);
    search->guards = aig_sat_new(search->aig, should_stop, search);
    intern_init(&search->spots, is_spot);
}

void search_free(search_t *search) {
    for (size_t i = 0; i < search->spots.cap; i++)
        if (search->spots.slots[i].item) VEC_FREE(((spot_t *)search->spots.slots[i].item)->stored);
    intern_free(&search->spots);
    VEC_FREE(search->queue);
    VEC_FREE(search->history);
    picks_free(&search->picks);
    aig_sat_delete(search->guards);
    subsumption_delete(search->subsumption);
    simulator_free(&search->sim);
    future_delete(search->future);
    aig_delete(search->aig);
}

static spot_t *spot_of(search_t *search, const bstate_t *state) {
    spot_t *spot = intern_find(&search->spots, state->hash, state);
    if (spot) return spot;
    spot = ARENA_NEW(search->sim.arena, spot_t);
    spot->key = state;
    intern_add(&search->spots, state->hash, spot);
    return spot;
}

/* --- the queue --- */

static bool comes_before(const waiting_t *a, const waiting_t *b) {
    return a->key != b->key ? a->key < b->key : a->sequence < b->sequence;
}

/* By rank: all that may lead to a state comes before it, but for loops, so that states with the
 * same nodes meet in the queue. */
static uint64_t key_of(search_t *search, const bstate_t *state) {
    uint64_t sum = 0;
    switch (search->options->waitlist) {
    case WAITLIST_BFS: return search->sequence;
    case WAITLIST_DFS: return UINT64_MAX - search->sequence;
    default:
        for (uint32_t t = 0; t < state->thread_count; t++)
            sum += future_rank(search->future, state->nodes[t]);
        return sum;
    }
}

static void push(search_t *search, bstate_t *state) {
    waiting_t entry = {key_of(search, state), search->sequence++, state};
    size_t i = search->queue.len;
    VEC_PUSH(search->queue, entry);
    waiting_t *heap = search->queue.data;
    for (; i && comes_before(&entry, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = entry;
}

static bstate_t *pop(search_t *search) {
    waiting_t *heap = search->queue.data;
    bstate_t *first = heap[0].state;
    waiting_t last = VEC_POP(search->queue);
    size_t count = search->queue.len, i = 0;
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && comes_before(&heap[child + 1], &heap[child])) child++;
        if (!comes_before(&heap[child], &last)) break;
        heap[i] = heap[child];
    }
    if (count) heap[i] = last;
    return first;
}

static void add_waiting(search_t *search, bstate_t *state) {
    spot_t *spot = spot_of(search, state);
    search->stats->states++;
    if (spot->waiting && search->options->boolean_merge == BOOLEAN_MERGE_ON) {
        bstate_t *both = simulate_merge(&search->sim, spot->waiting, state);
        spot->waiting->into = state->into = both;
        spot->waiting->is_merged = state->is_merged = spot->waiting->is_first = true;
        search->stats->merged++;
        state = both;
    }
    spot->waiting = state;
    push(search, state);
}

/* --- successors --- */

static bool stop(search_t *search, const char *reason) {
    search->reason = reason;
    return false;
}

static bool holds_somewhere(search_t *search, aig_lit_t guard, bool *answer) {
    *answer = guard == AIG_TRUE;
    if (guard <= AIG_TRUE) return true;
    search->stats->solver_checks++;
    aig_sat_assume(search->guards, guard);
    cadical_answer_t found = aig_sat_solve(search->guards);
    *answer = found == CADICAL_SAT;
    return found != CADICAL_UNKNOWN || stop(search, "the SAT solver gave up");
}

/* Guards are solved where they decide: behind errors. */
static bool take_successor(search_t *search, bstate_t *next) {
    bstep_kind_t kind = next->move.step->kind;
    bstate_t **place = kind == BSTEP_ERROR ? &search->bad : &search->unsupported;
    bool is_possible = false;
    search->stats->explored_actions++;
    if (next->thread_count > MAX_THREADS) return stop(search, "more than 200 threads at once");
    if (kind != BSTEP_ERROR && kind != BSTEP_UNSUPPORTED) {
        next->sibling = next->from->last;
        next->from->last = next;
        add_waiting(search, next);
        return true;
    }
    if (!holds_somewhere(search, next->guard, &is_possible)) return false;
    if (is_possible && !*place) *place = next;
    return true;
}

static bool is_first_waiter(const bstate_t *state, uint32_t thread, uint32_t event) {
    for (uint32_t t = 0; t < thread; t++)
        for (size_t i = 0; i < state->nodes[t]->out.len; i++) {
            const bstep_t *step = state->nodes[t]->out.data[i];
            if (step->kind == BSTEP_SYNC && step->event == event) return false;
        }
    return true;
}

/* The moves of one thread, under a guard. */
static bool follow(search_t *search, bstate_t *state, uint32_t thread, aig_lit_t guard) {
    const bnode_t *node = state->nodes[thread];
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        bstate_t *next = NULL;
        if (step->kind != BSTEP_SYNC)
            next = simulate_step(&search->sim, state, thread, step, guard);
        else if (is_first_waiter(state, thread, step->event))
            next = simulate_sync(&search->sim, state, thread, step->event, guard);
        if (next && !take_successor(search, next)) return false;
    }
    return true;
}

/* All but one (thread_count: all), or the one in an atomic section. */
static bool follow_all(search_t *search, bstate_t *state, uint32_t but, aig_lit_t guard) {
    uint32_t atomic = reduce_atomic(state);
    if (guard == AIG_FALSE) return true;
    for (uint32_t t = 0; t < state->thread_count; t++) {
        if (t == but || (atomic < state->thread_count && t != atomic)) continue;
        if (!follow(search, state, t, guard)) return false;
    }
    return true;
}

static bool expand(search_t *search, bstate_t *state) {
    picks_t *picks = &search->picks;
    reduce_pick(&search->sim, state, search->options->por, search->limits, picks);
    bpick_t *alone = ARENA_ARRAY(search->sim.arena, bpick_t, picks->alone.len + 1);
    for (size_t i = 0; i < picks->alone.len; i++) alone[i] = picks->alone.data[i];
    state->alone = alone;
    state->alone_count = picks->alone.len;
    for (size_t i = 0; i < state->alone_count; i++)
        if (!follow(search, state, alone[i].thread, alone[i].guard)) return false;
    return follow_all(search, state, state->thread_count, picks->rest);
}

/* --- history --- */

/* The cycle condition: a move must not wait for ever because others come round to where they
 * were. If what comes behind a state was met before, everything is followed from it. */
static bool resume_postponed(search_t *search, bstate_t *state) {
    if (state->other)
        return resume_postponed(search, state->from) && resume_postponed(search, state->other);
    bstate_t *from = state->from;
    if (!from || from->is_full) return true;
    from->is_full = true;
    for (size_t i = 0; i < from->alone_count; i++)
        if (!follow_all(search, from, from->alone[i].thread, from->alone[i].guard)) return false;
    return true;
}

static bool is_history(search_t *search, const spot_t *spot, bstate_t *state) {
    for (size_t i = spot->stored.len; i-- > 0 && !state->into;)
        if (subsumes(search->subsumption, spot->stored.data[i], state))
            state->into = spot->stored.data[i];
    return state->into != NULL;
}

static void store(search_t *search, spot_t *spot, bstate_t *state) {
    state->id = (uint32_t)search->history.len;
    VEC_PUSH(search->history, state);
    VEC_PUSH(spot->stored, state);
    search->stats->reached++;
}

static bool is_stopped(search_t *search) {
    if (limits_exceeded(search->limits, &search->reason)) return true;
    if (search->work && search->history.len > search->work)
        search->reason = "the budget is used up";
    if (subsumption_problem(search->subsumption))
        search->reason = subsumption_problem(search->subsumption);
    return search->reason != NULL;
}

/* Figure 1. */
search_answer_t search_run(search_t *search) {
    add_waiting(search, simulate_start(&search->sim));
    while (search->queue.len && !search->bad && !is_stopped(search)) {
        bstate_t *state = pop(search);
        bool is_possible = false;
        spot_t *spot = spot_of(search, state);
        if (state->is_merged) continue;
        spot->waiting = NULL;
        if (!holds_somewhere(search, state->guard, &is_possible)) break;
        if (!is_possible) continue;
        if (is_history(search, spot, state)) {
            search->stats->covered++;
            if (!resume_postponed(search, state)) break;
        } else {
            store(search, spot, state);
            if (!expand(search, state)) break;
        }
    }
    if (search->bad) return SEARCH_VIOLATED;
    if (is_stopped(search)) return SEARCH_STOPPED;
    return search->unsupported ? SEARCH_UNSUPPORTED : SEARCH_SAFE;
}
