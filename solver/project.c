#include "solver/project.h"

#include "solver/term_internal.h"

/* How often one projection may split, and how large it may grow: enough for
 * the branches of some joined paths, too little to explode. */
enum { SPLITS = 48, MAX_BOUNDS = 64, MAX_READS = 12 };

typedef struct projection {
    terms_t *terms;
    unsigned splits; /* left */
    uint32_t fresh;
    bool exact;
} projection_t;

static const term_t *conjunction(terms_t *terms, const term_vec_t *list) {
    return term_and_n(terms, list->data, list->len);
}

/* x := value in all conjuncts, taken apart anew. */
static void substitute_all(projection_t *p, term_vec_t *list, const term_t *x,
                           const term_t *value) {
    term_vec_t result = {0};
    for (size_t i = 0; i < list->len; i++)
        term_conjuncts(p->terms, term_replace(p->terms, list->data[i], x, value), &result);
    VEC_FREE(*list);
    *list = result;
}

/* Solves some conjunct for x and puts the solution into the others. */
static bool eliminate_by_equality(projection_t *p, term_vec_t *list, const term_t *x) {
    for (size_t i = 0; i < list->len; i++) {
        const term_t *value, *side;
        if (!project_solve(p->terms, list->data[i], x, &p->fresh, &value, &side)) continue;
        list->data[i] = side;
        substitute_all(p, list, x, value);
        return true;
    }
    return false;
}

/* Bounds: x < u, x <= u, l < x, l <= x, all signed or all unsigned. */

typedef struct term_bound {
    const term_t *term;
    bool strict;
} term_bound_t;

typedef struct term_bounds {
    term_kind_t kind; /* BVULT or BVSLT */
    term_bound_t lower[MAX_BOUNDS], upper[MAX_BOUNDS];
    size_t lowers, uppers;
} term_bounds_t;

/* False: the conjunct says something else of x. */
static bool add_bound(terms_t *terms, term_bounds_t *b, const term_t *conjunct, const term_t *x) {
    bool negated = conjunct->kind == TERM_NOT;
    const term_t *less = negated ? conjunct->a[0] : conjunct;
    if (less->kind != TERM_BVULT && less->kind != TERM_BVSLT) return false;
    if (b->lowers + b->uppers > 0 && b->kind != less->kind) return false;
    bool is_left = less->a[0] == x;
    const term_t *other = less->a[is_left ? 1 : 0];
    if ((!is_left && less->a[1] != x) || term_contains(terms, other, x)) return false;
    if (b->lowers == MAX_BOUNDS || b->uppers == MAX_BOUNDS) return false;
    b->kind = less->kind;
    term_bound_t bound = {other, !negated};
    if (is_left != negated)
        b->upper[b->uppers++] = bound;
    else
        b->lower[b->lowers++] = bound;
    return true;
}

/* There is a value between each lower and each upper bound. */
static void push_bound_conditions(terms_t *terms, const term_bounds_t *b, term_vec_t *out) {
    if (!b->lowers && !b->uppers) return;
    unsigned width = (b->lowers ? b->lower[0] : b->upper[0]).term->sort.width;
    uint64_t top = bv_mask(width), half = top >> 1;
    const term_t *max = term_const(terms, width, b->kind == TERM_BVULT ? top : half);
    const term_t *min = term_const(terms, width, b->kind == TERM_BVULT ? 0 : half + 1);
    for (size_t i = 0; i < b->lowers; i++) {
        const term_t *low = b->lower[i].term;
        if (b->lower[i].strict) VEC_PUSH(*out, term_bv(terms, b->kind, low, max));
        for (size_t k = 0; k < b->uppers; k++) {
            const term_t *high = b->upper[k].term;
            if (!b->lower[i].strict && !b->upper[k].strict) {
                VEC_PUSH(*out, term_not(terms, term_bv(terms, b->kind, high, low)));
                continue;
            }
            VEC_PUSH(*out, term_bv(terms, b->kind, low, high));
            if (b->lower[i].strict && b->upper[k].strict) {
                /* low < high, so low + 1 does not wrap */
                const term_t *next = term_bv(terms, TERM_BVADD, low, term_const(terms, width, 1));
                VEC_PUSH(*out, term_bv(terms, b->kind, next, high));
            }
        }
    }
    for (size_t k = 0; k < b->uppers; k++)
        if (b->upper[k].strict) VEC_PUSH(*out, term_bv(terms, b->kind, min, b->upper[k].term));
}

/* with holds the conjuncts that contain x. Other facts about x than bounds of
 * one kind are dropped. */
