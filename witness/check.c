#include "witness/check.h"

#include "util/hash.h"
#include "witness/cover.h"
#include "witness/independence.h"

#include <string.h>

enum { CHECK_ASK_EVERY = 8 };

/* One level: states after the same number of steps, one per configuration.
 * Slots are reused, with the memory of their stores. */
typedef struct item {
    sem_state_t state;
    const term_t *feasible; /* the last condition that was found satisfiable */
} item_t;

typedef struct level {
    VEC(item_t) items; /* len counts the slots ever used, used those of now */
    size_t used;
    map64_t by_configuration; /* pointer -> index */
} level_t;

typedef struct check {
    const program_t *program;
    terms_t *terms;
    const solver_class_t *class;
    solver_t *solver; /* NULL until it is needed */
    const proof_t *proof;
    semantics_t *semantics;
    cover_t *cover;
    check_limits_t limits;
    check_stats_t stats;
    level_t levels[2];
    level_t *now, *next;
    const term_t *feasible; /* known of the state whose steps are made */
    size_t number;   /* of the kept state from which we go; SIZE_MAX: the start of main */
    size_t expanded; /* states made from it */
    bool failed;
    strbuf_t why;
    /* For reduced proofs: */
    independence_t *independence; /* NULL: the proof is not reduced */
    sem_state_t probe;
    VEC(independence_thread_t) threads;
    VEC(size_t) uncovered; /* by thread: steps that lead out of the kept states */
    VEC(bool) chosen, best;
} check_t;

static bool check_fail(check_t *check, const edge_t *edge, unsigned thread, const char *reason) {
    if (check->failed) return false;
    check->failed = true;
    if (edge && edge->source.file)
        strbuf_printf(&check->why, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&check->why, reason);
    if (edge) {
        strbuf_printf(&check->why, " (thread %u: ", thread);
        edge_print(&check->why, edge);
        strbuf_add(&check->why, ")");
    }
    if (check->number != SIZE_MAX && check->number < check->proof->count) {
        kept_state_t kept;
        check->proof->get(check->proof->owner, check->number, &kept);
        strbuf_printf(&check->why, ", from kept state %zu ", check->number);
        configuration_print(&check->why, kept.configuration);
    }
    return false;
}

static solver_t *check_solver(check_t *check) {
    if (check->solver) return check->solver;
    const char *why = "no solver was given";
    if (check->class) check->solver = solver_new(check->class, check->terms, &why);
    if (!check->solver) {
        check_fail(check, NULL, 0, why);
        return NULL;
    }
    check->solver->milliseconds = check->limits.milliseconds;
    return check->solver;
}

/* Only UNSAT is taken as an answer: all else counts as possible. */
static bool check_is_feasible(check_t *check, const term_t *condition) {
    if (!condition || term_is_true(condition)) return true;
    if (term_is_false(condition)) return false;
    solver_t *solver = check_solver(check);
    return !solver || solver_satisfiable(solver, condition) != SOLVER_UNSAT;
}

static bool check_in_time(check_t *check) {
    const char *reason = NULL;
    if (!check->limits.limits || !limits_exceeded(check->limits.limits, &reason)) return true;
    return check_fail(check, NULL, 0, reason ? reason : "a limit was exceeded");
}

/* Makes one state of two in the same configuration. A fresh truth says which
 * of them is meant: their conditions may hold together, so they cannot. */
