/* Variables are Boolean constants, clauses are assertions. What the theory is told and says
 * goes through Z3's user propagator: each fixed constant is a literal, and clauses of the theory
 * are consequences of fixed constants. */

#include "solver/z3_sat.h"

#include "solver/z3_terms.h"

#include <string.h>

struct z3_sat {
    Z3_context context;
    Z3_solver solver;
    Z3_model model;
    VEC(Z3_ast) constants;  /* by variable; none has number 0 */
    map64_t variables;      /* id of a constant -> variable */
    VEC(Z3_ast) literals;   /* of the clause or the assumptions at hand */
    VEC(Z3_ast) assumptions;
    const cadical_theory_t *theory;
    size_t level;
    bool (*stop)(void *context);
    void *stop_context;
    cadical_counts_t counts;
};

z3_sat_t *z3_sat_new(void) {
    z3_sat_t *sat = mem_zalloc(sizeof *sat);
    sat->context = z3_context_new();
    REQUIRE(sat->context);
    sat->solver = Z3_mk_simple_solver(sat->context);
    Z3_solver_inc_ref(sat->context, sat->solver);
    VEC_PUSH(sat->constants, NULL);
    return sat;
}

static void forget_model(z3_sat_t *sat) {
    if (sat->model) Z3_model_dec_ref(sat->context, sat->model);
    sat->model = NULL;
}

void z3_sat_delete(z3_sat_t *sat) {
    if (!sat) return;
    forget_model(sat);
    Z3_solver_dec_ref(sat->context, sat->solver);
    Z3_del_context(sat->context);
    VEC_FREE(sat->constants);
    map64_free(&sat->variables);
    VEC_FREE(sat->literals);
    VEC_FREE(sat->assumptions);
    mem_free(sat);
}

static Z3_ast hold(z3_sat_t *sat, Z3_ast ast) {
    Z3_inc_ref(sat->context, ast);
    return ast;
}

int z3_sat_variable(z3_sat_t *sat) {
    Z3_ast constant =
        hold(sat, Z3_mk_fresh_const(sat->context, "v", Z3_mk_bool_sort(sat->context)));
    int variable = (int)sat->constants.len;
    VEC_PUSH(sat->constants, constant);
    map64_put(&sat->variables, Z3_get_ast_id(sat->context, constant), (uint64_t)variable);
    sat->counts.variables++;
    return variable;
}

/* Negations live as long as the context: they are few against clauses. */
static Z3_ast literal_of(z3_sat_t *sat, int literal) {
    if (literal > 0) return sat->constants.data[literal];
    return hold(sat, Z3_mk_not(sat->context, sat->constants.data[-literal]));
}

void z3_sat_add(z3_sat_t *sat, const int *literals, size_t count) {
    sat->counts.clauses++;
    VEC_CLEAR(sat->literals);
    for (size_t i = 0; i < count; i++) VEC_PUSH(sat->literals, literal_of(sat, literals[i]));
    Z3_solver_assert(sat->context, sat->solver,
                     Z3_mk_or(sat->context, (unsigned)count, sat->literals.data));
}

void z3_sat_assume(z3_sat_t *sat, int literal) {
    VEC_PUSH(sat->assumptions, literal_of(sat, literal));
}

/* The theory. */

/* A clause of the theory: its literals but the last are false, so their constants are fixed,
 * and the last follows; NULL: all are. */
static void tell(z3_sat_t *sat, Z3_solver_callback callback, const int *clause, size_t count,
                 int follows) {
    VEC_CLEAR(sat->literals);
    for (size_t i = 0; i < count; i++)
        if (clause[i] != follows)
            VEC_PUSH(sat->literals, sat->constants.data[clause[i] < 0 ? -clause[i] : clause[i]]);
    Z3_ast consequence = follows ? literal_of(sat, follows) : Z3_mk_false(sat->context);
    Z3_solver_propagate_consequence(sat->context, callback, (unsigned)sat->literals.len,
                                    sat->literals.data, 0, NULL, NULL, consequence);
}

/* false: there was a conflict. */
static bool tell_conflict(z3_sat_t *sat, Z3_solver_callback callback) {
    size_t count;
    const int *clause = sat->theory->conflict(sat->theory->context, &count);
    if (clause) tell(sat, callback, clause, count, 0);
    return !clause;
}

