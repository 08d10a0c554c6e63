#include "witness/output/c_text.h"
#include "witness/output/trace_rows.h"
#include "witness/output/witness_entry.h"

#include <stdio.h>
#include <string.h>

/* Witnesses in GraphML, format 1.0: the run as a path of the automaton, one edge per line of
 * the source that a thread executes without being interrupted, and one for each call,
 * return and creation of a thread. */
typedef struct witness_graph {
    strbuf_t *out;
    const replay_t *replay;
    source_text_t *text;
    uint32_t nodes;           /* so far; the last one is where the path stands */
    VEC(uint32_t) thread_ids; /* by number: 0 is main, k the k-th created */
    uint32_t created;
    strbuf_t data; /* of the edge being made */
} witness_graph_t;

static void add_escaped(strbuf_t *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': strbuf_add(out, "&amp;"); break;
        case '<': strbuf_add(out, "&lt;"); break;
        case '>': strbuf_add(out, "&gt;"); break;
        case '"': strbuf_add(out, "&quot;"); break;
        default: /* XML 1.0 has no other control characters, escaped or not */
            if ((unsigned char)*text >= ' ' || *text == '\t' || *text == '\n')
                strbuf_add_bytes(out, text, 1);
        }
    }
}

static void add_data(strbuf_t *out, const char *key, const char *value) {
    strbuf_printf(out, "   <data key=\"%s\">", key);
    add_escaped(out, value);
    strbuf_add(out, "</data>\n");
}

static void edge_text(witness_graph_t *g, const char *key, const char *value) {
    add_data(&g->data, key, value);
}

static void edge_number(witness_graph_t *g, const char *key, uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "%u", value);
    edge_text(g, key, text);
}

static void edge_place(witness_graph_t *g, source_t at, uint32_t thread) {
    edge_number(g, "threadId", thread < g->thread_ids.len ? g->thread_ids.data[thread] : 0);
    if (!at.line) return;
    edge_number(g, "startline", at.line);
    edge_number(g, "endline", at.line);
    if (g->replay->program->files.len > 1 && at.file) edge_text(g, "originfile", at.file);
}

/* An edge with the data so far, to a new node. */
static void edge_end(witness_graph_t *g) {
    strbuf_printf(g->out, "  <edge source=\"N%u\" target=\"N%u\">\n", g->nodes - 1, g->nodes);
    strbuf_add(g->out, strbuf_text(&g->data));
    strbuf_add(g->out, "  </edge>\n");
    g->nodes++;
    strbuf_clear(&g->data);
}

/* What the row set with the help of an input: holds behind it. */
static void edge_inputs(witness_graph_t *g, const trace_row_t *row) {
    bool has_input = false;
    strbuf_t all = {0};
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &g->replay->steps.data[row->first + i];
        const edge_t *edge = step->edge;
        const function_t *function = edge->from->function;
        has_input |= edge->kind == EDGE_HAVOC;
        if (!has_input || !step->has_value || edge->target == NO_REG ||
            (edge->kind != EDGE_HAVOC && edge->kind != EDGE_ASSIGN))
            continue;
        c_scope_t scope = {.program = g->replay->program, .function = function};
        const type_t *type;
        strbuf_t name = {0};
        if (c_text_variable(&name, &scope, variable_reg(0, 0, function, edge->target), &type) &&
            c_text_has_constants(type)) {
            if (all.len) strbuf_add(&all, " ");
            c_text_equals(&all, strbuf_text(&name), type, step->value);
            strbuf_add(&all, ";");
        }
        strbuf_free(&name);
    }
    if (all.len) {
        edge_text(g, "assumption", all.data);
        edge_text(g, "assumption.scope",
                  g->replay->steps.data[row->first].edge->from->function->name);
    }
    strbuf_free(&all);
}

static void edge_control(witness_graph_t *g, const trace_row_t *row) {
    for (uint32_t i = 0; i < row->count; i++) {
        const edge_t *edge = g->replay->steps.data[row->first + i].edge;
        source_t begin;
        if (edge->kind != EDGE_ASSUME || !edge->is_branch ||
            !source_text_plain_if(g->text, edge->source, &begin))
            continue;
        edge_text(g, "control", edge->branch_taken ? "condition-true" : "condition-false");
        return;
    }
}

/* The creation, and the entry of the new thread right behind it. */
static void edges_of_creation(witness_graph_t *g, const replay_step_t *step) {
    edge_place(g, step->edge->source, step->thread);
    edge_number(g, "createThread", ++g->created);
    edge_end(g);
    while (g->thread_ids.len <= step->created) VEC_PUSH(g->thread_ids, 0);
    g->thread_ids.data[step->created] = g->created;
    edge_place(g, step->edge->source, step->created);
    edge_text(g, "enterFunction", step->edge->callee->name);
    edge_end(g);
}

