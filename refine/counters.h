#ifndef REFINE_COUNTERS_H
#define REFINE_COUNTERS_H

#include "solver/term.h"

/* Loop counters of a path: variables that a part of it, which is a round of a loop,
 * changes by a number other than zero and that are compared with something. A path
 * that leaves a loop too early is excluded by its counter, for every number of
 * rounds anew; what else excludes it says more (domain types and refinement
 * selection: Beyer, Löwe, Wendler 2015). */

/* To out the parts without the comparisons of counters. false: there are none. */
bool counters_leave_out(terms_t *terms, const term_t *const *parts, size_t count,
                        const term_t **out);

#endif
