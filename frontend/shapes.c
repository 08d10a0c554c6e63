#include "frontend/shapes.h"

#include <ctype.h>
#include <string.h>

typedef struct statement_shape {
    bool is_for;
    for_shape_t parts;
    bool is_barrier, is_port;
    asm_operands_t operands;
    size_t outputs;
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

/* "constraint" (expression), from its string on. */
static const char *read_operand(const char *text, bool is_output, asm_operand_t *operand) {
    static const char registers[] = "rqQabcdSDAftuxyRgX", memory[] = "moVgX<>";
    *operand = (asm_operand_t){.is_output = is_output, .is_read = !is_output, .matches = -1};
    const char *end = skip_literal(text);
    for (text++; text < end && *text != '"'; text++) {
        if (*text == '+') operand->is_read = true;
        if (strchr(registers, *text)) operand->in_register = true;
        if (strchr(memory, *text)) operand->in_memory = true;
        if (isdigit((unsigned char)*text)) operand->matches = *text - '0';
    }
    for (text = end; *text == ' ';) text++;
    bool has;
    if (*text == '(') text = header_part(text + 1, &has);
    return *text == ')' ? text + 1 : text;
}

/* From behind the template on: outputs, inputs. Returns how many are outputs. */
static size_t read_operands(const char *text, asm_operands_t *operands) {
    unsigned section = 0; /* 1: outputs, 2: inputs, 3: clobbers */
    size_t outputs = 0;
    while (*text && *text != ')' && section < 3) {
        if (*text == '"' && section > 0) {
            asm_operand_t operand;
            text = read_operand(text, section == 1, &operand);
            VEC_PUSH(*operands, operand);
            outputs += section == 1;
        } else {
            section += *text++ == ':';
        }
    }
    return outputs;
}

/* Instructions that do not touch an operand leave it as it is, if something was there:
 * its own value ("+r" (x)) or that of an input ("=r" (x) : "0" (y)). */
static bool all_outputs_hold(const asm_operands_t *operands, size_t outputs) {
    size_t held = 0;
    for (size_t i = 0; i < operands->len; i++) {
        const asm_operand_t *operand = &operands->data[i];
        if (!operand->in_register && !operand->in_memory && operand->is_output) return false;
        bool is_own = operand->is_output && operand->is_read;
        bool brings = !operand->is_output && operand->matches >= 0;
        if (operand->is_output && operand->matches >= 0) return false;
        if (brings &&
            ((size_t)operand->matches >= outputs || operands->data[operand->matches].is_read))
            return false;
        held += is_own || brings;
    }
    return held == outputs;
}

static void add_asm(shapes_t *shapes, const char *text) {
    statement_shape_t shape = {0};
    while (*text && *text != '(') text++;
    while (*text && *text != '"') text++;
    if (*text) {
        const char *end = skip_literal(text);
        size_t length = (size_t)(end - text) - 2;
        shape.outputs = read_operands(end, &shape.operands);
        shape.is_barrier =
            is_harmless(text + 1, length) && all_outputs_hold(&shape.operands, shape.outputs);
        shape.is_port = is_port_access(text + 1, length);
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
    for (size_t i = 0; i < shapes->list.len; i++) VEC_FREE(shapes->list.data[i].operands);
    VEC_FREE(shapes->list);
    mem_free(shapes);
}

bool shapes_for(const shapes_t *shapes, size_t number, for_shape_t *shape) {
    if (number == 0 || number > shapes->list.len || !shapes->list.data[number - 1].is_for)
        return false;
    *shape = shapes->list.data[number - 1].parts;
    return true;
}

const asm_operands_t *shapes_asm_is_barrier(const shapes_t *shapes, size_t number) {
    if (number == 0 || number > shapes->list.len) return NULL;
    const statement_shape_t *shape = &shapes->list.data[number - 1];
    return !shape->is_for && shape->is_barrier ? &shape->operands : NULL;
}

bool shapes_asm_is_port(const shapes_t *shapes, size_t number, size_t *outputs) {
    if (number == 0 || number > shapes->list.len) return false;
    const statement_shape_t *shape = &shapes->list.data[number - 1];
    *outputs = shape->outputs;
    return !shape->is_for && shape->is_port;
}
