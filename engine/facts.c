#include "engine/facts.h"

#include "cfa/callgraph.h"

#include <string.h>

/* May the edge be passed again by the thread that passed it, or the new one? A
 * loop around a call of its function is not looked for: this only decides what
 * is tried first. */
static bool is_repeated(const program_t *program, const edge_t *edge) {
    bool *seen = mem_zalloc(program->nodes.len * sizeof *seen);
    VEC(const node_t *) open = {0};
    VEC_PUSH(open, edge->to);
    VEC_PUSH(open, edge->callee->entry);
    while (open.len && !seen[edge->from->id]) {
        const node_t *node = VEC_POP(open);
        if (seen[node->id]) continue;
        seen[node->id] = true;
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *out = node->out.data[i];
            bool enters = out->kind == EDGE_CALL || out->kind == EDGE_THREAD_CREATE;
            VEC_PUSH(open, out->to);
            if (enters && out->callee->has_body) VEC_PUSH(open, out->callee->entry);
        }
    }
    bool repeated = seen[edge->from->id];
    VEC_FREE(open);
    mem_free(seen);
    return repeated;
}

static bool creates_in_loops(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_CREATE && is_repeated(program, edge)) return true;
    }
    return false;
}

/* Do threads go round in loops? Then there may be far more states than are worth
 * telling apart, even of few threads. */
static bool repeats_in_threads(const program_t *program) {
    callgraph_t *calls = callgraph_new(program);
    bool repeats = false;
    for (size_t i = 0; !repeats && i < program->nodes.len; i++) {
        const node_t *node = program->nodes.data[i];
        repeats = node->is_loop_head && callgraph_runs_in_threads(calls, node->function);
    }
    callgraph_delete(calls);
    return repeats;
}

static bool has_floats(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->type && edge->type->kind == TYPE_FLOAT) return true;
    }
    return false;
}

static bool has_edge(const program_t *program, edge_kind_t kind) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == kind) return true;
    return false;
}

/* Edges of a program that is more than an example. */
enum { LARGE_PROGRAM = 5000 };

facts_t facts_of_program(const program_t *program) {
    facts_t facts = 0;
    if (creates_in_loops(program)) facts |= FACT_CREATES_IN_LOOPS;
    if (repeats_in_threads(program)) facts |= FACT_THREADS_LOOP;
    if (has_edge(program, EDGE_HAVOC) || has_edge(program, EDGE_HAVOC_OBJECT)) facts |= FACT_INPUTS;
    if (has_floats(program)) facts |= FACT_FLOATS;
    if (has_edge(program, EDGE_ALLOC)) facts |= FACT_HEAP;
    if (program->edges.len > LARGE_PROGRAM) facts |= FACT_LARGE;
    return facts;
}

/* Analyses that use all that explicit values can do, or nothing but such proofs. */
static bool may_try_crowd(const char *analysis) {
    static const char *const analyses[] = {"auto", "value", "predicate+value", "crowd", "pairs"};
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++)
        if (strcmp(analysis, analyses[i]) == 0) return true;
    return false;
}

facts_t facts_of_options(const options_t *options, facts_t program) {
    facts_t facts = 0;
    bool creates_in_loops = program & FACT_CREATES_IN_LOOPS;
    bool may_crowd = options->crowd == CROWD_AUTO && may_try_crowd(options->analysis);
    if (options->hunt) facts |= FACT_MAY_HUNT;
    if (strcmp(options->analysis, "crowd") == 0 || strcmp(options->analysis, "pairs") == 0)
        facts |= FACT_TRY_CROWD;
    if (options->crowd == CROWD_ONLY) facts |= FACT_ONLY_CROWD | FACT_TRY_CROWD;
    if (may_crowd && creates_in_loops) facts |= FACT_TRY_CROWD;
    if (may_crowd && !creates_in_loops && program & FACT_THREADS_LOOP) facts |= FACT_GLANCE_CROWD;
    if (options->value_precision != VALUE_PRECISION_LAZY) facts |= FACT_MAY_TRACK_ALL;
    if (options->value_precision != VALUE_PRECISION_FULL) facts |= FACT_MAY_TRACK_LAZILY;
    if (facts & FACT_MAY_TRACK_ALL && options->symbolic != SYMBOLIC_NEVER)
        facts |= FACT_MAY_USE_TERMS;
    if (facts & FACT_MAY_USE_TERMS && options->symbolic != SYMBOLIC_AUTO) facts |= FACT_TERMS_FIRST;
    if (options->block == BLOCK_AUTO) facts |= FACT_BLOCK_AUTO;
    if (options->interpolants == INTERPOLANTS_AUTO) facts |= FACT_INTERPOLANTS_AUTO;
    if (options->label_values == LABEL_VALUES_AUTO) facts |= FACT_LABEL_VALUES_AUTO;
    if (options->dump == DUMP_ARG) facts |= FACT_SHOWS_GRAPH;
    return facts;
}

static const char *const fact_names[] = {
#define FACT_NAME(name, text) text,
    FACTS(FACT_NAME)
#undef FACT_NAME
};

void facts_print(strbuf_t *out, facts_t facts) {
    const char *comma = "";
    for (unsigned i = 0; i < FACT_COUNT; i++) {
        if (!(facts & 1u << i)) continue;
        strbuf_printf(out, "%s%s", comma, fact_names[i]);
        comma = ", ";
    }
}
