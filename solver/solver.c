#include "solver/solver.h"

#include "solver/term_internal.h"
#include "util/stats.h"

#include <stdio.h>
#include <string.h>

extern const solver_class_t solver_mathsat, solver_z3;

const solver_class_t *const solver_classes[] = {&solver_mathsat, &solver_z3, NULL};

solver_stats_t solver_stats;

enum { TAG_LITERAL = 0 }; /* added to TERM_TAG_RESERVED */

const solver_class_t *solver_class_named(const char *name) {
    for (size_t i = 0; solver_classes[i]; i++)
        if (strcmp(solver_classes[i]->name, name) == 0) return solver_classes[i];
    return NULL;
}

/* Classes always say why; callers need not listen. */
static solver_t *create(const solver_class_t *class, terms_t *terms, const char **why) {
    const char *unheard;
    return class->create(terms, why ? why : &unheard);
}

bool solver_class_available(const solver_class_t *class, const char **why) {
    terms_t *terms = terms_new();
    solver_t *solver = create(class, terms, why);
    if (solver) class->destroy(solver);
    terms_delete(terms);
    return solver != NULL;
}

/* Z3 answers small questions in a quarter of MathSAT's time. */
static const char fastest[] = "z3";

static const solver_class_t *another_class(const char *name) {
    for (size_t i = 0; solver_classes[i]; i++)
        if (strcmp(solver_classes[i]->name, name) != 0 &&
            solver_class_available(solver_classes[i], NULL))
            return solver_classes[i];
    return NULL;
}

const solver_class_t *solver_choose(solver_role_t role, const char *asked, const char *made_by,
                                    const char **why) {
    const solver_class_t *class = NULL;
    if (role == SOLVER_TO_CHECK) {
        if (made_by || asked) class = another_class(made_by ? made_by : asked);
        if (class) return class;
    } else if (asked) {
        return solver_class_named(asked); /* solver_new says if it is not there */
    }
    /* MathSAT, which interpolates by itself, comes first among all. */
    if (role != SOLVER_TO_INTERPOLATE) class = solver_class_named(fastest);
    if (class && solver_class_available(class, NULL)) return class;
    return solver_default_class(why);
}

const solver_class_t *solver_default_class(const char **why) {
    for (size_t i = 0; solver_classes[i]; i++)
        if (solver_class_available(solver_classes[i], why)) return solver_classes[i];
    return NULL;
}

solver_t *solver_new(const solver_class_t *class, terms_t *terms, const char **why) {
    solver_t *solver = create(class, terms, why);
    if (solver) {
        solver->class = class;
        solver->terms = terms;
    }
    return solver;
}

void solver_delete(solver_t *solver) {
    if (!solver) return;
    VEC_FREE(solver->asserted);
    VEC_FREE(solver->frames);
    solver->class->destroy(solver);
}

static void changed(solver_t *solver) {
    solver->has_model = solver->has_core = false;
}

void solver_push(solver_t *solver) {
    changed(solver);
    solver->depth++;
#ifdef HEDDLE_DEBUG
    VEC_PUSH(solver->frames, solver->asserted.len);
#endif
    solver->class->push(solver);
}

void solver_pop(solver_t *solver) {
    REQUIRE(solver->depth > 0);
    changed(solver);
    solver->depth--;
#ifdef HEDDLE_DEBUG
    solver->asserted.len = VEC_POP(solver->frames);
#endif
    solver->class->pop(solver);
}

void solver_assert(solver_t *solver, const term_t *term) {
    REQUIRE(term->sort.kind == SORT_BOOL);
    changed(solver);
#ifdef HEDDLE_DEBUG
    VEC_PUSH(solver->asserted, term);
#endif
    solver->class->assert_term(solver, term);
}

static bool is_literal(const term_t *t) {
    const term_t *symbol = t->kind == TERM_NOT ? t->a[0] : t;
    return symbol->kind == TERM_SYMBOL && symbol->sort.kind == SORT_BOOL;
}

static const term_t *model_value(void *context, const term_t *symbol) {
    solver_t *solver = context;
    if (symbol->sort.kind == SORT_ARRAY) return NULL;
    return solver->class->evaluate(solver, symbol);
}

/* Does the model satisfy t? Evaluated by the constructors of terms, which know
 * nothing of the solver; what is left (arrays, functions) the solver answers. */
static bool model_satisfies(solver_t *solver, const term_t *t) {
    const term_t *value = term_substitute(solver->terms, t, model_value, solver);
    if (!term_is_value(value)) value = solver->class->evaluate(solver, value);
    return term_is_true(value);
}

