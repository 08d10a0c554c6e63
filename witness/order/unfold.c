#include "witness/order/unfold.h"

#include "cfa/live.h"
#include "witness/order/unfolder.h"
#include "witness/semantics/sem_stepper.h"

enum { MOST_STEPS = 400000, MOST_ACCESSES = 40000 };

void events_free(events_t *e) {
    for (size_t i = 0; i < e->locations.len; i++) {
        VEC_FREE(e->locations.data[i].reads);
        VEC_FREE(e->locations.data[i].writes);
    }
    for (size_t i = 0; i < e->threads.len; i++) VEC_FREE(e->threads.data[i].nodes);
    VEC_FREE(e->nodes);
    VEC_FREE(e->segments);
    VEC_FREE(e->accesses);
    VEC_FREE(e->locations);
    VEC_FREE(e->targets);
    VEC_FREE(e->exits);
    VEC_FREE(e->joins);
    VEC_FREE(e->uses);
    VEC_FREE(e->threads);
    VEC_FREE(e->facts);
    map64_free(&e->location_of);
    *e = (events_t){0};
}

/* No variable has this tag. */
const term_t *unfolder_symbol(unfolder_t *u, unsigned bits) {
    sort_t sort = {.kind = bits ? SORT_BV : SORT_BOOL, .width = (uint8_t)bits};
    return term_symbol(u->terms, sort, UINT64_C(3) << 62, u->next_symbol++);
}

void unfolder_give_up(unfolder_t *u, const char *why) {
    if (!u->why) u->why = why;
}

void unfolder_fact(unfolder_t *u, const term_t *fact) {
    if (!term_is_true(fact)) VEC_PUSH(u->events->facts, fact);
}

void unfolder_effect(unfolder_t *u, const term_t *condition) {
    if (!term_is_false(condition))
        VEC_PUSH(u->effects, (unfold_effect_t){condition, EVENTS_NONE, false});
}

void unfolder_mutex_effect(unfolder_t *u, way_t *way, uint32_t mutex, bool takes,
                           const term_t *condition) {
    if (term_is_false(condition)) return;
    bool is_certain = term_has_conjuncts(way->guard, condition);
    VEC_PUSH(u->effects, (unfold_effect_t){condition, mutex, takes});
    if (!takes && !way->is_alone && !way_holds(way, mutex)) u->has_odd_unlock = true;
    way_release(way, mutex);
    if (takes && is_certain) VEC_PUSH(way->held, mutex);
}

static ev_thread_t *own_thread(const unfolder_t *u) {
    return &u->events->threads.data[u->thread];
}

uint32_t unfolder_node(unfolder_t *u, way_t *way) {
    if (way->section != EVENTS_NONE) return way->section;
    if (u->node == EVENTS_NONE) {
        ev_thread_t *thread = own_thread(u);
        u->node = (uint32_t)u->events->nodes.len;
        VEC_PUSH(u->events->nodes, (ev_node_t){.thread = u->thread,
                                               .segment = thread->segment,
                                               .chain = (uint32_t)thread->nodes.len});
        VEC_PUSH(thread->nodes, u->node);
    }
    way->last = u->node;
    return u->node;
}

const term_t *unfolder_reached(const unfolder_t *u) {
    return u->events->segments.data[own_thread(u)->segment].reached;
}

/* into: what the run has reached if it comes there. */
static void new_segment(unfolder_t *u, ev_thread_t *thread, const term_t *into) {
    const term_t *reached = unfolder_symbol(u, 0);
    thread->segment = (uint32_t)u->events->segments.len;
    VEC_PUSH(u->events->segments, (ev_segment_t){reached});
    unfolder_fact(u, term_implies(u->terms, reached, into));
}

void unfolder_begin_segment(unfolder_t *u) {
    REQUIRE(u->node == EVENTS_NONE); /* all of the step is in it */
    new_segment(u, own_thread(u), unfolder_reached(u));
}

uint32_t unfolder_add_thread(unfolder_t *u, const function_t *function, uint32_t creator,
                             const term_t *guard, const term_t *argument) {
    const term_t *into = guard;
    if (creator != EVENTS_NONE)
        into = term_and(u->terms, guard,
                        u->events->segments.data[u->events->nodes.data[creator].segment].reached);
    VEC_PUSH(u->events->threads, (ev_thread_t){.function = function,
                                               .creator = creator,
                                               .guard = guard,
                                               .argument = argument,
                                               .ended = term_false(u->terms)});
    new_segment(u, &VEC_TOP(u->events->threads), into);
    return (uint32_t)u->events->threads.len - 1;
}

