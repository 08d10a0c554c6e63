#ifndef ENGINE_BOOLEAN_BOOLEAN_ENGINE_H
#define ENGINE_BOOLEAN_BOOLEAN_ENGINE_H

#include "engine/core/engine.h"

/* Symbolic simulation of Boolean programs (docs/boolean.md). */
extern const engine_class_t boolean_engine;

#endif
