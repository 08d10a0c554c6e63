#ifndef FRONTEND_BOOLEAN_AST_H
#define FRONTEND_BOOLEAN_AST_H

#include "cfa/program.h"
#include "util/strbuf.h"

/* A Boolean program as it is written. */

typedef enum {
    BP_EXPR_CONST,
    BP_EXPR_STAR,
    BP_EXPR_NAME,
    BP_EXPR_NEXT, /* 'x */
    BP_EXPR_NOT,
    BP_EXPR_AND,
    BP_EXPR_OR,
    BP_EXPR_XOR, /* ^ and != */
    BP_EXPR_EQUALS,
    BP_EXPR_IMPLIES,
    BP_EXPR_SCHOOSE,
} bp_expr_kind_t;

typedef struct bp_expr bp_expr_t;
struct bp_expr {
    bp_expr_kind_t kind;
    source_t source;
    bool value;
    const char *name;
    const bp_expr_t *a, *b;
};

typedef struct bp_name {
    const char *text;
    source_t source;
} bp_name_t;

typedef VEC(bp_name_t) bp_names_t;
typedef VEC(const bp_expr_t *) bp_exprs_t;

typedef enum {
    BP_STMT_SKIP,
    BP_STMT_GOTO,   /* names */
    BP_STMT_ASSUME, /* expr; abortif becomes one */
    BP_STMT_ASSERT,
    BP_STMT_ASSIGN, /* names := exprs constrain expr */
    BP_STMT_CALL,   /* names := callee(exprs) */
    BP_STMT_IF,     /* expr, first, second */
    BP_STMT_WHILE,  /* expr, first */
    BP_STMT_RETURN, /* exprs */
    BP_STMT_ENFORCE,
    BP_STMT_DEAD,  /* names */
    BP_STMT_START, /* callee(exprs) */
    BP_STMT_END_THREAD,
    BP_STMT_SYNC, /* callee is the event */
    BP_STMT_ATOMIC_BEGIN,
    BP_STMT_ATOMIC_END,
} bp_stmt_kind_t;

typedef struct bp_stmt bp_stmt_t;
typedef VEC(bp_stmt_t *) bp_stmts_t;
struct bp_stmt {
    bp_stmt_kind_t kind;
    source_t source;
    bp_names_t labels, names;
    bp_name_t callee;
    bp_exprs_t exprs;
    const bp_expr_t *expr;
    bp_stmts_t first, second;
};

typedef struct bp_function {
    bp_name_t name;
    uint32_t results;
    bp_names_t params, locals;
    bp_stmts_t body;
} bp_function_t;

typedef struct bp_program {
    arena_t *arena;
    bp_names_t globals;
    VEC(bp_function_t *) functions;
} bp_program_t;

/* false: "file:line:column: what" stands in errors. */
bool bp_parse(bp_program_t *program, const char *file, const char *text, strbuf_t *errors);
/* A zeroed program is empty. */
void bp_program_free(bp_program_t *program);

#endif
