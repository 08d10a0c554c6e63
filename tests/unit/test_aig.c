/* Formulas as graphs: what they mean, and what the SAT solver says of them. */
#include "tests/unit/test.h"

#include "solver/aig_sat.h"

static uint64_t random_state = 88172645463325252u;
static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 11) % n;
}

/* The truth of a literal, if bit i of values is that of the i-th input made. */
static bool truth(const aig_t *aig, aig_lit_t literal, uint32_t values) {
    uint32_t node = aig_node(literal);
    aig_lit_t a, b;
    bool value = false;
    if (node && aig_is_input(aig, node)) {
        value = values >> (node - 1) & 1;
    } else if (node) {
        aig_operands(aig, node, &a, &b);
        value = truth(aig, a, values) && truth(aig, b, values);
    }
    return value != (literal & 1);
}

enum { INPUTS = 4, FORMULAS = 60 };

typedef struct {
    aig_t *aig;
    aig_lit_t made[FORMULAS];
    uint32_t tables[FORMULAS]; /* truth for all values of the inputs */
} forest_t;

/* The inputs are nodes 1 to INPUTS. */
static forest_t forest_new(void) {
    forest_t f = {.aig = aig_new()};
    for (int i = 0; i < INPUTS; i++) {
        f.made[i] = aig_input(f.aig);
        for (uint32_t v = 0; v < 1u << INPUTS; v++) f.tables[i] |= (v >> i & 1) << v;
    }
    for (int i = INPUTS; i < FORMULAS; i++) {
        uint32_t x = random_below((uint32_t)i), y = random_below((uint32_t)i),
                 c = random_below((uint32_t)i);
        uint32_t all = (1u << (1u << INPUTS)) - 1;
        switch (random_below(4)) {
        case 0:
            f.made[i] = aig_and(f.aig, f.made[x], aig_not(f.made[y]));
            f.tables[i] = f.tables[x] & ~f.tables[y] & all;
            break;
        case 1:
            f.made[i] = aig_or(f.aig, f.made[x], f.made[y]);
            f.tables[i] = f.tables[x] | f.tables[y];
            break;
        case 2:
            f.made[i] = aig_xor(f.aig, f.made[x], f.made[y]);
            f.tables[i] = f.tables[x] ^ f.tables[y];
            break;
        default:
            f.made[i] = aig_ite(f.aig, f.made[c], f.made[x], f.made[y]);
            f.tables[i] = (f.tables[c] & f.tables[x]) | (~f.tables[c] & f.tables[y] & all);
        }
    }
    return f;
}

TEST(formulas_mean_what_they_are_made_of) {
    for (int round = 0; round < 30; round++) {
        forest_t f = forest_new();
        for (int i = 0; i < FORMULAS; i++)
            for (uint32_t v = 0; v < 1u << INPUTS; v++)
                CHECK_EQ(truth(f.aig, f.made[i], v), f.tables[i] >> v & 1);
        aig_delete(f.aig);
    }
}

TEST(equal_conjunctions_are_one_node) {
    aig_t *aig = aig_new();
    aig_lit_t a = aig_input(aig), b = aig_input(aig);
    CHECK_EQ(aig_and(aig, a, b), aig_and(aig, b, a));
    CHECK_EQ(aig_and(aig, a, aig_not(a)), AIG_FALSE);
    CHECK_EQ(aig_and(aig, a, aig_and(aig, a, b)), aig_and(aig, a, b));
    CHECK_EQ(aig_and(aig, aig_not(a), aig_and(aig, a, b)), AIG_FALSE);
    CHECK_EQ(aig_or(aig, a, AIG_TRUE), AIG_TRUE);
    aig_delete(aig);
}

TEST(the_solver_knows_which_formulas_can_hold) {
    for (int round = 0; round < 10; round++) {
        forest_t f = forest_new();
        aig_sat_t *sat = aig_sat_new(f.aig, NULL, NULL);
        for (int i = 0; i < FORMULAS; i++) {
            uint32_t values = 0;
            aig_sat_assume(sat, f.made[i]);
            cadical_answer_t answer = aig_sat_solve(sat);
            CHECK_EQ(answer == CADICAL_SAT, f.tables[i] != 0);
            if (answer != CADICAL_SAT) continue;
            for (int j = 0; j < INPUTS; j++) values |= (uint32_t)aig_sat_value(sat, f.made[j]) << j;
            CHECK(f.tables[i] >> values & 1);
        }
        aig_sat_delete(sat);
        aig_delete(f.aig);
    }
}

TEST(images_replace_inputs_at_once) {
    aig_t *aig = aig_new();
    aig_lit_t a = aig_input(aig), b = aig_input(aig), c = aig_input(aig);
    aig_lit_t formula = aig_and(aig, a, aig_not(b));
    aig_begin_map(aig);
    aig_map(aig, a, b);
    aig_map(aig, b, aig_not(a));
    CHECK_EQ(aig_image(aig, formula), aig_and(aig, b, a));
    CHECK_EQ(aig_image(aig, c), c);
    aig_begin_map(aig);
    aig_map(aig, aig_not(a), AIG_FALSE);
    CHECK_EQ(aig_image(aig, formula), aig_not(b));
    aig_delete(aig);
}

TEST(inputs_below_a_formula_are_found_once) {
    aig_t *aig = aig_new();
    aig_lit_t a = aig_input(aig), b = aig_input(aig);
    aig_lits_t found = {0};
    aig_input(aig);
    aig_begin_walk(aig);
    aig_inputs_below(aig, aig_xor(aig, a, b), &found);
    CHECK_EQ(found.len, 2);
    aig_inputs_below(aig, a, &found);
    CHECK_EQ(found.len, 2);
    VEC_FREE(found);
    aig_delete(aig);
}
