/* Which ways to interpolate are tried, and what they gave compared. */

#include "solver/interpolate_ways.h"

static void add_way(interpolation_t *how, interpolation_way_t way) {
    if (way == INTERPOLATE_NATIVE && !how->class->interpolate) return;
    for (size_t i = 0; i < how->way_count; i++)
        if (how->ways[i] == way) return;
    how->ways[how->way_count++] = way;
}

static void add_all_ways(interpolation_t *how) {
    for (int way = 0; way < INTERPOLATION_WAY_COUNT; way++) add_way(how, (interpolation_way_t)way);
}

interpolation_t interpolation_preferring(const solver_class_t *class, interpolation_way_t first) {
    interpolation_t how = {.class = class, .milliseconds = 10000};
    add_way(&how, first);
    add_all_ways(&how);
    return how;
}

interpolation_t interpolation_default(const solver_class_t *class) {
    return interpolation_preferring(class, INTERPOLATE_NATIVE);
}

interpolation_t interpolation_comparing(const solver_class_t *class) {
    interpolation_t how = {.class = class, .milliseconds = 10000};
    add_way(&how, INTERPOLATE_FORWARD);
    add_way(&how, INTERPOLATE_BACKWARD);
    add_way(&how, INTERPOLATE_NATIVE);
    add_way(&how, INTERPOLATE_LINEAR);
    how.compared = how.way_count;
    add_all_ways(&how);
    return how;
}

interpolation_t interpolation_not_counting(const solver_class_t *class) {
    interpolation_t how = {.class = class, .milliseconds = 10000};
    add_way(&how, INTERPOLATE_FORWARD);
    add_way(&how, INTERPOLATE_LINEAR);
    add_way(&how, INTERPOLATE_BACKWARD);
    how.compared_if_counting = how.way_count;
    add_all_ways(&how);
    return how;
}

/* To out the different atoms of a sequence, without indices and negations. */
static void different_atoms(terms_t *terms, const term_t *const *itps, size_t count,
                            term_vec_t *out) {
    term_vec_t atoms = {0};
    map64_t seen = {0};
    for (size_t i = 0; i < count; i++) {
        VEC_CLEAR(atoms);
        term_atoms(terms, term_bare(terms, itps[i]), &atoms);
        for (size_t k = 0; k < atoms.len; k++) {
            const term_t *atom = atoms.data[k];
            uint64_t known;
            if (atom->kind == TERM_NOT) atom = atom->a[0];
            if (term_is_value(atom) || map64_get(&seen, atom->id, &known)) continue;
            map64_put(&seen, atom->id, 1);
            VEC_PUSH(*out, atom);
        }
    }
    VEC_FREE(atoms);
    map64_free(&seen);
}

size_t interpolants_complexity(terms_t *terms, const term_t *const *itps, size_t count) {
    term_vec_t atoms = {0};
    size_t sum = 0;
    different_atoms(terms, itps, count, &atoms);
    for (size_t i = 0; i < atoms.len; i++) sum += term_size(terms, atoms.data[i]);
    VEC_FREE(atoms);
    return sum;
}

/* A flag has two values, and a short loop comes to its end by itself. */
enum { FEWEST_ROUNDS = 3 };

/* A comparison with a number: of what. */
static const term_t *compared_with_number(const term_t *atom) {
    switch (atom->kind) {
    case TERM_EQ:
    case TERM_BVSLT:
    case TERM_BVULT:
        if (atom->a[1]->kind == TERM_CONST) return atom->a[0];
        return atom->a[0]->kind == TERM_CONST ? atom->a[1] : NULL;
    default: return NULL;
    }
}

bool interpolants_count(terms_t *terms, const term_t *const *itps, size_t count) {
    term_vec_t atoms = {0};
    map64_t numbers = {0}; /* id of a term -> with how many numbers it is compared */
    bool counts = false;
    different_atoms(terms, itps, count, &atoms);
    for (size_t i = 0; i < atoms.len && !counts; i++) {
        const term_t *of = compared_with_number(atoms.data[i]);
        if (!of) continue;
        uint64_t known = 0;
        map64_get(&numbers, of->id, &known);
        map64_put(&numbers, of->id, ++known);
        counts = known >= FEWEST_ROUNDS;
    }
    VEC_FREE(atoms);
    map64_free(&numbers);
    return counts;
}
