#include "witness/report/report_internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* SARIF 2.1.0: one thread flow per thread; executionOrder is the order across them. */

static cJSON *text_object(const char *text) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "text", text);
    return object;
}

/* A path as a URI: relative ones stay so, others become file URIs. */
static void add_uri(cJSON *location, const char *path) {
    strbuf_t uri = {0};
    if (path[0] == '/') strbuf_add(&uri, "file://");
    if (strncmp(path, "./", 2) == 0) path += 2;
    for (; *path; path++) {
        if (isalnum((unsigned char)*path) || strchr("/-_.~+", *path))
            strbuf_add_bytes(&uri, path, 1);
        else
            strbuf_printf(&uri, "%%%02X", (unsigned char)*path);
    }
    cJSON_AddStringToObject(location, "uri", strbuf_text(&uri));
    strbuf_free(&uri);
}

static cJSON *location_of(source_t source, const char *message) {
    cJSON *location = cJSON_CreateObject();
    if (source.file) {
        cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
        add_uri(cJSON_AddObjectToObject(physical, "artifactLocation"), source.file);
        if (source.line) {
            cJSON *region = cJSON_AddObjectToObject(physical, "region");
            cJSON_AddNumberToObject(region, "startLine", source.line);
            if (source.column) cJSON_AddNumberToObject(region, "startColumn", source.column);
        }
    }
    if (message) cJSON_AddItemToObject(location, "message", text_object(message));
    return location;
}

static cJSON *flow_location(const story_moment_t *moment, size_t order) {
    cJSON *at = cJSON_CreateObject();
    strbuf_t text = {0};
    story_print_moment(&text, moment);
    cJSON_AddItemToObject(at, "location", location_of(moment->source, strbuf_text(&text)));
    strbuf_free(&text);
    cJSON_AddNumberToObject(at, "executionOrder", (double)order);
    cJSON_AddNumberToObject(at, "nestingLevel", moment->depth);
    const char *importance = "unimportant";
    if (moment->notes.len) importance = "important";
    if (moment->accesses.len || moment->is_violation) importance = "essential";
    cJSON_AddStringToObject(at, "importance", importance);
    if (!moment->accesses.len) return at;
    cJSON *state = cJSON_AddObjectToObject(at, "state");
    for (size_t i = 0; i < moment->accesses.len; i++) {
        const story_access_t *access = &moment->accesses.data[i];
        cJSON_DeleteItemFromObject(state, access->name);
        cJSON_AddItemToObject(state, access->name, text_object(access->value));
    }
    return at;
}

static void add_flows(cJSON *result, const story_t *story) {
    cJSON *code_flow = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "codeFlows"), code_flow);
    cJSON *flows = cJSON_AddArrayToObject(code_flow, "threadFlows");
    for (size_t t = 0; t < story->threads.len; t++) {
        cJSON *flow = cJSON_CreateObject(), *places = cJSON_CreateArray();
        cJSON_AddStringToObject(flow, "id", story->threads.data[t].name);
        for (size_t i = 0; i < story->moments.len; i++)
            if (story->moments.data[i].thread == t)
                cJSON_AddItemToArray(places, flow_location(&story->moments.data[i], i + 1));
        cJSON_AddItemToObject(flow, "locations", places);
        /* The schema demands a location at least. */
        if (cJSON_GetArraySize(places))
            cJSON_AddItemToArray(flows, flow);
        else
            cJSON_Delete(flow);
    }
}

static void add_stack(cJSON *result, const replay_t *replay) {
    if (!replay->stack.len) return;
    cJSON *stack = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "stacks"), stack);
    cJSON_AddItemToObject(stack, "message", text_object("where the violation is"));
    cJSON *frames = cJSON_AddArrayToObject(stack, "frames");
    for (size_t i = 0; i < replay->stack.len; i++) {
        const replay_frame_t *frame = &replay->stack.data[i];
        cJSON *at = cJSON_CreateObject(), *location = location_of(frame->source, NULL);
        cJSON *logical = cJSON_CreateObject();
        cJSON_AddStringToObject(logical, "name", frame->function->name);
        cJSON_AddStringToObject(logical, "kind", "function");
        cJSON_AddItemToArray(cJSON_AddArrayToObject(location, "logicalLocations"), logical);
        cJSON_AddItemToObject(at, "location", location);
        cJSON_AddItemToArray(frames, at);
    }
}

