#ifndef CPA_EXPLORE_RACE_H
#define CPA_EXPLORE_RACE_H

#include "cpa/explore/composite.h"

/* States in which two threads stand before accesses that race (VIOLATION_RACE). */

typedef enum { RACE_NONE, RACE_PERHAPS, RACE_SURE } race_certainty_t;

typedef struct race {
    race_certainty_t certainty; /* PERHAPS: where one of them accesses memory is not known */
    meeting_t meeting;
} race_t;

/* One that is sure, if there is any. */
race_t composite_race(composite_t *composite, const configuration_t *c, const part_t *parts);

#endif
