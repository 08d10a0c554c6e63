#include "cfa/layout.h"
#include "cfa/live.h"
#include "engine/order/guard.h"
#include "engine/order/unwind_internal.h"

#include <string.h>

state_t *state_new(size_t reg_count) {
    state_t *state = mem_zalloc(sizeof *state);
    state->regs = mem_zalloc((reg_count + 1) * sizeof *state->regs);
    state->reg_count = reg_count;
    state->section = ORDER_NONE;
    return state;
}

state_t *state_clone(const state_t *state) {
    state_t *copy = state_new(state->reg_count);
    copy->guard = state->guard;
    memcpy(copy->regs, state->regs, state->reg_count * sizeof *copy->regs);
    VEC_RESERVE(copy->cells, state->cells.len);
    if (state->cells.len)
        memcpy(copy->cells.data, state->cells.data, state->cells.len * sizeof *copy->cells.data);
    copy->cells.len = state->cells.len;
    copy->section = state->section;
    copy->depth = state->depth;
    copy->is_alone = state->is_alone;
    return copy;
}

void state_delete(state_t *state) {
    if (!state) return;
    mem_free(state->regs);
    VEC_FREE(state->cells);
    mem_free(state);
}

static size_t find_cell(const state_t *state, uint64_t key) {
    size_t low = 0, high = state->cells.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (state->cells.data[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const term_t *state_cell(const state_t *state, uint64_t key) {
    size_t at = find_cell(state, key);
    return at < state->cells.len && state->cells.data[at].key == key ? state->cells.data[at].value
                                                                     : NULL;
}

void state_set_cell(state_t *state, uint64_t key, const term_t *value) {
    size_t at = find_cell(state, key);
    if (at == state->cells.len || state->cells.data[at].key != key) {
        VEC_PUSH(state->cells, (cell_value_t){0});
        memmove(&state->cells.data[at + 1], &state->cells.data[at],
                (state->cells.len - 1 - at) * sizeof *state->cells.data);
        state->cells.data[at].key = key;
    }
    state->cells.data[at].value = value;
}

void state_set_reg(state_t *state, reg_t reg, const term_t *value) {
    if (reg != NO_REG) state->regs[reg] = value;
}

/* Merging: the last state's values, and those of the others where their guard holds. */

typedef struct {
    walker_t *w;
    state_t **states;
    const term_t **choices; /* what tells a state from the others */
    size_t count;
} merge_t;

static const term_t *choose(const merge_t *m, const term_t *const *values) {
    const term_t *result = NULL;
    for (size_t i = m->count; i-- > 0;) {
        if (!values[i]) continue; /* never set: whatever the others have will do */
        result = result ? term_ite(m->w->terms, m->choices[i], values[i], result) : values[i];
    }
    return result;
}

static void merge_regs(const merge_t *m, state_t *into) {
    const term_t **values = mem_alloc(m->count * sizeof *values);
    for (size_t r = 0; r < into->reg_count; r++) {
        bool differs = false;
        for (size_t i = 0; i < m->count; i++) {
            values[i] = m->states[i]->regs[r];
            differs |= values[i] != values[0];
        }
        if (differs) into->regs[r] = choose(m, values);
    }
    mem_free(values);
}

/* Contents that a state does not name are the initial ones, which only memory knows;
 * so all states are made to name the same cells first. */
static void name_cells(const merge_t *m) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < m->count; j++) {
            if (i == j) continue;
            for (size_t k = 0; k < m->states[i]->cells.len; k++) {
                uint64_t key = m->states[i]->cells.data[k].key;
                if (k < m->states[j]->cells.len && m->states[j]->cells.data[k].key == key) continue;
                if (state_cell(m->states[j], key)) continue;
                state_set_cell(m->states[j], key, walker_initial_cell(m->w, key));
            }
        }
}

static void merge_cells(const merge_t *m, state_t *into) {
    name_cells(m);
    const term_t **values = mem_alloc(m->count * sizeof *values);
    for (size_t k = 0; k < into->cells.len; k++) {
        bool differs = false;
        for (size_t i = 0; i < m->count; i++) {
            values[i] = m->states[i]->cells.data[k].value;
            differs |= values[i] != values[0];
        }
        if (differs) into->cells.data[k].value = choose(m, values);
    }
    mem_free(values);
}

static bool fits(walker_t *w, states_t *list) {
    bool some_not_alone = false;
    for (size_t i = 0; i < list->len; i++) {
        some_not_alone |= !list->data[i]->is_alone;
        if (list->data[i]->section == list->data[0]->section &&
            list->data[i]->depth == list->data[0]->depth)
            continue;
        walker_refuse(w, "atomic sections that are open on one of two ways that meet");
        return false;
    }
    for (size_t i = 0; some_not_alone && i < list->len; i++) {
        if (!list->data[i]->is_alone) continue;
        w->edge_node = list->data[i]->section;
        w->waiting++; /* the others */
        walker_publish(w, list->data[i]);
        w->waiting--;
    }
    return true;
}

static void drop_impossible(states_t *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (term_is_false(list->data[i]->guard))
            state_delete(list->data[i]);
        else
            list->data[kept++] = list->data[i];
    }
    list->len = kept;
}

