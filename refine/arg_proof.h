#ifndef REFINE_ARG_PROOF_H
#define REFINE_ARG_PROOF_H

#include "cfa/proof.h"
#include "cpa/explore/algorithm.h"

/* The proof that a finished ARG is: its states that are not covered. With only
 * set, what this one CPA says of every state; else what all say of the states
 * that stand at the end of a block. has_formulas: they say more than values, and those that
 * imply others of the same configuration can be left out. */
typedef struct arg_proof arg_proof_t;
arg_proof_t *arg_proof_new(composite_t *composite, arg_t *arg, const cpa_t *only,
                           bool has_formulas);
/* The states are representatives. */
void arg_proof_use_symmetry(arg_proof_t *proof, symmetry_t *symmetry);
void arg_proof_delete(arg_proof_t *proof);
void arg_proof_fill(arg_proof_t *proof, states_proof_t *out);

#endif
