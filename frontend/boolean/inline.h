#ifndef FRONTEND_BOOLEAN_INLINE_H
#define FRONTEND_BOOLEAN_INLINE_H

#include "cfa/boolean.h"
#include "frontend/boolean/ast.h"

/* Functions into the places where they are called, branches and loops into steps: one routine
 * for main, and one for each function that is started as a thread. A call of a function inside of
 * itself becomes a step that cannot be modelled. Who comes to the label (NULL: none) violates.
 * NULL: the program makes no sense, with messages "file:line:column: what" in errors. */
boolean_t *bp_inline(const bp_program_t *program, const char *label, strbuf_t *errors);

#endif
