#include "witness/report/report_internal.h"

#include <string.h>

/* Workflow commands: ::error file=F,line=L,col=C,title=T::message. Line ends and percent signs
 * are escaped, in properties also colons and commas. */
static void add_escaped(strbuf_t *out, const char *text, bool is_property) {
    for (; *text; text++) {
        bool is_special = *text == '%' || *text == '\r' || *text == '\n' ||
                          (is_property && (*text == ':' || *text == ','));
        if (is_special)
            strbuf_printf(out, "%%%02X", (unsigned char)*text);
        else
            strbuf_add_bytes(out, text, 1);
    }
}

static void add_command(strbuf_t *out, const char *level, const char *file, uint32_t line,
                        uint32_t column, const char *title) {
    strbuf_printf(out, "::%s file=", level);
    add_escaped(out, file, true);
    if (line) strbuf_printf(out, ",line=%u", line);
    if (column) strbuf_printf(out, ",col=%u", column);
    strbuf_add(out, ",title=");
    add_escaped(out, title, true);
    strbuf_add(out, "::");
}

void report_annotations(strbuf_t *out, const report_t *report, const report_end_t *end) {
    for (size_t i = 0; i < report->violations.len; i++) {
        const report_violation_t *violation = &report->violations.data[i];
        add_command(out, "error", violation->file, violation->line, violation->column,
                    violation->property);
        add_escaped(out, violation->summary, false);
        add_escaped(out, "\n", false);
        add_escaped(out, violation->trace, false);
        strbuf_add(out, "\n");
    }
    if (report->violations.len || strcmp(end->verdict, "true") == 0) return;
    add_command(out, "warning", end->file_count ? end->files[0] : "?", 0, 0, "unknown");
    add_escaped(out, end->reason ? end->reason : "no reason was given", false);
    strbuf_add(out, "\n");
}
