#ifndef WITNESS_OUTPUT_WITNESS_H
#define WITNESS_OUTPUT_WITNESS_H

#include "cfa/property.h"
#include "cfa/result.h"
#include "util/options.h"
#include "witness/semantics/replay.h"

/* Witness files in the exchange formats of verifiers: 2.x, a list of entries, written as
 * JSON, which is YAML too; and 1.0, GraphML. docs/witness.md tells users what they contain. */

typedef struct witness_task {
    const program_t *program;
    const property_t *property;
    const char *const *files; /* as given; hashed when the witness is written */
    size_t file_count;
    const char *data_model;    /* "ILP32", "LP64" */
    const char *version;       /* of heddle */
    const char *configuration; /* may be NULL */
    const char *command_line;  /* may be NULL */
    const char *specification; /* the CHECK line; NULL: that of the property */
    witness_format_t format;
} witness_task_t;

/* Both write to a temporary file beside path and rename it, so that a witness
 * is there wholly or not at all. false: *why says why, to be freed with
 * mem_free.
 *
 * A violation_sequence of a replay that has reached the error. */
bool witness_write_violation(const char *path, const witness_task_t *task, const replay_t *replay,
                             char **why);
/* An invariant_set. open_nodes comes from proof_check (check_stats_t): whoever
 * stands there may be in a state that no kept state covers, so nothing is said
 * about those. proof or open_nodes NULL: only what holds in every interleaving. */
bool witness_write_proof(const char *path, const witness_task_t *task, const proof_t *proof,
                         const bool *open_nodes, char **why);

/* The same as text, without writing a file. */
char *witness_violation_text(const witness_task_t *task, const replay_t *replay, char **why);
char *witness_proof_text(const witness_task_t *task, const proof_t *proof, const bool *open_nodes,
                         char **why);

#endif
