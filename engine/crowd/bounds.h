#ifndef ENGINE_CROWD_BOUNDS_H
#define ENGINE_CROWD_BOUNDS_H

#include "cpa/core/threading.h"

/* What is known of variables that have no known value: an interval of signed
 * numbers, and that it is not 0. A companion of the value analysis, which is
 * asked for everything that has a value. */

typedef struct range {
    int64_t low, high;
    bool not_zero;
} range_t;

typedef struct bound {
    variable_t variable;
    range_t range;
} bound_t;

/* Interned, sorted by variable; variables that may be anything are not in it. */
typedef struct bounds {
    uint32_t id;
    uint32_t count;
    bound_t at[];
} bounds_t;

typedef struct bounds_domain bounds_domain_t;
bounds_domain_t *bounds_domain_new(const program_t *program);
void bounds_domain_delete(bounds_domain_t *domain);

const bounds_t *bounds_intern(bounds_domain_t *domain, const bound_t *items, size_t count);

/* Every concrete successor by this step of a state in before, whose values query
 * knows, is in the result. NULL: there is none. */
const bounds_t *bounds_transfer(bounds_domain_t *domain, const bounds_t *before, const step_t *step,
                                threading_query_t query, void *context);

/* All numbers of this width. */
range_t range_all(unsigned width);
/* The one number as an interval. */
range_t range_of_value(uint64_t value, unsigned width);
bool range_is_all(range_t range, unsigned width);

#endif
