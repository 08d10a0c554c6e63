#ifndef ENGINE_CROWD_ENGINES_H
#define ENGINE_CROWD_ENGINES_H

#include "engine/core/engine.h"

/* Proofs for any number of threads (docs/crowd.md): by counting those that are alike, and by
 * what can be said of any two of them. */
extern const engine_class_t crowd_engine, pair_engine;

#endif
