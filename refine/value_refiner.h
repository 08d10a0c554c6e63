#ifndef REFINE_VALUE_REFINER_H
#define REFINE_VALUE_REFINER_H

#include "refine/path.h"

/* Refinement of the value analysis by interpolation over the variables of an
 * infeasible path (Beyer and Löwe 2012): the path is executed with everything
 * tracked; if a step is impossible under explicit values, the variables that
 * its impossibility depends on, followed back over the assignments of the path,
 * are the interpolant at each state. They become part of the precision.
 *
 * part is the place of the value analysis in the composite. Gives the index of
 * the first state on the path that must be computed anew (0: the root, i + 1:
 * behind link i), or SIZE_MAX if explicit values do not exclude the path. */
size_t value_refine(cpa_t *value, size_t part, const path_t *path, bool per_location);

#endif
