#include "witness/order/order_check.h"

#include "witness/order/clocks.h"
#include "witness/order/thread_numbers.h"
#include "witness/order/unfold.h"

#include <stdio.h>
#include <string.h>

/* The formula of the classic encoding (Alglave, Kroening, Tautschnig 2013), for sequential
 * consistency. */

enum { MOST_PAIRS = 1000000 };

typedef struct order_target {
    const term_t *reached;
    const edge_t *edge;
    const char *what;
} order_target_t;

typedef struct order_formula {
    const program_t *program;
    const events_t *events;
    terms_t *terms;
    clocks_t clocks;
    term_vec_t facts;
    VEC(order_target_t) targets;
    uint32_t next_symbol;
    size_t pairs;
} order_formula_t;

static void fact(order_formula_t *f, const term_t *t) {
    if (!term_is_true(t)) VEC_PUSH(f->facts, t);
}

static void fact_if(order_formula_t *f, const term_t *condition, const term_t *t) {
    fact(f, term_implies(f->terms, condition, t));
}

static const term_t *both(const order_formula_t *f, const term_t *a, const term_t *b) {
    return term_and(f->terms, a, b);
}

static const term_t * not(const order_formula_t *f, const term_t *a) {
    return term_not(f->terms, a);
}

static const term_t *reached(const order_formula_t *f, uint32_t segment) {
    return f->events->segments.data[segment].reached;
}

/* What is guarded so happens at the node. */
static const term_t *happens(const order_formula_t *f, uint32_t node, const term_t *guard) {
    return both(f, guard, reached(f, f->events->nodes.data[node].segment));
}

static void target(order_formula_t *f, const term_t *t, const edge_t *edge, const char *what) {
    if (!term_is_false(t)) VEC_PUSH(f->targets, (order_target_t){t, edge, what});
}

/* Reads and writes. */

static const ev_access_t *access_at(const order_formula_t *f, uint32_t number) {
    return &f->events->accesses.data[number];
}

static const term_t *access_happens(const order_formula_t *f, uint32_t number) {
    return happens(f, access_at(f, number)->node, access_at(f, number)->guard);
}

/* In any run in which both happen. */
static bool comes_first(const order_formula_t *f, uint32_t a, uint32_t b) {
    uint32_t x = access_at(f, a)->node, y = access_at(f, b)->node;
    return x == y ? a < b : clocks_always(&f->clocks, x, y);
}

/* A write that happens before the read whenever the read happens. */
static bool is_certain_for(const order_formula_t *f, uint32_t write, uint32_t read) {
    return comes_first(f, write, read) &&
           term_has_conjuncts(access_at(f, read)->guard, access_at(f, write)->guard);
}

typedef struct order_read {
    uint32_t number;
    const ev_location_t *location;
    const term_t *happens;
    const term_t *source; /* the clock of the write that is read; 0: the initial contents */
    numbers_t certain;    /* writes, see above */
} order_read_t;

static bool is_overwritten(const order_formula_t *f, const order_read_t *r, uint32_t write) {
    for (size_t i = 0; i < r->certain.len; i++)
        if (r->certain.data[i] != write && comes_first(f, write, r->certain.data[i])) return true;
    return false;
}

/* Every write that happens comes before the source, or after the read. */
static void add_write(order_formula_t *f, const order_read_t *r, uint32_t write) {
    uint32_t node = access_at(f, write)->node, read = access_at(f, r->number)->node;
    const term_t *not_later =
        term_not(f->terms, term_bv(f->terms, TERM_BVULT, r->source, f->clocks.clock[node]));
    const term_t *after = node == read ? term_bool(f->terms, write > r->number)
                                       : clocks_before(&f->clocks, read, node);
    const term_t *condition = both(f, r->happens, access_happens(f, write));
    fact_if(f, condition, term_or(f->terms, not_later, after));
    f->pairs++;
}

