#ifndef WITNESS_CHECK_CHECK_H
#define WITNESS_CHECK_CHECK_H

#include "cfa/result.h"
#include "solver/solver.h"
#include "util/limits.h"

/* What all checks of proofs have in common: how far they may go, and what they
 * count. A check cannot accept a wrong proof by running out of anything: a budget
 * used up, a limit or a solver that gives no answer rejects it. */
typedef struct check_limits {
    size_t levels;         /* steps from one kept state; 0: 10,000 */
    size_t states;         /* made from one kept state; 0: 1,000,000 */
    unsigned milliseconds; /* per question to the solver; 0: 10,000 */
    limits_t *limits;      /* asked now and then; NULL: none */
    /* What the proof claims of which properties; NULL: that no error node is reached. */
    const property_set_t *properties;
    property_mask_t claimed;
} check_limits_t;

/* Does the proof claim that this kind of violation is impossible? */
static inline bool check_forbids(const check_limits_t *limits, violation_t violation) {
    if (!limits->properties) return violation == VIOLATION_STEP;
    return property_set_violated_by(limits->properties, limits->claimed, violation) != 0;
}

/* Does it claim something of the property of this number? */
static inline bool check_claims(const check_limits_t *limits, uint8_t property) {
    return !limits->properties || limits->claimed & property_bit(property);
}

/* Steps that the end of the program must not hide. */
static inline visible_steps_t check_visible(const check_limits_t *limits) {
    return limits->properties ? property_set_visible(limits->properties, limits->claimed)
                              : VISIBLE_ERRORS;
}

typedef struct check_stats {
    size_t kept, steps, covered_by_lookup, covered_by_solver, continued, joined;
    size_t reduced; /* states from which steps were left out */
    size_t refused; /* ... could not be left out although the proof did */
    /* Set by the caller: NULL, or one per node of the program, all false. Those
     * become true at which some thread may stand in a state that no kept state
     * covers, so the kept states say nothing for sure about them. */
    bool *open_nodes;
} check_stats_t;

#endif