cJSON *report_sarif_result(const char *property, const story_t *story) {
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", property);
    cJSON_AddStringToObject(result, "kind", "fail");
    cJSON_AddStringToObject(result, "level", "error");
    cJSON_AddItemToObject(result, "message", text_object(story->summary));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"), location_of(story->at, NULL));
    add_flows(result, story);
    add_stack(result, story->replay);
    return result;
}

/* "true": passed; else open, with the reason. */
static cJSON *other_result(const report_end_t *end) {
    bool is_true = strcmp(end->verdict, "true") == 0;
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", end->property);
    cJSON_AddStringToObject(result, "kind", is_true ? "pass" : "open");
    cJSON_AddStringToObject(result, "level", "none");
    strbuf_t text = {0};
    if (is_true)
        strbuf_add(&text, "The property holds in every execution; the proof was checked.");
    else
        strbuf_printf(&text, "Unknown: %s", end->reason ? end->reason : "no reason was given");
    cJSON_AddItemToObject(result, "message", text_object(strbuf_text(&text)));
    strbuf_free(&text);
    cJSON *locations = cJSON_AddArrayToObject(result, "locations");
    for (size_t i = 0; i < end->file_count; i++)
        cJSON_AddItemToArray(locations, location_of((source_t){.file = end->files[i]}, NULL));
    return result;
}

static void add_tool(cJSON *run, const report_end_t *end) {
    cJSON *tool = cJSON_AddObjectToObject(run, "tool");
    cJSON *driver = cJSON_AddObjectToObject(tool, "driver");
    cJSON_AddStringToObject(driver, "name", "heddle");
    cJSON_AddStringToObject(driver, "version", end->version);
    cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
    for (size_t i = 0; property_classes[i]; i++) {
        cJSON *rule = cJSON_CreateObject();
        cJSON_AddStringToObject(rule, "id", property_classes[i]->name);
        cJSON_AddItemToObject(rule, "shortDescription", text_object(property_classes[i]->help));
        cJSON_AddStringToObject(cJSON_AddObjectToObject(rule, "defaultConfiguration"), "level",
                                "error");
        cJSON_AddItemToArray(rules, rule);
    }
}

static void add_invocation(cJSON *run, const report_end_t *end) {
    cJSON *invocation = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), invocation);
    if (end->command_line) cJSON_AddStringToObject(invocation, "commandLine", end->command_line);
    cJSON_AddNumberToObject(invocation, "exitCode", end->exit_code);
    cJSON_AddBoolToObject(invocation, "executionSuccessful",
                          end->exit_code == 0 || end->exit_code == 5 || end->exit_code == 10);
    if (!end->reason) return;
    cJSON *notification = cJSON_CreateObject();
    cJSON_AddStringToObject(notification, "level", "warning");
    cJSON_AddItemToObject(notification, "message", text_object(end->reason));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(invocation, "toolExecutionNotifications"),
                         notification);
}

char *report_sarif(const report_t *report, const report_end_t *end) {
    cJSON *log = cJSON_CreateObject(), *run = cJSON_CreateObject();
    cJSON_AddStringToObject(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(log, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(log, "runs"), run);
    add_tool(run, end);
    add_invocation(run, end);
    cJSON *results = cJSON_AddArrayToObject(run, "results");
    for (size_t i = 0; i < report->violations.len; i++)
        cJSON_AddItemToArray(results, cJSON_Duplicate(report->violations.data[i].sarif, true));
    if (!report->violations.len) cJSON_AddItemToArray(results, other_result(end));
    cJSON_AddStringToObject(run, "columnKind", "utf16CodeUnits");
    char *text = cJSON_Print(log);
    REQUIRE(text);
    cJSON_Delete(log);
    return text;
}
