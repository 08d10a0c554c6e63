#ifndef ENGINE_BOOLEAN_SUBSUME_H
#define ENGINE_BOOLEAN_SUBSUME_H

#include "engine/boolean/state.h"
#include "util/limits.h"
#include "util/options.h"

/* Fix-points (section 4 of the report on BOPPO): does an old state stand for everything that a
 * new one stands for? Equation 3, which is
 *
 *   for all choices of the new state under its guard there are choices of the old one, under its
 *   guard, with the same values
 *
 * (equation 4 is wrong as printed: choices of the new state outside of its guard would fulfil
 * it). Variables of the old state are taken in groups that share choices, in values or in
 * conjuncts of the guard: groups do not know of each other, so each is a question of its own. */
typedef struct subsumption subsumption_t;

subsumption_t *subsumption_new(aig_t *aig, subsumption_choice_t way, limits_t *limits);
void subsumption_delete(subsumption_t *s);

/* Both have the same nodes. false may also mean that the question took too long. */
bool subsumes(subsumption_t *s, const bstate_t *old, const bstate_t *new_state);

typedef struct subsumption_counts {
    uint64_t questions;  /* pairs of states */
    uint64_t groups;     /* that had to be asked about */
    uint64_t cached;     /* ... and were known */
    uint64_t rounds;     /* of choices tried */
} subsumption_counts_t;
const subsumption_counts_t *subsumption_counts(const subsumption_t *s);
/* Not NULL: why questions could not be asked. */
const char *subsumption_problem(const subsumption_t *s);

#endif
