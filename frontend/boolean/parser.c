/* Recursive descent over the grammar of docs/boolean.md. */
#include "frontend/boolean/ast.h"
#include "frontend/boolean/lexer.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    bp_program_t *program;
    bp_lexer_t lexer;
    bp_token_t token, after; /* the next one, and the one behind it */
    strbuf_t *errors;
    bp_function_t *function; /* whose body is being read */
    unsigned depth;          /* of nesting */
    jmp_buf failed;          /* the first error is the last */
} parser_t;

/* Deeper programs would need more stack than there is for sure. */
enum { MAX_DEPTH = 2000 };

static _Noreturn void fail(parser_t *p, source_t source, const char *what, const char *more) {
    strbuf_printf(p->errors, "%s:%u:%u: %s%s\n", source.file, source.line, source.column, what,
                  more);
    longjmp(p->failed, 1);
}

static void advance(parser_t *p) {
    p->token = p->after;
    if (p->token.kind == BP_BAD) fail(p, p->token.source, p->token.text, "");
    if (p->token.kind != BP_EOF) p->after = bp_lexer_next(&p->lexer);
}

static bool is(const parser_t *p, bp_token_kind_t kind) {
    return p->token.kind == kind;
}

static bool accept(parser_t *p, bp_token_kind_t kind) {
    if (!is(p, kind)) return false;
    advance(p);
    return true;
}

static void expect(parser_t *p, bp_token_kind_t kind) {
    if (accept(p, kind)) return;
    const char *found = *p->token.text ? p->token.text : bp_token_spelling(p->token.kind);
    strbuf_t what = {0};
    strbuf_printf(&what, "expected %s instead of ", bp_token_spelling(kind));
    const char *text = arena_strdup(p->program->arena, strbuf_text(&what));
    strbuf_free(&what);
    fail(p, p->token.source, text, found);
}

static void deeper(parser_t *p) {
    if (++p->depth > MAX_DEPTH) fail(p, p->token.source, "nested too deeply", "");
}

static bp_name_t name(parser_t *p) {
    bp_name_t it = {p->token.text, p->token.source};
    expect(p, BP_NAME);
    return it;
}

static void names(parser_t *p, bp_names_t *out) {
    do {
        bp_name_t it = name(p);
        VEC_PUSH(*out, it);
    } while (accept(p, BP_COMMA));
}

/* --- expressions --- */

static const bp_expr_t *expression(parser_t *p);

static bp_expr_t *new_expr(parser_t *p, bp_expr_kind_t kind, source_t source, const bp_expr_t *a,
                           const bp_expr_t *b) {
    bp_expr_t *e = ARENA_NEW(p->program->arena, bp_expr_t);
    *e = (bp_expr_t){.kind = kind, .source = source, .a = a, .b = b};
    return e;
}

static const bp_expr_t *constant(parser_t *p, source_t source, bool value) {
    bp_expr_t *e = new_expr(p, BP_EXPR_CONST, source, NULL, NULL);
    e->value = value;
    advance(p);
    return e;
}

static const bp_expr_t *named(parser_t *p, bp_expr_kind_t kind, source_t source) {
    bp_expr_t *e = new_expr(p, kind, source, NULL, NULL);
    e->name = name(p).text;
    return e;
}

static const bp_expr_t *schoose(parser_t *p, source_t source) {
    advance(p);
    expect(p, BP_OPEN_SQUARE);
    const bp_expr_t *a = expression(p);
    expect(p, BP_COMMA);
    const bp_expr_t *b = expression(p);
    expect(p, BP_CLOSE_SQUARE);
    return new_expr(p, BP_EXPR_SCHOOSE, source, a, b);
}

