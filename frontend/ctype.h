#ifndef FRONTEND_CTYPE_H
#define FRONTEND_CTYPE_H

#include "frontend/lower.h"

/* From clang's types to those of the program. */
const type_t *ctype_lower(lower_t *lower, unit_t *unit, CXType type);
const type_t *ctype_of(lower_t *lower, unit_t *unit, CXCursor cursor);

/* Library types of which only the address matters, by the name of their
 * typedef: their records become opaque. Run over the typedefs of a unit before
 * any type is lowered. */
void ctype_note_typedef(lower_t *lower, unit_t *unit, CXCursor typedef_decl);

/* The field of a record that a field declaration stands for; NULL for a
 * bit-field that has no storage unit of its own. */
const field_t *ctype_field(lower_t *lower, unit_t *unit, CXCursor field_decl);

bool ctype_is_atomic(CXType type);
/* Is it, or has it among its parts, an _Atomic structure or union? C has no access to the members
 * of these. */
bool ctype_has_atomic_record(CXType type);
/* Do two declarations of one name in different files agree? */
bool ctype_agree(const type_t *a, const type_t *b);

#endif
