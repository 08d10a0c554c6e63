#ifndef REFINE_FOCUS_REFINER_H
#define REFINE_FOCUS_REFINER_H

#include "cpa/reduce/focus.h"
#include "refine/path.h"

/* For a path that is not feasible in the program although it is in the abstract
 * one: adds objects to the focus so that it no longer is there either; if sparing,
 * none of them in vain, else all on the path. How many: 0 means that the solver
 * gave up. */
size_t focus_refine(focus_t *focus, const path_t *path, blocks_t *blocks, terms_t *terms,
                    solver_t *solver, bool sparing);

#endif
