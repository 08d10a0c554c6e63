/* Solving an equality for a symbol. */

#include "solver/project.h"
#include "solver/term_internal.h"

enum { TAG_FRESH = 1 }; /* added to TERM_TAG_RESERVED */

typedef struct isolation {
    terms_t *terms;
    const term_t *x;
    uint32_t *fresh;
    const term_t *left, *right; /* left contains x, right does not */
    const term_t *side;
} isolation_t;

const term_t *project_fresh(terms_t *terms, unsigned width, uint32_t *fresh) {
    return term_symbol(terms, sort_bv(width), TERM_TAG_RESERVED + TAG_FRESH, (*fresh)++);
}

static void require_also(isolation_t *iso, const term_t *condition) {
    iso->side = term_and(iso->terms, iso->side, condition);
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration. */
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    return x;
}

/* f(child) = right, other being the operand without x: undoes f. */
static bool undo_binary(isolation_t *iso, bool in_first, const term_t *other) {
    terms_t *terms = iso->terms;
    const term_t *t = iso->left, *right = iso->right;
    switch (t->kind) {
    case TERM_BVADD: iso->right = term_bv(terms, TERM_BVSUB, right, other); break;
    case TERM_BVXOR: iso->right = term_bv(terms, TERM_BVXOR, right, other); break;
    case TERM_BVSUB:
        iso->right = in_first ? term_bv(terms, TERM_BVADD, right, other)
                              : term_bv(terms, TERM_BVSUB, other, right);
        break;
    case TERM_BVMUL:
        if (other->kind != TERM_CONST || !(other->value & 1)) return false;
        iso->right = term_bv(terms, TERM_BVMUL, right,
                             term_const(terms, t->sort.width, inverse(other->value)));
        break;
    case TERM_CONCAT: {
        unsigned low = t->a[1]->sort.width, width = t->sort.width;
        const term_t *high_part = term_extract(terms, right, width - 1, low);
        const term_t *low_part = term_extract(terms, right, low - 1, 0);
        require_also(iso, term_equal(terms, other, in_first ? low_part : high_part));
        iso->right = in_first ? high_part : low_part;
        break;
    }
    default: return false;
    }
    iso->left = t->a[in_first ? 0 : 1];
    return true;
}

/* store(a, i, v) = right */
static bool undo_store(isolation_t *iso, const bool *has) {
    terms_t *terms = iso->terms;
    const term_t *t = iso->left, *right = iso->right;
    const term_t *read = has[1] ? NULL : term_select(terms, right, t->a[1]);
    if (has[0] && !has[1] && !has[2]) {
        /* a is right everywhere but at i, where it may be anything. */
        const term_t *any = project_fresh(terms, t->sort.width, iso->fresh);
        require_also(iso, term_equal(terms, read, t->a[2]));
        iso->right = term_store(terms, right, t->a[1], any);
        iso->left = t->a[0];
        return true;
    }
    if (has[2] && !has[0] && !has[1]) {
        require_also(iso, term_equal(terms, right, term_store(terms, t->a[0], t->a[1], read)));
        iso->right = read;
        iso->left = t->a[2];
        return true;
    }
    return false;
}

static bool undo_unary(isolation_t *iso) {
    terms_t *terms = iso->terms;
    const term_t *t = iso->left;
    if (t->kind == TERM_BVNOT || t->kind == TERM_BVNEG) {
        iso->right = term_bv_unary(terms, t->kind, iso->right);
    } else if (t->kind == TERM_ZEXT || t->kind == TERM_SEXT) {
        const term_t *cut = term_extract(terms, iso->right, t->a[0]->sort.width - 1, 0);
        require_also(
            iso, term_equal(terms, iso->right, term_extend(terms, t->kind, cut, t->sort.width)));
        iso->right = cut;
    } else if (t->kind == TERM_NOT) {
        iso->right = term_not(terms, iso->right);
    } else {
        return false;
    }
    iso->left = t->a[0];
    return true;
}

static bool isolate(isolation_t *iso) {
    while (iso->left != iso->x) {
        const term_t *t = iso->left;
        bool has[3] = {false, false, false};
        if (t->arity < 1 || t->arity > 3) return false;
        for (size_t i = 0; i < t->arity; i++) has[i] = term_contains(iso->terms, t->a[i], iso->x);
        bool ok;
        if (t->arity == 1) {
            ok = undo_unary(iso);
        } else if (t->kind == TERM_STORE) {
            ok = undo_store(iso, has);
        } else if (t->kind == TERM_IFF && has[0] != has[1]) {
            iso->right = term_equal(iso->terms, iso->right, t->a[has[0] ? 1 : 0]);
            iso->left = t->a[has[0] ? 0 : 1];
            ok = true;
        } else {
            ok =
                t->arity == 2 && has[0] != has[1] && undo_binary(iso, has[0], t->a[has[0] ? 1 : 0]);
        }
        if (!ok) return false;
    }
    return true;
}

bool project_solve(terms_t *terms, const term_t *conjunct, const term_t *x, uint32_t *fresh,
                   const term_t **value, const term_t **side) {
    isolation_t iso = {.terms = terms, .x = x, .fresh = fresh, .side = term_true(terms)};
    if (conjunct->kind == TERM_EQ) {
        bool first = term_contains(terms, conjunct->a[0], x);
        bool second = term_contains(terms, conjunct->a[1], x);
        if (first == second) return false;
        iso.left = conjunct->a[first ? 0 : 1];
        iso.right = conjunct->a[first ? 1 : 0];
    } else {
        /* A Boolean symbol, negated or equivalent to something. */
        if (x->sort.kind != SORT_BOOL) return false;
        iso.left = conjunct;
        iso.right = term_true(terms);
    }
    if (!isolate(&iso)) return false;
    *value = iso.right;
    *side = iso.side;
    return true;
}
