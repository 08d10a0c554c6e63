#ifndef WITNESS_LOCKSET_LOCKSET_CHECK_H
#define WITNESS_LOCKSET_LOCKSET_CHECK_H

#include "cfa/lockset.h"
#include "witness/check/check.h"

/* Checks a proof by locksets (docs/lockset.md): that every step keeps what the annotations say
 * (lockset_flow.c), and that with these no two accesses can race (lockset_judge.c). */
bool lockset_check(const program_t *program, const lockset_proof_t *proof,
                   const check_limits_t *limits, check_stats_t *stats, char **why);

#endif
