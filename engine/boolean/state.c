#include "engine/boolean/state.h"

#include "util/hash.h"

#include <string.h>

void simulator_init(simulator_t *sim, const boolean_t *boolean, const future_t *future,
                    aig_t *aig) {
    *sim = (simulator_t){.boolean = boolean, .future = future, .aig = aig, .arena = arena_new()};
}

void simulator_free(simulator_t *sim) {
    VEC_FREE(sim->scratch);
    VEC_FREE(sim->next);
    VEC_FREE(sim->nodes);
    arena_delete(sim->arena);
}

uint32_t bstate_locals(const boolean_t *boolean, const bstate_t *state, uint32_t thread) {
    uint32_t at = (uint32_t)boolean->globals.len;
    for (uint32_t t = 0; t < thread; t++) at += (uint32_t)state->nodes[t]->routine->locals.len;
    return at;
}

bool bstate_same_nodes(const bstate_t *a, const bstate_t *b) {
    return a->hash == b->hash && a->thread_count == b->thread_count &&
           memcmp(a->nodes, b->nodes, sizeof *a->nodes * a->thread_count) == 0;
}

/* --- making states --- */

/* A value that nobody will read is no difference between states. */
static bool is_active(const simulator_t *sim, uint32_t global) {
    for (size_t t = 0; t < sim->nodes.len; t++)
        if (future_reads(sim->future, sim->nodes.data[t], global)) return true;
    return false;
}

static void forget_inactive(simulator_t *sim) {
    uint32_t globals = (uint32_t)sim->boolean->globals.len;
    size_t at = globals;
    for (uint32_t g = 0; g < globals; g++)
        if (!is_active(sim, g)) sim->next.data[g] = AIG_FALSE;
    for (size_t t = 0; t < sim->nodes.len; t++) {
        const bnode_t *node = sim->nodes.data[t];
        for (uint32_t i = 0; i < node->routine->locals.len; i++, at++)
            if (!future_needs(sim->future, node, globals + i)) sim->next.data[at] = AIG_FALSE;
    }
}

/* A state of sim->nodes and sim->next. */
static bstate_t *make_state(simulator_t *sim, aig_lit_t guard) {
    forget_inactive(sim);
    bstate_t *state = ARENA_NEW(sim->arena, bstate_t);
    const bnode_t **nodes = ARENA_ARRAY(sim->arena, const bnode_t *, sim->nodes.len + 1);
    aig_lit_t *values = ARENA_ARRAY(sim->arena, aig_lit_t, sim->next.len + 1);
    if (sim->nodes.len) memcpy(nodes, sim->nodes.data, sizeof *nodes * sim->nodes.len);
    if (sim->next.len) memcpy(values, sim->next.data, sizeof *values * sim->next.len);
    *state = (bstate_t){.id = UINT32_MAX,
                        .thread_count = (uint32_t)sim->nodes.len,
                        .value_count = (uint32_t)sim->next.len,
                        .nodes = nodes,
                        .values = values,
                        .guard = guard};
    for (size_t i = 0; i < sim->nodes.len; i++)
        state->hash = hash_mix(state->hash, (uint64_t)nodes[i]->routine->id << 32 | nodes[i]->id);
    return state;
}

static aig_lit_t choices(simulator_t *sim, size_t count) {
    aig_lit_t first = 2 * aig_nodes(sim->aig);
    for (size_t i = 0; i < count; i++) aig_input(sim->aig);
    return first;
}

bstate_t *simulate_start(simulator_t *sim) {
    const broutine_t *routine = sim->boolean->routines.data[0];
    size_t count = boolean_variables(sim->boolean, routine);
    aig_lit_t first = choices(sim, count);
    VEC_CLEAR(sim->nodes);
    VEC_CLEAR(sim->next);
    VEC_PUSH(sim->nodes, routine->entry);
    for (size_t i = 0; i < count; i++) VEC_PUSH(sim->next, first + 2 * (aig_lit_t)i);
    bstate_t *state = make_state(sim, AIG_TRUE);
    state->move = (bmove_t){.first_choice = first};
    return state;
}

/* --- steps --- */

/* A step being made: the values of the thread before it and after it. */
typedef struct making {
    simulator_t *sim;
    const bstate_t *state;
    uint32_t globals, locals; /* where those of the thread begin, less the globals */
    aig_lit_t first_choice;
} making_t;

static uint32_t index_of(const making_t *m, uint32_t variable) {
    return variable < m->globals ? variable : variable - m->globals + m->locals;
}

static aig_lit_t evaluate(const making_t *m, const bexpr_t *e) {
    aig_t *aig = m->sim->aig;
    switch (e->kind) {
    case BEXPR_CONST: return e->value ? AIG_TRUE : AIG_FALSE;
    case BEXPR_NOW: return m->state->values[index_of(m, e->value)];
    case BEXPR_NEXT: return m->sim->next.data[index_of(m, e->value)];
    case BEXPR_CHOICE: return m->first_choice + 2 * e->value;
    case BEXPR_NOT: return aig_not(evaluate(m, e->a[0]));
    case BEXPR_AND: return aig_and(aig, evaluate(m, e->a[0]), evaluate(m, e->a[1]));
    case BEXPR_OR: return aig_or(aig, evaluate(m, e->a[0]), evaluate(m, e->a[1]));
    case BEXPR_XOR: return aig_xor(aig, evaluate(m, e->a[0]), evaluate(m, e->a[1]));
    default: return aig_ite(aig, evaluate(m, e->a[0]), evaluate(m, e->a[1]), evaluate(m, e->a[2]));
    }
}

