#include "solver/mathsat_terms.h"

#ifndef HEDDLE_NO_MATHSAT

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/term_internal.h"

void mathsat_terms_init(mathsat_terms_t *to, const mathsat_api_t *api, msat_env env,
                        terms_t *terms) {
    *to = (mathsat_terms_t){.api = api, .env = env, .terms = terms};
}

void mathsat_terms_free(mathsat_terms_t *to) {
    VEC_FREE(to->memo);
    VEC_FREE(to->stack);
    VEC_FREE(to->args);
    map64_free(&to->symbols);
    map64_free(&to->functions);
    map64_free(&to->numbers);
}

/* Terms to MathSAT */

static msat_type type_of(const mathsat_terms_t *to, sort_t sort) {
    const mathsat_api_t *api = to->api;
    if (sort.kind == SORT_BOOL) return api->get_bool_type(to->env);
    msat_type element = api->get_bv_type(to->env, sort.width);
    if (sort.kind == SORT_BV) return element;
    return api->get_array_type(to->env, api->get_bv_type(to->env, sort.index_width), element);
}

static msat_term make_symbol(mathsat_terms_t *to, const term_t *t) {
    char name[32];
    snprintf(name, sizeof name, "s%" PRIu32, t->id);
    msat_decl decl = to->api->declare_function(to->env, name, type_of(to, t->sort));
    if (!decl.repr) return (msat_term){NULL};
    msat_term constant = to->api->make_constant(to->env, decl);
    if (constant.repr) map64_put(&to->symbols, to->api->term_id(constant), t->id);
    return constant;
}

/* A function is known by its number and its signature. */
static msat_term make_apply(mathsat_terms_t *to, const term_t *t, msat_term *args) {
    strbuf_t name = {0};
    VEC(msat_type) types = {0};
    strbuf_printf(&name, "f%" PRIu64 "_%u", t->value, t->sort.width);
    for (size_t i = 0; i < t->arity; i++) {
        strbuf_printf(&name, "_%u", t->a[i]->sort.width);
        VEC_PUSH(types, type_of(to, t->a[i]->sort));
    }
    msat_type result = type_of(to, t->sort);
    msat_type type =
        t->arity ? to->api->get_function_type(to->env, types.data, t->arity, result) : result;
    msat_decl decl = to->api->declare_function(to->env, strbuf_text(&name), type);
    msat_term made = {NULL};
    if (decl.repr) {
        map64_put(&to->functions, to->api->decl_id(decl), t->value);
        made = t->arity ? to->api->make_uf(to->env, decl, args)
                        : to->api->make_constant(to->env, decl);
        if (made.repr && !t->arity) map64_put(&to->symbols, to->api->term_id(made), t->id);
    }
    strbuf_free(&name);
    VEC_FREE(types);
    return made;
}

typedef msat_term (*make1_t)(msat_env, msat_term);
typedef msat_term (*mathsat_make2_t)(msat_env, msat_term, msat_term);

static mathsat_make2_t maker_of(const mathsat_api_t *api, term_kind_t kind) {
    switch (kind) {
    case TERM_AND: return api->make_and;
    case TERM_OR: return api->make_or;
    case TERM_IFF: return api->make_iff;
    case TERM_EQ: return api->make_equal;
    case TERM_BVADD: return api->make_bv_plus;
    case TERM_BVSUB: return api->make_bv_minus;
    case TERM_BVMUL: return api->make_bv_times;
    case TERM_BVUDIV: return api->make_bv_udiv;
    case TERM_BVSDIV: return api->make_bv_sdiv;
    case TERM_BVUREM: return api->make_bv_urem;
    case TERM_BVSREM: return api->make_bv_srem;
    case TERM_BVSHL: return api->make_bv_lshl;
    case TERM_BVLSHR: return api->make_bv_lshr;
    case TERM_BVASHR: return api->make_bv_ashr;
    case TERM_BVAND: return api->make_bv_and;
    case TERM_BVOR: return api->make_bv_or;
    case TERM_BVXOR: return api->make_bv_xor;
    case TERM_BVULT: return api->make_bv_ult;
    case TERM_BVULE: return api->make_bv_uleq;
    case TERM_BVSLT: return api->make_bv_slt;
    case TERM_BVSLE: return api->make_bv_sleq;
    case TERM_CONCAT: return api->make_bv_concat;
    case TERM_SELECT: return api->make_array_read;
    default: return NULL;
    }
}

