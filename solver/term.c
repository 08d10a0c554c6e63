#include "solver/term.h"

#include "solver/term_internal.h"

#include <stdlib.h>

/* A conjunction grown one conjunct at a time would cost quadratic memory if it
 * were always copied flat, so larger children stay nested. */
enum { FLAT = 64 };

typedef struct term_key {
    term_kind_t kind;
    sort_t sort;
    uint64_t value;
    uint32_t index;
    size_t arity;
    const term_t *const *args;
} term_key_t;

static bool key_equal(const void *in_table, const void *key_pointer) {
    const term_t *t = in_table;
    const term_key_t *key = key_pointer;
    if (t->kind != key->kind || !sort_equal(t->sort, key->sort) || t->value != key->value ||
        t->index != key->index || t->arity != key->arity)
        return false;
    for (size_t i = 0; i < key->arity; i++)
        if (t->a[i] != key->args[i]) return false;
    return true;
}

static uint64_t key_hash(const term_key_t *key) {
    uint64_t sort =
        ((uint64_t)key->sort.kind << 16) | ((uint64_t)key->sort.width << 8) | key->sort.index_width;
    uint64_t hash = hash_mix(key->kind, sort);
    hash = hash_mix(hash, key->value);
    hash = hash_mix(hash, key->index);
    for (size_t i = 0; i < key->arity; i++) hash = hash_mix(hash, key->args[i]->id);
    return hash;
}

const term_t *term_intern(terms_t *terms, term_kind_t kind, sort_t sort, uint64_t value,
                          uint32_t index, const term_t *const *args, size_t arity) {
    term_key_t key = {kind, sort, value, index, arity, args};
    uint64_t hash = key_hash(&key);
    term_t *t = intern_find(&terms->table, hash, &key);
    if (t) return t;
    REQUIRE(terms->by_id.len < UINT32_MAX);
    t = arena_alloc(terms->arena, sizeof *t + arity * sizeof t->a[0]);
    t->kind = kind;
    t->sort = sort;
    t->id = (uint32_t)terms->by_id.len;
    t->arity = (uint32_t)arity;
    t->hash = hash;
    t->value = value;
    t->index = index;
    for (size_t i = 0; i < arity; i++) t->a[i] = args[i];
    VEC_PUSH(terms->by_id, t);
    intern_add(&terms->table, hash, t);
    return t;
}

terms_t *terms_new(void) {
    terms_t *terms = mem_zalloc(sizeof *terms);
    terms->arena = arena_new();
    intern_init(&terms->table, key_equal);
    terms->no = term_intern(terms, TERM_FALSE, sort_bool(), 0, 0, NULL, 0);
    terms->yes = term_intern(terms, TERM_TRUE, sort_bool(), 0, 0, NULL, 0);
    return terms;
}

void terms_delete(terms_t *terms) {
    if (!terms) return;
    REQUIRE(terms->walks_used == 0);
    for (size_t i = 0; i < terms->walks.len; i++) {
        VEC_FREE(terms->walks.data[i]->stamp);
        VEC_FREE(terms->walks.data[i]->value);
        VEC_FREE(terms->walks.data[i]->stack);
        mem_free(terms->walks.data[i]);
    }
    VEC_FREE(terms->walks);
    VEC_FREE(terms->args);
    VEC_FREE(terms->by_id);
    intern_free(&terms->table);
    arena_delete(terms->arena);
    mem_free(terms);
}

size_t terms_count(const terms_t *terms) {
    return terms->by_id.len;
}

size_t terms_bytes(const terms_t *terms) {
    return arena_bytes(terms->arena) + terms->table.cap * sizeof *terms->table.slots +
           terms->by_id.cap * sizeof *terms->by_id.data;
}

const term_t *terms_at(const terms_t *terms, uint32_t id) {
    REQUIRE(id < terms->by_id.len);
    return terms->by_id.data[id];
}

/* Leaves */

const term_t *term_true(terms_t *terms) {
    return terms->yes;
}

const term_t *term_false(terms_t *terms) {
    return terms->no;
}

