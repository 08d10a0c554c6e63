#include "witness/crowd_check.h"

#include "cfa/layout.h"
#include "util/arena.h"
#include "witness/cells.h"
#include "witness/crowd_index.h"

#include <string.h>

/* What a step of one thread leads to, in numbers of the proof. A half may be in
 * several of the proof. */
typedef struct outcome {
    crowd_numbers_t commons;
    crowd_numbers_t *threads; /* the mover, if it goes on and is not main; new threads */
    size_t thread_count;
} outcome_t;

typedef VEC(outcome_t) outcomes_t;

typedef struct crowd_checker {
    const program_t *program;
    terms_t *terms;
    const solver_class_t *class;
    solver_t *solver;
    const crowd_proof_t *proof;
    check_limits_t limits;
    check_stats_t stats;
    semantics_t *semantics;
    cells_t cells;
    crowd_index_t *commons, *locals;
    intern_t states;   /* crowd_state_t by common and exact */
    map64_t outcomes;  /* (common, mover) -> outcomes_t */
    VEC(outcomes_t *) all_outcomes;
    map64_t included;  /* (state, state): are the many of the first among those of the second? */
    VEC(uint64_t *) many_sets; /* of each state, a bit per local; made when needed */
    VEC(sem_state_t) open;     /* inside an atomic section */
    size_t inside;             /* states made there */
    unsigned mover_thread;
    const term_t *loaded; /* the condition before the step */
    outcomes_t *filling;
    VEC(uint32_t) exact; /* scratch */
    bool failed;
    strbuf_t why;
} crowd_checker_t;

enum { MAX_INSIDE = 20000 }; /* states inside one atomic section */

static bool reject(crowd_checker_t *check, const edge_t *edge, const char *reason) {
    if (check->failed) return false;
    check->failed = true;
    if (edge && edge->source.file)
        strbuf_printf(&check->why, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&check->why, reason);
    return false;
}

/* What must hold of the program for threads to be looked at one by one: none has
 * a name, none owns memory that another may reach, but main. */

static bool has_self(const expr_t *expr) {
    bool found = expr && expr->kind == EXPR_SELF;
    for (unsigned i = 0; expr && i < expr->arity; i++) found = found || has_self(expr->a[i]);
    return found;
}

static bool names_thread(const edge_t *edge) {
    bool found = has_self(edge->address) || has_self(edge->value);
    for (size_t i = 0; i < edge->arg_count; i++) found = found || has_self(edge->args[i]);
    return found;
}

static bool check_program(crowd_checker_t *check) {
    const program_t *program = check->program;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (names_thread(edge)) return reject(check, edge, "a thread asks who it is");
        if (edge->kind == EDGE_ALLOC || edge->kind == EDGE_FREE)
            return reject(check, edge, "a thread uses the heap");
        if (edge->callee == program->main) return reject(check, edge, "main is called");
    }
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        bool in_main = object->kind == OBJECT_LOCAL && object->function == program->main;
        bool on_stack = object->kind == OBJECT_LOCAL || object->kind == OBJECT_THREAD;
        if (on_stack && !in_main && object->may_be_shared)
            return reject(check, NULL, "threads share what lies on their stacks");
    }
    return true;
}

/* Questions to the solver. */

static solver_t *get_solver(crowd_checker_t *check) {
    const char *why = "no solver was given";
    if (!check->solver && check->class)
        check->solver = solver_new(check->class, check->terms, &why);
    if (!check->solver) reject(check, NULL, why);
    if (check->solver) check->solver->milliseconds = check->limits.milliseconds;
    return check->solver;
}

static bool is_impossible(crowd_checker_t *check, const term_t *condition) {
    if (!condition || term_is_true(condition)) return false;
    if (term_is_false(condition)) return true;
    solver_t *solver = get_solver(check);
    return solver && solver_satisfiable(solver, condition) == SOLVER_UNSAT;
}

