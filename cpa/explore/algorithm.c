#include "cpa/explore/algorithm.h"

#include "cpa/explore/straight.h"
#include "solver/solver.h"

#include <string.h>

void cpa_start(exploration_t *x) {
    const configuration_t *start;
    part_t parts[ARG_MAX_PARTS];
    composite_initial(x->composite, &start, parts);
    arg_node_t *root = arg_add(x->arg, start, parts);
    if (composite_joins_coverage(x->composite, parts))
        arg_index_cover(x->arg, root, composite_cover_key(x->composite, start, parts));
    waitlist_add(x->waitlist, root);
}

/* A node explored before, whose successors were partly removed: the ones that
 * are still there are not made twice. */
static bool is_known_child(const exploration_t *x, const arg_node_t *node,
                           const successor_t *successor) {
    if (!node->is_expanded) return false;
    for (const arg_link_t *link = node->children; link; link = link->next_child)
        if (!link->child->is_copy && link->edge == successor->step.edge &&
            link->thread == successor->step.thread && link->is_joined == successor->is_joined &&
            link->operand == successor->step.operand && link->outcome == successor->step.outcome &&
            !memcmp(link->child->parts, successor->parts,
                    x->composite->count * sizeof successor->parts[0]))
            return true;
    return false;
}

/* Lines 8 to 12 of the listing: at most one reached state has the merge key. */
static arg_node_t *merge_into_reached(exploration_t *x, arg_node_t *from,
                                      const successor_t *successor, uint64_t key) {
    arg_node_t *old = arg_find_merge(x->arg, successor->step.after, key);
    while (old && (old->configuration != successor->step.after ||
                   composite_merge_key(x->composite, old->parts) != key))
        old = old->next_merge;
    if (!old) return NULL;
    const struct term *choice;
    part_t merged[ARG_MAX_PARTS];
    size_t bytes = x->composite->count * sizeof *merged;
    memcpy(merged, old->parts, bytes);
    composite_merge(x->composite, successor->parts, merged, &choice);
    arg_add_link(x->arg, from, old, &successor->step)->choice = choice;
    if (memcmp(merged, old->parts, bytes) != 0) {
        memcpy(old->parts, merged, bytes);
        waitlist_add(x->waitlist, old);
    }
    x->stats->merged++;
    return old;
}

/* Lines 13 to 15: a state that no reached state covers is new. NULL: covered
 * and forgotten. */
static arg_node_t *add_unless_covered(exploration_t *x, arg_node_t *from,
                                      const successor_t *successor, uint64_t merge_key) {
    composite_t *composite = x->composite;
    const configuration_t *c = successor->step.after;
    bool joins = composite_joins_coverage(composite, successor->parts);
    arg_node_t *cover = joins ? composite_find_cover(composite, x->arg, c, successor->parts) : NULL;
    x->stats->states++;
    if (cover) x->stats->covered++;
    if (cover && x->forget_covered) {
        cover->has_covered = true;
        return NULL;
    }
    arg_node_t *node = arg_add(x->arg, c, successor->parts);
    arg_add_link(x->arg, from, node, &successor->step)->is_joined = successor->is_joined;
    if (cover) {
        arg_cover(node, cover);
        return node;
    }
    if (joins) arg_index_cover(x->arg, node, composite_cover_key(composite, c, successor->parts));
    if (merge_key) arg_index_merge(x->arg, node, merge_key);
    waitlist_add(x->waitlist, node);
    return node;
}

static uint64_t effort(const exploration_t *x) {
    return x->stats->states + x->check_price * solver_stats.checks;
}

/* ALL: nothing forbids to go on. */
static explored_t may_go_on(const exploration_t *x, uint64_t begin_effort) {
    if (limits_exceeded(x->limits, NULL)) return EXPLORED_LIMIT;
    if (x->patience && effort(x) - begin_effort > x->patience) return EXPLORED_SOME;
    if (x->last_effort && effort(x) > x->last_effort) return EXPLORED_SOME;
    return x->is_tired && x->is_tired(x->abort_context) ? EXPLORED_SOME : EXPLORED_ALL;
}

void cpa_limit_work(exploration_t *x, uint64_t work) {
    x->last_effort = work ? effort(x) + work : 0;
}

/* Lines 5 to 7: transfer and precision adjustment. */
static void make_successors(exploration_t *x, arg_node_t *e, successors_t *successors) {
    thread_set_t threads;
    uint64_t statements = x->composite->statements, simplified = x->composite->simplified;
    double begin = stats_now();
    VEC_CLEAR(*successors);
    composite_successors(x->composite, e, successors, &threads);
    x->stats->time_successors += stats_now() - begin;
    x->stats->evaluated_statements += x->composite->statements - statements;
    x->stats->simplified_statements += x->composite->simplified - simplified;
    x->stats->explored_actions += successors->len;
    arg_note_explored(x->arg, e, &threads);
    for (size_t i = 0; i < successors->len; i++) {
        successor_t *next = &successors->data[i];
        if (x->joins_steps) x->stats->joined += straight_run(x->composite, next, NULL, NULL);
        if (x->symmetry)
            x->stats->renumbered +=
                symmetry_normalise(x->symmetry, &next->step.after, &next->parts[0]);
        composite_prefetch_cover(x->composite, x->arg, next);
    }
}

/* Lines 8 to 15; the node that stands for the successor now, NULL: nothing new. */
static arg_node_t *reach(exploration_t *x, arg_node_t *e, const successor_t *next) {
    if (is_known_child(x, e, next)) return NULL;
    uint64_t key = composite_merge_key(x->composite, next->parts);
    arg_node_t *node = key ? merge_into_reached(x, e, next, key) : NULL;
    return node ? node : add_unless_covered(x, e, next, key);
}

static void count_reached(const exploration_t *x) {
    x->stats->reached = x->reached_before + arg_count(x->arg);
    x->stats->configurations =
        x->configurations_before +
        configurations_count(threading_configurations(x->composite->threading));
}

explored_t cpa_algorithm(exploration_t *x, arg_node_t **target) {
    successors_t successors = {0};
    explored_t outcome = EXPLORED_ALL;
    uint64_t begin_effort = effort(x);
    arg_node_t *e;
    *target = NULL;
    while (outcome == EXPLORED_ALL && (e = waitlist_pop(x->waitlist))) {
        outcome = may_go_on(x, begin_effort);
        if (outcome != EXPLORED_ALL) {
            waitlist_add(x->waitlist, e);
            break;
        }
        if (threading_is_final(e->configuration)) continue;
        make_successors(x, e, &successors);
        for (size_t i = 0; i < successors.len && !*target; i++) {
            arg_node_t *node = reach(x, e, &successors.data[i]);
            if (!node || node->covered_by || !x->abort(x->abort_context, node)) continue;
            /* The rest of e's successors is made when it is explored again. */
            if (i + 1 < successors.len) waitlist_add(x->waitlist, e);
            *target = node;
            outcome = EXPLORED_ABORT;
        }
        e->is_expanded = true;
        count_reached(x);
    }
    VEC_FREE(successors);
    return outcome;
}
