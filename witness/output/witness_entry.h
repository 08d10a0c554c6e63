#ifndef WITNESS_OUTPUT_WITNESS_ENTRY_H
#define WITNESS_OUTPUT_WITNESS_ENTRY_H

#include "witness/output/source_text.h"
#include "witness/output/witness.h"

#include <cjson/cJSON.h>

/* Parts that the kinds of witness share. */
cJSON *witness_location(source_t at, const function_t *function);
/* The CHECK line of what was, or could have been, violated. */
const char *witness_specification(const witness_task_t *task);
/* Now, in ISO 8601. */
void witness_time(char out[32]);
/* SHA-256; false: *why says why. */
bool witness_hash_file(const char *path, char out[65], char **why);

cJSON *witness_violation_content(const replay_t *replay, witness_format_t format);
/* *instrumentation: the content of the entry for the ghost variables in it; NULL: it has none. */
cJSON *witness_invariant_content(const witness_task_t *task, const proof_t *proof,
                                 const bool *open_nodes, cJSON **instrumentation);
char *witness_violation_graphml(const witness_task_t *task, const replay_t *replay, char **why);
/* Without invariants: the format has them at nodes of an automaton that would be another
 * proof. */
char *witness_proof_graphml(const witness_task_t *task, char **why);

#endif
