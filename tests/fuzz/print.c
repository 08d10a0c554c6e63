#include "tests/fuzz/print.h"

#include <inttypes.h>

typedef struct printer {
    tree_t *tree;
    const function_t *function;
    FILE *out;
    int indent;
} printer_t;

static const char *const op_text[] = {
    [OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*", [OP_DIV] = "/",  [OP_REM] = "%",
    [OP_AND] = "&", [OP_OR] = "|",  [OP_XOR] = "^", [OP_SHL] = "<<", [OP_SHR] = ">>",
    [OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<",  [OP_LE] = "<=",  [OP_GT] = ">",
    [OP_GE] = ">=", [OP_NEG] = "-", [OP_NOT] = "!", [OP_SET] = "",   [OP_COMPLEMENT] = "~",
};

static void print_constant(printer_t *p, const ctype_t *type, int64_t value) {
    if (type->kind == CT_POINTER) {
        fputs("0", p->out);
    } else if (type->size < 4 && !(value >= 0 && value < 100)) {
        fprintf(p->out, "(%s)%s%" PRId64 "%s", type->name, value < 0 ? "(" : "", value,
                value < 0 ? ")" : "");
    } else {
        const char *suffix =
            type->size < 8 ? (type->is_signed ? "" : "u") : (type->is_signed ? "ll" : "ull");
        if (type->size < 4) suffix = "";
        if (!type->is_signed && type->size == 8)
            fprintf(p->out, "%" PRIu64 "%s", (uint64_t)value, suffix);
        else
            fprintf(p->out, value < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", value, suffix);
    }
}

/* A declaration of the name; the base of types, then stars and brackets. */
static void print_declared(printer_t *p, const ctype_t *type, bool is_atomic, const char *name) {
    const ctype_t *base = type;
    unsigned stars = 0;
    if (base->kind == CT_ARRAY) base = base->elem;
    while (base->kind == CT_POINTER) stars++, base = base->elem;
    if (is_atomic) fputs("_Atomic ", p->out);
    switch (base->kind) {
    case CT_STRUCT:
        fprintf(p->out, "%s %s ", base->is_union ? "union" : "struct", base->name);
        break;
    case CT_MUTEX: fputs("pthread_mutex_t ", p->out); break;
    case CT_SEMAPHORE: fputs("sem_t ", p->out); break;
    case CT_RWLOCK: fputs("pthread_rwlock_t ", p->out); break;
    case CT_BARRIER: fputs("pthread_barrier_t ", p->out); break;
    case CT_CONDITION: fputs("pthread_cond_t ", p->out); break;
    case CT_HANDLE: fputs("pthread_t ", p->out); break;
    default: fprintf(p->out, "%s ", base->name); break;
    }
    while (stars--) fputc('*', p->out);
    fputs(name, p->out);
    if (type->kind == CT_ARRAY) fprintf(p->out, "[%u]", type->count);
}

static void print_expr(printer_t *p, expr_t *expr) {
    expr = expr_real(expr);
    FILE *out = p->out;
    switch (expr->kind) {
    case EX_CONST: print_constant(p, expr->type, expr->value); break;
    case EX_VAR: fputs(expr->var->name, out); break;
    case EX_DEREF:
        fputs("(*", out);
        print_expr(p, expr->a);
        fputc(')', out);
        break;
    case EX_INDEX:
        print_expr(p, expr->a);
        fputc('[', out);
        print_expr(p, expr->b);
        fputc(']', out);
        break;
    case EX_FIELD: {
        expr_t *whole = expr_real(expr->a);
        bool is_arrow = whole->kind == EX_DEREF;
        print_expr(p, is_arrow ? whole->a : whole);
        fprintf(out, "%sf%u", is_arrow ? "->" : ".", expr->field);
        break;
    }
    case EX_ADDR:
        fputc('&', out);
        print_expr(p, expr->a);
        break;
    case EX_UNARY:
        fprintf(out, "(%s", op_text[expr->op]);
        print_expr(p, expr->a);
        fputc(')', out);
        break;
    case EX_CAST:
        fputs("((", out);
        print_declared(p, expr->type, false, "");
        fputc(')', out);
        print_expr(p, expr->a);
        fputc(')', out);
        break;
    case EX_COND:
        fputc('(', out);
        print_expr(p, expr->a);
        fputs(" ? ", out);
        print_expr(p, expr->b);
        fputs(" : ", out);
        print_expr(p, expr->c);
        fputc(')', out);
        break;
    case EX_BINARY:
    case EX_AND:
    case EX_OR:
        fputc('(', out);
        print_expr(p, expr->a);
        fprintf(out, " %s ",
                expr->kind == EX_AND  ? "&&"
                : expr->kind == EX_OR ? "||"
                                      : op_text[expr->op]);
        print_expr(p, expr->b);
        fputc(')', out);
        break;
    }
}

static void print_list(printer_t *p, stmt_t *list);

static void begin(printer_t *p) {
    fprintf(p->out, "%*s", p->indent, "");
}

static void print_body(printer_t *p, stmt_t *list) {
    fputs("{\n", p->out);
    p->indent += 4;
    print_list(p, list);
    p->indent -= 4;
    begin(p);
    fputs("}", p->out);
}

/* text with each $ replaced by the next of the expressions */
static void print_form(printer_t *p, const char *text, expr_t *a, expr_t *b, expr_t *c) {
    expr_t *rest[] = {a, b, c};
    unsigned next = 0;
    for (; *text; text++)
        if (*text == '$')
            print_expr(p, rest[next++]);
        else
            fputc(*text, p->out);
}

static void print_rmw(printer_t *p, stmt_t *s) {
    static const char *const names[] = {
        [OP_ADD] = "add", [OP_SUB] = "sub", [OP_AND] = "and", [OP_OR] = "or", [OP_XOR] = "xor"};
    if (s->target) print_form(p, "$ = ", s->target, NULL, NULL);
    if (s->op == OP_CAS) {
        print_form(p,
                   s->is_form ? "__sync_bool_compare_and_swap(&$, $, $);\n"
                              : "__sync_val_compare_and_swap(&$, $, $);\n",
                   s->place, s->args[0], s->value);
    } else if (s->op == OP_SET) {
        print_form(p, "__atomic_exchange_n(&$, $, 5);\n", s->place, s->value, NULL);
    } else {
        fprintf(p->out, s->is_form ? "__atomic_%s_fetch" : "__sync_fetch_and_%s", names[s->op]);
        print_form(p, s->is_form ? "(&$, $, 5);\n" : "(&$, $);\n", s->place, s->value, NULL);
    }
}

static void print_switch(printer_t *p, stmt_t *s) {
    print_form(p, "switch ($) {\n", s->value, NULL, NULL);
    for (stmt_t *c = s->body; c; c = c->next) {
        if (c->mode != KEPT) continue;
        begin(p);
        if (c->next)
            fprintf(p->out, "case %" PRId64 ":\n", c->lo);
        else
            fputs("default:\n", p->out);
        p->indent += 4;
        print_list(p, c->body);
        begin(p);
        fputs(c->is_form ? ";\n" : "break;\n", p->out);
        p->indent -= 4;
    }
    begin(p);
    fputs("}\n", p->out);
}

static const char *nondet_name(const ctype_t *type) {
    static const char *const names[INT_TYPES] = {"char", "uchar",    "short",     "ushort", "int",
                                                 "uint", "longlong", "ulonglong", "bool"};
    for (unsigned i = 0; i < INT_TYPES; i++)
        if (type == &int_types[i]) return names[i];
    return "int";
}

static void print_assert(printer_t *p, stmt_t *s) {
    if (s->set_count) {
        print_form(p, "{ long long o = $; if (", s->value, NULL, NULL);
        for (unsigned i = 0; i < s->set_count; i++) {
            fputs(i ? " && o != " : "o != ", p->out);
            print_constant(p, ct_llong, s->set[i]);
        }
        fputs(") reach_error(); }\n", p->out);
    } else if (s->is_form) {
        print_form(p, "if ((long long)$ == ", s->value, NULL, NULL);
        print_constant(p, ct_llong, s->lo);
        fputs(") reach_error();\n", p->out);
    } else {
        print_form(p, "{ long long o = $; assert(o >= ", s->value, NULL, NULL);
        print_constant(p, ct_llong, s->lo);
        fputs(" && o <= ", p->out);
        print_constant(p, ct_llong, s->hi);
        fputs("); }\n", p->out);
    }
}

static void print_alloc(printer_t *p, stmt_t *s) {
    fprintf(p->out, s->is_form ? "%s = calloc(1, sizeof *%s);\n" : "%s = malloc(sizeof *%s);\n",
            s->var->name, s->var->name);
    const ctype_t *type = s->var->type->elem;
    for (unsigned i = 0; i < MAX_ARGS; i++) {
        if (!s->args[i]) continue;
        begin(p);
        if (type->kind == CT_STRUCT)
            fprintf(p->out, "%s->f%u = ", s->var->name, i);
        else
            fprintf(p->out, "*%s = ", s->var->name);
        print_form(p, "$;\n", s->args[i], NULL, NULL);
    }
}

static void print_create(printer_t *p, stmt_t *s) {
    print_form(p, "pthread_create(&$, 0, ", s->target, NULL, NULL);
    fprintf(p->out, "%s, ", s->callee->name);
    if (!s->args[0])
        fputs("0", p->out);
    else if (s->callee->locals[0]->type->kind == CT_POINTER)
        print_form(p, "$", s->args[0], NULL, NULL);
    else
        print_form(p, "(void *)(long)$", s->args[0], NULL, NULL);
    fputs(");\n", p->out);
}

static void print_stmt(printer_t *p, stmt_t *s) {
    FILE *out = p->out;
    begin(p);
    switch (s->kind) {
    case ST_ASSIGN:
        print_form(p, "$ ", s->target, NULL, NULL);
        fprintf(out, "%s= ", op_text[s->op]);
        print_form(p, "$;\n", s->value, NULL, NULL);
        break;
    case ST_BUMP:
        print_form(p,
                   s->op == OP_ADD ? (s->is_form ? "$++;\n" : "++$;\n")
                                   : (s->is_form ? "$--;\n" : "--$;\n"),
                   s->target, NULL, NULL);
        break;
    case ST_IF:
        print_form(p, "if ($) ", s->value, NULL, NULL);
        print_body(p, s->body);
        if (s->other) {
            fputs(" else ", out);
            print_body(p, s->other);
        }
        fputc('\n', out);
        break;
    case ST_WHILE:
        print_form(p, "while ($) ", s->value, NULL, NULL);
        print_body(p, s->body);
        fputc('\n', out);
        break;
    case ST_DO:
        fputs("do ", out);
        print_body(p, s->body);
        print_form(p, " while ($);\n", s->value, NULL, NULL);
        break;
    case ST_FOR:
        fprintf(out, "for (%s = %" PRId64 "; %s < %" PRId64 "; %s++) ", s->var->name, s->lo,
                s->var->name, s->hi, s->var->name);
        print_body(p, s->body);
        fputc('\n', out);
        break;
    case ST_SWITCH: print_switch(p, s); break;
    case ST_CASE: break;
    case ST_BREAK: fputs("break;\n", out); break;
    case ST_CONTINUE: fputs("continue;\n", out); break;
    case ST_BLOCK:
        print_body(p, s->body);
        fputc('\n', out);
        break;
    case ST_LOCK: print_form(p, "pthread_mutex_lock(&$);\n", s->target, NULL, NULL); break;
    case ST_UNLOCK: print_form(p, "pthread_mutex_unlock(&$);\n", s->target, NULL, NULL); break;
    case ST_LOCKED:
        print_form(p, "pthread_mutex_lock(&$);\n", s->target, NULL, NULL);
        print_list(p, s->body);
        begin(p);
        print_form(p, "pthread_mutex_unlock(&$);\n", s->target, NULL, NULL);
        break;
    case ST_READING:
    case ST_WRITING:
        print_form(p,
                   s->kind == ST_READING ? "pthread_rwlock_rdlock(&$);\n"
                                         : "pthread_rwlock_wrlock(&$);\n",
                   s->target, NULL, NULL);
        print_list(p, s->body);
        begin(p);
        print_form(p, "pthread_rwlock_unlock(&$);\n", s->target, NULL, NULL);
        break;
    case ST_AWAIT:
        print_form(p, "pthread_mutex_lock(&$);\n", s->target, NULL, NULL);
        begin(p);
        print_form(p, "while ($) pthread_cond_wait(&$, &$);\n", s->value, s->place, s->target);
        print_list(p, s->body);
        begin(p);
        print_form(p, "pthread_mutex_unlock(&$);\n", s->target, NULL, NULL);
        break;
    case ST_SIGNAL:
        print_form(p, s->is_form ? "pthread_cond_signal(&$);\n" : "pthread_cond_broadcast(&$);\n",
                   s->place, NULL, NULL);
        break;
    case ST_POST: print_form(p, "sem_post(&$);\n", s->target, NULL, NULL); break;
    case ST_WAIT: print_form(p, "sem_wait(&$);\n", s->target, NULL, NULL); break;
    case ST_MEET: print_form(p, "pthread_barrier_wait(&$);\n", s->target, NULL, NULL); break;
    case ST_TRYWAIT:
        print_form(p, "if (sem_trywait(&$) == 0) ", s->target, NULL, NULL);
        print_body(p, s->body);
        if (s->other) {
            fputs(" else ", out);
            print_body(p, s->other);
        }
        fputc('\n', out);
        break;
    case ST_TRY:
        print_form(p, "if (pthread_mutex_trylock(&$) == 0) {\n", s->target, NULL, NULL);
        p->indent += 4;
        print_list(p, s->body);
        begin(p);
        print_form(p, "pthread_mutex_unlock(&$);\n", s->target, NULL, NULL);
        p->indent -= 4;
        begin(p);
        fputs("}", out);
        if (s->other) {
            fputs(" else ", out);
            print_body(p, s->other);
        }
        fputc('\n', out);
        break;
    case ST_ATOMIC:
        fputs("__VERIFIER_atomic_begin();\n", out);
        print_list(p, s->body);
        begin(p);
        fputs("__VERIFIER_atomic_end();\n", out);
        break;
    case ST_CREATE: print_create(p, s); break;
    case ST_JOIN:
        print_form(p,
                   s->place ? "{ void *r; pthread_join($, &r); $ = (long)r; }\n"
                            : "pthread_join($, 0);\n",
                   s->target, s->place, NULL);
        break;
    case ST_CALL:
        if (s->target) print_form(p, "$ = ", s->target, NULL, NULL);
        fprintf(out, "%s(", s->callee->name);
        for (unsigned i = 0; i < s->callee->param_count; i++)
            print_form(p, i ? ", $" : "$", s->args[i], NULL, NULL);
        fputs(");\n", out);
        break;
    case ST_RETURN:
        if (s->value && p->function->kind == FUNCTION_ROUTINE)
            print_form(p, "return (void *)(long)(int)$;\n", s->value, NULL, NULL);
        else if (s->value)
            print_form(p, "return $;\n", s->value, NULL, NULL);
        else
            fputs("return 0;\n", out);
        break;
    case ST_ASSERT: print_assert(p, s); break;
    case ST_OBSERVE: print_form(p, "(void)$; // observed\n", s->value, NULL, NULL); break;
    case ST_ASSUME:
        print_form(p, s->is_form ? "if (!$) abort();\n" : "__VERIFIER_assume($);\n", s->value, NULL,
                   NULL);
        break;
    case ST_NONDET: {
        fprintf(out, "%s = __VERIFIER_nondet_%s();\n", s->var->name, nondet_name(s->var->type));
        if (s->var->type->is_bool && s->lo == 0 && s->hi == 1) break;
        begin(p);
        fprintf(out,
                s->is_form ? "if (%s < %" PRId64 " || %s > %" PRId64 ") abort();\n"
                           : "__VERIFIER_assume(%s >= %" PRId64 " && %s <= %" PRId64 ");\n",
                s->var->name, s->lo, s->var->name, s->hi);
        break;
    }
    case ST_ALLOC: print_alloc(p, s); break;
    case ST_FREE: print_form(p, "free($);\n", s->value, NULL, NULL); break;
    case ST_RMW: print_rmw(p, s); break;
    case ST_ABORT: fputs("abort();\n", out); break;
    case ST_EXIT: fputs("pthread_exit(0);\n", out); break;
    }
}

static void print_list(printer_t *p, stmt_t *list) {
    for (stmt_t *s = list; s; s = s->next) {
        if (s->mode == KEPT) print_stmt(p, s);
        if (s->mode == UNWRAPPED) {
            print_list(p, s->body);
            print_list(p, s->other);
        }
    }
}

static void print_start(printer_t *p, var_t *var) {
    const ctype_t *type = var->type;
    if (var->start) {
        fputs(" = ", p->out);
        print_expr(p, var->start);
    } else if (type->kind == CT_ARRAY && type->elem->kind == CT_INT) {
        fputs(" = {", p->out);
        for (unsigned i = 0; i < type->count; i++)
            fprintf(p->out, "%s%" PRId64, i ? ", " : "", var->elems[i]);
        fputs("}", p->out);
    } else if (type->kind == CT_STRUCT) {
        fputs(" = {0}", p->out);
    } else if (type->kind == CT_MUTEX) {
        fputs(" = PTHREAD_MUTEX_INITIALIZER", p->out);
    } else if (type->kind == CT_RWLOCK) {
        fputs(" = PTHREAD_RWLOCK_INITIALIZER", p->out);
    } else if (type->kind == CT_CONDITION) {
        fputs(" = PTHREAD_COND_INITIALIZER", p->out);
    } else if (type->kind != CT_ARRAY && type->kind != CT_HANDLE && !var->is_global) {
        fputs(" = 0", p->out);
    }
    fputs(";\n", p->out);
}

/* What has no initialiser. */
static void print_inits(printer_t *p) {
    for (unsigned i = 0; i < p->tree->global_count; i++) {
        const var_t *var = p->tree->globals[i];
        if (!var->is_used) continue;
        if (var->type->kind == CT_SEMAPHORE)
            fprintf(p->out, "    sem_init(&%s, 0, %d);\n", var->name, (int)var->elems[0]);
        else if (var->type->kind == CT_BARRIER)
            fprintf(p->out, "    pthread_barrier_init(&%s, NULL, 2);\n", var->name);
    }
}

static void print_function(printer_t *p, function_t *f) {
    fputc('\n', p->out);
    if (f->kind == FUNCTION_MAIN) {
        fputs("int main(void) {\n", p->out);
    } else if (f->kind == FUNCTION_ROUTINE) {
        fprintf(p->out, "void *%s(void *arg) {\n", f->name);
    } else {
        fprintf(p->out, "%s %s(", f->result ? f->result->name : "void", f->name);
        for (unsigned i = 0; i < f->param_count; i++) {
            if (i) fputs(", ", p->out);
            print_declared(p, f->locals[i]->type, false, f->locals[i]->name);
        }
        fputs(f->param_count ? ") {\n" : "void) {\n", p->out);
    }
    p->indent = 4;
    p->function = f;
    for (unsigned i = 0; i < p->tree->global_count; i++) {
        var_t *var = p->tree->globals[i];
        if (!var->is_used || var->inside != f) continue;
        fputs("    static ", p->out);
        print_declared(p, var->type, var->is_atomic, var->name);
        print_start(p, var);
    }
    for (unsigned i = 0; i < f->local_count; i++) {
        var_t *var = f->locals[i];
        if (!var->is_used || (var->is_param && f->kind == FUNCTION_HELPER)) continue;
        begin(p);
        print_declared(p, var->type, var->is_atomic, var->name);
        if (var->is_param)
            fputs(var->type->kind == CT_POINTER ? " = arg;\n" : " = (long)arg;\n", p->out);
        else
            print_start(p, var);
    }
    if (f->kind == FUNCTION_MAIN) print_inits(p);
    print_list(p, f->body);
    if (f->kind == FUNCTION_HELPER && !f->result)
        fputs("}\n", p->out);
    else
        fputs("    return 0;\n}\n", p->out);
    p->indent = 0;
}

void tree_print(tree_t *tree, FILE *out) {
    printer_t printer = {.tree = tree, .out = out}, *p = &printer;
    tree_mark(tree);
    fputs(
        "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n\n"
        "extern void __VERIFIER_assume(int);\nextern void __VERIFIER_atomic_begin(void);\n"
        "extern void __VERIFIER_atomic_end(void);\nvoid reach_error(void) {}\n",
        out);
    for (unsigned i = 0; tree->has_nondet && i < INT_TYPES; i++)
        fprintf(out, "extern %s __VERIFIER_nondet_%s(void);\n", int_types[i].name,
                nondet_name(&int_types[i]));
    fputc('\n', out);
    for (unsigned i = 0; i < tree->struct_count; i++) {
        const ctype_t *type = tree->structs[i];
        fprintf(out, "%s %s {\n", type->is_union ? "union" : "struct", type->name);
        for (unsigned j = 0; j < type->field_count; j++) {
            char name[16];
            snprintf(name, sizeof name, "f%u", j);
            fputs("    ", out);
            print_declared(p, type->fields[j], false, name);
            fputs(";\n", out);
        }
        fputs("};\n", out);
    }
    for (unsigned i = 0; i < tree->global_count; i++) {
        var_t *var = tree->globals[i];
        if (!var->is_used || var->inside) continue;
        print_declared(p, var->type, var->is_atomic, var->name);
        print_start(p, var);
    }
    for (unsigned i = 0; i < tree->function_count; i++)
        if (tree->functions[i]->is_used) print_function(p, tree->functions[i]);
}
