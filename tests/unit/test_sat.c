/* Both SAT solvers with a theory beside them: random clauses, and the rule that no two
 * neighbours of a ring are true, which the theory alone knows. What they answer is compared with
 * each other and with clauses that say the same. */
#include "tests/unit/test.h"

#include "solver/sat.h"
#include "util/vec.h"

enum { VARIABLES = 24, CLAUSES = 30 };

typedef struct {
    VEC(int) trail;
    VEC(size_t) levels;
    int8_t value[VARIABLES + 1];
    int cause[VARIABLES + 1]; /* why it must be false, where it was propagated */
    int clause[2];
    int reason[2];
    bool propagates;
    size_t told; /* neighbours of the trail that were looked at, two for each literal */
} ring_t;

static int neighbour(int variable, int step) {
    return (variable - 1 + step + VARIABLES) % VARIABLES + 1;
}

static void assigned(void *context, const int *literals, size_t count) {
    ring_t *ring = context;
    for (size_t i = 0; i < count; i++) {
        ring->value[abs(literals[i])] = literals[i] > 0 ? 1 : -1;
        VEC_PUSH(ring->trail, literals[i]);
    }
}

static void new_level(void *context) {
    ring_t *ring = context;
    VEC_PUSH(ring->levels, ring->trail.len);
}

static void backtrack(void *context, size_t level) {
    ring_t *ring = context;
    if (level >= ring->levels.len) return;
    while (ring->trail.len > ring->levels.data[level]) ring->value[abs(VEC_POP(ring->trail))] = 0;
    ring->levels.len = level;
    if (ring->told > 2 * ring->trail.len) ring->told = 2 * ring->trail.len;
}

static int propagate(void *context) {
    ring_t *ring = context;
    while (ring->propagates && ring->told < 2 * ring->trail.len) {
        int literal = ring->trail.data[ring->told / 2], step = ring->told % 2 ? 1 : -1;
        ring->told++;
        int other = literal > 0 ? neighbour(literal, step) : 0;
        if (!other || ring->value[other]) continue;
        ring->cause[other] = literal;
        return -other;
    }
    return 0;
}

static const int *reason(void *context, int literal, size_t *count) {
    ring_t *ring = context;
    ring->reason[0] = literal;
    ring->reason[1] = -ring->cause[-literal];
    *count = 2;
    return ring->reason;
}

static const int *conflict(void *context, size_t *count) {
    ring_t *ring = context;
    for (int v = 1; v <= VARIABLES; v++) {
        if (ring->value[v] <= 0 || ring->value[neighbour(v, 1)] <= 0) continue;
        ring->clause[0] = -v;
        ring->clause[1] = -neighbour(v, 1);
        *count = 2;
        return ring->clause;
    }
    return NULL;
}

static bool accepts(void *context) {
    size_t count;
    return !conflict(context, &count);
}

typedef struct {
    int literals[CLAUSES][3];
} clauses_t;

static uint64_t next_number(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void make_clauses(uint64_t *state, clauses_t *clauses) {
    for (int i = 0; i < CLAUSES; i++)
        for (int k = 0; k < 3; k++) {
            int variable = (int)(next_number(state) % VARIABLES) + 1;
            clauses->literals[i][k] = next_number(state) % 4 ? variable : -variable;
        }
}

static sat_t *solver_of(sat_kind_t kind, const clauses_t *clauses) {
    sat_t *sat = sat_new(kind);
    for (int v = 1; v <= VARIABLES; v++) CHECK_EQ(sat_variable(sat), v);
    for (int i = 0; i < CLAUSES; i++) sat_add(sat, clauses->literals[i], 3);
    return sat;
}

/* The rule as clauses. */
static cadical_answer_t expected_answer(const clauses_t *clauses, int assumption) {
    sat_t *sat = solver_of(SAT_CADICAL, clauses);
    for (int v = 1; v <= VARIABLES; v++) sat_add(sat, (const int[]){-v, -neighbour(v, 1)}, 2);
    sat_assume(sat, assumption);
    cadical_answer_t answer = sat_solve(sat, NULL, NULL);
    sat_delete(sat);
    return answer;
}

static void check_model(sat_t *sat, const clauses_t *clauses) {
    for (int i = 0; i < CLAUSES; i++) {
        bool holds = false;
        for (int k = 0; k < 3; k++) holds |= sat_value(sat, clauses->literals[i][k]);
        CHECK(holds);
    }
    for (int v = 1; v <= VARIABLES; v++)
        CHECK(!sat_value(sat, v) || sat_value(sat, -neighbour(v, 1)));
}

static void check_with_theory(sat_kind_t kind, const clauses_t *clauses, bool propagates,
                              unsigned *unsat) {
    ring_t ring = {.propagates = propagates};
    cadical_theory_t theory = {&ring,  assigned, new_level, backtrack, propagate,
                               reason, conflict, accepts,   NULL};
    sat_t *sat = solver_of(kind, clauses);
    sat_connect(sat, &theory);
    for (int v = 1; v <= VARIABLES; v++) sat_observe(sat, v);
    for (int assumption = 1; assumption <= 3; assumption++) {
        sat_assume(sat, assumption);
        cadical_answer_t answer = sat_solve(sat, NULL, NULL);
        CHECK_EQ(answer, expected_answer(clauses, assumption));
        if (answer == CADICAL_SAT) check_model(sat, clauses);
        *unsat += answer == CADICAL_UNSAT;
    }
    sat_delete(sat);
    VEC_FREE(ring.trail);
    VEC_FREE(ring.levels);
}

TEST(both_solvers_follow_the_theory) {
    enum { ROUNDS = 40 };
    uint64_t state = 20240515;
    unsigned unsat = 0;
    for (int round = 0; round < ROUNDS; round++) {
        clauses_t clauses;
        make_clauses(&state, &clauses);
        for (sat_kind_t kind = SAT_CADICAL; kind <= SAT_Z3; kind++)
            check_with_theory(kind, &clauses, round % 2, &unsat);
    }
    CHECK(unsat > ROUNDS / 2 && unsat < 5 * ROUNDS);
}
