#include "witness/report/report_internal.h"

#include <string.h>

/* Text and attribute values of XML; characters that XML has no place for become '?'. */
static void add_xml(strbuf_t *out, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '<')
            strbuf_add(out, "&lt;");
        else if (c == '>')
            strbuf_add(out, "&gt;");
        else if (c == '&')
            strbuf_add(out, "&amp;");
        else if (c == '"')
            strbuf_add(out, "&quot;");
        else if (c < ' ' && c != '\n' && c != '\t')
            strbuf_add(out, "?");
        else
            strbuf_add_bytes(out, text, 1);
    }
}

static void add_attribute(strbuf_t *out, const char *name, const char *value) {
    strbuf_printf(out, " %s=\"", name);
    add_xml(out, value);
    strbuf_add(out, "\"");
}

static void begin_case(strbuf_t *out, const report_end_t *end, const char *property) {
    strbuf_add(out, "    <testcase");
    add_attribute(out, "classname", end->file_count ? end->files[0] : "heddle");
    add_attribute(out, "name", property);
    strbuf_printf(out, " time=\"%.3f\">\n", end->stats->time_total);
}

static void add_failure(strbuf_t *out, const report_end_t *end,
                        const report_violation_t *violation) {
    begin_case(out, end, violation->property);
    strbuf_add(out, "      <failure");
    add_attribute(out, "type", violation->property);
    strbuf_t message = {0};
    strbuf_printf(&message, "%s:%u: %s", violation->file, violation->line, violation->summary);
    add_attribute(out, "message", strbuf_text(&message));
    strbuf_free(&message);
    strbuf_add(out, ">");
    add_xml(out, violation->trace);
    strbuf_add(out, "</failure>\n    </testcase>\n");
}

/* An unknown verdict is an error of the test, not a failure of the program. */
void report_junit(strbuf_t *out, const report_t *report, const report_end_t *end) {
    size_t failures = report->violations.len;
    bool is_true = strcmp(end->verdict, "true") == 0, is_unknown = !failures && !is_true;
    strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    strbuf_printf(out,
                  "  <testsuite name=\"heddle\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" "
                  "time=\"%.3f\">\n",
                  failures ? failures : 1, failures, is_unknown, end->stats->time_total);
    for (size_t i = 0; i < failures; i++) add_failure(out, end, &report->violations.data[i]);
    if (!failures) {
        begin_case(out, end, end->property);
        if (is_unknown) {
            strbuf_add(out, "      <error type=\"unknown\"");
            add_attribute(out, "message", end->reason ? end->reason : "no reason was given");
            strbuf_add(out, "/>\n");
        }
        strbuf_add(out, "    </testcase>\n");
    }
    strbuf_add(out, "  </testsuite>\n</testsuites>\n");
}
