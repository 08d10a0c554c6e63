#ifndef FRONTEND_OVERFLOW_H
#define FRONTEND_OVERFLOW_H

#include "frontend/body.h"

/* What no-overflow counts: results of signed arithmetic that their type has no value for.
 * Conversions do not count. */

/* If the property is asked for: where the result of this operator on operands of the type would
 * not fit, it is violated here. The operands must have been converted; they come back without
 * loads, as they are used twice. */
void overflow_check_binary(body_t *body, enum CXBinaryOperatorKind op, value_t *a, value_t *b,
                           const type_t *type);
void overflow_check_negation(body_t *body, value_t *a, const type_t *type);

#endif
