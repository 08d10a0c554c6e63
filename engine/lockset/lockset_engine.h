#ifndef ENGINE_LOCKSET_LOCKSET_ENGINE_H
#define ENGINE_LOCKSET_LOCKSET_ENGINE_H

#include "engine/core/engine.h"

extern const engine_class_t lockset_engine;

#endif
