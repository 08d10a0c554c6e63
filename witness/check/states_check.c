#include "witness/check/states_check.h"

#include "witness/check/alike.h"
#include "witness/check/cover.h"
#include "witness/check/frontier.h"
#include "witness/check/independence.h"
#include "witness/semantics/sem_race.h"

#include <inttypes.h>
#include <string.h>

enum { CHECK_ASK_EVERY = 8 };

typedef struct states_check {
    const program_t *program;
    terms_t *terms;
    const solver_class_t *class;
    solver_t *solver; /* NULL until it is needed */
    const states_proof_t *proof;
    semantics_t *semantics;
    cover_t *cover;
    check_limits_t limits;
    check_stats_t stats;
    frontier_t levels[2];
    frontier_t *now, *next;
    frontier_seen_t seen;
    const term_t *feasible; /* known of the state whose steps are made */
    size_t number;   /* of the kept state from which we go; SIZE_MAX: the start of main */
    size_t expanded; /* states made from it */
    bool failed;
    bool forbids_stuck; /* the proof claims that some thread can always move */
    bool forbids_races; /* ... that no two threads race */
    strbuf_t why;
    /* For reduced proofs: */
    independence_t *independence; /* NULL: the proof is not reduced */
    arena_t *arena;
    map64_t explored; /* configuration -> set of threads that the proof followed */
    /* For proofs by representatives: */
    bool renumbers;
    VEC(binding_t) values;  /* scratch */
    VEC(uint32_t) numbers;  /* scratch */
    sem_state_t renumbered; /* scratch */
} states_check_t;

static bool check_fail(states_check_t *check, const edge_t *edge, unsigned thread,
                       const char *reason) {
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
        for (size_t i = 0; i < kept.binding_count && i < 12; i++) {
            strbuf_add(&check->why, i ? ", " : " with ");
            variable_print(&check->why, check->program, kept.bindings[i].variable);
            strbuf_printf(&check->why, " = %" PRIu64, kept.bindings[i].value);
        }
        if (kept.formula) strbuf_add(&check->why, " and a formula");
    }
    return false;
}

static solver_t *check_solver(states_check_t *check) {
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

static solver_answer_t check_ask(states_check_t *check, const term_t *condition) {
    if (!condition || term_is_true(condition)) return SOLVER_SAT;
    if (term_is_false(condition)) return SOLVER_UNSAT;
    solver_t *solver = check_solver(check);
    return solver ? solver_satisfiable(solver, condition) : SOLVER_UNKNOWN;
}

/* A step that must not be possible: only UNSAT proves that it is not. */
static void check_excluded(states_check_t *check, const sem_step_t *step, const char *what) {
    solver_answer_t answer = check_ask(check, step->state->condition);
    if (answer == SOLVER_UNSAT) return;
    strbuf_t reason = {0};
    if (answer == SOLVER_UNKNOWN) strbuf_add(&reason, "the solver cannot exclude: ");
    strbuf_add(&reason, what);
    check_fail(check, step->edge, step->thread, strbuf_text(&reason));
    strbuf_free(&reason);
}

static bool check_in_time(states_check_t *check) {
    const char *reason = NULL;
    if (!check->limits.limits || !limits_exceeded(check->limits.limits, &reason)) return true;
    return check_fail(check, NULL, 0, reason ? reason : "a limit was exceeded");
}

static void check_add(states_check_t *check, sem_state_t *state) {
    switch (frontier_add(check->next, &check->seen, check->semantics, state, check->feasible)) {
    case FRONTIER_NEW: check->expanded++; break;
    case FRONTIER_JOINED: check->stats.joined++; break;
    case FRONTIER_SEEN: check->stats.covered_by_lookup++; break;
    }
}

/* In no state that is looked at may all threads wait; the kept ones are all looked at. */
static void check_stuck(states_check_t *check, const sem_state_t *state) {
    sem_waits_t waits = semantics_stuck(check->semantics, state);
    if (waits == SEM_WAITS_NOT || check_ask(check, state->condition) == SOLVER_UNSAT) return;
    check_fail(check, NULL, 0,
               waits == SEM_WAITS ? "a state can be reached in which no thread can move"
                                  : "whether all threads wait is not known");
}

typedef struct race_look {
    states_check_t *check;
    const sem_state_t *state;
} race_look_t;

static bool check_race(void *context, const sem_race_t *race) {
    const race_look_t *look = context;
    states_check_t *check = look->check;
    const term_t *condition = sem_state_condition(look->state, check->terms);
    if (race->condition) condition = term_and(check->terms, condition, race->condition);
    solver_answer_t answer = check_ask(check, condition);
    if (answer == SOLVER_UNSAT) return true;
    return check_fail(check, race->edges[0], race->threads[0],
                      answer == SOLVER_SAT ? "a data race can be reached"
                                           : "the solver cannot exclude a data race");
}

static void check_races(states_check_t *check, const sem_state_t *state) {
    race_look_t look = {check, state};
    semantics_races(check->semantics, state, check_race, &look);
}

/* Is the state one that a kept state stands for under other numbers? The proof
 * says which; whether they are a renumbering is seen here. */
static bool check_renumbered(states_check_t *check, const sem_state_t *state) {
    uint32_t count = state->configuration->thread_count;
    if (!check->renumbers || count < 3) return false;
    VEC_CLEAR(check->values);
    for (size_t i = 0; i < state->store.len; i++) {
        const sem_entry_t *entry = &state->store.data[i];
        if (sem_value_is_const(entry->value))
            VEC_PUSH(check->values, (binding_t){entry->variable, entry->value.bits});
    }
    VEC_RESERVE(check->numbers, count);
    return check->proof->renumber(check->proof->owner, state->configuration, check->values.data,
                                  check->values.len, check->numbers.data) &&
           alike_renumber(check->semantics, state, check->numbers.data, &check->renumbered) &&
           cover_quick(check->cover, &check->renumbered);
}

static bool check_sink(void *context, const sem_step_t *step) {
    states_check_t *check = context;
    check->stats.steps++;
    switch (step->kind) {
    case SEM_ERROR:
        if (check_claims(&check->limits, step->edge->to->violates))
            check_excluded(check, step, "the violation can be reached");
        break; /* else the run ends here, as far as the proof says */
    case SEM_STOP: check_excluded(check, step, step->reason); break;
    case SEM_NEXT:
        if (step->state->configuration->has_exited) break;
        if (cover_quick(check->cover, step->state) || check_renumbered(check, step->state))
            check->stats.covered_by_lookup++;
        else
            check_add(check, step->state);
        break;
    }
    return !check->failed;
}

static void check_note_open(states_check_t *check, const configuration_t *c) {
    if (!check->stats.open_nodes) return;
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING)
            check->stats.open_nodes[semantics_node(c, t)->id] = true;
}

