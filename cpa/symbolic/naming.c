#include "cpa/symbolic/naming.h"

#include "cfa/expr.h"
#include "solver/project.h"

void facts_free(facts_t *facts) {
    VEC_FREE(facts->equations);
    VEC_FREE(facts->conditions);
}

typedef struct {
    const term_t *from, *to;
} exchange_t;

static const term_t *exchange(void *context, const term_t *symbol) {
    const exchange_t *e = context;
    return symbol == e->from ? e->to : NULL;
}

static void map_all(facts_t *facts, terms_t *terms, term_map_t map, void *context) {
    for (size_t i = 0; i < facts->equations.len; i++) {
        block_item_t *item = &facts->equations.data[i];
        item->value = term_substitute(terms, item->value, map, context);
    }
    for (size_t i = 0; i < facts->conditions.len; i++)
        facts->conditions.data[i] = term_substitute(terms, facts->conditions.data[i], map, context);
}

void facts_substitute(facts_t *facts, terms_t *terms, const term_t *symbol, const term_t *by) {
    exchange_t e = {symbol, by};
    map_all(facts, terms, exchange, &e);
}

/* Intervals. */

static bool is_constant(const term_t *t) {
    return t->kind == TERM_CONST;
}

static interval_t all_of(const term_t *t) {
    return (interval_t){0, width_mask(t->sort.width)};
}

/* x < k and not (x < k), the normal forms of comparisons with constants. Flipping the
 * sign makes signed numbers follow each other like unsigned ones. */
static interval_t of_comparisons(const facts_t *facts, const term_t *symbol, term_kind_t less,
                                 uint64_t flip) {
    interval_t found = all_of(symbol);
    for (size_t i = 0; i < facts->conditions.len; i++) {
        const term_t *c = facts->conditions.data[i];
        bool holds = c->kind != TERM_NOT;
        if (!holds) c = c->a[0];
        if (c->kind != less || c->a[0] != symbol || !is_constant(c->a[1])) continue;
        uint64_t bound = c->a[1]->value ^ flip;
        if (holds && bound && bound - 1 < found.high) found.high = bound - 1;
        if (!holds && bound > found.low) found.low = bound;
    }
    return found;
}

static uint64_t sign_of(const term_t *symbol) {
    return UINT64_C(1) << (symbol->sort.width - 1);
}

static interval_t of_symbol(const facts_t *facts, const term_t *symbol) {
    uint64_t sign = sign_of(symbol);
    interval_t found = of_comparisons(facts, symbol, TERM_BVULT, 0);
    interval_t as_signed = of_comparisons(facts, symbol, TERM_BVSLT, sign);
    if ((as_signed.low ^ as_signed.high) & sign) return found; /* numbers of both signs */
    as_signed.low ^= sign;
    as_signed.high ^= sign;
    if (as_signed.low > found.low) found.low = as_signed.low;
    if (as_signed.high < found.high) found.high = as_signed.high;
    return found;
}

bool facts_few(const facts_t *facts, const term_t *symbol, uint64_t most, few_t *few) {
    uint64_t flip = 0;
    interval_t found = of_symbol(facts, symbol);
    if (found.high - found.low >= most) {
        flip = sign_of(symbol);
        found = of_comparisons(facts, symbol, TERM_BVSLT, flip);
    }
    if (found.low > found.high || found.high - found.low >= most) return false;
    *few = (few_t){symbol, found.low ^ flip, found.high - found.low + 1};
    return true;
}

/* Two numbers whose sums all wrap around, or none of them. */
static interval_t of_sum(interval_t a, interval_t b, const term_t *t) {
    uint64_t mask = width_mask(t->sort.width), low, high;
    bool low_wraps = __builtin_add_overflow(a.low, b.low, &low) || low > mask;
    bool high_wraps = __builtin_add_overflow(a.high, b.high, &high) || high > mask;
    if (low_wraps != high_wraps) return all_of(t);
    return (interval_t){low & mask, high & mask};
}

static interval_t of_negative(interval_t a, const term_t *t) {
    uint64_t mask = width_mask(t->sort.width);
    if (!a.low && a.high) return all_of(t);
    return (interval_t){-a.high & mask, -a.low & mask};
}

/* Likewise: all differences wrap around, or none. */
static interval_t of_difference(interval_t a, interval_t b, const term_t *t) {
    uint64_t mask = width_mask(t->sort.width);
    if (a.low < b.high && a.high >= b.low) return all_of(t);
    return (interval_t){(a.low - b.high) & mask, (a.high - b.low) & mask};
}

