#include "solver/guards.h"

#include "solver/term_internal.h"

enum { MOST_LITERALS = 64 };

static void add_literal(guards_t *g, const term_t *literal) {
    uint64_t known;
    if (g->literals.len >= MOST_LITERALS || term_is_value(literal)) return;
    if (map64_get(&g->seen, literal->id, &known)) return;
    map64_put(&g->seen, literal->id, 1);
    VEC_PUSH(g->literals, literal);
}

static void add_both(guards_t *g, const term_t *atom) {
    add_literal(g, atom);
    add_literal(g, term_not(g->terms, atom));
}

/* a < b also suggests a <= b, and with_equality a = b. */
static void add_atom(guards_t *g, const term_t *atom, bool with_equality) {
    terms_t *terms = g->terms;
    if (atom->kind == TERM_NOT) atom = atom->a[0];
    const term_t *bare = term_bare(terms, atom);
    bool is_between_terms =
        bare->kind == TERM_EQ && bare->a[0]->kind != TERM_CONST && bare->a[1]->kind != TERM_CONST;
    /* Numbers that a variable has for once are not worth a thought. */
    if (is_between_terms || (bare->kind == TERM_EQ && with_equality)) add_both(g, bare);
    if (bare->kind != TERM_BVSLT && bare->kind != TERM_BVULT) return;
    const term_t *a = bare->a[0], *b = bare->a[1];
    add_both(g, bare);
    add_both(g, term_bv(terms, bare->kind, b, a));
    if (with_equality) add_literal(g, term_equal(terms, a, b));
    for (size_t i = 0; i < 2 && bare->kind == TERM_BVSLT; i++) {
        const term_t *zero = term_const(terms, a->sort.width, 0);
        add_literal(g, term_bv(terms, TERM_BVSLE, zero, bare->a[i]));
    }
}

void guards_init(guards_t *guards, terms_t *terms, const term_t *const *parts, size_t count) {
    *guards = (guards_t){.terms = terms};
    occurrences_init(&guards->where, terms, parts, count);
    for (size_t i = 0; i < count; i++) term_symbols(terms, parts[i], &guards->symbols);
}

static void add_all(guards_t *guards, const term_t *const *from, size_t count, bool with_equality) {
    term_vec_t atoms = {0};
    for (size_t i = 0; i < count; i++) term_atoms(guards->terms, from[i], &atoms);
    for (size_t i = 0; i < atoms.len; i++) add_atom(guards, atoms.data[i], with_equality);
    VEC_FREE(atoms);
}

void guards_add_parts(guards_t *guards, const term_t *const *parts, size_t count) {
    add_all(guards, parts, count, false);
}

void guards_add_interpolants(guards_t *guards, const term_t *const *itps, size_t count) {
    add_all(guards, itps, count, true);
}

void guards_free(guards_t *guards) {
    occurrences_free(&guards->where);
    VEC_FREE(guards->symbols);
    VEC_FREE(guards->literals);
    map64_free(&guards->seen);
}

typedef struct here {
    map64_t symbols; /* tag -> the only symbol of it here; 0: there are two */
    bool is_complete;
} here_t;

static const term_t *with_place(void *context, const term_t *symbol) {
    here_t *here = context;
    uint64_t found = 0;
    map64_get(&here->symbols, symbol->value, &found);
    if (!found) here->is_complete = false;
    return found ? (const term_t *)(uintptr_t)found : NULL;
}

void guards_at(const guards_t *guards, size_t cut, term_vec_t *out) {
    here_t here = {0};
    for (size_t i = 0; i < guards->symbols.len; i++) {
        const term_t *symbol = guards->symbols.data[i];
        uint64_t known;
        if (!occurrences_is_shared(&guards->where, symbol, cut)) continue;
        bool is_second =
            map64_get(&here.symbols, symbol->value, &known) && known != map64_pointer(symbol);
        map64_put(&here.symbols, symbol->value, is_second ? 0 : map64_pointer(symbol));
    }
    for (size_t i = 0; i < guards->literals.len; i++) {
        here.is_complete = true;
        const term_t *literal =
            term_substitute(guards->terms, guards->literals.data[i], with_place, &here);
        if (here.is_complete && !term_is_value(literal)) VEC_PUSH(*out, literal);
    }
    map64_free(&here.symbols);
}

/* Takes out what the model of state contradicts, and looks for another one. */
void guards_keep_implied(solver_t *solver, const term_t *state, term_vec_t *literals) {
    terms_t *terms = solver->terms;
    solver_push(solver);
    solver_assert(solver, state);
    while (literals->len) {
        const term_t *all = term_and_n(terms, literals->data, literals->len);
        solver_push(solver);
        solver_assert(solver, term_not(terms, all));
        solver_answer_t answer = solver_check(solver, NULL, 0);
        size_t kept = 0;
        for (size_t i = 0; answer == SOLVER_SAT && i < literals->len; i++)
            if (term_is_true(solver_evaluate(solver, literals->data[i])))
                literals->data[kept++] = literals->data[i];
        bool is_stuck = answer != SOLVER_SAT || kept == literals->len;
        if (answer != SOLVER_UNSAT) literals->len = is_stuck ? 0 : kept;
        solver_pop(solver);
        if (is_stuck) break;
    }
    solver_pop(solver);
}