static void fixed(void *context, Z3_solver_callback callback, Z3_ast constant, Z3_ast value) {
    z3_sat_t *sat = context;
    uint64_t variable;
    if (!map64_get(&sat->variables, Z3_get_ast_id(sat->context, constant), &variable)) return;
    bool is_true = Z3_get_bool_value(sat->context, value) == Z3_L_TRUE;
    int literal = is_true ? (int)variable : -(int)variable, follows;
    if (sat->stop && sat->stop(sat->stop_context)) Z3_solver_interrupt(sat->context, sat->solver);
    sat->theory->assigned(sat->theory->context, &literal, 1);
    if (!tell_conflict(sat, callback) || !sat->theory->propagate) return;
    while ((follows = sat->theory->propagate(sat->theory->context))) {
        size_t count;
        const int *clause = sat->theory->reason(sat->theory->context, follows, &count);
        tell(sat, callback, clause, count, follows);
    }
}

static void final(void *context, Z3_solver_callback callback) {
    z3_sat_t *sat = context;
    tell_conflict(sat, callback);
}

static void push(void *context, Z3_solver_callback callback) {
    z3_sat_t *sat = context;
    (void)callback;
    sat->level++;
    sat->theory->new_level(sat->theory->context);
}

static void pop(void *context, Z3_solver_callback callback, unsigned count) {
    z3_sat_t *sat = context;
    (void)callback;
    sat->level -= count;
    sat->theory->backtrack(sat->theory->context, sat->level);
}

/* Nobody splits the problem. */
static void *fresh(void *context, Z3_context other) {
    (void)other;
    return context;
}

void z3_sat_connect(z3_sat_t *sat, const cadical_theory_t *theory) {
    sat->theory = theory;
    Z3_solver_propagate_init(sat->context, sat->solver, sat, push, pop, fresh);
    Z3_solver_propagate_fixed(sat->context, sat->solver, fixed);
    Z3_solver_propagate_final(sat->context, sat->solver, final);
}

void z3_sat_observe(z3_sat_t *sat, int variable) {
    Z3_solver_propagate_register(sat->context, sat->solver, sat->constants.data[variable]);
}

/* Answers. */

static void add_counts(z3_sat_t *sat) {
    Z3_stats stats = Z3_solver_get_statistics(sat->context, sat->solver);
    if (!stats) return;
    Z3_stats_inc_ref(sat->context, stats);
    for (unsigned i = 0; i < Z3_stats_size(sat->context, stats); i++) {
        const char *key = Z3_stats_get_key(sat->context, stats, i);
        if (!Z3_stats_is_uint(sat->context, stats, i)) continue;
        unsigned value = Z3_stats_get_uint_value(sat->context, stats, i);
        if (!strcmp(key, "conflicts")) sat->counts.conflicts = value;
        if (!strcmp(key, "decisions")) sat->counts.decisions = value;
        if (!strcmp(key, "propagations")) sat->counts.propagations = value;
    }
    Z3_stats_dec_ref(sat->context, stats);
}

cadical_answer_t z3_sat_solve(z3_sat_t *sat, bool (*stop)(void *context), void *context) {
    sat->stop = stop;
    sat->stop_context = context;
    forget_model(sat);
    Z3_lbool answer = Z3_solver_check_assumptions(
        sat->context, sat->solver, (unsigned)sat->assumptions.len, sat->assumptions.data);
    VEC_CLEAR(sat->assumptions);
    add_counts(sat);
    if (answer == Z3_L_FALSE) return CADICAL_UNSAT;
    if (answer != Z3_L_TRUE) return CADICAL_UNKNOWN;
    sat->model = Z3_solver_get_model(sat->context, sat->solver);
    if (!sat->model) return CADICAL_UNKNOWN;
    Z3_model_inc_ref(sat->context, sat->model);
    return CADICAL_SAT;
}

bool z3_sat_value(z3_sat_t *sat, int literal) {
    Z3_ast value = NULL;
    Z3_ast constant = sat->constants.data[literal < 0 ? -literal : literal];
    if (!sat->model || !Z3_model_eval(sat->context, sat->model, constant, true, &value))
        return literal < 0;
    return (Z3_get_bool_value(sat->context, value) == Z3_L_TRUE) == (literal > 0);
}

void z3_sat_counts(const z3_sat_t *sat, cadical_counts_t *counts) {
    *counts = sat->counts;
}