void unfolder_complete(unfolder_t *u, const way_t *way, const term_t *guard) {
    if (way->section == EVENTS_NONE) return;
    ev_node_t *section = &u->events->nodes.data[way->section];
    section->complete = term_or(u->terms, section->complete, guard);
}

bool unfolder_target(unfolder_t *u, way_t *way, const term_t *condition, const char *what) {
    const term_t *guard = condition ? term_and(u->terms, way->guard, condition) : way->guard;
    if (!term_is_false(guard)) {
        VEC_PUSH(u->events->targets,
                 (ev_target_t){u->thread, own_thread(u)->segment, way->last, guard, u->edge, what});
        unfolder_complete(u, way, guard);
    }
    way_require(way, u->terms, condition ? term_not(u->terms, condition) : term_false(u->terms));
    return !term_is_false(way->guard);
}

void unfolder_arrive(unfolder_t *u, way_t *way) {
    if (term_is_false(way->guard))
        way_delete(way);
    else
        VEC_PUSH(u->ways, way);
}

/* Loops. */

/* Whoever has come round a loop, stands there with the same values as before, and has changed
 * nothing that others see, might as well not have made the round: the steps of the other
 * threads in between do not depend on it. So runs without such rounds are enough.
 *
 * Mutexes that are taken in the round and given back are no change, if nobody else frees them
 * or asks for them: without the round they are free, and nobody who needs that was hindered. One
 * that is given back and taken again lets others in; but of two such rounds, one after the other,
 * all from the second lock on back to the first one's can be left out: it is free for so long. */

/* Conditions under which the values are those of the visit; false: they are not. */
static bool compare_values(const unfolder_t *u, const way_t *way, const visit_t *visit,
                           term_vec_t *same) {
    const node_t *head = way_top(way)->node;
    unsigned depth = (unsigned)way->frames.len - 1;
    if (way->section != visit->section || way->depth != visit->depth) return false;
    for (size_t i = 0; i < way->state.store.len; i++) {
        variable_t variable = way->state.store.data[i].variable;
        sem_value_t a, b = way->state.store.data[i].value;
        if (variable_kind(variable) == VARIABLE_REG && variable_depth(variable) == depth &&
            !live_at(head, variable_reg_number(variable)))
            continue;
        if (!semantics_peek(u->semantics, &visit->state, variable, &a)) return false;
        if (a.term == b.term && a.bits == b.bits) continue;
        unsigned width = variable_width(u->program, variable);
        VEC_PUSH(*same, term_equal(u->terms, sem_value_term(u->terms, a, width),
                                   sem_value_term(u->terms, b, width)));
    }
    return true;
}

/* What was done to mutexes in a round, whichever way it took. */
typedef struct mutex_round {
    numbers_t taken;     /* and not given back yet */
    uint32_t given_back; /* first, and taken again later; NONE: none */
    bool is_used, is_odd;
} mutex_round_t;

static void note_mutex(mutex_round_t *round, const unfold_effect_t *effect) {
    size_t i = 0;
    while (i < round->taken.len && round->taken.data[i] != effect->mutex) i++;
    bool is_taken = i < round->taken.len;
    round->is_used = true;
    if (effect->takes && round->given_back == effect->mutex && !is_taken) {
        VEC_PUSH(round->taken, effect->mutex); /* which it must keep */
    } else if (effect->takes) {
        round->is_odd |= is_taken || round->given_back != EVENTS_NONE;
        VEC_PUSH(round->taken, effect->mutex);
    } else if (is_taken && round->given_back == EVENTS_NONE) {
        round->taken.data[i] = VEC_TOP(round->taken);
        round->taken.len--;
    } else {
        round->is_odd |= round->taken.len || round->given_back != EVENTS_NONE;
        round->given_back = effect->mutex;
    }
}

/* ... and to all else: conditions under which nothing was changed; false: something was. */
static bool compare_effects(const unfolder_t *u, const way_t *way, const visit_t *visit,
                            term_vec_t *same, mutex_round_t *round) {
    for (size_t i = visit->effects; i < u->effects.len; i++) {
        const unfold_effect_t *effect = &u->effects.data[i];
        bool is_certain = term_has_conjuncts(way->guard, effect->condition);
        if (is_certain && effect->mutex != EVENTS_NONE && !u->asks_for_mutexes)
            note_mutex(round, effect);
        else if (is_certain)
            return false;
        else
            VEC_PUSH(*same, term_not(u->terms, effect->condition));
    }
    bool keeps_one = round->given_back != EVENTS_NONE;
    return !round->is_odd && round->taken.len == keeps_one;
}

/* The condition under which the round since the visit can be left out. *now gets what is to be
 * remembered of it. */
