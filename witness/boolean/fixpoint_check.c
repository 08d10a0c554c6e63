#include "witness/boolean/fixpoint_check.h"

#include "util/hash.h"
#include "witness/boolean/accesses.h"
#include "witness/boolean/covering.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A state behind a move: nodes and values of all threads. */
typedef struct after {
    VEC(const bnode_t *) nodes;
    VEC(const term_t *) values;
    const term_t *guard;
} after_t;

typedef struct checker {
    const boolean_t *boolean;
    const fixpoint_proof_t *proof;
    const check_limits_t *limits;
    check_stats_t *stats;
    accesses_t *accesses;
    covering_t covering;
    terms_t *terms;
    map64_t first; /* hash of nodes -> 1 + the first state with it */
    VEC(size_t) next; /* per state: 1 + the next one with that hash */
    after_t after;
    VEC(const term_t *) compared; /* values of an old state that matter */
    VEC(const term_t *) symbols, named; /* what a hint says of choices */
    char **why;
} checker_t;

__attribute__((format(printf, 2, 3))) static bool refuse(checker_t *c, const char *format, ...) {
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!*c->why) *c->why = mem_strdup(text);
    return false;
}

/* --- well-formed states, found by their nodes --- */

static uint64_t hash_nodes(const bnode_t *const *nodes, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) hash = hash_mix(hash, map64_pointer(nodes[i]));
    return hash | 1;
}

static size_t values_of(const checker_t *c, const bnode_t *const *nodes, size_t count) {
    size_t values = c->boolean->globals.len;
    for (size_t t = 0; t < count; t++) values += nodes[t]->routine->locals.len;
    return values;
}

static bool has_own_symbol(checker_t *c, const term_t *t) {
    term_vec_t symbols = {0};
    bool found = false;
    term_symbols(c->terms, t, &symbols);
    for (size_t i = 0; i < symbols.len; i++)
        found |= symbols.data[i]->index == COVERING_OWN || symbols.data[i]->sort.kind != SORT_BOOL;
    VEC_FREE(symbols);
    return found;
}

static bool is_node(const checker_t *c, const bnode_t *node) {
    for (size_t r = 0; r < c->boolean->routines.len; r++) {
        const broutine_t *routine = c->boolean->routines.data[r];
        if (node->routine == routine && node->id < routine->nodes.len &&
            routine->nodes.data[node->id] == node)
            return true;
    }
    return false;
}

static bool is_well_formed(checker_t *c, const fixpoint_state_t *state) {
    for (uint32_t t = 0; t < state->thread_count; t++)
        if (!is_node(c, state->nodes[t])) return false;
    if (state->value_count != values_of(c, state->nodes, state->thread_count)) return false;
    for (uint32_t i = 0; i < state->value_count; i++)
        if (state->values[i]->sort.kind != SORT_BOOL || has_own_symbol(c, state->values[i]))
            return false;
    return state->guard->sort.kind == SORT_BOOL && !has_own_symbol(c, state->guard);
}

static bool index_states(checker_t *c) {
    for (size_t i = 0; i < c->proof->state_count; i++) {
        const fixpoint_state_t *state = &c->proof->states[i];
        uint64_t before = 0;
        if (!is_well_formed(c, state)) return refuse(c, "state %zu of the proof is none", i);
        uint64_t hash = hash_nodes(state->nodes, state->thread_count);
        map64_get(&c->first, hash, &before);
        VEC_PUSH(c->next, (size_t)before);
        map64_put(&c->first, hash, i + 1);
    }
    return true;
}

/* --- covering --- */

static bool matters(const checker_t *c, const fixpoint_state_t *state, size_t index) {
    size_t globals = c->boolean->globals.len, at = globals;
    if (index < globals) {
        for (uint32_t t = 0; t < state->thread_count; t++)
            if (accesses_matter(c->accesses, state->nodes[t], (uint32_t)index)) return true;
        return false;
    }
    uint32_t t = 0;
    for (; index >= at + state->nodes[t]->routine->locals.len; t++)
        at += state->nodes[t]->routine->locals.len;
    return accesses_matter(c->accesses, state->nodes[t], (uint32_t)(globals + index - at));
}

static bool has_these_nodes(const fixpoint_state_t *state, const after_t *after) {
    return state->thread_count == after->nodes.len &&
           memcmp(state->nodes, after->nodes.data, sizeof *state->nodes * state->thread_count) == 0;
}

static void select_values(checker_t *c, const fixpoint_state_t *state) {
    VEC_CLEAR(c->compared);
    for (uint32_t i = 0; i < state->value_count; i++) {
        const term_t *value = matters(c, state, i) ? state->values[i] : NULL;
        VEC_PUSH(c->compared, value);
    }
}

