#include "cpa/explore/arg_dot.h"

static void print_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void print_locations(strbuf_t *out, const configuration_t *c) {
    if (c->has_exited) strbuf_add(out, "exited");
    if (c->unsupported) strbuf_add(out, "unsupported ");
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        if (thread->status == THREAD_FREE) continue;
        strbuf_printf(out, "%st%u:", t ? " " : "", t);
        if (thread->status == THREAD_ENDED)
            strbuf_add(out, "ended");
        else
            strbuf_printf(out, "n%u", thread_top(thread)->node->id);
    }
}

static void print_node(FILE *out, composite_t *composite, const arg_node_t *node, strbuf_t *text) {
    strbuf_clear(text);
    print_locations(text, node->configuration);
    fprintf(out, "  s%llu [label=\"", (unsigned long long)node->serial);
    print_escaped(out, strbuf_text(text));
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        strbuf_clear(text);
        cpa->class->print(cpa, node->parts[i], text);
        if (!text->len) continue;
        fputs("\\n", out);
        print_escaped(out, strbuf_text(text));
    }
    fprintf(out, "\"%s];\n",
            configuration_is_error(node->configuration) ? ", color=red"
            : node->covered_by                          ? ", style=dotted"
                                                        : "");
}

void arg_dot_print(FILE *out, composite_t *composite, const arg_t *arg) {
    arg_nodes_t nodes = {0};
    strbuf_t text = {0};
    arg_list(arg, &nodes);
    fputs("digraph arg {\n  node [shape=box];\n", out);
    for (size_t i = 0; i < nodes.len; i++) print_node(out, composite, nodes.data[i], &text);
    for (size_t i = 0; i < nodes.len; i++) {
        const arg_node_t *node = nodes.data[i];
        for (const arg_link_t *link = node->children; link; link = link->next_child) {
            strbuf_clear(&text);
            edge_print(&text, link->edge);
            fprintf(out, "  s%llu -> s%llu [label=\"t%u: ", (unsigned long long)node->serial,
                    (unsigned long long)link->child->serial, link->thread);
            print_escaped(out, strbuf_text(&text));
            fputs("\"];\n", out);
        }
        if (node->covered_by)
            fprintf(out, "  s%llu -> s%llu [style=dashed];\n", (unsigned long long)node->serial,
                    (unsigned long long)node->covered_by->serial);
    }
    fputs("}\n", out);
    VEC_FREE(nodes);
    strbuf_free(&text);
}

void arg_dot_show(FILE *out, composite_t *composite, const arg_t *arg) {
    enum { MOST = 400 };
    if (out && arg_count(arg) <= MOST) arg_dot_print(out, composite, arg);
}
