#include "cfa/boolean.h"

static bool does_nothing(const bstep_t *step) {
    return step->kind == BSTEP_MOVE && !step->condition && !step->constraint &&
           !step->assign_count && step->from->is_atomic == step->to->is_atomic;
}

/* Where a thread that stands here is in truth: at the end of the steps that do nothing. A cycle of
 * such steps is an endless loop, and ends where it began. */
static bnode_t *final_node(bnode_t *node) {
    size_t left = node->routine->nodes.len;
    while (left-- && node->out.len == 1 && does_nothing(node->out.data[0]) && !node->labels.len)
        node = node->out.data[0]->to;
    return node;
}

static void mark(broutine_t *routine, bool *seen) {
    VEC(bnode_t *) work = {0};
    VEC_PUSH(work, routine->entry);
    seen[routine->entry->id] = true;
    while (work.len) {
        const bnode_t *node = VEC_POP(work);
        for (size_t i = 0; i < node->out.len; i++) {
            bnode_t *to = node->out.data[i]->to;
            if (seen[to->id]) continue;
            seen[to->id] = true;
            VEC_PUSH(work, to);
        }
    }
    VEC_FREE(work);
}

static void tidy_routine(broutine_t *routine) {
    bool *seen = mem_zalloc(routine->nodes.len + 1);
    size_t kept = 0;
    for (size_t i = 0; i < routine->nodes.len; i++) {
        bnode_t *node = routine->nodes.data[i];
        for (size_t j = 0; j < node->out.len; j++)
            node->out.data[j]->to = final_node(node->out.data[j]->to);
    }
    routine->entry = final_node(routine->entry);
    mark(routine, seen);
    for (size_t i = 0; i < routine->nodes.len; i++) {
        bnode_t *node = routine->nodes.data[i];
        if (seen[i]) {
            routine->nodes.data[kept++] = node;
            continue;
        }
        for (size_t j = 0; j < node->out.len; j++) node->out.data[j]->from = NULL;
        VEC_FREE(node->out);
        VEC_FREE(node->labels);
    }
    routine->nodes.len = kept;
    for (size_t i = 0; i < kept; i++) routine->nodes.data[i]->id = (uint32_t)i;
    mem_free(seen);
}

/* With NOW in place of NEXT where the step leaves the variable as it is. */
static const bexpr_t *settle(boolean_t *boolean, const bstep_t *step, const bexpr_t *e) {
    if (e->kind == BEXPR_NEXT) {
        for (size_t i = 0; i < step->assign_count; i++)
            if (step->assigns[i].variable == e->value) return e;
        return bexpr_leaf(boolean, BEXPR_NOW, e->value);
    }
    if (!e->a[0]) return e;
    const bexpr_t *a = settle(boolean, step, e->a[0]);
    if (e->kind == BEXPR_NOT) return bexpr_not(boolean, a);
    const bexpr_t *b = settle(boolean, step, e->a[1]);
    if (e->kind == BEXPR_ITE) return bexpr_ite(boolean, a, b, settle(boolean, step, e->a[2]));
    return bexpr_binary(boolean, e->kind, a, b);
}

/* A constraint on what does not change is a condition. */
static void settle_step(boolean_t *boolean, bstep_t *step) {
    if (step->constraint) step->constraint = settle(boolean, step, step->constraint);
    if (step->constraint && !step->assign_count) {
        step->condition = step->condition
                              ? bexpr_binary(boolean, BEXPR_AND, step->condition, step->constraint)
                              : step->constraint;
        step->constraint = NULL;
    }
    if (step->condition && bexpr_is_const(step->condition, true)) step->condition = NULL;
    if (step->constraint && bexpr_is_const(step->constraint, true)) step->constraint = NULL;
}

void boolean_tidy(boolean_t *boolean) {
    size_t kept = 0;
    for (size_t i = 0; i < boolean->steps.len; i++) settle_step(boolean, boolean->steps.data[i]);
    for (size_t i = 0; i < boolean->routines.len; i++) tidy_routine(boolean->routines.data[i]);
    for (size_t i = 0; i < boolean->steps.len; i++)
        if (boolean->steps.data[i]->from) boolean->steps.data[kept++] = boolean->steps.data[i];
    boolean->steps.len = kept;
    for (size_t i = 0; i < kept; i++) boolean->steps.data[i]->id = (uint32_t)i;
}