static const bp_expr_t *primary(parser_t *p) {
    source_t source = p->token.source;
    const bp_expr_t *e;
    switch (p->token.kind) {
    case BP_STAR: advance(p); return new_expr(p, BP_EXPR_STAR, source, NULL, NULL);
    case BP_NUMBER:
        if (strcmp(p->token.text, "0") != 0 && strcmp(p->token.text, "1") != 0)
            fail(p, source, "the numbers are 0 and 1, this is ", p->token.text);
        return constant(p, source, *p->token.text == '1');
    case BP_NAME:
        if (strcmp(p->token.text, "T") == 0) return constant(p, source, true);
        if (strcmp(p->token.text, "F") == 0) return constant(p, source, false);
        return named(p, BP_EXPR_NAME, source);
    case BP_PRIME: advance(p); return named(p, BP_EXPR_NEXT, source);
    case BP_SCHOOSE: return schoose(p, source);
    default: break;
    }
    expect(p, BP_OPEN);
    e = expression(p);
    expect(p, BP_CLOSE);
    return e;
}

static const bp_expr_t *unary(parser_t *p) {
    source_t source = p->token.source;
    deeper(p);
    const bp_expr_t *e;
    if (accept(p, BP_NOT) || accept(p, BP_TILDE))
        e = new_expr(p, BP_EXPR_NOT, source, unary(p), NULL);
    else
        e = primary(p);
    p->depth--;
    return e;
}

/* Operators from the tightest level to the loosest. */
typedef struct infix {
    bp_token_kind_t token;
    unsigned level;
    bp_expr_kind_t kind;
} infix_t;
enum { LOOSEST = 4 };
static const infix_t infixes[] = {
    {BP_AND, 1, BP_EXPR_AND},       {BP_AND_AND, 1, BP_EXPR_AND}, {BP_OR, 2, BP_EXPR_OR},
    {BP_OR_OR, 2, BP_EXPR_OR},      {BP_XOR, 3, BP_EXPR_XOR},     {BP_IMPLIES, 4, BP_EXPR_IMPLIES},
    {BP_EQUALS, 4, BP_EXPR_EQUALS}, {BP_DIFFERS, 4, BP_EXPR_XOR}, {BP_EOF, 0, BP_EXPR_CONST},
};

static const infix_t *infix_here(const parser_t *p, unsigned level) {
    const infix_t *o = infixes;
    while (o->level && (o->token != p->token.kind || o->level != level)) o++;
    return o->level ? o : NULL;
}

static const bp_expr_t *binary(parser_t *p, unsigned level) {
    if (!level) return unary(p);
    const bp_expr_t *left = binary(p, level - 1);
    const infix_t *o;
    while ((o = infix_here(p, level))) {
        source_t source = p->token.source;
        advance(p);
        deeper(p);
        /* The loosest ones group to the right. */
        const bp_expr_t *right = binary(p, level == LOOSEST ? level : level - 1);
        p->depth--;
        left = new_expr(p, o->kind, source, left, right);
    }
    return left;
}

static const bp_expr_t *expression(parser_t *p) {
    return binary(p, LOOSEST);
}

static const bp_expr_t *in_parentheses(parser_t *p) {
    expect(p, BP_OPEN);
    const bp_expr_t *e = expression(p);
    expect(p, BP_CLOSE);
    return e;
}

/* --- statements --- */

static void statements(parser_t *p, bp_stmts_t *out);

static void arguments(parser_t *p, bp_stmt_t *s) {
    expect(p, BP_OPEN);
    if (!is(p, BP_CLOSE)) {
        do {
            const bp_expr_t *e = expression(p);
            VEC_PUSH(s->exprs, e);
        } while (accept(p, BP_COMMA));
    }
    expect(p, BP_CLOSE);
}

static void call(parser_t *p, bp_stmt_t *s) {
    s->kind = BP_STMT_CALL;
    s->callee = name(p);
    arguments(p, s);
}

/* Of an assignment, or of a call. */
static void right_side(parser_t *p, bp_stmt_t *s) {
    if (is(p, BP_NAME) && p->after.kind == BP_OPEN) {
        call(p, s);
        return;
    }
    s->kind = BP_STMT_ASSIGN;
    do {
        const bp_expr_t *e = expression(p);
        VEC_PUSH(s->exprs, e);
    } while (accept(p, BP_COMMA));
    if (s->exprs.len != s->names.len)
        fail(p, s->source, "as many values as variables are needed in an assignment", "");
    if (accept(p, BP_CONSTRAIN)) s->expr = expression(p);
}

