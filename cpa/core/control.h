#ifndef CPA_CORE_CONTROL_H
#define CPA_CORE_CONTROL_H

#include "cfa/program.h"

/* Control variables: the registers and objects that decide which thread is
 * joined, which mutex is locked, how much is allocated. The operands of such
 * steps are part of the configuration, so their values are always tracked, in
 * every analysis: not knowing them would mean to try every thread and mutex. */
typedef struct control control_t;

control_t *control_new(const program_t *program);
void control_delete(control_t *control);
bool control_has_reg(const control_t *control, unsigned function, reg_t reg);
bool control_has_object(const control_t *control, const object_t *object);

#endif