static const term_t *has_waited(unfolder_t *u, const way_t *way, const visit_t *visit,
                                visit_t *now) {
    mutex_round_t round = {.given_back = EVENTS_NONE};
    term_vec_t same = {0};
    const term_t *waited = term_false(u->terms);
    if (compare_values(u, way, visit, &same) && compare_effects(u, way, visit, &same, &round)) {
        waited = term_and_n(u->terms, same.data, same.len);
        if (round.given_back != EVENTS_NONE) {
            now->was_idle = waited;
            now->mutex = round.given_back;
            bool is_second = visit->was_idle && visit->mutex == now->mutex;
            waited = is_second ? term_and(u->terms, waited, visit->was_idle) : term_false(u->terms);
        }
    }
    if (round.is_used && !term_is_false(waited)) u->trusts_mutexes = true;
    VEC_FREE(round.taken);
    VEC_FREE(same);
    return waited;
}

/* false: the way does not go on. */
static bool begin_round(unfolder_t *u, way_t *way, way_loop_t *loop) {
    uint32_t rounds = u->proof->rounds[loop->loop->head->id];
    visit_t *now = mem_zalloc(sizeof *now);
    VEC_PUSH(u->visits, now);
    if (loop->visit) {
        way_require(way, u->terms, term_not(u->terms, has_waited(u, way, loop->visit, now)));
        if (term_is_false(way->guard)) return false;
    }
    if (loop->round >= (rounds ? rounds : 1)) {
        u->edge = loop->loop->head->out.len ? loop->loop->head->out.data[0] : NULL;
        return unfolder_target(u, way, NULL, "a loop goes round more often than the proof says");
    }
    sem_state_copy(&now->state, &way->state);
    now->section = way->section;
    now->depth = way->depth;
    now->effects = u->effects.len;
    loop->visit = now;
    return true;
}

/* Ways. */

/* What conditions read is read once for all edges that leave the node. Of two that exclude
 * each other at most one is taken; of others, by choice. */
static bool exclude_each_other(unfolder_t *u, way_t *way, const node_t *node) {
    const term_t *both = term_true(u->terms);
    for (size_t i = 0; i < node->out.len; i++) {
        sem_value_t value;
        u->edge = node->out.data[i];
        if (u->edge->kind != EDGE_ASSUME) continue;
        if (!unfolder_evaluate(u, way, u->edge->value, &value)) return true;
        both = term_and(u->terms, both, sem_value_term(u->terms, value, 1));
    }
    return node->out.len == 2 && term_is_false(both);
}

static void leave(unfolder_t *u, way_t *way) {
    const node_t *node = way_top(way)->node;
    size_t count = node->out.len;
    VEC_CLEAR(u->loads);
    u->node = EVENTS_NONE;
    u->edge_count = count;
    bool is_choice = count > 1 && !exclude_each_other(u, way, node);
    if (term_is_false(way->guard)) count = 0;
    for (size_t i = 0; i < count; i++) {
        way_t *own = i + 1 < count ? way_copy(way) : way;
        if (is_choice && i + 1 < count) {
            const term_t *this_one = unfolder_symbol(u, 0);
            way_require(own, u->terms, this_one);
            way_require(way, u->terms, term_not(u->terms, this_one));
        }
        u->edge = node->out.data[i];
        if (u->edge->kind != EDGE_ASSUME) u->node = EVENTS_NONE;
        unfolder_step(u, own);
    }
    if (!count) way_delete(way);
}

static size_t first_way(const unfolder_t *u) {
    size_t first = 0;
    for (size_t i = 1; i < u->ways.len; i++)
        if (way_compare(u->nest, u->ways.data[i], u->ways.data[first]) < 0) first = i;
    return first;
}

static way_t *take_way(unfolder_t *u, size_t index) {
    way_t *way = u->ways.data[index];
    u->ways.data[index] = VEC_TOP(u->ways);
    u->ways.len--;
    return way;
}

/* Merges two of the ways that have met, the two that parted last. */
static bool merge_two(unfolder_t *u, const way_t *place) {
    size_t most = 0, a = SIZE_MAX, b = 0;
    for (size_t i = 0; i < u->ways.len; i++) {
        if (way_compare(u->nest, u->ways.data[i], place)) continue;
        for (size_t k = i + 1; k < u->ways.len; k++) {
            size_t common = way_common(u->ways.data[i], u->ways.data[k]);
            if (way_compare(u->nest, u->ways.data[k], place) ||
                !way_fits(u->ways.data[i], u->ways.data[k]))
                continue;
            if (a != SIZE_MAX && common <= most) continue;
            most = common;
            a = i;
            b = k;
        }
    }
    if (a == SIZE_MAX) return false;
    way_merge(u->semantics, u->ways.data[a], u->ways.data[b]);
    way_delete(take_way(u, b));
    return true;
}

