#ifndef ENGINE_ORDER_UNWINDING_PROOF_H
#define ENGINE_ORDER_UNWINDING_PROOF_H

#include "cfa/proof.h"
#include "engine/order/unwind.h"

/* How far everything was unwound; takes the counts out of the unwinding. Of states in which
 * nobody can move that says nothing: then the start of main is all, from which the check
 * follows all runs by itself. */
void unwinding_proof(unwinding_t *unwinding, bool is_of_states, proof_t *proof);

#endif
