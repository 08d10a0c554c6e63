/* Floating-point operators as clauses: the operator on Boolean constants, one per bit, goes
 * through Z3's tactics that unfold numbers into bit-vectors, these into gates, and gates into
 * clauses. */

#include "solver/float_clauses.h"
#include "solver/z3_terms.h"

typedef struct entry {
    term_kind_t kind;
    unsigned width, from; /* of the result, of an operand */
    float_clauses_t *clauses;
} entry_t;

struct float_library {
    VEC(entry_t) entries;
};

float_library_t *float_library_new(void) {
    return mem_zalloc(sizeof(float_library_t));
}

void float_library_delete(float_library_t *library) {
    if (!library) return;
    for (size_t i = 0; i < library->entries.len; i++) {
        if (!library->entries.data[i].clauses) continue;
        VEC_FREE(library->entries.data[i].clauses->literals);
        mem_free(library->entries.data[i].clauses);
    }
    VEC_FREE(library->entries);
    mem_free(library);
}

typedef struct maker {
    Z3_context context;
    z3_terms_t to;
    map64_t variables; /* id of a Boolean constant -> variable */
    float_clauses_t *out;
} maker_t;

/* All that is made lives as long as the context. */
static Z3_ast hold(maker_t *m, Z3_ast ast) {
    if (ast) Z3_inc_ref(m->context, ast);
    return ast;
}

/* A Boolean constant that is a variable of the clauses. */
static Z3_ast new_bit(maker_t *m) {
    Z3_ast bit = hold(m, Z3_mk_fresh_const(m->context, "bit", Z3_mk_bool_sort(m->context)));
    map64_put(&m->variables, Z3_get_ast_id(m->context, bit), ++m->out->variables);
    return bit;
}

static Z3_ast bit_constant(maker_t *m, unsigned value) {
    return hold(m, Z3_mk_unsigned_int64(m->context, value, Z3_mk_bv_sort(m->context, 1)));
}

/* A bit-vector of new variables. */
static Z3_ast new_vector(maker_t *m, unsigned width) {
    Z3_ast vector = NULL;
    for (unsigned i = 0; i < width; i++) {
        Z3_ast one = bit_constant(m, 1), zero = bit_constant(m, 0);
        Z3_ast bit = hold(m, Z3_mk_ite(m->context, new_bit(m), one, zero));
        vector = vector ? hold(m, Z3_mk_concat(m->context, bit, vector)) : bit;
    }
    return vector;
}

static Z3_goal goal_of(maker_t *m, const term_t *operator, Z3_ast applied) {
    Z3_goal goal = Z3_mk_goal(m->context, false, false, false);
    Z3_goal_inc_ref(m->context, goal);
    bool is_bool = operator->sort.kind == SORT_BOOL;
    m->out->outputs = is_bool ? 1 : operator->sort.width;
    for (unsigned i = 0; i < m->out->outputs; i++) {
        Z3_ast bit = applied;
        if (!is_bool) {
            bit = hold(m, Z3_mk_extract(m->context, i, i, applied));
            bit = hold(m, Z3_mk_eq(m->context, bit, bit_constant(m, 1)));
        }
        Z3_goal_assert(m->context, goal, hold(m, Z3_mk_iff(m->context, new_bit(m), bit)));
    }
    return goal;
}

static Z3_tactic tactic_of(maker_t *m) {
    static const char *const names[] = {"simplify", "fpa2bv", "simplify", "bit-blast",
                                        "tseitin-cnf"};
    Z3_tactic all = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Z3_tactic next = Z3_mk_tactic(m->context, names[i]);
        Z3_tactic_inc_ref(m->context, next);
        if (all) next = Z3_tactic_and_then(m->context, all, next);
        Z3_tactic_inc_ref(m->context, next);
        all = next;
    }
    return all;
}

