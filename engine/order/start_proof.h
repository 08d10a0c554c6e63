#ifndef ENGINE_ORDER_START_PROOF_H
#define ENGINE_ORDER_START_PROOF_H

#include "cfa/proof.h"

/* A proof that consists of the start of main: its check follows all runs by itself. */
void start_proof(const program_t *program, proof_t *proof);

#endif
