/* Pass loops.
 * requires: cleanup
 * provides: node->is_loop_head, node->rpo
 * breaks:   nothing
 *
 * A loop head is the target of an edge that goes back on the path of a
 * depth-first search. Every cycle closes with such an edge, reducible or not,
 * so every cycle has a head. */
#include "cfa/passes.h"

typedef struct visit {
    node_t *node;
    size_t next;
} visit_t;

enum { NEW, OPEN, DONE };

static void loops_in_function(function_t *function, uint8_t *state) {
    VEC(visit_t) path = {0};
    uint32_t post = (uint32_t)function->nodes.len;
    visit_t first = {.node = function->entry};
    VEC_PUSH(path, first);
    state[function->entry->id] = OPEN;
    while (path.len > 0) {
        visit_t *top = &VEC_TOP(path);
        if (top->next == top->node->out.len) {
            state[top->node->id] = DONE;
            top->node->rpo = --post;
            (void)VEC_POP(path);
            continue;
        }
        node_t *to = top->node->out.data[top->next++]->to;
        if (state[to->id] == OPEN) to->is_loop_head = true;
        if (state[to->id] != NEW) continue;
        state[to->id] = OPEN;
        visit_t visit = {.node = to};
        VEC_PUSH(path, visit);
    }
    VEC_FREE(path);
}

void loops_run(program_t *program) {
    uint8_t *state = mem_zalloc(program->nodes.len + 1);
    for (size_t i = 0; i < program->nodes.len; i++) {
        program->nodes.data[i]->is_loop_head = false;
        program->nodes.data[i]->rpo = 0;
    }
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->entry) loops_in_function(program->functions.data[i], state);
    mem_free(state);
}
