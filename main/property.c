#include "main/property.h"

#include "util/mem.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of a file: /dev/zero has no end. */
enum { MOST_BYTES = 1 << 20 };

/* Formulas that are properties of the field but have no class, without white space. */
static const struct known_formula {
    const char *formula, *name;
} known_formulas[] = {
    {"G!data-race", "no-data-race"},
    {"Gdef-behavior", "def-behavior"},
    {"Fend", "termination"},
};

typedef struct reader {
    arena_t *arena;
    const char *path;
    unsigned line, found;
    property_set_t *properties;
    const char *text; /* of the line */
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

/* Is the formula one of this class? *function: the name that it gives, in the arena. */
static bool is_of_class(reader_t *reader, const property_class_t *class, const char *formula,
                        const char **function) {
    *function = NULL;
    const char *hole = strstr(class->formula, "%s");
    if (!hole) return strcmp(class->formula, formula) == 0;
    char *prefix = arena_strdup(reader->arena, class->formula);
    prefix[hole - class->formula] = '\0';
    char *name = between(arena_strdup(reader->arena, formula), prefix, hole + 2);
    *function = name;
    return name && is_identifier(name);
}

static property_file_t read_formula(reader_t *reader, const char *formula) {
    for (size_t i = 0; property_classes[i]; i++) {
        const char *function;
        if (!is_of_class(reader, property_classes[i], formula, &function)) continue;
        property_t property = {
            .class = property_classes[i], .function = function, .text = reader->text};
        if (!property_set_add(reader->properties, property) &&
            reader->properties->count == PROPERTY_MAX)
            return unsupported(reader, "(one too many of them)");
        return PROPERTY_FILE_OK;
    }
    for (size_t i = 0; i < sizeof known_formulas / sizeof *known_formulas; i++)
        if (strcmp(known_formulas[i].formula, formula) == 0)
            return unsupported(reader, known_formulas[i].name);
    return bad(reader, "unknown formula in LTL(...)");
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
    reader->text = arena_strdup(reader->arena, line);
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
        property_file_t one = read_line(reader, line);
        if (one != PROPERTY_FILE_OK && (answer == PROPERTY_FILE_OK || one == PROPERTY_FILE_BAD))
            answer = one;
    }
    return answer;
}

/* Is it the name of a class or of a preset? */
static bool read_name(const char *name, property_set_t *properties) {
    const property_class_t *class = property_class_named(name);
    if (class) property_set_add(properties, property_of_class(class));
    if (class) return true;
    for (const property_preset_t *preset = property_presets; preset->name; preset++) {
        if (strcmp(preset->name, name) != 0) continue;
        for (size_t i = 0; preset->classes[i]; i++)
            property_set_add(properties, property_of_class(preset->classes[i]));
        return true;
    }
    return false;
}

static property_file_t read_file(arena_t *arena, const char *path, property_set_t *properties,
                                 strbuf_t *message) {
    reader_t reader = {.arena = arena, .path = path, .properties = properties, .message = message};
    FILE *file = fopen(path, "r");
    char *text = mem_alloc(MOST_BYTES + 1);
    size_t length = file ? fread(text, 1, MOST_BYTES + 1, file) : 0;
    property_file_t answer = PROPERTY_FILE_OK;
    size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* of UTF-8 */
    if (length <= MOST_BYTES) answer = read_text(&reader, text + mark, length - mark);
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

property_file_t property_read(arena_t *arena, const char *asked, property_set_t *properties,
                              strbuf_t *message) {
    /* The name of a file may have commas, too. */
    if (!strchr(asked, ',') || access(asked, F_OK) == 0)
        return read_name(asked, properties) ? PROPERTY_FILE_OK
                                            : read_file(arena, asked, properties, message);
    property_file_t answer = PROPERTY_FILE_OK;
    char *rest = arena_strdup(arena, asked);
    while (rest && answer != PROPERTY_FILE_BAD) {
        char *name = trimmed(strsep(&rest, ","));
        property_file_t one = read_name(name, properties)
                                  ? PROPERTY_FILE_OK
                                  : read_file(arena, name, properties, message);
        if (one != PROPERTY_FILE_OK) answer = one;
    }
    return answer;
}
