/* Sequence interpolants over the integers, by MathSAT: bit-vectors become
 * integers as solver/linear.h sees them, terms that it cannot look into become
 * variables. An atom of the result that cannot be said by bit-vectors is left
 * out. */

#include "solver/mathsat_linear.h"

#ifndef HEDDLE_NO_MATHSAT

#include "solver/linear.h"
#include "solver/mathsat_api.h"
#include "solver/term_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Types as narrow as this say something about values. */
enum { NARROW = 16 };

typedef struct integers {
    mathsat_api_t api;
    msat_config config;
    msat_env env;
    terms_t *terms;
    linear_signs_t signs;
    bool bounds_all; /* each variable is known to be within its type */
    map64_t made;    /* term id -> MathSAT's term */
    map64_t leaves;  /* id of a MathSAT constant -> the term it stands for */
    map64_t read;    /* id of a MathSAT Boolean term -> the term */
    term_vec_t atoms;        /* of the interpolant at hand, "sum <= 0" ... */
    VEC(linear_sum_t) sums;  /* ... and the sums */
} integers_t;

static msat_term handle(uint64_t pointer) {
    return (msat_term){(void *)(uintptr_t)pointer};
}

/* Terms to integers */

static msat_term number(integers_t *z, const char *digits) {
    return z->api.make_number(z->env, digits);
}

static msat_term signed_number(integers_t *z, int64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    return number(z, digits);
}

static msat_term unsigned_number(integers_t *z, uint64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    return number(z, digits);
}

static msat_term made(const integers_t *z, const term_t *t) {
    uint64_t pointer = 0;
    map64_get(&z->made, t->id, &pointer);
    return handle(pointer);
}

/* An operand of a comparison: a number is one without a sign where the
 * comparison is, or what it is compared with. */
static msat_term operand(integers_t *z, const term_t *comparison, size_t i) {
    const term_t *t = comparison->a[i];
    bool is_unsigned =
        comparison->kind == TERM_BVULT || comparison->kind == TERM_BVULE ||
        (comparison->kind == TERM_EQ && linear_is_unsigned(&z->signs, comparison->a[1 - i]));
    return t->kind == TERM_CONST && is_unsigned ? unsigned_number(z, t->value) : made(z, t);
}

static msat_term make_comparison(integers_t *z, const term_t *t) {
    msat_term a = operand(z, t, 0), b = operand(z, t, 1);
    if (t->kind == TERM_EQ) return z->api.make_equal(z->env, a, b);
    if (t->kind == TERM_BVSLE || t->kind == TERM_BVULE) return z->api.make_leq(z->env, a, b);
    return z->api.make_not(z->env, z->api.make_leq(z->env, b, a));
}

static msat_term negative(integers_t *z, msat_term a) {
    return z->api.make_times(z->env, signed_number(z, -1), a);
}

static msat_term make_sum(integers_t *z, const term_t *t) {
    const mathsat_api_t *api = &z->api;
    msat_term a = made(z, t->a[0]), b = t->arity > 1 ? made(z, t->a[1]) : a;
    switch (t->kind) {
    case TERM_BVADD: return api->make_plus(z->env, a, b);
    case TERM_BVSUB: return api->make_plus(z->env, a, negative(z, b));
    case TERM_BVNEG: return negative(z, a);
    case TERM_BVNOT: return api->make_plus(z->env, negative(z, a), signed_number(z, -1));
    case TERM_BVSHL:
        return api->make_times(z->env, signed_number(z, (int64_t)1 << t->a[1]->value), a);
    default: return api->make_times(z->env, a, b);
    }
}

static msat_term make_boolean(integers_t *z, const term_t *t) {
    const mathsat_api_t *api = &z->api;
    switch (t->kind) {
    case TERM_TRUE: return api->make_true(z->env);
    case TERM_FALSE: return api->make_false(z->env);
    case TERM_NOT: return api->make_not(z->env, made(z, t->a[0]));
    case TERM_IFF: return api->make_iff(z->env, made(z, t->a[0]), made(z, t->a[1]));
    default: break;
    }
    msat_term all = made(z, t->a[0]);
    for (size_t i = 1; i < t->arity && all.repr; i++)
        all = t->kind == TERM_AND ? api->make_and(z->env, all, made(z, t->a[i]))
                                  : api->make_or(z->env, all, made(z, t->a[i]));
    return all;
}

