#include "engine/crowd/engines.h"
#include "engine/crowd/pair_space.h"
#include "util/arena.h"

#include <string.h>

/* Proofs for any number of threads, by pairs (docs/crowd.md): what can be said of
 * the common half and of any two threads, whatever the others do. Who moves
 * changes what is said of itself and each other thread, and of any two others
 * that stand with it pair by pair. (Thread-modular reasoning at level 2: Flanagan
 * and Qadeer 2003; Hoenicke, Majumdar and Podelski 2017.)
 *
 * Facts are weakened until nothing changes. Errors themselves are the business
 * of the other engines. */

/* A common half with no thread, one (first) or two (first <= second). The facts
 * speak of the first as thread 1, of the second as thread 2. */
typedef struct element {
    uint32_t common, first, second;
    const orders_t *facts;
    bool is_queued;
} element_t;

enum { NOBODY = 0, THREAD_A = 1, THREAD_B = 2 };

typedef enum { PAIRS_PROVED, PAIRS_ERROR, PAIRS_WIDENED, PAIRS_TIRED, PAIRS_STUCK } pairs_answer_t;

typedef struct pairs {
    const engine_context_t *context;
    pair_space_t *space;
    orders_domain_t *domain;
    VEC(element_t) elements;
    map64_t index; /* (common, first, second) -> number of the element */
    VEC(numbers_t) present; /* of each common half: the locals that occur with it */
    VEC(uint32_t) queue;
    size_t head;
    bool is_error;
    const char *why;
    size_t steps, max_steps; /* max 0: any number */
    bool is_tired;
    uint64_t reached_before; /* by other engines */
} pairs_t;

/* Variables with more values are not tracked. */
enum { FEW_VALUES = 4, STEPS_WHEN_WIDENED = 2000 };

enum { NUMBER_BITS = 21 };

static uint64_t key_of(uint32_t common, uint32_t first, uint32_t second) {
    return (uint64_t)common << 2 * NUMBER_BITS | (uint64_t)first << NUMBER_BITS | second;
}

static element_t *find(const pairs_t *pairs, uint32_t common, uint32_t a, uint32_t b) {
    uint64_t number;
    uint64_t key = a <= b || !b ? key_of(common, a, b) : key_of(common, b, a);
    return map64_get(&pairs->index, key, &number) ? &pairs->elements.data[number] : NULL;
}

static const orders_t *renamed(const pairs_t *pairs, const orders_t *facts, unsigned from_a,
                               unsigned to_a, unsigned from_b, unsigned to_b) {
    orders_renaming_t renaming = {.count = 2, .from = {from_a, from_b}, .to = {to_a, to_b}};
    return orders_rename(pairs->domain, facts, &renaming);
}

/* Weakens what is said of an element to what the facts say too, which speak of the
 * threads a and b under these names. */
static void add(pairs_t *pairs, uint32_t common, const orders_t *facts, uint32_t a, unsigned name_a,
                uint32_t b, unsigned name_b) {
    if (b && (!a || b < a)) {
        uint32_t local = a;
        unsigned name = name_a;
        a = b;
        name_a = name_b;
        b = local;
        name_b = name;
    }
    const orders_t *said = renamed(pairs, facts, name_a, THREAD_A, name_b, THREAD_B);
    if (a && a == b) /* whichever of them is called the first */
        said = orders_join(pairs->domain, said,
                           renamed(pairs, facts, name_b, THREAD_A, name_a, THREAD_B));
    element_t *element = find(pairs, common, a, b);
    if (!element) {
        map64_put(&pairs->index, key_of(common, a, b), pairs->elements.len);
        VEC_PUSH(pairs->elements, (element_t){common, a, b, said, false});
        element = &VEC_TOP(pairs->elements);
        while (pairs->present.len <= common) VEC_PUSH(pairs->present, (numbers_t){0});
        if (a && !b) VEC_PUSH(pairs->present.data[common], a);
    } else {
        const orders_t *joined = orders_join(pairs->domain, element->facts, said);
        if (joined == element->facts) return;
        element->facts = joined;
    }
    if (element->is_queued) return;
    element->is_queued = true;
    VEC_PUSH(pairs->queue, (uint32_t)(element - pairs->elements.data));
}

/* Adds what is known of two threads to the facts, under new names. false: there are no
 * such two. */
static bool include(const pairs_t *pairs, const orders_t **facts, uint32_t common, uint32_t a,
                    unsigned name_a, uint32_t b, unsigned name_b) {
    const element_t *element = find(pairs, common, a, b);
    if (!element) return false;
    bool swapped = b && b < a;
    const orders_t *more = renamed(pairs, element->facts, THREAD_A, swapped ? name_b : name_a,
                                   THREAD_B, swapped ? name_a : name_b);
    *facts = orders_meet(pairs->domain, *facts, more);
    return *facts != NULL;
}

