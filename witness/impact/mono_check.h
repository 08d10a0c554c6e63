#ifndef WITNESS_IMPACT_MONO_CHECK_H
#define WITNESS_IMPACT_MONO_CHECK_H

#include "witness/check/check.h"

/* The check of a proof by monotonic paths (docs/impact.md).
 *
 * An action is what nobody interrupts: a step, all steps of an atomic section, and steps that touch
 * nothing that others touch, made before anything else moves. Two actions of different threads are
 * independent if neither writes what the other reads or writes, by the effects that this room finds
 * for itself, and the second was possible before the first. Every run to a violation can be
 * rearranged, by exchanging neighbours that are independent, into one in which no action follows an
 * independent one of a thread with a larger number, and every beginning of such a run is such a
 * run. So after an action only those threads have to be followed that are not held back by it.
 *
 * It is accepted if main is followed from a kept state that covers its start, and every action of a
 * thread followed from a kept state leads, over finitely many further ones, to states that are
 * covered by kept states from which all threads are followed that have to be. As proof_check
 * (witness/proof_check.h). */
bool mono_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                const states_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                char **why);

#endif
