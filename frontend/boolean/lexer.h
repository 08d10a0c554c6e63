#ifndef FRONTEND_BOOLEAN_LEXER_H
#define FRONTEND_BOOLEAN_LEXER_H

#include "cfa/program.h"

/* The words of a Boolean program. */

#define BP_KEYWORDS(X)                                                                             \
    X(DECL, "decl")                                                                                \
    X(VOID, "void")                                                                                \
    X(BOOL, "bool")                                                                                \
    X(BEGIN, "begin")                                                                              \
    X(END, "end")                                                                                  \
    X(SKIP, "skip")                                                                                \
    X(GOTO, "goto")                                                                                \
    X(ASSUME, "assume")                                                                            \
    X(ASSERT, "assert")                                                                            \
    X(ENFORCE, "enforce")                                                                          \
    X(CONSTRAIN, "constrain")                                                                      \
    X(IF, "if")                                                                                    \
    X(THEN, "then")                                                                                \
    X(ELSE, "else")                                                                                \
    X(ELSIF, "elsif")                                                                              \
    X(FI, "fi")                                                                                    \
    X(WHILE, "while")                                                                              \
    X(DO, "do")                                                                                    \
    X(OD, "od")                                                                                    \
    X(RETURN, "return")                                                                            \
    X(ABORTIF, "abortif")                                                                          \
    X(START_THREAD, "start_thread")                                                                \
    X(END_THREAD, "end_thread")                                                                    \
    X(THREAD_LOCAL, "thread_local")                                                                \
    X(SYNC, "sync")                                                                                \
    X(ATOMIC_BEGIN, "atomic_begin")                                                                \
    X(ATOMIC_END, "atomic_end")                                                                    \
    X(DEAD, "dead")                                                                                \
    X(SCHOOSE, "schoose")                                                                          \
    X(DFS, "dfs")

#define BP_SIGNS(X)                                                                                \
    X(ASSIGN, ":=")                                                                                \
    X(IMPLIES, "=>")                                                                               \
    X(DIFFERS, "!=")                                                                               \
    X(OR_OR, "||")                                                                                 \
    X(AND_AND, "&&")                                                                               \
    X(EQUALS, "=")                                                                                 \
    X(XOR, "^")                                                                                    \
    X(OR, "|")                                                                                     \
    X(AND, "&")                                                                                    \
    X(NOT, "!")                                                                                    \
    X(TILDE, "~")                                                                                  \
    X(COLON, ":")                                                                                  \
    X(SEMICOLON, ";")                                                                              \
    X(COMMA, ",")                                                                                  \
    X(OPEN, "(")                                                                                   \
    X(CLOSE, ")")                                                                                  \
    X(OPEN_SQUARE, "[")                                                                            \
    X(CLOSE_SQUARE, "]")                                                                           \
    X(LESS, "<")                                                                                   \
    X(GREATER, ">")                                                                                \
    X(STAR, "*")                                                                                   \
    X(PRIME, "'")

typedef enum {
    BP_EOF,
    BP_BAD, /* text says what is wrong */
    BP_NAME,
    BP_NUMBER,
#define BP_ENUM(name, text) BP_##name,
    BP_KEYWORDS(BP_ENUM) BP_SIGNS(BP_ENUM)
#undef BP_ENUM
} bp_token_kind_t;

typedef struct bp_token {
    bp_token_kind_t kind;
    source_t source;
    const char *text; /* NAME, NUMBER: as written */
} bp_token_t;

typedef struct bp_lexer {
    arena_t *arena; /* for texts of tokens */
    const char *file;
    const char *at;
    uint32_t line, column;
} bp_lexer_t;

void bp_lexer_init(bp_lexer_t *lexer, arena_t *arena, const char *file, const char *text);
bp_token_t bp_lexer_next(bp_lexer_t *lexer);
/* How a token of this kind is written, for messages. */
const char *bp_token_spelling(bp_token_kind_t kind);

#endif
