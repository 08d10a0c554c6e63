#include "cfa/program.h"

#include <string.h>

static bool is_same(const edge_t *a, const edge_t *b) {
    return a->source.file == b->source.file && a->source.line == b->source.line &&
           strcmp(a->text, b->text) == 0;
}

static bool is_listed(const edge_t *edge) {
    return edge->kind == EDGE_UNSUPPORTED && edge->text && !edge->is_guard;
}

/* One construct may have several steps, which were made one after the other. */
void program_print_unsupported(strbuf_t *out, const program_t *program) {
    const edge_t *last = NULL;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!is_listed(edge) || (last && is_same(edge, last))) continue;
        strbuf_printf(out, "%s:%u: %s\n", edge->source.file ? edge->source.file : "?",
                      edge->source.line, edge->text);
        last = edge;
    }
}
