#ifndef TESTS_UNIT_TRACE_BUILD_H
#define TESTS_UNIT_TRACE_BUILD_H

#include "tests/unit/witness_build.h"

/* Makes the trace in which threads move in the order of the digits; where a
 * node has several edges, those marked by a letter behind the digit (a: first,
 * b: second) are taken, else the first. Nodes are followed by hand, so that
 * also traces that cannot happen can be written. */
typedef struct trace_cursor {
    const node_t *nodes[8][8];
    int depth[8];
} trace_cursor_t;

UNUSED_HELPER static trace_t make_trace(const program_t *program, const char *schedule) {
    trace_t trace = {0};
    trace_cursor_t at = {0};
    at.nodes[0][0] = program->main->entry;
    unsigned threads = 1;
    for (const char *s = schedule; *s; s++) {
        unsigned t = (unsigned)(*s - '0');
        size_t choice = s[1] >= 'a' ? (size_t)(*++s - 'a') : 0;
        const edge_t *edge = at.nodes[t][at.depth[t]]->out.data[choice];
        VEC_PUSH(trace.steps, (trace_step_t){t, edge});
        at.nodes[t][at.depth[t]] = edge->to;
        if (edge->kind == EDGE_THREAD_CREATE) at.nodes[threads++][0] = edge->callee->entry;
        if (edge->kind == EDGE_CALL) at.nodes[t][++at.depth[t]] = edge->callee->entry;
        if (edge->kind == EDGE_RETURN && at.depth[t]) at.depth[t]--;
    }
    return trace;
}

UNUSED_HELPER static void trace_end(trace_t *trace) {
    VEC_FREE(trace->steps);
    VEC_FREE(trace->inputs);
    VEC_FREE(trace->memory);
}

#endif