static void copy_values(simulator_t *sim, const bstate_t *state) {
    VEC_CLEAR(sim->next);
    VEC_CLEAR(sim->nodes);
    for (uint32_t i = 0; i < state->value_count; i++) VEC_PUSH(sim->next, state->values[i]);
    for (uint32_t t = 0; t < state->thread_count; t++) VEC_PUSH(sim->nodes, state->nodes[t]);
}

/* Its variables come last; those that are no parameters have any value. */
static void start_thread(making_t *m, const bstep_t *step) {
    simulator_t *sim = m->sim;
    const broutine_t *routine = step->routine;
    aig_lit_t any = m->first_choice + 2 * step->choice_count;
    for (uint32_t i = 0; i < routine->locals.len; i++) {
        aig_lit_t value = i < routine->param_count ? evaluate(m, step->args[i]) : any + 2 * i;
        VEC_PUSH(sim->next, value);
    }
    VEC_PUSH(sim->nodes, routine->entry);
}

static void end_thread(making_t *m, uint32_t thread) {
    simulator_t *sim = m->sim;
    size_t count = sim->nodes.data[thread]->routine->locals.len;
    size_t behind = sim->next.len - m->locals - count;
    memmove(sim->next.data + m->locals, sim->next.data + m->locals + count,
            behind * sizeof *sim->next.data);
    sim->next.len -= count;
    memmove(sim->nodes.data + thread, sim->nodes.data + thread + 1,
            (sim->nodes.len - thread - 1) * sizeof *sim->nodes.data);
    sim->nodes.len--;
}

static size_t choices_of(const bstep_t *step) {
    return step->choice_count + (step->routine ? step->routine->locals.len : 0);
}

bstate_t *simulate_step(simulator_t *sim, bstate_t *state, uint32_t thread, const bstep_t *step,
                        aig_lit_t guard) {
    making_t m = {.sim = sim,
                  .state = state,
                  .globals = (uint32_t)sim->boolean->globals.len,
                  .locals = bstate_locals(sim->boolean, state, thread),
                  .first_choice = choices(sim, choices_of(step))};
    if (step->condition) guard = aig_and(sim->aig, guard, evaluate(&m, step->condition));
    if (guard == AIG_FALSE) return NULL;
    copy_values(sim, state);
    for (size_t i = 0; i < step->assign_count; i++)
        sim->next.data[index_of(&m, step->assigns[i].variable)] =
            evaluate(&m, step->assigns[i].value);
    if (step->constraint) guard = aig_and(sim->aig, guard, evaluate(&m, step->constraint));
    if (guard == AIG_FALSE) return NULL;
    sim->nodes.data[thread] = step->to;
    if (step->kind == BSTEP_START) start_thread(&m, step);
    if (step->kind == BSTEP_END) end_thread(&m, thread);
    bstate_t *next = make_state(sim, guard);
    next->move = (bmove_t){step, thread, m.first_choice};
    next->from = state;
    return next;
}

static const bstep_t *sync_step(const bnode_t *node, uint32_t event) {
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        if (step->kind == BSTEP_SYNC && step->event == event) return step;
    }
    return NULL;
}

bstate_t *simulate_sync(simulator_t *sim, bstate_t *state, uint32_t thread, uint32_t event,
                        aig_lit_t guard) {
    uint32_t count = 0;
    copy_values(sim, state);
    for (uint32_t t = 0; t < state->thread_count; t++) {
        const bstep_t *step = sync_step(state->nodes[t], event);
        if (!step) continue;
        sim->nodes.data[t] = step->to;
        count++;
    }
    if (count < 2) return NULL;
    bstate_t *next = make_state(sim, guard);
    next->move = (bmove_t){sync_step(state->nodes[thread], event), thread, 2 * aig_nodes(sim->aig)};
    next->from = state;
    return next;
}

bstate_t *simulate_merge(simulator_t *sim, bstate_t *a, bstate_t *b) {
    aig_lit_t choice = aig_input(sim->aig);
    copy_values(sim, a);
    for (uint32_t i = 0; i < a->value_count; i++)
        sim->next.data[i] = aig_ite(sim->aig, choice, a->values[i], b->values[i]);
    bstate_t *both = make_state(sim, aig_ite(sim->aig, choice, a->guard, b->guard));
    both->from = a;
    both->other = b;
    both->is_from = choice;
    return both;
}

/* --- whether a thread can move --- */

bool simulate_is_plain(const bnode_t *node) {
    for (size_t i = 0; i < node->out.len; i++)
        if (node->out.data[i]->constraint || bexpr_has_choice(node->out.data[i]->condition))
            return false;
    return true;
}

aig_lit_t simulate_enabled(simulator_t *sim, const bstate_t *state, uint32_t thread) {
    making_t m = {.sim = sim,
                  .state = state,
                  .globals = (uint32_t)sim->boolean->globals.len,
                  .locals = bstate_locals(sim->boolean, state, thread)};
    const bnode_t *node = state->nodes[thread];
    aig_lit_t enabled = AIG_FALSE;
    for (size_t i = 0; i < node->out.len; i++) {
        const bexpr_t *condition = node->out.data[i]->condition;
        aig_lit_t holds = condition ? evaluate(&m, condition) : AIG_TRUE;
        enabled = aig_or(sim->aig, enabled, holds);
    }
    return enabled;
}
