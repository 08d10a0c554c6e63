#ifndef CPA_SYMBOLIC_SYMBOLIC_H
#define CPA_SYMBOLIC_SYMBOLIC_H

#include "cpa/core/cpa.h"
#include "cpa/reduce/focus.h"
#include "solver/solver.h"

/* Values that are not known, as terms. A state is one of the value analysis and,
 * for variables that it does not bind, equations with terms over other variables
 * and conditions (docs/symbolic.md). It stands in the place of the value analysis,
 * which it uses for all that has a known value; that is not owned.
 *
 * The solver is asked whether conditions can hold. */
cpa_t *symbolic_new(const program_t *program, terms_t *terms, solver_t *solver, cpa_t *value,
                    const focus_t *focus);

/* From now on, where facts about a value would be lost and few values are possible,
 * each is a case of its own. */
void symbolic_split_few(cpa_t *cpa, bool splits);
/* Was anything lost that cases would have kept? */
bool symbolic_met_few(const cpa_t *cpa);

#endif
