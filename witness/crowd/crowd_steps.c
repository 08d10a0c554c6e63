#include "witness/crowd/crowd_steps.h"

#include "cfa/handles.h"
#include "cfa/layout.h"
#include "cfa/own_address.h"
#include "witness/check/alike.h"

#include <string.h>

enum { MAX_INSIDE = 20000 }; /* states inside one atomic section */

bool crowd_steps_reject(crowd_steps_t *steps, const edge_t *edge, const char *reason) {
    if (steps->failed) return false;
    steps->failed = true;
    if (edge && edge->source.file)
        strbuf_printf(&steps->why, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&steps->why, reason);
    return false;
}

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

bool crowd_steps_accept(crowd_steps_t *steps) {
    const program_t *program = steps->program;
    bool *by_threads = alike_executed_by_threads(program);
    for (size_t i = 0; i < program->edges.len && !steps->failed; i++) {
        const edge_t *edge = program->edges.data[i];
        if (names_thread(edge)) crowd_steps_reject(steps, edge, "a thread asks who it is");
        if (edge->kind == EDGE_ALLOC && by_threads[edge->from->function->id])
            crowd_steps_reject(steps, edge, "a thread allocates in a place of its own");
        /* Every thread is thread 1 here, and has its addresses. */
        if (by_threads[edge->from->function->id] && edge_computes_with_own_address(program, edge))
            crowd_steps_reject(steps, edge, "a thread computes with an address of its stack");
        /* hands_out_stack sees only values that are constants. */
        if (by_threads[edge->from->function->id] && edge_hands_out_own_address(program, edge))
            crowd_steps_reject(steps, edge, "a thread may hand out an address of its stack");
        /* Handles are not followed, so the steps would not notice. */
        bool names_one = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
        if (names_one && !edge_names_thread(program, edge))
            crowd_steps_reject(steps, edge, "a thread may be joined or detached twice");
        /* Who holds a mutex is not known here, only that it is held. */
        if (edge->kind == EDGE_OWNS || edge->kind == EDGE_JOINABLE)
            crowd_steps_reject(steps, edge, "a thread asks who holds a mutex, or who is joined");
        if (edge->callee == program->main) crowd_steps_reject(steps, edge, "main is called");
    }
    mem_free(by_threads);
    if (steps->failed) return false;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        bool in_main = object->kind == OBJECT_LOCAL && object->function == program->main;
        bool on_stack = object->kind == OBJECT_LOCAL || object->kind == OBJECT_THREAD;
        if (on_stack && !in_main && object->may_be_shared)
            return crowd_steps_reject(steps, NULL, "threads share what lies on their stacks");
    }
    return true;
}

/* Questions to the solver. */

static solver_t *get_solver(crowd_steps_t *steps) {
    const char *why = "no solver was given";
    if (!steps->solver && steps->class)
        steps->solver = solver_new(steps->class, steps->terms, &why);
    if (!steps->solver) crowd_steps_reject(steps, NULL, why);
    if (steps->solver) steps->solver->milliseconds = steps->limits.milliseconds;
    return steps->solver;
}

bool crowd_steps_impossible(crowd_steps_t *steps, const term_t *condition) {
    if (!condition || term_is_true(condition)) return false;
    if (term_is_false(condition)) return true;
    uint64_t known;
    if (map64_get(&steps->answers, condition->id, &known)) return known;
    solver_t *solver = get_solver(steps);
    bool impossible = solver && solver_satisfiable(solver, condition) == SOLVER_UNSAT;
    map64_put(&steps->answers, condition->id, impossible);
    return impossible;
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

/* Values that the condition leaves no choice become constants. What was known
 * before the step left them a choice, or they would have been constants. */
void crowd_steps_find_constants(crowd_steps_t *steps, sem_state_t *state) {
    if (state->condition == steps->loaded) return;
    solver_t *solver = get_solver(steps);
    if (!solver) return;
    solver_push(solver);
    solver_assert(solver, state->condition);
    for (size_t i = 0; i < state->store.len; i++) {
        sem_value_t *value = &state->store.data[i].value;
        if (sem_value_is_const(*value)) continue;
        if (solver_check(solver, NULL, 0) != SOLVER_SAT) break;
        const term_t *model = solver_evaluate(solver, value->term);
        solver_push(solver);
        solver_assert(solver, term_not(steps->terms, term_equal(steps->terms, value->term, model)));
        solver_answer_t other = solver_check(solver, NULL, 0);
        solver_pop(solver);
        if (other == SOLVER_UNSAT) *value = sem_value_of_term(model);
    }
    solver_pop(solver);
    if (hands_out_stack(state, steps->mover == 0))
        crowd_steps_reject(steps, NULL, "a thread hands out an address of its stack");
}

/* From a configuration of two threads to halves. */

const configuration_t *crowd_steps_local(crowd_steps_t *steps, const configuration_t *c,
                                         unsigned number) {
    /* Only one that has not moved has another number than 1. */
    frame_t first;
    thread_t threads[2] = {{.status = THREAD_FREE}, c->threads[number]};
    if (number != 1) {
        first = c->threads[number].frames[0];
        first.base = layout_first_frame(steps->program, 1);
        threads[1].frames = &first;
    }
    configuration_t draft = {.thread_count = 2, .threads = threads};
    return semantics_configuration(steps->semantics, &draft);
}

const configuration_t *crowd_steps_common(crowd_steps_t *steps, const configuration_t *c) {
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
                             .lock_count = (uint32_t)locks.len,
                             .heap = c->heap,
                             .heap_count = c->heap_count};
    const configuration_t *result = semantics_configuration(steps->semantics, &draft);
    VEC_FREE(locks);
    return result;
}