/* Later writes of the source's node are not made, or are made after the read. */
static const term_t *is_last_of_node(const order_formula_t *f, const order_read_t *r,
                                     uint32_t write) {
    const term_t *result = term_true(f->terms);
    uint32_t node = access_at(f, write)->node;
    bool is_same = node == access_at(f, r->number)->node;
    for (size_t i = 0; i < r->location->writes.len; i++) {
        uint32_t other = r->location->writes.data[i];
        if (other <= write || access_at(f, other)->node != node) continue;
        if (is_same && other > r->number) continue;
        result = both(f, result, not(f, access_happens(f, other)));
    }
    return result;
}

static const term_t *reads_from(order_formula_t *f, const order_read_t *r, uint32_t write) {
    const ev_access_t *w = access_at(f, write), *read = access_at(f, r->number);
    const term_t *from = term_symbol(f->terms, (sort_t){.kind = SORT_BOOL}, (UINT64_C(3) << 62) + 2,
                                     f->next_symbol++);
    fact_if(f, from, access_happens(f, write));
    fact_if(f, from, term_equal(f->terms, read->value, w->value));
    fact_if(f, from, term_equal(f->terms, r->source, f->clocks.clock[w->node]));
    fact_if(f, from, is_last_of_node(f, r, write));
    if (w->node != read->node) fact_if(f, from, clocks_before(&f->clocks, w->node, read->node));
    return from;
}

static const term_t *reads_initial(order_formula_t *f, const order_read_t *r) {
    const term_t *nothing = term_const(f->terms, f->clocks.bits, 0);
    return both(f, term_equal(f->terms, r->source, nothing),
                term_equal(f->terms, access_at(f, r->number)->value, r->location->initial));
}

static void add_read(order_formula_t *f, const ev_location_t *location, uint32_t number) {
    sort_t clock = {.kind = SORT_BV, .width = (uint8_t)f->clocks.bits};
    order_read_t r = {.number = number,
                      .location = location,
                      .happens = access_happens(f, number),
                      .source = term_symbol(f->terms, clock, (UINT64_C(3) << 62) + 3, number)};
    for (size_t i = 0; i < location->writes.len; i++)
        if (is_certain_for(f, location->writes.data[i], number))
            VEC_PUSH(r.certain, location->writes.data[i]);
    term_vec_t sources = {0};
    if (!r.certain.len) VEC_PUSH(sources, reads_initial(f, &r));
    for (size_t i = 0; i < location->writes.len; i++) {
        uint32_t write = location->writes.data[i];
        if (comes_first(f, number, write) || is_overwritten(f, &r, write)) continue;
        VEC_PUSH(sources, reads_from(f, &r, write));
        add_write(f, &r, write);
    }
    fact_if(f, r.happens, term_or_n(f->terms, sources.data, sources.len));
    VEC_FREE(sources);
    VEC_FREE(r.certain);
}

/* Threads. */

static const term_t *is_meant(const order_formula_t *f, const ev_join_t *join, uint32_t thread) {
    return term_equal(f->terms, join->value, term_const(f->terms, join->value->sort.width, thread));
}

static const term_t *has_ended(const order_formula_t *f, uint32_t number, uint32_t node) {
    const ev_thread_t *thread = &f->events->threads.data[number];
    const term_t *ended = both(f, thread->ended, reached(f, thread->segment));
    if (!thread->nodes.len) return ended;
    return both(f, ended, clocks_before(&f->clocks, VEC_TOP(thread->nodes), node));
}

/* When the other one had passed the node (NONE: had begun), the thread had been created. */
static const term_t *was_created(const order_formula_t *f, uint32_t number, uint32_t node,
                                 uint32_t other) {
    const ev_thread_t *thread = &f->events->threads.data[number];
    if (node == EVENTS_NONE) node = f->events->threads.data[other].creator;
    if (thread->creator == EVENTS_NONE) return term_true(f->terms);
    if (node == EVENTS_NONE) return term_false(f->terms);
    const term_t *order = node == thread->creator
                              ? term_true(f->terms)
                              : clocks_before(&f->clocks, thread->creator, node);
    return both(f, order, happens(f, thread->creator, thread->guard));
}

