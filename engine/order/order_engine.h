#ifndef ENGINE_ORDER_ORDER_ENGINE_H
#define ENGINE_ORDER_ORDER_ENGINE_H

#include "engine/core/engine.h"

extern const engine_class_t order_engine;

#endif
