#include "cpa/predicate/abstractor.h"

#include "util/arena.h"
#include "util/hash.h"

#include <string.h>

/* More cases than this are too many for PREDICATE_HYBRID. */
enum { HYBRID_CASES = 32 };

/* The symbols of a term, by their ids. */
typedef struct {
    uint32_t count;
    uint32_t ids[];
} symbol_list_t;

typedef struct {
    const term_t *predicate, *end;
} goal_t;
typedef VEC(goal_t) goals_t;

/* A component that was solved. */
typedef struct solved {
    const term_t *premise;
    const term_t *formula; /* NULL: unsatisfiable */
    struct solved *next;
    size_t count;
    goal_t goals[];
} solved_t;

struct abstractor {
    terms_t *terms;
    solver_t *solver;
    limits_t *limits;
    combination_t combination;
    arena_t *arena;
    map64_t symbols;      /* term id -> symbol_list_t */
    map64_t solved;       /* hash -> solved_t */
    map64_t implications; /* ids of two terms -> 0 or 1 */
    /* Of the computation under way: the conjuncts of the premise, then the
     * goals that are no constants, and for each of them its component. */
    term_vec_t conjuncts, scratch, literals;
    goals_t goals, group;
    VEC(uint32_t) parents; /* union-find */
    map64_t owners;        /* symbol -> some item that has it */
};

abstractor_t *abstractor_new(terms_t *terms, solver_t *solver, limits_t *limits,
                             combination_t combination) {
    abstractor_t *a = mem_zalloc(sizeof *a);
    a->terms = terms;
    a->solver = solver;
    a->limits = limits;
    a->combination = combination;
    a->arena = arena_new();
    return a;
}

void abstractor_delete(abstractor_t *a) {
    if (!a) return;
    map64_free(&a->symbols);
    map64_free(&a->solved);
    map64_free(&a->implications);
    map64_free(&a->owners);
    VEC_FREE(a->conjuncts);
    VEC_FREE(a->scratch);
    VEC_FREE(a->literals);
    VEC_FREE(a->goals);
    VEC_FREE(a->group);
    VEC_FREE(a->parents);
    arena_delete(a->arena);
    mem_free(a);
}

static const symbol_list_t *symbols_of(abstractor_t *a, const term_t *term) {
    uint64_t known;
    if (map64_get(&a->symbols, term->id, &known)) return (symbol_list_t *)(uintptr_t)known;
    VEC_CLEAR(a->scratch);
    term_symbols(a->terms, term, &a->scratch);
    symbol_list_t *list =
        arena_alloc(a->arena, sizeof *list + a->scratch.len * sizeof list->ids[0]);
    list->count = (uint32_t)a->scratch.len;
    for (size_t i = 0; i < a->scratch.len; i++) list->ids[i] = a->scratch.data[i]->id;
    map64_put(&a->symbols, term->id, map64_pointer(list));
    return list;
}

/* Components */

static uint32_t component(abstractor_t *a, uint32_t item) {
    uint32_t *parents = a->parents.data;
    while (parents[item] != item) item = parents[item] = parents[parents[item]];
    return item;
}

static void add_item(abstractor_t *a, const term_t *term) {
    uint32_t item = (uint32_t)a->parents.len;
    VEC_PUSH(a->parents, item);
    const symbol_list_t *symbols = symbols_of(a, term);
    for (uint32_t i = 0; i < symbols->count; i++) {
        uint64_t owner;
        if (map64_get(&a->owners, symbols->ids[i], &owner))
            /* The older item is the root: components come in order of their first. */
            a->parents.data[component(a, item)] = component(a, (uint32_t)owner);
        else
            map64_put(&a->owners, symbols->ids[i], item);
    }
}

/* Solving a component */

static uint64_t solved_key(const term_t *premise, const goals_t *goals) {
    uint64_t key = premise->id;
    for (size_t i = 0; i < goals->len; i++)
        key = hash_mix(hash_mix(key, goals->data[i].predicate->id), goals->data[i].end->id);
    return key;
}

static const solved_t *find_solved(const abstractor_t *a, uint64_t key, const term_t *premise) {
    uint64_t first = 0;
    map64_get(&a->solved, key, &first);
    const solved_t *s = (solved_t *)(uintptr_t)first;
    size_t bytes = a->group.len * sizeof(goal_t);
    while (s && (s->premise != premise || s->count != a->group.len ||
                 (bytes && memcmp(s->goals, a->group.data, bytes) != 0)))
        s = s->next;
    return s;
}

static void remember(abstractor_t *a, uint64_t key, const term_t *premise, const term_t *formula) {
    uint64_t first = 0;
    map64_get(&a->solved, key, &first);
    size_t bytes = a->group.len * sizeof(goal_t);
    solved_t *s = arena_alloc(a->arena, sizeof *s + bytes);
    *s = (solved_t){premise, formula, (solved_t *)(uintptr_t)first, a->group.len};
    if (bytes) memcpy(s->goals, a->group.data, bytes);
    map64_put(&a->solved, key, map64_pointer(s));
}

