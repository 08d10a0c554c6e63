#include "cpa/explore/straight.h"

#include "cpa/explore/race.h"

#include <string.h>

bool straight_may_go_on(const configuration_t *c, uint32_t thread) {
    if (threading_is_final(c) || thread >= c->thread_count) return false;
    const thread_t *t = &c->threads[thread];
    if (t->status != THREAD_RUNNING) return false;
    /* Every cycle has a loop head: runs end, and no cycle is without a state that
     * is kept. */
    return !thread_top(t)->node->is_loop_head;
}

/* The only successor of a state, which must be one of this thread. */
static bool only_successor(composite_t *composite, const configuration_t *c, const part_t *parts,
                           uint32_t thread, successor_t *next) {
    if (!straight_may_go_on(c, thread)) return false;
    if (!c->threads[thread].atomic_depth && (!composite->por || c->thread_count > 64)) return false;
    /* A state with a race is one to be looked at. */
    if (composite->seeks_races && composite_race(composite, c, parts).certainty) return false;
    successors_t *out = &composite->straight;
    VEC_CLEAR(*out);
    bool is_alone = composite_thread_successors(composite, c, parts, thread, true, out);
    if (!is_alone || out->len != 1) return false;
    *next = out->data[0];
    return true;
}

size_t straight_run(composite_t *composite, successor_t *state, straight_visit_t visit,
                    void *context) {
    size_t count = 0;
    uint32_t thread = state->step.thread;
    successor_t next;
    while (only_successor(composite, state->step.after, state->parts, thread, &next)) {
        composite_note_alone(composite, state->step.after, thread);
        state->step.after = next.step.after;
        memcpy(state->parts, next.parts, composite->count * sizeof *state->parts);
        state->is_joined = true;
        if (visit) visit(context, &next);
        count++;
    }
    return count;
}

typedef struct {
    arg_t *arg;
    arg_node_t *at;
    successor_t waiting; /* is made a node when a further step comes */
} unfolding_t;

static void unfold_step(void *context, const successor_t *next) {
    unfolding_t *u = context;
    arg_node_t *node = arg_add(u->arg, u->waiting.step.after, u->waiting.parts);
    arg_add_link(u->arg, u->at, node, &u->waiting.step);
    node->is_expanded = true;
    thread_set_t alone = {0};
    thread_set_add(&alone, u->waiting.step.thread);
    arg_note_explored(u->arg, node, &alone);
    u->at = node;
    u->waiting = *next;
}

static bool is_first_step(const arg_link_t *link, const successor_t *successor) {
    const step_t *step = &successor->step;
    return step->edge == link->edge && step->thread == link->thread &&
           step->operand == link->operand && step->outcome == link->outcome;
}

void straight_unfold(composite_t *composite, arg_t *arg, arg_link_t *link) {
    successors_t successors = {0};
    thread_set_t threads;
    const arg_node_t *child = link->child;
    if (!link->is_joined) return;
    composite_successors(composite, link->parent, &successors, &threads);
    for (size_t i = 0; i < successors.len; i++) {
        successor_t end = successors.data[i];
        if (!is_first_step(link, &end)) continue;
        straight_run(composite, &end, NULL, NULL);
        if (end.step.after != child->configuration ||
            memcmp(end.parts, child->parts, composite->count * sizeof *end.parts) != 0)
            continue;
        unfolding_t u = {arg, link->parent, successors.data[i]};
        end = successors.data[i];
        straight_run(composite, &end, unfold_step, &u);
        arg_move_link(link, u.at, &u.waiting.step);
        break;
    }
    VEC_FREE(successors);
    REQUIRE(!link->is_joined);
}