/* A balanced tree: MathSAT's own recursions then stay shallow. */
static msat_term make_junction(mathsat_terms_t *to, mathsat_make2_t make, msat_term *args,
                               size_t count) {
    while (count > 1) {
        size_t half = 0;
        for (size_t i = 0; i < count; i += 2) {
            args[half] = i + 1 < count ? make(to->env, args[i], args[i + 1]) : args[i];
            if (!args[half++].repr) return (msat_term){NULL};
        }
        count = half;
    }
    return args[0];
}

static msat_term make_number(mathsat_terms_t *to, const term_t *t) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, t->value);
    return to->api->make_bv_number(to->env, digits, t->sort.width, 10);
}

static msat_term make(mathsat_terms_t *to, const term_t *t, msat_term *args) {
    const mathsat_api_t *api = to->api;
    msat_env env = to->env;
    unsigned added = t->arity ? (unsigned)(t->sort.width - t->a[0]->sort.width) : 0;
    switch (t->kind) {
    case TERM_TRUE: return api->make_true(env);
    case TERM_FALSE: return api->make_false(env);
    case TERM_CONST: return make_number(to, t);
    case TERM_SYMBOL: return make_symbol(to, t);
    case TERM_NOT: return api->make_not(env, args[0]);
    case TERM_AND:
    case TERM_OR: return make_junction(to, maker_of(api, t->kind), args, t->arity);
    case TERM_ITE:
        if (t->sort.kind != SORT_BOOL) return api->make_term_ite(env, args[0], args[1], args[2]);
        return api->make_and(env, api->make_or(env, api->make_not(env, args[0]), args[1]),
                             api->make_or(env, args[0], args[2]));
    case TERM_BVNOT: return api->make_bv_not(env, args[0]);
    case TERM_BVNEG: return api->make_bv_neg(env, args[0]);
    case TERM_EXTRACT: return api->make_bv_extract(env, t->value >> 8, t->value & 255, args[0]);
    case TERM_ZEXT: return api->make_bv_zext(env, added, args[0]);
    case TERM_SEXT: return api->make_bv_sext(env, added, args[0]);
    case TERM_STORE: return api->make_array_write(env, args[0], args[1], args[2]);
    case TERM_CONST_ARRAY: return api->make_array_const(env, type_of(to, t->sort), args[0]);
    case TERM_APPLY: return make_apply(to, t, args);
    default:
        if (term_kind_is_fp(t->kind)) return mathsat_make_fp(to, t, args);
        return maker_of(api, t->kind)(env, args[0], args[1]);
    }
}

static void cover(mathsat_terms_t *to) {
    size_t need = terms_count(to->terms), had = to->memo.len;
    if (need <= had) return;
    VEC_RESERVE(to->memo, need);
    memset(to->memo.data + had, 0, (need - had) * sizeof *to->memo.data);
    to->memo.len = need;
}

msat_term mathsat_from_term(mathsat_terms_t *to, const term_t *t) {
    cover(to);
    VEC_CLEAR(to->stack);
    VEC_PUSH(to->stack, t);
    while (to->stack.len) {
        const term_t *top = VEC_TOP(to->stack);
        if (to->memo.data[top->id].repr) {
            to->stack.len--;
            continue;
        }
        size_t before = to->stack.len;
        VEC_CLEAR(to->args);
        for (size_t i = 0; i < top->arity; i++) {
            msat_term arg = to->memo.data[top->a[i]->id];
            if (!arg.repr) VEC_PUSH(to->stack, top->a[i]);
            VEC_PUSH(to->args, arg);
        }
        if (to->stack.len > before) continue;
        msat_term made = make(to, top, to->args.data);
        if (!made.repr) return made;
        to->memo.data[top->id] = made;
        to->stack.len--;
    }
    return to->memo.data[t->id];
}

/* MathSAT to terms */

