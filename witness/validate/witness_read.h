#ifndef WITNESS_VALIDATE_WITNESS_READ_H
#define WITNESS_VALIDATE_WITNESS_READ_H

#include "util/arena.h"
#include "util/strbuf.h"
#include "util/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Witness files of format 2.x, of whatever tool, in YAML or JSON. */

typedef enum { WITNESS_OF_VIOLATION, WITNESS_OF_PROOF } witness_kind_t;

typedef struct witness_place {
    const char *file; /* as the witness has it */
    uint32_t line, column;
} witness_place_t;

/* A waypoint, or an invariant. */
typedef struct witness_point {
    const char *type;
    const char *value; /* of the constraint; NULL: none */
    witness_place_t at;
    int64_t thread_id; /* -1: not said */
    size_t segment;    /* of a waypoint: how many to follow come before it */
    bool is_avoided;   /* ... it is not to be passed before the next of these */
} witness_point_t;

/* A ghost variable, and a change of one that happens in one step with the statement there. */
typedef struct witness_ghost {
    const char *name, *type, *initial;
} witness_ghost_t;

typedef struct witness_update {
    witness_place_t at;
    const char *variable, *value;
} witness_update_t;

typedef struct witness_file {
    witness_kind_t kind;
    VEC(witness_point_t) points; /* in order */
    VEC(witness_ghost_t) ghosts; /* of a proof; their updates in order */
    VEC(witness_update_t) updates;
    VEC(const char *) files;     /* of the task, and their hashes ("" if there is none) */
    VEC(const char *) hashes;
} witness_file_t;

/* Strings live in the arena. false: error says why, with the path. */
bool witness_read(witness_file_t *out, arena_t *arena, const char *path, strbuf_t *error);
void witness_file_free(witness_file_t *file);

#endif
