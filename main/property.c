#include "main/property.h"

#include "util/mem.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a file: /dev/zero has no end. */
enum { MOST_BYTES = 1 << 20 };

property_t property_default(void) {
    return (property_t){.kind = PROPERTY_UNREACH,
                        .error_function = NULL,
                        .text = "CHECK( init(main()), LTL(G ! call(reach_error())) )"};
}

/* Formulas that are properties of the field, without white space. */
static const struct known_formula {
    const char *formula, *name;
    bool is_deadlock;
} known_formulas[] = {
    {"G!deadlock", "no-deadlock", true},
    {"G!overflow", "no-overflow", false},
    {"G!data-race", "no-data-race", false},
    {"Gvalid-free", "valid-memsafety", false},
    {"Gvalid-deref", "valid-memsafety", false},
    {"Gvalid-memtrack", "valid-memsafety", false},
    {"Gvalid-memcleanup", "valid-memcleanup", false},
    {"Gdef-behavior", "def-behavior", false},
    {"Fend", "termination", false},
};

typedef struct reader {
    arena_t *arena;
    const char *path;
    unsigned line, found;
    property_t *property;
    strbuf_t *message;
} reader_t;

static property_file_t bad(reader_t *reader, const char *what) {
    strbuf_clear(reader->message);
    strbuf_printf(reader->message, "%s:%u: %s", reader->path, reader->line, what);
    return PROPERTY_FILE_BAD;
}

static property_file_t unsupported(reader_t *reader, const char *name) {
    /* The first reason is enough. */
    if (!reader->message->len)
        strbuf_printf(reader->message, "%s:%u: the property %s is not supported", reader->path,
                      reader->line, name);
    return PROPERTY_FILE_UNSUPPORTED;
}

/* If text is prefix + middle + suffix, cuts it down to the middle. */
static char *between(char *text, const char *prefix, const char *suffix) {
    size_t length = strlen(text), before = strlen(prefix), after = strlen(suffix);
    if (length < before + after || memcmp(text, prefix, before) != 0 ||
        memcmp(text + length - after, suffix, after) != 0)
        return NULL;
    text[length - after] = '\0';
    return text + before;
}

static bool is_identifier(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && *text != '_') return false;
    return true;
}

static property_file_t read_formula(reader_t *reader, char *formula) {
    for (size_t i = 0; i < sizeof known_formulas / sizeof *known_formulas; i++) {
        if (strcmp(known_formulas[i].formula, formula) != 0) continue;
        if (!known_formulas[i].is_deadlock) return unsupported(reader, known_formulas[i].name);
        reader->property->kind = PROPERTY_DEADLOCK;
        return PROPERTY_FILE_OK;
    }
    char *function = between(formula, "G!call(", "())");
    if (!function || !is_identifier(function)) return bad(reader, "unknown formula in LTL(...)");
    reader->property->kind = PROPERTY_UNREACH;
    reader->property->error_function = arena_strdup(reader->arena, function);
    return PROPERTY_FILE_OK;
}

static char *trimmed(char *text) {
    while (isspace((unsigned char)*text)) text++;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) end--;
    *end = '\0';
    return text;
}

static property_file_t read_line(reader_t *reader, char *line) {
    line = trimmed(line);
    if (!*line) return PROPERTY_FILE_OK;
    reader->found++;
    reader->property->text = arena_strdup(reader->arena, line);
    /* No two words of the language stand side by side with a meaning that
     * white space decides, so it can go. */
    char *to = line;
    for (const char *from = line; *from; from++)
        if (!isspace((unsigned char)*from)) *to++ = *from;
    *to = '\0';
    if (strncmp(line, "COVER(", 6) == 0) return unsupported(reader, "of coverage");
    char *inside = between(line, "CHECK(init(", "))");
    char *comma = inside ? strchr(inside, ',') : NULL;
    if (!comma || strncmp(comma, ",LTL(", 5) != 0)
        return bad(reader, "expected CHECK( init(main()), LTL(...) )");
    *comma = '\0';
    if (strcmp(inside, "main())") != 0) return unsupported(reader, "of a start other than main");
    return read_formula(reader, comma + strlen(",LTL("));
}

/* A bad line counts for more than an unsupported one before it. */
static property_file_t read_text(reader_t *reader, char *text, size_t length) {
    property_file_t answer = PROPERTY_FILE_OK;
    char *stop = text + length, *end;
    for (char *line = text; line < stop && answer != PROPERTY_FILE_BAD; line = end + 1) {
        end = memchr(line, '\n', (size_t)(stop - line));
        if (!end) end = stop;
        *end = '\0';
        reader->line++;
        unsigned before = reader->found;
        property_file_t one = read_line(reader, line);
        if (one == PROPERTY_FILE_OK && reader->found > before && reader->found > 1)
            one = unsupported(reader, "(the second one of this file)");
        if (one != PROPERTY_FILE_OK && (answer == PROPERTY_FILE_OK || one == PROPERTY_FILE_BAD))
            answer = one;
    }
    return answer;
}

property_file_t property_read(arena_t *arena, const char *path, property_t *property,
                              strbuf_t *message) {
    *property = (property_t){0};
    if (strcmp(path, "deadlock") == 0) { /* for short */
        *property = (property_t){.kind = PROPERTY_DEADLOCK,
                                 .text = "CHECK( init(main()), LTL(G ! deadlock) )"};
        return PROPERTY_FILE_OK;
    }
    reader_t reader = {.arena = arena, .path = path, .property = property, .message = message};
    FILE *file = fopen(path, "r");
    char *text = mem_alloc(MOST_BYTES + 1);
    size_t length = file ? fread(text, 1, MOST_BYTES + 1, file) : 0;
    property_file_t answer = PROPERTY_FILE_OK;
    if (length <= MOST_BYTES) answer = read_text(&reader, text, length);
    mem_free(text);
    if (!file || ferror(file)) {
        strbuf_clear(message);
        strbuf_printf(message, "%s: %s", path, strerror(errno));
        answer = PROPERTY_FILE_BAD;
    } else if (length > MOST_BYTES) {
        reader.line = 1;
        answer = bad(&reader, "a property file has a megabyte at most");
    } else if (!reader.found) {
        reader.line = 1;
        answer = bad(&reader, "there is no property in this file");
    }
    if (file) fclose(file);
    return answer;
}