/* Values that the condition leaves no choice become constants. What was known
 * before the step left them a choice, or they would have been constants. */
static void find_constants(crowd_checker_t *check, sem_state_t *state) {
    if (state->condition == check->loaded) return;
    solver_t *solver = get_solver(check);
    if (!solver) return;
    solver_push(solver);
    solver_assert(solver, state->condition);
    for (size_t i = 0; i < state->store.len; i++) {
        sem_value_t *value = &state->store.data[i].value;
        if (sem_value_is_const(*value)) continue;
        if (solver_check(solver, NULL, 0) != SOLVER_SAT) break;
        const term_t *model = solver_evaluate(solver, value->term);
        solver_push(solver);
        solver_assert(solver, term_not(check->terms, term_equal(check->terms, value->term, model)));
        solver_answer_t other = solver_check(solver, NULL, 0);
        solver_pop(solver);
        if (other == SOLVER_UNSAT) *value = sem_value_of_term(model);
    }
    solver_pop(solver);
}

/* Leaves those halves of which the state is sure to be one. */
static void sift(crowd_checker_t *check, crowd_index_t *index, sem_state_t *state, unsigned thread,
                 crowd_numbers_t *numbers) {
    size_t kept = 0;
    for (size_t i = 0; i < numbers->len; i++) {
        const term_t *formula = crowd_index_formula(index, state, numbers->data[i], thread);
        const term_t *condition = sem_state_condition(state, check->terms);
        bool holds = term_is_true(formula) || term_has_conjuncts(condition, formula);
        if (holds || is_impossible(
                         check, term_and(check->terms, condition, term_not(check->terms, formula))))
            numbers->data[kept++] = numbers->data[i];
    }
    numbers->len = kept;
}

/* From a configuration of two threads to halves. */

static const configuration_t *alone(crowd_checker_t *check, const thread_t *thread,
                                    unsigned number) {
    /* Only one that has not moved has another number than 1. */
    frame_t first;
    thread_t threads[2] = {{.status = THREAD_FREE}, *thread};
    if (number != 1) {
        first = thread->frames[0];
        first.base = layout_first_frame(check->program, 1);
        threads[1].frames = &first;
    }
    configuration_t draft = {.thread_count = 2, .threads = threads};
    return semantics_configuration(check->semantics, &draft);
}

static const configuration_t *without_others(crowd_checker_t *check, const configuration_t *c) {
    VEC(held_lock_t) locks = {0};
    for (uint32_t i = 0; i < c->lock_count; i++) {
        VEC_PUSH(locks, c->locks[i]);
        VEC_TOP(locks).thread = 0; /* whoever unlocks may */
    }
    thread_t main_thread = {.status = THREAD_FREE};
    if (c->thread_count) main_thread = c->threads[0];
    configuration_t draft = {.thread_count = 1,
                             .threads = &main_thread,
                             .locks = locks.data,
                             .lock_count = (uint32_t)locks.len};
    const configuration_t *result = semantics_configuration(check->semantics, &draft);
    VEC_FREE(locks);
    return result;
}

static void find_thread(crowd_checker_t *check, sem_state_t *state, unsigned number,
                        crowd_numbers_t *out) {
    const thread_t *thread = &state->configuration->threads[number];
    crowd_index_find(check->locals, state, alone(check, thread, number), number, out);
    sift(check, check->locals, state, number, out);
}

static void find_common(crowd_checker_t *check, sem_state_t *state, crowd_numbers_t *out) {
    const configuration_t *c = without_others(check, state->configuration);
    crowd_index_find(check->commons, state, c, 1, out);
    sift(check, check->commons, state, 1, out);
}

