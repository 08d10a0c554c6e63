#ifndef CFA_CHECK_H
#define CFA_CHECK_H

#include "cfa/program.h"

/* Is the program well formed: does every edge have the fields its kind needs,
 * with fitting widths, at most one access to memory, registers in range; are
 * the lists of edges consistent and the ids dense? Adds one line per problem
 * (the first few) and returns false if there is any. */
bool check_program(const program_t *program, strbuf_t *problems);

#endif