static void check_join(check_t *check, sem_state_t *a, sem_state_t *b) {
    terms_t *terms = check->terms;
    const term_t *is_a = semantics_fresh_truth(check->semantics);
    bool differ = false;
    /* What one has, the other must have too; reading enters it. */
    for (size_t i = 0; i < a->store.len; i++)
        semantics_read(check->semantics, b, a->store.data[i].variable);
    for (size_t i = 0; i < b->store.len; i++)
        semantics_read(check->semantics, a, b->store.data[i].variable);
    for (size_t i = 0; i < a->store.len; i++) {
        variable_t variable = a->store.data[i].variable;
        sem_value_t *va = &a->store.data[i].value;
        sem_value_t vb = semantics_read(check->semantics, b, variable);
        if (va->term == vb.term && (va->term || va->bits == vb.bits)) continue;
        unsigned width = variable_width(check->program, variable);
        *va = sem_value_of_term(term_ite(terms, is_a, sem_value_term(terms, *va, width),
                                         sem_value_term(terms, vb, width)));
        differ = true;
    }
    for (size_t i = 0; i < b->store.len; i++) {
        /* Initial contents are not entered by reading. */
        variable_t variable = b->store.data[i].variable;
        if (sem_state_find(a, variable)) continue;
        sem_value_t va = semantics_read(check->semantics, a, variable), vb = b->store.data[i].value;
        unsigned width = variable_width(check->program, variable);
        sem_state_set(a, variable,
                      sem_value_of_term(term_ite(terms, is_a, sem_value_term(terms, va, width),
                                                 sem_value_term(terms, vb, width))));
        differ = true;
    }
    const term_t *ca = sem_state_condition(a, terms), *cb = sem_state_condition(b, terms);
    if (differ) {
        ca = term_and(terms, is_a, ca);
        cb = term_and(terms, term_not(terms, is_a), cb);
    }
    const term_t *either = term_or(terms, ca, cb);
    a->condition = term_is_true(either) ? NULL : either;
}

/* Takes the contents of the state. */
static void check_add(check_t *check, sem_state_t *state) {
    level_t *level = check->next;
    uint64_t key = map64_pointer(state->configuration), found;
    if (map64_get(&level->by_configuration, key, &found)) {
        item_t *item = &level->items.data[found];
        bool is_feasible = item->state.condition == item->feasible;
        check_join(check, &item->state, state);
        if (is_feasible) item->feasible = item->state.condition; /* which is weaker */
        check->stats.joined++;
        return;
    }
    if (level->used == level->items.len) VEC_PUSH(level->items, (item_t){0});
    item_t *item = &level->items.data[level->used];
    sem_state_t old = item->state;
    item->state = *state;
    *state = old;
    item->feasible = check->feasible;
    map64_put(&level->by_configuration, key, level->used++);
    check->expanded++;
}

static bool check_sink(void *context, const sem_step_t *step) {
    check_t *check = context;
    check->stats.steps++;
    switch (step->kind) {
    case SEM_ERROR:
        if (check_is_feasible(check, step->state->condition))
            check_fail(check, step->edge, step->thread, "the violation can be reached");
        break;
    case SEM_STOP:
        if (check_is_feasible(check, step->state->condition))
            check_fail(check, step->edge, step->thread, step->reason);
        break;
    case SEM_NEXT:
        if (step->state->configuration->has_exited) break;
        if (cover_quick(check->cover, step->state))
            check->stats.covered_by_lookup++;
        else
            check_add(check, step->state);
        break;
    }
    return !check->failed;
}

static void level_clear(level_t *level) {
    level->used = 0;
    /* Clearing takes time by capacity, so one wide level must not slow down
     * the many narrow ones that follow. */
    if (level->by_configuration.cap > 256)
        map64_free(&level->by_configuration);
    else if (level->by_configuration.len)
        map64_clear(&level->by_configuration);
}

static void check_note_open(check_t *check, const configuration_t *c) {
    if (!check->stats.open_nodes) return;
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING)
            check->stats.open_nodes[semantics_node(c, t)->id] = true;
}

/* Drops from the next level what is covered or impossible. Whether a state in
 * no kept configuration is possible is asked at some levels only: a question
 * costs more than some steps in vain, and errors and coverings ask anyway. */
static void check_sift(check_t *check, bool ask) {
    level_t *level = check->next;
    size_t left = 0;
    for (size_t i = 0; i < level->used && !check->failed; i++) {
        item_t *item = &level->items.data[i];
        if (cover_has(check->cover, item->state.configuration)) {
            solver_t *solver = check_solver(check);
            if (!solver) return;
            solver_answer_t outside = cover_solve(check->cover, solver, &item->state);
            if (outside == SOLVER_UNSAT) {
                check->stats.covered_by_solver++;
                continue;
            }
            if (outside == SOLVER_SAT) item->feasible = item->state.condition;
        } else if (ask && item->state.condition != item->feasible) {
            if (!check_is_feasible(check, item->state.condition)) continue;
            item->feasible = item->state.condition;
        }
        check_note_open(check, item->state.configuration);
        if (left != i) {
            item_t old = level->items.data[left];
            level->items.data[left] = *item;
            *item = old;
        }
        left++;
    }
    level->used = left;
    check->stats.continued += left;
}