/* An address of a stack that is handed out would mean another thread's there. */
static bool hands_out_stack(const sem_state_t *state, bool by_main) {
    for (size_t i = 0; !by_main && i < state->store.len; i++) {
        const sem_entry_t *entry = &state->store.data[i];
        bool is_own =
            variable_kind(entry->variable) == VARIABLE_CELL
                ? variable_address(entry->variable) - layout_thread_block(1) < LAYOUT_REGION_SIZE
                : variable_thread(entry->variable) == 1;
        if (!is_own && sem_value_is_const(entry->value) &&
            entry->value.bits - layout_thread_block(1) < LAYOUT_REGION_SIZE)
            return true;
    }
    return false;
}

static bool add_outcome(crowd_checker_t *check, sem_state_t *state, const edge_t *edge) {
    const configuration_t *c = state->configuration;
    bool by_main = check->mover_thread == 0;
    find_constants(check, state);
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (c->locks[i].address - layout_thread_block(1) <
            LAYOUT_REGION_SIZE * (LAYOUT_MAX_THREADS - 1))
            return reject(check, edge, "a thread locks a mutex on its stack");
    if (hands_out_stack(state, by_main))
        return reject(check, edge, "a thread hands out an address of its stack");
    outcome_t outcome = {0};
    find_common(check, state, &outcome.commons);
    bool is_covered = outcome.commons.len > 0;
    outcome.threads = mem_zalloc((c->thread_count + 1) * sizeof *outcome.threads);
    for (uint32_t t = 1; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        crowd_numbers_t *numbers = &outcome.threads[outcome.thread_count++];
        find_thread(check, state, t, numbers);
        if (!numbers->len) is_covered = false;
    }
    VEC_PUSH(*check->filling, outcome);
    if (is_covered) return true;
    if (is_impossible(check, state->condition)) {
        outcome_t gone = VEC_POP(*check->filling);
        VEC_FREE(gone.commons);
        for (size_t i = 0; i < gone.thread_count; i++) VEC_FREE(gone.threads[i]);
        mem_free(gone.threads);
        return true;
    }
    return reject(check, edge, "the proof has nothing for what this step leads to");
}

/* Handles of threads say nothing: all that the edge may write is unknown. */
static void forget_handle(crowd_checker_t *check, sem_state_t *state, const edge_t *edge) {
    cells_places_t places = {0};
    if (edge->access.anything) {
        sem_state_forget_cells(state, 0, UINT64_MAX);
    } else {
        cells_places(&check->cells, state->configuration, &edge->access, &places);
        for (size_t i = 0; i < places.len; i++)
            sem_state_forget_cells(state, places.data[i].address,
                                   places.data[i].address + places.data[i].size);
    }
    VEC_FREE(places);
}

static bool arrive(crowd_checker_t *check, sem_state_t *state, const edge_t *edge) {
    if (state->configuration->has_exited) return true;
    if (edge->kind == EDGE_THREAD_CREATE) forget_handle(check, state, edge);
    if (semantics_atomic_thread(state->configuration) < 0) return add_outcome(check, state, edge);
    if (++check->inside > MAX_INSIDE) return reject(check, edge, "a long atomic section");
    sem_state_t copy = {0};
    sem_state_copy(&copy, state);
    VEC_PUSH(check->open, copy);
    return true;
}

static bool sink(void *context, const sem_step_t *step) {
    crowd_checker_t *check = context;
    check->stats.steps++;
    switch (step->kind) {
    case SEM_NEXT: arrive(check, step->state, step->edge); break;
    case SEM_ERROR:
        if (!is_impossible(check, step->state->condition))
            reject(check, step->edge, "the violation can be reached");
        break;
    case SEM_STOP:
        if (!is_impossible(check, step->state->condition)) reject(check, step->edge, step->reason);
        break;
    }
    return !check->failed;
}