/* false: it is none. */
static bool add_literal(maker_t *m, Z3_ast literal) {
    uint64_t variable;
    int sign = 1;
    if (Z3_get_ast_kind(m->context, literal) != Z3_APP_AST) return false;
    Z3_app app = Z3_to_app(m->context, literal);
    Z3_decl_kind kind = Z3_get_decl_kind(m->context, Z3_get_app_decl(m->context, app));
    if (kind == Z3_OP_NOT) {
        sign = -1;
        literal = Z3_get_app_arg(m->context, app, 0);
        app = Z3_to_app(m->context, literal);
        kind = Z3_get_decl_kind(m->context, Z3_get_app_decl(m->context, app));
    }
    /* A bit of a function without meaning stands for what the standard leaves open, such as
     * the bits of no number, and the operators (z3_fp.c) never use it. */
    bool is_constant = kind == Z3_OP_UNINTERPRETED && !Z3_get_app_num_args(m->context, app);
    if (!is_constant && kind != Z3_OP_BIT2BOOL) return false;
    unsigned id = Z3_get_ast_id(m->context, literal);
    if (!map64_get(&m->variables, id, &variable)) {
        variable = ++m->out->variables;
        map64_put(&m->variables, id, variable);
    }
    VEC_PUSH(m->out->literals, sign * (int)variable);
    return true;
}

static bool add_clause(maker_t *m, Z3_ast clause) {
    Z3_app app = Z3_to_app(m->context, clause);
    Z3_decl_kind kind = Z3_get_decl_kind(m->context, Z3_get_app_decl(m->context, app));
    if (kind == Z3_OP_TRUE) return true;
    bool done = kind == Z3_OP_OR || add_literal(m, clause);
    for (unsigned i = 0; done && kind == Z3_OP_OR && i < Z3_get_app_num_args(m->context, app); i++)
        done = add_literal(m, Z3_get_app_arg(m->context, app, i));
    VEC_PUSH(m->out->literals, 0);
    return done;
}

static bool make(maker_t *m, const term_t *operator) {
    Z3_ast applied = z3_from_term(&m->to, operator), from[2], by[2];
    if (!applied) return false;
    for (uint32_t i = 0; i < operator->arity; i++) {
        from[i] = z3_from_term(&m->to, operator->a[i]);
        by[i] = new_vector(m, operator->a[i]->sort.width);
    }
    m->out->inputs = m->out->variables;
    applied = hold(m, Z3_substitute(m->context, applied, operator->arity, from, by));
    Z3_apply_result result =
        Z3_tactic_apply(m->context, tactic_of(m), goal_of(m, operator, applied));
    if (!result) return false;
    Z3_apply_result_inc_ref(m->context, result);
    if (Z3_apply_result_get_num_subgoals(m->context, result) != 1) return false;
    Z3_goal clauses = Z3_apply_result_get_subgoal(m->context, result, 0);
    Z3_goal_inc_ref(m->context, clauses);
    bool done = true;
    for (unsigned i = 0; done && i < Z3_goal_size(m->context, clauses); i++)
        done = add_clause(m, Z3_goal_formula(m->context, clauses, i));
    return done;
}

/* The operator on symbols. */
static const term_t *plain(terms_t *terms, const term_t *t) {
    sort_t sort = {.kind = SORT_BV, .width = t->a[0]->sort.width};
    const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
    return t->arity == 1 ? term_fp_unary(terms, t->kind, x, t->sort.width)
                         : term_fp(terms, t->kind, x, y);
}

/* Z3 takes minutes to unfold division and roots of double. */
bool float_clauses_exist(const term_t *t) {
    return (t->kind != TERM_FPDIV && t->kind != TERM_FPSQRT) || t->sort.width <= 32;
}

static float_clauses_t *clauses_of(const term_t *t) {
    if (!float_clauses_exist(t)) return NULL;
    maker_t m = {.context = z3_context_new()};
    if (!m.context) return NULL;
    terms_t *terms = terms_new();
    z3_terms_init(&m.to, m.context, terms);
    m.out = mem_zalloc(sizeof *m.out);
    if (!make(&m, plain(terms, t)) || Z3_get_error_code(m.context) != Z3_OK) {
        VEC_FREE(m.out->literals);
        mem_free(m.out);
        m.out = NULL;
    }
    map64_free(&m.variables);
    z3_terms_free(&m.to);
    Z3_del_context(m.context);
    terms_delete(terms);
    return m.out;
}

const float_clauses_t *float_library_find(float_library_t *library, const term_t *t) {
    unsigned width = t->sort.kind == SORT_BOOL ? 1 : t->sort.width, from = t->a[0]->sort.width;
    for (size_t i = 0; i < library->entries.len; i++) {
        const entry_t *entry = &library->entries.data[i];
        if (entry->kind == t->kind && entry->width == width && entry->from == from)
            return entry->clauses;
    }
    VEC_PUSH(library->entries, (entry_t){t->kind, width, from, clauses_of(t)});
    return VEC_TOP(library->entries).clauses;
}
