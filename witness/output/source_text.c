#include "witness/output/source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct source_file {
    char *name, *bytes;
    size_t size;
    VEC(size_t) starts; /* of the lines */
    statements_t statements;
    bool is_scanned;
} source_file_t;

struct source_text {
    VEC(source_file_t) files;
};

source_text_t *source_text_new(void) {
    return mem_zalloc(sizeof(source_text_t));
}

void source_text_delete(source_text_t *text) {
    if (!text) return;
    for (size_t i = 0; i < text->files.len; i++) {
        mem_free(text->files.data[i].name);
        mem_free(text->files.data[i].bytes);
        VEC_FREE(text->files.data[i].starts);
        VEC_FREE(text->files.data[i].statements);
    }
    VEC_FREE(text->files);
    mem_free(text);
}

static void source_file_read(source_file_t *file) {
    FILE *stream = fopen(file->name, "rb");
    if (!stream) return;
    strbuf_t bytes = {0};
    char chunk[4096];
    size_t count;
    while ((count = fread(chunk, 1, sizeof chunk, stream)) > 0)
        strbuf_add_bytes(&bytes, chunk, count);
    fclose(stream);
    if (!bytes.len) return;
    file->bytes = bytes.data;
    file->size = bytes.len;
    VEC_PUSH(file->starts, 0);
    for (size_t i = 0; i + 1 < file->size; i++)
        if (file->bytes[i] == '\n') VEC_PUSH(file->starts, i + 1);
}

/* There are few files, so a scan finds them. */
static source_file_t *source_text_file(source_text_t *text, const char *name) {
    if (!name) return NULL;
    for (size_t i = 0; i < text->files.len; i++)
        if (strcmp(text->files.data[i].name, name) == 0) return &text->files.data[i];
    VEC_PUSH(text->files, (source_file_t){.name = mem_strdup(name)});
    source_file_read(&VEC_TOP(text->files));
    return &VEC_TOP(text->files);
}

const char *source_text_line(source_text_t *text, const char *name, uint32_t line, size_t *length) {
    const source_file_t *file = source_text_file(text, name);
    if (!file || !line || line > file->starts.len) return NULL;
    size_t from = file->starts.data[line - 1];
    const char *end = memchr(file->bytes + from, '\n', file->size - from);
    *length = end ? (size_t)(end - file->bytes) - from : file->size - from;
    if (*length && file->bytes[from + *length - 1] == '\r') --*length;
    return file->bytes + from;
}

static source_t position_of(const source_file_t *file, const char *name, size_t offset) {
    size_t low = 0, high = file->starts.len; /* the line begins at or before the offset */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->starts.data[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (source_t){name, (uint32_t)low + 1, (uint32_t)(offset - file->starts.data[low]) + 1};
}

source_t source_text_closing(source_text_t *text, source_t at) {
    const source_file_t *file = source_text_file(text, at.file);
    if (!file || !at.line || !at.column || at.line > file->starts.len) return at;
    size_t i = file->starts.data[at.line - 1] + at.column - 1;
    unsigned depth = 0;
    while (i < file->size) {
        size_t behind = statements_skip_inert(file->bytes, file->size, i);
        if (behind != i) {
            i = behind;
            continue;
        }
        if (file->bytes[i] == ';' && !depth) return at;
        if (file->bytes[i] == '(') depth++;
        if (file->bytes[i] == ')' && depth && --depth == 0) return position_of(file, at.file, i);
        i++;
    }
    return at;
}

bool source_text_call(source_text_t *text, source_t at, source_t *closing) {
    size_t length;
    const char *line = source_text_line(text, at.file, at.line, &length);
    size_t i = at.column ? at.column - 1 : 0, begin = i;
    if (!line || i >= length || isdigit((unsigned char)line[i])) return false;
    while (i < length && (isalnum((unsigned char)line[i]) || line[i] == '_')) i++;
    /* What looks like a call but is none; assert is a macro. */
    static const char *const others[] = {"if",     "while",  "for",   "switch",
                                         "return", "sizeof", "assert"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strlen(others[k]) == i - begin && memcmp(line + begin, others[k], i - begin) == 0)
            return false;
    if (i == begin) return false;
    while (i < length && line[i] == ' ') i++;
    if (i >= length || line[i] != '(') return false;
    *closing = source_text_closing(text, at);
    return closing->line != at.line || closing->column != at.column;
}

static source_file_t *scanned_file(source_text_t *text, source_t at) {
    source_file_t *file = source_text_file(text, at.file);
    if (!file || !at.line || at.line > file->starts.len) return NULL;
    if (!file->is_scanned) statements_scan(&file->statements, file->bytes, file->size);
    file->is_scanned = true;
    return file;
}

const statement_t *source_text_statement(source_text_t *text, source_t at, source_t *begin) {
    const source_file_t *file = scanned_file(text, at);
    if (!file || !at.column) return NULL;
    size_t offset = file->starts.data[at.line - 1] + at.column - 1;
    const statement_t *found = statements_around(&file->statements, offset);
    if (found) *begin = position_of(file, at.file, found->begin);
    return found;
}

bool source_text_is_call(source_text_t *text, source_t at, const char *function) {
    source_t begin, closing;
    const statement_t *it = source_text_statement(text, at, &begin);
    if (!it || it->kind != STATEMENT_PLAIN || !it->is_insertable || begin.line != at.line ||
        begin.column != at.column || !source_text_has_prefix(text, at, function) ||
        !source_text_call(text, at, &closing))
        return false;
    const source_file_t *file = source_text_file(text, at.file);
    size_t name = it->begin + strlen(function);
    size_t end = file->starts.data[closing.line - 1] + closing.column;
    while (name < file->size && isspace((unsigned char)file->bytes[name])) name++;
    while (end < file->size && isspace((unsigned char)file->bytes[end])) end++;
    return file->bytes[name] == '(' && end == it->end && file->bytes[end] == ';';
}

const statement_t *source_text_first_statement(source_text_t *text, source_t at, source_t *begin) {
    const source_file_t *file = scanned_file(text, at);
    if (!file) return NULL;
    size_t from = file->starts.data[at.line - 1];
    const statement_t *found = statements_around(&file->statements, from);
    /* One that begins with the line, or the next one. */
    if (!found)
        found = file->statements.data;
    else if (found->begin < from)
        found++;
    if (!found || found == file->statements.data + file->statements.len) return NULL;
    *begin = position_of(file, at.file, found->begin);
    return begin->line == at.line ? found : NULL;
}

bool source_text_is_on_one_line(source_text_t *text, const char *name, const statement_t *it) {
    const source_file_t *file = source_text_file(text, name);
    return file && !memchr(file->bytes + it->begin, '\n', it->end - it->begin);
}

bool source_text_plain_if(source_text_t *text, source_t at, source_t *begin) {
    const statement_t *it = source_text_statement(text, at, begin);
    if (!it || it->kind != STATEMENT_IF) return false;
    const char *bytes = source_text_file(text, at.file)->bytes + it->begin;
    size_t length = it->end - it->begin;
    return !memmem(bytes, length, "&&", 2) && !memmem(bytes, length, "||", 2) &&
           !memchr(bytes, '?', length);
}

bool source_text_has_prefix(source_text_t *text, source_t at, const char *prefix) {
    size_t length, wanted = strlen(prefix);
    const char *line = source_text_line(text, at.file, at.line, &length);
    if (!line || !at.column || at.column - 1 + wanted > length) return false;
    return memcmp(line + at.column - 1, prefix, wanted) == 0;
}
