#ifndef FRONTEND_BOOLEAN_LOWER_H
#define FRONTEND_BOOLEAN_LOWER_H

#include "cfa/boolean.h"
#include "cfa/property.h"

/* The program that every engine can read: a global is an object, a local a register, a step a
 * run of edges in an atomic section. Steps are told their edges. The Boolean program becomes the
 * program's own. property: the number of the one that errors violate. */
program_t *bp_lower(boolean_t *boolean, unsigned pointer_bits, size_t property);

#endif
