#ifndef WITNESS_ORDER_UNFOLD_H
#define WITNESS_ORDER_UNFOLD_H

#include "witness/check/check.h"
#include "witness/order/events.h"
#include "witness/semantics/semantics.h"

/* Unfolds all threads of a program: loops and calls as far as the proof says. What would go
 * further is a target, as is all that has no meaning here or that the claim excludes.
 *
 * Two things are left out, because a run in which they happen can be had without them: rounds
 * of a loop in which a thread changes nothing (see unfold.c), and what comes after a target.
 *
 * false: *why says what cannot be unfolded. */
bool unfold(const program_t *program, terms_t *terms, const unfold_proof_t *proof,
            const check_limits_t *limits, events_t *events, const char **why);

#endif