const term_t *term_bool(terms_t *terms, bool value) {
    return value ? terms->yes : terms->no;
}

const term_t *term_const(terms_t *terms, unsigned width, uint64_t value) {
    REQUIRE(width >= 1 && width <= 64);
    return term_intern(terms, TERM_CONST, sort_bv(width), value & bv_mask(width), 0, NULL, 0);
}

const term_t *term_symbol(terms_t *terms, sort_t sort, uint64_t tag, uint32_t index) {
    REQUIRE(term_fits(TERM_SYMBOL, sort, tag, NULL, 0));
    return term_intern(terms, TERM_SYMBOL, sort, tag, index, NULL, 0);
}

bool term_is_value(const term_t *t) {
    return t->kind == TERM_CONST || t->kind == TERM_TRUE || t->kind == TERM_FALSE;
}

/* Booleans */

const term_t *term_not(terms_t *terms, const term_t *a) {
    REQUIRE(a->sort.kind == SORT_BOOL);
    if (a->kind == TERM_NOT) return a->a[0];
    if (a == terms->yes) return terms->no;
    if (a == terms->no) return terms->yes;
    return term_intern(terms, TERM_NOT, sort_bool(), 0, 0, &a, 1);
}

static int by_id(const void *x, const void *y) {
    uint32_t a = (*(const term_t *const *)x)->id, b = (*(const term_t *const *)y)->id;
    return (a > b) - (a < b);
}

/* Fills terms->args with the flattened arguments; false: an absorbing one is
 * among them. */
static bool junction_collect(terms_t *terms, term_kind_t kind, const term_t *const *args,
                             size_t count) {
    const term_t *neutral = term_bool(terms, kind == TERM_AND);
    const term_t *absorbing = term_bool(terms, kind != TERM_AND);
    VEC_CLEAR(terms->args);
    for (size_t i = 0; i < count; i++) {
        const term_t *a = args[i];
        REQUIRE(a->sort.kind == SORT_BOOL);
        if (a == absorbing) return false;
        if (a == neutral) continue;
        if (a->kind == kind && a->arity <= FLAT) {
            for (size_t k = 0; k < a->arity; k++) VEC_PUSH(terms->args, a->a[k]);
        } else {
            VEC_PUSH(terms->args, a);
        }
    }
    return true;
}

static void junction_sort(term_vec_t *args) {
    bool sorted = true;
    for (size_t i = 1; i < args->len && sorted; i++)
        sorted = args->data[i - 1]->id < args->data[i]->id;
    if (sorted) return; /* strictly, so without duplicates as well */
    qsort(args->data, args->len, sizeof *args->data, by_id);
    size_t kept = 0;
    for (size_t i = 0; i < args->len; i++)
        if (kept == 0 || args->data[kept - 1] != args->data[i]) args->data[kept++] = args->data[i];
    args->len = kept;
}

/* Is there an argument together with its negation? */
static bool junction_has_complement(const term_vec_t *args) {
    for (size_t i = 0; i < args->len; i++) {
        if (args->data[i]->kind != TERM_NOT) continue;
        const term_t *inner = args->data[i]->a[0];
        /* A child has a smaller id than its parent, so it stands before it. */
        if (bsearch(&inner, args->data, i, sizeof *args->data, by_id)) return true;
    }
    return false;
}

static const term_t *junction(terms_t *terms, term_kind_t kind, const term_t *const *args,
                              size_t count) {
    const term_t *absorbing = term_bool(terms, kind != TERM_AND);
    if (!junction_collect(terms, kind, args, count)) return absorbing;
    junction_sort(&terms->args);
    if (junction_has_complement(&terms->args)) return absorbing;
    if (terms->args.len == 0) return term_bool(terms, kind == TERM_AND);
    if (terms->args.len == 1) return terms->args.data[0];
    return term_intern(terms, kind, sort_bool(), 0, 0, terms->args.data, terms->args.len);
}

const term_t *term_and(terms_t *terms, const term_t *a, const term_t *b) {
    return junction(terms, TERM_AND, (const term_t *[]){a, b}, 2);
}