state_t *states_merge(walker_t *w, states_t *list) {
    drop_impossible(list);
    if (!list->len) return NULL;
    state_t *result = list->data[0];
    if (list->len > 1 && fits(w, list)) {
        size_t count = list->len;
        const term_t **guards = mem_alloc(count * sizeof *guards);
        const term_t **choices = mem_alloc(count * sizeof *choices);
        for (size_t i = 0; i < count; i++) guards[i] = list->data[i]->guard;
        guard_differences(w->terms, guards, count, choices);
        merge_t m = {w, list->data, choices, count};
        merge_regs(&m, result);
        merge_cells(&m, result);
        result->guard = guard_join(w->terms, guards, count);
        mem_free(guards);
        mem_free(choices);
    }
    for (size_t i = 1; i < list->len; i++) state_delete(list->data[i]);
    VEC_CLEAR(*list);
    return result;
}

/* Waiting. */

enum { MOST_CHANGES = 4 };

typedef struct {
    walker_t *w;
    const term_t *way;  /* the guard of the way back */
    const term_t *same; /* so far */
    size_t changes;
} idle_t;

static bool is_on_way(const idle_t *idle, const order_event_t *event) {
    return !term_is_false(term_and(idle->w->terms, idle->way, event->guard));
}

static void compare(idle_t *idle, const term_t *before, const term_t *now) {
    if (before == now) return;
    terms_t *terms = idle->w->terms;
    idle->changes++;
    idle->same = before && now ? term_and(terms, idle->same, term_equal(terms, before, now))
                               : term_false(terms);
}

/* A write leaves things as they are if its section has read the same value there. */
static void compare_write(idle_t *idle, const order_event_t *write, size_t first, size_t number) {
    const unwinding_t *u = idle->w->u;
    terms_t *terms = idle->w->terms;
    for (size_t i = number; i-- > first;) {
        const order_event_t *read = &u->events.data[i];
        if (read->node != write->node || read->location != write->location) continue;
        if (read->is_write) break;
        const term_t *same = term_equal(terms, read->value, write->value);
        idle->changes++;
        idle->same = term_and(terms, idle->same, term_implies(terms, write->guard, same));
        return;
    }
    idle->same = term_false(terms);
}

/* Who takes a mutex and gives it back has done nothing that others see, unless
 * somebody tries to. Who gives one back and takes it again has let others in, but who
 * does that twice in a row might have done it once. */
static mutex_use_t mutexes_used(const idle_t *idle, size_t first) {
    const unwinding_t *u = idle->w->u;
    mutex_use_t use = MUTEX_UNUSED;
    int held = 0;
    uint32_t location = ORDER_NONE;
    for (size_t i = first; i < u->events.len; i++) {
        const order_event_t *e = &u->events.data[i];
        if (!e->is_write || u->locations.data[e->location].kind != LOCATION_MUTEX) continue;
        if (!is_on_way(idle, e)) continue;
        if (idle->w->has_trylock || (location != ORDER_NONE && location != e->location))
            return MUTEX_CHANGED;
        location = e->location;
        bool takes = e->value->kind == TERM_CONST && e->value->value;
        if (use == MUTEX_UNUSED) use = takes ? MUTEX_GIVEN_BACK : MUTEX_TAKEN_AGAIN;
        held += takes ? 1 : -1;
        if (use == MUTEX_GIVEN_BACK ? held < 0 || held > 1 : held > 0 || held < -1)
            return MUTEX_CHANGED;
    }
    return held ? MUTEX_CHANGED : use;
}

static bool changes_more(const order_step_t *step) {
    switch (step->edge->kind) {
    case EDGE_THREAD_CREATE:
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
    case EDGE_ALLOC:
    case EDGE_FREE:
    case EDGE_TRYLOCK: return true;
    default: return false;
    }
}

const term_t *state_is_idle(walker_t *w, const state_t *before, const state_t *now,
                            const node_t *head, size_t first_event, size_t first_step,
                            mutex_use_t *mutexes) {
    idle_t idle = {w, now->guard, term_true(w->terms), 0};
    const order_thread_t *thread = walker_thread(w);
    *mutexes = MUTEX_UNUSED;
    if (before->section != now->section || before->is_alone != now->is_alone)
        return term_false(w->terms);
    for (size_t i = first_step; i < thread->steps.len; i++)
        if (changes_more(&thread->steps.data[i])) return term_false(w->terms);
    for (size_t r = 0; r < now->reg_count; r++)
        if (live_at(head, (reg_t)r)) compare(&idle, before->regs[r], now->regs[r]);
    for (size_t k = 0; k < now->cells.len && idle.changes <= MOST_CHANGES; k++) {
        const term_t *old = state_cell(before, now->cells.data[k].key);
        compare(&idle, old ? old : walker_initial_cell(w, now->cells.data[k].key),
                now->cells.data[k].value);
    }
    *mutexes = mutexes_used(&idle, first_event);
    if (*mutexes == MUTEX_CHANGED) return term_false(w->terms);
    for (size_t i = first_event; i < w->u->events.len && idle.changes <= MOST_CHANGES; i++) {
        const order_event_t *e = &w->u->events.data[i];
        bool is_mutex = w->u->locations.data[e->location].kind == LOCATION_MUTEX;
        if (e->is_write && !is_mutex && is_on_way(&idle, e))
            compare_write(&idle, e, first_event, i);
    }
    return idle.changes <= MOST_CHANGES ? idle.same : term_false(w->terms);
}