/* What is found out about one thread by trying its steps. */
typedef struct probe {
    check_t *check;
    independence_thread_t *thread;
    size_t uncovered;
    const term_t *condition; /* of its first step that has one */
} probe_t;

static bool probe_sink(void *context, const sem_step_t *step) {
    probe_t *probe = context;
    probe->thread->can_move = true;
    /* The state that is tried has no condition, so this is the step's own. */
    const term_t *condition = step->state->condition;
    terms_t *terms = probe->check->terms;
    if (!condition || (probe->condition && condition == term_not(terms, probe->condition)))
        probe->thread->is_total = true;
    if (!probe->condition) probe->condition = condition;
    if (step->kind != SEM_NEXT) return true;
    const configuration_t *c = step->state->configuration;
    const thread_t *mover = &c->threads[step->thread];
    if (step->thread < c->thread_count && mover->status == THREAD_RUNNING &&
        semantics_node(c, step->thread)->is_loop_head)
        probe->thread->to_loop_head = true;
    if (!c->has_exited && !cover_quick(probe->check->cover, step->state)) probe->uncovered++;
    return true;
}

static void probe_thread(check_t *check, uint32_t t) {
    const configuration_t *c = check->probe.configuration;
    independence_thread_t *thread = &check->threads.data[t];
    *thread = (independence_thread_t){0};
    check->uncovered.data[t] = 0;
    if (!semantics_may_move(c, t)) return;
    probe_t probe = {.check = check, .thread = thread};
    semantics_steps(check->semantics, &check->probe, t, probe_sink, &probe);
    check->uncovered.data[t] = probe.uncovered;
    const node_t *node = semantics_node(c, t);
    if (node->out.len == 1 && node->out.data[0]->kind == EDGE_THREAD_JOIN)
        thread->knows_operand = semantics_operand(check->semantics, &check->probe, t,
                                                  node->out.data[0], &thread->operand);
}

/* The threads whose steps are enough from this state, in check->best: of the
 * sets that are, one that leads out of the kept states least. false: all. */
static bool check_reduce(check_t *check, const sem_state_t *state) {
    const configuration_t *c = state->configuration;
    size_t count = c->thread_count, all = 0, least;
    if (!check->independence || count < 2 || semantics_atomic_thread(c) >= 0) return false;
    sem_state_copy(&check->probe, state);
    check->probe.condition = NULL;
    VEC_RESERVE(check->threads, count);
    VEC_RESERVE(check->uncovered, count);
    VEC_RESERVE(check->chosen, count);
    VEC_RESERVE(check->best, count);
    for (uint32_t t = 0; t < count; t++) {
        probe_thread(check, t);
        all += check->uncovered.data[t];
    }
    least = all;
    bool found = false;
    for (uint32_t seed = 0; seed < count && least; seed++) {
        if (!independence_choose(check->independence, c, check->threads.data, seed,
                                 check->chosen.data))
            continue;
        size_t sum = 0;
        for (uint32_t t = 0; t < count; t++)
            if (check->chosen.data[t]) sum += check->uncovered.data[t];
        if (sum >= least) continue;
        least = sum;
        found = true;
        memcpy(check->best.data, check->chosen.data, count * sizeof(bool));
    }
    check->stats.reduced += found;
    return found;
}

/* All steps of all threads from each state of this level, or of those threads
 * that are enough. */
static void check_expand(check_t *check, size_t depth) {
    level_clear(check->next);
    for (size_t i = 0; i < check->now->used; i++) {
        const sem_state_t *state = &check->now->items.data[i].state;
        check->feasible = check->now->items.data[i].feasible;
        bool is_reduced = check_reduce(check, state);
        for (uint32_t t = 0; t < state->configuration->thread_count; t++) {
            if (is_reduced && !check->best.data[t]) continue;
            if (!semantics_steps(check->semantics, state, t, check_sink, check)) return;
        }
        if (!check_in_time(check)) return;
    }
    if (check->next->used) check_sift(check, depth % CHECK_ASK_EVERY == CHECK_ASK_EVERY - 1);
}

