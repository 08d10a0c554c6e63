#include "cfa/callgraph.h"

static void escaped(strbuf_t *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') strbuf_add_bytes(out, "\\", 1);
        strbuf_add_bytes(out, text, 1);
    }
}

static void dot_node(strbuf_t *out, const node_t *node) {
    strbuf_printf(out, "    n%u [label=\"%u", node->id, node->id);
    if (node->source.file) strbuf_printf(out, "\\nline %u", node->source.line);
    strbuf_add(out, "\"");
    if (node->is_loop_head) strbuf_add(out, ", shape=doublecircle");
    if (node->is_error) strbuf_add(out, ", shape=octagon, style=filled, fillcolor=red");
    if (node == node->function->entry) strbuf_add(out, ", style=bold");
    strbuf_add(out, "];\n");
}

static void dot_edge(strbuf_t *out, const edge_t *edge) {
    strbuf_t text = {0};
    edge_print(&text, edge);
    strbuf_printf(out, "    n%u -> n%u [label=\"", edge->from->id, edge->to->id);
    escaped(out, strbuf_text(&text));
    strbuf_add(out, "\"");
    if (edge->access.shared) strbuf_add(out, ", color=blue");
    strbuf_add(out, "];\n");
    strbuf_free(&text);
}

void program_print_dot(strbuf_t *out, const program_t *program) {
    callgraph_t *graph = callgraph_new(program);
    strbuf_add(out, "digraph cfa {\n  node [shape=circle];\n");
    for (size_t i = 0; i < program->functions.len; i++) {
        const function_t *function = program->functions.data[i];
        if (!function->entry || !callgraph_is_reachable(graph, function)) continue;
        strbuf_printf(out, "  subgraph cluster_%u {\n    label=\"", function->id);
        escaped(out, function->name);
        strbuf_add(out, "\";\n");
        for (size_t j = 0; j < function->nodes.len; j++) dot_node(out, function->nodes.data[j]);
        for (size_t j = 0; j < function->nodes.len; j++) {
            const node_t *node = function->nodes.data[j];
            for (size_t k = 0; k < node->out.len; k++) dot_edge(out, node->out.data[k]);
        }
        strbuf_add(out, "  }\n");
    }
    strbuf_add(out, "}\n");
    callgraph_delete(graph);
}
