#include "witness/proof_check.h"

#include "witness/check/states_check.h"
#include "witness/crowd/crowd_check.h"
#include "witness/crowd/pair_check.h"

bool proof_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    check_limits_t bounds = limits ? *limits : (check_limits_t){0};
    check_stats_t unused = {0};
    if (!stats) stats = &unused;
    if (!bounds.levels) bounds.levels = 10000;
    if (!bounds.states) bounds.states = 1000000;
    if (!bounds.milliseconds) bounds.milliseconds = 10000;
    if (proof->crowd) return crowd_check(program, terms, class, proof->crowd, &bounds, stats, why);
    if (proof->pairs) return pair_check(program, terms, class, proof->pairs, &bounds, stats, why);
    return states_check(program, terms, class, proof, &bounds, stats, why);
}
