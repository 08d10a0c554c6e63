/* The MathSAT5 back end. */

#include "solver/solver.h"

#ifndef HEDDLE_NO_MATHSAT

#include "solver/mathsat_linear.h"
#include "solver/mathsat_terms.h"
#include "solver/term_internal.h"
#include "util/limits.h"
#include "util/stats.h"

#include <stdio.h>
#include <string.h>

typedef struct mathsat {
    solver_t base;
    mathsat_api_t api;
    msat_config config;
    msat_env env;
    mathsat_terms_t to;
    double deadline;  /* of the running check; 0: none */
    bool out_of_time;
    bool is_broken;   /* something could not be asserted: every answer is unknown */
    VEC(msat_term) assumptions; /* of the last check */
    map64_t assumed;            /* ... id of the symbol -> its truth */
    term_vec_t asserted;        /* the assertion stack, to build it anew */
    VEC(size_t) frames;         /* where each frame starts in it */
    char message[200];
} mathsat_t;

static mathsat_t *mathsat(solver_t *solver) {
    return (mathsat_t *)solver;
}

static int should_stop(void *context) {
    mathsat_t *m = context;
    if (limits_signal) return 1;
    if (m->deadline > 0 && stats_now() > m->deadline) m->out_of_time = true;
    return m->out_of_time;
}

typedef struct option {
    const char *name, *value;
} option_t;

static bool open_env(mathsat_t *m, const option_t *options, size_t count) {
    m->config = m->api.create_config();
    if (!m->config.repr) return false;
    for (size_t i = 0; i < count; i++)
        if (m->api.set_option(m->config, options[i].name, options[i].value) != 0) return false;
    m->env = m->api.create_env(m->config);
    if (!m->env.repr) return false;
    m->api.set_termination_test(m->env, should_stop, m);
    mathsat_terms_init(&m->to, &m->api, m->env, m->base.terms);
    return true;
}

static void close_all(mathsat_t *m) {
    mathsat_terms_free(&m->to);
    VEC_FREE(m->assumptions);
    map64_free(&m->assumed);
    VEC_FREE(m->asserted);
    VEC_FREE(m->frames);
    if (m->env.repr) m->api.destroy_env(m->env);
    if (m->config.repr) m->api.destroy_config(m->config);
    mathsat_unload(&m->api);
}

static const option_t solving_options[] = {
    {"model_generation", "true"},
    {"dpll.allsat_minimize_model", "true"},
    /* Plain bit-blasting; the default spends several times as long on each
     * of many small queries, and gained nothing on the larger ones tried. */
    {"theory.bv.bit_blast_mode", "0"},
    /* Floating point as bits, which it shares with bit-vectors. */
    {"theory.fp.mode", "1"},
    {"theory.fp.bv_combination_enabled", "true"},
};
enum { SOLVING_OPTIONS = sizeof solving_options / sizeof solving_options[0] };

static solver_t *mathsat_create(terms_t *terms, const char **why) {
    mathsat_t *m = mem_zalloc(sizeof *m);
    m->base.terms = terms;
    if (mathsat_load(&m->api, why)) {
        if (open_env(m, solving_options, SOLVING_OPTIONS)) return &m->base;
        *why = "MathSAT could not create an environment";
        close_all(m);
    }
    mem_free(m);
    return NULL;
}

static void mathsat_destroy(solver_t *solver) {
    close_all(mathsat(solver));
    mem_free(solver);
}

/* Keeps the reason; MathSAT's own text is gone with its next call. */
static solver_answer_t give_up(mathsat_t *m, const char *what) {
    const char *error = m->api.last_error_message(m->env);
    if (limits_signal)
        snprintf(m->message, sizeof m->message, "interrupted");
    else if (m->out_of_time)
        snprintf(m->message, sizeof m->message, "solver time limit");
    else
        snprintf(m->message, sizeof m->message, "MathSAT: %s: %s", what,
                 error && *error ? error : "no reason given");
    m->base.why_unknown = m->message;
    return SOLVER_UNKNOWN;
}