const term_t *term_or(terms_t *terms, const term_t *a, const term_t *b) {
    return junction(terms, TERM_OR, (const term_t *[]){a, b}, 2);
}

const term_t *term_and_n(terms_t *terms, const term_t *const *args, size_t count) {
    return junction(terms, TERM_AND, args, count);
}

const term_t *term_or_n(terms_t *terms, const term_t *const *args, size_t count) {
    return junction(terms, TERM_OR, args, count);
}

const term_t *term_implies(terms_t *terms, const term_t *a, const term_t *b) {
    return term_or(terms, term_not(terms, a), b);
}

static const term_t *iff(terms_t *terms, const term_t *a, const term_t *b) {
    if (a == b) return terms->yes;
    if (a == terms->yes) return b;
    if (b == terms->yes) return a;
    if (a == terms->no) return term_not(terms, b);
    if (b == terms->no) return term_not(terms, a);
    /* Negations stand outside, so that (not a) = b and a = (not b) are one term. */
    bool negate = false;
    if (a->kind == TERM_NOT) {
        a = a->a[0];
        negate = !negate;
    }
    if (b->kind == TERM_NOT) {
        b = b->a[0];
        negate = !negate;
    }
    const term_t *result = terms->yes;
    if (a != b) {
        const term_t *args[] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
        result = term_intern(terms, TERM_IFF, sort_bool(), 0, 0, args, 2);
    }
    return negate ? term_not(terms, result) : result;
}

const term_t *term_equal(terms_t *terms, const term_t *a, const term_t *b) {
    REQUIRE(sort_equal(a->sort, b->sort));
    if (a->sort.kind == SORT_BOOL) return iff(terms, a, b);
    if (a->sort.kind == SORT_BV) return term_bv_equal(terms, a, b);
    if (a == b) return terms->yes;
    const term_t *args[] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
    return term_intern(terms, TERM_EQ, sort_bool(), 0, 0, args, 2);
}

static const term_t *ite_bool(terms_t *terms, const term_t *c, const term_t *a, const term_t *b) {
    if (a == terms->yes || a == c) return term_or(terms, c, b);
    if (b == terms->no || b == c) return term_and(terms, c, a);
    const term_t *not_c = term_not(terms, c);
    if (a == terms->no || a == not_c) return term_and(terms, not_c, b);
    if (b == terms->yes || b == not_c) return term_or(terms, not_c, a);
    if (term_not(terms, a) == b) return iff(terms, c, a);
    return term_intern(terms, TERM_ITE, sort_bool(), 0, 0, (const term_t *[]){c, a, b}, 3);
}

const term_t *term_ite(terms_t *terms, const term_t *c, const term_t *a, const term_t *b) {
    REQUIRE(c->sort.kind == SORT_BOOL && sort_equal(a->sort, b->sort));
    if (c->kind == TERM_NOT) {
        const term_t *swap = a;
        a = b;
        b = swap;
        c = c->a[0];
    }
    if (c == terms->yes || a == b) return a;
    if (c == terms->no) return b;
    if (a->kind == TERM_ITE && a->a[0] == c) a = a->a[1];
    if (b->kind == TERM_ITE && b->a[0] == c) b = b->a[2];
    if (a == b) return a;
    if (a->sort.kind == SORT_BOOL) return ite_bool(terms, c, a, b);
    return term_intern(terms, TERM_ITE, a->sort, 0, 0, (const term_t *[]){c, a, b}, 3);
}

/* Arrays and functions */

const term_t *term_select(terms_t *terms, const term_t *array, const term_t *index) {
    REQUIRE(array->sort.kind == SORT_ARRAY && index->sort.kind == SORT_BV &&
            index->sort.width == array->sort.index_width);
    for (;;) {
        if (array->kind == TERM_CONST_ARRAY) return array->a[0];
        if (array->kind != TERM_STORE) break;
        if (array->a[1] == index) return array->a[2];
        /* Only two constants are known to be different without a solver. */
        if (array->a[1]->kind != TERM_CONST || index->kind != TERM_CONST) break;
        array = array->a[0];
    }
    const term_t *args[] = {array, index};
    return term_intern(terms, TERM_SELECT, sort_bv(array->sort.width), 0, 0, args, 2);
}