static void named_statement(parser_t *p, bp_stmt_t *s) {
    if (p->after.kind == BP_OPEN) {
        call(p, s);
        return;
    }
    names(p, &s->names);
    expect(p, BP_ASSIGN);
    right_side(p, s);
}

/* if e then .. elsif e then .. else .. fi; what follows if or elsif. */
static void conditional(parser_t *p, bp_stmt_t *s) {
    s->kind = BP_STMT_IF;
    s->expr = expression(p);
    expect(p, BP_THEN);
    statements(p, &s->first);
    if (is(p, BP_ELSIF)) {
        bp_stmt_t *other = ARENA_NEW(p->program->arena, bp_stmt_t);
        other->source = p->token.source;
        VEC_PUSH(s->second, other);
        advance(p);
        deeper(p);
        conditional(p, other);
        p->depth--;
        return; /* one fi ends them all */
    }
    if (accept(p, BP_ELSE)) statements(p, &s->second);
    expect(p, BP_FI);
}

static void returns(parser_t *p, bp_stmt_t *s) {
    s->kind = BP_STMT_RETURN;
    if (!is(p, BP_SEMICOLON) && !is(p, BP_END) && !is(p, BP_FI) && !is(p, BP_OD) &&
        !is(p, BP_ELSE) && !is(p, BP_ELSIF)) {
        do {
            const bp_expr_t *e = expression(p);
            VEC_PUSH(s->exprs, e);
        } while (accept(p, BP_COMMA));
    }
    if (s->exprs.len != p->function->results)
        fail(p, s->source, "another number of results than the function has", "");
}

static void starts(parser_t *p, bp_stmt_t *s) {
    if (!is(p, BP_NAME) || p->after.kind != BP_OPEN)
        fail(p, p->token.source, "only a call can be started as a thread", "");
    call(p, s);
    s->kind = BP_STMT_START;
}

/* The statement whose keyword was read last. */
static void keyword_statement(parser_t *p, bp_token_kind_t keyword, bp_stmt_t *s) {
    switch (keyword) {
    case BP_SKIP: s->kind = BP_STMT_SKIP; break;
    case BP_GOTO:
        s->kind = BP_STMT_GOTO;
        names(p, &s->names);
        break;
    case BP_ASSUME:
    case BP_ASSERT:
        s->kind = keyword == BP_ASSUME ? BP_STMT_ASSUME : BP_STMT_ASSERT;
        s->expr = in_parentheses(p);
        break;
    case BP_ABORTIF: {
        const bp_expr_t *e = expression(p);
        s->kind = BP_STMT_ASSUME;
        s->expr = new_expr(p, BP_EXPR_NOT, s->source, e, NULL);
        break;
    }
    case BP_ENFORCE:
        s->kind = BP_STMT_ENFORCE;
        s->expr = expression(p);
        break;
    case BP_IF: conditional(p, s); break;
    case BP_WHILE:
        s->kind = BP_STMT_WHILE;
        s->expr = expression(p);
        expect(p, BP_DO);
        statements(p, &s->first);
        expect(p, BP_OD);
        break;
    case BP_RETURN: returns(p, s); break;
    case BP_DEAD:
        s->kind = BP_STMT_DEAD;
        names(p, &s->names);
        break;
    case BP_START_THREAD: starts(p, s); break;
    case BP_END_THREAD: s->kind = BP_STMT_END_THREAD; break;
    case BP_SYNC:
        s->kind = BP_STMT_SYNC;
        s->callee = name(p);
        break;
    case BP_ATOMIC_BEGIN: s->kind = BP_STMT_ATOMIC_BEGIN; break;
    case BP_ATOMIC_END: s->kind = BP_STMT_ATOMIC_END; break;
    default: fail(p, s->source, "no statement begins with ", bp_token_spelling(keyword));
    }
}

/* A label ASYNC_n in front of a call starts a thread. */
static void mind_async(bp_stmt_t *s) {
    for (size_t i = 0; i < s->labels.len; i++)
        if (strncmp(s->labels.data[i].text, "ASYNC_", 6) == 0 && s->kind == BP_STMT_CALL &&
            !s->names.len)
            s->kind = BP_STMT_START;
}

