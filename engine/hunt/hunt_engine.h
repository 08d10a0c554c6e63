#ifndef ENGINE_HUNT_HUNT_ENGINE_H
#define ENGINE_HUNT_HUNT_ENGINE_H

#include "engine/core/engine.h"
#include "engine/hunt/machine.h"

/* docs/hunt.md. The budget counts steps; few are made of programs whose runs are short. */
extern const engine_class_t hunt_engine;

/* Runs at random that somebody else looks at: told of each state in which a thread has come to
 * a loop head, outside of atomic sections. */
typedef struct hunt_observer {
    void (*see)(void *context, machine_t *machine);
    void *context;
} hunt_observer_t;
void hunt_observe(const engine_context_t *context, uint64_t steps, const hunt_observer_t *observer);
/* Might others see the step? Then where it begins is a place to switch. */
bool hunt_is_visible(const edge_t *edge);

#endif
