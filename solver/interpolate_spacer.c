/* Sequence interpolants as the solution of HORN clauses: a relation Ii for each
 * cut, over the symbols shared there, with the clauses
 *   P0 => I1,  Ii and Pi => Ii+1,  In-1 and Pn-1 => false,
 * solved by Z3's Spacer. Its model is the sequence. */

#include "solver/interpolate_ways.h"
#include "solver/z3_terms.h"

#include <stdio.h>

typedef struct spacer {
    const problem_t *problem;
    Z3_context context;
    Z3_solver solver;
    z3_terms_t to;
    occurrences_t where;
    Z3_ast *relations; /* relation i applied to the symbols shared between parts i and i+1 */
} spacer_t;

/* All symbols of the problem that are shared at the cut, in order of id. */
static void make_relation(spacer_t *s, const term_vec_t *symbols, size_t cut) {
    Z3_context context = s->context;
    VEC(Z3_ast) args = {0};
    VEC(Z3_sort) sorts = {0};
    for (size_t i = 0; i < symbols->len; i++) {
        if (!occurrences_is_shared(&s->where, symbols->data[i], cut)) continue;
        VEC_PUSH(args, z3_from_term(&s->to, symbols->data[i]));
        VEC_PUSH(sorts, z3_sort_of(context, symbols->data[i]->sort));
    }
    char name[32];
    snprintf(name, sizeof name, "itp%zu", cut);
    Z3_func_decl decl = Z3_mk_func_decl(context, Z3_mk_string_symbol(context, name),
                                        (unsigned)sorts.len, sorts.data, Z3_mk_bool_sort(context));
    Z3_ast relation = decl ? Z3_mk_app(context, decl, (unsigned)args.len, args.data) : NULL;
    if (relation) Z3_inc_ref(context, relation);
    s->relations[cut] = relation;
    VEC_FREE(args);
    VEC_FREE(sorts);
}

/* For all symbols: body => head. The symbols are those of the part, and those
 * of the relations, which are all shared and so may not be in the part. */
static bool assert_clause(spacer_t *s, const term_vec_t *symbols, size_t i) {
    Z3_context context = s->context;
    size_t count = s->problem->count;
    Z3_ast part = z3_from_term(&s->to, s->problem->parts[i]);
    Z3_ast head = i + 1 < count ? s->relations[i] : Z3_mk_false(context);
    if (!part || !head || (i && !s->relations[i - 1])) return false;
    Z3_ast both[] = {part, i ? s->relations[i - 1] : part};
    Z3_ast clause = Z3_mk_implies(context, Z3_mk_and(context, i ? 2 : 1, both), head);
    if (!clause) return false;
    Z3_inc_ref(context, clause);
    VEC(Z3_app) bound = {0};
    for (size_t k = 0; k < symbols->len; k++) {
        uint64_t first = 0, last = 0;
        map64_get(&s->where.first, symbols->data[k]->id, &first);
        map64_get(&s->where.last, symbols->data[k]->id, &last);
        if (first <= i && i <= last)
            VEC_PUSH(bound, Z3_to_app(context, z3_from_term(&s->to, symbols->data[k])));
    }
    Z3_ast closed = clause;
    if (bound.len)
        closed = Z3_mk_forall_const(context, 0, (unsigned)bound.len, bound.data, 0, NULL, clause);
    if (closed) Z3_solver_assert(context, s->solver, closed);
    bool ok = closed && Z3_get_error_code(context) == Z3_OK;
    Z3_dec_ref(context, clause);
    VEC_FREE(bound);
    return ok;
}

static bool assert_clauses(spacer_t *s) {
    const problem_t *problem = s->problem;
    term_vec_t symbols = {0};
    for (size_t i = 0; i < problem->count; i++)
        term_symbols(problem->terms, problem->parts[i], &symbols);
    for (size_t i = 0; i + 1 < problem->count; i++) make_relation(s, &symbols, i);
    bool ok = true;
    for (size_t i = 0; ok && i < problem->count; i++) ok = assert_clause(s, &symbols, i);
    VEC_FREE(symbols);
    return ok;
}

