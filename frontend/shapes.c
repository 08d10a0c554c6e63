#include "frontend/shapes.h"

#include <ctype.h>
#include <string.h>

typedef struct shape {
    bool is_for;
    for_shape_t parts;
    bool is_barrier;
} shape_t;

struct shapes {
    VEC(shape_t) list;
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the literal that begins at text. */
static const char *skip_literal(const char *text) {
    char quote = *text++;
    while (*text && *text != quote) text += *text == '\\' && text[1] ? 2 : 1;
    return *text ? text + 1 : text;
}

/* Reads up to the next ; or ) of the header that text is in; *has tells
 * whether there is anything before it. Returns where it stopped. */
static const char *header_part(const char *text, bool *has) {
    *has = false;
    for (int depth = 0; *text;) {
        if (depth == 0 && (*text == ';' || *text == ')')) return text;
        if (*text == '(' || *text == '{' || *text == '[') depth++;
        if (*text == ')' || *text == '}' || *text == ']') depth--;
        if (!isspace((unsigned char)*text)) *has = true;
        text = *text == '"' || *text == '\'' ? skip_literal(text) : text + 1;
    }
    return text;
}

static void add_for(shapes_t *shapes, const char *text) {
    shape_t shape = {.is_for = true};
    text = header_part(text, &shape.parts.has_init);
    if (*text) text = header_part(text + 1, &shape.parts.has_condition);
    if (*text) header_part(text + 1, &shape.parts.has_step);
    VEC_PUSH(shapes->list, shape);
}

static bool is_harmless(const char *text, size_t length) {
    static const char *const harmless[] = {"",        "nop",    "pause",  "rep; nop",
                                           "rep;nop", "mfence", "lfence", "sfence"};
    while (length && (isspace((unsigned char)*text) || *text == ';')) text++, length--;
    while (length && (isspace((unsigned char)text[length - 1]) || text[length - 1] == ';'))
        length--;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strlen(harmless[i]) == length && strncmp(text, harmless[i], length) == 0) return true;
    return false;
}

static void add_asm(shapes_t *shapes, const char *text) {
    shape_t shape = {0};
    while (*text && *text != '(') text++;
    while (*text && *text != '"') text++;
    if (*text) {
        const char *end = skip_literal(text);
        shape.is_barrier = is_harmless(text + 1, (size_t)(end - text) - 2);
    }
    VEC_PUSH(shapes->list, shape);
}

static void read_text(shapes_t *shapes, const char *text) {
    while (*text) {
        if (*text == '"' || *text == '\'') {
            text = skip_literal(text);
            continue;
        }
        if (!is_word(*text)) {
            text++;
            continue;
        }
        const char *word = text;
        while (is_word(*text)) text++;
        size_t length = (size_t)(text - word);
        if (length == 3 && strncmp(word, "for", 3) == 0 && strncmp(text, " (", 2) == 0)
            add_for(shapes, text + 2);
        else if (length == 3 && strncmp(word, "asm", 3) == 0 && *text == ' ')
            add_asm(shapes, text);
    }
}

shapes_t *shapes_new(CXCursor function) {
    shapes_t *shapes = mem_zalloc(sizeof *shapes);
    CXString printed = clang_getCursorPrettyPrinted(function, NULL);
    const char *text = clang_getCString(printed);
    if (text) read_text(shapes, text);
    clang_disposeString(printed);
    return shapes;
}

void shapes_delete(shapes_t *shapes) {
    if (!shapes) return;
    VEC_FREE(shapes->list);
    mem_free(shapes);
}

bool shapes_for(const shapes_t *shapes, size_t number, for_shape_t *shape) {
    if (number == 0 || number > shapes->list.len || !shapes->list.data[number - 1].is_for)
        return false;
    *shape = shapes->list.data[number - 1].parts;
    return true;
}

bool shapes_asm_is_barrier(const shapes_t *shapes, size_t number) {
    if (number == 0 || number > shapes->list.len) return false;
    return !shapes->list.data[number - 1].is_for && shapes->list.data[number - 1].is_barrier;
}