static void eliminate_by_bounds(projection_t *p, term_vec_t *with, const term_t *x) {
    term_bounds_t *b = mem_zalloc(sizeof *b);
    term_vec_t result = {0};
    for (size_t i = 0; i < with->len; i++)
        if (!add_bound(p->terms, b, with->data[i], x)) p->exact = false;
    push_bound_conditions(p->terms, b, &result);
    mem_free(b);
    VEC_FREE(*with);
    *with = result;
}

/* Splitting */

static void eliminate(projection_t *p, term_vec_t *list, const term_t *x);

/* A part of t that contains x and can be replaced or split on: an ite, or a
 * read from a store. NULL: none. */
static const term_t *find_choice(terms_t *terms, const term_t *t, const term_t *x) {
    walk_t *walk = walk_begin(terms);
    const term_t *found = NULL;
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len && !found) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top) || top->id < x->id) continue;
        walk_mark(walk, top, NULL);
        bool read = top->kind == TERM_SELECT &&
                    (top->a[0]->kind == TERM_STORE || top->a[0]->kind == TERM_ITE);
        if ((top->kind == TERM_ITE || read) && term_contains(terms, top, x)) found = top;
        for (size_t i = 0; i < top->arity; i++) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
    return found;
}

/* A read from a store, or from a choice of arrays, as a choice of values. */
static const term_t *read_as_choice(terms_t *terms, const term_t *read) {
    const term_t *array = read->a[0], *index = read->a[1];
    if (array->kind == TERM_ITE)
        return term_ite(terms, array->a[0], term_select(terms, array->a[1], index),
                        term_select(terms, array->a[2], index));
    return term_ite(terms, term_equal(terms, array->a[1], index), array->a[2],
                    term_select(terms, array->a[0], index));
}

/* One case: the conjuncts with, and also; x is eliminated from it. */
static const term_t *one_case(projection_t *p, const term_vec_t *with, const term_t *without,
                              const term_t *also, const term_t *x) {
    term_vec_t list = {0};
    term_conjuncts(p->terms, also, &list);
    for (size_t i = 0; i < with->len; i++)
        if (with->data[i] != without) term_conjuncts(p->terms, with->data[i], &list);
    eliminate(p, &list, x);
    const term_t *result = conjunction(p->terms, &list);
    VEC_FREE(list);
    return result;
}

static const term_t *split_on_or(projection_t *p, const term_vec_t *with, const term_t *conjunct,
                                 const term_t *x) {
    bool is_and = conjunct->kind == TERM_NOT; /* not (a and b) */
    const term_t *junction = is_and ? conjunct->a[0] : conjunct;
    term_vec_t cases = {0};
    for (size_t i = 0; i < junction->arity; i++) {
        const term_t *also = is_and ? term_not(p->terms, junction->a[i]) : junction->a[i];
        VEC_PUSH(cases, one_case(p, with, conjunct, also, x));
    }
    const term_t *result = term_or_n(p->terms, cases.data, cases.len);
    VEC_FREE(cases);
    return result;
}

/* c and with[t := a], or not c and with[t := b], for t = ite(c, a, b). */
static const term_t *split_on_ite(projection_t *p, const term_vec_t *with, const term_t *choice,
                                  const term_t *x) {
    const term_t *cases[2], *all = conjunction(p->terms, with);
    const term_vec_t none = {0};
    for (int i = 0; i < 2; i++) {
        const term_t *c = i ? term_not(p->terms, choice->a[0]) : choice->a[0];
        const term_t *rest = term_replace(p->terms, all, choice, choice->a[i + 1]);
        cases[i] = one_case(p, &none, NULL, term_and(p->terms, c, rest), x);
    }
    return term_or(p->terms, cases[0], cases[1]);
}

static bool is_disjunction(const term_t *t) {
    return t->kind == TERM_OR || (t->kind == TERM_NOT && t->a[0]->kind == TERM_AND);
}

/* Replaces with, whose conjuncts all contain x, by one without x; false: there
 * is nothing to split on. */
static bool eliminate_by_cases(projection_t *p, term_vec_t *with, const term_t *x) {
    terms_t *terms = p->terms;
    const term_t *result = NULL;
    if (x->sort.kind == SORT_BOOL) {
        const term_t *all = conjunction(terms, with);
        result = term_or(terms, term_replace(terms, all, x, term_true(terms)),
                         term_replace(terms, all, x, term_false(terms)));
    }
    for (size_t i = 0; !result && i < with->len; i++)
        if (is_disjunction(with->data[i])) result = split_on_or(p, with, with->data[i], x);
    for (size_t i = 0; !result && i < with->len; i++) {
        const term_t *choice = find_choice(terms, with->data[i], x);
        if (!choice) continue;
        if (choice->kind == TERM_ITE) {
            result = split_on_ite(p, with, choice, x);
        } else {
            const term_t *rest = term_replace(terms, conjunction(terms, with), choice,
                                              read_as_choice(terms, choice));
            result = one_case(p, &(const term_vec_t){0}, NULL, rest, x);
        }
    }
    if (!result) return false;
    VEC_CLEAR(*with);
    term_conjuncts(terms, result, with);
    return true;
}

