#ifndef WITNESS_CHECK_H
#define WITNESS_CHECK_H

#include "cfa/result.h"
#include "solver/solver.h"
#include "util/limits.h"

/* The second opinion on a proof, before "true" is printed. It has nothing in
 * common with the exploration but the program, configurations and terms.
 *
 * A proof is accepted if the start of main is covered by kept states, no kept
 * state is an error, and every run from a kept state comes, in finitely many
 * steps of which none can violate the property or leave what is modelled, to
 * states that kept states cover, or ends. From each kept state all steps of
 * all threads are made symbolically; what is not covered yet goes on, level by
 * level; states of one level in the same configuration become one state.
 *
 * If the proof was made under a partial-order reduction (proof->explored), steps
 * are left out where this room finds for itself that they may be
 * (witness/independence.h); that needs the points-to and sharing passes.
 *
 * The checker cannot accept a wrong proof by running out of anything: a budget
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

/* The class is that of the solver to use; it is only started if it is needed.
 * limits and stats may be NULL. false: *why says why, to be freed with
 * mem_free. */
bool proof_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why);

#endif
