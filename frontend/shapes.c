#include "frontend/shapes.h"

#include <ctype.h>
#include <string.h>

typedef struct statement_shape {
    bool is_for;
    for_shape_t parts;
    bool is_barrier, is_port;
    size_t outputs; /* of assembly */
} statement_shape_t;

struct shapes {
    VEC(statement_shape_t) list;
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
    statement_shape_t shape = {.is_for = true};
    text = header_part(text, &shape.parts.has_init);
    if (*text) text = header_part(text + 1, &shape.parts.has_condition);
    if (*text) header_part(text + 1, &shape.parts.has_step);
    VEC_PUSH(shapes->list, shape);
}

/* The instructions of a template, without what separates words and lines. */
static void squeeze(const char *text, size_t length, char *out, size_t room) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < room; i++) {
        if (text[i] == '\\' && i + 1 < length) { /* \n and \t */
            i++;
            continue;
        }
        if (!isspace((unsigned char)text[i]) && text[i] != ';') out[used++] = text[i];
    }
    out[used] = '\0';
}

/* Nothing, or what only orders memory or waits. */
static bool is_harmless(const char *text, size_t length) {
    static const char *const harmless[] = {"",       "nop",    "pause", "repnop",
                                           "mfence", "lfence", "sfence"};
    static const char *const fences[] = {"lockaddl$0,",  "lockaddl$0x0,", "lockorl$0,",
                                         "lockorl$0x0,", "lockaddq$0,",   "lockorq$0,"};
    char squeezed[64];
    if (length >= sizeof squeezed * 2) return false;
    squeeze(text, length, squeezed, sizeof squeezed);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(squeezed, harmless[i]) == 0) return true;
    /* Adding 0 to the top of the stack is a full fence. */
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        size_t prefix = strlen(fences[i]);
        if (strncmp(squeezed, fences[i], prefix) != 0) continue;
        const char *place = squeezed + prefix;
        place += strspn(place, "-0123456789x");
        if (strncmp(place, "(%%", 3) == 0 && strncmp(place + 4, "sp)", 4) == 0) return true;
    }
    return false;
}

/* An operand of an instruction, behind %: one of the statement's, or a register. */
static const char *skip_percent(const char *text) {
    static const char *const registers[] = {"%al", "%ax", "%eax", "%dx"};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (strncmp(text, registers[i], strlen(registers[i])) == 0)
            return text + strlen(registers[i]);
    if (*text && strchr("bwk", *text)) text++;
    if (isdigit((unsigned char)*text)) return text + 1;
    const char *end = *text == '[' ? strchr(text, ']') : NULL;
    return end ? end + 1 : NULL;
}

static const char *skip_port_operand(const char *text) {
    if (*text == '%') return skip_percent(text + 1);
    if (*text != '$') return NULL;
    size_t digits = strspn(text + 1, "0123456789abcdefx");
    return digits ? text + 1 + digits : NULL;
}

/* Instructions that read or write a port, and nothing else: they change the
 * outputs of the statement at most. */
static bool is_port_access(const char *text, size_t length) {
    char squeezed[128];
    if (length >= sizeof squeezed) return false;
    squeeze(text, length, squeezed, sizeof squeezed);
    const char *rest = squeezed;
    while (rest && *rest) {
        if (strncmp(rest, "in", 2) == 0)
            rest += 2;
        else if (strncmp(rest, "out", 3) == 0)
            rest += 3;
        else
            return false;
        if (!*rest || !strchr("bwl", *rest)) return false;
        rest = skip_port_operand(rest + 1);
        if (!rest || *rest != ',') return false;
        rest = skip_port_operand(rest + 1);
    }
    return rest != NULL && *squeezed;
}

/* One operand, "constraint" (expression), from its string on. */
typedef struct asm_operand {
    const char *constraint;
    const char *text; /* the expression with its parentheses */
    size_t length;
} asm_operand_t;

static const char *read_operand(const char *text, asm_operand_t *operand) {
    operand->constraint = text + 1;
    text = skip_literal(text);
    while (*text == ' ') text++;
    operand->text = text;
    bool has;
    if (*text == '(') text = header_part(text + 1, &has);
    if (*text == ')') text++;
    operand->length = (size_t)(text - operand->text);
    return text;
}

/* An empty template does not change what is read and written ("+"), nor an
 * output that is its own input: "=r" (x) : "0" (x). */
static bool keeps_operands(const char *text) {
    asm_operand_t outputs[10];
    size_t count = 0, matched = 0;
    unsigned section = 0; /* 1: outputs, 2: inputs, 3: clobbers */
    while (*text && *text != ')' && section < 3) {
        if (*text == ':') {
            section++;
            text++;
        } else if (*text == '"' && section == 1) {
            if (count == 10) return false;
            text = read_operand(text, &outputs[count]);
            if (outputs[count].constraint[0] != '+') count++;
        } else if (*text == '"' && section == 2) {
            asm_operand_t input;
            text = read_operand(text, &input);
            size_t number = (size_t)(input.constraint[0] - '0');
            if (number < count && input.length == outputs[number].length &&
                strncmp(input.text, outputs[number].text, input.length) == 0)
                matched++;
        } else {
            text++;
        }
    }
    return matched == count;
}

static size_t count_outputs(const char *text) {
    size_t count = 0;
    while (*text && *text != ':' && *text != ')') text++;
    if (*text == ':') text++;
    while (*text && *text != ':' && *text != ')') {
        asm_operand_t operand;
        if (*text != '"') {
            text++;
            continue;
        }
        text = read_operand(text, &operand);
        count++;
    }
    return count;
}

static void add_asm(shapes_t *shapes, const char *text) {
    statement_shape_t shape = {0};
    while (*text && *text != '(') text++;
    while (*text && *text != '"') text++;
    if (*text) {
        const char *end = skip_literal(text);
        size_t length = (size_t)(end - text) - 2;
        shape.is_barrier = is_harmless(text + 1, length) && keeps_operands(end);
        shape.is_port = is_port_access(text + 1, length);
        shape.outputs = count_outputs(end);
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

bool shapes_asm_is_port(const shapes_t *shapes, size_t number, size_t *outputs) {
    if (number == 0 || number > shapes->list.len) return false;
    const statement_shape_t *shape = &shapes->list.data[number - 1];
    *outputs = shape->outputs;
    return !shape->is_for && shape->is_port;
}