static bool ends_block(const parser_t *p) {
    return is(p, BP_END) || is(p, BP_FI) || is(p, BP_OD) || is(p, BP_ELSE) || is(p, BP_ELSIF) ||
           is(p, BP_EOF);
}

static void statement(parser_t *p, bp_stmts_t *out) {
    bp_stmt_t *s = ARENA_NEW(p->program->arena, bp_stmt_t);
    VEC_PUSH(*out, s);
    deeper(p);
    while (is(p, BP_NAME) && p->after.kind == BP_COLON) {
        bp_name_t label = name(p);
        advance(p);
        VEC_PUSH(s->labels, label);
    }
    s->source = p->token.source;
    if (accept(p, BP_DECL)) {
        names(p, &p->function->locals);
        s->kind = BP_STMT_SKIP;
    } else if (is(p, BP_NAME)) {
        named_statement(p, s);
    } else {
        bp_token_kind_t keyword = p->token.kind;
        /* What no statement begins with may be the end of the block behind a label. */
        if (keyword == BP_SEMICOLON || ends_block(p)) {
            s->kind = BP_STMT_SKIP;
        } else {
            advance(p);
            keyword_statement(p, keyword, s);
        }
    }
    mind_async(s);
    p->depth--;
}

static void statements(parser_t *p, bp_stmts_t *out) {
    while (accept(p, BP_SEMICOLON)) {
    }
    while (!ends_block(p)) {
        statement(p, out);
        if (!ends_block(p)) expect(p, BP_SEMICOLON);
        while (accept(p, BP_SEMICOLON)) {
        }
    }
}

/* --- declarations --- */

static void function(parser_t *p) {
    bp_function_t *f = ARENA_NEW(p->program->arena, bp_function_t);
    VEC_PUSH(p->program->functions, f);
    p->function = f;
    accept(p, BP_DFS);
    if (!accept(p, BP_VOID)) {
        expect(p, BP_BOOL);
        f->results = 1;
        if (accept(p, BP_LESS)) {
            unsigned long count = strtoul(p->token.text, NULL, 10);
            if (!is(p, BP_NUMBER) || count > 10000)
                fail(p, p->token.source, "no number of results: ", p->token.text);
            f->results = (uint32_t)count;
            advance(p);
            expect(p, BP_GREATER);
        }
    }
    f->name = name(p);
    expect(p, BP_OPEN);
    if (!is(p, BP_CLOSE)) names(p, &f->params);
    expect(p, BP_CLOSE);
    expect(p, BP_BEGIN);
    statements(p, &f->body);
    expect(p, BP_END);
}

static void whole_program(parser_t *p) {
    while (!is(p, BP_EOF)) {
        if (is(p, BP_THREAD_LOCAL)) fail(p, p->token.source, "thread_local is not supported", "");
        if (accept(p, BP_DECL)) {
            names(p, &p->program->globals);
            expect(p, BP_SEMICOLON);
        } else if (!accept(p, BP_SEMICOLON)) {
            function(p);
        }
    }
}

bool bp_parse(bp_program_t *program, const char *file, const char *text, strbuf_t *errors) {
    parser_t p = {.program = program, .errors = errors};
    if (!program->arena) program->arena = arena_new();
    bp_lexer_init(&p.lexer, program->arena, file, text);
    if (setjmp(p.failed)) return false;
    p.after = bp_lexer_next(&p.lexer);
    advance(&p);
    whole_program(&p);
    return true;
}

static void free_statements(bp_stmts_t *list) {
    for (size_t i = 0; i < list->len; i++) {
        bp_stmt_t *s = list->data[i];
        VEC_FREE(s->labels);
        VEC_FREE(s->names);
        VEC_FREE(s->exprs);
        free_statements(&s->first);
        free_statements(&s->second);
    }
    VEC_FREE(*list);
}

void bp_program_free(bp_program_t *program) {
    for (size_t i = 0; i < program->functions.len; i++) {
        bp_function_t *f = program->functions.data[i];
        VEC_FREE(f->params);
        VEC_FREE(f->locals);
        free_statements(&f->body);
    }
    VEC_FREE(program->functions);
    VEC_FREE(program->globals);
    if (program->arena) arena_delete(program->arena);
}