static void start_clock(mathsat_t *m) {
    m->out_of_time = false;
    m->deadline = m->base.milliseconds ? stats_now() + m->base.milliseconds / 1000.0 : 0;
}

static void mathsat_push(solver_t *solver) {
    mathsat_t *m = mathsat(solver);
    VEC_PUSH(m->frames, m->asserted.len);
    if (m->api.push_backtrack_point(m->env) != 0) m->is_broken = true;
}

static void mathsat_pop(solver_t *solver) {
    mathsat_t *m = mathsat(solver);
    m->asserted.len = VEC_POP(m->frames);
    if (m->api.pop_backtrack_point(m->env) != 0) m->is_broken = true;
}

static void assert_in_env(mathsat_t *m, const term_t *term) {
    msat_term formula = mathsat_from_term(&m->to, term);
    if (!formula.repr || m->api.assert_formula(m->env, formula) != 0) m->is_broken = true;
}

static void mathsat_assert(solver_t *solver, const term_t *term) {
    mathsat_t *m = mathsat(solver);
    VEC_PUSH(m->asserted, term);
    assert_in_env(m, term);
}

/* Continues with a new environment and the same assertions. An all-sat that
 * was interrupted leaves its environment in a state where the next operation,
 * its destruction included, may corrupt the heap, so it is left alone: that
 * memory is lost, in the rare case of a time limit. */
static void start_anew(mathsat_t *m) {
    mathsat_terms_free(&m->to);
    if (!open_env(m, solving_options, SOLVING_OPTIONS)) {
        m->is_broken = true;
        return;
    }
    size_t frame = 0;
    for (size_t i = 0; i <= m->asserted.len; i++) {
        for (; frame < m->frames.len && m->frames.data[frame] == i; frame++)
            if (m->api.push_backtrack_point(m->env) != 0) m->is_broken = true;
        if (i < m->asserted.len) assert_in_env(m, m->asserted.data[i]);
    }
}

static solver_answer_t mathsat_check(solver_t *solver, const term_t *const *assumptions,
                                     size_t count) {
    mathsat_t *m = mathsat(solver);
    VEC_CLEAR(m->assumptions);
    if (m->assumed.len) map64_clear(&m->assumed);
    for (size_t i = 0; i < count; i++) {
        bool negated = assumptions[i]->kind == TERM_NOT;
        map64_put(&m->assumed, negated ? assumptions[i]->a[0]->id : assumptions[i]->id, !negated);
        VEC_PUSH(m->assumptions, mathsat_from_term(&m->to, assumptions[i]));
        if (!m->assumptions.data[i].repr) m->is_broken = true;
    }
    if (m->is_broken) return give_up(m, "a formula was refused");
    start_clock(m);
    int answer = count ? m->api.solve_with_assumptions(m->env, m->assumptions.data, count)
                       : m->api.solve(m->env);
    if (answer == MSAT_SAT) return SOLVER_SAT;
    if (answer == MSAT_UNSAT) return SOLVER_UNSAT;
    return give_up(m, "no answer");
}

static const term_t *native_value(mathsat_t *m, const term_t *term) {
    msat_term formula = mathsat_from_term(&m->to, term);
    if (!formula.repr) return NULL;
    msat_term value = m->api.get_model_value(m->env, formula);
    const term_t *result = value.repr ? mathsat_to_term(&m->to, value) : NULL;
    return result && term_is_value(result) ? result : NULL;
}

/* Symbols the model does not speak of are zero. */
static const term_t *value_of_symbol(void *context, const term_t *symbol) {
    mathsat_t *m = context;
    if (symbol->sort.kind == SORT_ARRAY) return NULL;
    const term_t *value = native_value(m, symbol);
    if (value) return value;
    return symbol->sort.kind == SORT_BOOL ? term_false(m->base.terms)
                                          : term_const(m->base.terms, symbol->sort.width, 0);
}

