#include "solver/sat.h"

#include "solver/z3_sat.h"
#include "util/mem.h"

struct sat {
    cadical_t *cadical; /* or NULL, and then the other one */
    z3_sat_t *z3;
};

sat_t *sat_new(sat_kind_t kind) {
    sat_t *sat = mem_zalloc(sizeof *sat);
    if (kind == SAT_CADICAL)
        sat->cadical = cadical_new();
    else
        sat->z3 = z3_sat_new();
    return sat;
}

void sat_delete(sat_t *sat) {
    if (!sat) return;
    cadical_delete(sat->cadical);
    z3_sat_delete(sat->z3);
    mem_free(sat);
}

int sat_variable(sat_t *sat) {
    return sat->cadical ? cadical_variable(sat->cadical) : z3_sat_variable(sat->z3);
}

void sat_add(sat_t *sat, const int *literals, size_t count) {
    if (sat->cadical)
        cadical_add(sat->cadical, literals, count);
    else
        z3_sat_add(sat->z3, literals, count);
}

void sat_assume(sat_t *sat, int literal) {
    if (sat->cadical)
        cadical_assume(sat->cadical, literal);
    else
        z3_sat_assume(sat->z3, literal);
}

void sat_connect(sat_t *sat, const cadical_theory_t *theory) {
    if (sat->cadical)
        cadical_connect(sat->cadical, theory);
    else
        z3_sat_connect(sat->z3, theory);
}

void sat_observe(sat_t *sat, int variable) {
    if (sat->cadical)
        cadical_observe(sat->cadical, variable);
    else
        z3_sat_observe(sat->z3, variable);
}

cadical_answer_t sat_solve(sat_t *sat, bool (*stop)(void *context), void *context) {
    return sat->cadical ? cadical_solve(sat->cadical, stop, context)
                        : z3_sat_solve(sat->z3, stop, context);
}

bool sat_value(sat_t *sat, int literal) {
    return sat->cadical ? cadical_value(sat->cadical, literal) : z3_sat_value(sat->z3, literal);
}

void sat_counts(const sat_t *sat, cadical_counts_t *counts) {
    if (sat->cadical)
        cadical_counts(sat->cadical, counts);
    else
        z3_sat_counts(sat->z3, counts);
}
