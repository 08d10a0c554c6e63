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
    bool forbids_deadlock; /* no deadlock may be reached either */
    limits_t *limits;      /* asked now and then; NULL: none */
} check_limits_t;

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