static msat_term make_cases(integers_t *z, const term_t *t) {
    const mathsat_api_t *api = &z->api;
    msat_term c = made(z, t->a[0]), a = made(z, t->a[1]), b = made(z, t->a[2]);
    if (t->sort.kind != SORT_BOOL) return api->make_term_ite(z->env, c, a, b);
    return api->make_and(z->env, api->make_or(z->env, api->make_not(z->env, c), a),
                         api->make_or(z->env, c, b));
}

static msat_term make_leaf(integers_t *z, const term_t *t) {
    if (t->sort.kind == SORT_ARRAY) return (msat_term){NULL};
    char name[32];
    snprintf(name, sizeof name, "z%" PRIu32, t->id);
    msat_type type =
        t->sort.kind == SORT_BOOL ? z->api.get_bool_type(z->env) : z->api.get_integer_type(z->env);
    msat_decl decl = z->api.declare_function(z->env, name, type);
    if (!decl.repr) return (msat_term){NULL};
    msat_term leaf = z->api.make_constant(z->env, decl);
    if (leaf.repr) map64_put(&z->leaves, z->api.term_id(leaf), map64_pointer(t));
    return leaf;
}

static msat_term make(integers_t *z, const term_t *t) {
    switch (linear_shape(t)) {
    case LINEAR_BOOLEAN: return make_boolean(z, t);
    case LINEAR_COMPARISON: return make_comparison(z, t);
    case LINEAR_NUMBER: return signed_number(z, bv_signed(t->sort.width, t->value));
    case LINEAR_SUM: return make_sum(z, t);
    case LINEAR_CASES: return make_cases(z, t);
    case LINEAR_SAME: return made(z, t->a[0]);
    default: return make_leaf(z, t);
    }
}

/* What is known of a variable besides the formulas. */
static msat_term bounds_of(integers_t *z, const term_t *t, msat_term leaf) {
    unsigned width = t->sort.width;
    bool is_unsigned = linear_is_unsigned(&z->signs, t);
    bool is_narrow = width <= NARROW || z->bounds_all;
    if (!is_unsigned && !is_narrow) return z->api.make_true(z->env);
    int64_t least = is_unsigned ? 0 : bv_signed(width, (uint64_t)1 << (width - 1));
    msat_term bounds = z->api.make_leq(z->env, signed_number(z, least), leaf);
    if (!is_narrow) return bounds;
    uint64_t most = is_unsigned ? bv_mask(width) : bv_mask(width) >> 1;
    return z->api.make_and(z->env, bounds, z->api.make_leq(z->env, leaf, unsigned_number(z, most)));
}

/* The part over the integers, with the bounds of the variables in it. */
static msat_term make_part(integers_t *z, const term_t *part) {
    walk_t *walk = walk_begin(z->terms);
    term_vec_t leaves = {0}, *stack = &walk->stack;
    bool ok = true;
    VEC_PUSH(*stack, part);
    while (stack->len && ok) {
        const term_t *top = VEC_TOP(*stack);
        if (walk_seen(walk, top)) {
            stack->len--;
            continue;
        }
        size_t before = stack->len;
        linear_shape_t shape = linear_shape(top);
        for (size_t i = 0; i < top->arity && shape != LINEAR_LEAF; i++)
            if (!walk_seen(walk, top->a[i])) VEC_PUSH(*stack, top->a[i]);
        if (stack->len > before) continue;
        if (shape == LINEAR_LEAF && top->sort.kind == SORT_BV) VEC_PUSH(leaves, top);
        msat_term result = made(z, top);
        if (!result.repr) result = make(z, top);
        ok = result.repr != NULL;
        map64_put(&z->made, top->id, map64_pointer(result.repr));
        walk_mark(walk, top, NULL);
        stack->len--;
    }
    walk_end(z->terms, walk);
    msat_term formula = ok ? made(z, part) : (msat_term){NULL};
    for (size_t i = 0; i < leaves.len && formula.repr; i++) {
        msat_term leaf = made(z, leaves.data[i]);
        formula = z->api.make_and(z->env, formula, bounds_of(z, leaves.data[i], leaf));
    }
    VEC_FREE(leaves);
    return formula;
}

/* Integers to terms. Recursive, on terms that have been built by a few rules
 * of a proof each, and in a process of its own. */

