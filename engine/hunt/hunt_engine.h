#ifndef ENGINE_HUNT_HUNT_ENGINE_H
#define ENGINE_HUNT_HUNT_ENGINE_H

#include "engine/core/engine.h"

/* docs/hunt.md. The budget counts steps; few are made of programs whose runs are short. */
extern const engine_class_t hunt_engine;

#endif
