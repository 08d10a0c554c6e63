#ifndef REFINE_IMPACT_PROOF_H
#define REFINE_IMPACT_PROOF_H

#include "refine/impact/impact.h"

/* The proof that a finished tree is: its open nodes with their labels, and which threads were
 * followed from each configuration. Refers to the tree. */
typedef struct impact_proof impact_proof_t;
impact_proof_t *impact_proof_new(impact_t *x);
void impact_proof_delete(impact_proof_t *proof);
void impact_proof_fill(impact_proof_t *proof, states_proof_t *out);

#endif
