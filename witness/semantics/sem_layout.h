#ifndef WITNESS_SEMANTICS_SEM_LAYOUT_H
#define WITNESS_SEMANTICS_SEM_LAYOUT_H

#include "witness/semantics/sem_stepper.h"

/* Stops at steps whose outcome depends on where objects lie (cfa/address_use.h): whether
 * it does is looked up in the objects that exist. false: there is nothing else to do. */
bool sem_step_layout(sem_stepper_t *it);

#endif
