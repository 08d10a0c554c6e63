#ifndef SOLVER_FLOAT_CLAUSES_H
#define SOLVER_FLOAT_CLAUSES_H

#include "solver/term.h"

/* Floating-point operators as clauses over the bits of their operands and results. Z3's
 * tactics make them, once for each operator and width (solver/z3_clauses.c). */

typedef struct float_clauses {
    /* Variables are numbered from 1: bits of the operands, lowest first, then of the result,
     * then what the clauses need besides. */
    unsigned inputs, outputs, variables;
    VEC(int) literals; /* each clause ends with 0 */
} float_clauses_t;

/* Can there be clauses for the operator of the term? */
bool float_clauses_exist(const term_t *term);

typedef struct float_library float_library_t;
float_library_t *float_library_new(void);
void float_library_delete(float_library_t *library);
/* For the operator of the term, whatever its operands are; NULL: there are none. It lives as long
 * as the library. */
const float_clauses_t *float_library_find(float_library_t *library, const term_t *term);

#endif