static interval_t of_product(interval_t a, interval_t b, const term_t *t) {
    uint64_t high;
    if (__builtin_mul_overflow(a.high, b.high, &high) || high > width_mask(t->sort.width))
        return all_of(t);
    return (interval_t){a.low * b.low, high};
}

static interval_t of_ite(interval_t a, interval_t b) {
    return (interval_t){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

interval_t facts_interval(const facts_t *facts, const term_t *t) {
    interval_t a, b;
    switch (t->kind) {
    case TERM_CONST: return (interval_t){t->value, t->value};
    case TERM_SYMBOL: return of_symbol(facts, t);
    case TERM_ITE: return of_ite(facts_interval(facts, t->a[1]), facts_interval(facts, t->a[2]));
    case TERM_ZEXT: return facts_interval(facts, t->a[0]);
    case TERM_SEXT:
        a = facts_interval(facts, t->a[0]);
        return a.high <= width_mask(t->a[0]->sort.width) >> 1 ? a : all_of(t);
    case TERM_EXTRACT:
        a = facts_interval(facts, t->a[0]);
        return !(t->value & 255) && a.high <= width_mask(t->sort.width) ? a : all_of(t);
    case TERM_BVAND:
        a = facts_interval(facts, t->a[0]);
        b = facts_interval(facts, t->a[1]);
        return (interval_t){0, a.high < b.high ? a.high : b.high};
    case TERM_BVADD:
        return of_sum(facts_interval(facts, t->a[0]), facts_interval(facts, t->a[1]), t);
    case TERM_BVSUB:
        return of_difference(facts_interval(facts, t->a[0]), facts_interval(facts, t->a[1]), t);
    case TERM_BVNEG: return of_negative(facts_interval(facts, t->a[0]), t);
    case TERM_BVMUL:
        return of_product(facts_interval(facts, t->a[0]), facts_interval(facts, t->a[1]), t);
    case TERM_BVLSHR:
        if (!is_constant(t->a[1]) || t->a[1]->value >= t->sort.width) return all_of(t);
        a = facts_interval(facts, t->a[0]);
        return (interval_t){a.low >> t->a[1]->value, a.high >> t->a[1]->value};
    case TERM_BVUREM:
        if (!is_constant(t->a[1]) || !t->a[1]->value) return all_of(t);
        return (interval_t){0, t->a[1]->value - 1};
    default: return all_of(t);
    }
}

/* Renaming. A symbol of index 1 is the new name of a variable; those of index 0
 * are the old ones. */

typedef struct {
    facts_t *facts;
    terms_t *terms;
    names_value_t names;
    void *context;
    term_vec_t symbols;
} renaming_t;

static const term_t *new_name(const renaming_t *r, const block_item_t *item) {
    return term_symbol(r->terms, item->value->sort, item->variable, 1);
}

static bool is_lost(const renaming_t *r, const term_t *symbol) {
    if (symbol->index == 1 && !block_is_input(symbol->value)) return false;
    return block_is_input(symbol->value) || symbol->index != 0 ||
           !r->names(r->context, symbol->value);
}

static bool mentions_lost(renaming_t *r, const term_t *t) {
    VEC_CLEAR(r->symbols);
    term_symbols(r->terms, t, &r->symbols);
    for (size_t i = 0; i < r->symbols.len; i++)
        if (is_lost(r, r->symbols.data[i])) return true;
    return false;
}

static void remove_equation(facts_t *facts, size_t at) {
    for (size_t i = at + 1; i < facts->equations.len; i++)
        facts->equations.data[i - 1] = facts->equations.data[i];
    facts->equations.len--;
}

/* A value without a name that some variable has gets the name of the first. */
static void name_by_holders(renaming_t *r) {
    for (size_t i = 0; i < r->facts->equations.len;) {
        block_item_t item = r->facts->equations.data[i];
        if (item.value->kind != TERM_SYMBOL || !is_lost(r, item.value)) {
            i++;
            continue;
        }
        remove_equation(r->facts, i);
        facts_substitute(r->facts, r->terms, item.value, new_name(r, &item));
    }
}

/* A lost value in the term that is also in another one. */
static const term_t *shared_lost(renaming_t *r, size_t at) {
    const facts_t *facts = r->facts;
    VEC_CLEAR(r->symbols);
    term_symbols(r->terms, facts->equations.data[at].value, &r->symbols);
    for (size_t i = 0; i < r->symbols.len; i++) {
        const term_t *symbol = r->symbols.data[i];
        if (!is_lost(r, symbol)) continue;
        for (size_t other = 0; other < facts->equations.len; other++)
            if (other != at && term_contains(r->terms, facts->equations.data[other].value, symbol))
                return symbol;
    }
    return NULL;
}

/* After a = 100 - n; b = 100 + n the lost n is 100 - a, so b is 200 - a. Where only one
 * variable depends on it, what is said of n would grow with every turn of a loop that
 * changes the variable: its interval is enough there. */
static void name_by_solving(renaming_t *r) {
    for (size_t i = 0; i < r->facts->equations.len;) {
        block_item_t item = r->facts->equations.data[i];
        const term_t *lost = shared_lost(r, i), *value, *side;
        const term_t *equation = term_equal(r->terms, new_name(r, &item), item.value);
        uint32_t fresh = 0;
        if (!lost || !project_solve(r->terms, equation, lost, &fresh, &value, &side) || fresh) {
            i++;
            continue;
        }
        remove_equation(r->facts, i);
        facts_substitute(r->facts, r->terms, lost, value);
        if (!term_is_true(side)) VEC_PUSH(r->facts->conditions, side);
        i = 0;
    }
}

static void replace_term(renaming_t *r, const term_t *from, const term_t *to) {
    facts_t *facts = r->facts;
    for (size_t i = 0; i < facts->equations.len; i++)
        facts->equations.data[i].value =
            term_replace(r->terms, facts->equations.data[i].value, from, to);
    for (size_t i = 0; i < facts->conditions.len; i++)
        facts->conditions.data[i] = term_replace(r->terms, facts->conditions.data[i], from, to);
}

static void require_interval(renaming_t *r, const term_t *name, interval_t interval) {
    unsigned width = name->sort.width;
    if (interval.high < width_mask(width))
        VEC_PUSH(r->facts->conditions,
                 term_bv(r->terms, TERM_BVULE, name, term_const(r->terms, width, interval.high)));
    if (interval.low)
        VEC_PUSH(r->facts->conditions,
                 term_bv(r->terms, TERM_BVULE, term_const(r->terms, width, interval.low), name));
}

/* What a sign that was extended says of a value that may be negative. */
static void require_sign(renaming_t *r, const term_t *name, const term_t *value) {
    if (value->kind != TERM_SEXT) return;
    unsigned width = name->sort.width, from = value->a[0]->sort.width;
    uint64_t greatest = width_mask(from) >> 1;
    const term_t *least = term_const(r->terms, width, width_mask(width) - greatest);
    VEC_PUSH(r->facts->conditions, term_bv(r->terms, TERM_BVSLE, least, name));
    VEC_PUSH(r->facts->conditions,
             term_bv(r->terms, TERM_BVSLE, name, term_const(r->terms, width, greatest)));
}

/* The smallest term about lost values: larger ones may be made of it. */
static size_t smallest_lost(renaming_t *r) {
    size_t best = SIZE_MAX, best_size = 0;
    for (size_t i = 0; i < r->facts->equations.len; i++) {
        const term_t *value = r->facts->equations.data[i].value;
        if (term_is_value(value) || !mentions_lost(r, value)) continue;
        size_t size = term_size(r->terms, value);
        if (best == SIZE_MAX || size < best_size) {
            best = i;
            best_size = size;
        }
    }
    return best;
}

static void name_by_terms(renaming_t *r) {
    for (size_t at; (at = smallest_lost(r)) != SIZE_MAX;) {
        block_item_t item = r->facts->equations.data[at];
        const term_t *name = new_name(r, &item);
        interval_t interval = facts_interval(r->facts, item.value);
        remove_equation(r->facts, at);
        replace_term(r, item.value, name);
        require_interval(r, name, interval);
        if (interval.high == width_mask(name->sort.width)) require_sign(r, name, item.value);
    }
}

static void drop_lost_conditions(renaming_t *r) {
    term_vec_t *conditions = &r->facts->conditions;
    size_t kept = 0;
    for (size_t i = 0; i < conditions->len; i++)
        if (!mentions_lost(r, conditions->data[i])) conditions->data[kept++] = conditions->data[i];
    conditions->len = kept;
}

static const term_t *make_current(void *context, const term_t *symbol) {
    if (symbol->index != 1) return NULL;
    return term_symbol(context, symbol->sort, symbol->value, 0);
}

void facts_rename(facts_t *facts, terms_t *terms, names_value_t names, void *context) {
    renaming_t r = {.facts = facts, .terms = terms, .names = names, .context = context};
    name_by_holders(&r);
    name_by_solving(&r);
    name_by_terms(&r);
    drop_lost_conditions(&r);
    map_all(facts, terms, make_current, terms);
    VEC_FREE(r.symbols);
}