/* Lookup has said all there is to say about constants against constants. */
static bool check_may_be_covered(const states_check_t *check, const sem_state_t *state) {
    return sem_state_is_known(state) ? cover_has_formulas(check->cover, state->configuration)
                                     : cover_has(check->cover, state->configuration);
}

/* Drops from the next level what is covered or impossible. Whether a state in
 * no kept configuration is possible is asked at some levels only: a question
 * costs more than some steps in vain, and errors and coverings ask anyway. */
static void check_sift(states_check_t *check, bool ask) {
    frontier_t *level = check->next;
    size_t left = 0;
    for (size_t i = 0; i < level->used && !check->failed; i++) {
        frontier_item_t *item = &level->items.data[i];
        if (check_may_be_covered(check, &item->state)) {
            solver_t *solver = check_solver(check);
            if (!solver) return;
            solver_answer_t outside = cover_solve(check->cover, solver, &item->state);
            if (outside == SOLVER_UNSAT) {
                check->stats.covered_by_solver++;
                continue;
            }
            if (outside == SOLVER_SAT) item->feasible = item->state.condition;
        } else if (ask && item->state.condition != item->feasible) {
            if (check_ask(check, item->state.condition) == SOLVER_UNSAT) continue;
            item->feasible = item->state.condition;
        }
        check_note_open(check, item->state.configuration);
        if (left != i) {
            frontier_item_t old = level->items.data[left];
            level->items.data[left] = *item;
            *item = old;
        }
        left++;
    }
    level->used = left;
    check->stats.continued += left;
}

/* What the proof says about a configuration, asked once. */
static const thread_set_t *check_explored(states_check_t *check, const configuration_t *c) {
    uint64_t key = map64_pointer(c), known;
    if (map64_get(&check->explored, key, &known)) return (const thread_set_t *)(uintptr_t)known;
    thread_set_t *threads = ARENA_NEW(check->arena, thread_set_t);
    check->proof->explored(check->proof->owner, c, threads);
    map64_put(&check->explored, key, map64_pointer(threads));
    return threads;
}

/* The threads whose steps are enough from this state: those that the proof
 * followed, if that is right; any set if it does not know the configuration. */
static thread_set_t check_reduce(states_check_t *check, const sem_state_t *state) {
    const configuration_t *c = state->configuration;
    const thread_set_t all = thread_set_all();
    thread_set_t chosen;
    if (!check->independence || c->thread_count < 2) return all;
    const thread_set_t *explored = check_explored(check, c);
    if (thread_set_is_all(explored)) return all;
    bool is_known = !thread_set_is_empty(explored);
    if (independence_choose(check->independence, check->semantics, state,
                            is_known ? explored : &all, &chosen)) {
        check->stats.reduced += !thread_set_is_all(&chosen);
        return chosen;
    }
    if (is_known) check->stats.refused++;
    return all;
}

/* All steps of all threads from each state of this level, or of those threads
 * that are enough. */
