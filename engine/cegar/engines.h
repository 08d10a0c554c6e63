#ifndef ENGINE_CEGAR_ENGINES_H
#define ENGINE_CEGAR_ENGINES_H

#include "engine/core/engine.h"

extern const engine_class_t value_engine, predicate_engine, predicate_value_engine, bmc_engine;

#endif