static bool must_stop(unfolder_t *u) {
    const char *why = NULL;
    if (u->limits->limits && limits_exceeded(u->limits->limits, &why)) unfolder_give_up(u, why);
    if (u->steps > MOST_STEPS) unfolder_give_up(u, "too many steps");
    if (u->events->accesses.len > MOST_ACCESSES) unfolder_give_up(u, "too many accesses");
    return u->why;
}

static void follow_ways(unfolder_t *u) {
    while (u->ways.len && !must_stop(u)) {
        while (merge_two(u, u->ways.data[first_way(u)])) {
        }
        way_t *way = take_way(u, first_way(u));
        way_loop_t *loop = way_at_head(way);
        u->steps++;
        if (!loop || begin_round(u, way, loop))
            leave(u, way);
        else
            way_delete(way);
    }
    while (u->ways.len) way_delete(VEC_POP(u->ways));
}

/* Threads. */

static void unfold_thread(unfolder_t *u, uint32_t number) {
    const ev_thread_t *thread = &u->events->threads.data[number];
    const function_t *function = thread->function;
    way_t *way = way_new(u->terms);
    u->thread = number;
    u->heap_top = layout_heap(number);
    VEC_CLEAR(u->effects);
    nest_add(u->nest, function);
    way->is_alone = number == 0;
    way_require(way, u->terms, thread->guard);
    way_enter(way, u->nest,
              (frame_t){.node = function->entry, .base = layout_first_frame(u->program, number)});
    sem_enter_thread_objects(u->semantics, &way->state, number);
    if (thread->argument)
        sem_state_set(&way->state, variable_reg(number, 0, function, 0),
                      sem_value_of_term(thread->argument));
    unfolder_arrive(u, way);
    follow_ways(u);
    for (size_t i = 0; i < u->visits.len; i++) {
        sem_state_free(&u->visits.data[i]->state);
        mem_free(u->visits.data[i]);
    }
    VEC_CLEAR(u->visits);
}

/* Sections happen as a whole. */
static void close_sections(unfolder_t *u) {
    for (size_t i = 0; i < u->events->nodes.len; i++) {
        const ev_node_t *node = &u->events->nodes.data[i];
        if (!node->begun) continue;
        const term_t *happens =
            term_and(u->terms, u->events->segments.data[node->segment].reached, node->begun);
        unfolder_fact(u, term_implies(u->terms, happens, node->complete));
    }
}

static void unfold_all(unfolder_t *u) {
    u->has_new_object = u->has_listed_objects = false;
    unfolder_add_thread(u, u->program->main, EVENTS_NONE, term_true(u->terms), NULL);
    for (uint32_t i = 0; i < u->events->threads.len && !u->why; i++) unfold_thread(u, i);
    close_sections(u);
    if (u->trusts_mutexes && u->has_odd_unlock)
        unfolder_give_up(u, "mutexes are freed by others than those who hold them");
}

static bool asks_for_mutexes(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_TRYLOCK ||
            program->edges.data[i]->kind == EDGE_OWNS)
            return true;
    return false;
}

bool unfold(const program_t *program, terms_t *terms, const unfold_proof_t *proof,
            const check_limits_t *limits, events_t *events, const char **why) {
    enum { MOST_TIMES = 3 };
    unfolder_t u = {.program = program,
                    .terms = terms,
                    .proof = proof,
                    .limits = limits,
                    .events = events,
                    .asks_for_mutexes = asks_for_mutexes(program),
                    .semantics = semantics_new(program, terms),
                    .nest = nest_new(program)};
    cells_init(&u.cells, program);
    /* Which objects there are is known at the end: who did not see all looks again. */
    for (int i = 0; i < MOST_TIMES && !u.why; i++) {
        events_free(events);
        map64_clear(&u.owners);
        unfold_all(&u);
        if (!u.has_new_object || !u.has_listed_objects) break;
        if (i + 1 == MOST_TIMES) unfolder_give_up(&u, "heap objects come up again and again");
    }
    *why = u.why;
    cells_free(&u.cells);
    nest_delete(u.nest);
    semantics_delete(u.semantics);
    map64_free(&u.owners);
    VEC_FREE(u.heap);
    VEC_FREE(u.ways);
    VEC_FREE(u.effects);
    VEC_FREE(u.visits);
    VEC_FREE(u.view);
    VEC_FREE(u.loads);
    VEC_FREE(u.places);
    VEC_FREE(u.addresses);
    return !*why;
}