static void add_join(order_formula_t *f, const ev_join_t *join) {
    uint32_t own = f->events->nodes.data[join->node].thread;
    const term_t *is_done = happens(f, join->node, join->guard);
    const term_t *ended = term_false(f->terms), *exists = term_false(f->terms);
    for (uint32_t t = 0; t < f->events->threads.len; t++) {
        const term_t *meant = is_meant(f, join, t);
        const ev_thread_t *thread = &f->events->threads.data[t];
        if (term_is_false(meant)) continue;
        if (join->is_detach || t != own)
            exists =
                term_or(f->terms, exists, both(f, meant, was_created(f, t, join->before, own)));
        if (t == own) continue;
        ended = term_or(f->terms, ended, both(f, meant, has_ended(f, t, join->node)));
        if (join->result && thread->result)
            fact_if(f, both(f, is_done, meant), term_equal(f->terms, join->result, thread->result));
    }
    if (!join->is_detach) fact_if(f, is_done, ended);
    target(f, both(f, both(f, join->guard, reached(f, join->segment_before)), not(f, exists)),
           join->edge, "a thread that does not exist is joined or detached");
}

/* Nobody is joined or detached twice. */
static void add_joins(order_formula_t *f) {
    for (size_t i = 0; i < f->events->joins.len; i++) {
        const ev_join_t *a = &f->events->joins.data[i];
        const term_t *came = both(f, a->guard, reached(f, a->segment_before));
        add_join(f, a);
        for (size_t k = 0; k < i; k++) {
            const ev_join_t *b = &f->events->joins.data[k];
            unsigned bits = a->value->sort.width;
            const term_t *same =
                term_equal(f->terms, a->value, term_resize(f->terms, b->value, bits, false));
            const term_t *came_too = both(f, b->guard, reached(f, b->segment_before));
            const term_t *one =
                term_or(f->terms, happens(f, a->node, a->guard), happens(f, b->node, b->guard));
            target(f, both(f, both(f, came, came_too), both(f, one, same)), a->edge,
                   "a thread is joined or detached twice");
        }
    }
}

/* Memory that was freed. */

static const term_t *is_used_after(const order_formula_t *f, size_t free, size_t use) {
    const ev_use_t *a = &f->events->uses.data[free], *b = &f->events->uses.data[use];
    const term_t *happen = both(f, both(f, a->guard, reached(f, a->segment)),
                                both(f, b->guard, reached(f, b->segment)));
    if (a->thread == b->thread) return use > free ? happen : term_false(f->terms);
    if (b->is_early) return term_false(f->terms);
    if (b->node == EVENTS_NONE) return happen;
    return both(f, happen, clocks_before(&f->clocks, a->node, b->node));
}

static void add_frees(order_formula_t *f) {
    for (size_t i = 0; i < f->events->uses.len; i++) {
        const ev_use_t *end = &f->events->uses.data[i];
        for (size_t k = 0; k < f->events->uses.len && end->kind & USE_END; k++) {
            const ev_use_t *use = &f->events->uses.data[k];
            if (k != i && use->object == end->object && use->kind & USE_ACCESS)
                target(f, is_used_after(f, i, k), use->edge, "memory is used that may have ended");
        }
    }
}

/* Targets: the program must not have ended before. */
static void add_target(order_formula_t *f, const ev_target_t *t) {
    const term_t *is_reached = both(f, t->guard, reached(f, t->segment));
    uint32_t node = t->node == EVENTS_NONE ? f->events->threads.data[t->thread].creator : t->node;
    for (size_t i = 0; i < f->events->exits.len && node != EVENTS_NONE; i++) {
        const ev_exit_t *exit = &f->events->exits.data[i];
        if (f->events->nodes.data[exit->node].thread == t->thread || exit->node == node) continue;
        is_reached = both(f, is_reached,
                          term_implies(f->terms, happens(f, exit->node, exit->guard),
                                       clocks_before(&f->clocks, node, exit->node)));
    }
    target(f, is_reached, t->edge, t->what);
}