/* Arrays: an array that is only read is its values at the places read, which
 * are equal where the places are (Ackermann). */

/* A read of x at a place that does not itself depend on x; NULL: none. */
static const term_t *find_read(terms_t *terms, const term_t *t, const term_t *x) {
    walk_t *walk = walk_begin(terms);
    const term_t *found = NULL;
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len && !found) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top) || top->id < x->id) continue;
        walk_mark(walk, top, NULL);
        if (top->kind == TERM_SELECT && top->a[0] == x && !term_contains(terms, top->a[1], x))
            found = top;
        for (size_t i = 0; i < top->arity; i++) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
    return found;
}

static void eliminate_reads(projection_t *p, term_vec_t *with, const term_t *x) {
    terms_t *terms = p->terms;
    const term_t *all = conjunction(terms, with), *read;
    const term_t *places[MAX_READS], *values[MAX_READS];
    size_t count = 0;
    while (count < MAX_READS && (read = find_read(terms, all, x))) {
        const term_t *place = read->a[1];
        const term_t *value = project_fresh(terms, x->sort.width, &p->fresh);
        all = term_replace(terms, all, read, value);
        for (size_t i = 0; i < count; i++)
            all = term_and(terms, all,
                           term_implies(terms, term_equal(terms, place, places[i]),
                                        term_equal(terms, value, values[i])));
        places[count] = place;
        values[count++] = value;
    }
    VEC_CLEAR(*with);
    term_conjuncts(terms, all, with);
    size_t kept = 0;
    for (size_t i = 0; i < with->len; i++) {
        if (term_contains(terms, with->data[i], x))
            p->exact = false;
        else
            with->data[kept++] = with->data[i];
    }
    with->len = kept;
}

/* Removes x from the conjuncts. */
static void eliminate(projection_t *p, term_vec_t *list, const term_t *x) {
    if (eliminate_by_equality(p, list, x)) return;
    term_vec_t with = {0};
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (term_contains(p->terms, list->data[i], x))
            VEC_PUSH(with, list->data[i]);
        else
            list->data[kept++] = list->data[i];
    }
    list->len = kept;
    bool done = with.len == 0;
    if (!done && p->splits > 0) {
        p->splits--;
        done = eliminate_by_cases(p, &with, x);
    }
    if (!done && x->sort.kind == SORT_ARRAY)
        eliminate_reads(p, &with, x);
    else if (!done)
        eliminate_by_bounds(p, &with, x);
    for (size_t i = 0; i < with.len; i++) term_conjuncts(p->terms, with.data[i], list);
    VEC_FREE(with);
}

/* The next symbol to go: one that an equality gives, if there is one. Arrays
 * first, as reads of them then become plain choices. */
static const term_t *pick(projection_t *p, const term_vec_t *list, project_keep_t keep,
                          void *context) {
    term_vec_t symbols = {0};
    for (size_t i = 0; i < list->len; i++) term_symbols(p->terms, list->data[i], &symbols);
    const term_t *best = NULL;
    int best_rank = 0;
    for (size_t i = 0; i < symbols.len && best_rank < 3; i++) {
        const term_t *x = symbols.data[i], *value, *side;
        if (keep(context, x)) continue;
        int rank = x->sort.kind == SORT_ARRAY ? 2 : 1;
        for (size_t k = 0; k < list->len && rank < 3; k++) {
            uint32_t fresh = p->fresh; /* only a trial */
            if (term_contains(p->terms, list->data[k], x) &&
                project_solve(p->terms, list->data[k], x, &fresh, &value, &side))
                rank = fresh == p->fresh ? 3 : 2;
        }
        if (rank > best_rank) {
            best_rank = rank;
            best = x;
        }
    }
    VEC_FREE(symbols);
    return best;
}

bool project(terms_t *terms, term_vec_t *conjuncts, project_keep_t keep, void *context) {
    projection_t p = {.terms = terms, .splits = SPLITS, .exact = true};
    const term_t *x;
    while ((x = pick(&p, conjuncts, keep, context))) eliminate(&p, conjuncts, x);
    return p.exact;
}
