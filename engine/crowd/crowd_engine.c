#include "engine/crowd/crowd_space.h"

#include "engine/crowd/engines.h"
#include "util/arena.h"

#include <string.h>

/* Proofs for any number of threads, by counting (Pnueli, Xu, Zuck 2002, "(0, 1,
 * infinity)-counter abstraction"; docs/crowd.md). A place is a common half, some
 * threads that exist exactly once ("exact"), and locals of which there may be
 * any number ("many"). Whoever of the many moves is still there afterwards.
 *
 * At first only threads that hold something are exact. A path to an error on
 * which a thread moves that was never brought there shows where counting matters:
 * threads at its location are exact from then on (one of each; more are many).
 * Errors themselves are the business of the other engines, as are all programs
 * for which this gives no proof. */

/* Why a local is among the many of a place, or how a place was reached first. */
typedef struct reason {
    uint32_t from; /* place */
    uint32_t by;   /* the local that moved */
    const crowd_outcome_t *outcome;
} reason_t;

typedef struct link {
    uint32_t to;
    reason_t reason;
} link_t;

typedef struct crowd_place {
    uint32_t number, common;
    uint32_t exact_count;
    const uint32_t *exact; /* sorted */
    VEC(uint32_t) many;
    VEC(link_t) links;
    reason_t first; /* of the root: from itself */
} crowd_place_t;

typedef struct task {
    uint32_t place, mover;
    bool is_many; /* the mover is one of many */
} task_t;

typedef struct arrival {
    uint32_t place, local;
    reason_t reason;
} arrival_t;

typedef enum { CROWD_PROVED, CROWD_ERROR, CROWD_WIDENED, CROWD_TIRED, CROWD_STUCK } crowd_answer_t;

typedef struct crowd {
    const engine_context_t *context;
    crowd_space_t *space;
    arena_t *arena; /* of one exploration */
    VEC(crowd_place_t *) places;
    intern_t by_contents;
    map64_t many;  /* (place, local) -> number of its reason */
    map64_t links; /* (place, place) -> 1 */
    VEC(reason_t) reasons;
    VEC(task_t) tasks; /* last in, first out: what has no end shows soon */
    VEC(arrival_t) arrivals;
    VEC(uint32_t) exact, newcomers; /* scratch */
    bool *is_exact_node;
    task_t error;
    const char *why;
    size_t steps, max_steps; /* max 0: any number */
    uint64_t reached_before; /* by other engines */
} crowd_t;

/* Variables with more values are not tracked. */
enum { FEW_VALUES = 4, MANY_VALUES = 40 };

static bool same_place(const void *in_table, const void *key) {
    const crowd_place_t *a = in_table, *b = key;
    return a->common == b->common && a->exact_count == b->exact_count &&
           (!a->exact_count || !memcmp(a->exact, b->exact, a->exact_count * sizeof *a->exact));
}

static void add_task(crowd_t *crowd, uint32_t place, uint32_t mover, bool is_many) {
    VEC_PUSH(crowd->tasks, (task_t){place, mover, is_many});
}

static uint32_t intern_place(crowd_t *crowd, uint32_t common, reason_t first) {
    crowd_place_t key = {
        .common = common, .exact = crowd->exact.data, .exact_count = (uint32_t)crowd->exact.len};
    uint64_t hash = common;
    for (size_t i = 0; i < crowd->exact.len; i++) hash = hash_mix(hash, crowd->exact.data[i]);
    const crowd_place_t *known = intern_find(&crowd->by_contents, hash, &key);
    if (known) return known->number;
    crowd_place_t *place = ARENA_NEW(crowd->arena, crowd_place_t);
    uint32_t *exact = ARENA_ARRAY(crowd->arena, uint32_t, key.exact_count);
    if (key.exact_count) memcpy(exact, key.exact, key.exact_count * sizeof *exact);
    *place = key;
    place->number = (uint32_t)crowd->places.len;
    place->exact = exact;
    place->first = first;
    intern_add(&crowd->by_contents, hash, place);
    VEC_PUSH(crowd->places, place);
    add_task(crowd, place->number, HALF_MAIN, false);
    for (uint32_t i = 0; i < place->exact_count; i++)
        add_task(crowd, place->number, exact[i], false);
    return place->number;
}

static uint64_t pair(uint32_t a, uint32_t b) {
    return (uint64_t)a << 32 | b;
}

