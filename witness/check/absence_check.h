#ifndef WITNESS_CHECK_ABSENCE_CHECK_H
#define WITNESS_CHECK_ABSENCE_CHECK_H

#include "witness/check/check.h"

/* No step of a function that can be reached from main by calls and by creating threads violates
 * what is claimed, or cannot be modelled. false: *why says why. */
bool absence_check(const program_t *program, const check_limits_t *limits, check_stats_t *stats,
                   char **why);

#endif
