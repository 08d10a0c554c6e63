#ifndef ENGINE_CROWD_PAIR_TRACKING_H
#define ENGINE_CROWD_PAIR_TRACKING_H

#include "engine/crowd/crowd_view.h"
#include "util/hash.h"

/* Which variables have values in the halves of proofs by pairs; of the others there are
 * facts alone (engine/crowd/pair_space.h). */
typedef struct pair_tracking {
    unsigned patience; /* variables with more values are given up */
    bool everywhere;   /* who is given up in one configuration is given up in all */
    bool has_widened;  /* something was given up since this was set to false */
    map64_t seen_values; /* hash of (variable, value) -> 1 */
    map64_t value_counts;
    map64_t untracked; /* hash of (configuration, variable) -> 1 */
} pair_tracking_t;

void pair_tracking_reset(pair_tracking_t *tracking, unsigned patience, bool everywhere);
void pair_tracking_free(pair_tracking_t *tracking);

bool pair_is_tracked(pair_tracking_t *tracking, const configuration_t *c, binding_t binding);
void pair_tracking_give_up(pair_tracking_t *tracking, const configuration_t *c,
                           variable_t variable);
/* A variable that is compared with one of which only facts are known, or copied to
 * one, is better known by facts itself: a number that is served, by the tickets. */
void pair_share_fates(pair_tracking_t *tracking, const program_t *program, const step_t *step,
                      crowd_query_t *query);

#endif