const term_t *term_store(terms_t *terms, const term_t *array, const term_t *index,
                         const term_t *value) {
    REQUIRE(array->sort.kind == SORT_ARRAY && index->sort.kind == SORT_BV &&
            index->sort.width == array->sort.index_width && value->sort.kind == SORT_BV &&
            value->sort.width == array->sort.width);
    if (value->kind == TERM_SELECT && value->a[0] == array && value->a[1] == index) return array;
    if (array->kind == TERM_CONST_ARRAY && array->a[0] == value) return array;
    if (array->kind == TERM_STORE && array->a[1] == index) array = array->a[0];
    const term_t *args[] = {array, index, value};
    return term_intern(terms, TERM_STORE, array->sort, 0, 0, args, 3);
}

const term_t *term_const_array(terms_t *terms, unsigned index_width, const term_t *value) {
    REQUIRE(index_width >= 1 && index_width <= 64 && value->sort.kind == SORT_BV);
    return term_intern(terms, TERM_CONST_ARRAY, sort_array(index_width, value->sort.width), 0, 0,
                       &value, 1);
}

const term_t *term_apply(terms_t *terms, uint64_t function, unsigned width,
                         const term_t *const *args, size_t count) {
    REQUIRE(term_fits(TERM_APPLY, sort_bv(width), function, args, count));
    return term_intern(terms, TERM_APPLY, sort_bv(width), function, 0, args, count);
}

/* Any kind */

static bool sort_is_proper(sort_t sort) {
    bool width = sort.width >= 1 && sort.width <= 64;
    switch (sort.kind) {
    case SORT_BOOL: return sort.width == 0 && sort.index_width == 0;
    case SORT_BV: return width && sort.index_width == 0;
    case SORT_ARRAY: return width && sort.index_width >= 1 && sort.index_width <= 64;
    }
    return false;
}

static bool all_of(sort_t sort, const term_t *const *args, size_t arity) {
    for (size_t i = 0; i < arity; i++)
        if (!sort_equal(args[i]->sort, sort)) return false;
    return true;
}

static bool fits_array(term_kind_t kind, sort_t sort, const term_t *const *args, size_t arity) {
    sort_t array = arity ? args[0]->sort : sort;
    switch (kind) {
    case TERM_SELECT:
        return arity == 2 && array.kind == SORT_ARRAY && sort_equal(sort, sort_bv(array.width)) &&
               sort_equal(args[1]->sort, sort_bv(array.index_width));
    case TERM_STORE:
        return arity == 3 && array.kind == SORT_ARRAY && sort_equal(sort, array) &&
               sort_equal(args[1]->sort, sort_bv(array.index_width)) &&
               sort_equal(args[2]->sort, sort_bv(array.width));
    default: /* CONST_ARRAY */
        return arity == 1 && sort.kind == SORT_ARRAY && sort_equal(array, sort_bv(sort.width));
    }
}

static bool fits_bv(term_kind_t kind, sort_t sort, uint64_t value, const term_t *const *args,
                    size_t arity) {
    for (size_t i = 0; i < arity; i++)
        if (args[i]->sort.kind != SORT_BV) return false;
    switch (kind) {
    case TERM_BVNOT:
    case TERM_BVNEG: return arity == 1 && sort_equal(sort, args[0]->sort);
    case TERM_BVULT:
    case TERM_BVULE:
    case TERM_BVSLT:
    case TERM_BVSLE:
        return arity == 2 && sort.kind == SORT_BOOL && sort_equal(args[0]->sort, args[1]->sort);
    case TERM_CONCAT:
        return arity == 2 && sort.kind == SORT_BV &&
               sort.width == args[0]->sort.width + args[1]->sort.width;
    case TERM_EXTRACT:
        return arity == 1 && sort.kind == SORT_BV && (value & 255) <= (value >> 8) &&
               (value >> 8) < args[0]->sort.width && sort.width == (value >> 8) - (value & 255) + 1;
    case TERM_ZEXT:
    case TERM_SEXT: return arity == 1 && sort.kind == SORT_BV && sort.width >= args[0]->sort.width;
    default: return arity == 2 && all_of(sort, args, arity);
    }
}