static bool read_number(const integers_t *z, msat_term t, int64_t *value) {
    char *text = z->api.term_repr(t), *end = NULL;
    if (!text) return false;
    errno = 0;
    *value = strtoll(text, &end, 10);
    bool ok = errno == 0 && end != text && *end == '\0';
    z->api.free(text);
    return ok;
}

/* sum += factor * t; false: t is not linear. */
static bool read_sum(const integers_t *z, msat_term t, int64_t factor, linear_sum_t *sum) {
    const mathsat_api_t *api = &z->api;
    int64_t value;
    uint64_t leaf;
    if (map64_get(&z->leaves, api->term_id(t), &leaf)) {
        linear_sum_add(sum, (const term_t *)(uintptr_t)leaf, factor);
        return true;
    }
    if (api->term_is_number(z->env, t)) {
        if (!read_number(z, t, &value)) return false;
        linear_sum_add_number(sum, value, factor);
        return true;
    }
    bool is_times = api->term_is_times(z->env, t);
    if (!is_times && !api->term_is_plus(z->env, t)) return false;
    msat_term a = api->term_get_arg(t, 0), b = api->term_get_arg(t, 1);
    if (!is_times) return read_sum(z, a, factor, sum) && read_sum(z, b, factor, sum);
    bool number_first = api->term_is_number(z->env, a);
    msat_term times = number_first ? a : b, rest = number_first ? b : a;
    return api->term_is_number(z->env, times) && read_number(z, times, &value) &&
           !__builtin_mul_overflow(factor, value, &factor) && read_sum(z, rest, factor, sum);
}

/* "left - right <= 0" or "= 0"; true if that cannot be said. */
static const term_t *read_comparison(integers_t *z, msat_term t, bool is_equality) {
    linear_sum_t sum = {0};
    const term_t *atom = NULL;
    if (read_sum(z, z->api.term_get_arg(t, 0), 1, &sum) &&
        read_sum(z, z->api.term_get_arg(t, 1), -1, &sum))
        atom = is_equality ? linear_is_zero(z->terms, &sum, &z->signs)
                           : linear_at_most_zero(z->terms, &sum, &z->signs);
    if (!atom || is_equality) {
        linear_sum_free(&sum);
    } else {
        VEC_PUSH(z->atoms, atom);
        VEC_PUSH(z->sums, sum);
    }
    return atom ? atom : term_true(z->terms);
}

static const term_t *read_boolean(integers_t *z, msat_term t);

static const term_t *read_connective(integers_t *z, msat_term t) {
    const mathsat_api_t *api = &z->api;
    uint64_t leaf;
    size_t arity = api->term_arity(t);
    if (map64_get(&z->leaves, api->term_id(t), &leaf)) return (const term_t *)(uintptr_t)leaf;
    if (api->term_is_false(z->env, t)) return term_false(z->terms);
    if (api->term_is_leq(z->env, t)) return read_comparison(z, t, false);
    const term_t *a = NULL, *b = NULL;
    bool over_booleans =
        arity && api->is_bool_type(z->env, api->term_get_type(api->term_get_arg(t, 0)));
    if (api->term_is_equal(z->env, t) && !over_booleans) return read_comparison(z, t, true);
    if (over_booleans) {
        a = read_boolean(z, api->term_get_arg(t, 0));
        b = arity > 1 ? read_boolean(z, api->term_get_arg(t, 1)) : NULL;
    }
    if (a && api->term_is_not(z->env, t)) return term_not(z->terms, a);
    if (b && api->term_is_and(z->env, t)) return term_and(z->terms, a, b);
    if (b && api->term_is_or(z->env, t)) return term_or(z->terms, a, b);
    if (b) return term_equal(z->terms, a, b);
    return term_true(z->terms); /* congruences, for one */
}

static const term_t *read_boolean(integers_t *z, msat_term t) {
    uint64_t known;
    size_t id = z->api.term_id(t);
    if (map64_get(&z->read, id, &known)) return (const term_t *)(uintptr_t)known;
    const term_t *result = read_connective(z, t);
    map64_put(&z->read, id, map64_pointer(result));
    return result;
}

static const linear_sum_t *sum_of(const integers_t *z, const term_t *atom) {
    for (size_t i = 0; i < z->atoms.len; i++)
        if (z->atoms.data[i] == atom) return &z->sums.data[i];
    return NULL;
}

