#ifndef ENGINE_ABSENCE_ABSENCE_ENGINE_H
#define ENGINE_ABSENCE_ABSENCE_ENGINE_H

#include "engine/core/engine.h"

/* Proves what no step of the program could violate, whatever the values: no function that main
 * reaches has such a step, nor one that cannot be modelled. */
extern const engine_class_t absence_engine;

/* The properties of which some step of a function that main reaches says that it violates
 * them. */
property_mask_t absence_possible(const program_t *program, const property_set_t *properties);

#endif
