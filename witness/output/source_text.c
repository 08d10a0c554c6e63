#include "witness/output/source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct source_file {
    char *name, *bytes;
    size_t size;
    VEC(size_t) starts; /* of the lines */
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

/* Behind the literal or comment that begins at i, or i if none does. */
static size_t skip_inert(const source_file_t *file, size_t i) {
    const char *s = file->bytes;
    if (s[i] == '"' || s[i] == '\'') {
        char quote = s[i++];
        while (i < file->size && s[i] != quote && s[i] != '\n') i += s[i] == '\\' ? 2 : 1;
        return i + 1;
    }
    if (s[i] != '/' || i + 1 >= file->size) return i;
    if (s[i + 1] == '/') {
        while (i < file->size && s[i] != '\n') i++;
    } else if (s[i + 1] == '*') {
        for (i += 2; i + 1 < file->size && !(s[i] == '*' && s[i + 1] == '/');) i++;
        i += 2;
    }
    return i;
}

source_t source_text_closing(source_text_t *text, source_t at) {
    const source_file_t *file = source_text_file(text, at.file);
    if (!file || !at.line || !at.column || at.line > file->starts.len) return at;
    size_t i = file->starts.data[at.line - 1] + at.column - 1;
    unsigned depth = 0;
    while (i < file->size) {
        size_t behind = skip_inert(file, i);
        if (behind != i) {
            i = behind;
            continue;
        }
        if (file->bytes[i] == ';' && !depth) return at;
        if (file->bytes[i] == '(') depth++;
        if (file->bytes[i] == ')' && depth && --depth == 0) {
            uint32_t line = at.line;
            while (line < file->starts.len && file->starts.data[line] <= i) line++;
            return (source_t){at.file, line, (uint32_t)(i - file->starts.data[line - 1]) + 1};
        }
        i++;
    }
    return at;
}

source_t source_text_statement(source_text_t *text, source_t at) {
    size_t length;
    const char *line = source_text_line(text, at.file, at.line, &length);
    /* Braces and an else before the statement are not part of it. */
    for (size_t i = 0; line && i < length; i++) {
        if (line[i] == ' ' || line[i] == '\t' || line[i] == '{' || line[i] == '}') continue;
        if (length - i > 5 && memcmp(line + i, "else ", 5) == 0) {
            i += 4;
            continue;
        }
        at.column = (uint32_t)i + 1;
        break;
    }
    return at;
}

bool source_text_has_prefix(source_text_t *text, source_t at, const char *prefix) {
    size_t length, wanted = strlen(prefix);
    const char *line = source_text_line(text, at.file, at.line, &length);
    if (!line || !at.column || at.column - 1 + wanted > length) return false;
    return memcmp(line + at.column - 1, prefix, wanted) == 0;
}

/* Up to its last character that is neither blank nor in a comment. */
static size_t end_of_code(const char *line, size_t length) {
    for (size_t i = 0; i + 1 < length; i++)
        if (line[i] == '/' && (line[i + 1] == '/' || line[i + 1] == '*')) length = i;
    while (length && isspace((unsigned char)line[length - 1])) length--;
    return length;
}

static bool has_word(source_text_t *text, source_t at, const char *word) {
    size_t length, end = at.column - 1 + strlen(word);
    const char *line = source_text_line(text, at.file, at.line, &length);
    return source_text_has_prefix(text, at, word) &&
           (end >= length || !(isalnum((unsigned char)line[end]) || line[end] == '_'));
}

/* Does the code before this line end where a statement may begin? */
static bool follows_statement(source_text_t *text, source_t at) {
    for (uint32_t number = at.line - 1; number > 0; number--) {
        size_t length;
        const char *line = source_text_line(text, at.file, number, &length);
        if (!line) return false;
        if (line[0] == '#') return true;
        size_t end = end_of_code(line, length);
        if (end) return strchr(";{}:", line[end - 1]) != NULL;
    }
    return false;
}

bool source_text_begins_statement(source_text_t *text, source_t at) {
    size_t length;
    const char *line = source_text_line(text, at.file, at.line, &length);
    if (!line || !at.column || at.column > length || !follows_statement(text, at)) return false;
    for (size_t i = 0; i + 1 < at.column; i++)
        if (!isspace((unsigned char)line[i])) return false;
    static const char *const no_beginnings[] = {"do", "else", "case", "default"};
    for (size_t i = 0; i < sizeof no_beginnings / sizeof *no_beginnings; i++)
        if (has_word(text, at, no_beginnings[i])) return false;
    /* This one may end a do. */
    size_t end = end_of_code(line, length);
    return !(has_word(text, at, "while") && end && line[end - 1] == ';');
}
