#ifndef CFA_HANDLES_H
#define CFA_HANDLES_H

#include "cfa/program.h"

/* Does a THREAD_JOIN or THREAD_DETACH name a thread that was created, and that nobody has
 * joined or detached, in every run? Who cannot follow handles asks this. It is seen if main
 * alone does it, and the handle comes from
 *   - a variable into which each way there has created a thread since the last look at it, or
 *   - an array through which a loop goes from 0 to a bound, as another loop did before that
 *     created a thread in each element.
 * false: it is not seen. After the pass points_to only. */
bool edge_names_thread(const program_t *program, const edge_t *edge);

#endif
