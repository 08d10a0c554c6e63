#ifndef ENGINE_PORTFOLIO_H
#define ENGINE_PORTFOLIO_H

#include "engine/core/engine.h"

/* Runs attempts (engine/attempts.h) until all properties are answered, or nothing is left to
 * try. Nothing else decides what runs next. */

/* The other side: no answer counts before it is confirmed. */
typedef struct portfolio_evidence {
    void *context;
    /* Replays each trace and checks the proof; takes back what is not confirmed (then
     * result->ending becomes ENDED_REFUSED, or ENDED_LIMIT). */
    void (*confirm)(void *context, const engine_context_t *engine, result_t *result);
    /* Hands over the confirmed trace of a violation. */
    void (*give_trace)(void *context, const result_t *result, size_t property);
    /* A confirmed proof of an attempt: does it describe all reachable states, so that
     * invariants can be taken from it? */
    bool (*has_invariants)(void *context, const result_t *result);
    /* Hands over a confirmed proof; invariants is the one to take invariants from, NULL: there
     * is none. */
    void (*give_proof)(void *context, const result_t *proof, const result_t *invariants);
} portfolio_evidence_t;

/* Answers everything in result->asked, but ends when it finds one of them violated; the traces
 * and proofs have been handed over, verdicts and reasons are in the result. TRUE means that no
 * violation lies before one of another property of the set: it stands if none of those can be
 * violated that end runs (property_set_hiding). context->knowledge may be NULL. */
void portfolio_run(const engine_context_t *context, const portfolio_evidence_t *evidence,
                   result_t *result);

#endif
