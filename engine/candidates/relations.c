#include "engine/candidates/relations.h"

/* The sum of factor * variable over all terms; all of one width. */
enum { FORM_MAX_TERMS = 4 };
typedef struct form {
    size_t count;
    size_t at[FORM_MAX_TERMS]; /* numbers of variables in the group */
    int factor[FORM_MAX_TERMS];
} form_t;

static unsigned form_width(const sample_group_t *group, const form_t *form) {
    return group->widths[form->at[0]];
}

static uint64_t form_value(const sample_group_t *group, const form_t *form, size_t row) {
    uint64_t sum = 0;
    const uint64_t *values = sample_row(group, row);
    for (size_t i = 0; i < form->count; i++)
        sum += (uint64_t)(int64_t)form->factor[i] * values[form->at[i]];
    return sum & width_mask(form_width(group, form));
}

static bool is_constant(const sample_group_t *group, const form_t *form) {
    uint64_t first = form_value(group, form, 0);
    for (size_t row = 1; row < group->row_count; row++)
        if (form_value(group, form, row) != first) return false;
    return true;
}

static const term_t *symbol_of(const sample_group_t *group, terms_t *terms, size_t at) {
    sort_t sort = {.kind = SORT_BV, .width = group->widths[at]};
    return term_symbol(terms, sort, group->variables[at], 0);
}

static const term_t *add(terms_t *terms, const term_t *sum, const term_t *more) {
    return sum ? term_bv(terms, TERM_BVADD, sum, more) : more;
}

/* form == value, with what has a negative factor on the other side. */
static const term_t *form_equation(const sample_group_t *group, terms_t *terms, const form_t *form,
                                   uint64_t value) {
    unsigned width = form_width(group, form);
    const term_t *sides[2] = {NULL, value ? term_const(terms, width, value) : NULL};
    for (size_t i = 0; i < form->count; i++) {
        int factor = form->factor[i];
        const term_t *x = symbol_of(group, terms, form->at[i]);
        uint64_t size = (uint64_t)(factor < 0 ? -factor : factor);
        if (size > 1) x = term_bv(terms, TERM_BVMUL, term_const(terms, width, size), x);
        sides[factor < 0] = add(terms, sides[factor < 0], x);
    }
    for (int i = 0; i < 2; i++)
        if (!sides[i]) sides[i] = term_const(terms, width, 0);
    return term_equal(terms, sides[0], sides[1]);
}

/* Is the form constant? Then the equation is found, and the last variable with factor 1 or -1
 * is determined by the others. */
static bool try_form(const sample_group_t *group, terms_t *terms, const form_t *form,
                     bool *determined, relations_t *out) {
    if (!is_constant(group, form)) return false;
    VEC_PUSH(*out, form_equation(group, terms, form, form_value(group, form, 0)));
    determined[form->at[form->count - 1]] = true;
    return true;
}

static bool varies(const sample_group_t *group, size_t at) {
    form_t form = {1, {at}, {1}};
    return !is_constant(group, &form);
}

static void find_constants(const sample_group_t *group, terms_t *terms, relations_t *out) {
    for (size_t i = 0; i < group->variable_count; i++) {
        form_t form = {1, {i}, {1}};
        if (is_constant(group, &form))
            VEC_PUSH(*out, form_equation(group, terms, &form, form_value(group, &form, 0)));
    }
}

static void find_pairs(const sample_group_t *group, terms_t *terms, bool *determined,
                       relations_t *out) {
    static const int factors[][2] = {{1, -1}, {1, 1}, {1, -2}, {-2, 1}, {1, -3}, {-3, 1}};
    for (size_t i = 0; i < group->variable_count; i++)
        if (!varies(group, i)) determined[i] = true;
    for (size_t i = 0; i < group->variable_count; i++) {
        for (size_t j = i + 1; !determined[i] && j < group->variable_count; j++) {
            bool found = determined[j] || group->widths[i] != group->widths[j];
            for (size_t k = 0; !found && k < sizeof factors / sizeof *factors; k++) {
                form_t form = {2, {i, j}, {factors[k][0], factors[k][1]}};
                found = try_form(group, terms, &form, determined, out);
            }
        }
    }
}

/* Signs of three and four variables; the first is 1, as a form and its negation are one. */
static void try_signs(const sample_group_t *group, terms_t *terms, form_t *form, bool *determined,
                      relations_t *out) {
    for (size_t i = 1; i < form->count; i++)
        if (group->widths[form->at[i]] != form_width(group, form)) return;
    for (unsigned signs = 0; signs < 1u << (form->count - 1); signs++) {
        form->factor[0] = 1;
        for (size_t i = 1; i < form->count; i++) form->factor[i] = signs >> (i - 1) & 1 ? 1 : -1;
        if (try_form(group, terms, form, determined, out)) return;
    }
}

static void find_sums(const sample_group_t *group, terms_t *terms, bool *determined,
                      relations_t *out) {
    size_t free[SAMPLE_MAX_VARIABLES], n = 0;
    for (size_t i = 0; i < group->variable_count; i++)
        if (!determined[i]) free[n++] = i;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = j + 1; k < n; k++) {
                if (determined[free[k]]) continue;
                form_t form = {3, {free[i], free[j], free[k]}, {0}};
                try_signs(group, terms, &form, determined, out);
                for (size_t l = k + 1; !determined[free[k]] && l < n; l++) {
                    form = (form_t){4, {free[i], free[j], free[k], free[l]}, {0}};
                    if (!determined[free[l]]) try_signs(group, terms, &form, determined, out);
                }
            }
}

