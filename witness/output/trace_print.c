#include "witness/output/trace_print.h"

#include "witness/output/trace_rows.h"

#include <ctype.h>
#include <string.h>

enum { MAX_COLUMNS = 4, MIN_COLUMN_WIDTH = 16 };

typedef struct printer {
    strbuf_t *out;
    const replay_t *replay;
    source_text_t *text;
    trace_rows_t rows;
    VEC(uint32_t) threads; /* that move, in order of their first step */
    VEC(strbuf_t) names;   /* of them */
    unsigned width, column_width;
    VEC(strbuf_t) lines; /* of the cell being made */
    const trace_row_t *last; /* that was printed */
} printer_t;

static void cell_line(printer_t *p, const char *text) {
    VEC_PUSH(p->lines, (strbuf_t){0});
    strbuf_add(&VEC_TOP(p->lines), text);
}

static void cell_clear(printer_t *p) {
    for (size_t i = 0; i < p->lines.len; i++) strbuf_free(&p->lines.data[i]);
    p->lines.len = 0;
}

/* The line as written, without indentation and with single blanks. */
static bool source_line(printer_t *p, source_t source, strbuf_t *out) {
    size_t length;
    const char *line = source_text_line(p->text, source.file, source.line, &length);
    if (!line) return false;
    size_t before = out->len;
    bool blank = false;
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)line[i])) {
            blank = out->len > before;
            continue;
        }
        if (blank) strbuf_add(out, " ");
        blank = false;
        strbuf_add_bytes(out, line + i, 1);
    }
    return out->len > before;
}

/* "12: x = x + 1;", or the text of the edge that matters where the source
 * cannot be read. */
static void cell_title(printer_t *p, const trace_row_t *row) {
    strbuf_t title = {0};
    if (row->source.file) {
        if (p->replay->program->files.len > 1) {
            const char *slash = strrchr(row->source.file, '/');
            strbuf_printf(&title, "%s:", slash ? slash + 1 : row->source.file);
        }
        strbuf_printf(&title, "%u: ", row->source.line);
    }
    if (!source_line(p, row->source, &title))
        edge_print(&title, p->replay->steps.data[row->first + row->count - 1].edge);
    cell_line(p, strbuf_text(&title));
    strbuf_free(&title);
}

static void note_accesses(printer_t *p, const replay_step_t *step) {
    const replay_t *replay = p->replay;
    const type_t *type = trace_access_type(step->edge);
    for (uint32_t i = 0; i < step->access_count; i++) {
        const replay_access_t *access = &replay->accesses.data[step->first_access + i];
        if (!trace_is_shared(replay, step, access->variable)) continue;
        strbuf_t note = {0};
        strbuf_add(&note, access->is_write ? "  " : "  read ");
        variable_print(&note, replay->program, access->variable);
        strbuf_add(&note, access->is_write ? ": " : " = ");
        trace_value(&note, replay->program, type, access->before);
        if (access->is_write) {
            strbuf_add(&note, " -> ");
            trace_value(&note, replay->program, type, access->after);
        }
        cell_line(p, strbuf_text(&note));
        strbuf_free(&note);
    }
}

static void note_step(printer_t *p, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    strbuf_t note = {0};
    const reg_info_t *target =
        edge->target == NO_REG ? NULL : &edge->from->function->regs.data[edge->target];
    switch (edge->kind) {
    case EDGE_HAVOC:
        strbuf_printf(&note, "  %s = ", target->is_temporary ? "input" : target->name);
        trace_value(&note, p->replay->program, target->type, step->value);
        break;
    case EDGE_ASSUME:
        if (edge->is_branch)
            strbuf_add(&note, edge->branch_taken ? "  condition true" : "  condition false");
        break;
    case EDGE_THREAD_CREATE:
        strbuf_printf(&note, "  starts %s#%u", edge->callee->name, step->created);
        break;
    case EDGE_TRYLOCK:
        strbuf_add(&note, step->value ? "  mutex is held" : "  takes the mutex");
        break;
    case EDGE_ERROR: strbuf_add(&note, "  VIOLATION"); break;
    default: break;
    }
    if (note.len) cell_line(p, note.data);
    strbuf_free(&note);
}

/* Does the row go on with the line that was printed last, after a call that
 * shows nothing? */
static bool continues(printer_t *p, const trace_row_t *row) {
    const trace_row_t *last = p->last;
    if (!last || last->thread != row->thread || last->source.line != row->source.line) return false;
    const replay_step_t *steps = p->replay->steps.data;
    return steps[last->first].depth == steps[row->first].depth &&
           steps[last->first].edge->from->function == steps[row->first].edge->from->function;
}

static void make_cell(printer_t *p, const trace_row_t *row) {
    cell_clear(p);
    if (!continues(p, row)) cell_title(p, row);
    p->last = row;
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &p->replay->steps.data[row->first + i];
        note_accesses(p, step);
        note_step(p, step);
    }
}

/* The next piece of at most width bytes, cut at a blank where there is one in
 * the second half; never inside a UTF-8 sequence. */
static size_t cut(const char *text, size_t width) {
    size_t length = strlen(text);
    if (length <= width) return length;
    for (size_t i = width; i > width / 2; i--)
        if (text[i] == ' ') return i;
    while (width > 1 && ((unsigned char)text[width] & 0xc0) == 0x80) width--;
    return width;
}

static void pad(strbuf_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) strbuf_add(out, " ");
}