static void check_expand(states_check_t *check, size_t depth) {
    frontier_clear(check->next);
    for (size_t i = 0; i < check->now->used; i++) {
        const sem_state_t *state = &check->now->items.data[i].state;
        check->feasible = check->now->items.data[i].feasible;
        if (check->forbids_stuck) check_stuck(check, state);
        if (check->forbids_races && !check->failed) check_races(check, state);
        if (check->failed) return;
        thread_set_t threads = check_reduce(check, state);
        for (uint32_t t = 0; t < state->configuration->thread_count; t++) {
            if (!thread_set_has(&threads, t)) continue;
            if (!semantics_steps(check->semantics, state, t, check_sink, check)) return;
        }
        if (!check_in_time(check)) return;
    }
    if (check->next->used) check_sift(check, depth % CHECK_ASK_EVERY == CHECK_ASK_EVERY - 1);
}

static bool check_from(states_check_t *check) {
    check->expanded = 0;
    for (size_t depth = 0; check->now->used; depth++) {
        if (depth == check->limits.levels || check->expanded > check->limits.states)
            return check_fail(check, NULL, 0,
                              "no kept state covers what is reached after many steps");
        check_expand(check, depth);
        if (check->failed) return false;
        frontier_t *now = check->now;
        check->now = check->next;
        check->next = now;
    }
    return true;
}

static bool check_start(states_check_t *check) {
    check->number = SIZE_MAX;
    sem_state_t *start = &frontier_first(check->now)->state;
    semantics_initial(check->semantics, start);
    if (cover_quick(check->cover, start)) return true;
    if (cover_has(check->cover, start->configuration)) {
        solver_t *solver = check_solver(check);
        if (!solver) return false;
        if (cover_solve(check->cover, solver, start) == SOLVER_UNSAT) return true;
    }
    return check_fail(check, NULL, 0, "no kept state covers the start of main");
}

static bool check_enter_all(states_check_t *check) {
    const char *why = NULL;
    for (size_t i = 0; i < check->proof->count; i++) {
        check->number = i;
        if (!cover_enter(check->cover, i, &why)) return check_fail(check, NULL, 0, why);
        if (!check_in_time(check)) return false;
    }
    return true;
}

static bool check_all(states_check_t *check) {
    if (check->proof->count >= UINT32_MAX) return check_fail(check, NULL, 0, "too many states");
    if (!check_enter_all(check) || !check_start(check)) return false;
    for (size_t i = 0; i < check->proof->count; i++) {
        check->number = i;
        semantics_restart_symbols(check->semantics);
        frontier_item_t *first = frontier_first(check->now);
        if (!cover_load(check->cover, i, &first->state))
            return check_fail(check, NULL, 0, "a formula with symbols that are no variables");
        /* Taking a kept state as possible costs steps, never soundness. */
        first->feasible = first->state.condition;
        if (!check_from(check)) return false;
        check->stats.kept++;
    }
    return true;
}

bool states_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                  const states_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                  char **why) {
    states_check_t check = {.program = program, .terms = terms, .class = class, .proof = proof};
    check.limits = *limits;
    check.forbids_stuck = check_forbids(limits, VIOLATION_STUCK);
    check.forbids_races = check_forbids(limits, VIOLATION_RACE);
    check.stats.open_nodes = stats->open_nodes;
    check.semantics = semantics_new(program, terms);
    semantics_share_inputs(check.semantics); /* states are joined, never conjoined */
    semantics_forget(check.semantics, proof->forgotten);
    check.cover = cover_new(check.semantics, proof);
    frontier_seen_init(&check.seen);
    check.arena = arena_new();
    if (proof->explored)
        check.independence = independence_new(program, proof->forgotten, check_visible(limits));
    check.renumbers = proof->renumber && !alike_obstacle(program);
    check.now = &check.levels[0];
    check.next = &check.levels[1];
    /* Accesses to what is forgotten race, too. */
    if (check.forbids_races && proof->forgotten)
        check_fail(&check, NULL, 0, "a proof about races that forgets objects");
    bool accepted = !check.failed && check_all(&check);
    /* Where steps were left out there are states that nobody looked at. */
    if (check.stats.open_nodes && check.stats.reduced)
        memset(check.stats.open_nodes, true, program->nodes.len * sizeof(bool));
    *stats = check.stats;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.why));
    strbuf_free(&check.why);
    frontier_free(&check.levels[0]);
    frontier_free(&check.levels[1]);
    frontier_seen_free(&check.seen);
    independence_delete(check.independence);
    map64_free(&check.explored);
    arena_delete(check.arena);
    VEC_FREE(check.values);
    VEC_FREE(check.numbers);
    sem_state_free(&check.renumbered);
    cover_delete(check.cover);
    semantics_delete(check.semantics);
    if (check.solver) solver_delete(check.solver);
    return accepted;
}