/* What the model says of a relation, over the symbols it is applied to; NULL:
 * not by a formula. Evaluating the application would not do: the model has
 * values for the symbols, too. */
static Z3_ast read_relation(spacer_t *s, Z3_model model, Z3_app relation) {
    Z3_context context = s->context;
    Z3_func_decl decl = Z3_get_app_decl(context, relation);
    unsigned count = Z3_get_app_num_args(context, relation);
    if (count == 0) return Z3_model_get_const_interp(context, model, decl);
    Z3_func_interp interp = Z3_model_get_func_interp(context, model, decl);
    if (!interp) return NULL;
    Z3_func_interp_inc_ref(context, interp);
    Z3_ast result = NULL;
    if (Z3_func_interp_get_num_entries(context, interp) == 0) {
        VEC(Z3_ast) args = {0};
        for (unsigned i = 0; i < count; i++) VEC_PUSH(args, Z3_get_app_arg(context, relation, i));
        Z3_ast body = Z3_func_interp_get_else(context, interp);
        if (body) result = Z3_substitute_vars(context, body, count, args.data);
        VEC_FREE(args);
    }
    if (result) Z3_inc_ref(context, result);
    Z3_func_interp_dec_ref(context, interp);
    return result;
}

static bool read_model(spacer_t *s, const term_t **out) {
    Z3_model model = Z3_solver_get_model(s->context, s->solver);
    if (!model) return false;
    Z3_model_inc_ref(s->context, model);
    bool ok = true;
    for (size_t i = 0; ok && i + 1 < s->problem->count; i++) {
        Z3_ast value = read_relation(s, model, Z3_to_app(s->context, s->relations[i]));
        out[i] = z3_to_term(&s->to, value);
        ok = out[i] && out[i]->sort.kind == SORT_BOOL;
    }
    Z3_model_dec_ref(s->context, model);
    return ok;
}

static solver_answer_t solve(spacer_t *s, const term_t **out, const char **why) {
    *why = "Z3 refused the clauses";
    if (!assert_clauses(s)) return SOLVER_UNKNOWN;
    switch (Z3_solver_check(s->context, s->solver)) {
    case Z3_L_FALSE: return SOLVER_SAT; /* no relations do it: the parts have a model */
    case Z3_L_UNDEF: *why = "Spacer gave up"; return SOLVER_UNKNOWN;
    default: break;
    }
    *why = "Spacer's result cannot be expressed";
    return read_model(s, out) ? SOLVER_UNSAT : SOLVER_UNKNOWN;
}

static solver_answer_t run(const problem_t *problem, const term_t **out, const char **why) {
    /* Global, but this is a process of its own. With them relations would be
     * replaced by their definitions, and the model would not give them. */
    Z3_global_param_set("fp.xform.inline_eager", "false");
    Z3_global_param_set("fp.xform.inline_linear", "false");
    Z3_global_param_set("fp.xform.slice", "false");
    spacer_t s = {.problem = problem, .context = z3_context_new()};
    *why = "Z3 could not create a solver";
    if (!s.context) return SOLVER_UNKNOWN;
    solver_answer_t answer = SOLVER_UNKNOWN;
    s.solver = Z3_mk_solver_for_logic(s.context, Z3_mk_string_symbol(s.context, "HORN"));
    if (s.solver) {
        Z3_solver_inc_ref(s.context, s.solver);
        z3_terms_init(&s.to, s.context, problem->terms);
        occurrences_init(&s.where, problem->terms, problem->parts, problem->count);
        s.relations = mem_zalloc(problem->count * sizeof *s.relations);
        answer = solve(&s, out, why);
        mem_free(s.relations);
        occurrences_free(&s.where);
        z3_terms_free(&s.to);
        Z3_solver_dec_ref(s.context, s.solver);
    }
    Z3_del_context(s.context);
    return answer;
}

solver_answer_t interpolate_spacer(const problem_t *problem, const term_t **out, const char **why) {
    *why = "Spacer does not know floating point";
    for (size_t i = 0; i < problem->count; i++)
        if (term_has_fp(problem->terms, problem->parts[i])) return SOLVER_UNKNOWN;
    return interpolate_in_child(problem, run, out, why);
}