/* Whoever is joined or detached: the mover may go on, and knows nothing new. */
static bool pass_by(crowd_checker_t *check, const sem_state_t *state, const edge_t *edge) {
    unsigned mover = check->mover_thread;
    const configuration_t *c = state->configuration;
    const thread_t *moving = &c->threads[mover];
    thread_t *threads = mem_alloc(c->thread_count * sizeof *threads);
    frame_t *frames = mem_alloc(moving->frame_count * sizeof *frames);
    memcpy(threads, c->threads, c->thread_count * sizeof *threads);
    memcpy(frames, moving->frames, moving->frame_count * sizeof *frames);
    frame_t *top = &frames[moving->frame_count - 1];
    sem_state_t next = {0};
    sem_state_copy(&next, state);
    if (edge->target != NO_REG)
        sem_state_forget(
            &next, variable_reg(mover, moving->frame_count - 1, top->node->function, edge->target));
    top->node = edge->to;
    threads[mover].frames = frames;
    configuration_t draft = *c;
    draft.threads = threads;
    next.configuration = semantics_configuration(check->semantics, &draft);
    bool ok = arrive(check, &next, edge);
    sem_state_free(&next);
    mem_free(threads);
    mem_free(frames);
    return ok;
}

static bool step_from(crowd_checker_t *check, const sem_state_t *state) {
    if (!semantics_may_move(state->configuration, check->mover_thread)) return true;
    const node_t *node = semantics_node(state->configuration, check->mover_thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        bool passes = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
        bool ok = passes ? pass_by(check, state, edge)
                         : semantics_steps_along(check->semantics, state, check->mover_thread, edge,
                                                 sink, check);
        if (!ok) return false;
    }
    return true;
}

/* The symbols of a formula are the values of variables at this point. */
static void enter(crowd_checker_t *check, const kept_state_t *half, sem_state_t *state) {
    term_vec_t symbols = {0};
    for (size_t i = 0; i < half->binding_count; i++)
        sem_state_set(state, half->bindings[i].variable, sem_value_const(half->bindings[i].value));
    if (half->formula) {
        term_symbols(check->terms, half->formula, &symbols);
        sem_state_require(state, check->terms, half->formula);
    }
    for (size_t i = 0; i < symbols.len; i++)
        sem_state_set(state, symbols.data[i]->value, (sem_value_t){symbols.data[i], 0});
    VEC_FREE(symbols);
}

static void load(crowd_checker_t *check, uint32_t common, uint32_t mover, sem_state_t *state) {
    const configuration_t *c = crowd_index_configuration(check->commons, common);
    state->configuration = c;
    enter(check, &check->proof->commons[common], state);
    if (!mover) return;
    enter(check, &check->proof->locals[mover], state);
    thread_t threads[2] = {{.status = THREAD_FREE},
                           crowd_index_configuration(check->locals, mover)->threads[1]};
    if (c->thread_count) threads[0] = c->threads[0];
    configuration_t draft = *c;
    draft.thread_count = 2;
    draft.threads = threads;
    state->configuration = semantics_configuration(check->semantics, &draft);
}

/* All steps of a thread; mover 0 is main. */
static const outcomes_t *steps_of(crowd_checker_t *check, uint32_t common, uint32_t mover) {
    uint64_t key = (uint64_t)common << 32 | mover, known;
    if (map64_get(&check->outcomes, key, &known)) return (const outcomes_t *)(uintptr_t)known;
    outcomes_t *outcomes = mem_zalloc(sizeof *outcomes);
    VEC_PUSH(check->all_outcomes, outcomes);
    map64_put(&check->outcomes, key, map64_pointer(outcomes));
    check->filling = outcomes;
    check->mover_thread = mover ? 1 : 0;
    semantics_restart_symbols(check->semantics);
    sem_state_t state = {0};
    load(check, common, mover, &state);
    check->loaded = state.condition;
    check->inside = 0;
    step_from(check, &state);
    sem_state_free(&state);
    while (check->open.len) {
        state = VEC_POP(check->open);
        if (!check->failed) step_from(check, &state);
        sem_state_free(&state);
    }
    return outcomes;
}

/* Coverage. */

