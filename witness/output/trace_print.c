#include "witness/output/trace_print.h"

#include "cfa/data_access.h"
#include "witness/output/trace_notes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Narrower columns break every line of the source. */
enum { MIN_COLUMN_WIDTH = 28, MIN_WIDTH = 40, LEAST_FOLDED = 3 };

typedef struct printer {
    strbuf_t *out;
    const replay_t *replay;
    source_text_t *text;
    trace_notes_t *notes;
    trace_rows_t rows;
    VEC(uint32_t) threads; /* that move, in order of their creation */
    VEC(strbuf_t) names;   /* of them */
    trace_style_t style;
    unsigned column_width;
    uint32_t list_thread; /* whose cells are being listed */
    trace_lines_t lines;     /* of the cell being made */
    const trace_row_t *last; /* that was printed */
} printer_t;

trace_style_t trace_style_of(FILE *stream) {
    trace_style_t style = {0};
    struct winsize size;
    int descriptor = fileno(stream);
    if (!isatty(descriptor)) return style;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0) style.width = size.ws_col;
    const char *no_colour = getenv("NO_COLOR");
    style.has_colour = !no_colour || !*no_colour;
    return style;
}

static strbuf_t *cell_line(printer_t *p, trace_tone_t tone) {
    VEC_PUSH(p->lines, (trace_line_t){.tone = tone});
    return &VEC_TOP(p->lines).text;
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

static void add_position(printer_t *p, strbuf_t *out, source_t source) {
    if (p->replay->program->files.len > 1) {
        const char *slash = strrchr(source.file, '/');
        strbuf_printf(out, "%s:", slash ? slash + 1 : source.file);
    }
    strbuf_printf(out, "%u", source.line);
}

/* "12: x = x + 1;", or the text of the edge that matters where the source
 * cannot be read. */
static void cell_title(printer_t *p, const trace_row_t *row) {
    strbuf_t *title = cell_line(p, TRACE_TITLE);
    if (row->source.file) {
        add_position(p, title, row->source);
        strbuf_add(title, ": ");
    }
    if (!source_line(p, row->source, title))
        edge_print(title, p->replay->steps.data[row->first + row->count - 1].edge);
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
    trace_lines_clear(&p->lines);
    if (!continues(p, row)) cell_title(p, row);
    p->last = row;
    trace_notes_row(p->notes, row, &p->lines);
}

static bool is_in_main(const printer_t *p, const trace_row_t *row) {
    return p->replay->steps.data[row->first].edge->from->function == p->replay->program->main;
}

/* All rows before a certain one, as one cell. */
static void make_folded_cell(printer_t *p, size_t count) {
    const trace_row_t *rows = p->rows.rows.data;
    const trace_row_t *first = NULL, *last = NULL;
    for (size_t i = 0; i < count; i++) {
        /* Calls are lines of main, too. */
        if (rows[i].is_quiet || !rows[i].source.file || (first && !is_in_main(p, &rows[i])))
            continue;
        if (!first) first = &rows[i];
        last = &rows[i];
    }
    trace_lines_clear(&p->lines);
    strbuf_t *title = cell_line(p, TRACE_TITLE);
    if (first) add_position(p, title, first->source);
    if (first && last->source.line != first->source.line) {
        strbuf_add(title, " to ");
        add_position(p, title, last->source);
    }
    strbuf_add(title, ": before the first thread starts");
    trace_notes_fold(p->notes, rows, count, &p->lines);
}

/* The rows that are shown as one: those before the first thread is created, unless they
 * are few. */
static size_t folded_rows(const printer_t *p) {
    size_t shown = 0;
    for (size_t i = 0; i < p->rows.rows.len; i++) {
        const trace_row_t *row = &p->rows.rows.data[i];
        for (uint32_t k = 0; k < row->count; k++)
            if (p->replay->steps.data[row->first + k].edge->kind == EDGE_THREAD_CREATE)
                return shown > LEAST_FOLDED ? i : 0;
        shown += !row->is_quiet;
    }
    return 0;
}

/* How many columns the bytes take: those that go on with a character take none. */
static size_t columns_of(const char *text, size_t length) {
    size_t columns = 0;
    for (size_t i = 0; i < length; i++) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* The next piece of at most width columns in bytes, cut in the second half at a blank, else
 * behind a sign and not in the midst of a name. */
static size_t cut(const char *text, size_t width) {
    size_t end = 0, columns = 0, blank = 0, sign = 0;
    for (; text[end]; end++) {
        bool begins = ((unsigned char)text[end] & 0xc0) != 0x80;
        if (begins && columns == width)
            return text[end] == ' ' ? end : blank ? blank : sign ? sign : end;
        columns += begins;
        if (columns <= width / 2) continue;
        if (text[end] == ' ') blank = end;
        if (strchr("(,.>[]", text[end]) && columns < width) sign = end + 1;
    }
    return end;
}

static void pad(strbuf_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) strbuf_add(out, " ");
}

static void add_toned(printer_t *p, const char *text, size_t length, trace_tone_t tone) {
    static const char *const codes[] = {[TRACE_TITLE] = "",
                                        [TRACE_NOTE] = "\033[36m",
                                        [TRACE_HINT] = "\033[33m",
                                        [TRACE_LOUD] = "\033[1;31m"};
    bool is_coloured = p->style.has_colour && *codes[tone];
    if (is_coloured) strbuf_add(p->out, codes[tone]);
    strbuf_add_bytes(p->out, text, length);
    if (is_coloured) strbuf_add(p->out, "\033[0m");
}

static void add_name(printer_t *p, const char *name, size_t length) {
    if (p->style.has_colour) strbuf_add(p->out, "\033[1m");
    strbuf_add_bytes(p->out, name, length);
    if (p->style.has_colour) strbuf_add(p->out, "\033[0m");
}

static void end_line(printer_t *p) {
    while (p->out->len && p->out->data[p->out->len - 1] == ' ') p->out->data[--p->out->len] = 0;
    strbuf_add(p->out, "\n");
}

/* One output line: the piece stands in its column, rules between columns. */
static void print_line(printer_t *p, size_t column, size_t indent, const char *piece, size_t length,
                       trace_tone_t tone) {
    for (size_t c = 0; c < p->threads.len; c++) {
        if (c) strbuf_add(p->out, " | ");
        bool is_last = c + 1 == p->threads.len;
        size_t used = 0;
        if (c == column) {
            pad(p->out, indent);
            add_toned(p, piece, length, tone);
            used = indent + columns_of(piece, length);
        }
        if (!is_last) pad(p->out, p->column_width - used);
    }
    end_line(p);
}

/* Pieces of a line that is too long follow with an indentation. */
static void print_wrapped(printer_t *p, size_t column, const trace_line_t *line) {
    const char *text = strbuf_text(&line->text);
    bool is_first = true;
    while (*text || is_first) {
        size_t indent = is_first ? 0 : 4;
        size_t length = cut(text, p->column_width - indent);
        print_line(p, column, indent, text, length, line->tone);
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

static void print_heads(printer_t *p) {
    size_t count = p->threads.len;
    for (size_t c = 0; c < count; c++) {
        const char *name = strbuf_text(&p->names.data[c]);
        size_t length = cut(name, p->column_width);
        if (c) strbuf_add(p->out, " | ");
        add_name(p, name, length);
        if (c + 1 < count) pad(p->out, p->column_width - columns_of(name, length));
    }
    strbuf_add(p->out, "\n");
    for (size_t c = 0; c < count; c++) {
        if (c) strbuf_add(p->out, "-+-");
        for (unsigned i = 0; i < p->column_width; i++) strbuf_add(p->out, "-");
    }
    strbuf_add(p->out, "\n");
}

/* Calls print for each cell: the folded one, then those of rows that show something. */
static void for_each_cell(printer_t *p, void (*print)(printer_t *p, uint32_t thread)) {
    size_t folded = folded_rows(p);
    if (folded) {
        make_folded_cell(p, folded);
        print(p, 0);
    }
    for (size_t i = folded; i < p->rows.rows.len; i++) {
        const trace_row_t *row = &p->rows.rows.data[i];
        if (row->is_quiet) { /* it may write what others must know of */
            trace_lines_t unused = {0};
            trace_notes_row(p->notes, row, &unused);
            trace_lines_free(&unused);
            continue;
        }
        make_cell(p, row);
        print(p, row->thread);
    }
}

static void print_cell_in_column(printer_t *p, uint32_t thread) {
    for (size_t i = 0; i < p->lines.len; i++)
        print_wrapped(p, column_of(p, thread), &p->lines.data[i]);
}

static void print_columns(printer_t *p) {
    size_t count = p->threads.len;
    p->column_width = (p->style.width - 3 * (unsigned)(count - 1)) / (unsigned)count;
    print_heads(p);
    for_each_cell(p, print_cell_in_column);
}

/* Too many threads for columns, or too little room: each row says whose it is. */
static void print_cell_in_list(printer_t *p, uint32_t thread) {
    if (p->list_thread != thread) {
        const strbuf_t *name = &p->names.data[column_of(p, thread)];
        add_name(p, strbuf_text(name), name->len);
        strbuf_add(p->out, ":\n");
    }
    p->list_thread = thread;
    for (size_t i = 0; i < p->lines.len; i++) {
        const trace_line_t *line = &p->lines.data[i];
        const char *text = strbuf_text(&line->text);
        for (size_t indent = 2; *text; indent = 6) {
            size_t length = cut(text, p->style.width - indent);
            pad(p->out, indent);
            add_toned(p, text, length, line->tone);
            end_line(p);
            text += length;
            while (*text == ' ') text++;
        }
    }
}

static void print_list(printer_t *p) {
    p->list_thread = UINT32_MAX;
    for_each_cell(p, print_cell_in_list);
}

static void print_locks(printer_t *p) {
    strbuf_t locks = {0};
    trace_notes_locks(p->notes, &locks);
    if (locks.len) strbuf_printf(p->out, "locks held: %s\n", locks.data);
    strbuf_free(&locks);
}

static void print_deadlock(printer_t *p) {
    const replay_t *replay = p->replay;
    if (replay->waiting.len) {
        static const char text[] = "DEADLOCK: no thread can move";
        add_toned(p, text, sizeof text - 1, TRACE_LOUD);
        strbuf_add(p->out, "\n");
    }
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

static void print_race(printer_t *p) {
    const replay_t *replay = p->replay;
    if (!replay->racing.len) return;
    static const char text[] = "DATA RACE: two threads access the same memory next";
    add_toned(p, text, sizeof text - 1, TRACE_LOUD);
    strbuf_add(p->out, "\n");
    for (size_t i = 0; i < replay->racing.len; i++) {
        const replay_waiting_t *racing = &replay->racing.data[i];
        data_access_t access = {0};
        data_access_of(racing->edge, &access);
        strbuf_add(p->out, "    ");
        trace_thread_name(p->out, replay, racing->thread);
        strbuf_printf(p->out, " %s at %s:%u: ", access.is_write ? "writes" : "reads",
                      racing->edge->source.file ? racing->edge->source.file : "?",
                      racing->edge->source.line);
        if (!source_line(p, racing->edge->source, p->out)) edge_print(p->out, racing->edge);
        strbuf_add(p->out, "\n");
    }
}

/* Where the thread was created: ", made at FILE:LINE by NAME". */
static void print_origin(printer_t *p, uint32_t thread) {
    for (size_t i = p->replay->steps.len; i-- > 0;) {
        const replay_step_t *step = &p->replay->steps.data[i];
        if (step->edge->kind != EDGE_THREAD_CREATE || step->created != thread) continue;
        if (step->edge->source.file)
            strbuf_printf(p->out, ", created at %s:%u by ", step->edge->source.file,
                          step->edge->source.line);
        trace_thread_name(p->out, p->replay, step->thread);
        return;
    }
}

static void print_frame(printer_t *p, const replay_frame_t *frame) {
    strbuf_printf(p->out, "    %s", frame->function->name);
    if (frame->source.file)
        strbuf_printf(p->out, " at %s:%u", frame->source.file, frame->source.line);
    strbuf_add(p->out, "\n");
}

static void print_stack_of(printer_t *p, uint32_t thread, const char *where) {
    strbuf_add(p->out, "call stack of ");
    trace_thread_name(p->out, p->replay, thread);
    strbuf_add(p->out, where);
    if (thread) print_origin(p, thread);
    strbuf_add(p->out, ":\n");
}

static void print_stacks(printer_t *p) {
    const replay_t *replay = p->replay;
    if (replay->stack.len) print_stack_of(p, replay->stack.data[0].thread, " at the violation");
    for (size_t i = 0; i < replay->stack.len; i++) print_frame(p, &replay->stack.data[i]);
    for (size_t i = 0; i < replay->other_stacks.len; i++) {
        const replay_frame_t *frame = &replay->other_stacks.data[i];
        if (!i || frame[-1].thread != frame->thread) print_stack_of(p, frame->thread, "");
        print_frame(p, frame);
    }
}

/* Main, then those that move in the order in which they were created. */
static void find_threads(printer_t *p) {
    const replay_t *replay = p->replay;
    VEC_PUSH(p->threads, 0);
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        if (step->edge->kind != EDGE_THREAD_CREATE || !step->created) continue;
        bool moves = p->threads.data[column_of(p, step->created)] != step->created;
        size_t k = i + 1;
        while (moves && k < replay->steps.len && replay->steps.data[k].thread != step->created) k++;
        if (moves && k < replay->steps.len) VEC_PUSH(p->threads, step->created);
    }
    for (size_t c = 0; c < p->threads.len; c++) {
        VEC_PUSH(p->names, (strbuf_t){0});
        trace_thread_name(&VEC_TOP(p->names), replay, p->threads.data[c]);
    }
}

void trace_print(strbuf_t *out, const replay_t *replay, trace_style_t style) {
    REQUIRE(replay->reaches_error);
    if (!style.width) style.width = 100;
    if (style.width < MIN_WIDTH) style.width = MIN_WIDTH;
    printer_t p = {.out = out, .replay = replay, .style = style};
    p.text = source_text_new();
    p.notes = trace_notes_new(replay, p.text);
    trace_rows_make(&p.rows, replay);
    find_threads(&p);
    if (p.threads.len == 1 || style.width + 3 >= p.threads.len * (MIN_COLUMN_WIDTH + 3))
        print_columns(&p);
    else
        print_list(&p);
    print_locks(&p);
    print_stacks(&p);
    print_deadlock(&p);
    print_race(&p);
    trace_lines_free(&p.lines);
    for (size_t c = 0; c < p.names.len; c++) strbuf_free(&p.names.data[c]);
    VEC_FREE(p.names);
    VEC_FREE(p.threads);
    trace_rows_free(&p.rows);
    trace_notes_delete(p.notes);
    source_text_delete(p.text);
}
