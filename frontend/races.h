#ifndef FRONTEND_RACES_H
#define FRONTEND_RACES_H

#include "frontend/body.h"

/* What lowering remembers of accesses for a property about data races: which of them are
 * atomic. In atomic sections they all are, and steps say nothing about it. */

bool races_are_asked(const lower_t *lower);
/* Does the function of the library work on objects that are made for several threads? What
 * its model reads and writes is no data of the program. */
bool races_is_synchronisation(const char *function);
/* Marks the steps of models that touch variables which the program does not have. */
void races_mark_private(flow_t *flow);

/* The same value, read by an atomic step of its own. */
value_t races_load(body_t *body, value_t value);

#endif
