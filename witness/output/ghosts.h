#ifndef WITNESS_OUTPUT_GHOSTS_H
#define WITNESS_OUTPUT_GHOSTS_H

#include "cfa/configuration.h"
#include "witness/output/source_text.h"

#include <cjson/cJSON.h>

/* Ghost variables of witnesses (format 2.1): m_locked is 1 as long as some thread holds the
 * mutex m. A mutex has one if every step that takes or frees it is a call that is a statement of
 * its own, so that the variable can be set in the same step there; one that a condition variable
 * releases has none. */

typedef struct ghost_update {
    source_t at; /* the statement */
    const function_t *function;
    bool is_locked; /* behind it */
} ghost_update_t;

typedef struct ghost {
    char *name;
    uint64_t address; /* of the mutex */
    VEC(ghost_update_t) updates;
    bool is_used; /* some invariant names it; set by who writes invariants */
} ghost_t;

typedef VEC(ghost_t) ghosts_t;

/* After the passes. */
void ghosts_find(ghosts_t *out, const program_t *program, source_text_t *text);
void ghosts_free(ghosts_t *ghosts);
/* Does some thread hold the mutex? */
bool ghost_is_locked(const ghost_t *ghost, const configuration_t *configuration);
/* The content of a ghost_instrumentation with those that are used; NULL: none is. */
cJSON *ghosts_content(const ghosts_t *ghosts);

#endif
