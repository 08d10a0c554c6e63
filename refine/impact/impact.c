#include "refine/impact/impact.h"

static void wait(void *context, tree_node_t *node) {
    worklist_add(((impact_t *)context)->work, node);
}

static void start(impact_t *x) {
    x->labels = labels_new(x->terms);
    x->implications = implications_new(x->labels, x->terms, x->solver, x->stats);
    x->arena = arena_new();
    if (x->options.is_monotonic) x->footprints = footprints_new(x->composite->program, x->visible);
    x->began = stats_now();
    x->states_before = x->states_at_refinement = x->stats->states;
    x->checks_before = solver_stats.checks;
}

/* A tree with nothing but its root. */
static void plant(impact_t *x, property_mask_t asked) {
    const configuration_t *first;
    part_t parts[ARG_MAX_PARTS];
    worklist_delete(x->work);
    tree_delete(x->tree);
    strbuf_free(&x->undecided);
    x->undecided_count = 0;
    x->tree = tree_new(x->labels, asked, wait, x);
    x->work = worklist_new(x->options.order, x->rank);
    x->beginnings++;
    composite_initial(x->composite, &first, parts);
    tree_add_root(x->tree, first, parts[0]);
}

void impact_free(impact_t *x) {
    worklist_delete(x->work);
    tree_delete(x->tree);
    implications_delete(x->implications);
    labels_delete(x->labels);
    strbuf_free(&x->undecided);
    strbuf_free(&x->barred);
    footprints_delete(x->footprints);
    arena_delete(x->arena);
    VEC_FREE(x->steps);
}

static bool is_tired(const impact_t *x) {
    uint64_t made = x->stats->states - x->states_before;
    uint64_t work = made + (solver_stats.checks - x->checks_before) * x->question_price;
    return (x->most_work && work > x->most_work) ||
           (x->patience && x->stats->states - x->states_at_refinement > x->patience);
}

/* A path that cannot be decided; the search goes on without it. true: there were too many. */
static bool leave_open(impact_t *x, const edge_t *edge, const char *why) {
    if (!x->undecided.len)
        strbuf_printf(&x->undecided, "%s:%u: %s", edge->source.file ? edge->source.file : "?",
                      edge->source.line, why);
    x->undecided_count++;
    return x->most_undecided && x->undecided_count >= x->most_undecided;
}

/* A feasible path: to a violation, or to what cannot be modelled. true: the search is over. */
static bool report(impact_t *x, const configuration_t *c, const edge_t *edge, trace_t *trace,
                   result_t *result) {
    if (c->unsupported) {
        if (!x->barred.len) threading_print_reason(&x->barred, edge);
        return false;
    }
    size_t property = c->is_error ? configuration_violates(c) : (size_t)__builtin_ctz(x->stuck);
    *result_set_false(result, property) = *trace;
    *trace = (trace_t){0};
    return true;
}

typedef enum {
    UNWOUND_DONE,  /* nothing is left to do */
    UNWOUND_AGAIN, /* more is tracked or in focus than was: the tree has to be made anew */
    UNWOUND_OVER,  /* a violation was found, or a limit hit */
} unwound_t;

/* A target that is not closed: refined, or given up. DONE: the search goes on. */
static unwound_t examine(impact_t *x, tree_node_t *v, result_t *result) {
    const char *why = NULL;
    const edge_t *edge = v->steps[v->step_count - 1].edge;
    trace_t trace = {0};
    bool is_over = false;
    impact_outcome_t outcome = impact_refine(x, v, &trace, &why);
    v->is_given_up = outcome != IMPACT_REFINED;
    if (outcome == IMPACT_FEASIBLE) is_over = report(x, v->configuration, edge, &trace, result);
    if (outcome == IMPACT_UNDECIDED) is_over = leave_open(x, edge, why);
    trace_free(&trace);
    x->states_at_refinement = x->stats->states;
    if (outcome == IMPACT_AGAIN) return UNWOUND_AGAIN;
    return is_over ? UNWOUND_OVER : UNWOUND_DONE;
}

/* Asked once; a path that cannot be decided is taken for feasible. */
static bool is_excluded(impact_t *x, tree_node_t *v) {
    const char *why;
    v->is_doubtful = false;
    return impact_refine(x, v, NULL, &why) == IMPACT_REFINED;
}

/* A state in which nobody can move is a target, too, if it is asked about. */
static void look_for_stuck(impact_t *x, tree_node_t *v) {
    if (x->stuck && v->parent && !v->is_target)
        v->is_target = composite_is_stuck(x->composite, v->configuration, &v->value);
}

/* MAIN of Algorithm 1. */
static unwound_t unwind(impact_t *x, result_t *result) {
    tree_node_t *v;
    while ((v = worklist_take(x->work))) {
        v->is_waiting = false;
        if (v->is_closed || v->is_expanded || v->is_given_up) continue;
        if (limits_exceeded(x->limits, NULL) || is_tired(x)) return UNWOUND_OVER;
        look_for_stuck(x, v);
        if (v->is_target || v->is_doubtful)
            if (impact_track_values(x, v)) return UNWOUND_AGAIN;
        if (v->is_target) {
            unwound_t ending = examine(x, v, result);
            if (ending != UNWOUND_DONE) return ending;
        } else if (v->is_doubtful && is_excluded(x, v)) {
            continue;
        } else if (!impact_close(x, v) && !(x->options.force_cover && impact_force_cover(x, v))) {
            impact_expand(x, v);
        }
    }
    return UNWOUND_DONE;
}

/* Why did it end? true: no violation is left. */
static bool conclude(impact_t *x, bool is_done, result_t *result) {
    const char *limit = NULL;
    result->ending = ENDED_DECIDED;
    if (limits_exceeded(x->limits, &limit))
        result_set_unknown(result, ENDED_LIMIT, "%s", limit);
    else if (result_with(result, VERDICT_FALSE))
        result_set_unknown(result, ENDED_DECIDED, "the search ended at another violation");
    else if (x->undecided.len)
        result_set_unknown(result, ENDED_UNDECIDED, "%s", strbuf_text(&x->undecided));
    else if (x->barred.len)
        result_set_unknown(result, ENDED_BARRED, "%s", strbuf_text(&x->barred));
    else if (!is_done)
        result_set_unknown(result, ENDED_TIRED, "too many states");
    else
        return true;
    return false;
}

bool impact_run(impact_t *x, result_t *result) {
    property_mask_t asked =
        property_set_violated_by(result->properties, result->asked, VIOLATION_STEP);
    unwound_t ending;
    x->stuck = property_set_violated_by(result->properties, result->asked, VIOLATION_STUCK);
    start(x);
    do {
        plant(x, asked);
        ending = unwind(x, result);
    } while (ending == UNWOUND_AGAIN);
    x->stats->reached = tree_count(x->tree);
    return conclude(x, ending == UNWOUND_DONE, result);
}
