#include "cfa/callgraph.h"

#include "cfa/scc.h"

typedef struct call_entry {
    bool recursive;      /* lies on a cycle of calls */
    bool reachable;
    bool is_root;
    bool many;           /* its body may run more than once */
    const edge_t *site;  /* the only CALL or THREAD_CREATE of it, while there is one */
    size_t sites;
} call_entry_t;

struct callgraph {
    const program_t *program;
    call_entry_t *entries;          /* per function */
    VEC(const function_t *) roots;
    uint64_t **runs;           /* per root: bit set over functions */
    bool *single;              /* per root */
    uint32_t *rows, *targets;  /* calls, compressed */
};

static bool bit_get(const uint64_t *bits, uint32_t i) {
    return bits[i / 64] >> (i % 64) & 1;
}

static void bit_set(uint64_t *bits, uint32_t i) {
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool is_site(const edge_t *edge) {
    return (edge->kind == EDGE_CALL || edge->kind == EDGE_THREAD_CREATE) && edge->callee;
}

/* Successors of every function by CALL edges. */
static void collect_calls(callgraph_t *graph) {
    const program_t *program = graph->program;
    uint32_t count = (uint32_t)program->functions.len, calls = 0;
    graph->rows = mem_zalloc(sizeof *graph->rows * (count + 2));
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_CALL || !edge->callee) continue;
        graph->rows[edge->from->function->id + 2]++;
        calls++;
    }
    for (uint32_t i = 2; i < count + 2; i++) graph->rows[i] += graph->rows[i - 1];
    graph->targets = mem_zalloc(sizeof *graph->targets * (calls + 1));
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_CALL || !edge->callee) continue;
        graph->targets[graph->rows[edge->from->function->id + 1]++] = edge->callee->id;
    }
}

static void find_recursion(callgraph_t *graph) {
    uint32_t count = (uint32_t)graph->program->functions.len;
    uint32_t *component = mem_zalloc(sizeof *component * (count + 1));
    uint32_t *size = mem_zalloc(sizeof *size * (count + 1));
    scc_compute(&(graph_t){count, graph->rows, graph->targets}, component);
    for (uint32_t f = 0; f < count; f++) size[component[f]]++;
    for (uint32_t f = 0; f < count; f++) {
        graph->entries[f].recursive = size[component[f]] > 1;
        for (uint32_t i = graph->rows[f]; i < graph->rows[f + 1]; i++)
            if (graph->targets[i] == f) graph->entries[f].recursive = true;
    }
    mem_free(component);
    mem_free(size);
}

/* What a thread that starts with the root may run. */
static void run_root(callgraph_t *graph, size_t root) {
    uint64_t *runs = graph->runs[root];
    VEC(uint32_t) work = {0};
    VEC_PUSH(work, graph->roots.data[root]->id);
    bit_set(runs, graph->roots.data[root]->id);
    while (work.len > 0) {
        uint32_t f = VEC_POP(work);
        graph->entries[f].reachable = true;
        for (uint32_t i = graph->rows[f]; i < graph->rows[f + 1]; i++) {
            uint32_t callee = graph->targets[i];
            if (bit_get(runs, callee)) continue;
            bit_set(runs, callee);
            VEC_PUSH(work, callee);
        }
    }
    VEC_FREE(work);
}

static void add_root(callgraph_t *graph, const function_t *function) {
    if (graph->entries[function->id].is_root) return;
    graph->entries[function->id].is_root = true;
    size_t words = graph->program->functions.len / 64 + 1;
    graph->runs = mem_realloc(graph->runs, sizeof *graph->runs * (graph->roots.len + 1));
    graph->runs[graph->roots.len] = mem_zalloc(sizeof(uint64_t) * words);
    VEC_PUSH(graph->roots, function);
    run_root(graph, graph->roots.len - 1);
}

/* Creations in code that only a later root reaches make further roots, so the
 * list grows while it is read. */
static void find_roots(callgraph_t *graph) {
    if (!graph->program->main) return;
    add_root(graph, graph->program->main);
    for (size_t before = 0; before < graph->roots.len;) {
        before = graph->roots.len;
        for (size_t i = 0; i < graph->program->edges.len; i++) {
            const edge_t *edge = graph->program->edges.data[i];
            if (edge->kind == EDGE_THREAD_CREATE && edge->callee &&
                graph->entries[edge->from->function->id].reachable)
                add_root(graph, edge->callee);
        }
        if (before == graph->roots.len) break;
    }
}