static void check_model(solver_t *solver, const term_t *const *assumptions, size_t count) {
    for (size_t i = 0; i < solver->asserted.len; i++)
        if (!model_satisfies(solver, solver->asserted.data[i]))
            misuse(solver->class->name, "its model does not satisfy what was asserted");
    for (size_t i = 0; i < count; i++)
        if (!model_satisfies(solver, assumptions[i]))
            misuse(solver->class->name, "its model does not satisfy an assumption");
}

solver_answer_t solver_check(solver_t *solver, const term_t *const *assumptions, size_t count) {
    for (size_t i = 0; i < count; i++) REQUIRE(is_literal(assumptions[i]));
    double start = stats_now();
    changed(solver);
    solver->why_unknown = NULL;
    solver->assumption_count = count;
    solver_answer_t answer = solver->class->check(solver, assumptions, count);
    solver_stats.seconds += stats_now() - start;
    solver_stats.checks++;
    switch (answer) {
    case SOLVER_SAT: solver_stats.sat++; solver->has_model = true;
#ifdef HEDDLE_DEBUG
        check_model(solver, assumptions, count);
#else
        (void)check_model;
#endif
        break;
    case SOLVER_UNSAT:
        solver_stats.unsat++;
        solver->has_core = true;
        break;
    case SOLVER_UNKNOWN: solver_stats.unknown++; break;
    }
    return answer;
}

const term_t *solver_evaluate(solver_t *solver, const term_t *term) {
    REQUIRE(solver->has_model && term->sort.kind != SORT_ARRAY);
    if (term_is_value(term)) return term;
    return solver->class->evaluate(solver, term);
}

bool solver_has_core(const solver_t *solver) {
    return solver->has_core && solver->class->core;
}

void solver_core(solver_t *solver, bool *in_core) {
    REQUIRE(solver_has_core(solver));
    if (solver->assumption_count) solver->class->core(solver, in_core);
}

/* All-sat */

const term_t *solver_literal(terms_t *terms, const term_t *t) {
    if (t->kind == TERM_SYMBOL && t->sort.kind == SORT_BOOL) return t;
    return term_symbol(terms, sort_bool(), TERM_TAG_RESERVED + TAG_LITERAL, t->id);
}

typedef struct all_sat {
    solver_t *solver;
    solver_all_sat_t each;
    void *context;
    term_vec_t literals;
} all_sat_t;

static bool count_model(void *context, const int8_t *values) {
    all_sat_t *all = context;
    solver_stats.all_sat_models++;
    return all->each(all->context, values);
}

static solver_answer_t all_sat_by_blocking(all_sat_t *all) {
    solver_t *solver = all->solver;
    terms_t *terms = solver->terms;
    size_t count = all->literals.len;
    int8_t *values = mem_alloc(count + 1);
    const term_t **clause = mem_alloc((count + 1) * sizeof *clause);
    solver_answer_t answer;
    while ((answer = solver_check(solver, NULL, 0)) == SOLVER_SAT) {
        for (size_t i = 0; i < count; i++) {
            const term_t *literal = all->literals.data[i];
            values[i] = term_is_true(solver_evaluate(solver, literal));
            clause[i] = values[i] ? term_not(terms, literal) : literal;
        }
        if (!count_model(all, values)) break;
        solver_assert(solver, term_or_n(terms, clause, count));
    }
    mem_free(values);
    mem_free(clause);
    return answer;
}

solver_answer_t solver_all_sat(solver_t *solver, const term_t *const *predicates, size_t count,
                               solver_all_sat_t each, void *context) {
    all_sat_t all = {.solver = solver, .each = each, .context = context};
    terms_t *terms = solver->terms;
    solver_push(solver);
    for (size_t i = 0; i < count; i++) {
        const term_t *literal = solver_literal(terms, predicates[i]);
        VEC_PUSH(all.literals, literal);
        if (literal != predicates[i])
            solver_assert(solver, term_equal(terms, literal, predicates[i]));
    }
    solver_answer_t answer;
    solver->why_unknown = NULL;
    if (solver->class->all_sat && count > 0) {
        double start = stats_now();
        answer = solver->class->all_sat(solver, all.literals.data, count, count_model, &all);
        solver_stats.seconds += stats_now() - start;
    } else {
        answer = all_sat_by_blocking(&all);
    }
    solver_pop(solver);
    VEC_FREE(all.literals);
    return answer;
}

solver_answer_t solver_satisfiable(solver_t *solver, const term_t *term) {
    if (term_is_false(term)) return SOLVER_UNSAT;
    solver_push(solver);
    solver_assert(solver, term);
    solver_answer_t answer = solver_check(solver, NULL, 0);
    solver_pop(solver);
    return answer;
}

solver_answer_t solver_implies(solver_t *solver, const term_t *a, const term_t *b) {
    if (a == b || term_is_false(a) || term_is_true(b)) return SOLVER_UNSAT;
    return solver_satisfiable(solver, term_and(solver->terms, a, term_not(solver->terms, b)));
}
