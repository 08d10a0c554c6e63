#include "solver/bitblast.h"

#include "util/hash.h"
#include "util/mem.h"

#include <string.h>

typedef struct gate_bits {
    int *bits; /* lowest first; a Boolean has one */
} gate_bits_t;

struct bitblast {
    terms_t *terms;
    sat_t *sat;
    int truth; /* a literal that is true */
    VEC(gate_bits_t) known;           /* by id of the term; NULL: not given yet */
    VEC(const term_t *) meaning;      /* of defined symbols, by id */
    VEC(const term_t *) values;       /* of the model, by id; NULL: not computed */
    map64_t and_gates, xor_gates;     /* two literals -> literal */
    VEC(const term_t *) stack;
    const term_t *refused;
    float_library_t *floats; /* or NULL */
};

enum { MOST_BITS = 64 };

bitblast_t *bitblast_new(terms_t *terms, sat_t *sat) {
    bitblast_t *blast = mem_zalloc(sizeof *blast);
    blast->terms = terms;
    blast->sat = sat;
    blast->truth = sat_variable(sat);
    sat_add(sat, &blast->truth, 1);
    return blast;
}

void bitblast_delete(bitblast_t *blast) {
    if (!blast) return;
    for (size_t i = 0; i < blast->known.len; i++) mem_free(blast->known.data[i].bits);
    VEC_FREE(blast->known);
    VEC_FREE(blast->meaning);
    VEC_FREE(blast->values);
    VEC_FREE(blast->stack);
    map64_free(&blast->and_gates);
    map64_free(&blast->xor_gates);
    mem_free(blast);
}

void bitblast_use_floats(bitblast_t *blast, float_library_t *library) {
    blast->floats = library;
}

void bitblast_clause(bitblast_t *blast, const int *literals, size_t count) {
    sat_add(blast->sat, literals, count);
}

int bitblast_fresh(bitblast_t *blast) {
    return sat_variable(blast->sat);
}

int bitblast_true(bitblast_t *blast) {
    return blast->truth;
}

const term_t *bitblast_refused(const bitblast_t *blast) {
    return blast->refused;
}

static void clause2(bitblast_t *b, int x, int y) {
    int literals[] = {x, y};
    sat_add(b->sat, literals, 2);
}

static void clause3(bitblast_t *b, int x, int y, int z) {
    int literals[] = {x, y, z};
    sat_add(b->sat, literals, 3);
}

/* Gates. */

