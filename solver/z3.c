/* The Z3 back end. */

#include "solver/solver.h"
#include "solver/term_internal.h"
#include "solver/z3_terms.h"
#include "util/stats.h"

#include <stdio.h>

typedef struct z3 {
    solver_t base;
    Z3_context context;
    Z3_solver solver;
    Z3_solver patient;  /* made for one hard check; NULL: the last was none */
    Z3_model model;     /* of the last SAT, once asked for */
    z3_terms_t to;
    unsigned milliseconds; /* the limit Z3 was told last */
    bool is_broken;        /* something could not be asserted: every answer is unknown */
    VEC(Z3_ast) assumptions; /* of the last check */
    char message[200];
} z3_t;

static z3_t *z3(solver_t *solver) {
    return (z3_t *)solver;
}

static bool has_error(z3_t *z) {
    return Z3_get_error_code(z->context) != Z3_OK;
}

/* Small queries are answered fastest by the general solver, which is cheap to
 * push and pop. It gets lost in arithmetic that bit-blasting with a SAT solver
 * decides at once. So it may spend this much, some hundredths of a second, counted
 * in Z3's own unit and so the same on every run; then the other one is asked. */
enum { QUICK_EFFORT = 100000 };

static void set_limit(z3_t *z, Z3_solver solver, unsigned milliseconds, unsigned effort) {
    Z3_context context = z->context;
    Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    /* Signals are heddle's, Z3 must not take the handler away. */
    Z3_params_set_bool(context, params, Z3_mk_string_symbol(context, "ctrl_c"), false);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"),
                       milliseconds ? milliseconds : UINT32_MAX);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), effort);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
}

static void set_quick_limit(z3_t *z, unsigned milliseconds) {
    set_limit(z, z->solver, milliseconds, QUICK_EFFORT);
    z->milliseconds = milliseconds;
}

static solver_t *z3_create(terms_t *terms, const char **why) {
    z3_t *z = mem_zalloc(sizeof *z);
    z->base.terms = terms;
    z->context = z3_context_new();
    if (z->context) {
        /* Twice as fast in push and pop as the solver for any logic. */
        z->solver = Z3_mk_solver_for_logic(z->context, Z3_mk_string_symbol(z->context, "QF_AUFBV"));
        if (z->solver) {
            Z3_solver_inc_ref(z->context, z->solver);
            z3_terms_init(&z->to, z->context, terms);
            set_quick_limit(z, 0);
            return &z->base;
        }
        Z3_del_context(z->context);
    }
    *why = "Z3 could not create a solver";
    mem_free(z);
    return NULL;
}

/* What the last check left behind. */
static void forget_answer(z3_t *z) {
    if (z->model) Z3_model_dec_ref(z->context, z->model);
    z->model = NULL;
    if (z->patient) Z3_solver_dec_ref(z->context, z->patient);
    z->patient = NULL;
}

static Z3_solver answering(const z3_t *z) {
    return z->patient ? z->patient : z->solver;
}

static void z3_destroy(solver_t *solver) {
    z3_t *z = z3(solver);
    forget_answer(z);
    z3_terms_free(&z->to);
    VEC_FREE(z->assumptions);
    Z3_solver_dec_ref(z->context, z->solver);
    Z3_del_context(z->context);
    mem_free(z);
}

static void z3_push(solver_t *solver) {
    z3_t *z = z3(solver);
    forget_answer(z);
    Z3_solver_push(z->context, z->solver);
    if (has_error(z)) z->is_broken = true;
}

static void z3_pop(solver_t *solver) {
    z3_t *z = z3(solver);
    forget_answer(z);
    Z3_solver_pop(z->context, z->solver, 1);
    if (has_error(z)) z->is_broken = true;
}

static void z3_assert(solver_t *solver, const term_t *term) {
    z3_t *z = z3(solver);
    forget_answer(z);
    Z3_ast formula = z3_from_term(&z->to, term);
    /* The solver for bit-vectors leaves floating point uninterpreted. */
    if (formula && z->to.has_fp && term_has_fp(solver->terms, term))
        formula = z3_fp_to_bits(&z->to, term, formula);
    if (formula) Z3_solver_assert(z->context, z->solver, formula);
    if (!formula || has_error(z)) z->is_broken = true;
}

static solver_answer_t give_up(z3_t *z, const char *reason) {
    snprintf(z->message, sizeof z->message, "Z3: %s", reason);
    z->base.why_unknown = z->message;
    return SOLVER_UNKNOWN;
}

static Z3_lbool check_by(z3_t *z, Z3_solver solver) {
    return Z3_solver_check_assumptions(z->context, solver, (unsigned)z->assumptions.len,
                                       z->assumptions.data);
}