/* One output line: the piece stands in its column, rules between columns. */
static void print_line(printer_t *p, size_t column, const char *piece, size_t length) {
    for (size_t c = 0; c < p->threads.len; c++) {
        if (c) strbuf_add(p->out, " | ");
        bool is_last = c + 1 == p->threads.len;
        if (c == column) {
            strbuf_add_bytes(p->out, piece, length);
            if (!is_last) pad(p->out, p->column_width - length);
        } else if (!is_last) {
            pad(p->out, p->column_width);
        }
    }
    while (p->out->len && p->out->data[p->out->len - 1] == ' ') p->out->data[--p->out->len] = 0;
    strbuf_add(p->out, "\n");
}

static void print_wrapped(printer_t *p, size_t column, const char *text) {
    bool is_first = true;
    char piece[256];
    while (*text || is_first) {
        size_t indent = is_first ? 0 : 4;
        size_t room = p->column_width < sizeof piece ? p->column_width : sizeof piece - 1;
        size_t length = cut(text, room - indent);
        memset(piece, ' ', indent);
        memcpy(piece + indent, text, length);
        print_line(p, column, piece, indent + length);
        text += length;
        while (*text == ' ') text++;
        is_first = false;
    }
}

static size_t column_of(const printer_t *p, uint32_t thread) {
    for (size_t c = 0; c < p->threads.len; c++)
        if (p->threads.data[c] == thread) return c;
    return 0;
}

static void print_columns(printer_t *p) {
    size_t count = p->threads.len;
    p->column_width = (p->width - 3 * (unsigned)(count - 1)) / (unsigned)count;
    for (size_t c = 0; c < count; c++) {
        const char *name = strbuf_text(&p->names.data[c]);
        size_t length = cut(name, p->column_width);
        if (c) strbuf_add(p->out, " | ");
        strbuf_add_bytes(p->out, name, length);
        if (c + 1 < count) pad(p->out, p->column_width - length);
    }
    strbuf_add(p->out, "\n");
    for (size_t c = 0; c < count; c++) {
        if (c) strbuf_add(p->out, "-+-");
        for (unsigned i = 0; i < p->column_width; i++) strbuf_add(p->out, "-");
    }
    strbuf_add(p->out, "\n");
    for (size_t i = 0; i < p->rows.rows.len; i++) {
        const trace_row_t *row = &p->rows.rows.data[i];
        if (row->is_quiet) continue;
        make_cell(p, row);
        for (size_t k = 0; k < p->lines.len; k++)
            print_wrapped(p, column_of(p, row->thread), strbuf_text(&p->lines.data[k]));
    }
}

/* Too many threads for columns: each row says whose it is. */
static void print_list(printer_t *p) {
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < p->rows.rows.len; i++) {
        const trace_row_t *row = &p->rows.rows.data[i];
        if (row->is_quiet) continue;
        if (row->thread != last)
            strbuf_printf(p->out, "%s:\n", strbuf_text(&p->names.data[column_of(p, row->thread)]));
        last = row->thread;
        make_cell(p, row);
        for (size_t k = 0; k < p->lines.len; k++)
            strbuf_printf(p->out, "    %s\n", strbuf_text(&p->lines.data[k]));
    }
}

static void print_deadlock(printer_t *p) {
    const replay_t *replay = p->replay;
    if (replay->waiting.len) strbuf_add(p->out, "DEADLOCK: no thread can move\n");
    for (size_t i = 0; i < replay->waiting.len; i++) {
        const replay_waiting_t *waiting = &replay->waiting.data[i];
        strbuf_add(p->out, "    ");
        trace_thread_name(p->out, replay, waiting->thread);
        strbuf_printf(p->out, " waits at %s:%u: ",
                      waiting->edge->source.file ? waiting->edge->source.file : "?",
                      waiting->edge->source.line);
        if (!source_line(p, waiting->edge->source, p->out)) edge_print(p->out, waiting->edge);
        strbuf_add(p->out, "\n");
    }
}

static void print_stack(printer_t *p) {
    const replay_t *replay = p->replay;
    if (!replay->stack.len) return;
    strbuf_add(p->out, "call stack of ");
    trace_thread_name(p->out, replay, VEC_TOP(replay->steps).thread);
    strbuf_add(p->out, " at the violation:\n");
    for (size_t i = 0; i < replay->stack.len; i++) {
        const replay_frame_t *frame = &replay->stack.data[i];
        strbuf_printf(p->out, "    %s", frame->function->name);
        if (frame->source.file)
            strbuf_printf(p->out, " at %s:%u", frame->source.file, frame->source.line);
        strbuf_add(p->out, "\n");
    }
}

void trace_print(strbuf_t *out, const replay_t *replay, unsigned width) {
    REQUIRE(replay->reaches_error);
    printer_t p = {.out = out, .replay = replay, .width = width ? width : 100};
    p.text = source_text_new();
    trace_rows_make(&p.rows, replay);
    for (size_t i = 0; i < replay->steps.len; i++) {
        uint32_t thread = replay->steps.data[i].thread;
        if (!p.threads.len || p.threads.data[column_of(&p, thread)] != thread)
            VEC_PUSH(p.threads, thread);
    }
    for (size_t c = 0; c < p.threads.len; c++) {
        VEC_PUSH(p.names, (strbuf_t){0});
        trace_thread_name(&VEC_TOP(p.names), replay, p.threads.data[c]);
    }
    bool fits = p.threads.len <= MAX_COLUMNS && p.width >= p.threads.len * (MIN_COLUMN_WIDTH + 3);
    if (fits)
        print_columns(&p);
    else
        print_list(&p);
    print_stack(&p);
    print_deadlock(&p);
    cell_clear(&p);
    VEC_FREE(p.lines);
    for (size_t c = 0; c < p.names.len; c++) strbuf_free(&p.names.data[c]);
    VEC_FREE(p.names);
    VEC_FREE(p.threads);
    trace_rows_free(&p.rows);
    source_text_delete(p.text);
}