/* Marks functions whose one site lies on a cycle of its function's graph. */
static void mark_cycles(callgraph_t *graph) {
    const program_t *program = graph->program;
    uint32_t count = (uint32_t)program->nodes.len;
    uint32_t *rows = mem_zalloc(sizeof *rows * (count + 2));
    uint32_t *targets = mem_zalloc(sizeof *targets * (program->edges.len + 1));
    uint32_t *component = mem_zalloc(sizeof *component * (count + 1));
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const node_t *node = program->nodes.data[i];
        rows[i] = used;
        for (size_t j = 0; j < node->out.len; j++)
            if (edge_continues(node->out.data[j])) targets[used++] = node->out.data[j]->to->id;
    }
    rows[count] = used;
    scc_compute(&(graph_t){count, rows, targets}, component);
    for (size_t i = 0; i < program->functions.len; i++) {
        call_entry_t *entry = &graph->entries[i];
        if (entry->sites == 1 && component[entry->site->from->id] == component[entry->site->to->id])
            entry->many = true;
    }
    mem_free(rows);
    mem_free(targets);
    mem_free(component);
}

/* A body runs once if its only site does: the site stands in code that runs
 * once and on no cycle. main has a site of its own, the start. */
static void find_once(callgraph_t *graph) {
    const program_t *program = graph->program;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!is_site(edge) || !graph->entries[edge->from->function->id].reachable) continue;
        graph->entries[edge->callee->id].sites++;
        graph->entries[edge->callee->id].site = edge;
    }
    for (size_t i = 0; i < program->functions.len; i++) {
        call_entry_t *entry = &graph->entries[i];
        size_t sites = entry->sites + (program->functions.data[i] == program->main);
        entry->many = sites > 1 || entry->recursive;
    }
    mark_cycles(graph);
    /* "Many" is handed down the chain of only sites; a chain has at most as
     * many links as there are functions, and each round fixes one level. */
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < program->functions.len; i++) {
            call_entry_t *entry = &graph->entries[i];
            if (entry->many || entry->sites != 1) continue;
            if (!graph->entries[entry->site->from->function->id].many) continue;
            entry->many = changed = true;
        }
    }
}

callgraph_t *callgraph_new(const program_t *program) {
    callgraph_t *graph = mem_zalloc(sizeof *graph);
    graph->program = program;
    graph->entries = mem_zalloc(sizeof *graph->entries * (program->functions.len + 1));
    collect_calls(graph);
    find_recursion(graph);
    find_roots(graph);
    find_once(graph);
    graph->single = mem_zalloc(graph->roots.len + 1);
    for (size_t i = 0; i < graph->roots.len; i++) {
        const function_t *root = graph->roots.data[i];
        /* Main's own thread is one even if main is called again. A routine
         * that is also called runs more often than threads start with it, but
         * only its creations count; that is not told apart here. */
        graph->single[i] =
            i == 0 ? graph->entries[root->id].sites == 0 : !graph->entries[root->id].many;
    }
    return graph;
}

void callgraph_delete(callgraph_t *graph) {
    if (!graph) return;
    for (size_t i = 0; i < graph->roots.len; i++) mem_free(graph->runs[i]);
    mem_free(graph->runs);
    mem_free(graph->entries);
    mem_free(graph->single);
    mem_free(graph->rows);
    mem_free(graph->targets);
    VEC_FREE(graph->roots);
    mem_free(graph);
}

size_t callgraph_root_count(const callgraph_t *graph) {
    return graph->roots.len;
}

const function_t *callgraph_root(const callgraph_t *graph, size_t root) {
    REQUIRE(root < graph->roots.len);
    return graph->roots.data[root];
}

bool callgraph_root_is_single(const callgraph_t *graph, size_t root) {
    REQUIRE(root < graph->roots.len);
    return graph->single[root];
}

bool callgraph_runs_in(const callgraph_t *graph, const function_t *function, size_t root) {
    REQUIRE(root < graph->roots.len);
    return bit_get(graph->runs[root], function->id);
}

bool callgraph_runs_in_threads(const callgraph_t *graph, const function_t *function) {
    for (size_t root = 1; root < graph->roots.len; root++)
        if (callgraph_runs_in(graph, function, root)) return true;
    return false;
}

bool callgraph_is_reachable(const callgraph_t *graph, const function_t *function) {
    return graph->entries[function->id].reachable;
}