/* Enters all arrivals, and with each those that it causes further on. */
static void settle(crowd_t *crowd) {
    uint64_t known;
    while (crowd->arrivals.len) {
        arrival_t arrival = VEC_POP(crowd->arrivals);
        if (map64_get(&crowd->many, pair(arrival.place, arrival.local), &known)) continue;
        map64_put(&crowd->many, pair(arrival.place, arrival.local), crowd->reasons.len);
        VEC_PUSH(crowd->reasons, arrival.reason);
        crowd_place_t *place = crowd->places.data[arrival.place];
        VEC_PUSH(place->many, arrival.local);
        add_task(crowd, arrival.place, arrival.local, true);
        for (size_t i = 0; i < place->links.len; i++)
            VEC_PUSH(crowd->arrivals, (arrival_t){place->links.data[i].to, arrival.local,
                                                  place->links.data[i].reason});
    }
}

static void connect(crowd_t *crowd, uint32_t from, uint32_t to, reason_t reason) {
    uint64_t known;
    if (map64_get(&crowd->links, pair(from, to), &known)) return;
    map64_put(&crowd->links, pair(from, to), 1);
    crowd_place_t *place = crowd->places.data[from];
    VEC_PUSH(place->links, (link_t){to, reason});
    for (size_t i = 0; i < place->many.len; i++)
        VEC_PUSH(crowd->arrivals, (arrival_t){to, place->many.data[i], reason});
}

static bool is_counted(const crowd_t *crowd, uint32_t local) {
    return crowd_space_holds(crowd->space, local) ||
           crowd->is_exact_node[crowd_space_node(crowd->space, local)->id];
}

/* Puts a thread among the exact ones, if it belongs there and is the first. */
static bool make_exact(crowd_t *crowd, uint32_t local) {
    if (!is_counted(crowd, local)) return false;
    size_t at = 0;
    while (at < crowd->exact.len && crowd->exact.data[at] < local) at++;
    if (at < crowd->exact.len && crowd->exact.data[at] == local) return false;
    VEC_PUSH(crowd->exact, 0);
    memmove(&crowd->exact.data[at + 1], &crowd->exact.data[at],
            (crowd->exact.len - 1 - at) * sizeof(uint32_t));
    crowd->exact.data[at] = local;
    return true;
}

static void follow(crowd_t *crowd, task_t task, const crowd_outcome_t *outcome) {
    const crowd_place_t *place = crowd->places.data[task.place];
    VEC_CLEAR(crowd->exact);
    for (uint32_t i = 0; i < place->exact_count; i++)
        if (task.is_many || place->exact[i] != task.mover) VEC_PUSH(crowd->exact, place->exact[i]);
    VEC_CLEAR(crowd->newcomers);
    if (outcome->mover != HALF_MAIN && outcome->mover != HALF_ENDED &&
        !make_exact(crowd, outcome->mover))
        VEC_PUSH(crowd->newcomers, outcome->mover);
    for (uint32_t i = 0; i < outcome->spawn_count; i++)
        if (!make_exact(crowd, outcome->spawned[i]))
            VEC_PUSH(crowd->newcomers, outcome->spawned[i]);
    reason_t reason = {task.place, task.mover, outcome};
    uint32_t to = intern_place(crowd, outcome->common, reason);
    connect(crowd, task.place, to, reason);
    for (size_t i = 0; i < crowd->newcomers.len; i++)
        VEC_PUSH(crowd->arrivals, (arrival_t){to, crowd->newcomers.data[i], reason});
    settle(crowd);
}

static void forget(crowd_t *crowd) {
    for (size_t i = 0; i < crowd->places.len; i++) {
        VEC_FREE(crowd->places.data[i]->many);
        VEC_FREE(crowd->places.data[i]->links);
    }
    VEC_CLEAR(crowd->places);
    intern_free(&crowd->by_contents);
    map64_clear(&crowd->many);
    map64_clear(&crowd->links);
    VEC_CLEAR(crowd->reasons);
    VEC_CLEAR(crowd->tasks);
    VEC_CLEAR(crowd->arrivals);
    if (crowd->arena) arena_delete(crowd->arena);
    crowd->arena = NULL;
}

