#ifndef FRONTEND_MUTEXES_H
#define FRONTEND_MUTEXES_H

#include "frontend/body.h"

/* Mutexes as parts of objects. Who holds a mutex is known by its address and not by cells
 * (cfa/configuration.h), so what writes or copies their memory has to say what becomes of them. */

bool mutexes_is_one(const type_t *type);
/* Is there one in the first bytes of the type? */
bool mutexes_lie_in(const type_t *type, uint64_t bytes);
/* Those in the first bytes of what lies at the address are free from now on, whoever held
 * them: their memory was initialised. */
void mutexes_init(body_t *body, const expr_t *address, const type_t *type, uint64_t bytes);
/* The same after a copy from another place, where none may be held. */
void mutexes_copy(body_t *body, const expr_t *to, const expr_t *from, const type_t *type,
                  uint64_t bytes);

#endif