static bool sort_of(const mathsat_terms_t *to, msat_term t, sort_t *sort) {
    const mathsat_api_t *api = to->api;
    msat_type type = api->term_get_type(t), index, element;
    size_t width, index_width;
    if (api->is_bool_type(to->env, type)) {
        *sort = sort_bool();
        return true;
    }
    if (api->is_bv_type(to->env, type, &width)) {
        *sort = sort_bv((unsigned)width);
        return width >= 1 && width <= 64;
    }
    if (mathsat_fp_sort(to, t, sort)) return true;
    if (!api->is_array_type(to->env, type, &index, &element) ||
        !api->is_bv_type(to->env, index, &index_width) ||
        !api->is_bv_type(to->env, element, &width))
        return false;
    *sort = sort_array((unsigned)index_width, (unsigned)width);
    return width <= 64 && index_width <= 64;
}

/* Bit-vector numbers print as VALUE_WIDTH, floating-point ones as their bits
 * and the widths of exponent and mantissa, BITS_8_23. */
static const term_t *read_number(mathsat_terms_t *to, msat_term t) {
    char *text = to->api->term_repr(t);
    if (!text) return NULL;
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    unsigned width = *end == '_' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
    if (width && *end == '_') width += 1 + (unsigned)strtoul(end + 1, NULL, 10);
    to->api->free(text);
    return width >= 1 && width <= 64 ? term_const(to->terms, width, value) : NULL;
}

static const term_t *read_leaf(mathsat_terms_t *to, msat_term t) {
    const mathsat_api_t *api = to->api;
    uint64_t id;
    if (map64_get(&to->symbols, api->term_id(t), &id)) return terms_at(to->terms, (uint32_t)id);
    if (api->term_is_true(to->env, t)) return term_true(to->terms);
    if (api->term_is_false(to->env, t)) return term_false(to->terms);
    if (api->term_is_number(to->env, t)) return read_number(to, t);
    return mathsat_read_fp_leaf(to, t);
}

typedef int (*is_t)(msat_env, msat_term);

/* The kind of an operator without parameters; TERM_KIND_COUNT: another. */
static term_kind_t kind_of(const mathsat_terms_t *to, msat_term t) {
    const mathsat_api_t *api = to->api;
    const struct {
        is_t is;
        term_kind_t kind;
    } table[] = {
        {api->term_is_not, TERM_NOT},
        {api->term_is_and, TERM_AND},
        {api->term_is_or, TERM_OR},
        {api->term_is_equal, TERM_EQ},
        {api->term_is_iff, TERM_IFF},
        {api->term_is_bv_ult, TERM_BVULT},
        {api->term_is_bv_uleq, TERM_BVULE},
        {api->term_is_bv_slt, TERM_BVSLT},
        {api->term_is_bv_sleq, TERM_BVSLE},
        {api->term_is_bv_plus, TERM_BVADD},
        {api->term_is_bv_minus, TERM_BVSUB},
        {api->term_is_bv_times, TERM_BVMUL},
        {api->term_is_bv_concat, TERM_CONCAT},
        {api->term_is_term_ite, TERM_ITE},
        {api->term_is_bv_neg, TERM_BVNEG},
        {api->term_is_bv_not, TERM_BVNOT},
        {api->term_is_bv_and, TERM_BVAND},
        {api->term_is_bv_or, TERM_BVOR},
        {api->term_is_bv_xor, TERM_BVXOR},
        {api->term_is_bv_udiv, TERM_BVUDIV},
        {api->term_is_bv_sdiv, TERM_BVSDIV},
        {api->term_is_bv_urem, TERM_BVUREM},
        {api->term_is_bv_srem, TERM_BVSREM},
        {api->term_is_bv_lshl, TERM_BVSHL},
        {api->term_is_bv_lshr, TERM_BVLSHR},
        {api->term_is_bv_ashr, TERM_BVASHR},
        {api->term_is_array_read, TERM_SELECT},
        {api->term_is_array_write, TERM_STORE},
        {api->term_is_array_const, TERM_CONST_ARRAY},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].is(to->env, t)) return table[i].kind;
    return TERM_KIND_COUNT;
}

