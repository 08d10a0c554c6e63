#ifndef ENGINE_IMPACT_IMPACT_ENGINE_H
#define ENGINE_IMPACT_IMPACT_ENGINE_H

#include "engine/core/engine.h"

/* Lazy abstraction with interpolants; docs/impact.md. */
extern const engine_class_t impact_engine;

#endif