static void find_congruences(const sample_group_t *group, terms_t *terms, relations_t *out) {
    for (size_t i = 0; i < group->variable_count; i++) {
        if (!varies(group, i) || group->widths[i] < 8) continue;
        uint64_t first = sample_row(group, 0)[i], differences = 0;
        for (size_t row = 1; row < group->row_count; row++)
            differences |= first ^ sample_row(group, row)[i];
        unsigned same = (unsigned)__builtin_ctzll(differences);
        for (unsigned bits = 1; bits <= same && bits <= 3; bits++)
            VEC_PUSH(*out,
                     term_equal(terms, term_extract(terms, symbol_of(group, terms, i), bits - 1, 0),
                                term_const(terms, bits, first & width_mask(bits))));
    }
}

typedef enum { NOT_ORDERED, BELOW, AT_MOST } order_t;

/* What holds in all states; *is_near: and y is never more than one away in some. */
static order_t order_of(const sample_group_t *group, size_t x, size_t y, bool *is_near) {
    order_t order = BELOW;
    *is_near = false;
    for (size_t row = 0; row < group->row_count; row++) {
        const uint64_t *values = sample_row(group, row);
        int64_t low = sign_extend(values[x], group->widths[x]);
        int64_t high = sign_extend(values[y], group->widths[y]);
        if (low > high) return NOT_ORDERED;
        if (low == high) order = AT_MOST;
        *is_near |= low == high || low + 1 == high;
    }
    return order;
}

static uint64_t pair_key(const sample_group_t *group, size_t x, size_t y) {
    return hash_mix(group->variables[x], group->variables[y]);
}

static bool is_comparable(const sample_group_t *group, const bool *determined, size_t x, size_t y) {
    bool are_static = variable_kind(group->variables[x]) == VARIABLE_CELL &&
                      variable_kind(group->variables[y]) == VARIABLE_CELL;
    return x != y && !(determined[x] && determined[y]) &&
           (group->is_bound[x] || group->is_bound[y] || are_static) && !group->is_temporary[x] &&
           !group->is_temporary[y] && group->widths[x] == group->widths[y];
}

void relations_note_bounds(const sample_group_t *group, map64_t *bounds) {
    bool is_near, none[SAMPLE_MAX_VARIABLES] = {0};
    for (size_t i = 0; i < group->variable_count; i++)
        for (size_t j = 0; j < group->variable_count; j++)
            if (is_comparable(group, none, i, j) && varies(group, i) && varies(group, j) &&
                order_of(group, i, j, &is_near) != NOT_ORDERED && is_near)
                map64_put(bounds, pair_key(group, i, j), 1);
}

static void find_natural(const sample_group_t *group, terms_t *terms, relations_t *out) {
    for (size_t i = 0; i < group->variable_count; i++) {
        bool is_natural = !group->is_temporary[i] && varies(group, i);
        for (size_t row = 0; is_natural && row < group->row_count; row++)
            is_natural = sign_extend(sample_row(group, row)[i], group->widths[i]) >= 0;
        if (is_natural)
            VEC_PUSH(*out, term_bv(terms, TERM_BVSLE, term_const(terms, group->widths[i], 0),
                                   symbol_of(group, terms, i)));
    }
}

static void find_orders(const sample_group_t *group, terms_t *terms, const bool *determined,
                        const map64_t *bounds, relations_t *out) {
    bool is_near;
    uint64_t known;
    find_natural(group, terms, out);
    for (size_t i = 0; i < group->variable_count; i++)
        for (size_t j = 0; j < group->variable_count; j++) {
            if (!is_comparable(group, determined, i, j)) continue;
            if (!map64_get(bounds, pair_key(group, i, j), &known)) continue;
            order_t order = order_of(group, i, j, &is_near);
            const term_t *x = symbol_of(group, terms, i), *y = symbol_of(group, terms, j);
            if (order == BELOW) VEC_PUSH(*out, term_bv(terms, TERM_BVSLT, x, y));
            if (order != NOT_ORDERED) VEC_PUSH(*out, term_bv(terms, TERM_BVSLE, x, y));
        }
}

static int sign_of(const sample_group_t *group, size_t row, size_t at) {
    return sign_extend(sample_row(group, row)[at], group->widths[at]) < 0;
}

const term_t *relations_split(const sample_group_t *group, size_t at, terms_t *terms,
                              sample_group_t parts[2]) {
    for (int i = 0; i < 2; i++) {
        parts[i] = *group;
        parts[i].row_count = 0;
        parts[i].values.data = NULL;
        parts[i].values.len = parts[i].values.cap = 0;
    }
    for (size_t row = 0; row < group->row_count; row++) {
        sample_group_t *part = &parts[sign_of(group, row, at)];
        for (size_t i = 0; i < group->variable_count; i++)
            VEC_PUSH(part->values, sample_row(group, row)[i]);
        part->row_count++;
    }
    return term_bv(terms, TERM_BVSLT, symbol_of(group, terms, at),
                   term_const(terms, group->widths[at], 0));
}

void relations_find(const sample_group_t *group, relation_kind_t kind, terms_t *terms,
                    const map64_t *bounds, bool determined[SAMPLE_MAX_VARIABLES],
                    relations_t *out) {
    switch (kind) {
    case RELATION_PAIRS: find_pairs(group, terms, determined, out); break;
    case RELATION_SUMS: find_sums(group, terms, determined, out); break;
    case RELATION_CONSTANTS: find_constants(group, terms, out); break;
    case RELATION_CONGRUENCES: find_congruences(group, terms, out); break;
    default: find_orders(group, terms, determined, bounds, out);
    }
}