/* Assignments of truth to the goals, one after the other in an array. */
typedef struct {
    abstractor_t *a;
    VEC(int8_t) values;
    size_t count, most; /* most 0: any number */
} cases_t;

static bool add_case(void *context, const int8_t *values) {
    cases_t *cases = context;
    for (size_t i = 0; i < cases->a->group.len; i++) VEC_PUSH(cases->values, values[i]);
    cases->count++;
    if (cases->most && cases->count > cases->most) return false;
    return !limits_exceeded(cases->a->limits, NULL);
}

/* The disjunction of the cases as a decision diagram over the goals from number
 * `from` on: `rows` are the cases that agree on all before. Equal terms are one,
 * and a choice between equal branches is none, so the diagram is reduced, and
 * equal sets of cases give the same term. */
static const term_t *decide(abstractor_t *a, const cases_t *cases, size_t from,
                            const uint32_t *rows, size_t row_count) {
    size_t width = a->group.len;
    if (!row_count) return term_false(a->terms);
    if (from == width) return term_true(a->terms);
    uint32_t *chosen = mem_alloc((row_count + 1) * sizeof *chosen);
    const term_t *branches[2];
    for (int8_t truth = 0; truth < 2; truth++) {
        size_t kept = 0;
        for (size_t i = 0; i < row_count; i++) {
            int8_t value = cases->values.data[rows[i] * width + from];
            if (value < 0 || value == truth) chosen[kept++] = rows[i];
        }
        branches[truth] = decide(a, cases, from + 1, chosen, kept);
    }
    mem_free(chosen);
    return term_ite(a->terms, a->group.data[from].predicate, branches[1], branches[0]);
}

static const term_t *all_cases(abstractor_t *a, const cases_t *cases) {
    uint32_t *rows = mem_alloc((cases->count + 1) * sizeof *rows);
    for (size_t i = 0; i < cases->count; i++) rows[i] = (uint32_t)i;
    const term_t *formula = decide(a, cases, 0, rows, cases->count);
    mem_free(rows);
    return formula;
}

static bool follows(abstractor_t *a, const term_t *term) {
    solver_push(a->solver);
    solver_assert(a->solver, term_not(a->terms, term));
    solver_answer_t answer = solver_check(a->solver, NULL, 0);
    solver_pop(a->solver);
    return answer == SOLVER_UNSAT;
}

/* The truth that a goal has in all cases seen, or -1. */
static int8_t agreed(const cases_t *cases, size_t goal) {
    size_t width = cases->a->group.len;
    int8_t truth = cases->values.data[goal];
    for (size_t i = 1; i < cases->count; i++)
        if (cases->values.data[i * width + goal] != truth) return -1;
    return truth;
}

/* Each goal on its own. Only one that all cases seen agree on can be certain. */
static const term_t *certain_goals(abstractor_t *a, const cases_t *cases) {
    VEC_CLEAR(a->literals);
    for (size_t i = 0; i < a->group.len && !limits_exceeded(a->limits, NULL); i++) {
        int8_t truth = agreed(cases, i);
        const goal_t *goal = &a->group.data[i];
        if (truth == 1 && follows(a, goal->end))
            VEC_PUSH(a->literals, goal->predicate);
        else if (truth == 0 && follows(a, term_not(a->terms, goal->end)))
            VEC_PUSH(a->literals, term_not(a->terms, goal->predicate));
    }
    return term_and_n(a->terms, a->literals.data, a->literals.len);
}

static const term_t *enumerate(abstractor_t *a) {
    static const size_t most[] = {
        [PREDICATE_BOOLEAN] = 0, [PREDICATE_CARTESIAN] = 1, [PREDICATE_HYBRID] = HYBRID_CASES};
    cases_t cases = {.a = a, .most = most[a->combination]};
    const term_t *ends[a->group.len + 1];
    for (size_t i = 0; i < a->group.len; i++) ends[i] = a->group.data[i].end;
    solver_answer_t answer = solver_all_sat(a->solver, ends, a->group.len, add_case, &cases);
    const term_t *formula;
    if (answer == SOLVER_UNSAT)
        formula = cases.count ? all_cases(a, &cases) : NULL;
    else if (answer == SOLVER_SAT && cases.most && cases.count)
        formula = certain_goals(a, &cases);
    else
        formula = term_true(a->terms);
    VEC_FREE(cases.values);
    return formula;
}

static const term_t *solve(abstractor_t *a, const term_t *premise) {
    const term_t *formula;
    a->solver->milliseconds = limits_milliseconds_left(a->limits, 0);
    solver_push(a->solver);
    solver_assert(a->solver, premise);
    if (a->group.len) {
        formula = enumerate(a);
    } else {
        bool is_possible = solver_check(a->solver, NULL, 0) != SOLVER_UNSAT;
        formula = is_possible ? term_true(a->terms) : NULL;
    }
    solver_pop(a->solver);
    return formula;
}

static const term_t *solve_or_recall(abstractor_t *a, const term_t *premise) {
    if (term_is_true(premise) && !a->group.len) return premise;
    uint64_t key = solved_key(premise, &a->group);
    const solved_t *known = find_solved(a, key, premise);
    if (known) return known->formula;
    const term_t *formula = solve(a, premise);
    remember(a, key, premise, formula);
    return formula;
}

