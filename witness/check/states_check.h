#ifndef WITNESS_CHECK_STATES_CHECK_H
#define WITNESS_CHECK_STATES_CHECK_H

#include "witness/check/check.h"

/* The check of a proof by kept states.
 *
 * It is accepted if the start of main is covered by kept states, no kept
 * state is an error, and every run from a kept state comes, in finitely many
 * steps of which none can violate the property or leave what is modelled, to
 * states that kept states cover, or ends. From each kept state all steps of
 * all threads are made symbolically; what is not covered yet goes on, level by
 * level; states of one level in the same configuration become one state.
 *
 * If the proof was made under a partial-order reduction (proof->explored), steps
 * are left out where this room finds for itself that they may be
 * (witness/check/independence.h); that needs the points-to and sharing passes.
 * As proof_check (witness/proof_check.h). */
bool states_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                  const states_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                  char **why);

#endif