static bool covers(checker_t *c, const fixpoint_state_t *state) {
    select_values(c, state);
    return covering_holds(&c->covering, c->compared.data, state->guard, c->after.values.data,
                          c->after.guard, state->value_count);
}

/* By a state of the proof from this number on. */
static bool is_covered(checker_t *c, size_t from) {
    uint64_t at = 0;
    map64_get(&c->first, hash_nodes(c->after.nodes.data, c->after.nodes.len), &at);
    for (; at > from; at = c->next.data[at - 1]) {
        const fixpoint_state_t *state = &c->proof->states[at - 1];
        if (has_these_nodes(state, &c->after) && covers(c, state)) {
            c->stats->covered_by_solver++;
            return true;
        }
    }
    return false;
}

/* --- moves --- */

typedef struct move {
    checker_t *c;
    const fixpoint_state_t *state;
    uint32_t thread;
    size_t globals, locals; /* where the thread's values begin */
    const term_t **choices; /* of the step, and of the variables of a thread that it starts */
    size_t choice_count;
} move_t;

/* By the state that the proof names, if its choices are as the proof says. */
static bool is_covered_as_hinted(checker_t *c, const fixpoint_hint_t *hint, const term_t **choices,
                                 size_t choice_count) {
    const sort_t truth = {.kind = SORT_BOOL};
    const fixpoint_state_t *state = &c->proof->states[hint->state];
    VEC_CLEAR(c->symbols);
    VEC_CLEAR(c->named);
    for (size_t i = 0; i < choice_count; i++) {
        VEC_PUSH(c->symbols, term_symbol(c->terms, truth, hint->first_choice + i, FIXPOINT_CHOICE));
        VEC_PUSH(c->named, choices[i]);
    }
    for (size_t i = 0; i < hint->constant_count; i++) {
        uint64_t constant = hint->constants[i];
        VEC_PUSH(c->symbols, term_symbol(c->terms, truth, constant / 2, FIXPOINT_CHOICE));
        VEC_PUSH(c->named, term_bool(c->terms, constant % 2));
    }
    select_values(c, state);
    return covering_by_names(&c->covering, c->compared.data, state->guard, c->after.values.data,
                             c->after.guard, state->value_count, c->symbols.data, c->named.data,
                             c->symbols.len);
}

static const fixpoint_hint_t *hint_for(const move_t *m, const bstep_t *step) {
    for (size_t i = 0; i < m->state->hint_count; i++)
        if (m->state->hints[i].thread == m->thread && m->state->hints[i].step == step->id)
            return &m->state->hints[i];
    return NULL;
}

static bool is_hinted(const move_t *m, const bstep_t *step, size_t from) {
    checker_t *c = m->c;
    const fixpoint_hint_t *hint = hint_for(m, step);
    if (!hint || hint->state < from || hint->state >= c->proof->state_count) return false;
    return has_these_nodes(&c->proof->states[hint->state], &c->after) &&
           is_covered_as_hinted(c, hint, m->choices, m->choice_count);
}

static size_t place_of(const move_t *m, uint32_t variable) {
    return variable < m->globals ? variable : m->locals + (variable - m->globals);
}

static const term_t *value(const move_t *m, const bexpr_t *e) {
    terms_t *terms = m->c->terms;
    const term_t *x = e->a[0] ? value(m, e->a[0]) : NULL, *y = e->a[1] ? value(m, e->a[1]) : NULL;
    switch (e->kind) {
    case BEXPR_CONST: return term_bool(terms, e->value);
    case BEXPR_NOW: return m->state->values[place_of(m, e->value)];
    case BEXPR_NEXT: return m->c->after.values.data[place_of(m, e->value)];
    case BEXPR_CHOICE: return m->choices[e->value];
    case BEXPR_NOT: return term_not(terms, x);
    case BEXPR_AND: return term_and(terms, x, y);
    case BEXPR_OR: return term_or(terms, x, y);
    case BEXPR_XOR: return term_not(terms, term_equal(terms, x, y));
    default: return term_ite(terms, x, y, value(m, e->a[2]));
    }
}

static void copy_state(checker_t *c, const fixpoint_state_t *state, const term_t *guard) {
    VEC_CLEAR(c->after.nodes);
    VEC_CLEAR(c->after.values);
    for (uint32_t t = 0; t < state->thread_count; t++) VEC_PUSH(c->after.nodes, state->nodes[t]);
    for (uint32_t i = 0; i < state->value_count; i++) VEC_PUSH(c->after.values, state->values[i]);
    c->after.guard = guard;
}

