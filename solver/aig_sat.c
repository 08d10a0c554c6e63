#include "solver/aig_sat.h"

#include "util/hash.h"

struct aig_sat {
    const aig_t *aig;
    cadical_t *solver;
    bool (*stop)(void *context);
    void *context;
    map64_t variables; /* of nodes */
    numbers_t stack;
    int truth; /* a variable that is true */
};

aig_sat_t *aig_sat_new(const aig_t *aig, bool (*stop)(void *context), void *context) {
    aig_sat_t *sat = mem_zalloc(sizeof *sat);
    sat->aig = aig;
    sat->solver = cadical_new();
    sat->stop = stop;
    sat->context = context;
    sat->truth = cadical_variable(sat->solver);
    cadical_add(sat->solver, &sat->truth, 1);
    map64_put(&sat->variables, 0, (uint64_t)sat->truth);
    return sat;
}

void aig_sat_delete(aig_sat_t *sat) {
    if (!sat) return;
    cadical_delete(sat->solver);
    map64_free(&sat->variables);
    VEC_FREE(sat->stack);
    mem_free(sat);
}

cadical_t *aig_sat_solver(aig_sat_t *sat) {
    return sat->solver;
}

/* Node 0 is false, its variable is true. */
static bool known(const aig_sat_t *sat, aig_lit_t formula, int *literal) {
    uint64_t variable;
    uint32_t node = aig_node(formula);
    if (!map64_get(&sat->variables, node, &variable)) return false;
    bool negated = (formula & 1) != (node == 0);
    *literal = negated ? -(int)variable : (int)variable;
    return true;
}

static void add_gate(aig_sat_t *sat, int out, int a, int b) {
    int implies_a[] = {-out, a}, implies_b[] = {-out, b}, implied[] = {out, -a, -b};
    cadical_add(sat->solver, implies_a, 2);
    cadical_add(sat->solver, implies_b, 2);
    cadical_add(sat->solver, implied, 3);
}

int aig_sat_literal(aig_sat_t *sat, aig_lit_t formula) {
    int literal = 0, x = 0, y = 0;
    VEC_CLEAR(sat->stack);
    VEC_PUSH(sat->stack, aig_node(formula));
    while (sat->stack.len) {
        uint32_t node = VEC_TOP(sat->stack);
        aig_lit_t a = 0, b = 0;
        if (known(sat, node * 2, &literal)) {
            sat->stack.len--;
            continue;
        }
        bool is_gate = !aig_is_input(sat->aig, node);
        if (is_gate) {
            aig_operands(sat->aig, node, &a, &b);
            bool has_a = known(sat, a, &x), has_b = known(sat, b, &y);
            if (!has_a) VEC_PUSH(sat->stack, aig_node(a));
            if (!has_b) VEC_PUSH(sat->stack, aig_node(b));
            if (!has_a || !has_b) continue;
        }
        int variable = cadical_variable(sat->solver);
        map64_put(&sat->variables, node, (uint64_t)variable);
        if (is_gate) add_gate(sat, variable, x, y);
    }
    known(sat, formula, &literal);
    return literal;
}

void aig_sat_add(aig_sat_t *sat, aig_lit_t formula) {
    int literal = aig_sat_literal(sat, formula);
    cadical_add(sat->solver, &literal, 1);
}

void aig_sat_assume(aig_sat_t *sat, aig_lit_t formula) {
    cadical_assume(sat->solver, aig_sat_literal(sat, formula));
}

cadical_answer_t aig_sat_solve(aig_sat_t *sat) {
    return cadical_solve(sat->solver, sat->stop, sat->context);
}

bool aig_sat_value(const aig_sat_t *sat, aig_lit_t input) {
    int literal;
    return known(sat, input, &literal) && cadical_value(sat->solver, literal);
}
