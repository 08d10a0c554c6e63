#ifndef WITNESS_OUTPUT_WITNESS_ENTRY_H
#define WITNESS_OUTPUT_WITNESS_ENTRY_H

#include "witness/output/source_text.h"
#include "witness/output/witness.h"

#include <cjson/cJSON.h>

/* Parts that both kinds of witness have. */
cJSON *witness_location(source_t at, const function_t *function);
cJSON *witness_violation_content(const replay_t *replay);
cJSON *witness_invariant_content(const witness_task_t *task, const states_proof_t *proof,
                                 const bool *open_nodes);

#endif