static const term_t *assumed_value(void *context, const term_t *symbol) {
    mathsat_t *m = context;
    uint64_t value;
    return map64_get(&m->assumed, symbol->id, &value) ? term_bool(m->base.terms, value != 0) : NULL;
}

static const term_t *mathsat_evaluate(solver_t *solver, const term_t *term) {
    mathsat_t *m = mathsat(solver);
    /* A model is silent about assumed symbols that no assertion contains. */
    if (m->assumed.len) term = term_substitute(solver->terms, term, assumed_value, m);
    if (term_is_value(term)) return term;
    const term_t *value = native_value(m, term);
    if (value) return value;
    value = term_substitute(solver->terms, term, value_of_symbol, m);
    if (!term_is_value(value)) {
        const term_t *again = native_value(m, value);
        if (again) return again;
        /* A read or an application that the model leaves open. */
        return term->sort.kind == SORT_BOOL ? term_false(solver->terms)
                                            : term_const(solver->terms, term->sort.width, 0);
    }
    return value;
}

static void mathsat_core(solver_t *solver, bool *in_core) {
    mathsat_t *m = mathsat(solver);
    size_t size = 0;
    msat_term *core = m->api.get_unsat_assumptions(m->env, &size);
    map64_t ids = {0};
    bool is_known = core != NULL;
    for (size_t i = 0; is_known && i < size; i++) {
        /* MathSAT may name an error term. */
        is_known = core[i].repr != NULL;
        if (is_known) map64_put(&ids, m->api.term_id(core[i]), 1);
    }
    for (size_t i = 0; i < m->assumptions.len; i++) {
        uint64_t ignored;
        /* Without an answer every assumption may be needed. */
        in_core[i] = !is_known || map64_get(&ids, m->api.term_id(m->assumptions.data[i]), &ignored);
    }
    map64_free(&ids);
    if (core) m->api.free(core);
}

typedef struct mathsat_all_sat {
    mathsat_t *m;
    const term_t *const *predicates;
    size_t count;
    solver_all_sat_t each;
    void *context;
    map64_t values; /* id of a literal's constant -> its value, of the current model */
    int8_t *row;
    bool stopped;
} mathsat_all_sat_t;

static int on_model(msat_term *model, int size, void *context) {
    mathsat_all_sat_t *all = context;
    mathsat_t *m = all->m;
    map64_clear(&all->values);
    for (int i = 0; i < size; i++) {
        bool negated = m->api.term_is_not(m->env, model[i]);
        msat_term constant = negated ? m->api.term_get_arg(model[i], 0) : model[i];
        map64_put(&all->values, m->api.term_id(constant), !negated);
    }
    for (size_t i = 0; i < all->count; i++) {
        msat_term constant = m->to.memo.data[all->predicates[i]->id];
        uint64_t value;
        bool known = map64_get(&all->values, m->api.term_id(constant), &value);
        all->row[i] = known ? (int8_t)value : -1;
    }
    if (!all->each(all->context, all->row)) all->stopped = true;
    return !all->stopped;
}

static solver_answer_t mathsat_all_sat(solver_t *solver, const term_t *const *predicates,
                                       size_t count, solver_all_sat_t each, void *context) {
    mathsat_t *m = mathsat(solver);
    VEC(msat_term) important = {0};
    for (size_t i = 0; i < count; i++) {
        VEC_PUSH(important, mathsat_from_term(&m->to, predicates[i]));
        if (!important.data[i].repr) m->is_broken = true;
    }
    mathsat_all_sat_t all = {m, predicates, count, each, context, {0}, mem_alloc(count + 1), false};
    solver_answer_t answer = SOLVER_UNSAT;
    if (m->is_broken) {
        answer = give_up(m, "a formula was refused");
    } else {
        start_clock(m);
        int models = m->api.all_sat(m->env, important.data, count, on_model, &all);
        if (models == -2) { /* valid: every assignment is a model */
            memset(all.row, -1, count);
            all.stopped = !each(context, all.row);
        }
        bool failed = models == -1 || m->out_of_time || limits_signal;
        if (all.stopped)
            answer = SOLVER_SAT;
        else if (failed)
            answer = give_up(m, "all-sat failed");
        if (failed) start_anew(m);
    }
    VEC_FREE(important);
    map64_free(&all.values);
    mem_free(all.row);
    return answer;
}