/* The whole */

static const term_t *abstract_component(abstractor_t *a, uint32_t root) {
    VEC_CLEAR(a->scratch);
    VEC_CLEAR(a->group);
    for (uint32_t i = 0; i < a->conjuncts.len; i++)
        if (component(a, i) == root) VEC_PUSH(a->scratch, a->conjuncts.data[i]);
    for (uint32_t i = 0; i < a->goals.len; i++)
        if (component(a, (uint32_t)a->conjuncts.len + i) == root)
            VEC_PUSH(a->group, a->goals.data[i]);
    return solve_or_recall(a, term_and_n(a->terms, a->scratch.data, a->scratch.len));
}

const term_t *abstractor_compute(abstractor_t *a, const term_t *premise,
                                 const term_t *const *predicates, const term_t *const *ends,
                                 size_t count) {
    const term_t *formula = term_true(a->terms);
    if (term_is_false(premise)) return NULL;
    VEC_CLEAR(a->conjuncts);
    VEC_CLEAR(a->goals);
    VEC_CLEAR(a->parents);
    map64_clear(&a->owners);
    term_conjuncts(a->terms, premise, &a->conjuncts);
    for (size_t i = 0; i < a->conjuncts.len; i++) add_item(a, a->conjuncts.data[i]);
    for (size_t i = 0; i < count; i++) {
        if (term_is_true(ends[i]))
            formula = term_and(a->terms, formula, predicates[i]);
        else if (term_is_false(ends[i]))
            formula = term_and(a->terms, formula, term_not(a->terms, predicates[i]));
        else {
            VEC_PUSH(a->goals, (goal_t){predicates[i], ends[i]});
            add_item(a, ends[i]);
        }
    }
    for (uint32_t i = 0; i < a->parents.len; i++) {
        if (component(a, i) != i) continue;
        const term_t *part = abstract_component(a, i);
        if (!part) return NULL;
        formula = term_and(a->terms, formula, part);
    }
    return formula;
}

/* Drops what fails in the model; the number that is left. */
static size_t drop_failing(abstractor_t *a, const term_t **predicates, const term_t **ends,
                           size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!term_is_true(solver_evaluate(a->solver, ends[i]))) continue;
        predicates[kept] = predicates[i];
        ends[kept++] = ends[i];
    }
    return kept;
}

size_t abstractor_facts(abstractor_t *a, const term_t *premise, const term_t **predicates,
                        const term_t **ends, size_t count) {
    solver_answer_t answer = SOLVER_SAT;
    solver_push(a->solver);
    solver_assert(a->solver, premise);
    while (count && answer == SOLVER_SAT && !limits_exceeded(a->limits, NULL)) {
        a->solver->milliseconds = limits_milliseconds_left(a->limits, 0);
        /* That one of fewer fails implies that one of more did: it can stay asserted. */
        solver_assert(a->solver, term_not(a->terms, term_and_n(a->terms, ends, count)));
        answer = solver_check(a->solver, NULL, 0);
        size_t before = count;
        if (answer == SOLVER_SAT) count = drop_failing(a, predicates, ends, count);
        if (answer == SOLVER_SAT && count == before) answer = SOLVER_UNKNOWN; /* no such model */
    }
    solver_pop(a->solver);
    return answer == SOLVER_UNSAT ? count : 0;
}

/* Implication */

static bool says(const term_vec_t *conjuncts, const term_t *term) {
    for (size_t i = 0; i < conjuncts->len; i++)
        if (conjuncts->data[i] == term) return true;
    return false;
}

/* 1: yes, 0: no, -1: a solver must tell. Abstractions are satisfiable, so one
 * that says the opposite of a conjunct does not imply it. */
static int implies_by_conjuncts(abstractor_t *a, const term_t *stronger, const term_t *weaker) {
    int result = 1;
    VEC_CLEAR(a->conjuncts);
    VEC_CLEAR(a->scratch);
    term_conjuncts(a->terms, stronger, &a->conjuncts);
    term_conjuncts(a->terms, weaker, &a->scratch);
    for (size_t i = 0; result && i < a->scratch.len; i++) {
        const term_t *wanted = a->scratch.data[i];
        if (says(&a->conjuncts, wanted)) continue;
        /* Once a solver must tell, only an opposite can still decide. */
        result = says(&a->conjuncts, term_not(a->terms, wanted)) ? 0 : -1;
    }
    return result;
}

bool abstractor_implies(abstractor_t *a, const term_t *stronger, const term_t *weaker) {
    if (stronger == weaker || term_is_true(weaker) || term_is_false(stronger)) return true;
    uint64_t key = (uint64_t)stronger->id << 32 | weaker->id, known;
    if (map64_get(&a->implications, key, &known)) return known;
    int result = implies_by_conjuncts(a, stronger, weaker);
    if (result < 0) {
        a->solver->milliseconds = limits_milliseconds_left(a->limits, 0);
        result = solver_implies(a->solver, stronger, weaker) == SOLVER_UNSAT;
    }
    map64_put(&a->implications, key, (uint64_t)result);
    return result;
}