static void start(const move_t *m, const bstep_t *step) {
    after_t *after = &m->c->after;
    for (uint32_t i = 0; i < step->routine->locals.len; i++) {
        bool is_given = i < step->routine->param_count;
        VEC_PUSH(after->values,
                 is_given ? value(m, step->args[i]) : m->choices[step->choice_count + i]);
    }
    VEC_PUSH(after->nodes, step->routine->entry);
}

static void end(const move_t *m) {
    after_t *after = &m->c->after;
    size_t gone = m->state->nodes[m->thread]->routine->locals.len;
    for (size_t i = m->locals; i + gone < after->values.len; i++)
        after->values.data[i] = after->values.data[i + gone];
    for (size_t i = m->thread; i + 1 < after->nodes.len; i++)
        after->nodes.data[i] = after->nodes.data[i + 1];
    after->values.len -= gone;
    after->nodes.len--;
}

static size_t choices_of(const bstep_t *step) {
    return step->choice_count + (step->routine ? step->routine->locals.len : 0);
}

static void make_move(move_t *m, const bstep_t *step, const term_t *guard) {
    checker_t *c = m->c;
    copy_state(c, m->state, guard);
    m->choice_count = choices_of(step);
    for (size_t i = 0; i < m->choice_count; i++) m->choices[i] = covering_fresh(&c->covering);
    for (size_t i = 0; i < step->assign_count; i++)
        c->after.values.data[place_of(m, step->assigns[i].variable)] =
            value(m, step->assigns[i].value);
    if (step->condition) guard = term_and(c->terms, guard, value(m, step->condition));
    if (step->constraint) guard = term_and(c->terms, guard, value(m, step->constraint));
    c->after.guard = guard;
    c->after.nodes.data[m->thread] = step->to;
    if (step->kind == BSTEP_START) start(m, step);
    if (step->kind == BSTEP_END) end(m);
}

/* Everybody who stands at the event goes on; false: that is one alone. */
static bool make_sync(checker_t *c, const fixpoint_state_t *state, uint32_t event,
                      const term_t *guard) {
    unsigned count = 0;
    copy_state(c, state, guard);
    for (uint32_t t = 0; t < state->thread_count; t++) {
        const bnode_t *node = state->nodes[t];
        for (size_t i = 0; i < node->out.len; i++) {
            if (node->out.data[i]->kind != BSTEP_SYNC || node->out.data[i]->event != event)
                continue;
            c->after.nodes.data[t] = node->out.data[i]->to;
            count++;
        }
    }
    return count > 1;
}

static bool is_impossible(checker_t *c, const term_t *guard) {
    return term_is_false(guard) || solver_satisfiable(c->covering.solver, guard) == SOLVER_UNSAT;
}

/* What comes of a step must be covered from this number on, or be impossible. */
static bool check_step(move_t *m, const bstep_t *step, const term_t *guard, size_t from) {
    checker_t *c = m->c;
    const char *reason = NULL;
    if (c->limits->limits && limits_exceeded(c->limits->limits, &reason))
        return refuse(c, "%s", reason);
    c->stats->steps++;
    m->choice_count = 0;
    if (step->kind == BSTEP_SYNC) {
        if (!make_sync(c, m->state, step->event, guard)) return true;
    } else {
        make_move(m, step, guard);
    }
    if (term_is_false(c->after.guard)) return true;
    bool is_bad = step->kind == BSTEP_ERROR || step->kind == BSTEP_UNSUPPORTED;
    if (!is_bad && is_hinted(m, step, from)) return true;
    if (is_bad ? is_impossible(c, c->after.guard) : is_covered(c, from)) return true;
    if (!is_bad && is_impossible(c, c->after.guard)) return true;
    return refuse(c, "%s:%u: what this step of thread %u leads to from state %zu is not covered",
                  step->source.file, step->source.line, m->thread,
                  (size_t)(m->state - c->proof->states));
}

static bool check_thread(checker_t *c, const fixpoint_state_t *state, uint32_t thread,
                         const term_t *guard, size_t from) {
    const bnode_t *node = state->nodes[thread];
    move_t m = {.c = c, .state = state, .thread = thread, .globals = c->boolean->globals.len};
    m.locals = m.globals;
    for (uint32_t t = 0; t < thread; t++) m.locals += state->nodes[t]->routine->locals.len;
    size_t most = 0;
    for (size_t i = 0; i < node->out.len; i++)
        if (choices_of(node->out.data[i]) > most) most = choices_of(node->out.data[i]);
    m.choices = mem_zalloc(sizeof *m.choices * (most + 1));
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < node->out.len; i++)
        is_fine = check_step(&m, node->out.data[i], guard, from);
    mem_free(m.choices);
    return is_fine;
}