/* Interpolation */

static bool assert_groups(mathsat_t *m, const term_t *const *parts, size_t count, int *groups) {
    for (size_t i = 0; i < count; i++) {
        groups[i] = m->api.create_itp_group(m->env);
        /* A formula outside of any group corrupts MathSAT's heap. */
        if (groups[i] < 0 || m->api.set_itp_group(m->env, groups[i]) != 0) return false;
        msat_term formula = mathsat_from_term(&m->to, parts[i]);
        if (!formula.repr || m->api.assert_formula(m->env, formula) != 0) return false;
    }
    return true;
}

static solver_answer_t interpolate_groups(mathsat_t *m, const term_t *const *parts, size_t count,
                                          int *groups, const term_t **out) {
    if (!assert_groups(m, parts, count, groups)) return SOLVER_UNKNOWN;
    start_clock(m);
    int answer = m->api.solve(m->env);
    if (answer == MSAT_SAT) return SOLVER_SAT;
    if (answer != MSAT_UNSAT) return SOLVER_UNKNOWN;
    for (size_t i = 0; i + 1 < count; i++) {
        msat_term interpolant = m->api.get_interpolant(m->env, groups, i + 1);
        out[i] = mathsat_to_term(&m->to, interpolant);
        if (!out[i] || out[i]->sort.kind != SORT_BOOL) return SOLVER_UNKNOWN;
    }
    return SOLVER_UNSAT;
}

static solver_answer_t mathsat_interpolate(terms_t *terms, const term_t *const *parts, size_t count,
                                           unsigned milliseconds, const term_t **out) {
    /* Only the lazy bit-vector solver makes proofs. */
    static const option_t options[] = {
        {"interpolation", "true"},
        {"theory.bv.eager", "false"},
    };
    mathsat_t m = {.base = {.terms = terms, .milliseconds = milliseconds}};
    const char *why;
    /* There are no proofs where numbers and their bits are mixed. */
    for (size_t i = 0; i < count; i++)
        if (term_has_fp(terms, parts[i])) return SOLVER_UNKNOWN;
    if (!mathsat_load(&m.api, &why)) return SOLVER_UNKNOWN;
    solver_answer_t answer = SOLVER_UNKNOWN;
    if (open_env(&m, options, sizeof options / sizeof options[0])) {
        int *groups = mem_alloc((count + 1) * sizeof *groups);
        answer = interpolate_groups(&m, parts, count, groups, out);
        mem_free(groups);
    }
    close_all(&m);
    return answer;
}

const solver_class_t solver_mathsat = {
    .name = "mathsat",
    .capabilities = SOLVER_CAN_ARRAYS | SOLVER_CAN_UF | SOLVER_CAN_CORES | SOLVER_CAN_ALLSAT |
                    SOLVER_CAN_INTERPOLATE | SOLVER_CAN_FLOATS,
    .create = mathsat_create,
    .destroy = mathsat_destroy,
    .push = mathsat_push,
    .pop = mathsat_pop,
    .assert_term = mathsat_assert,
    .check = mathsat_check,
    .evaluate = mathsat_evaluate,
    .core = mathsat_core,
    .all_sat = mathsat_all_sat,
    .interpolate = mathsat_interpolate,
    .interpolate_linear = mathsat_interpolate_linear,
};

#else

static solver_t *mathsat_create(terms_t *terms, const char **why) {
    (void)terms;
    *why = "heddle was built without MathSAT";
    return NULL;
}

const solver_class_t solver_mathsat = {.name = "mathsat", .create = mathsat_create};

#endif