static bool same_state(const void *in_table, const void *key) {
    const crowd_state_t *a = in_table, *b = key;
    return a->common == b->common && a->exact_count == b->exact_count &&
           (!a->exact_count || !memcmp(a->exact, b->exact, a->exact_count * sizeof *a->exact));
}

static uint64_t hash_state(const crowd_state_t *state) {
    uint64_t hash = state->common;
    for (uint32_t i = 0; i < state->exact_count; i++) hash = hash_mix(hash, state->exact[i]);
    return hash;
}

/* A local may speak of thread 1 alone: what others can change does not stay as it
 * is while the thread waits. A common half speaks of no thread but main. */
static bool may_speak_of(variable_t variable, bool is_local) {
    uint64_t offset = variable_address(variable) - layout_thread_block(1);
    bool of_thread_one = variable_kind(variable) == VARIABLE_CELL ? offset < LAYOUT_REGION_SIZE
                                                                  : variable_thread(variable) == 1;
    bool of_others = variable_kind(variable) == VARIABLE_CELL
                         ? offset < LAYOUT_REGION_SIZE * (LAYOUT_MAX_THREADS - 1)
                         : variable_thread(variable) != 0;
    if (variable_kind(variable) == VARIABLE_EXIT) return false;
    return is_local ? of_thread_one : !of_others;
}

/* Symbols must be of variables that the half may speak of and does not bind; other
 * symbols could be mistaken for those that the semantics makes. */
static bool formula_is_sound(crowd_checker_t *check, const kept_state_t *half, bool is_local) {
    term_vec_t symbols = {0};
    bool sound = true;
    if (half->formula) term_symbols(check->terms, half->formula, &symbols);
    for (size_t i = 0; i < symbols.len; i++) {
        const term_t *symbol = symbols.data[i];
        sound = sound && symbol->index == 0 && symbol->sort.kind == SORT_BV &&
                may_speak_of(symbol->value, is_local) &&
                symbol->sort.width == variable_width(check->program, symbol->value);
        for (size_t j = 0; j < half->binding_count; j++)
            sound = sound && half->bindings[j].variable != symbol->value;
    }
    VEC_FREE(symbols);
    return sound;
}

static bool half_is_sound(crowd_checker_t *check, const kept_state_t *half, uint32_t threads) {
    const configuration_t *c = half->configuration;
    bool is_local = threads == 2;
    for (size_t i = 0; i < half->binding_count; i++)
        if (!may_speak_of(half->bindings[i].variable, is_local)) return false;
    for (size_t i = 1; i < half->binding_count; i++)
        if (half->bindings[i - 1].variable >= half->bindings[i].variable) return false;
    return !c->unsupported && !c->has_exited && !configuration_is_error(c) &&
           c->thread_count <= threads && !c->heap_count &&
           formula_is_sound(check, half, is_local) && semantics_atomic_thread(c) < 0;
}

static bool enter_states(crowd_checker_t *check) {
    bool sound = true;
    for (size_t i = 0; i < check->proof->common_count; i++)
        sound = sound && half_is_sound(check, &check->proof->commons[i], 1);
    for (size_t i = 1; i < check->proof->local_count; i++)
        sound = sound && half_is_sound(check, &check->proof->locals[i], 2) &&
                check->proof->locals[i].configuration->thread_count == 2 &&
                check->proof->locals[i].configuration->threads[1].status == THREAD_RUNNING;
    if (!sound) return reject(check, NULL, "a state of the proof is malformed");
    for (size_t i = 0; i < check->proof->state_count; i++) {
        const crowd_state_t *state = &check->proof->states[i];
        bool ok = state->common < check->proof->common_count;
        for (uint32_t j = 0; j < state->exact_count; j++)
            ok = ok && state->exact[j] && state->exact[j] < check->proof->local_count &&
                 (!j || state->exact[j - 1] < state->exact[j]);
        for (uint32_t j = 0; j < state->many_count; j++)
            ok = ok && state->many[j] && state->many[j] < check->proof->local_count;
        if (!ok) return reject(check, NULL, "a state of the proof is malformed");
        uint64_t hash = hash_state(state);
        if (!intern_find(&check->states, hash, state))
            intern_add(&check->states, hash, (void *)(uintptr_t)state);
        VEC_PUSH(check->many_sets, NULL);
    }
    return true;
}

