/* Floating-point operators for Z3. Terms hold the bits of numbers, Z3's theory
 * has a sort of its own: operands are taken for numbers and results for bits
 * around each operator. The number that an operator gave is kept beside its
 * bits, so that a chain of operators does not go back and forth.
 *
 * What is asserted has Z3's theory unfolded into bit-vectors first: the solver
 * for these is faster than the one that knows numbers as well. */

#include "solver/fp_range.h"
#include "solver/soft_float.h"
#include "solver/term_internal.h"
#include "solver/z3_terms.h"

/* Z3 keeps alive only the last object made that nobody counts; what is made
 * here lives as long as the context. */
static Z3_ast hold(z3_terms_t *to, Z3_ast ast) {
    if (ast) Z3_inc_ref(to->context, ast);
    return ast;
}

static Z3_sort format(z3_terms_t *to, unsigned width) {
    Z3_sort sort =
        width == 32 ? Z3_mk_fpa_sort_single(to->context) : Z3_mk_fpa_sort_double(to->context);
    Z3_inc_ref(to->context, Z3_sort_to_ast(to->context, sort));
    return sort;
}

static Z3_ast bits(z3_terms_t *to, unsigned width, uint64_t value) {
    Z3_sort sort = Z3_mk_bv_sort(to->context, width);
    Z3_inc_ref(to->context, Z3_sort_to_ast(to->context, sort));
    return hold(to, Z3_mk_unsigned_int64(to->context, value, sort));
}

static Z3_ast number_of_bits(z3_terms_t *to, unsigned width, uint64_t value) {
    return hold(to, Z3_mk_fpa_to_fp_bv(to->context, bits(to, width, value), format(to, width)));
}

/* The number whose bits the term is. */
static Z3_ast number(z3_terms_t *to, const term_t *t, Z3_ast as_bits) {
    uint64_t known;
    if (map64_get(&to->numbers, t->id, &known)) return (Z3_ast)(uintptr_t)known;
    Z3_ast made = hold(to, Z3_mk_fpa_to_fp_bv(to->context, as_bits, format(to, t->sort.width)));
    if (made) map64_put(&to->numbers, t->id, map64_pointer(made));
    return made;
}

/* The bits of a result. SMT-LIB does not say which those of NaN are. */
static Z3_ast bits_of(z3_terms_t *to, const term_t *t, Z3_ast made) {
    if (!made) return NULL;
    map64_put(&to->numbers, t->id, map64_pointer(made));
    Z3_ast is_nan = hold(to, Z3_mk_fpa_is_nan(to->context, made));
    Z3_ast plain = hold(to, Z3_mk_fpa_to_ieee_bv(to->context, made));
    Z3_ast nan = bits(to, t->sort.width, soft_nan(t->sort.width));
    return Z3_mk_ite(to->context, is_nan, nan, plain);
}

static Z3_ast make_integer(z3_terms_t *to, const term_t *t, Z3_ast rounding, Z3_ast x) {
    Z3_context context = to->context;
    bool is_signed = t->kind == TERM_FPSTO;
    unsigned from = t->a[0]->sort.width, width = t->sort.width;
    fp_range_t range = fp_range(from, width, is_signed);
    Z3_ast low = number_of_bits(to, from, range.low), high = number_of_bits(to, from, range.high);
    Z3_ast above =
        hold(to, range.low_fits ? Z3_mk_fpa_leq(context, low, x) : Z3_mk_fpa_lt(context, low, x));
    Z3_ast below = hold(to, Z3_mk_fpa_lt(context, x, high));
    Z3_ast fits = hold(to, Z3_mk_and(context, 2, (Z3_ast[]){above, below}));
    Z3_ast value = hold(to, is_signed ? Z3_mk_fpa_to_sbv(context, rounding, x, width)
                                      : Z3_mk_fpa_to_ubv(context, rounding, x, width));
    return Z3_mk_ite(context, fits, value, bits(to, width, 0));
}