bool term_fits(term_kind_t kind, sort_t sort, uint64_t value, const term_t *const *args,
               size_t arity) {
    if (!sort_is_proper(sort)) return false;
    switch (kind) {
    case TERM_TRUE:
    case TERM_FALSE: return sort.kind == SORT_BOOL && arity == 0;
    case TERM_CONST: return sort.kind == SORT_BV && arity == 0;
    case TERM_SYMBOL: return arity == 0;
    case TERM_NOT: return arity == 1 && sort.kind == SORT_BOOL && all_of(sort, args, arity);
    case TERM_AND:
    case TERM_OR: return sort.kind == SORT_BOOL && all_of(sort, args, arity);
    case TERM_IFF: return arity == 2 && sort.kind == SORT_BOOL && all_of(sort, args, arity);
    case TERM_ITE:
        return arity == 3 && args[0]->sort.kind == SORT_BOOL && all_of(sort, args + 1, 2);
    case TERM_EQ:
        return arity == 2 && sort.kind == SORT_BOOL && args[0]->sort.kind != SORT_BOOL &&
               sort_equal(args[0]->sort, args[1]->sort);
    case TERM_SELECT:
    case TERM_STORE:
    case TERM_CONST_ARRAY: return fits_array(kind, sort, args, arity);
    case TERM_APPLY:
        for (size_t i = 0; i < arity; i++)
            if (args[i]->sort.kind != SORT_BV) return false;
        return sort.kind == SORT_BV;
    case TERM_KIND_COUNT: return false;
    default:
        if (term_kind_is_fp(kind)) return term_fp_fits(kind, sort, args, arity);
        return fits_bv(kind, sort, value, args, arity);
    }
}

const term_t *term_rebuild(terms_t *terms, term_kind_t kind, sort_t sort, uint64_t value,
                           uint32_t index, const term_t *const *args, size_t arity) {
    switch (kind) {
    case TERM_TRUE: return terms->yes;
    case TERM_FALSE: return terms->no;
    case TERM_CONST: return term_const(terms, sort.width, value);
    case TERM_SYMBOL: return term_symbol(terms, sort, value, index);
    case TERM_NOT: return term_not(terms, args[0]);
    case TERM_AND:
    case TERM_OR: return junction(terms, kind, args, arity);
    case TERM_IFF:
    case TERM_EQ: return term_equal(terms, args[0], args[1]);
    case TERM_ITE: return term_ite(terms, args[0], args[1], args[2]);
    case TERM_BVNOT:
    case TERM_BVNEG: return term_bv_unary(terms, kind, args[0]);
    case TERM_EXTRACT:
        return term_extract(terms, args[0], (unsigned)(value >> 8), (unsigned)(value & 255));
    case TERM_ZEXT:
    case TERM_SEXT: return term_extend(terms, kind, args[0], sort.width);
    case TERM_SELECT: return term_select(terms, args[0], args[1]);
    case TERM_STORE: return term_store(terms, args[0], args[1], args[2]);
    case TERM_CONST_ARRAY: return term_const_array(terms, sort.index_width, args[0]);
    case TERM_APPLY: return term_apply(terms, value, sort.width, args, arity);
    default:
        if (!term_kind_is_fp(kind)) return term_bv(terms, kind, args[0], args[1]);
        if (arity == 2) return term_fp(terms, kind, args[0], args[1]);
        return term_fp_unary(terms, kind, args[0], sort.width);
    }
}

bool term_has_conjuncts(const term_t *a, const term_t *b) {
    if (a == b) return true;
    if (b->kind == TERM_AND) {
        for (uint32_t i = 0; i < b->arity; i++)
            if (!term_has_conjuncts(a, b->a[i])) return false;
        return true;
    }
    for (uint32_t i = 0; a->kind == TERM_AND && i < a->arity; i++)
        if (a->a[i] == b) return true;
    return false;
}
