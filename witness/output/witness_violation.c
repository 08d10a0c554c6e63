#include "witness/output/c_text.h"
#include "witness/output/trace_rows.h"
#include "witness/output/witness_entry.h"

#include <string.h>

/* A violation as a sequence of waypoints, one segment each: threads that are
 * created, inputs, values before shared accesses (which fix the order of the
 * threads), branches, the target. */
typedef struct violation_sequence {
    const replay_t *replay;
    source_text_t *text;
    cJSON *content;
    VEC(uint32_t) thread_ids; /* by number: 0 is main, k the k-th created */
    uint32_t created;
} violation_sequence_t;

static uint32_t thread_id(const violation_sequence_t *s, uint32_t thread) {
    return thread < s->thread_ids.len ? s->thread_ids.data[thread] : 0;
}

/* value NULL: no constraint. */
static void add_waypoint(violation_sequence_t *s, const replay_step_t *step, const char *type,
                         source_t at, const char *value, const char *format) {
    if (!at.file) return; /* cannot be said */
    cJSON *waypoint = cJSON_CreateObject();
    cJSON_AddStringToObject(waypoint, "type", type);
    if (value) {
        cJSON *constraint = cJSON_AddObjectToObject(waypoint, "constraint");
        cJSON_AddStringToObject(constraint, "value", value);
        if (format) cJSON_AddStringToObject(constraint, "format", format);
    }
    cJSON_AddItemToObject(waypoint, "location", witness_location(at, step->edge->from->function));
    cJSON_AddStringToObject(waypoint, "action", "follow");
    if (thread_id(s, step->thread))
        cJSON_AddNumberToObject(waypoint, "thread_id", thread_id(s, step->thread));
    cJSON *holder = cJSON_CreateObject(), *segment = cJSON_CreateArray();
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddItemToObject(holder, "waypoint", waypoint);
    cJSON_AddItemToArray(segment, holder);
    cJSON_AddItemToObject(entry, "segment", segment);
    cJSON_AddItemToArray(s->content, entry);
}

static void add_creation(violation_sequence_t *s, const replay_step_t *step) {
    add_waypoint(s, step, "function_enter", source_text_closing(s->text, step->edge->source), NULL,
                 NULL);
    while (s->thread_ids.len <= step->created) VEC_PUSH(s->thread_ids, 0);
    s->thread_ids.data[step->created] = ++s->created;
}

/* The value that a call of a __VERIFIER_nondet function gave. What an
 * uninitialised variable holds cannot be said where it is declared. */
static void add_input(violation_sequence_t *s, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    if (!source_text_has_prefix(s->text, edge->source, "__VERIFIER_nondet")) return;
    strbuf_t value = {0};
    c_text_equals(&value, "\\result", edge->from->function->regs.data[edge->target].type,
                  step->value);
    add_waypoint(s, step, "function_return", source_text_closing(s->text, edge->source),
                 strbuf_text(&value), "ext_c_expression");
    strbuf_free(&value);
}

/* The value of the first shared cell that a row touches, as it is before the
 * row: later accesses of the row may see what others wrote in between. */
static void add_first_access(violation_sequence_t *s, const trace_row_t *row) {
    const replay_t *replay = s->replay;
    c_scope_t scope = {.program = replay->program};
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &replay->steps.data[row->first + i];
        for (uint32_t k = 0; k < step->access_count; k++) {
            const replay_access_t *access = &replay->accesses.data[step->first_access + k];
            if (!trace_is_shared(replay, step, access->variable)) continue;
            strbuf_t name = {0}, value = {0};
            const type_t *type;
            if (c_text_variable(&name, &scope, access->variable, &type) &&
                c_text_has_constants(type)) {
                c_text_equals(&value, strbuf_text(&name), type, access->before);
                source_t at = source_text_statement(s->text, step->edge->source);
                add_waypoint(s, step, "assumption", at, value.data, "c_expression");
            }
            strbuf_free(&name);
            strbuf_free(&value);
            return;
        }
    }
}

/* Only of a plain if or loop: the parts of a && b are branches of the program
 * but none of the source, and an assert is none there either. */
static void add_branch(violation_sequence_t *s, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    source_t at = source_text_statement(s->text, edge->source);
    size_t length;
    const char *line = source_text_line(s->text, at.file, at.line, &length);
    if (!line || memmem(line, length, "&&", 2) || memmem(line, length, "||", 2) ||
        memchr(line, '?', length))
        return;
    if (source_text_has_prefix(s->text, at, "if") || source_text_has_prefix(s->text, at, "while") ||
        source_text_has_prefix(s->text, at, "for"))
        add_waypoint(s, step, "branching", at, edge->branch_taken ? "true" : "false", NULL);
}

/* Is it the first row of its line in this frame? The second half of a
 * statement that others interrupted has no place of its own in the source. */
static bool begins_statement(const trace_rows_t *rows, size_t index) {
    const trace_row_t *row = &rows->rows.data[index];
    for (size_t i = index; i-- > 0;) {
        const trace_row_t *before = &rows->rows.data[i];
        if (before->thread != row->thread) continue;
        return before->source.line != row->source.line;
    }
    return true;
}

static void add_row(violation_sequence_t *s, const trace_rows_t *rows, size_t index) {
    const trace_row_t *row = &rows->rows.data[index];
    if (begins_statement(rows, index)) add_first_access(s, row);
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &s->replay->steps.data[row->first + i];
        const edge_t *edge = step->edge;
        if (edge->kind == EDGE_THREAD_CREATE) add_creation(s, step);
        if (edge->kind == EDGE_HAVOC) add_input(s, step);
        if (edge->kind == EDGE_ASSUME && edge->is_branch) add_branch(s, step);
        if (edge->kind == EDGE_ERROR) add_waypoint(s, step, "target", edge->source, NULL, NULL);
    }
}

cJSON *witness_violation_content(const replay_t *replay) {
    violation_sequence_t s = {
        .replay = replay, .text = source_text_new(), .content = cJSON_CreateArray()};
    trace_rows_t rows;
    trace_rows_make(&rows, replay);
    for (size_t i = 0; i < rows.rows.len; i++) add_row(&s, &rows, i);
    if (replay->waiting.len && replay->steps.len) /* a deadlock has many places; one is named */
        add_waypoint(&s, &VEC_TOP(replay->steps), "target", VEC_TOP(replay->waiting).edge->source,
                     NULL, NULL);
    trace_rows_free(&rows);
    source_text_delete(s.text);
    VEC_FREE(s.thread_ids);
    return s.content;
}