static crowd_answer_t explore(crowd_t *crowd) {
    forget(crowd);
    crowd_space_restart(crowd->space);
    crowd->arena = arena_new();
    intern_init(&crowd->by_contents, same_place);
    VEC_CLEAR(crowd->exact);
    intern_place(crowd, crowd_space_initial(crowd->space), (reason_t){0});
    while (crowd->tasks.len) {
        task_t task = VEC_POP(crowd->tasks);
        crowd->why = "too many states";
        if (crowd->max_steps && crowd->steps++ >= crowd->max_steps) return CROWD_TIRED;
        if (limits_exceeded(crowd->context->limits, &crowd->why)) return CROWD_STUCK;
        const crowd_outcomes_t *outcomes =
            crowd_space_steps(crowd->space, crowd->places.data[task.place]->common, task.mover);
        crowd->why = crowd_space_reason(crowd->space);
        if (!outcomes) return CROWD_STUCK;
        if (crowd_space_has_widened(crowd->space)) return CROWD_WIDENED;
        crowd->context->stats->reached = crowd->reached_before + crowd->places.len;
        crowd->error = task;
        if (outcomes->is_error) return CROWD_ERROR;
        for (size_t i = 0; i < outcomes->count; i++) follow(crowd, task, &outcomes->at[i]);
    }
    return CROWD_PROVED;
}

/* Counting along the path to an error. */

static bool is_made_by(const crowd_outcome_t *outcome, uint32_t local) {
    if (outcome->mover == local) return true;
    for (uint32_t i = 0; i < outcome->spawn_count; i++)
        if (outcome->spawned[i] == local) return true;
    return false;
}

typedef VEC(reason_t) reasons_t;

static bool is_many(const crowd_t *crowd, uint32_t place, uint32_t local) {
    uint64_t number;
    return local != HALF_MAIN && map64_get(&crowd->many, pair(place, local), &number);
}

/* The moves that brought a thread there, last one first. */
static void path_to(const crowd_t *crowd, uint32_t place, uint32_t local, reasons_t *moves) {
    while (place != 0 || is_many(crowd, place, local)) {
        uint64_t number;
        reason_t reason = crowd->places.data[place]->first;
        if (is_many(crowd, place, local)) {
            map64_get(&crowd->many, pair(place, local), &number);
            reason = crowd->reasons.data[number];
        }
        VEC_PUSH(*moves, reason);
        if (is_made_by(reason.outcome, local)) local = reason.by;
        place = reason.from;
    }
}

static void add_count(map64_t *counts, uint32_t local, int change) {
    uint64_t count = 0;
    if (local == HALF_MAIN || local == HALF_ENDED) return;
    map64_get(counts, local, &count);
    map64_put(counts, local, count + (uint64_t)change);
}

/* Looking for a location to count at. */
typedef struct {
    crowd_t *crowd;
    map64_t seen;         /* (place, local) whose paths were looked at */
    const node_t *inner;  /* found */
    const node_t *entry;  /* an entry: threads can often be created again, so it comes last */
} crowd_search_t;

/* A thread moves on the path to this one that nobody had brought there: threads
 * were made more than they are where it stands, or, if they are counted there
 * already, on its own way there. */
static void search(crowd_search_t *s, uint32_t place, uint32_t local);

static void suspect(crowd_search_t *s, uint32_t place, uint32_t local) {
    const node_t *node = crowd_space_node(s->crowd->space, local);
    if (is_counted(s->crowd, local))
        search(s, place, local);
    else if (node == node->function->entry)
        s->entry = s->entry ? s->entry : node;
    else
        s->inner = node;
}

static void search(crowd_search_t *s, uint32_t place, uint32_t local) {
    uint64_t known;
    if (map64_get(&s->seen, pair(place, local), &known)) return;
    map64_put(&s->seen, pair(place, local), 1);
    reasons_t moves = {0};
    map64_t counts = {0};
    path_to(s->crowd, place, local, &moves);
    for (size_t i = moves.len; i-- > 0 && !s->inner;) {
        reason_t move = moves.data[i];
        uint64_t count = 0;
        map64_get(&counts, move.by, &count);
        if (count)
            add_count(&counts, move.by, -1);
        else if (move.by != HALF_MAIN)
            suspect(s, move.from, move.by);
        add_count(&counts, move.outcome->mover, 1);
        for (uint32_t n = 0; n < move.outcome->spawn_count; n++)
            add_count(&counts, move.outcome->spawned[n], 1);
    }
    VEC_FREE(moves);
    map64_free(&counts);
}

static bool count_better(crowd_t *crowd) {
    crowd_search_t s = {.crowd = crowd};
    search(&s, crowd->error.place, crowd->error.mover);
    const node_t *culprit = s.inner ? s.inner : s.entry;
    if (culprit) crowd->is_exact_node[culprit->id] = true;
    map64_free(&s.seen);
    return culprit != NULL;
}

/* The finished places as a proof. */