/* --- moves that are left out --- */

/* May all others wait for the moves of this thread? Nothing that they can ever do depends on these,
 * nor do these on that. */
static bool may_go_alone(const checker_t *c, const fixpoint_state_t *state, uint32_t thread) {
    const bnode_t *node = state->nodes[thread];
    if (node->is_atomic) return false;
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        if (step->kind == BSTEP_SYNC || step->to->is_atomic || step->constraint) return false;
        if (bexpr_has_choice(step->condition)) return false;
    }
    for (uint32_t t = 0; t < state->thread_count; t++) {
        if (state->nodes[t]->is_atomic) return false;
        if (t != thread && !accesses_are_apart(c->accesses, node, state->nodes[t])) return false;
    }
    return true;
}

/* When the thread can move; conditions make no choices. */
static const term_t *can_move(checker_t *c, const fixpoint_state_t *state, uint32_t thread) {
    const bnode_t *node = state->nodes[thread];
    move_t m = {.c = c, .state = state, .thread = thread, .globals = c->boolean->globals.len};
    m.locals = m.globals;
    for (uint32_t t = 0; t < thread; t++) m.locals += state->nodes[t]->routine->locals.len;
    const term_t *any = term_false(c->terms);
    for (size_t i = 0; i < node->out.len; i++) {
        const bexpr_t *condition = node->out.data[i]->condition;
        any = term_or(c->terms, any, condition ? value(&m, condition) : term_true(c->terms));
    }
    return any;
}

static bool check_state(checker_t *c, size_t number) {
    const fixpoint_state_t *state = &c->proof->states[number];
    const term_t *rest = state->guard;
    for (uint32_t i = 0; i < state->alone_count; i++) {
        uint32_t thread = state->alone[i];
        if (thread >= state->thread_count || !may_go_alone(c, state, thread))
            return refuse(c, "state %zu of the proof leaves out moves that matter", number);
        if (!check_thread(c, state, thread, rest, number + 1)) return false;
        rest = term_and(c->terms, rest, term_not(c->terms, can_move(c, state, thread)));
    }
    c->stats->reduced += state->alone_count > 0;
    if (term_is_false(rest)) return true;
    uint32_t atomic = 0;
    while (atomic < state->thread_count && !state->nodes[atomic]->is_atomic) atomic++;
    for (uint32_t t = 0; t < state->thread_count; t++) {
        if (atomic < state->thread_count && t != atomic) continue;
        if (!check_thread(c, state, t, rest, 0)) return false;
    }
    return true;
}

static bool check_start(checker_t *c) {
    const broutine_t *routine = c->boolean->routines.data[0];
    VEC_CLEAR(c->after.nodes);
    VEC_CLEAR(c->after.values);
    VEC_PUSH(c->after.nodes, routine->entry);
    for (uint32_t i = 0; i < boolean_variables(c->boolean, routine); i++)
        VEC_PUSH(c->after.values, covering_fresh(&c->covering));
    c->after.guard = term_true(c->terms);
    return is_covered(c, 0) || refuse(c, "the start of the program is not covered");
}

static bool check_all(checker_t *c) {
    if (!index_states(c) || !check_start(c)) return false;
    for (size_t i = 0; i < c->proof->state_count; i++)
        if (!check_state(c, i)) return false;
    return true;
}

bool fixpoint_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                    const fixpoint_proof_t *proof, const check_limits_t *limits,
                    check_stats_t *stats, char **why) {
    checker_t c = {.boolean = program->boolean,
                   .proof = proof,
                   .limits = limits,
                   .stats = stats,
                   .terms = terms,
                   .why = why};
    const char *problem = NULL;
    if (!c.boolean) return refuse(&c, "this is no Boolean program");
    c.covering = (covering_t){.terms = terms, .solver = solver_new(class, terms, &problem)};
    if (!c.covering.solver) return refuse(&c, "%s", problem);
    c.covering.solver->milliseconds = limits->milliseconds;
    c.accesses = accesses_new(c.boolean);
    stats->kept = proof->state_count;
    bool is_fine = check_all(&c);
    accesses_delete(c.accesses);
    solver_delete(c.covering.solver);
    map64_free(&c.first);
    VEC_FREE(c.next);
    VEC_FREE(c.after.nodes);
    VEC_FREE(c.after.values);
    VEC_FREE(c.compared);
    VEC_FREE(c.symbols);
    VEC_FREE(c.named);
    return is_fine;
}