/* What a step of one thread says of those who did not move. */
static bool move(pairs_t *pairs, uint32_t common, uint32_t mover, uint32_t a, uint32_t b) {
    const orders_t *facts = orders_none(pairs->domain);
    bool possible = true;
    if (mover == HALF_MAIN) {
        possible = include(pairs, &facts, common, a, PAIR_FIRST, b, PAIR_SECOND);
    } else {
        possible = include(pairs, &facts, common, mover, PAIR_MOVER, a, PAIR_FIRST);
        if (possible && b)
            possible = include(pairs, &facts, common, mover, PAIR_MOVER, b, PAIR_SECOND) &&
                       include(pairs, &facts, common, a, PAIR_FIRST, b, PAIR_SECOND);
    }
    if (possible && pair_space_tally_count(pairs->space)) {
        const uint32_t locals[3] = {mover, a, b};
        facts = orders_meet(pairs->domain, facts, pair_space_counted(pairs->space, locals));
        possible = facts != NULL;
    }
    if (!possible) return true;
    pairs->why = "too many states";
    pairs->is_tired = pairs->max_steps && pairs->steps >= pairs->max_steps;
    if (pairs->is_tired) return false;
    pairs->steps++;
    if (limits_exceeded(pairs->context->limits, &pairs->why)) return false;
    const pair_outcomes_t *outcomes = pair_space_steps(pairs->space, common, mover, facts);
    pairs->why = pair_space_reason(pairs->space);
    if (!outcomes) return false;
    if (outcomes->is_error && !a) pairs->is_error = true;
    for (size_t i = 0; i < outcomes->count; i++) {
        const pair_outcome_t *o = &outcomes->at[i];
        bool runs = o->mover != HALF_ENDED && o->mover != HALF_MAIN;
        add(pairs, o->common, o->facts, a, PAIR_FIRST, b, PAIR_SECOND);
        if (b) continue;
        if (runs) add(pairs, o->common, o->facts, o->mover, PAIR_MOVER, a, PAIR_FIRST);
        for (uint32_t n = 0; n < o->spawn_count; n++) {
            unsigned name = PAIR_SPAWNED + n;
            add(pairs, o->common, o->facts, o->spawned[n], name, a, PAIR_FIRST);
            if (a) continue;
            if (runs) add(pairs, o->common, o->facts, o->spawned[n], name, o->mover, PAIR_MOVER);
            for (uint32_t k = 0; k < n; k++)
                add(pairs, o->common, o->facts, o->spawned[n], name, o->spawned[k],
                    PAIR_SPAWNED + k);
        }
    }
    return true;
}

/* May a step of this thread matter to others? */
static bool is_noticed(pairs_t *pairs, uint32_t common, uint32_t mover) {
    const pair_outcomes_t *outcomes =
        pair_space_steps(pairs->space, common, mover, orders_none(pairs->domain));
    return !outcomes || outcomes->is_visible;
}

/* All steps that depend on what is known of this element. */
static bool process(pairs_t *pairs, element_t e) {
    if (!move(pairs, e.common, HALF_MAIN, e.first, e.second)) return false;
    if (!e.first) return true;
    if (!e.second) return move(pairs, e.common, e.first, NOBODY, NOBODY);
    if (!move(pairs, e.common, e.first, e.second, NOBODY)) return false;
    if (e.first != e.second && !move(pairs, e.common, e.second, e.first, NOBODY)) return false;
    bool first_noticed = is_noticed(pairs, e.common, e.first);
    bool second_noticed = is_noticed(pairs, e.common, e.second);
    size_t count = pairs->present.data[e.common].len;
    for (size_t i = 0; i < count; i++) {
        uint32_t third = pairs->present.data[e.common].data[i];
        if (!find(pairs, e.common, e.first, third) || !find(pairs, e.common, e.second, third))
            continue;
        if (is_noticed(pairs, e.common, third) && !move(pairs, e.common, third, e.first, e.second))
            return false;
        if (first_noticed && !move(pairs, e.common, e.first, e.second, third)) return false;
        if (second_noticed && !move(pairs, e.common, e.second, e.first, third)) return false;
    }
    return true;
}

static void forget(pairs_t *pairs) {
    for (size_t i = 0; i < pairs->present.len; i++) VEC_FREE(pairs->present.data[i]);
    VEC_CLEAR(pairs->present);
    VEC_CLEAR(pairs->elements);
    VEC_CLEAR(pairs->queue);
    map64_clear(&pairs->index);
    pairs->head = 0;
    pairs->is_error = false;
}

static pairs_answer_t explore(pairs_t *pairs) {
    const orders_t *facts;
    forget(pairs);
    pair_space_restart(pairs->space);
    uint32_t start = pair_space_initial(pairs->space, &facts);
    size_t widened_at = 0;
    add(pairs, start, facts, NOBODY, 0, NOBODY, 0);
    while (pairs->head < pairs->queue.len) {
        element_t *next = &pairs->elements.data[pairs->queue.data[pairs->head++]];
        next->is_queued = false;
        if (!process(pairs, *next)) return pairs->is_tired ? PAIRS_TIRED : PAIRS_STUCK;
        bool widened = pair_space_has_widened(pairs->space);
        if (widened && !widened_at) widened_at = pairs->steps;
        if (pairs->is_error) return widened ? PAIRS_WIDENED : PAIRS_ERROR;
        if (widened && pairs->steps - widened_at > STEPS_WHEN_WIDENED) return PAIRS_WIDENED;
        if (pair_space_common_count(pairs->space) >> NUMBER_BITS ||
            pair_space_local_count(pairs->space) >> NUMBER_BITS)
            return PAIRS_STUCK;
        pairs->context->stats->reached = pairs->reached_before + pairs->elements.len;
    }
    return pair_space_has_widened(pairs->space) ? PAIRS_WIDENED : PAIRS_PROVED;
}

