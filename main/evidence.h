#ifndef MAIN_EVIDENCE_H
#define MAIN_EVIDENCE_H

#include "engine/core/engine.h"
#include "main/run.h"

/* Nothing is said without evidence: false after the trace was replayed, true
 * after the proof was checked. Otherwise the result becomes unknown. Prints
 * the counterexample, writes the witness. false: a file could not be written
 * (the verdict stands). */
bool evidence_give(const engine_context_t *context, result_t *result, run_t *run);

#endif