static void make_formula(order_formula_t *f) {
    clocks_init(&f->clocks, f->events, f->terms);
    clocks_facts(&f->clocks, &f->facts);
    for (size_t i = 0; i < f->events->facts.len; i++) fact(f, f->events->facts.data[i]);
    for (size_t l = 0; l < f->events->locations.len; l++) {
        const ev_location_t *location = &f->events->locations.data[l];
        for (size_t i = 0; i < location->reads.len && f->pairs < MOST_PAIRS; i++)
            add_read(f, location, location->reads.data[i]);
    }
    add_joins(f);
    add_frees(f);
    for (size_t i = 0; i < f->events->targets.len; i++) add_target(f, &f->events->targets.data[i]);
}

static char *describe(const edge_t *edge, const char *what) {
    char text[320];
    snprintf(text, sizeof text, "%s:%u: %s", edge && edge->source.file ? edge->source.file : "?",
             edge ? (unsigned)edge->source.line : 0, what);
    return mem_strdup(text);
}

/* NULL: there is no run to a target. */
static char *ask(const order_formula_t *f, solver_t *solver) {
    term_vec_t some = {0};
    for (size_t i = 0; i < f->targets.len; i++) VEC_PUSH(some, f->targets.data[i].reached);
    const term_t *goal = term_or_n(f->terms, some.data, some.len);
    VEC_FREE(some);
    if (term_is_false(goal)) return NULL;
    for (size_t i = 0; i < f->facts.len; i++) solver_assert(solver, f->facts.data[i]);
    solver_assert(solver, goal);
    solver_answer_t answer = solver_check(solver, NULL, 0);
    if (answer == SOLVER_UNSAT) return NULL;
    if (answer == SOLVER_UNKNOWN)
        return mem_strdup(solver->why_unknown ? solver->why_unknown : "the solver gave up");
    for (size_t i = 0; i < f->targets.len; i++)
        if (term_is_true(solver_evaluate(solver, f->targets.data[i].reached)))
            return describe(f->targets.data[i].edge, f->targets.data[i].what);
    return mem_strdup("something that must not be can be reached");
}

static char *refute(order_formula_t *f, const solver_class_t *class, const check_limits_t *limits) {
    const char *no_solver = NULL;
    make_formula(f);
    if (f->pairs >= MOST_PAIRS) return mem_strdup("too many reads and writes");
    if (numbers_are_reused(f->program, f->events, &f->clocks))
        return mem_strdup("the numbers of threads that have ended may be seen again");
    solver_t *solver = solver_new(class, f->terms, &no_solver);
    if (!solver) return mem_strdup(no_solver ? no_solver : "there is no solver");
    if (limits->limits) solver->milliseconds = limits_milliseconds_left(limits->limits, 0) / 2;
    char *why = ask(f, solver);
    solver_delete(solver);
    return why;
}

bool order_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const unfold_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    events_t events = {0};
    order_formula_t f = {.program = program, .events = &events, .terms = terms};
    const char *limit = NULL;
    if (check_forbids(limits, VIOLATION_STUCK)) {
        *why = mem_strdup("orders of events say nothing of states");
        return false;
    }
    if (unfold(program, terms, proof, limits, &events, &limit)) {
        *why = refute(&f, class, limits);
        stats->steps += events.accesses.len;
    } else {
        *why = mem_strdup(limit);
    }
    clocks_free(&f.clocks);
    events_free(&events);
    VEC_FREE(f.facts);
    VEC_FREE(f.targets);
    return !*why;
}