static uint64_t pair_key(int x, int y) {
    return (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
}

int bitblast_and(bitblast_t *b, int x, int y) {
    if (x == -b->truth || y == -b->truth || x == -y) return -b->truth;
    if (x == b->truth || x == y) return y;
    if (y == b->truth) return x;
    if (x > y) {
        int swap = x;
        x = y;
        y = swap;
    }
    uint64_t key = pair_key(x, y), found;
    if (map64_get(&b->and_gates, key, &found)) return (int)(uint32_t)found;
    int z = bitblast_fresh(b);
    clause2(b, -z, x);
    clause2(b, -z, y);
    clause3(b, z, -x, -y);
    map64_put(&b->and_gates, key, (uint32_t)z);
    return z;
}

static int gate_or(bitblast_t *b, int x, int y) {
    return -bitblast_and(b, -x, -y);
}

static int gate_xor(bitblast_t *b, int x, int y) {
    int sign = (x < 0) != (y < 0) ? -1 : 1;
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    if (x == y) return sign * -b->truth;
    if (x == b->truth) return sign * -y;
    if (y == b->truth) return sign * -x;
    if (x > y) {
        int swap = x;
        x = y;
        y = swap;
    }
    uint64_t key = pair_key(x, y), found;
    if (map64_get(&b->xor_gates, key, &found)) return sign * (int)(uint32_t)found;
    int z = bitblast_fresh(b);
    clause3(b, -z, x, y);
    clause3(b, -z, -x, -y);
    clause3(b, z, -x, y);
    clause3(b, z, x, -y);
    map64_put(&b->xor_gates, key, (uint32_t)z);
    return sign * z;
}

static int gate_ite(bitblast_t *b, int c, int x, int y) {
    if (c == b->truth || x == y) return x;
    if (c == -b->truth) return y;
    if (x == b->truth || x == c) return gate_or(b, c, y);
    if (x == -b->truth || x == -c) return bitblast_and(b, -c, y);
    if (y == b->truth || y == -c) return gate_or(b, -c, x);
    if (y == -b->truth || y == c) return bitblast_and(b, c, x);
    if (x == -y) return gate_xor(b, -c, x);
    int z = bitblast_fresh(b);
    clause3(b, -z, -c, x);
    clause3(b, z, -c, -x);
    clause3(b, -z, c, y);
    clause3(b, z, c, -y);
    clause3(b, -z, x, y);
    clause3(b, z, -x, -y);
    return z;
}

int bitblast_or_n(bitblast_t *b, const int *literals, size_t count) {
    VEC(int) kept = {0};
    int result = 0;
    for (size_t i = 0; i < count && !result; i++) {
        if (literals[i] == b->truth) result = b->truth;
        if (literals[i] != -b->truth) VEC_PUSH(kept, literals[i]);
    }
    if (!result && kept.len == 0) result = -b->truth;
    if (!result && kept.len == 1) result = kept.data[0];
    if (!result && kept.len == 2) result = gate_or(b, kept.data[0], kept.data[1]);
    if (!result) {
        result = bitblast_fresh(b);
        for (size_t i = 0; i < kept.len; i++) clause2(b, result, -kept.data[i]);
        VEC_PUSH(kept, -result);
        sat_add(b->sat, kept.data, kept.len);
    }
    VEC_FREE(kept);
    return result;
}

/* Circuits; out may be one of the operands where it says so. */

static int full_adder(bitblast_t *b, int x, int y, int carry, int *sum) {
    int half = gate_xor(b, x, y);
    *sum = gate_xor(b, half, carry);
    return gate_or(b, bitblast_and(b, x, y), bitblast_and(b, half, carry));
}

/* out may be x or y; the carry out. */
static int add_bits(bitblast_t *b, const int *x, const int *y, int carry, unsigned width,
                    int *out) {
    for (unsigned i = 0; i < width; i++) carry = full_adder(b, x[i], y[i], carry, &out[i]);
    return carry;
}

static void negate_bits(const int *x, unsigned width, int *out) {
    for (unsigned i = 0; i < width; i++) out[i] = -x[i];
}

static void minus_bits(bitblast_t *b, const int *x, unsigned width, int *out) {
    int carry = b->truth;
    for (unsigned i = 0; i < width; i++) {
        int bit = -x[i];
        out[i] = gate_xor(b, bit, carry);
        carry = bitblast_and(b, bit, carry);
    }
}

/* The borrow of x - y is x < y. */
static int subtract_bits(bitblast_t *b, const int *x, const int *y, unsigned width, int *out) {
    int complement[MOST_BITS + 1];
    negate_bits(y, width, complement);
    return -add_bits(b, x, complement, b->truth, width, out);
}

static int less_bits(bitblast_t *b, const int *x, const int *y, unsigned width, bool is_signed) {
    int less = -b->truth;
    for (unsigned i = 0; i < width; i++) {
        bool swap = is_signed && i + 1 == width;
        int low = swap ? y[i] : x[i], high = swap ? x[i] : y[i];
        less = gate_ite(b, gate_xor(b, low, high), high, less);
    }
    return less;
}

static int equal_bits(bitblast_t *b, const int *x, const int *y, unsigned width) {
    int differ[MOST_BITS];
    for (unsigned i = 0; i < width; i++) differ[i] = gate_xor(b, x[i], y[i]);
    return -bitblast_or_n(b, differ, width);
}

static void ite_bits(bitblast_t *b, int c, const int *x, const int *y, unsigned width, int *out) {
    for (unsigned i = 0; i < width; i++) out[i] = gate_ite(b, c, x[i], y[i]);
}

static void multiply_bits(bitblast_t *b, const int *x, const int *y, unsigned width, int *out) {
    int sum[MOST_BITS], row[MOST_BITS];
    for (unsigned i = 0; i < width; i++) sum[i] = -b->truth;
    for (unsigned i = 0; i < width; i++) {
        if (y[i] == -b->truth) continue;
        for (unsigned j = 0; j < width; j++)
            row[j] = j < i ? -b->truth : bitblast_and(b, x[j - i], y[i]);
        add_bits(b, sum, row, -b->truth, width, sum);
    }
    memcpy(out, sum, width * sizeof *out);
}

/* Division by hand; by zero it yields what SMT-LIB says: all ones, and x. */
static void divide_bits(bitblast_t *b, const int *x, const int *y, unsigned width, int *quotient,
                        int *rest) {
    int remainder[MOST_BITS + 1], difference[MOST_BITS + 1], divisor[MOST_BITS + 1];
    memcpy(divisor, y, width * sizeof *divisor);
    divisor[width] = -b->truth;
    for (unsigned i = 0; i <= width; i++) remainder[i] = -b->truth;
    for (unsigned i = width; i-- > 0;) {
        memmove(remainder + 1, remainder, width * sizeof *remainder);
        remainder[0] = x[i];
        int borrow = subtract_bits(b, remainder, divisor, width + 1, difference);
        quotient[i] = -borrow;
        ite_bits(b, borrow, remainder, difference, width + 1, remainder);
    }
    memcpy(rest, remainder, width * sizeof *rest);
}

static void absolute_bits(bitblast_t *b, const int *x, unsigned width, int *out) {
    int minus[MOST_BITS];
    minus_bits(b, x, width, minus);
    ite_bits(b, x[width - 1], minus, x, width, out);
}

static void divide_signed(bitblast_t *b, const int *x, const int *y, unsigned width,
                          bool wants_rest, int *out) {
    int p[MOST_BITS], q[MOST_BITS], quotient[MOST_BITS], rest[MOST_BITS], minus[MOST_BITS];
    absolute_bits(b, x, width, p);
    absolute_bits(b, y, width, q);
    divide_bits(b, p, q, width, quotient, rest);
    int *plain = wants_rest ? rest : quotient;
    int sign = wants_rest ? x[width - 1] : gate_xor(b, x[width - 1], y[width - 1]);
    minus_bits(b, plain, width, minus);
    ite_bits(b, sign, minus, plain, width, out);
}

/* By stages; amounts of the width or more leave nothing but the fill. */
static void shift_bits(bitblast_t *b, term_kind_t kind, const int *x, const int *y, unsigned width,
                       int *out) {
    int fill = kind == TERM_BVASHR ? x[width - 1] : -b->truth;
    int now[MOST_BITS], moved[MOST_BITS], high[MOST_BITS] = {0};
    unsigned high_count = 0;
    memcpy(now, x, width * sizeof *now);
    for (unsigned stage = 0; stage < width; stage++) {
        if (stage >= 6 || (1u << stage) >= width) {
            high[high_count++] = y[stage];
            continue;
        }
        unsigned by = 1u << stage;
        for (unsigned i = 0; i < width; i++) {
            if (kind == TERM_BVSHL)
                moved[i] = i < by ? fill : now[i - by];
            else
                moved[i] = i + by < width ? now[i + by] : fill;
        }
        ite_bits(b, y[stage], moved, now, width, now);
    }
    int too_far = bitblast_or_n(b, high, high_count);
    for (unsigned i = 0; i < width; i++) out[i] = gate_ite(b, too_far, fill, now[i]);
}

/* Terms. */

static unsigned bit_count(const term_t *t) {
    return t->sort.kind == SORT_BOOL ? 1 : t->sort.width;
}

static const int *bits_of(const bitblast_t *b, const term_t *t) {
    return b->known.data[t->id].bits;
}

static void blast_bv(bitblast_t *b, const term_t *t, int *out) {
    const int *x = bits_of(b, t->a[0]), *y = t->arity > 1 ? bits_of(b, t->a[1]) : NULL;
    unsigned width = t->a[0]->sort.width;
    int other[MOST_BITS];
    switch (t->kind) {
    case TERM_BVNOT: negate_bits(x, width, out); return;
    case TERM_BVNEG: minus_bits(b, x, width, out); return;
    case TERM_BVADD: add_bits(b, x, y, -b->truth, width, out); return;
    case TERM_BVSUB: subtract_bits(b, x, y, width, out); return;
    case TERM_BVMUL: multiply_bits(b, x, y, width, out); return;
    case TERM_BVUDIV: divide_bits(b, x, y, width, out, other); return;
    case TERM_BVUREM: divide_bits(b, x, y, width, other, out); return;
    case TERM_BVSDIV: divide_signed(b, x, y, width, false, out); return;
    case TERM_BVSREM: divide_signed(b, x, y, width, true, out); return;
    case TERM_BVAND:
        for (unsigned i = 0; i < width; i++) out[i] = bitblast_and(b, x[i], y[i]);
        return;
    case TERM_BVOR:
        for (unsigned i = 0; i < width; i++) out[i] = gate_or(b, x[i], y[i]);
        return;
    case TERM_BVXOR:
        for (unsigned i = 0; i < width; i++) out[i] = gate_xor(b, x[i], y[i]);
        return;
    case TERM_BVULT: out[0] = less_bits(b, x, y, width, false); return;
    case TERM_BVSLT: out[0] = less_bits(b, x, y, width, true); return;
    case TERM_BVULE: out[0] = -less_bits(b, y, x, width, false); return;
    case TERM_BVSLE: out[0] = -less_bits(b, y, x, width, true); return;
    case TERM_CONCAT: /* the first operand is the high half */
        memcpy(out, y, t->a[1]->sort.width * sizeof *out);
        memcpy(out + t->a[1]->sort.width, x, width * sizeof *out);
        return;
    case TERM_EXTRACT: memcpy(out, x + (t->value & 255), bit_count(t) * sizeof *out); return;
    case TERM_ZEXT:
    case TERM_SEXT:
        memcpy(out, x, width * sizeof *out);
        for (unsigned i = width; i < t->sort.width; i++)
            out[i] = t->kind == TERM_SEXT ? x[width - 1] : -b->truth;
        return;
    default: shift_bits(b, t->kind, x, y, width, out);
    }
}

/* Several operands: AND is the negation of OR. */
static int blast_or(bitblast_t *b, const term_t *t, int sign) {
    VEC(int) literals = {0};
    for (uint32_t i = 0; i < t->arity; i++) VEC_PUSH(literals, sign * bits_of(b, t->a[i])[0]);
    int result = sign * bitblast_or_n(b, literals.data, literals.len);
    VEC_FREE(literals);
    return result;
}

static bool is_refused(const bitblast_t *b, const term_t *t) {
    if (term_kind_is_fp(t->kind)) return !b->floats || !float_library_find(b->floats, t);
    return t->sort.kind == SORT_ARRAY || t->kind == TERM_SELECT || t->kind == TERM_APPLY ||
           (t->arity && t->a[0]->sort.kind == SORT_ARRAY);
}

/* A copy of the operator's clauses over the bits that are meant. */
static void blast_float(bitblast_t *b, const term_t *t, int *out) {
    const float_clauses_t *f = float_library_find(b->floats, t);
    int *meant = mem_alloc((f->variables + 1) * sizeof *meant);
    unsigned next = 1;
    for (uint32_t i = 0; i < t->arity; i++)
        for (unsigned k = 0; k < bit_count(t->a[i]); k++) meant[next++] = bits_of(b, t->a[i])[k];
    while (next <= f->variables) meant[next++] = bitblast_fresh(b);
    memcpy(out, meant + f->inputs + 1, f->outputs * sizeof *out);
    VEC(int) clause = {0};
    for (size_t i = 0; i < f->literals.len; i++) {
        int literal = f->literals.data[i];
        if (literal) {
            VEC_PUSH(clause, literal > 0 ? meant[literal] : -meant[-literal]);
            continue;
        }
        sat_add(b->sat, clause.data, clause.len);
        VEC_CLEAR(clause);
    }
    VEC_FREE(clause);
    mem_free(meant);
}

static const term_t *meaning_of(const bitblast_t *b, const term_t *t) {
    return t->id < b->meaning.len ? b->meaning.data[t->id] : NULL;
}

static void blast_one(bitblast_t *b, const term_t *t, int *out) {
    unsigned width = bit_count(t);
    const term_t *meaning = meaning_of(b, t);
    if (meaning) {
        memcpy(out, bits_of(b, meaning), width * sizeof *out);
        return;
    }
    switch (t->kind) {
    case TERM_TRUE: out[0] = b->truth; return;
    case TERM_FALSE: out[0] = -b->truth; return;
    case TERM_CONST:
        for (unsigned i = 0; i < width; i++) out[i] = t->value >> i & 1 ? b->truth : -b->truth;
        return;
    case TERM_SYMBOL:
        for (unsigned i = 0; i < width; i++) out[i] = bitblast_fresh(b);
        return;
    case TERM_NOT: out[0] = -bits_of(b, t->a[0])[0]; return;
    case TERM_OR: out[0] = blast_or(b, t, 1); return;
    case TERM_AND: out[0] = blast_or(b, t, -1); return;
    case TERM_IFF: out[0] = -gate_xor(b, bits_of(b, t->a[0])[0], bits_of(b, t->a[1])[0]); return;
    case TERM_EQ:
        out[0] = equal_bits(b, bits_of(b, t->a[0]), bits_of(b, t->a[1]), bit_count(t->a[0]));
        return;
    case TERM_ITE:
        ite_bits(b, bits_of(b, t->a[0])[0], bits_of(b, t->a[1]), bits_of(b, t->a[2]), width, out);
        return;
    default:
        if (term_kind_is_fp(t->kind))
            blast_float(b, t, out);
        else
            blast_bv(b, t, out);
    }
}

static bool is_known(const bitblast_t *b, const term_t *t) {
    return t->id < b->known.len && b->known.data[t->id].bits;
}

/* Pushes what must be known before; true: nothing. */
static bool push_parts(bitblast_t *b, const term_t *t) {
    const term_t *meaning = meaning_of(b, t);
    if (meaning) {
        if (is_known(b, meaning)) return true;
        VEC_PUSH(b->stack, meaning);
        return false;
    }
    bool ready = true;
    for (uint32_t i = 0; i < t->arity; i++) {
        if (is_known(b, t->a[i])) continue;
        VEC_PUSH(b->stack, t->a[i]);
        ready = false;
    }
    return ready;
}

static void enter(bitblast_t *b, const term_t *t) {
    while (b->known.len <= t->id) VEC_PUSH(b->known, (gate_bits_t){0});
    int *bits = mem_zalloc(MOST_BITS * sizeof *bits);
    if (is_refused(b, t)) {
        b->refused = t;
        for (unsigned i = 0; i < MOST_BITS; i++) bits[i] = -b->truth;
    } else {
        blast_one(b, t, bits);
    }
    unsigned width = t->sort.kind == SORT_ARRAY ? 1 : bit_count(t);
    int *kept = mem_alloc(width * sizeof *kept);
    memcpy(kept, bits, width * sizeof *kept);
    mem_free(bits);
    b->known.data[t->id].bits = kept;
}

int bitblast_literal(bitblast_t *b, const term_t *term) {
    VEC_PUSH(b->stack, term);
    while (b->stack.len) {
        const term_t *top = VEC_TOP(b->stack);
        if (is_known(b, top)) {
            (void)VEC_POP(b->stack);
        } else if (is_refused(b, top) || push_parts(b, top)) {
            (void)VEC_POP(b->stack);
            enter(b, top);
        }
    }
    return bits_of(b, term)[0];
}

void bitblast_equal_if(bitblast_t *b, int literal, const term_t *x, const term_t *y) {
    bitblast_literal(b, x);
    bitblast_literal(b, y);
    for (unsigned i = 0; i < bit_count(x); i++) {
        int p = bits_of(b, x)[i], q = bits_of(b, y)[i];
        if (p == q) continue;
        clause3(b, -literal, -p, q);
        clause3(b, -literal, p, -q);
    }
}

void bitblast_define(bitblast_t *b, const term_t *symbol, const term_t *term) {
    while (b->meaning.len <= symbol->id) VEC_PUSH(b->meaning, NULL);
    b->meaning.data[symbol->id] = term;
}

/* Models. */

void bitblast_new_model(bitblast_t *b) {
    VEC_CLEAR(b->values);
}

static const term_t *model_of_symbol(bitblast_t *b, const term_t *t) {
    uint64_t value = 0;
    if (is_known(b, t))
        for (unsigned i = 0; i < bit_count(t); i++)
            value |= (uint64_t)sat_value(b->sat, bits_of(b, t)[i]) << i;
    return t->sort.kind == SORT_BOOL ? term_bool(b->terms, value)
                                     : term_const(b->terms, t->sort.width, value);
}

/* The constructors fold constants. */
static const term_t *apply(bitblast_t *b, const term_t *t, const term_t *const *a) {
    terms_t *terms = b->terms;
    switch (t->kind) {
    case TERM_NOT: return term_not(terms, a[0]);
    case TERM_AND: return term_and_n(terms, a, t->arity);
    case TERM_OR: return term_or_n(terms, a, t->arity);
    case TERM_IFF:
    case TERM_EQ: return term_equal(terms, a[0], a[1]);
    case TERM_ITE: return term_ite(terms, a[0], a[1], a[2]);
    case TERM_BVNOT:
    case TERM_BVNEG: return term_bv_unary(terms, t->kind, a[0]);
    case TERM_EXTRACT:
        return term_extract(terms, a[0], (unsigned)(t->value >> 8), (unsigned)(t->value & 255));
    case TERM_ZEXT:
    case TERM_SEXT: return term_resize(terms, a[0], t->sort.width, t->kind == TERM_SEXT);
    default: break;
    }
    if (!term_kind_is_fp(t->kind)) return term_bv(terms, t->kind, a[0], a[1]);
    return t->arity == 1 ? term_fp_unary(terms, t->kind, a[0], t->sort.width)
                         : term_fp(terms, t->kind, a[0], a[1]);
}

static const term_t *value_at(const bitblast_t *b, const term_t *t) {
    return t->id < b->values.len ? b->values.data[t->id] : NULL;
}

static void set_value(bitblast_t *b, const term_t *t, const term_t *value) {
    while (b->values.len <= t->id) VEC_PUSH(b->values, NULL);
    b->values.data[t->id] = value;
}

static void compute(bitblast_t *b, const term_t *t) {
    if (is_refused(b, t)) {
        set_value(b, t,
                  t->sort.kind == SORT_BOOL ? term_false(b->terms)
                                            : term_const(b->terms, t->sort.width, 0));
        return;
    }
    VEC(const term_t *) args = {0};
    for (uint32_t i = 0; i < t->arity; i++) VEC_PUSH(args, value_at(b, t->a[i]));
    set_value(b, t, apply(b, t, args.data));
    VEC_FREE(args);
}

static bool push_unvalued(bitblast_t *b, const term_t *t) {
    bool ready = true;
    for (uint32_t i = 0; i < t->arity; i++) {
        if (value_at(b, t->a[i])) continue;
        VEC_PUSH(b->stack, t->a[i]);
        ready = false;
    }
    return ready;
}

static void evaluate(bitblast_t *b, const term_t *t) {
    const term_t *meaning = meaning_of(b, t);
    if (t->kind == TERM_CONST || t->kind == TERM_TRUE || t->kind == TERM_FALSE) {
        set_value(b, t, t);
    } else if (meaning && !is_known(b, t)) {
        if (!value_at(b, meaning)) {
            VEC_PUSH(b->stack, meaning);
            return;
        }
        set_value(b, t, value_at(b, meaning));
    } else if (t->kind == TERM_SYMBOL) {
        set_value(b, t, model_of_symbol(b, t));
    } else if (is_refused(b, t) || push_unvalued(b, t)) {
        compute(b, t);
    }
}

uint64_t bitblast_value(bitblast_t *b, const term_t *term) {
    VEC_PUSH(b->stack, term);
    while (b->stack.len) {
        const term_t *top = VEC_TOP(b->stack);
        if (value_at(b, top))
            (void)VEC_POP(b->stack);
        else
            evaluate(b, top);
    }
    const term_t *value = value_at(b, term);
    return value->kind == TERM_CONST ? value->value : value->kind == TERM_TRUE;
}