static const term_t *read_rotation(terms_t *terms, const term_t *a, size_t left) {
    unsigned width = a->sort.width, by = (unsigned)(left % width);
    if (by == 0) return a;
    return term_bv(terms, TERM_CONCAT, term_extract(terms, a, width - by - 1, 0),
                   term_extract(terms, a, width - 1, width - by));
}

/* Operators with parameters, functions, and what is not among the kinds. */
static const term_t *read_other(mathsat_terms_t *to, msat_term t, sort_t sort,
                                const term_t *const *args, size_t arity) {
    const mathsat_api_t *api = to->api;
    size_t high, low;
    uint64_t function;
    if (arity == 1 && args[0]->sort.kind == SORT_BV) {
        unsigned width = args[0]->sort.width;
        if (api->term_is_bv_extract(to->env, t, &high, &low))
            return term_extract(to->terms, args[0], (unsigned)high, (unsigned)low);
        if (api->term_is_bv_zext(to->env, t, &low))
            return term_resize(to->terms, args[0], sort.width, false);
        if (api->term_is_bv_sext(to->env, t, &low))
            return term_resize(to->terms, args[0], sort.width, true);
        if (api->term_is_bv_rol(to->env, t, &low)) return read_rotation(to->terms, args[0], low);
        if (api->term_is_bv_ror(to->env, t, &low))
            return read_rotation(to->terms, args[0], width - low % width);
    }
    if (arity == 2 && api->term_is_bv_comp(to->env, t))
        return term_ite(to->terms, term_equal(to->terms, args[0], args[1]),
                        term_const(to->terms, 1, 1), term_const(to->terms, 1, 0));
    if (api->term_is_uf(to->env, t) &&
        map64_get(&to->functions, api->decl_id(api->term_get_decl(t)), &function) &&
        term_fits(TERM_APPLY, sort, function, args, arity))
        return term_apply(to->terms, function, sort.width, args, arity);
    return mathsat_read_fp(to, t, sort, args, arity);
}

static const term_t *read_term(mathsat_terms_t *to, msat_term t, const term_t *const *args,
                               size_t arity) {
    if (arity == 0) return read_leaf(to, t);
    sort_t sort;
    if (!sort_of(to, t, &sort)) return NULL;
    term_kind_t kind = kind_of(to, t);
    if (kind == TERM_EQ && args[0]->sort.kind == SORT_BOOL) kind = TERM_IFF;
    if (kind == TERM_KIND_COUNT) return read_other(to, t, sort, args, arity);
    if (!term_fits(kind, sort, 0, args, arity)) return NULL;
    return term_rebuild(to->terms, kind, sort, 0, 0, args, arity);
}

const term_t *mathsat_to_term(mathsat_terms_t *to, msat_term t) {
    const mathsat_api_t *api = to->api;
    VEC(msat_term) stack = {0};
    term_vec_t args = {0};
    map64_t memo = {0}; /* id of the MathSAT term -> the term */
    uint64_t found = 0;
    bool ok = t.repr != NULL;
    if (ok) VEC_PUSH(stack, t);
    while (stack.len && ok) {
        msat_term top = VEC_TOP(stack);
        size_t before = stack.len, arity = api->term_arity(top);
        if (map64_get(&memo, api->term_id(top), &found)) {
            stack.len--;
            continue;
        }
        VEC_CLEAR(args);
        for (size_t i = 0; i < arity; i++) {
            msat_term arg = api->term_get_arg(top, i);
            if (map64_get(&memo, api->term_id(arg), &found))
                VEC_PUSH(args, (const term_t *)(uintptr_t)found);
            else
                VEC_PUSH(stack, arg);
        }
        if (stack.len > before) continue;
        const term_t *made = read_term(to, top, args.data, args.len);
        ok = made != NULL;
        map64_put(&memo, api->term_id(top), map64_pointer(made));
        stack.len--;
    }
    if (ok) ok = map64_get(&memo, api->term_id(t), &found);
    VEC_FREE(stack);
    VEC_FREE(args);
    map64_free(&memo);
    return ok ? (const term_t *)(uintptr_t)found : NULL;
}

#endif
