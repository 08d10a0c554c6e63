#include "witness/output/waypoints.h"

#include "cfa/layout.h"
#include "witness/output/c_text.h"
#include "witness/output/trace_rows.h"

#include <string.h>

/* Where a thread is in the sequence. */
typedef struct walker {
    uint32_t id;
    bool is_new; /* nothing was said of it */
    bool is_unsaid; /* it moves, and nothing was said of it since others could notice */
    bool has_unsaid_input; /* a value of the environment that no waypoint can give */
    const function_t *function; /* of its last row */
    uint32_t depth, line;
} walker_t;

typedef struct waypoint_sequence {
    const replay_t *replay;
    source_text_t *text;
    intervals_t *intervals;
    waypoints_t *out;
    VEC(walker_t) walkers; /* by number of the thread */
    uint32_t created, last_thread;
} waypoint_sequence_t;

static walker_t *walker_of(waypoint_sequence_t *s, uint32_t thread) {
    while (s->walkers.len <= thread) VEC_PUSH(s->walkers, (walker_t){0});
    return &s->walkers.data[thread];
}

/* value NULL: no constraint. */
static void add(waypoint_sequence_t *s, const replay_step_t *step, const char *type, source_t at,
                const char *value, const char *format) {
    if (!at.file) return; /* cannot be said */
    walker_t *walker = walker_of(s, step->thread);
    walker->is_unsaid = walker->is_new = false;
    VEC_PUSH(*s->out, (waypoint_t){type, at, step->edge->from->function, walker->id,
                                   value ? mem_strdup(value) : NULL, format});
}

static void add_creation(waypoint_sequence_t *s, const replay_step_t *step) {
    add(s, step, "function_enter", source_text_closing(s->text, step->edge->source), NULL, NULL);
    *walker_of(s, step->created) = (walker_t){.id = ++s->created, .is_new = true};
}

/* The value that a call of a __VERIFIER_nondet function gave. What an
 * uninitialised variable holds cannot be said where it is declared. */
static void add_input(waypoint_sequence_t *s, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    const type_t *type = edge->from->function->regs.data[edge->target].type;
    if (!source_text_has_prefix(s->text, edge->source, "__VERIFIER_nondet") ||
        !c_text_has_constants(type)) {
        walker_of(s, step->thread)->has_unsaid_input = true;
        return;
    }
    strbuf_t value = {0};
    c_text_equals(&value, "\\result", type, step->value);
    add(s, step, "function_return", source_text_closing(s->text, edge->source), strbuf_text(&value),
        "ext_c_expression");
    strbuf_free(&value);
}

/* Was the cell written between the first step of the row and this one? */
static bool is_written_before(const replay_t *replay, const trace_row_t *row, uint32_t index,
                              variable_t cell) {
    for (uint32_t i = 0; i < index; i++) {
        const replay_step_t *step = &replay->steps.data[row->first + i];
        for (uint32_t k = 0; k < step->access_count; k++) {
            const replay_access_t *access = &replay->accesses.data[step->first_access + k];
            if (access->is_write && access->variable == cell) return true;
        }
    }
    return false;
}

/* An assumption is evaluated where the statement begins, each time; by some tools behind
 * the calls in it. */
static bool takes_assumption(source_text_t *text, source_t at, source_t *begin) {
    const statement_t *it = source_text_statement(text, at, begin);
    return it && !it->has_call &&
           (it->kind == STATEMENT_PLAIN || it->kind == STATEMENT_IF ||
            it->kind == STATEMENT_SWITCH);
}

/* Is the variable declared where its name is to stand? One that the program reaches by a pointer
 * may come further down. */
static bool is_declared(const program_t *program, variable_t variable, source_t at) {
    const object_t *object = layout_static_at(program, variable_address(variable));
    return !object || !object->source.file || strcmp(object->source.file, at.file) != 0 ||
           object->source.line < at.line;
}

/* The values of one access, if they can be said. */
static bool add_access(waypoint_sequence_t *s, const replay_step_t *step,
                       const replay_access_t *access) {
    c_scope_t scope = {.program = s->replay->program, .intervals = s->intervals};
    source_t begin;
    const type_t *type;
    strbuf_t name = {0}, value = {0};
    bool said = takes_assumption(s->text, step->edge->source, &begin) &&
                c_text_variable(&name, &scope, access->variable, &type) &&
                c_text_has_constants(type) &&
                is_declared(s->replay->program, access->variable, begin);
    if (said) {
        c_text_equals(&value, strbuf_text(&name), type, access->before);
        add(s, step, "assumption", begin, value.data, "c_expression");
    }
    strbuf_free(&name);
    strbuf_free(&value);
    return said;
}

/* The value of the first shared cell that a row touches and that has a name, as it is
 * before the row: nobody else moves in it. The result: all of them that are read are said. */
