#ifndef ENGINE_BOOLEAN_FIXPOINT_H
#define ENGINE_BOOLEAN_FIXPOINT_H

#include "cfa/proof.h"
#include "engine/boolean/search.h"
#include "solver/term.h"

/* The states of a finished search, as a proof. */
void boolean_proof(const search_t *search, terms_t *terms, proof_t *proof);

#endif
