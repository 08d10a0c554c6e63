#ifndef FRONTEND_VLA_H
#define FRONTEND_VLA_H

#include "frontend/body.h"

/* Arrays whose size is known only when their declaration is reached, and types
 * that are made of them. Each such type has a register with its size in bytes;
 * the arrays themselves are allocations that end with their block. */

/* Evaluates the sizes that a declaration (of a variable, a parameter or a type)
 * is written with; false: one of them cannot be found, which was said. */
bool vla_bind(body_t *body, CXCursor decl);
bool vla_is_one(CXCursor decl);
void vla_declare(body_t *body, CXCursor decl, const char *name, const type_t *type);
/* The type of the elements that have a known size. */
const type_t *vla_element(const type_t *type);
/* sizeof of a type or expression whose size is not constant; false: it is none
 * that is known here. */
bool vla_sizeof(body_t *body, CXCursor cursor, value_t *out);

/* Frees those declared since there were so many. */
void vla_leave(body_t *body, size_t count);

#endif
