#include "witness/report/page_text.h"
#include "witness/report/report_internal.h"

#include <string.h>

/* The page is a text with one place for data; its script does the rest. File names are
 * numbers there only in the end, when it is known which files there are. */

static void add_number(cJSON *object, const char *name, double value) {
    cJSON_AddNumberToObject(object, name, value);
}

static cJSON *access_data(const story_access_t *access) {
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "n", access->name);
    cJSON_AddStringToObject(data, "v", access->value);
    if (access->before) cJSON_AddStringToObject(data, "b", access->before);
    if (!access->before && access->writer != STORY_NOBODY) add_number(data, "w", access->writer);
    return data;
}

static void add_state(cJSON *data, const story_moment_t *moment) {
    cJSON *locks = cJSON_AddArrayToObject(data, "k");
    for (size_t i = 0; i < moment->locks.len; i++) {
        cJSON *lock = cJSON_CreateArray();
        cJSON_AddItemToArray(lock, cJSON_CreateString(moment->locks.data[i].name));
        cJSON_AddItemToArray(lock, cJSON_CreateNumber(moment->locks.data[i].thread));
        cJSON_AddItemToArray(locks, lock);
    }
    cJSON *stacks = cJSON_AddArrayToObject(data, "s");
    for (size_t i = 0; i < moment->stacks.len; i++) {
        const story_stack_t *stack = &moment->stacks.data[i];
        cJSON *frames = cJSON_CreateArray();
        for (size_t k = 0; k < stack->frames.len; k++) {
            cJSON *frame = cJSON_CreateArray();
            cJSON_AddItemToArray(frame, cJSON_CreateString(stack->frames.data[k].function->name));
            cJSON_AddItemToArray(frame, cJSON_CreateNumber(stack->frames.data[k].source.line));
            cJSON_AddItemToArray(frames, frame);
        }
        cJSON_AddItemToArray(stacks, frames);
    }
}

static cJSON *moment_data(const story_moment_t *moment) {
    cJSON *data = cJSON_CreateObject();
    add_number(data, "t", moment->thread);
    if (moment->source.file) cJSON_AddStringToObject(data, "f", moment->source.file);
    add_number(data, "l", moment->source.line);
    cJSON_AddStringToObject(data, "fn", moment->function->name);
    cJSON_AddStringToObject(data, "x", moment->text);
    cJSON *accesses = cJSON_AddArrayToObject(data, "a");
    for (size_t i = 0; i < moment->accesses.len; i++)
        cJSON_AddItemToArray(accesses, access_data(&moment->accesses.data[i]));
    cJSON *notes = cJSON_AddArrayToObject(data, "o");
    for (size_t i = 0; i < moment->notes.len; i++)
        cJSON_AddItemToArray(notes, cJSON_CreateString(moment->notes.data[i]));
    if (moment->is_violation) cJSON_AddTrueToObject(data, "bad");
    add_state(data, moment);
    return data;
}

cJSON *report_page_violation(const char *property, const story_t *story) {
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "property", property);
    cJSON_AddStringToObject(data, "summary", story->summary);
    cJSON *threads = cJSON_AddArrayToObject(data, "threads");
    for (size_t i = 0; i < story->threads.len; i++)
        cJSON_AddItemToArray(threads, cJSON_CreateString(story->threads.data[i].name));
    cJSON *moments = cJSON_AddArrayToObject(data, "moments");
    for (size_t i = 0; i < story->moments.len; i++)
        cJSON_AddItemToArray(moments, moment_data(&story->moments.data[i]));
    return data;
}

static cJSON *function_data(const function_t *function) {
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "name", function->name);
    cJSON *nodes = cJSON_AddArrayToObject(data, "nodes");
    cJSON *edges = cJSON_AddArrayToObject(data, "edges");
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        cJSON *place = cJSON_CreateObject();
        add_number(place, "id", node->id);
        if (node->source.line) add_number(place, "l", node->source.line);
        if (node->is_error) cJSON_AddTrueToObject(place, "error");
        if (node->is_loop_head) cJSON_AddTrueToObject(place, "head");
        cJSON_AddItemToArray(nodes, place);
        for (size_t k = 0; k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            strbuf_t text = {0};
            edge_print(&text, edge);
            cJSON *step = cJSON_CreateArray();
            cJSON_AddItemToArray(step, cJSON_CreateNumber(edge->from->id));
            cJSON_AddItemToArray(step, cJSON_CreateNumber(edge->to->id));
            cJSON_AddItemToArray(step, cJSON_CreateString(strbuf_text(&text)));
            cJSON_AddItemToArray(step, cJSON_CreateNumber(edge->access.shared));
            cJSON_AddItemToArray(edges, step);
            strbuf_free(&text);
        }
    }
    return data;
}

