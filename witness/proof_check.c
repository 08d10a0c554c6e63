#include "witness/proof_check.h"

#include "witness/boolean/fixpoint_check.h"
#include "witness/check/absence_check.h"
#include "witness/check/states_check.h"
#include "witness/crowd/crowd_check.h"
#include "witness/crowd/pair_check.h"
#include "witness/impact/mono_check.h"
#include "witness/lockset/lockset_check.h"
#include "witness/order/order_check.h"

/* What the unfolding cannot show may show itself where there are few runs. */
static bool unfolding_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                            const unfold_proof_t *proof, const check_limits_t *limits,
                            check_stats_t *stats, char **why) {
    check_limits_t few = *limits;
    char *why_not = NULL;
    few.states = 20000;
    if (order_check(program, terms, class, proof, limits, stats, why)) return true;
    if (!states_check(program, terms, class, &proof->start, &few, stats, &why_not)) {
        mem_free(why_not);
        return false;
    }
    mem_free(*why);
    *why = NULL;
    return true;
}

bool proof_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why) {
    check_limits_t bounds = limits ? *limits : (check_limits_t){0};
    check_stats_t unused = {0};
    if (!stats) stats = &unused;
    if (!bounds.levels) bounds.levels = 10000;
    if (!bounds.states) bounds.states = 1000000;
    if (!bounds.milliseconds) bounds.milliseconds = 10000;
    *why = NULL;
    if (bounds.properties &&
        !property_set_has_proof(bounds.properties, bounds.claimed, proof->kind)) {
        *why = mem_strdup("a proof of this kind cannot show that");
        return false;
    }
    switch (proof->kind) {
    case PROOF_STATES:
        return states_check(program, terms, class, &proof->states, &bounds, stats, why);
    case PROOF_MONOTONIC:
        return mono_check(program, terms, class, &proof->states, &bounds, stats, why);
    case PROOF_CROWD: return crowd_check(program, terms, class, proof->crowd, &bounds, stats, why);
    case PROOF_PAIRS: return pair_check(program, terms, class, proof->pairs, &bounds, stats, why);
    case PROOF_UNFOLDING:
        return unfolding_check(program, terms, class, proof->unfolding, &bounds, stats, why);
    case PROOF_LOCKSETS: return lockset_check(program, proof->locksets, &bounds, stats, why);
    case PROOF_FIXPOINT:
        return fixpoint_check(program, terms, class, proof->fixpoint, &bounds, stats, why);
    case PROOF_ABSENCE: return absence_check(program, &bounds, stats, why);
    case PROOF_NONE:
    case PROOF_KIND_COUNT: break;
    }
    *why = mem_strdup("there is no proof");
    return false;
}