static bool add_first_access(waypoint_sequence_t *s, const trace_row_t *row) {
    const replay_t *replay = s->replay;
    walker_t *walker = walker_of(s, row->thread);
    bool is_said = false, is_complete = true;
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &replay->steps.data[row->first + i];
        for (uint32_t k = 0; k < step->access_count; k++) {
            const replay_access_t *access = &replay->accesses.data[step->first_access + k];
            if (!trace_is_shared(replay, step, access->variable)) continue;
            if (!is_said && !is_written_before(replay, row, i, access->variable) &&
                add_access(s, step, access))
                is_said = true;
            else if (!access->is_write)
                is_complete = false;
            if (!is_said) walker->is_unsaid = true;
        }
    }
    return is_complete;
}

/* Only of a plain if: readers stop at loops. Branches that values said before decide are
 * left out. */
static void add_branch(waypoint_sequence_t *s, const replay_step_t *step) {
    source_t begin;
    if (source_text_plain_if(s->text, step->edge->source, &begin))
        add(s, step, "branching", begin, step->edge->branch_taken ? "true" : "false", NULL);
}

/* The first call of the row that begins where a step has its position. */
static bool find_call(const waypoint_sequence_t *s, const trace_row_t *row, source_t *closing) {
    for (uint32_t i = 0; i < row->count; i++) {
        const edge_t *edge = s->replay->steps.data[row->first + i].edge;
        if (source_text_call(s->text, edge->source, closing)) return true;
    }
    return false;
}

/* That the thread moves now, if nothing else can be said of it. */
static void add_presence(waypoint_sequence_t *s, const trace_row_t *row) {
    const replay_step_t *step = &s->replay->steps.data[row->first];
    source_t at;
    const statement_t *it = source_text_statement(s->text, row->source, &at);
    if (!it || at.line != row->source.line) return;
    if (takes_assumption(s->text, row->source, &at))
        add(s, step, "assumption", at, "1", "c_expression");
    else if (it->has_call && find_call(s, row, &at))
        add(s, step, "function_enter", at, NULL, NULL);
}

/* Is it the first row of its line in this frame? The second half of a
 * statement that others interrupted has no place of its own in the source. */
static bool begins_statement(waypoint_sequence_t *s, const trace_row_t *row) {
    walker_t *walker = walker_of(s, row->thread);
    const replay_step_t *step = &s->replay->steps.data[row->first];
    const function_t *function = step->edge->from->function;
    bool begins = walker->function != function || walker->depth != step->depth ||
                  walker->line != row->source.line;
    walker->function = function;
    walker->depth = step->depth;
    walker->line = row->source.line;
    return begins;
}

static void add_step(waypoint_sequence_t *s, const replay_step_t *step, bool is_decided) {
    const edge_t *edge = step->edge;
    if (edge->kind == EDGE_THREAD_CREATE) add_creation(s, step);
    if (edge->kind == EDGE_HAVOC) add_input(s, step);
    if (edge->kind == EDGE_ASSUME && edge->is_branch &&
        !(is_decided && !walker_of(s, step->thread)->has_unsaid_input))
        add_branch(s, step);
    if (edge->kind == EDGE_ERROR) add(s, step, "target", edge->source, NULL, NULL);
}

static void add_row(waypoint_sequence_t *s, const trace_row_t *row) {
    if (row->thread != s->last_thread) walker_of(s, row->thread)->is_unsaid = true;
    s->last_thread = row->thread;
    bool begins = begins_statement(s, row);
    bool is_decided = !begins || add_first_access(s, row);
    for (uint32_t i = 0; i < row->count; i++)
        add_step(s, &s->replay->steps.data[row->first + i], is_decided);
    const walker_t *walker = walker_of(s, row->thread);
    if (begins && walker->is_unsaid && (!row->is_quiet || walker->is_new)) add_presence(s, row);
}

void waypoints_make(waypoints_t *out, const replay_t *replay) {
    REQUIRE(replay->reaches_error);
    *out = (waypoints_t){0};
    waypoint_sequence_t s = {.replay = replay, .text = source_text_new(), .out = out};
    s.intervals = intervals_new(replay->program);
    trace_rows_t rows;
    trace_rows_make(&rows, replay);
    for (size_t i = 0; i < rows.rows.len; i++) add_row(&s, &rows.rows.data[i]);
    if (replay->waiting.len && replay->steps.len) { /* a deadlock has many places; one is named */
        const replay_waiting_t *last = &VEC_TOP(replay->waiting);
        VEC_PUSH(*out, (waypoint_t){"target", last->edge->source, last->edge->from->function,
                                    walker_of(&s, last->thread)->id, NULL, NULL});
    }
    for (size_t i = 0; i < replay->racing.len; i++) { /* the accesses of a race, one per thread */
        const replay_waiting_t *racing = &replay->racing.data[i];
        VEC_PUSH(*out, (waypoint_t){"target", racing->edge->source, racing->edge->from->function,
                                    walker_of(&s, racing->thread)->id, NULL, NULL});
    }
    trace_rows_free(&rows);
    source_text_delete(s.text);
    intervals_delete(s.intervals);
    VEC_FREE(s.walkers);
}

void waypoints_free(waypoints_t *waypoints) {
    for (size_t i = 0; i < waypoints->len; i++) mem_free(waypoints->data[i].value);
    VEC_FREE(*waypoints);
}