/* Handles of threads say nothing: all that the edge may write is unknown. */
static void forget_handle(crowd_steps_t *steps, sem_state_t *state, const edge_t *edge) {
    cells_places_t places = {0};
    if (edge->access.anything) {
        sem_state_forget_cells(state, 0, UINT64_MAX);
    } else {
        cells_places(&steps->cells, state->configuration, &edge->access, &places);
        for (size_t i = 0; i < places.len; i++)
            sem_state_forget_cells(state, places.data[i].address,
                                   places.data[i].address + places.data[i].size);
    }
    VEC_FREE(places);
}

static bool leave(crowd_steps_t *steps, sem_state_t *state, const edge_t *edge) {
    const configuration_t *c = state->configuration;
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (c->locks[i].address - layout_thread_block(1) <
            LAYOUT_REGION_SIZE * (LAYOUT_MAX_THREADS - 1))
            return crowd_steps_reject(steps, edge, "a thread locks a mutex on its stack");
    if (hands_out_stack(state, steps->mover == 0))
        return crowd_steps_reject(steps, edge, "a thread hands out an address of its stack");
    return steps->arrival(steps->context, state, edge);
}

/* Going on. */

static bool are_opposite(const expr_t *a, const expr_t *b) {
    return (a->kind == EXPR_NOT && a->a[0] == b) || (b->kind == EXPR_NOT && b->a[0] == a);
}

static bool is_silent(const edge_t *edge, uint32_t frames) {
    if (edge->access.shared || edge->access.anything) return false;
    switch (edge->kind) {
    case EDGE_NOP:
    case EDGE_ASSUME:
    case EDGE_ASSIGN:
    case EDGE_STORE:
    case EDGE_CALL: return true;
    case EDGE_RETURN: return frames > 1; /* main's last one ends all threads */
    default: return false;
    }
}

/* Steps that touch nothing but the thread's own commute with all steps of others.
 * A thread that is sure to make them may make them at once; it is not sure at an
 * assumption, but for a branch of which one side is always open. */
static bool must_go_on(const crowd_steps_t *steps, const configuration_t *c) {
    if (!steps->goes_on || !semantics_may_move(c, steps->mover)) return false;
    const node_t *node = semantics_node(c, steps->mover);
    uint32_t frames = c->threads[steps->mover].frame_count;
    if (node->is_loop_head) return false;
    if (node->out.len == 1)
        return node->out.data[0]->kind != EDGE_ASSUME && is_silent(node->out.data[0], frames);
    if (node->out.len != 2) return false;
    const edge_t *a = node->out.data[0], *b = node->out.data[1];
    return a->kind == EDGE_ASSUME && b->kind == EDGE_ASSUME && is_silent(a, frames) &&
           is_silent(b, frames) && are_opposite(a->value, b->value);
}

/* Memory that one thread alone uses is still common, unless it lies on its stack:
 * what is said of other threads may speak of it. */
static bool writes_common(const program_t *program, const edge_t *edge) {
    if (!edge->access.writes || edge->access.anything) return edge->access.writes;
    for (size_t i = 0; i < edge->access.count; i++) {
        const object_t *object = edge->access.objects[i];
        bool on_stack = object->kind == OBJECT_LOCAL || object->kind == OBJECT_THREAD;
        if (!on_stack || object->function == program->main) return true;
    }
    return false;
}

static bool changes_common(const program_t *program, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_THREAD_CREATE: return true;
    default: return writes_common(program, edge);
    }
}

