#include "refine/cegar.h"

#include "cpa/explore/race.h"
#include "cpa/predicate/predicate.h"
#include "cpa/value/value.h"
#include "refine/unfold.h"

typedef struct search {
    cegar_t *cegar;
    result_t *result;
    property_mask_t steps, stuck, races; /* of what was asked, by what violates it */
    /* Edges whose UNSUPPORTED end is known to be reachable, and error nodes left undecided. */
    map64_t given_up;
    strbuf_t barred;    /* the first thing that forbids the answer true for everybody */
    strbuf_t undecided; /* the first path that could not be decided */
    size_t undecided_count;
} search_t;

/* Which property of those asked for is violated in this state? PROPERTY_MAX: none. */
static size_t violated(const search_t *search, const arg_node_t *node) {
    if (node->configuration->is_error) {
        size_t property = configuration_violates(node->configuration);
        return search->steps & property_bit(property) ? property : PROPERTY_MAX;
    }
    if (search->stuck &&
        composite_is_stuck(search->cegar->exploration->composite, node->configuration, node->parts))
        return (size_t)__builtin_ctz(search->stuck);
    if (search->races &&
        composite_race(search->cegar->exploration->composite, node->configuration, node->parts)
                .certainty != RACE_NONE)
        return (size_t)__builtin_ctz(search->races);
    return PROPERTY_MAX;
}

static bool is_target(void *context, const arg_node_t *node) {
    const search_t *search = context;
    uint64_t known;
    const edge_t *unsupported = node->configuration->unsupported;
    if (unsupported) return !map64_get(&search->given_up, map64_pointer(unsupported), &known);
    return violated(search, node) != PROPERTY_MAX;
}

static bool is_tired(void *context) {
    const cegar_t *cegar = ((search_t *)context)->cegar;
    bool tired = false;
    for (size_t i = 0; i < cegar->refiner_count; i++) {
        refiner_t *refiner = cegar->refiners[i];
        tired |= refiner->is_tired && refiner->is_tired(refiner);
    }
    return tired;
}

static void count_refinement(const cegar_t *cegar, double seconds) {
    stats_t *stats = cegar->exploration->stats;
    stats->refinements++;
    stats->time_refinement += seconds;
    if (cegar->predicate) stats->predicates = predicate_precision_size(cegar->predicate);
    if (cegar->value) stats->tracked_variables = value_precision_size(cegar->value);
}

/* Lines 4 to 9 of the listing: is the path to the target feasible? If not, the precision is
 * refined. */
static target_outcome_t examine(search_t *search, arg_node_t *target, trace_t *trace,
                                const char **why) {
    cegar_t *cegar = search->cegar;
    double begin = stats_now();
    target_outcome_t outcome = TARGET_UNDECIDED;
    cegar->solver->milliseconds = limits_milliseconds_left(cegar->exploration->limits, 0);
    for (size_t i = 0; outcome == TARGET_UNDECIDED && i < cegar->refiner_count; i++)
        outcome = cegar->refiners[i]->examine(cegar->refiners[i], target, trace, why);
    count_refinement(cegar, stats_now() - begin);
    return outcome;
}

static void give_up(search_t *search, const edge_t *edge) {
    map64_put(&search->given_up, map64_pointer(edge), 1);
}

/* A feasible path: to a violation, or to what cannot be modelled. true: the search is over. */
static bool report(search_t *search, const arg_node_t *target, const edge_t *edge, trace_t *trace) {
    if (target->configuration->unsupported) {
        if (!search->barred.len) threading_print_reason(&search->barred, edge);
        give_up(search, edge);
        return false;
    }
    *result_set_false(search->result, violated(search, target)) = *trace;
    *trace = (trace_t){0};
    return true;
}

/* A path that cannot be decided; the exploration goes on without it. true: there were too
 * many of them. */
static bool leave_open(search_t *search, const edge_t *edge, const char *why) {
    give_up(search, edge);
    if (!search->undecided.len)
        strbuf_printf(&search->undecided, "%s:%u: %s", edge->source.file ? edge->source.file : "?",
                      edge->source.line, why);
    search->undecided_count++;
    return search->cegar->most_undecided &&
           search->undecided_count >= search->cegar->most_undecided;
}

/* One target state; true: the search is over. */
static bool deal_with(search_t *search, arg_node_t *target) {
    exploration_t *x = search->cegar->exploration;
    const char *why = "the path to the error could not be made again";
    arg_node_t *found = unfold_path(x, target);
    if (found) target = found;
    const edge_t *edge = target->parents->edge;
    trace_t trace = {0};
    target_outcome_t outcome = TARGET_UNDECIDED;
    if (found) outcome = examine(search, target, &trace, &why);
    bool is_over = false;
    if (outcome == TARGET_FEASIBLE) is_over = report(search, target, edge, &trace);
    if (outcome == TARGET_UNDECIDED) is_over = leave_open(search, edge, why);
    trace_free(&trace);
    return is_over;
}

/* Why did it end? true: no violation is left. */
static bool conclude(search_t *search, explored_t explored) {
    result_t *result = search->result;
    const char *limit = NULL;
    bool is_violated = result_with(result, VERDICT_FALSE) != 0;
    result->ending = ENDED_DECIDED;
    if (explored == EXPLORED_LIMIT && limits_exceeded(search->cegar->exploration->limits, &limit))
        result_set_unknown(result, ENDED_LIMIT, "%s", limit);
    else if (is_violated)
        result_set_unknown(result, ENDED_DECIDED, "the search ended at another violation");
    else if (search->undecided.len)
        result_set_unknown(result, ENDED_UNDECIDED, "%s", strbuf_text(&search->undecided));
    else if (explored != EXPLORED_ALL) /* others may still find a violation */
        result_set_unknown(result, ENDED_TIRED, "%s",
                           search->barred.len ? strbuf_text(&search->barred) : "too many states");
    else if (search->barred.len)
        result_set_unknown(result, ENDED_BARRED, "%s", strbuf_text(&search->barred));
    else
        return true;
    return false;
}

bool cegar_run(cegar_t *cegar, result_t *result) {
    exploration_t *x = cegar->exploration;
    search_t search = {
        .cegar = cegar,
        .result = result,
        .steps = property_set_violated_by(result->properties, result->asked, VIOLATION_STEP),
        .stuck = property_set_violated_by(result->properties, result->asked, VIOLATION_STUCK),
        .races = property_set_violated_by(result->properties, result->asked, VIOLATION_RACE)};
    x->abort = is_target;
    x->is_tired = is_tired;
    x->abort_context = &search;
    arg_node_t *target;
    explored_t explored;
    while ((explored = cpa_algorithm(x, &target)) == EXPLORED_ABORT) {
        if (deal_with(&search, target)) break;
        if (limits_exceeded(x->limits, NULL)) explored = EXPLORED_LIMIT;
        if (explored == EXPLORED_LIMIT) break;
    }
    bool is_safe = conclude(&search, explored);
    map64_free(&search.given_up);
    strbuf_free(&search.barred);
    strbuf_free(&search.undecided);
    return is_safe;
}
