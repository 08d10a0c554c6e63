#ifndef ENGINE_CORE_ENGINE_H
#define ENGINE_CORE_ENGINE_H

#include "cfa/program.h"
#include "cfa/property.h"
#include "cfa/result.h"
#include "solver/term.h"
#include "util/limits.h"
#include "util/options.h"
#include "util/stats.h"

/* What an engine may use; nothing else is known to it. */
typedef struct engine_context {
    const program_t *program;
    const property_t *property;
    const options_t *options;
    terms_t *terms;
    limits_t *limits;
    stats_t *stats;
} engine_context_t;

/* Chooses an engine by the options and runs it; *result is zeroed before and
 * always holds a verdict afterwards, an unknown with its reason. */
void engine_run(const engine_context_t *context, result_t *result);

#endif
