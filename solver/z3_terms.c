#include "solver/z3_terms.h"

#include "solver/term_internal.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

static void ignore_error(Z3_context context, Z3_error_code code) {
    /* Callers look at results and at Z3_get_error_code; the default handler
     * would end the process. */
    (void)context;
    (void)code;
}

Z3_context z3_context_new(void) {
    /* A context takes some megabytes, and gives them back in the end. Left to
     * itself malloc would pass them on to the system each time, and most of the
     * time of a context would go into page faults. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    Z3_config config = Z3_mk_config();
    if (!config) return NULL;
    Z3_context context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (context) Z3_set_error_handler(context, ignore_error);
    return context;
}

void z3_terms_init(z3_terms_t *to, Z3_context context, terms_t *terms) {
    *to = (z3_terms_t){.context = context, .terms = terms};
}

void z3_terms_free(z3_terms_t *to) {
    VEC_FREE(to->memo);
    VEC_FREE(to->stack);
    VEC_FREE(to->args);
    map64_free(&to->symbols);
    map64_free(&to->functions);
    map64_free(&to->numbers);
    map64_free(&to->blasted);
    if (to->blaster) Z3_tactic_dec_ref(to->context, to->blaster);
}

/* Terms to Z3 */

Z3_sort z3_sort_of(Z3_context context, sort_t sort) {
    if (sort.kind == SORT_BOOL) return Z3_mk_bool_sort(context);
    Z3_sort element = Z3_mk_bv_sort(context, sort.width);
    if (sort.kind == SORT_BV) return element;
    /* Z3 keeps alive only the last object made that nobody counts. */
    Z3_inc_ref(context, Z3_sort_to_ast(context, element));
    Z3_sort array = Z3_mk_array_sort(context, Z3_mk_bv_sort(context, sort.index_width), element);
    Z3_dec_ref(context, Z3_sort_to_ast(context, element));
    return array;
}

static Z3_ast make_symbol(z3_terms_t *to, const term_t *t) {
    char name[32];
    snprintf(name, sizeof name, "s%" PRIu32, t->id);
    Z3_ast constant = Z3_mk_const(to->context, Z3_mk_string_symbol(to->context, name),
                                  z3_sort_of(to->context, t->sort));
    if (constant) map64_put(&to->symbols, Z3_get_ast_id(to->context, constant), t->id);
    return constant;
}

/* A function is known by its number and its signature. */
static Z3_ast make_apply(z3_terms_t *to, const term_t *t, const Z3_ast *args) {
    char name[32];
    VEC(Z3_sort) sorts = {0};
    snprintf(name, sizeof name, "f%" PRIu64, t->value);
    for (size_t i = 0; i < t->arity; i++) VEC_PUSH(sorts, z3_sort_of(to->context, t->a[i]->sort));
    Z3_func_decl decl =
        Z3_mk_func_decl(to->context, Z3_mk_string_symbol(to->context, name), (unsigned)t->arity,
                        sorts.data, z3_sort_of(to->context, t->sort));
    VEC_FREE(sorts);
    if (!decl) return NULL;
    uint64_t known;
    unsigned id = Z3_get_ast_id(to->context, Z3_func_decl_to_ast(to->context, decl));
    if (!map64_get(&to->functions, id, &known)) {
        Z3_inc_ref(to->context, Z3_func_decl_to_ast(to->context, decl)); /* keeps the id taken */
        map64_put(&to->functions, id, t->value);
    }
    return Z3_mk_app(to->context, decl, (unsigned)t->arity, args);
}

typedef Z3_ast (*z3_make2_t)(Z3_context, Z3_ast, Z3_ast);

static z3_make2_t maker_of(term_kind_t kind) {
    switch (kind) {
    case TERM_IFF:
    case TERM_EQ: return Z3_mk_eq;
    case TERM_BVADD: return Z3_mk_bvadd;
    case TERM_BVSUB: return Z3_mk_bvsub;
    case TERM_BVMUL: return Z3_mk_bvmul;
    case TERM_BVUDIV: return Z3_mk_bvudiv;
    case TERM_BVSDIV: return Z3_mk_bvsdiv;
    case TERM_BVUREM: return Z3_mk_bvurem;
    case TERM_BVSREM: return Z3_mk_bvsrem;
    case TERM_BVSHL: return Z3_mk_bvshl;
    case TERM_BVLSHR: return Z3_mk_bvlshr;
    case TERM_BVASHR: return Z3_mk_bvashr;
    case TERM_BVAND: return Z3_mk_bvand;
    case TERM_BVOR: return Z3_mk_bvor;
    case TERM_BVXOR: return Z3_mk_bvxor;
    case TERM_BVULT: return Z3_mk_bvult;
    case TERM_BVULE: return Z3_mk_bvule;
    case TERM_BVSLT: return Z3_mk_bvslt;
    case TERM_BVSLE: return Z3_mk_bvsle;
    case TERM_CONCAT: return Z3_mk_concat;
    case TERM_SELECT: return Z3_mk_select;
    default: return NULL;
    }
}

static Z3_ast make(z3_terms_t *to, const term_t *t, const Z3_ast *args) {
    Z3_context context = to->context;
    unsigned added = t->arity ? (unsigned)(t->sort.width - t->a[0]->sort.width) : 0;
    switch (t->kind) {
    case TERM_TRUE: return Z3_mk_true(context);
    case TERM_FALSE: return Z3_mk_false(context);
    case TERM_CONST:
        return Z3_mk_unsigned_int64(context, t->value, Z3_mk_bv_sort(context, t->sort.width));
    case TERM_SYMBOL: return make_symbol(to, t);
    case TERM_NOT: return Z3_mk_not(context, args[0]);
    case TERM_AND: return Z3_mk_and(context, t->arity, args);
    case TERM_OR: return Z3_mk_or(context, t->arity, args);
    case TERM_ITE: return Z3_mk_ite(context, args[0], args[1], args[2]);
    case TERM_BVNOT: return Z3_mk_bvnot(context, args[0]);
    case TERM_BVNEG: return Z3_mk_bvneg(context, args[0]);
    case TERM_EXTRACT:
        return Z3_mk_extract(context, (unsigned)(t->value >> 8), (unsigned)(t->value & 255),
                             args[0]);
    case TERM_ZEXT: return Z3_mk_zero_ext(context, added, args[0]);
    case TERM_SEXT: return Z3_mk_sign_ext(context, added, args[0]);
    case TERM_STORE: return Z3_mk_store(context, args[0], args[1], args[2]);
    case TERM_CONST_ARRAY:
        return Z3_mk_const_array(context, Z3_mk_bv_sort(context, t->sort.index_width), args[0]);
    case TERM_APPLY: return make_apply(to, t, args);
    default:
        if (term_kind_is_fp(t->kind)) return z3_make_fp(to, t, args);
        return maker_of(t->kind)(context, args[0], args[1]);
    }
}

static void cover(z3_terms_t *to) {
    size_t need = terms_count(to->terms), had = to->memo.len;
    if (need <= had) return;
    VEC_RESERVE(to->memo, need);
    memset(to->memo.data + had, 0, (need - had) * sizeof *to->memo.data);
    to->memo.len = need;
}

Z3_ast z3_from_term(z3_terms_t *to, const term_t *t) {
    cover(to);
    VEC_CLEAR(to->stack);
    VEC_PUSH(to->stack, t);
    while (to->stack.len) {
        const term_t *top = VEC_TOP(to->stack);
        if (to->memo.data[top->id]) {
            to->stack.len--;
            continue;
        }
        size_t before = to->stack.len;
        VEC_CLEAR(to->args);
        for (size_t i = 0; i < top->arity; i++) {
            Z3_ast arg = to->memo.data[top->a[i]->id];
            if (!arg) VEC_PUSH(to->stack, top->a[i]);
            VEC_PUSH(to->args, arg);
        }
        if (to->stack.len > before) continue;
        Z3_ast made = make(to, top, to->args.data);
        if (!made) return NULL;
        Z3_inc_ref(to->context, made);
        to->memo.data[top->id] = made;
        to->stack.len--;
    }
    return to->memo.data[t->id];
}

/* Z3 to terms */

static bool read_sort(Z3_context context, Z3_sort from, sort_t *sort) {
    Z3_sort_kind kind = Z3_get_sort_kind(context, from);
    if (kind == Z3_BOOL_SORT) {
        *sort = sort_bool();
        return true;
    }
    if (kind == Z3_BV_SORT) {
        unsigned width = Z3_get_bv_sort_size(context, from);
        *sort = sort_bv(width);
        return width <= 64;
    }
    sort_t index, element;
    if (kind != Z3_ARRAY_SORT ||
        !read_sort(context, Z3_get_array_sort_domain(context, from), &index) ||
        !read_sort(context, Z3_get_array_sort_range(context, from), &element) ||
        index.kind != SORT_BV || element.kind != SORT_BV)
        return false;
    *sort = sort_array(index.width, element.width);
    return true;
}

/* Operators that are those of terms, whatever their arity. */
static term_kind_t kind_of(Z3_decl_kind kind) {
    switch (kind) {
    case Z3_OP_AND: return TERM_AND;
    case Z3_OP_OR: return TERM_OR;
    case Z3_OP_NOT: return TERM_NOT;
    case Z3_OP_ITE: return TERM_ITE;
    case Z3_OP_BNEG: return TERM_BVNEG;
    case Z3_OP_BNOT: return TERM_BVNOT;
    case Z3_OP_BADD: return TERM_BVADD;
    case Z3_OP_BSUB: return TERM_BVSUB;
    case Z3_OP_BMUL: return TERM_BVMUL;
    case Z3_OP_BSDIV:
    case Z3_OP_BSDIV_I: return TERM_BVSDIV;
    case Z3_OP_BUDIV:
    case Z3_OP_BUDIV_I: return TERM_BVUDIV;
    case Z3_OP_BSREM:
    case Z3_OP_BSREM_I: return TERM_BVSREM;
    case Z3_OP_BUREM:
    case Z3_OP_BUREM_I: return TERM_BVUREM;
    case Z3_OP_BAND: return TERM_BVAND;
    case Z3_OP_BOR: return TERM_BVOR;
    case Z3_OP_BXOR: return TERM_BVXOR;
    case Z3_OP_BSHL: return TERM_BVSHL;
    case Z3_OP_BLSHR: return TERM_BVLSHR;
    case Z3_OP_BASHR: return TERM_BVASHR;
    case Z3_OP_ULT: return TERM_BVULT;
    case Z3_OP_ULEQ: return TERM_BVULE;
    case Z3_OP_SLT: return TERM_BVSLT;
    case Z3_OP_SLEQ: return TERM_BVSLE;
    case Z3_OP_CONCAT: return TERM_CONCAT;
    case Z3_OP_SELECT: return TERM_SELECT;
    case Z3_OP_STORE: return TERM_STORE;
    case Z3_OP_CONST_ARRAY: return TERM_CONST_ARRAY;
    default: return TERM_KIND_COUNT;
    }
}

static bool same_sorts(const term_t *const *args, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (!sort_equal(args[0]->sort, args[i]->sort)) return false;
    return count > 0;
}

static const term_t *read_distinct(terms_t *terms, const term_t *const *args, size_t count) {
    const term_t *result = term_true(terms);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            result = term_and(terms, result, term_not(terms, term_equal(terms, args[i], args[k])));
    return result;
}

/* Operators that have to be expressed by others. */
static const term_t *read_derived(terms_t *terms, Z3_context context, Z3_func_decl decl,
                                  const term_t *const *args, size_t count) {
    Z3_decl_kind kind = Z3_get_decl_kind(context, decl);
    bool pair = count == 2 && same_sorts(args, count);
    bool bits = count > 0 && same_sorts(args, count) && args[0]->sort.kind == SORT_BV;
    bool truth = pair && args[0]->sort.kind == SORT_BOOL;
    unsigned width = bits ? args[0]->sort.width : 0;
    unsigned parameter = Z3_get_decl_num_parameters(context, decl) > 0
                             ? (unsigned)Z3_get_decl_int_parameter(context, decl, 0)
                             : 0;
    switch (kind) {
    case Z3_OP_EQ:
    case Z3_OP_OEQ: return pair ? term_equal(terms, args[0], args[1]) : NULL;
    case Z3_OP_DISTINCT: return same_sorts(args, count) ? read_distinct(terms, args, count) : NULL;
    case Z3_OP_IMPLIES: return truth ? term_implies(terms, args[0], args[1]) : NULL;
    case Z3_OP_XOR: return truth ? term_not(terms, term_equal(terms, args[0], args[1])) : NULL;
    case Z3_OP_UGT: return pair && bits ? term_bv(terms, TERM_BVULT, args[1], args[0]) : NULL;
    case Z3_OP_UGEQ: return pair && bits ? term_bv(terms, TERM_BVULE, args[1], args[0]) : NULL;
    case Z3_OP_SGT: return pair && bits ? term_bv(terms, TERM_BVSLT, args[1], args[0]) : NULL;
    case Z3_OP_SGEQ: return pair && bits ? term_bv(terms, TERM_BVSLE, args[1], args[0]) : NULL;
    case Z3_OP_EXTRACT:
        if (count != 1 || !bits || parameter >= width) return NULL;
        return term_extract(terms, args[0], parameter,
                            (unsigned)Z3_get_decl_int_parameter(context, decl, 1));
    case Z3_OP_ZERO_EXT:
    case Z3_OP_SIGN_EXT:
        if (count != 1 || !bits || width + parameter > 64) return NULL;
        return term_resize(terms, args[0], width + parameter, kind == Z3_OP_SIGN_EXT);
    case Z3_OP_BIT2BOOL:
        if (count != 1 || !bits || parameter >= width) return NULL;
        return term_equal(terms, term_extract(terms, args[0], parameter, parameter),
                          term_const(terms, 1, 1));
    case Z3_OP_BCOMP:
        if (!pair || !bits) return NULL;
        return term_ite(terms, term_equal(terms, args[0], args[1]), term_const(terms, 1, 1),
                        term_const(terms, 1, 0));
    default: return NULL;
    }
}

/* Z3's sums, conjunctions of bits and concatenations may have many operands. */
static const term_t *read_folded(terms_t *terms, term_kind_t kind, const term_t *const *args,
                                 size_t count) {
    const term_t *result = args[0];
    for (size_t i = 1; i < count; i++) {
        if (result->sort.kind != SORT_BV || args[i]->sort.kind != SORT_BV) return NULL;
        unsigned width = (unsigned)result->sort.width + args[i]->sort.width;
        if (kind == TERM_CONCAT ? width > 64 : result->sort.width != args[i]->sort.width)
            return NULL;
        result = term_bv(terms, kind, result, args[i]);
    }
    return result;
}

static const term_t *read_app(z3_terms_t *to, Z3_ast t, const term_t *const *args, size_t count) {
    Z3_context context = to->context;
    sort_t sort;
    if (!read_sort(context, Z3_get_sort(context, t), &sort)) return NULL;
    Z3_func_decl decl = Z3_get_app_decl(context, Z3_to_app(context, t));
    Z3_decl_kind z3_kind = Z3_get_decl_kind(context, decl);
    uint64_t known;
    if (count == 0 && map64_get(&to->symbols, Z3_get_ast_id(context, t), &known))
        return terms_at(to->terms, (uint32_t)known);
    if (z3_kind == Z3_OP_TRUE) return term_true(to->terms);
    if (z3_kind == Z3_OP_FALSE) return term_false(to->terms);
    if (z3_kind == Z3_OP_UNINTERPRETED) {
        unsigned id = Z3_get_ast_id(context, Z3_func_decl_to_ast(context, decl));
        if (!map64_get(&to->functions, id, &known) ||
            !term_fits(TERM_APPLY, sort, known, args, count))
            return NULL;
        return term_apply(to->terms, known, sort.width, args, count);
    }
    term_kind_t kind = kind_of(z3_kind);
    if (kind == TERM_KIND_COUNT) return read_derived(to->terms, context, decl, args, count);
    bool binary = (kind >= TERM_BVADD && kind <= TERM_BVXOR) || kind == TERM_CONCAT;
    if (binary && count > 2) return read_folded(to->terms, kind, args, count);
    if (!term_fits(kind, sort, 0, args, count)) return NULL;
    return term_rebuild(to->terms, kind, sort, 0, 0, args, count);
}

static const term_t *read_term(z3_terms_t *to, Z3_ast t, const term_t *const *args, size_t count) {
    if (Z3_get_ast_kind(to->context, t) == Z3_NUMERAL_AST) {
        sort_t sort;
        uint64_t value;
        if (!read_sort(to->context, Z3_get_sort(to->context, t), &sort) || sort.kind != SORT_BV ||
            !Z3_get_numeral_uint64(to->context, t, &value))
            return NULL;
        return term_const(to->terms, sort.width, value);
    }
    return Z3_get_ast_kind(to->context, t) == Z3_APP_AST ? read_app(to, t, args, count) : NULL;
}

const term_t *z3_to_term(z3_terms_t *to, Z3_ast t) {
    Z3_context context = to->context;
    VEC(Z3_ast) stack = {0};
    term_vec_t args = {0};
    map64_t memo = {0}; /* id of the Z3 term -> the term */
    uint64_t found = 0;
    bool ok = t != NULL;
    if (ok) VEC_PUSH(stack, t);
    while (stack.len && ok) {
        Z3_ast top = VEC_TOP(stack);
        size_t before = stack.len;
        unsigned count = Z3_get_ast_kind(context, top) == Z3_APP_AST
                             ? Z3_get_app_num_args(context, Z3_to_app(context, top))
                             : 0;
        if (map64_get(&memo, Z3_get_ast_id(context, top), &found)) {
            stack.len--;
            continue;
        }
        VEC_CLEAR(args);
        for (unsigned i = 0; i < count; i++) {
            Z3_ast arg = Z3_get_app_arg(context, Z3_to_app(context, top), i);
            if (map64_get(&memo, Z3_get_ast_id(context, arg), &found))
                VEC_PUSH(args, (const term_t *)(uintptr_t)found);
            else
                VEC_PUSH(stack, arg);
        }
        if (stack.len > before) continue;
        const term_t *made = read_term(to, top, args.data, args.len);
        ok = made != NULL;
        map64_put(&memo, Z3_get_ast_id(context, top), map64_pointer(made));
        stack.len--;
    }
    if (ok) ok = map64_get(&memo, Z3_get_ast_id(context, t), &found);
    VEC_FREE(stack);
    VEC_FREE(args);
    map64_free(&memo);
    return ok ? (const term_t *)(uintptr_t)found : NULL;
}
