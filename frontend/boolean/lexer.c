#include "frontend/boolean/lexer.h"

#include <string.h>

typedef struct spelling {
    bp_token_kind_t kind;
    const char *text;
} spelling_t;

#define BP_ROW(name, text) {BP_##name, text},
static const spelling_t keywords[] = {BP_KEYWORDS(BP_ROW){BP_EOF, NULL}};
/* Longer signs stand before those that they begin with. */
static const spelling_t signs[] = {BP_SIGNS(BP_ROW){BP_EOF, NULL}};
#undef BP_ROW

void bp_lexer_init(bp_lexer_t *lexer, arena_t *arena, const char *file, const char *text) {
    *lexer = (bp_lexer_t){.arena = arena, .file = file, .at = text, .line = 1, .column = 1};
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) lexer->at += 3; /* a byte-order mark */
}

const char *bp_token_spelling(bp_token_kind_t kind) {
    for (const spelling_t *s = keywords; s->text; s++)
        if (s->kind == kind) return s->text;
    for (const spelling_t *s = signs; s->text; s++)
        if (s->kind == kind) return s->text;
    return kind == BP_NAME     ? "a name"
           : kind == BP_NUMBER ? "a number"
           : kind == BP_EOF    ? "the end of the file"
                               : "something unknown";
}

static void advance(bp_lexer_t *lexer, size_t count) {
    for (; count; count--, lexer->at++) {
        bool ends_line = *lexer->at == '\n';
        lexer->line += ends_line;
        lexer->column = ends_line ? 1 : lexer->column + 1;
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool goes_on(char c) {
    return is_letter(c) || is_digit(c) || c == '#' || c == '-';
}

/* The length of the blanks and comments here; SIZE_MAX: a comment without an end. */
static size_t blanks(const char *text) {
    size_t n = 0;
    for (;;) {
        if (text[n] && strchr(" \t\r\n\f\v", text[n])) {
            n++;
        } else if (text[n] == '/' && text[n + 1] == '/') {
            while (text[n] && text[n] != '\n') n++;
        } else if (text[n] == '/' && text[n + 1] == '*') {
            const char *end = strstr(text + n + 2, "*/");
            if (!end) return SIZE_MAX;
            n = (size_t)(end - text) + 2;
        } else {
            return n;
        }
    }
}

static bp_token_t finish(bp_lexer_t *lexer, bp_token_kind_t kind, size_t length) {
    bp_token_t token = {.kind = kind, .source = {lexer->file, lexer->line, lexer->column}};
    char *text = arena_alloc(lexer->arena, length + 1);
    memcpy(text, lexer->at, length);
    token.text = text;
    advance(lexer, length);
    return token;
}

static bp_token_t bad(bp_lexer_t *lexer, const char *what) {
    return (bp_token_t){
        .kind = BP_BAD, .source = {lexer->file, lexer->line, lexer->column}, .text = what};
}

static bp_token_t word(bp_lexer_t *lexer) {
    size_t n = 0;
    while (goes_on(lexer->at[n])) n++;
    bp_token_t token = finish(lexer, BP_NAME, n);
    for (const spelling_t *s = keywords; s->text; s++)
        if (strcmp(token.text, s->text) == 0) token.kind = s->kind;
    return token;
}

bp_token_t bp_lexer_next(bp_lexer_t *lexer) {
    size_t n = blanks(lexer->at);
    if (n == SIZE_MAX) return bad(lexer, "a comment that does not end");
    advance(lexer, n);
    char c = *lexer->at;
    if (!c) return finish(lexer, BP_EOF, 0);
    if (is_letter(c)) return word(lexer);
    if (is_digit(c)) {
        for (n = 0; is_digit(lexer->at[n]);) n++;
        return finish(lexer, BP_NUMBER, n);
    }
    if (c == '{') { /* the predicate itself as a name */
        const char *end = strchr(lexer->at, '}');
        return end ? finish(lexer, BP_NAME, (size_t)(end - lexer->at) + 1)
                   : bad(lexer, "a name in braces that does not end");
    }
    for (const spelling_t *s = signs; s->text; s++)
        if (strncmp(lexer->at, s->text, strlen(s->text)) == 0)
            return finish(lexer, s->kind, strlen(s->text));
    return bad(lexer, "a character that has no meaning here");
}
