#ifndef FRONTEND_EXPOSURE_H
#define FRONTEND_EXPOSURE_H

#include "frontend/lower.h"

/* What functions without a body may get hold of: variables with external linkage, and
 * everything whose address some call, wherever it stands, hands over to one of them; they may
 * have kept it. Whether a pointer is one to const does not matter: it may be cast away.
 *
 * Each call of such a function either changes nothing of it, or anything, and then a mark is
 * set: a violation behind it is no alarm, for most functions are harmless, but nothing is
 * proved either. If it cannot be seen what they get hold of, each of their calls may be the
 * end of what is known. */

/* Fills lower->exposure; main's reach is known. */
void exposure_find(lower_t *lower);

#endif