static Z3_ast make_unary(z3_terms_t *to, const term_t *t, Z3_ast arg) {
    Z3_context context = to->context;
    Z3_ast nearest = hold(to, Z3_mk_fpa_rne(context)), to_zero = hold(to, Z3_mk_fpa_rtz(context));
    if (t->kind == TERM_FPSFROM)
        return Z3_mk_fpa_to_fp_signed(context, nearest, arg, format(to, t->sort.width));
    if (t->kind == TERM_FPUFROM)
        return Z3_mk_fpa_to_fp_unsigned(context, nearest, arg, format(to, t->sort.width));
    Z3_ast x = number(to, t->a[0], arg);
    switch (t->kind) {
    case TERM_FPSQRT: return Z3_mk_fpa_sqrt(context, nearest, x);
    case TERM_FPTRUNC: return Z3_mk_fpa_round_to_integral(context, to_zero, x);
    case TERM_FPFLOOR:
        return Z3_mk_fpa_round_to_integral(context, hold(to, Z3_mk_fpa_rtn(context)), x);
    case TERM_FPCEIL:
        return Z3_mk_fpa_round_to_integral(context, hold(to, Z3_mk_fpa_rtp(context)), x);
    case TERM_FPRINT: return Z3_mk_fpa_round_to_integral(context, nearest, x);
    case TERM_FPCAST: return Z3_mk_fpa_to_fp_float(context, nearest, x, format(to, t->sort.width));
    default: return make_integer(to, t, to_zero, x);
    }
}

Z3_ast z3_make_fp(z3_terms_t *to, const term_t *t, const Z3_ast *args) {
    Z3_context context = to->context;
    to->has_fp = true;
    if (t->arity == 1) {
        Z3_ast made = hold(to, make_unary(to, t, args[0]));
        return t->kind == TERM_FPSTO || t->kind == TERM_FPUTO ? made : bits_of(to, t, made);
    }
    Z3_ast x = number(to, t->a[0], args[0]), y = number(to, t->a[1], args[1]);
    Z3_ast nearest = hold(to, Z3_mk_fpa_rne(context));
    switch (t->kind) {
    case TERM_FPEQ: return Z3_mk_fpa_eq(context, x, y);
    case TERM_FPLT: return Z3_mk_fpa_lt(context, x, y);
    case TERM_FPLE: return Z3_mk_fpa_leq(context, x, y);
    case TERM_FPADD: return bits_of(to, t, hold(to, Z3_mk_fpa_add(context, nearest, x, y)));
    case TERM_FPSUB: return bits_of(to, t, hold(to, Z3_mk_fpa_sub(context, nearest, x, y)));
    case TERM_FPMUL: return bits_of(to, t, hold(to, Z3_mk_fpa_mul(context, nearest, x, y)));
    default: return bits_of(to, t, hold(to, Z3_mk_fpa_div(context, nearest, x, y)));
    }
}

static Z3_tactic blaster(z3_terms_t *to) {
    Z3_context context = to->context;
    if (to->blaster) return to->blaster;
    Z3_tactic first = Z3_mk_tactic(context, "simplify"), second = NULL;
    if (first) Z3_tactic_inc_ref(context, first);
    second = Z3_mk_tactic(context, "fpa2bv");
    if (second) Z3_tactic_inc_ref(context, second);
    if (first && second) to->blaster = Z3_tactic_and_then(context, first, second);
    if (to->blaster) Z3_tactic_inc_ref(context, to->blaster);
    if (first) Z3_tactic_dec_ref(context, first);
    if (second) Z3_tactic_dec_ref(context, second);
    return to->blaster;
}

/* The conjunction of a goal's formulas. */
static Z3_ast conjunction(z3_terms_t *to, Z3_goal goal) {
    VEC(Z3_ast) parts = {0};
    for (unsigned i = 0; i < Z3_goal_size(to->context, goal); i++)
        VEC_PUSH(parts, Z3_goal_formula(to->context, goal, i));
    Z3_ast all = parts.len ? Z3_mk_and(to->context, (unsigned)parts.len, parts.data)
                           : Z3_mk_true(to->context);
    VEC_FREE(parts);
    return hold(to, all);
}

Z3_ast z3_fp_to_bits(z3_terms_t *to, const term_t *t, Z3_ast formula) {
    Z3_context context = to->context;
    uint64_t known;
    if (map64_get(&to->blasted, t->id, &known)) return (Z3_ast)(uintptr_t)known;
    Z3_tactic tactic = blaster(to);
    Z3_goal goal = tactic ? Z3_mk_goal(context, false, false, false) : NULL;
    if (!goal) return NULL;
    Z3_goal_inc_ref(context, goal);
    Z3_goal_assert(context, goal, formula);
    Z3_apply_result result = Z3_tactic_apply(context, tactic, goal);
    Z3_ast bits_only = NULL;
    if (result) {
        Z3_apply_result_inc_ref(context, result);
        if (Z3_apply_result_get_num_subgoals(context, result) == 1)
            bits_only = conjunction(to, Z3_apply_result_get_subgoal(context, result, 0));
        Z3_apply_result_dec_ref(context, result);
    }
    Z3_goal_dec_ref(context, goal);
    if (bits_only) map64_put(&to->blasted, t->id, map64_pointer(bits_only));
    return bits_only;
}