static const uint64_t *many_set(crowd_checker_t *check, const crowd_state_t *state) {
    uint64_t **set = &check->many_sets.data[state - check->proof->states];
    if (!*set) {
        *set = mem_zalloc((check->proof->local_count / 64 + 1) * sizeof **set);
        for (uint32_t i = 0; i < state->many_count; i++)
            (*set)[state->many[i] / 64] |= UINT64_C(1) << (state->many[i] % 64);
    }
    return *set;
}

static bool many_has(crowd_checker_t *check, const crowd_state_t *state, uint32_t local) {
    return many_set(check, state)[local / 64] >> (local % 64) & 1;
}

static bool many_include(crowd_checker_t *check, const crowd_state_t *big,
                         const crowd_state_t *small) {
    uint64_t key =
        (uint64_t)(big - check->proof->states) << 32 | (uint64_t)(small - check->proof->states);
    uint64_t known;
    if (map64_get(&check->included, key, &known)) return known;
    const uint64_t *a = many_set(check, big), *b = many_set(check, small);
    bool included = true;
    for (size_t i = 0; i <= check->proof->local_count / 64; i++)
        if (b[i] & ~a[i]) included = false;
    map64_put(&check->included, key, included);
    return included;
}

static bool insert_exact(crowd_checker_t *check, uint32_t local) {
    size_t at = 0;
    while (at < check->exact.len && check->exact.data[at] < local) at++;
    if (at < check->exact.len && check->exact.data[at] == local) return false;
    VEC_PUSH(check->exact, 0);
    memmove(&check->exact.data[at + 1], &check->exact.data[at],
            (check->exact.len - 1 - at) * sizeof(uint32_t));
    check->exact.data[at] = local;
    return true;
}

static void remove_exact(crowd_checker_t *check, uint32_t local) {
    size_t kept = 0;
    for (size_t i = 0; i < check->exact.len; i++)
        if (check->exact.data[i] != local) check->exact.data[kept++] = check->exact.data[i];
    check->exact.len = kept;
}

/* Places the threads of the outcome from number `next` on among the exact ones or
 * the many, in all ways, until a state of the proof has them all. `many` are
 * those that must be among its many. */
static bool place(crowd_checker_t *check, const crowd_state_t *from, const outcome_t *outcome,
                  size_t next, uint32_t common, uint32_t *many, size_t many_count) {
    if (next == outcome->thread_count) {
        crowd_state_t key = {.common = common,
                             .exact = check->exact.data,
                             .exact_count = (uint32_t)check->exact.len};
        const crowd_state_t *to = intern_find(&check->states, hash_state(&key), &key);
        if (!to || !many_include(check, to, from)) return false;
        for (size_t i = 0; i < many_count; i++)
            if (!many_has(check, to, many[i])) return false;
        return true;
    }
    const crowd_numbers_t *choices = &outcome->threads[next];
    for (size_t i = 0; i < choices->len; i++) {
        uint32_t local = choices->data[i];
        if (insert_exact(check, local)) {
            bool ok = place(check, from, outcome, next + 1, common, many, many_count);
            remove_exact(check, local);
            if (ok) return true;
        }
        many[many_count] = local;
        if (place(check, from, outcome, next + 1, common, many, many_count + 1)) return true;
    }
    return false;
}