static void edges_of_step(witness_graph_t *g, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    if (edge->kind == EDGE_THREAD_CREATE) edges_of_creation(g, step);
    if (edge->kind == EDGE_CALL) {
        edge_place(g, edge->source, step->thread);
        edge_text(g, "enterFunction", edge->callee->name);
        edge_end(g);
    }
    if (edge->kind == EDGE_RETURN && (step->depth || step->thread)) {
        edge_place(g, edge->source, step->thread);
        edge_text(g, "returnFromFunction", edge->from->function->name);
        edge_end(g);
    }
}

static bool has_edges_of_its_own(const witness_graph_t *g, const trace_row_t *row) {
    for (uint32_t i = 0; i < row->count; i++) {
        edge_kind_t kind = g->replay->steps.data[row->first + i].edge->kind;
        if (kind == EDGE_THREAD_CREATE || kind == EDGE_CALL) return true;
    }
    return false;
}

static void edges_of_row(witness_graph_t *g, const trace_row_t *row) {
    if (!row->is_quiet && !has_edges_of_its_own(g, row)) {
        edge_place(g, row->source, row->thread);
        edge_control(g, row);
        edge_inputs(g, row);
        edge_end(g);
    }
    for (uint32_t i = 0; i < row->count; i++)
        edges_of_step(g, &g->replay->steps.data[row->first + i]);
}

static void add_keys(strbuf_t *out) {
    static const struct {
        const char *id, *domain, *type;
    } keys[] = {
        {"witness-type", "graph", "string"},    {"sourcecodelang", "graph", "string"},
        {"producer", "graph", "string"},        {"specification", "graph", "string"},
        {"programfile", "graph", "string"},     {"programhash", "graph", "string"},
        {"architecture", "graph", "string"},    {"creationtime", "graph", "string"},
        {"entry", "node", "boolean"},           {"violation", "node", "boolean"},
        {"threadId", "edge", "string"},         {"createThread", "edge", "string"},
        {"startline", "edge", "int"},           {"endline", "edge", "int"},
        {"enterFunction", "edge", "string"},    {"returnFromFunction", "edge", "string"},
        {"control", "edge", "string"},          {"assumption", "edge", "string"},
        {"assumption.scope", "edge", "string"}, {"originfile", "edge", "string"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool is_truth = strcmp(keys[i].type, "boolean") == 0;
        strbuf_printf(out, " <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"",
                      keys[i].id, keys[i].domain, keys[i].id, keys[i].type);
        strbuf_add(out, is_truth ? ">\n  <default>false</default>\n </key>\n" : "/>\n");
    }
}

static bool add_head(strbuf_t *out, const witness_task_t *task, const char *type, char **why) {
    char hash[65], when[32], producer[64];
    if (!witness_hash_file(task->files[0], hash, why)) return false;
    witness_time(when);
    snprintf(producer, sizeof producer, "heddle %s", task->version ? task->version : "");
    strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    add_keys(out);
    strbuf_add(out, " <graph edgedefault=\"directed\">\n");
    add_data(out, "witness-type", type);
    add_data(out, "sourcecodelang", "C");
    add_data(out, "producer", producer);
    add_data(out, "specification", witness_specification(task));
    add_data(out, "programfile", task->files[0]);
    add_data(out, "programhash", hash);
    bool is_64 = task->data_model && strcmp(task->data_model, "LP64") == 0;
    add_data(out, "architecture", is_64 ? "64bit" : "32bit");
    add_data(out, "creationtime", when);
    return true;
}

static void add_nodes(strbuf_t *out, uint32_t count, bool is_violation) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_last = is_violation && i + 1 == count;
        strbuf_printf(out, "  <node id=\"N%u\"%s>\n", i, i && !is_last ? "/" : "");
        if (i && !is_last) continue;
        add_data(out, i ? "violation" : "entry", "true");
        strbuf_add(out, "  </node>\n");
    }
}

static void finish(strbuf_t *out) {
    strbuf_add(out, " </graph>\n</graphml>");
}

char *witness_violation_graphml(const witness_task_t *task, const replay_t *replay, char **why) {
    strbuf_t edges = {0}, out = {0};
    witness_graph_t g = {.out = &edges, .replay = replay, .text = source_text_new(), .nodes = 1};
    edge_place(&g, task->program->main->source, 0);
    edge_text(&g, "enterFunction", task->program->main->name);
    edge_end(&g);
    trace_rows_t rows;
    trace_rows_make(&rows, replay);
    for (size_t i = 0; i < rows.rows.len; i++) edges_of_row(&g, &rows.rows.data[i]);
    trace_rows_free(&rows);
    bool is_made = add_head(&out, task, "violation_witness", why);
    add_nodes(&out, g.nodes, true);
    strbuf_add(&out, strbuf_text(&edges));
    finish(&out);
    strbuf_free(&edges);
    strbuf_free(&g.data);
    VEC_FREE(g.thread_ids);
    source_text_delete(g.text);
    if (is_made) return out.data;
    strbuf_free(&out);
    return NULL;
}

char *witness_proof_graphml(const witness_task_t *task, char **why) {
    strbuf_t out = {0};
    bool is_made = add_head(&out, task, "correctness_witness", why);
    add_nodes(&out, 1, false);
    finish(&out);
    if (is_made) return out.data;
    strbuf_free(&out);
    return NULL;
}