static bool check_from(check_t *check) {
    check->expanded = 0;
    for (size_t depth = 0; check->now->used; depth++) {
        if (depth == check->limits.levels || check->expanded > check->limits.states)
            return check_fail(check, NULL, 0,
                              "no kept state covers what is reached after many steps");
        check_expand(check, depth);
        if (check->failed) return false;
        level_t *now = check->now;
        check->now = check->next;
        check->next = now;
    }
    return true;
}

/* An empty level with one slot to fill. */
static sem_state_t *check_first(check_t *check) {
    level_clear(check->now);
    if (!check->now->items.len) VEC_PUSH(check->now->items, (item_t){0});
    check->now->used = 1;
    return &check->now->items.data[0].state;
}

static bool check_start(check_t *check) {
    check->number = SIZE_MAX;
    sem_state_t *start = check_first(check);
    semantics_initial(check->semantics, start);
    if (cover_quick(check->cover, start)) return true;
    if (cover_has(check->cover, start->configuration)) {
        solver_t *solver = check_solver(check);
        if (!solver) return false;
        if (cover_solve(check->cover, solver, start) == SOLVER_UNSAT) return true;
    }
    return check_fail(check, NULL, 0, "no kept state covers the start of main");
}

static bool check_enter_all(check_t *check) {
    const char *why = NULL;
    for (size_t i = 0; i < check->proof->count; i++) {
        check->number = i;
        if (!cover_enter(check->cover, i, &why)) return check_fail(check, NULL, 0, why);
        if (!check_in_time(check)) return false;
    }
    return true;
}

static bool check_all(check_t *check) {
    if (check->proof->count >= UINT32_MAX) return check_fail(check, NULL, 0, "too many states");
    if (!check_enter_all(check) || !check_start(check)) return false;
    for (size_t i = 0; i < check->proof->count; i++) {
        check->number = i;
        semantics_restart_symbols(check->semantics);
        if (!cover_load(check->cover, i, check_first(check)))
            return check_fail(check, NULL, 0, "a formula with symbols that are no variables");
        /* Taking a kept state as possible costs steps, never soundness. */
        check->now->items.data[0].feasible = check->now->items.data[0].state.condition;
        if (!check_from(check)) return false;
        check->stats.kept++;
    }
    return true;
}

bool proof_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    check_t check = {.program = program, .terms = terms, .class = class, .proof = proof};
    if (limits) check.limits = *limits;
    if (stats) check.stats.open_nodes = stats->open_nodes;
    if (!check.limits.levels) check.limits.levels = 10000;
    if (!check.limits.states) check.limits.states = 1000000;
    if (!check.limits.milliseconds) check.limits.milliseconds = 10000;
    check.semantics = semantics_new(program, terms);
    check.cover = cover_new(check.semantics, proof);
    if (check.limits.is_reduced) check.independence = independence_new(program);
    check.now = &check.levels[0];
    check.next = &check.levels[1];
    bool accepted = check_all(&check);
    /* Where steps were left out there are states that nobody looked at. */
    if (check.stats.open_nodes && check.stats.reduced)
        memset(check.stats.open_nodes, true, program->nodes.len * sizeof(bool));
    if (stats) *stats = check.stats;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.why));
    strbuf_free(&check.why);
    for (int l = 0; l < 2; l++) {
        for (size_t i = 0; i < check.levels[l].items.len; i++)
            sem_state_free(&check.levels[l].items.data[i].state);
        VEC_FREE(check.levels[l].items);
        map64_free(&check.levels[l].by_configuration);
    }
    independence_delete(check.independence);
    sem_state_free(&check.probe);
    VEC_FREE(check.threads);
    VEC_FREE(check.uncovered);
    VEC_FREE(check.chosen);
    VEC_FREE(check.best);
    cover_delete(check.cover);
    semantics_delete(check.semantics);
    if (check.solver) solver_delete(check.solver);
    return accepted;
}
