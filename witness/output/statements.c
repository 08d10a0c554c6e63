#include "witness/output/statements.h"

#include <ctype.h>
#include <string.h>

/* What a brace encloses. */
typedef enum { BRACE_BLOCK, BRACE_DO, BRACE_VALUES } brace_t;

typedef struct statement_scanner {
    const char *text;
    size_t size, i;
    statements_t *out;
    VEC(brace_t) braces;
    unsigned parentheses;
    bool at_start;     /* the next token begins a statement */
    bool is_body;      /* ... that is the body of an if, a loop, an else or a do */
    bool after_do;     /* ... of a do */
    bool ends_do;      /* a while that comes next ends a do */
    unsigned open_dos; /* do without braces whose while has not come */
    size_t open;       /* number of the statement being read + 1; 0: none */
    bool open_is_body; /* it is one; so is what follows if it is a label */
    char last;         /* the last character that counts */
    bool last_is_name; /* ... ended a name that may be that of a function */
    bool is_question;  /* a ? whose : has not come */
} statement_scanner_t;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

size_t statements_skip_inert(const char *text, size_t size, size_t i) {
    if (text[i] == '"' || text[i] == '\'') {
        char quote = text[i++];
        while (i < size && text[i] != quote && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
        return i + 1 < size ? i + 1 : size;
    }
    if (text[i] != '/' || i + 1 >= size) return i;
    if (text[i + 1] == '/') {
        while (i < size && text[i] != '\n') i++;
    } else if (text[i + 1] == '*') {
        for (i += 2; i + 1 < size && !(text[i] == '*' && text[i + 1] == '/');) i++;
        i = i + 2 < size ? i + 2 : size;
    }
    return i;
}

static bool word_is(const statement_scanner_t *s, size_t begin, size_t end, const char *word) {
    return strlen(word) == end - begin && memcmp(s->text + begin, word, end - begin) == 0;
}

static bool is_one_of(const statement_scanner_t *s, size_t begin, size_t end,
                      const char *const *words) {
    for (; *words; words++)
        if (word_is(s, begin, end, *words)) return true;
    return false;
}

static statement_kind_t kind_of(const statement_scanner_t *s, size_t begin, size_t end) {
    if (word_is(s, begin, end, "if")) return STATEMENT_IF;
    if (word_is(s, begin, end, "for")) return STATEMENT_LOOP;
    if (word_is(s, begin, end, "while"))
        return s->ends_do || s->open_dos ? STATEMENT_DO_END : STATEMENT_LOOP;
    if (word_is(s, begin, end, "do")) return STATEMENT_DO;
    if (word_is(s, begin, end, "switch")) return STATEMENT_SWITCH;
    return STATEMENT_PLAIN;
}

static statement_t *open_statement(statement_scanner_t *s) {
    return s->open ? &s->out->data[s->open - 1] : NULL;
}

static void begin_statement(statement_scanner_t *s, size_t begin, statement_kind_t kind) {
    if (kind == STATEMENT_DO_END && !s->ends_do) s->open_dos--;
    if (s->after_do) s->open_dos++;
    bool can_precede = !s->is_body && s->braces.len && kind != STATEMENT_DO_END;
    VEC_PUSH(
        *s->out,
        (statement_t){.begin = begin, .end = begin, .kind = kind, .is_insertable = can_precede});
    s->open = s->out->len;
    s->open_is_body = s->is_body;
    s->at_start = s->is_body = s->ends_do = s->after_do = s->is_question = false;
}

/* The next token begins a statement. */
static void expect_statement(statement_scanner_t *s, bool is_body) {
    s->at_start = true;
    s->is_body = is_body;
    s->open = 0;
}

static void end_statement(statement_scanner_t *s, size_t end, bool is_body) {
    if (s->open) open_statement(s)->end = end;
    expect_statement(s, is_body);
}

static void read_word(statement_scanner_t *s) {
    static const char *const not_called[] = {
        "if",   "while", "for",    "switch",        "return", "sizeof",  "_Alignof",   "typeof",
        "case", "int",   "void",   "char",          "long",   "short",   "unsigned",   "signed",
        "else", "float", "double", "__attribute__", "asm",    "__asm__", "__typeof__", NULL};
    static const char *const no_beginnings[] = {"case", "default", NULL};
    size_t begin = s->i;
    while (s->i < s->size && is_word(s->text[s->i])) s->i++;
    s->last = 'a';
    s->last_is_name =
        !isdigit((unsigned char)s->text[begin]) && !is_one_of(s, begin, s->i, not_called);
    if (s->parentheses || !s->at_start) return;
    if (word_is(s, begin, s->i, "else")) {
        expect_statement(s, true);
        return;
    }
    begin_statement(s, begin, kind_of(s, begin, s->i));
    statement_t *it = open_statement(s);
    if (is_one_of(s, begin, s->i, no_beginnings)) it->is_insertable = false;
    if (it->kind == STATEMENT_DO) {
        end_statement(s, s->i, true);
        s->after_do = true;
    }
}

static void open_brace(statement_scanner_t *s) {
    /* Behind = , ( [ a brace lists values; in parentheses it is a statement expression,
     * which is a part of the statement around it. */
    bool in_values = s->braces.len && VEC_TOP(s->braces) == BRACE_VALUES;
    if (in_values || s->last == '=' || s->last == ',')
        VEC_PUSH(s->braces, BRACE_VALUES);
    else
        VEC_PUSH(s->braces, s->after_do ? BRACE_DO : BRACE_BLOCK);
    if (VEC_TOP(s->braces) == BRACE_VALUES || s->parentheses) return;
    s->after_do = false;
    end_statement(s, s->i, false);
}

static void close_brace(statement_scanner_t *s) {
    brace_t brace = s->braces.len ? VEC_TOP(s->braces) : BRACE_BLOCK;
    if (s->braces.len) s->braces.len--;
    if (brace == BRACE_VALUES || s->parentheses) return;
    end_statement(s, s->i, false);
    s->ends_do = brace == BRACE_DO;
}

static bool has_body(const statement_t *statement) {
    return statement && (statement->kind == STATEMENT_IF || statement->kind == STATEMENT_LOOP ||
                         statement->kind == STATEMENT_SWITCH);
}

static void close_parenthesis(statement_scanner_t *s) {
    if (s->parentheses && --s->parentheses) return;
    if (has_body(open_statement(s))) end_statement(s, s->i + 1, true);
}

static void read_sign(statement_scanner_t *s, char c) {
    if (s->at_start && !strchr("{};:)#", c) && !s->parentheses)
        begin_statement(s, s->i, STATEMENT_PLAIN);
    bool in_values = s->braces.len && VEC_TOP(s->braces) == BRACE_VALUES;
    statement_t *it = open_statement(s);
    if (c == '(' && it && (s->last_is_name || s->last == ')')) it->has_call = true;
    switch (c) {
    case '(': s->parentheses++; break;
    case ')': close_parenthesis(s); break;
    case '{': open_brace(s); break;
    case '}': close_brace(s); break;
    case '?': s->is_question = true; break;
    case ':': /* of a label, unless it belongs to a ? */
        if (!s->is_question && !s->parentheses && !in_values) expect_statement(s, s->open_is_body);
        s->is_question = false;
        break;
    case ';':
        if (s->parentheses || in_values) break;
        end_statement(s, s->i, false);
        break;
    default: break;
    }
    s->last = c;
    s->last_is_name = false;
    s->i++;
}

static void skip_line(statement_scanner_t *s) {
    while (s->i < s->size && s->text[s->i] != '\n')
        s->i += s->text[s->i] == '\\' && s->i + 1 < s->size ? 2 : 1;
}

void statements_scan(statements_t *out, const char *text, size_t size) {
    statement_scanner_t s = {.text = text, .size = size, .out = out, .at_start = true, .last = ';'};
    bool is_first = true; /* of its line */
    while (s.i < size) {
        char c = text[s.i];
        size_t behind = statements_skip_inert(text, size, s.i);
        if (c == '\n') is_first = true;
        if (isspace((unsigned char)c)) {
            s.i++;
        } else if (c == '#' && is_first) {
            skip_line(&s);
        } else if (behind != s.i) {
            if (c != '/') s.last = '"', s.last_is_name = false;
            s.i = behind;
        } else {
            is_first = false;
            if (is_word(c))
                read_word(&s);
            else
                read_sign(&s, c);
        }
    }
    VEC_FREE(s.braces);
}

const statement_t *statements_around(const statements_t *statements, size_t offset) {
    size_t low = 0, high = statements->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (statements->data[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &statements->data[low - 1] : NULL;
}
