#include "witness/semantics/semantics.h"

#include "witness/semantics/sem_layout.h"
#include "witness/semantics/sem_stepper.h"

#include <string.h>

static semantics_t *semantics_make(const program_t *program) {
    semantics_t *s = mem_zalloc(sizeof *s);
    s->program = program;
    s->configurations = configurations_new();
    cells_init(&s->cells, program);
    return s;
}

semantics_t *semantics_new(const program_t *program, terms_t *terms) {
    REQUIRE(terms != NULL);
    semantics_t *s = semantics_make(program);
    s->terms = terms;
    return s;
}

semantics_t *semantics_new_concrete(const program_t *program, semantics_input_t input,
                                    void *context) {
    REQUIRE(input != NULL);
    semantics_t *s = semantics_make(program);
    s->input = input;
    s->input_context = context;
    return s;
}

void semantics_delete(semantics_t *s) {
    if (!s) return;
    configurations_delete(s->configurations);
    cells_free(&s->cells);
    map64_free(&s->moves);
    VEC_FREE(s->places);
    VEC_FREE(s->addresses);
    VEC_FREE(s->candidates);
    sem_state_free(&s->next);
    sem_state_free(&s->base);
    sem_draft_free(&s->draft);
    mem_free(s);
}

const program_t *semantics_program(const semantics_t *s) {
    return s->program;
}

terms_t *semantics_terms(const semantics_t *s) {
    return s->terms;
}

void semantics_restart_symbols(semantics_t *s) {
    s->fresh = 0;
}

void semantics_share_inputs(semantics_t *s) {
    s->shares_inputs = true;
}

void semantics_split_truths(semantics_t *s) {
    s->splits_truths = true;
}

void semantics_forget(semantics_t *s, const bool *forgotten) {
    REQUIRE(s->terms || !forgotten);
    s->forgotten = forgotten;
}

void semantics_record(semantics_t *s, sem_accesses_t *records) {
    s->records = records;
}

const configuration_t *semantics_configuration(semantics_t *s, const configuration_t *c) {
    sem_draft_load(&s->draft, c, UINT32_MAX);
    return sem_draft_intern(&s->draft, s->configurations);
}

int semantics_atomic_thread(const configuration_t *c) {
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING && c->threads[t].atomic_depth) return (int)t;
    return -1;
}

bool semantics_may_move(const configuration_t *c, unsigned thread) {
    if (c->has_exited || c->unsupported || thread >= c->thread_count) return false;
    if (c->threads[thread].status != THREAD_RUNNING || !c->threads[thread].frame_count)
        return false;
    int atomic = semantics_atomic_thread(c);
    return atomic < 0 || (unsigned)atomic == thread;
}

const node_t *semantics_node(const configuration_t *c, unsigned thread) {
    return thread_top(&c->threads[thread])->node;
}

void semantics_initial(semantics_t *s, sem_state_t *state) {
    const function_t *entry = s->program->main;
    static const configuration_t nothing = {0};
    sem_draft_load(&s->draft, &nothing, UINT32_MAX);
    sem_draft_add_thread(&s->draft, 0, entry->entry, layout_first_frame(s->program, 0));
    state->configuration = sem_draft_intern(&s->draft, s->configurations);
    VEC_CLEAR(state->store);
    state->condition = NULL;
    state->memory_is_initial = true;
    memset(state->inputs, 0, sizeof state->inputs);
    sem_enter_thread_objects(s, state, 0);
}

static void step_unsupported(sem_stepper_t *it) {
    sem_step_stop(it, it->edge->text ? it->edge->text : "not supported");
}

static void (*const step_table[EDGE_KIND_COUNT])(sem_stepper_t *it) = {
    [EDGE_NOP] = sem_step_move,
    [EDGE_ASSUME] = sem_step_assume,
    [EDGE_ASSIGN] = sem_step_assign,
    [EDGE_STORE] = sem_step_store,
    [EDGE_HAVOC] = sem_step_havoc,
    [EDGE_HAVOC_OBJECT] = sem_step_havoc_object,
    [EDGE_CALL] = sem_step_call,
    [EDGE_RETURN] = sem_step_return,
    [EDGE_THREAD_CREATE] = sem_step_create,
    [EDGE_THREAD_JOIN] = sem_step_join,
    [EDGE_THREAD_DETACH] = sem_step_detach,
    [EDGE_THREAD_EXIT] = sem_step_thread_exit,
    [EDGE_LOCK] = sem_step_lock,
    [EDGE_TRYLOCK] = sem_step_lock,
    [EDGE_UNLOCK] = sem_step_unlock,
    [EDGE_OWNS] = sem_step_owns,
    [EDGE_JOINABLE] = sem_step_joinable,
    [EDGE_ATOMIC_BEGIN] = sem_step_atomic,
    [EDGE_ATOMIC_END] = sem_step_atomic,
    [EDGE_ALLOC] = sem_step_alloc,
    [EDGE_HEAP_SIZE] = sem_step_heap_size,
    [EDGE_FREE] = sem_step_free,
    [EDGE_EXIT] = sem_step_exit,
    [EDGE_ERROR] = sem_step_error,
    [EDGE_UNSUPPORTED] = step_unsupported,
};

static bool step_along(semantics_t *s, const sem_state_t *state, unsigned thread, uint32_t index,
                       sem_sink_t sink, void *context) {
    const configuration_t *c = state->configuration;
    const thread_t *mover = &c->threads[thread];
    unsigned depth = mover->frame_count - 1;
    const edge_t *edge = mover->frames[depth].node->out.data[index];
    sem_stepper_t it = {
        .actor = {s, &s->next, thread, edge, &mover->frames[depth], depth},
        .s = s,
        .edge = edge,
        .base = state,
        .thread = thread,
        .edge_index = index,
        .sink = sink,
        .context = context,
    };
    sem_state_copy(&s->next, state);
    if (edge->uses_layout && !sem_step_layout(&it)) return !it.stopped;
    if (edge->check && !sem_step_without_fault(&it)) return !it.stopped;
    if (step_table[edge->kind])
        step_table[edge->kind](&it);
    else
        sem_step_stop(&it, "a kind of edge without semantics");
    return !it.stopped;
}

