#ifndef FRONTEND_FUNCTION_H
#define FRONTEND_FUNCTION_H

#include "frontend/lower.h"

/* Lowers the body of a defined function. */
void function_lower(lower_t *lower, symbol_t *symbol);

#endif
