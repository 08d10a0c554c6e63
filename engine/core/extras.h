#ifndef ENGINE_CORE_EXTRAS_H
#define ENGINE_CORE_EXTRAS_H

#include "engine/core/engine.h"

/* Engines that answer some questions at once and leave the others alone. false:
 * no answer was found, result says why. */

/* What explicit values find out in a moment. */
bool engine_glance(const engine_context_t *context, result_t *result);
/* A proof for any number of threads (docs/crowd.md). Brief: only the attempt that may be
 * worth the while for a few threads too. */
bool engine_crowd(const engine_context_t *context, result_t *result, bool is_brief);
/* The same, by what can be said of any two threads. */
bool engine_pairs(const engine_context_t *context, result_t *result);
/* A violation found by running the program, in so many steps at most (0: until a
 * limit; docs/hunt.md). */
bool engine_hunt(const engine_context_t *context, result_t *result, uint64_t max_steps);

#endif