cJSON *report_page_automata(const program_t *program) {
    cJSON *functions = cJSON_CreateArray();
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->nodes.len)
            cJSON_AddItemToArray(functions, function_data(program->functions.data[i]));
    return functions;
}

/* Files in the order in which they are first met; those of the input first. */
typedef struct page_files {
    cJSON *list;
    source_text_t *text;
} page_files_t;

static int file_number(page_files_t *files, const char *name, bool is_input) {
    int count = cJSON_GetArraySize(files->list);
    for (int i = 0; i < count; i++) {
        cJSON *known = cJSON_GetObjectItem(cJSON_GetArrayItem(files->list, i), "name");
        if (strcmp(cJSON_GetStringValue(known), name) == 0) return i;
    }
    cJSON *file = cJSON_CreateObject();
    cJSON_AddStringToObject(file, "name", name);
    if (is_input) cJSON_AddTrueToObject(file, "input");
    cJSON *lines = cJSON_AddArrayToObject(file, "lines");
    const char *line;
    size_t length;
    for (uint32_t n = 1; (line = source_text_line(files->text, name, n, &length)); n++) {
        strbuf_t text = {0};
        strbuf_add_bytes(&text, line, length);
        cJSON_AddItemToArray(lines, cJSON_CreateString(strbuf_text(&text)));
        strbuf_free(&text);
    }
    cJSON_AddItemToArray(files->list, file);
    return count;
}

static void number_files(page_files_t *files, cJSON *violation) {
    cJSON *moment;
    cJSON_ArrayForEach(moment, cJSON_GetObjectItem(violation, "moments")) {
        cJSON *file = cJSON_GetObjectItem(moment, "f");
        if (!file) continue;
        int number = file_number(files, cJSON_GetStringValue(file), false);
        cJSON_ReplaceItemInObject(moment, "f", cJSON_CreateNumber(number));
    }
}

static cJSON *stats_data(const report_end_t *end) {
    strbuf_t text = {0};
    stats_print_json(&text, end->stats, end->verdict, end->reason);
    cJSON *data = cJSON_Parse(strbuf_text(&text));
    strbuf_free(&text);
    return data ? data : cJSON_CreateObject();
}

static cJSON *page_data(const report_t *report, const report_end_t *end) {
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "verdict", end->verdict);
    if (end->reason) cJSON_AddStringToObject(data, "reason", end->reason);
    cJSON_AddStringToObject(data, "property", end->property);
    cJSON_AddStringToObject(data, "version", end->version);
    cJSON_AddStringToObject(data, "command", end->command_line ? end->command_line : "");
    page_files_t files = {cJSON_CreateArray(), source_text_new()};
    for (size_t i = 0; i < end->file_count; i++) file_number(&files, end->files[i], true);
    cJSON *violations = cJSON_AddArrayToObject(data, "violations");
    for (size_t i = 0; i < report->violations.len; i++) {
        cJSON *violation = cJSON_Duplicate(report->violations.data[i].page, true);
        number_files(&files, violation);
        cJSON_AddItemToArray(violations, violation);
    }
    cJSON_AddItemToObject(data, "files", files.list);
    source_text_delete(files.text);
    cJSON_AddItemToObject(data, "automata",
                          report->automata ? cJSON_Duplicate(report->automata, true)
                                           : cJSON_CreateArray());
    if (report->graph) cJSON_AddStringToObject(data, "graph", report->graph);
    cJSON_AddItemToObject(data, "stats", stats_data(end));
    return data;
}

/* No "</script>" and no "<!--" may stand inside of the script element. */
static void add_escaped(strbuf_t *out, const char *json) {
    for (; *json; json++) {
        if (*json == '<')
            strbuf_add(out, "\\u003c");
        else
            strbuf_add_bytes(out, json, 1);
    }
}

void report_page(strbuf_t *out, const report_t *report, const report_end_t *end) {
    static const char place[] = "@DATA@";
    const char *at = strstr(page_text, place);
    REQUIRE(at);
    cJSON *data = page_data(report, end);
    char *json = cJSON_PrintUnformatted(data);
    REQUIRE(json);
    strbuf_add_bytes(out, page_text, (size_t)(at - page_text));
    add_escaped(out, json);
    strbuf_add(out, at + sizeof place - 1);
    cJSON_free(json);
    cJSON_Delete(data);
}
