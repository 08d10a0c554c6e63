#include "solver/term_internal.h"

#include <string.h>

/* Makes room for the stamps of all terms that exist now. */
static void walk_cover(const terms_t *terms, walk_t *walk) {
    size_t need = terms->by_id.len, had = walk->stamp.len;
    if (need <= had) return;
    VEC_RESERVE(walk->stamp, need);
    VEC_RESERVE(walk->value, need);
    memset(walk->stamp.data + had, 0, (need - had) * sizeof *walk->stamp.data);
    walk->stamp.len = walk->value.len = need;
}

walk_t *walk_begin(terms_t *terms) {
    if (terms->walks_used == terms->walks.len) VEC_PUSH(terms->walks, mem_zalloc(sizeof(walk_t)));
    walk_t *walk = terms->walks.data[terms->walks_used++];
    walk_cover(terms, walk);
    if (++walk->epoch == 0) { /* wrapped: old stamps could look new */
        memset(walk->stamp.data, 0, walk->stamp.len * sizeof *walk->stamp.data);
        walk->epoch = 1;
    }
    VEC_CLEAR(walk->stack);
    return walk;
}

void walk_end(terms_t *terms, walk_t *walk) {
    REQUIRE(terms->walks_used > 0 && terms->walks.data[terms->walks_used - 1] == walk);
    terms->walks_used--;
}

/* Rebuilds t from the walk's values of its children. */
static const term_t *rebuild(terms_t *terms, const walk_t *walk, const term_t *t,
                             term_vec_t *args) {
    VEC_CLEAR(*args);
    bool same = true;
    for (size_t i = 0; i < t->arity; i++) {
        const term_t *value = walk->value.data[t->a[i]->id];
        same = same && value == t->a[i];
        VEC_PUSH(*args, value);
    }
    if (same) return t;
    return term_rebuild(terms, t->kind, t->sort, t->value, t->index, args->data, args->len);
}

/* Brings every subterm that is not yet in the walk to its value, children
 * first; the leaves' values come from map. */
static const term_t *replace(terms_t *terms, walk_t *walk, const term_t *t, term_map_t map,
                             void *context) {
    term_vec_t args = {0};
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len) {
        const term_t *top = VEC_TOP(walk->stack);
        if (walk_seen(walk, top)) {
            walk->stack.len--;
            continue;
        }
        size_t before = walk->stack.len;
        for (size_t i = 0; i < top->arity; i++)
            if (!walk_seen(walk, top->a[i])) VEC_PUSH(walk->stack, top->a[i]);
        if (walk->stack.len > before) continue;
        const term_t *value = NULL;
        if (top->kind == TERM_SYMBOL && map) {
            value = map(context, top);
            REQUIRE(!value || sort_equal(value->sort, top->sort));
        }
        if (!value) value = rebuild(terms, walk, top, &args);
        walk_mark(walk, top, value);
        walk->stack.len--;
    }
    VEC_FREE(args);
    return walk->value.data[t->id];
}

const term_t *term_substitute(terms_t *terms, const term_t *t, term_map_t map, void *context) {
    walk_t *walk = walk_begin(terms);
    const term_t *result = replace(terms, walk, t, map, context);
    walk_end(terms, walk);
    return result;
}

static const term_t *bare_symbol(void *context, const term_t *symbol) {
    return term_symbol(context, symbol->sort, symbol->value, 0);
}

const term_t *term_bare(terms_t *terms, const term_t *t) {
    return term_substitute(terms, t, bare_symbol, terms);
}

const term_t *term_replace(terms_t *terms, const term_t *t, const term_t *from, const term_t *to) {
    REQUIRE(sort_equal(from->sort, to->sort));
    walk_t *walk = walk_begin(terms);
    walk_mark(walk, from, to);
    const term_t *result = replace(terms, walk, t, NULL, NULL);
    walk_end(terms, walk);
    return result;
}

void term_symbols(terms_t *terms, const term_t *t, term_vec_t *out) {
    walk_t *walk = walk_begin(terms);
    for (size_t i = 0; i < out->len; i++) walk_mark(walk, out->data[i], NULL);
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top)) continue;
        walk_mark(walk, top, NULL);
        if (top->kind == TERM_SYMBOL) VEC_PUSH(*out, top);
        for (size_t i = top->arity; i-- > 0;) /* the first child is popped first */
            if (!walk_seen(walk, top->a[i])) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
}

static bool is_connective(const term_t *t) {
    switch (t->kind) {
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_IFF: return true;
    case TERM_ITE: return t->sort.kind == SORT_BOOL;
    default: return false;
    }
}

void term_atoms(terms_t *terms, const term_t *t, term_vec_t *out) {
    REQUIRE(t->sort.kind == SORT_BOOL);
    walk_t *walk = walk_begin(terms);
    for (size_t i = 0; i < out->len; i++) walk_mark(walk, out->data[i], NULL);
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top) || term_is_value(top)) continue;
        walk_mark(walk, top, NULL);
        if (!is_connective(top)) {
            VEC_PUSH(*out, top);
            continue;
        }
        for (size_t i = top->arity; i-- > 0;) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
}

size_t term_size(terms_t *terms, const term_t *t) {
    walk_t *walk = walk_begin(terms);
    size_t size = 0;
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top)) continue;
        walk_mark(walk, top, NULL);
        size++;
        for (size_t i = 0; i < top->arity; i++) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
    return size;
}

bool term_contains(terms_t *terms, const term_t *t, const term_t *part) {
    walk_t *walk = walk_begin(terms);
    bool found = false;
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len && !found) {
        const term_t *top = VEC_POP(walk->stack);
        found = top == part;
        /* Children have smaller ids: below a smaller term part cannot occur. */
        if (walk_seen(walk, top) || top->id < part->id) continue;
        walk_mark(walk, top, NULL);
        for (size_t i = 0; i < top->arity; i++) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
    return found;
}

bool term_has_fp(terms_t *terms, const term_t *t) {
    walk_t *walk = walk_begin(terms);
    bool found = false;
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len && !found) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top)) continue;
        walk_mark(walk, top, NULL);
        found = term_kind_is_fp(top->kind);
        for (size_t i = 0; i < top->arity; i++) VEC_PUSH(walk->stack, top->a[i]);
    }
    walk_end(terms, walk);
    return found;
}

void term_conjuncts(terms_t *terms, const term_t *t, term_vec_t *out) {
    REQUIRE(t->sort.kind == SORT_BOOL);
    walk_t *walk = walk_begin(terms);
    VEC_PUSH(walk->stack, t);
    while (walk->stack.len) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top) || top == terms->yes) continue;
        walk_mark(walk, top, NULL);
        if (top->kind == TERM_AND) {
            for (size_t i = top->arity; i-- > 0;) VEC_PUSH(walk->stack, top->a[i]);
        } else if (top->kind == TERM_NOT && top->a[0]->kind == TERM_OR) {
            for (size_t i = top->a[0]->arity; i-- > 0;)
                VEC_PUSH(walk->stack, term_not(terms, top->a[0]->a[i]));
            walk_cover(terms, walk); /* the negations may be new */
        } else {
            VEC_PUSH(*out, top);
        }
    }
    walk_end(terms, walk);
}
