#include "witness/boolean/covering.h"

#include "util/hash.h"

enum { MAX_ROUNDS = 500 };

typedef struct question {
    covering_t *c;
    const term_t *const *old, *const *new_values;
    const term_t *old_guard, *new_guard;
    size_t count;
    map64_t replaced;   /* tags of the old state's choices -> terms */
    term_vec_t free, copies; /* its other choices, and what stands in their place */
} question_t;

const term_t *covering_fresh(covering_t *c) {
    return term_symbol(c->terms, (sort_t){.kind = SORT_BOOL}, c->next_symbol++, COVERING_OWN);
}

static uint64_t key_of(const term_t *symbol) {
    return map64_pointer(symbol);
}

static const term_t *replacement(void *context, const term_t *symbol) {
    question_t *q = context;
    uint64_t found;
    return map64_get(&q->replaced, key_of(symbol), &found) ? (const term_t *)(uintptr_t)found
                                                           : NULL;
}

static void replace(question_t *q, const term_t *symbol, const term_t *by) {
    map64_put(&q->replaced, key_of(symbol), map64_pointer(by));
}

/* A value that is a choice can only be what the new state has. */
static void find_choices(question_t *q) {
    terms_t *terms = q->c->terms;
    term_vec_t symbols = {0};
    for (size_t i = 0; i < q->count; i++) {
        const term_t *t = q->old[i];
        if (!t) continue;
        const term_t *symbol = t->kind == TERM_NOT ? t->a[0] : t;
        if (symbol->kind != TERM_SYMBOL || replacement(q, symbol)) continue;
        const term_t *value = q->new_values[i];
        replace(q, symbol, t == symbol ? value : term_not(terms, value));
    }
    for (size_t i = 0; i <= q->count; i++) {
        const term_t *t = i < q->count ? q->old[i] : q->old_guard;
        VEC_CLEAR(symbols);
        if (t) term_symbols(terms, t, &symbols);
        for (size_t j = 0; j < symbols.len; j++) {
            if (replacement(q, symbols.data[j])) continue;
            const term_t *copy = covering_fresh(q->c);
            replace(q, symbols.data[j], copy);
            VEC_PUSH(q->free, symbols.data[j]);
            VEC_PUSH(q->copies, copy);
        }
    }
    VEC_FREE(symbols);
}

/* The old state's choices are under its guard and give the new state's values. */
static const term_t *match(question_t *q) {
    terms_t *terms = q->c->terms;
    const term_t *all = term_substitute(terms, q->old_guard, replacement, q);
    for (size_t i = 0; i < q->count; i++) {
        if (!q->old[i]) continue;
        const term_t *value = term_substitute(terms, q->old[i], replacement, q);
        all = term_and(terms, all, term_equal(terms, value, q->new_values[i]));
    }
    return all;
}

static const term_t *copy_replacement(void *context, const term_t *symbol) {
    return replacement(context, symbol);
}

/* The match with the copies as in the solver's model; other choices stay. */
static const term_t *match_of_model(question_t *q, const term_t *all) {
    map64_clear(&q->replaced);
    for (size_t i = 0; i < q->copies.len; i++)
        replace(q, q->copies.data[i], solver_evaluate(q->c->solver, q->copies.data[i]));
    return term_substitute(q->c->terms, all, copy_replacement, q);
}

/* The model of the new state's choices that are in the match, as a conjunction. */
static const term_t *model_of(question_t *q, const term_vec_t *symbols) {
    terms_t *terms = q->c->terms;
    const term_t *all = term_true(terms);
    for (size_t i = 0; i < symbols->len; i++) {
        const term_t *value = solver_evaluate(q->c->solver, symbols->data[i]);
        all = term_and(terms, all, term_equal(terms, symbols->data[i], value));
    }
    return all;
}

static void other_symbols(question_t *q, const term_t *all, term_vec_t *out) {
    term_vec_t symbols = {0};
    term_symbols(q->c->terms, all, &symbols);
    map64_clear(&q->replaced);
    for (size_t i = 0; i < q->copies.len; i++) replace(q, q->copies.data[i], q->copies.data[i]);
    for (size_t i = 0; i < symbols.len; i++)
        if (!replacement(q, symbols.data[i])) VEC_PUSH(*out, symbols.data[i]);
    VEC_FREE(symbols);
}

/* Choices of the new state that nothing tried so far matches, then choices of the old one that
 * match these, and again. What was tried is asserted in the frame. */
static bool by_rounds(question_t *q, const term_t *all) {
    solver_t *solver = q->c->solver;
    terms_t *terms = q->c->terms;
    term_vec_t symbols = {0};
    bool is_covered = false, is_open = true;
    other_symbols(q, all, &symbols);
    for (int round = 0; is_open && round < MAX_ROUNDS; round++) {
        solver_answer_t answer = solver_check(solver, NULL, 0);
        is_covered = answer == SOLVER_UNSAT;
        is_open = answer == SOLVER_SAT;
        if (!is_open) break;
        const term_t *point = model_of(q, &symbols);
        solver_push(solver);
        solver_assert(solver, point);
        solver_assert(solver, all);
        is_open = solver_check(solver, NULL, 0) == SOLVER_SAT;
        const term_t *tried = is_open ? match_of_model(q, all) : NULL;
        solver_pop(solver);
        if (is_open) solver_assert(solver, term_not(terms, tried));
    }
    VEC_FREE(symbols);
    return is_covered;
}

/* The free choices are taken by their names at first: the new state often comes from the old one.
 */
static bool ask(question_t *q) {
    solver_t *solver = q->c->solver;
    terms_t *terms = q->c->terms;
    find_choices(q);
    const term_t *all = match(q);
    for (size_t i = 0; i < q->free.len; i++) replace(q, q->free.data[i], q->free.data[i]);
    const term_t *by_name = match(q);
    solver_push(solver);
    solver_assert(solver, q->new_guard);
    solver_assert(solver, term_not(terms, by_name));
    solver_answer_t answer = solver_check(solver, NULL, 0);
    bool is_covered = answer == SOLVER_UNSAT;
    if (answer == SOLVER_SAT && q->copies.len) is_covered = by_rounds(q, all);
    solver_pop(solver);
    return is_covered;
}

bool covering_by_names(covering_t *c, const term_t *const *old, const term_t *old_guard,
                       const term_t *const *new_values, const term_t *new_guard, size_t count,
                       const term_t *const *symbols, const term_t *const *by, size_t named) {
    question_t q = {.c = c,
                    .old = old,
                    .old_guard = old_guard,
                    .new_values = new_values,
                    .new_guard = new_guard,
                    .count = count};
    for (size_t i = 0; i < named; i++) replace(&q, symbols[i], by[i]);
    const term_t *all = match(&q);
    bool holds = term_is_true(all) || solver_implies(c->solver, new_guard, all) == SOLVER_UNSAT;
    map64_free(&q.replaced);
    return holds;
}

bool covering_holds(covering_t *c, const term_t *const *old, const term_t *old_guard,
                    const term_t *const *new_values, const term_t *new_guard, size_t count) {
    question_t q = {.c = c,
                    .old = old,
                    .old_guard = old_guard,
                    .new_values = new_values,
                    .new_guard = new_guard,
                    .count = count};
    bool holds = ask(&q);
    map64_free(&q.replaced);
    VEC_FREE(q.free);
    VEC_FREE(q.copies);
    return holds;
}