/* Of conjuncts "sum <= 0" and "-sum <= 0" makes "sum = 0": one predicate
 * instead of two, and it holds no matter what wraps around. */
static const term_t *with_equalities(integers_t *z, const term_t *t) {
    term_vec_t conjuncts = {0};
    term_conjuncts(z->terms, t, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++) {
        const linear_sum_t *a = sum_of(z, conjuncts.data[i]);
        for (size_t k = i + 1; a && k < conjuncts.len; k++) {
            const linear_sum_t *b = sum_of(z, conjuncts.data[k]);
            if (!b || !linear_sums_are_opposite(a, b)) continue;
            const term_t *both = linear_is_zero(z->terms, a, &z->signs);
            if (!both) continue;
            conjuncts.data[i] = both;
            conjuncts.data[k] = term_true(z->terms);
        }
    }
    const term_t *result = term_and_n(z->terms, conjuncts.data, conjuncts.len);
    VEC_FREE(conjuncts);
    return result;
}

static const term_t *read_interpolant(integers_t *z, msat_term t) {
    const term_t *result = with_equalities(z, read_boolean(z, t));
    return term_not(z->terms, with_equalities(z, term_not(z->terms, result)));
}

/* The problem */

static bool open_env(integers_t *z) {
    z->config = z->api.create_config();
    if (!z->config.repr || z->api.set_option(z->config, "interpolation", "true") != 0) return false;
    z->env = z->api.create_env(z->config);
    return z->env.repr != NULL;
}

static void close_env(integers_t *z) {
    for (size_t i = 0; i < z->sums.len; i++) linear_sum_free(&z->sums.data[i]);
    VEC_FREE(z->sums);
    VEC_FREE(z->atoms);
    map64_free(&z->made);
    map64_free(&z->leaves);
    map64_free(&z->read);
    if (z->env.repr) z->api.destroy_env(z->env);
    if (z->config.repr) z->api.destroy_config(z->config);
    z->env.repr = z->config.repr = NULL;
}

static solver_answer_t interpolate_groups(integers_t *z, const term_t *const *parts, size_t count,
                                          int *groups, const term_t **out) {
    const mathsat_api_t *api = &z->api;
    for (size_t i = 0; i < count; i++) {
        groups[i] = api->create_itp_group(z->env);
        if (groups[i] < 0 || api->set_itp_group(z->env, groups[i]) != 0) return SOLVER_UNKNOWN;
        msat_term formula = make_part(z, parts[i]);
        if (!formula.repr || api->assert_formula(z->env, formula) != 0) return SOLVER_UNKNOWN;
    }
    int answer = api->solve(z->env);
    if (answer == MSAT_SAT) return SOLVER_SAT;
    if (answer != MSAT_UNSAT) return SOLVER_UNKNOWN;
    for (size_t i = 0; i + 1 < count; i++) {
        msat_term interpolant = api->get_interpolant(z->env, groups, i + 1);
        if (!interpolant.repr) return SOLVER_UNKNOWN;
        out[i] = read_interpolant(z, interpolant);
    }
    return SOLVER_UNSAT;
}

static solver_answer_t attempt(integers_t *z, const term_t *const *parts, size_t count,
                               const term_t **out) {
    solver_answer_t answer = SOLVER_UNKNOWN;
    if (open_env(z)) {
        int *groups = mem_alloc((count + 1) * sizeof *groups);
        answer = interpolate_groups(z, parts, count, groups, out);
        mem_free(groups);
    }
    close_env(z);
    return answer;
}

solver_answer_t mathsat_interpolate_linear(terms_t *terms, const term_t *const *parts, size_t count,
                                           const term_t **out) {
    integers_t z = {.terms = terms};
    const char *why;
    if (!mathsat_load(&z.api, &why)) return SOLVER_UNKNOWN;
    linear_signs_collect(&z.signs, terms, parts, count);
    /* The bounds of a wide type are seldom the reason, and would be predicates. */
    solver_answer_t answer = attempt(&z, parts, count, out);
    z.bounds_all = true;
    if (answer == SOLVER_SAT) answer = attempt(&z, parts, count, out);
    linear_signs_free(&z.signs);
    mathsat_unload(&z.api);
    return answer;
}

#endif
