#include "witness/check/absence_check.h"

#include "util/mem.h"

/* Calls name their callee, so a walk over them meets all code that can run. */
typedef struct walk {
    bool *is_met; /* by function */
    VEC(const function_t *) open;
} walk_t;

static void meet(walk_t *walk, const function_t *function) {
    if (!function || walk->is_met[function->id]) return;
    walk->is_met[function->id] = true;
    VEC_PUSH(walk->open, function);
}

/* Why the claim is wrong, as far as this step shows; NULL: it does not. */
static const char *objection(const edge_t *edge, const check_limits_t *limits) {
    if (edge->kind == EDGE_UNSUPPORTED) return "the program has a step that cannot be modelled";
    if (edge->kind == EDGE_ERROR && check_claims(limits, edge->to->violates))
        return "the program has a step that violates it";
    return NULL;
}

bool absence_check(const program_t *program, const check_limits_t *limits, check_stats_t *stats,
                   char **why) {
    walk_t walk = {.is_met = mem_zalloc((program->functions.len + 1) * sizeof(bool))};
    const char *found =
        check_forbids(limits, VIOLATION_STUCK) || check_forbids(limits, VIOLATION_RACE)
            ? "steps that are absent say nothing of states"
            : NULL;
    meet(&walk, program->main);
    while (walk.open.len && !found) {
        const function_t *function = VEC_POP(walk.open);
        for (size_t n = 0; n < function->nodes.len; n++) {
            const node_t *node = function->nodes.data[n];
            for (size_t i = 0; i < node->out.len && !found; i++) {
                stats->steps++;
                found = objection(node->out.data[i], limits);
                meet(&walk, node->out.data[i]->callee);
            }
        }
    }
    if (!program->main) found = "there is no main";
    if (found) *why = mem_strdup(found);
    VEC_FREE(walk.open);
    mem_free(walk.is_met);
    return !found;
}