/* Copies what is asserted to a solver of the logic, which is asked. */
static Z3_lbool check_in_logic(z3_t *z, const char *logic) {
    Z3_context context = z->context;
    if (z->patient) Z3_solver_dec_ref(context, z->patient);
    z->patient = Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, logic));
    if (!z->patient) return Z3_L_UNDEF;
    Z3_solver_inc_ref(context, z->patient);
    set_limit(z, z->patient, z->milliseconds, 0);
    Z3_ast_vector asserted = Z3_solver_get_assertions(context, z->solver);
    Z3_ast_vector_inc_ref(context, asserted);
    unsigned size = Z3_ast_vector_size(context, asserted);
    for (unsigned i = 0; i < size; i++)
        Z3_solver_assert(context, z->patient, Z3_ast_vector_get(context, asserted, i));
    Z3_ast_vector_dec_ref(context, asserted);
    return check_by(z, z->patient);
}

/* The logic of the SAT solver has no arrays and functions; with them, there is
 * only the general one. */
static Z3_lbool check_patiently(z3_t *z) {
    double begin = stats_now();
    Z3_lbool answer = check_in_logic(z, "QF_BV");
    if (answer != Z3_L_UNDEF) return answer;
    if (z->milliseconds) {
        double left = z->milliseconds - (stats_now() - begin) * 1000;
        if (left < 1) return answer;
    }
    return check_in_logic(z, "QF_AUFBV");
}

static solver_answer_t z3_check(solver_t *solver, const term_t *const *assumptions, size_t count) {
    z3_t *z = z3(solver);
    forget_answer(z);
    VEC_CLEAR(z->assumptions);
    for (size_t i = 0; i < count; i++) {
        VEC_PUSH(z->assumptions, z3_from_term(&z->to, assumptions[i]));
        if (!z->assumptions.data[i]) z->is_broken = true;
    }
    if (z->is_broken) return give_up(z, "a formula was refused");
    if (solver->milliseconds != z->milliseconds) set_quick_limit(z, solver->milliseconds);
    Z3_lbool answer = check_by(z, z->solver);
    if (answer == Z3_L_UNDEF && !has_error(z)) answer = check_patiently(z);
    if (has_error(z))
        return give_up(z, Z3_get_error_msg(z->context, Z3_get_error_code(z->context)));
    if (answer == Z3_L_TRUE) return SOLVER_SAT;
    if (answer == Z3_L_FALSE) return SOLVER_UNSAT;
    return give_up(z, Z3_solver_get_reason_unknown(z->context, answering(z)));
}

static const term_t *z3_evaluate(solver_t *solver, const term_t *term) {
    z3_t *z = z3(solver);
    const term_t *zero = term->sort.kind == SORT_BOOL
                             ? term_false(solver->terms)
                             : term_const(solver->terms, term->sort.width, 0);
    if (!z->model) {
        z->model = Z3_solver_get_model(z->context, answering(z));
        if (!z->model) return zero;
        Z3_model_inc_ref(z->context, z->model);
    }
    Z3_ast formula = z3_from_term(&z->to, term), value = NULL;
    if (!formula || !Z3_model_eval(z->context, z->model, formula, true, &value)) return zero;
    Z3_inc_ref(z->context, value);
    const term_t *result = z3_to_term(&z->to, value);
    Z3_dec_ref(z->context, value);
    return result && term_is_value(result) ? result : zero;
}

static void z3_core(solver_t *solver, bool *in_core) {
    z3_t *z = z3(solver);
    Z3_ast_vector core = Z3_solver_get_unsat_core(z->context, answering(z));
    map64_t ids = {0};
    if (core) {
        Z3_ast_vector_inc_ref(z->context, core);
        unsigned size = Z3_ast_vector_size(z->context, core);
        for (unsigned i = 0; i < size; i++) {
            Z3_ast literal = Z3_ast_vector_get(z->context, core, i);
            map64_put(&ids, Z3_get_ast_id(z->context, literal), 1);
        }
        Z3_ast_vector_dec_ref(z->context, core);
    }
    for (size_t i = 0; i < z->assumptions.len; i++) {
        uint64_t ignored;
        /* Without an answer every assumption may be needed. */
        unsigned id = Z3_get_ast_id(z->context, z->assumptions.data[i]);
        in_core[i] = !core || map64_get(&ids, id, &ignored);
    }
    map64_free(&ids);
}

const solver_class_t solver_z3 = {
    .name = "z3",
    .capabilities = SOLVER_CAN_ARRAYS | SOLVER_CAN_UF | SOLVER_CAN_CORES | SOLVER_CAN_FLOATS,
    .create = z3_create,
    .destroy = z3_destroy,
    .push = z3_push,
    .pop = z3_pop,
    .assert_term = z3_assert,
    .check = z3_check,
    .evaluate = z3_evaluate,
    .core = z3_core,
};
