#ifndef ENGINE_HUNT_SHORTEN_H
#define ENGINE_HUNT_SHORTEN_H

#include "cfa/property.h"
#include "cfa/result.h"
#include "engine/hunt/machine.h"

enum { SHORTEN_STEPS = 1000000 }; /* a second or less */

/* Makes the trace of a violation easier to read: fewer switches between threads, then
 * fewer steps, and small inputs (after Jalbert and Sen 2010, "A Trace Simplification Technique for
 * Effective Debugging of Concurrent Programs"). Changed schedules are run on the
 * machine, and kept if they still end in the violation. Stops after so many steps. A trace that
 * the machine cannot follow stays as it is. */
void trace_shorten(machine_t *machine, violation_t violation, trace_t *trace, size_t max_steps);

#endif