/* The proof. */

typedef struct pair_owned {
    pairs_t pairs;
    arena_t *arena;
    pair_proof_t proof;
} pair_owned_t;

static void pairs_free(pairs_t *pairs) {
    forget(pairs);
    VEC_FREE(pairs->present);
    VEC_FREE(pairs->elements);
    VEC_FREE(pairs->queue);
    map64_free(&pairs->index);
    pair_space_delete(pairs->space);
}

static void release(void *owner) {
    pair_owned_t *owned = owner;
    pairs_free(&owned->pairs);
    arena_delete(owned->arena);
    mem_free(owned);
}

static void prove(const pairs_t *pairs, result_t *result) {
    pair_owned_t *owned = mem_zalloc(sizeof *owned);
    owned->pairs = *pairs;
    owned->arena = arena_new();
    size_t commons = pair_space_common_count(pairs->space);
    size_t locals = pair_space_local_count(pairs->space);
    kept_state_t *common = ARENA_ARRAY(owned->arena, kept_state_t, commons);
    kept_state_t *local = ARENA_ARRAY(owned->arena, kept_state_t, locals);
    pair_state_t *states = ARENA_ARRAY(owned->arena, pair_state_t, pairs->elements.len);
    for (uint32_t i = 0; i < commons; i++) common[i] = pair_space_common(pairs->space, i);
    for (uint32_t i = 1; i < locals; i++) local[i] = pair_space_local(pairs->space, i);
    for (size_t i = 0; i < pairs->elements.len; i++) {
        const element_t *e = &pairs->elements.data[i];
        /* The check asks for each fact of each state. */
        const orders_t *facts = orders_reduce(pairs->domain, e->facts);
        states[i] = (pair_state_t){e->common, e->first, e->second,
                                   orders_term(pairs->domain, pairs->context->terms, facts)};
    }
    owned->proof = (pair_proof_t){.tallies = pair_space_tallies(pairs->space),
                                  .tally_count = pair_space_tally_count(pairs->space),
                                  .commons = common,
                                  .common_count = commons,
                                  .locals = local,
                                  .local_count = locals,
                                  .states = states,
                                  .state_count = pairs->elements.len};
    result_set_true(result, &(proof_t){.kind = PROOF_PAIRS,
                                       .pairs = &owned->proof,
                                       .owner = owned,
                                       .release = release});
    pairs->context->stats->kept_states = pairs->elements.len;
}

/* PROVED, or why not. Of a variable that is not tracked, facts can be kept everywhere, and
 * between all threads; but values tell more where they are known. */
static pairs_answer_t look_for_proof(pairs_t *pairs, pairing_choice_t pairing) {
    pairs_answer_t answer;
    if (pairing == PAIRING_TALLIES && !pair_space_count_threads(pairs->space)) {
        pairs->why = "no step counts threads";
        return PAIRS_STUCK;
    }
    pair_space_set_patience(pairs->space, FEW_VALUES, pairing != PAIRING_LOCAL);
    do {
        answer = explore(pairs);
    } while (answer == PAIRS_WIDENED);
    if (answer == PAIRS_ERROR) pairs->why = "the violation may be possible";
    return answer;
}

static void run_pairs(const engine_context_t *context, const engine_budget_t *budget,
                      result_t *result) {
    pairs_t pairs = {
        .context = context, .max_steps = budget->work, .reached_before = context->stats->reached};
    pairs.space = pair_space_new(context->program, &pairs.why);
    if (pairs.space) pairs.domain = pair_space_domain(pairs.space);
    pairs_answer_t answer =
        pairs.space ? look_for_proof(&pairs, context->options->pairing) : PAIRS_STUCK;
    if (answer == PAIRS_PROVED) {
        prove(&pairs, result);
        return;
    }
    result_set_unknown(result, answer == PAIRS_TIRED ? ENDED_TIRED : ENDED_USELESS,
                       "no proof for any number of threads: %s", pairs.why);
    pairs_free(&pairs);
}

const engine_class_t pair_engine = {
    .name = "pairs",
    .help = "proofs for any number of threads, by what can be said of any two of them",
    .proves = 1 << VIOLATION_STEP,
    .run = run_pairs,
    .configurations =
        (const engine_configuration_t[]){
            {"everywhere", "--pairing everywhere"},
            {"local", "--pairing local"},
            {"tallies", "--pairing tallies"},
            {0},
        },
};