typedef struct crowd_owned {
    crowd_t crowd;
    crowd_proof_t proof;
} crowd_owned_t;

static void crowd_free(crowd_t *crowd) {
    forget(crowd);
    VEC_FREE(crowd->places);
    map64_free(&crowd->many);
    map64_free(&crowd->links);
    VEC_FREE(crowd->reasons);
    VEC_FREE(crowd->tasks);
    VEC_FREE(crowd->arrivals);
    VEC_FREE(crowd->exact);
    VEC_FREE(crowd->newcomers);
    mem_free(crowd->is_exact_node);
    crowd_space_delete(crowd->space);
}

static void release(void *owner) {
    crowd_owned_t *owned = owner;
    crowd_free(&owned->crowd);
    mem_free(owned);
}

static void prove(const crowd_t *crowd, result_t *result) {
    crowd_owned_t *owned = mem_zalloc(sizeof *owned);
    owned->crowd = *crowd;
    arena_t *arena = crowd->arena;
    terms_t *terms = crowd->context->terms;
    size_t commons = crowd_space_common_count(crowd->space);
    size_t locals = crowd_space_local_count(crowd->space);
    kept_state_t *common = ARENA_ARRAY(arena, kept_state_t, commons);
    kept_state_t *local = ARENA_ARRAY(arena, kept_state_t, locals);
    crowd_state_t *states = ARENA_ARRAY(arena, crowd_state_t, crowd->places.len);
    for (uint32_t i = 0; i < commons; i++) common[i] = crowd_space_common(crowd->space, terms, i);
    for (uint32_t i = 1; i < locals; i++) local[i] = crowd_space_local(crowd->space, terms, i);
    for (size_t i = 0; i < crowd->places.len; i++) {
        const crowd_place_t *place = crowd->places.data[i];
        states[i] = (crowd_state_t){.common = place->common,
                                    .exact = place->exact,
                                    .exact_count = place->exact_count,
                                    .many = place->many.data,
                                    .many_count = (uint32_t)place->many.len};
    }
    owned->proof = (crowd_proof_t){.commons = common,
                                   .common_count = commons,
                                   .locals = local,
                                   .local_count = locals,
                                   .states = states,
                                   .state_count = crowd->places.len};
    result_set_true(result, &(proof_t){.kind = PROOF_CROWD,
                                       .crowd = &owned->proof,
                                       .owner = owned,
                                       .release = release});
    crowd->context->stats->kept_states = crowd->places.len;
}

/* PROVED, or why not. */
static crowd_answer_t look_for_proof(crowd_t *crowd, unsigned values, bool has_hulls) {
    crowd_space_set_patience(crowd->space, values, has_hulls);
    for (;;) {
        crowd_answer_t answer = explore(crowd);
        if (answer == CROWD_WIDENED) continue;
        if (answer != CROWD_ERROR) return answer;
        crowd->why = "the violation may be possible";
        if (!count_better(crowd)) return CROWD_STUCK;
        /* Runs that are excluded now may have had the many values. */
        crowd_space_set_patience(crowd->space, values, has_hulls);
        crowd->context->stats->refinements++;
    }
}

static void run_crowd(const engine_context_t *context, const engine_budget_t *budget,
                      result_t *result) {
    crowd_t crowd = {
        .context = context, .max_steps = budget->work, .reached_before = context->stats->reached};
    counting_choice_t counting = context->options->counting;
    crowd.space = crowd_space_new(context->program, &crowd.why);
    crowd.is_exact_node = mem_zalloc(context->program->nodes.len * sizeof(bool));
    crowd_answer_t answer = CROWD_STUCK;
    if (crowd.space)
        answer = look_for_proof(&crowd, counting == COUNTING_MANY ? MANY_VALUES : FEW_VALUES,
                                counting == COUNTING_INTERVALS);
    if (answer == CROWD_PROVED) {
        prove(&crowd, result);
        return;
    }
    result_set_unknown(result, answer == CROWD_TIRED ? ENDED_TIRED : ENDED_USELESS,
                       "no proof for any number of threads: %s", crowd.why);
    crowd_free(&crowd);
}

const engine_class_t crowd_engine = {
    .name = "crowd",
    .help = "proofs for any number of threads, by counting those that are alike",
    .proves = 1 << VIOLATION_STEP,
    .run = run_crowd,
    .configurations =
        (const engine_configuration_t[]){
            {"few", "--counting few"},
            {"intervals", "--counting intervals"},
            {"many", "--counting many"},
            {0},
        },
};
