#ifndef WITNESS_CROWD_IMPLIED_H
#define WITNESS_CROWD_IMPLIED_H

#include "witness/crowd/crowd_steps.h"

/* Does the condition imply the claim? What it says of the claim's symbols is often enough,
 * and the same question for many states. If not, what it says of those that are compared
 * with them is added, and so on: a question with all of it would take much longer, the
 * more so as these are chains of comparisons, which solvers do bit by bit. */
bool implied(crowd_steps_t *steps, const term_t *condition, const term_t *claim);

#endif