static bool check_mover(crowd_checker_t *check, const crowd_state_t *from, uint32_t mover,
                        bool is_exact) {
    const char *reason = NULL;
    if (check->limits.limits && limits_exceeded(check->limits.limits, &reason))
        return reject(check, NULL, reason);
    const outcomes_t *outcomes = steps_of(check, from->common, mover);
    for (size_t i = 0; i < outcomes->len && !check->failed; i++) {
        const outcome_t *outcome = &outcomes->data[i];
        uint32_t *many = mem_alloc((outcome->thread_count + 1) * sizeof *many);
        bool covered = false;
        VEC_CLEAR(check->exact);
        for (uint32_t j = 0; j < from->exact_count; j++)
            if (!is_exact || from->exact[j] != mover) VEC_PUSH(check->exact, from->exact[j]);
        for (size_t j = 0; j < outcome->commons.len && !covered; j++)
            covered = place(check, from, outcome, 0, outcome->commons.data[j], many, 0);
        mem_free(many);
        if (!covered) return reject(check, NULL, "the proof does not keep who is there together");
    }
    return !check->failed;
}

static bool check_start(crowd_checker_t *check) {
    sem_state_t start = {0};
    crowd_numbers_t commons = {0};
    bool found = false;
    semantics_initial(check->semantics, &start);
    find_common(check, &start, &commons);
    for (size_t i = 0; i < commons.len && !found; i++) {
        crowd_state_t key = {.common = commons.data[i]};
        found = intern_find(&check->states, hash_state(&key), &key) != NULL;
    }
    VEC_FREE(commons);
    sem_state_free(&start);
    return found || reject(check, NULL, "no state of the proof covers the start of main");
}

static bool check_all(crowd_checker_t *check) {
    if (!check_program(check) || !enter_states(check)) return false;
    check->commons =
        crowd_index_new(check->semantics, check->proof->commons, 0, check->proof->common_count);
    check->locals =
        crowd_index_new(check->semantics, check->proof->locals, 1, check->proof->local_count);
    if (!check_start(check)) return false;
    for (size_t i = 0; i < check->proof->state_count; i++) {
        const crowd_state_t *state = &check->proof->states[i];
        if (!check_mover(check, state, 0, false)) return false;
        for (uint32_t j = 0; j < state->exact_count; j++)
            if (!check_mover(check, state, state->exact[j], true)) return false;
        for (uint32_t j = 0; j < state->many_count; j++)
            if (!check_mover(check, state, state->many[j], false)) return false;
        check->stats.kept++;
    }
    return true;
}

static void free_outcomes(crowd_checker_t *check) {
    for (size_t i = 0; i < check->all_outcomes.len; i++) {
        outcomes_t *outcomes = check->all_outcomes.data[i];
        for (size_t j = 0; j < outcomes->len; j++) {
            outcome_t *outcome = &outcomes->data[j];
            VEC_FREE(outcome->commons);
            for (size_t k = 0; k < outcome->thread_count; k++) VEC_FREE(outcome->threads[k]);
            mem_free(outcome->threads);
        }
        VEC_FREE(*outcomes);
        mem_free(outcomes);
    }
    VEC_FREE(check->all_outcomes);
    map64_free(&check->outcomes);
}

bool crowd_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const crowd_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    crowd_checker_t check = {.program = program, .terms = terms, .class = class, .proof = proof};
    check.limits = *limits;
    check.semantics = semantics_new(program, terms);
    cells_init(&check.cells, program);
    intern_init(&check.states, same_state);
    bool accepted = check_all(&check);
    stats->kept = check.stats.kept;
    stats->steps = check.stats.steps;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.why));
    strbuf_free(&check.why);
    free_outcomes(&check);
    for (size_t i = 0; i < check.many_sets.len; i++) mem_free(check.many_sets.data[i]);
    VEC_FREE(check.many_sets);
    VEC_FREE(check.open);
    VEC_FREE(check.exact);
    map64_free(&check.included);
    intern_free(&check.states);
    crowd_index_delete(check.commons);
    crowd_index_delete(check.locals);
    cells_free(&check.cells);
    if (check.solver) solver_delete(check.solver);
    semantics_delete(check.semantics);
    return accepted;
}