bool semantics_constant(semantics_t *s, const sem_state_t *state, unsigned thread,
                        const expr_t *expr, uint64_t *value) {
    const thread_t *it = &state->configuration->threads[thread];
    unsigned depth = it->frame_count - 1;
    if (expr->kind == EXPR_CONST) {
        *value = expr->value;
        return true;
    }
    uint64_t a[3] = {0};
    sem_value_t known;
    switch (expr->kind) {
    case EXPR_REG:
        if (!semantics_peek(
                s, state, variable_reg(thread, depth, it->frames[depth].node->function, expr->reg),
                &known) ||
            !sem_value_is_const(known))
            return false;
        *value = known.bits;
        return true;
    case EXPR_ADDR: {
        sem_actor_t actor = {s, NULL, thread, NULL, &it->frames[depth], depth};
        *value = sem_object_address(&actor, expr->object);
        return true;
    }
    case EXPR_SELF: *value = thread; return true;
    case EXPR_LOAD: return false;
    default:
        for (unsigned i = 0; i < expr->arity; i++)
            if (!semantics_constant(s, state, thread, expr->a[i], &a[i])) return false;
        *value = expr_apply(expr->kind, expr->width, expr->a[0]->width, a[0], a[1], a[2]);
        return true;
    }
}

bool semantics_value(semantics_t *s, sem_state_t *state, unsigned thread, const expr_t *expr,
                     sem_value_t *value) {
    const thread_t *it = &state->configuration->threads[thread];
    unsigned depth = it->frame_count - 1;
    sem_actor_t actor = {s, state, thread, NULL, &it->frames[depth], depth};
    return !expr->loads && sem_evaluate(&actor, expr, value);
}

bool semantics_operand(semantics_t *s, const sem_state_t *state, unsigned thread,
                       const edge_t *edge, uint64_t *value) {
    const thread_t *it = &state->configuration->threads[thread];
    unsigned depth = it->frame_count - 1;
    sem_state_copy(&s->base, state); /* evaluation may enter variables */
    sem_actor_t actor = {s, &s->base, thread, edge, &it->frames[depth], depth};
    sem_value_t operand;
    const expr_t *expr = edge->address ? edge->address : edge->value;
    if (!sem_evaluate(&actor, expr, &operand) || !sem_value_is_const(operand)) return false;
    *value = operand.bits;
    return true;
}

bool semantics_steps(semantics_t *s, const sem_state_t *state, unsigned thread, sem_sink_t sink,
                     void *context) {
    const configuration_t *c = state->configuration;
    if (!semantics_may_move(c, thread)) return true;
    size_t count = semantics_node(c, thread)->out.len;
    for (size_t i = 0; i < count; i++)
        if (!step_along(s, state, thread, (uint32_t)i, sink, context)) return false;
    return true;
}

bool semantics_steps_along(semantics_t *s, const sem_state_t *state, unsigned thread,
                           const edge_t *edge, sem_sink_t sink, void *context) {
    const configuration_t *c = state->configuration;
    if (!semantics_may_move(c, thread)) return true;
    const node_t *node = semantics_node(c, thread);
    for (size_t i = 0; i < node->out.len; i++)
        if (node->out.data[i] == edge)
            return step_along(s, state, thread, (uint32_t)i, sink, context);
    return true;
}

sem_waits_t semantics_waits(semantics_t *s, const sem_state_t *state, unsigned thread) {
    const configuration_t *c = state->configuration;
    const node_t *node = semantics_node(c, thread);
    sem_waits_t waits = SEM_WAITS;
    if (!node->out.len) return SEM_WAITS_NOT;
    for (size_t i = 0; i < node_ways(node); i++) {
        const edge_t *edge = node->out.data[i];
        bool may_wait = edge->kind == EDGE_LOCK || edge->kind == EDGE_THREAD_JOIN ||
                        (edge->kind == EDGE_ATOMIC_BEGIN && edge->value);
        uint64_t operand;
        if (!may_wait) return SEM_WAITS_NOT;
        if (!semantics_operand(s, state, thread, edge, &operand)) {
            waits = SEM_WAITS_PERHAPS;
            continue;
        }
        bool goes_on = true;
        if (edge->kind == EDGE_ATOMIC_BEGIN)
            goes_on = operand != 0;
        else if (edge->kind == EDGE_LOCK)
            for (uint32_t k = 0; k < c->lock_count; k++) goes_on &= c->locks[k].address != operand;
        else
            goes_on = operand >= c->thread_count || operand == thread ||
                      c->threads[operand].status != THREAD_RUNNING ||
                      c->threads[operand].is_detached;
        if (goes_on) return SEM_WAITS_NOT;
    }
    return waits;
}

sem_waits_t semantics_stuck(semantics_t *s, const sem_state_t *state) {
    const configuration_t *c = state->configuration;
    sem_waits_t all = SEM_WAITS;
    bool some = false;
    if (c->has_exited || c->unsupported || semantics_atomic_thread(c) >= 0) return SEM_WAITS_NOT;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        sem_waits_t waits = semantics_waits(s, state, t);
        if (waits == SEM_WAITS_NOT) return SEM_WAITS_NOT;
        if (waits == SEM_WAITS_PERHAPS) all = SEM_WAITS_PERHAPS;
        some = true;
    }
    return some ? all : SEM_WAITS_NOT;
}
