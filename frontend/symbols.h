#ifndef FRONTEND_SYMBOLS_H
#define FRONTEND_SYMBOLS_H

#include "frontend/lower.h"

/* Names at file scope, over all files: external ones are linked by name,
 * static ones belong to their file. */

/* Enters all declarations of a unit. */
void symbols_collect(lower_t *lower, unit_t *unit);
/* Complains of symbols that are not what their names say, once it is known what main
 * reaches. */
void symbols_check_names(lower_t *lower);
/* The symbol a declaration stands for; entered now if it is not known, as with
 * declarations inside functions. NULL for locals and builtin functions. */
symbol_t *symbols_find(lower_t *lower, unit_t *unit, CXCursor decl);
symbol_t *symbols_find_function(lower_t *lower, const char *name);
/* One with internal linkage. */
symbol_t *symbols_find_static(lower_t *lower, const unit_t *unit, const char *name);

/* The object or function behind a declaration, made on first use. */
const object_t *symbols_object(lower_t *lower, unit_t *unit, CXCursor decl);
function_t *symbols_function(lower_t *lower, unit_t *unit, CXCursor decl);
function_t *symbols_make_function(lower_t *lower, symbol_t *symbol);

/* Reads the initialisers of all objects made so far. */
void symbols_initialise(lower_t *lower);

#endif