static bool arrive(crowd_steps_t *steps, sem_state_t *state, const edge_t *edge) {
    if (changes_common(steps->program, edge)) steps->is_noticed = true;
    if (steps->passed && !steps->passed(steps->context, state, edge)) return false;
    if (state->configuration->has_exited) return true;
    if (edge->kind == EDGE_THREAD_CREATE) forget_handle(steps, state, edge);
    if (semantics_atomic_thread(state->configuration) < 0 &&
        !must_go_on(steps, state->configuration))
        return leave(steps, state, edge);
    if (++steps->inside > MAX_INSIDE)
        return crowd_steps_reject(steps, edge, "a long atomic section");
    if (steps->open_nodes)
        steps->open_nodes[semantics_node(state->configuration, steps->mover)->id] = true;
    sem_state_t copy = {0};
    sem_state_copy(&copy, state);
    VEC_PUSH(steps->open, copy);
    return true;
}

static bool sink(void *context, const sem_step_t *step) {
    crowd_steps_t *steps = context;
    steps->count++;
    switch (step->kind) {
    case SEM_NEXT: arrive(steps, step->state, step->edge); break;
    case SEM_ERROR:
        if (!crowd_steps_impossible(steps, step->state->condition))
            crowd_steps_reject(steps, step->edge, "the violation can be reached");
        break;
    case SEM_STOP:
        if (!crowd_steps_impossible(steps, step->state->condition))
            crowd_steps_reject(steps, step->edge, step->reason);
        break;
    }
    return !steps->failed;
}

/* Whoever is joined or detached: the mover may go on, and knows nothing new. */
static bool pass_by(crowd_steps_t *steps, const sem_state_t *state, const edge_t *edge) {
    unsigned mover = steps->mover;
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
    next.configuration = semantics_configuration(steps->semantics, &draft);
    bool ok = arrive(steps, &next, edge);
    sem_state_free(&next);
    mem_free(threads);
    mem_free(frames);
    return ok;
}

static bool step_from(crowd_steps_t *steps, const sem_state_t *state) {
    if (!semantics_may_move(state->configuration, steps->mover)) return true;
    const node_t *node = semantics_node(state->configuration, steps->mover);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        bool passes = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
        bool ok = passes ? pass_by(steps, state, edge)
                         : semantics_steps_along(steps->semantics, state, steps->mover, edge, sink,
                                                 steps);
        if (!ok) return false;
    }
    return true;
}

bool crowd_steps_from(crowd_steps_t *steps, const sem_state_t *state, unsigned mover,
                      crowd_arrival_t arrival, void *context) {
    steps->arrival = arrival;
    steps->context = context;
    steps->mover = mover;
    steps->is_noticed = false;
    steps->loaded = state->condition;
    steps->inside = 0;
    step_from(steps, state);
    while (steps->open.len) {
        sem_state_t next = VEC_POP(steps->open);
        if (!steps->failed) step_from(steps, &next);
        sem_state_free(&next);
    }
    return !steps->failed;
}

/* Halves. */

bool crowd_may_speak_of(variable_t variable, bool is_local) {
    uint64_t offset = variable_address(variable) - layout_thread_block(1);
    bool of_thread_one = variable_kind(variable) == VARIABLE_CELL ? offset < LAYOUT_REGION_SIZE
                                                                  : variable_thread(variable) == 1;
    bool of_others = variable_kind(variable) == VARIABLE_CELL
                         ? offset < LAYOUT_REGION_SIZE * (LAYOUT_MAX_THREADS - 1)
                         : variable_thread(variable) != 0;
    if (variable_kind(variable) == VARIABLE_EXIT) return false;
    return is_local ? of_thread_one : !of_others;
}

bool crowd_half_is_sound(const kept_state_t *half, bool is_local) {
    const configuration_t *c = half->configuration;
    for (size_t i = 0; i < half->binding_count; i++)
        if (!crowd_may_speak_of(half->bindings[i].variable, is_local)) return false;
    for (size_t i = 1; i < half->binding_count; i++)
        if (half->bindings[i - 1].variable >= half->bindings[i].variable) return false;
    if (is_local && (c->thread_count != 2 || c->threads[1].status != THREAD_RUNNING)) return false;
    return !c->unsupported && !c->has_exited && !configuration_is_error(c) &&
           c->thread_count <= 2 && (is_local ? !c->heap_count : c->thread_count <= 1) &&
           semantics_atomic_thread(c) < 0;
}

void crowd_steps_init(crowd_steps_t *steps, const program_t *program, terms_t *terms,
                      const solver_class_t *class, const check_limits_t *limits) {
    *steps = (crowd_steps_t){.program = program, .terms = terms, .class = class};
    steps->limits = *limits;
    steps->semantics = semantics_new(program, terms);
    semantics_split_truths(steps->semantics); /* as the search does */
    cells_init(&steps->cells, program);
}

void crowd_steps_free(crowd_steps_t *steps) {
    strbuf_free(&steps->why);
    VEC_FREE(steps->open);
    map64_free(&steps->answers);
    cells_free(&steps->cells);
    if (steps->solver) solver_delete(steps->solver);
    semantics_delete(steps->semantics);
}
