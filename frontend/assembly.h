#ifndef FRONTEND_ASSEMBLY_H
#define FRONTEND_ASSEMBLY_H

#include "frontend/body.h"
#include "frontend/shapes.h"

/* An asm statement, which is the number-th of shapes. Its operands are evaluated as the
 * compiler would do it; what the instructions do is known of few. */
void assembly_lower(body_t *body, CXCursor cursor, const shapes_t *shapes, size_t number);

#endif
