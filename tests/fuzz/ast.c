#include "tests/fuzz/ast.h"

#include <stdlib.h>

enum { POOL_SIZE = 1 << 26 };
static _Alignas(16) unsigned char pool[POOL_SIZE];
static size_t pool_used;

void ast_reset(void) {
    for (size_t i = 0; i < pool_used; i++) pool[i] = 0;
    pool_used = 0;
}

void *ast_new(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (pool_used + size > POOL_SIZE) abort();
    void *memory = pool + pool_used;
    pool_used += size;
    return memory;
}

const ctype_t int_types[INT_TYPES] = {
    {.name = "signed char", .size = 1, .align = 1, .is_signed = true},
    {.name = "unsigned char", .size = 1, .align = 1},
    {.name = "short", .size = 2, .align = 2, .is_signed = true},
    {.name = "unsigned short", .size = 2, .align = 2},
    {.name = "int", .size = 4, .align = 4, .is_signed = true},
    {.name = "unsigned", .size = 4, .align = 4},
    {.name = "long long", .size = 8, .align = 8, .is_signed = true},
    {.name = "unsigned long long", .size = 8, .align = 8},
    {.name = "_Bool", .size = 1, .align = 1, .is_bool = true},
};
const ctype_t *const ct_int = &int_types[4], *const ct_llong = &int_types[6];

const ctype_t *ct_pointer(const tree_t *tree, const ctype_t *elem) {
    ctype_t *type = ast_new(sizeof *type);
    type->kind = CT_POINTER;
    type->size = type->align = tree->pointer_size;
    type->elem = elem;
    return type;
}

const ctype_t *ct_array(const ctype_t *elem, unsigned count) {
    ctype_t *type = ast_new(sizeof *type);
    type->kind = CT_ARRAY;
    type->size = elem->size * count;
    type->align = elem->align;
    type->elem = elem;
    type->count = count;
    return type;
}

void ct_struct_lay_out(ctype_t *type) {
    type->size = 0;
    type->align = 1;
    for (unsigned i = 0; i < type->field_count; i++) {
        const ctype_t *field = type->fields[i];
        unsigned offset =
            type->is_union ? 0 : (type->size + field->align - 1) & ~(field->align - 1);
        type->offsets[i] = offset;
        if (offset + field->size > type->size) type->size = offset + field->size;
        if (field->align > type->align) type->align = field->align;
    }
    type->size = (type->size + type->align - 1) & ~(type->align - 1);
}

expr_t *expr_real(expr_t *expr) {
    while (expr && expr->instead) expr = expr->instead;
    return expr;
}

const ctype_t *type_promoted(const ctype_t *type) {
    return type->kind == CT_INT && type->size < 4 ? ct_int : type;
}

const ctype_t *type_common(const ctype_t *a, const ctype_t *b) {
    if (a->kind != CT_INT || b->kind != CT_INT) return a;
    a = type_promoted(a);
    b = type_promoted(b);
    if (a->size != b->size) return a->size > b->size ? a : b;
    return a->is_signed ? b : a;
}

int64_t type_wrap(const ctype_t *type, int64_t value) {
    if (type->is_bool) return value != 0;
    unsigned spare = 64 - 8 * (type->kind == CT_INT ? type->size : 8);
    uint64_t bits = (uint64_t)value << spare;
    return type->is_signed ? (int64_t)bits >> spare : (int64_t)(bits >> spare);
}

static bool is_comparison(op_t op) {
    return op >= OP_EQ && op <= OP_GE;
}

const ctype_t *expr_type(const tree_t *tree, expr_t *expr) {
    expr = expr_real(expr);
    switch (expr->kind) {
    case EX_CONST:
    case EX_CAST: return expr->type;
    case EX_VAR: return expr->var->type;
    case EX_DEREF:
    case EX_INDEX: return expr_type(tree, expr->a)->elem;
    case EX_FIELD: return expr_type(tree, expr->a)->fields[expr->field];
    case EX_ADDR: return ct_pointer(tree, expr_type(tree, expr->a));
    case EX_UNARY: return expr->op == OP_NOT ? ct_int : type_promoted(expr_type(tree, expr->a));
    case EX_BINARY:
        if (is_comparison(expr->op)) return ct_int;
        if (expr->op == OP_SHL || expr->op == OP_SHR)
            return type_promoted(expr_type(tree, expr->a));
        return type_common(expr_type(tree, expr->a), expr_type(tree, expr->b));
    case EX_AND:
    case EX_OR: return ct_int;
    case EX_COND: return type_common(expr_type(tree, expr->b), expr_type(tree, expr->c));
    }
    return ct_int;
}

bool is_lvalue(const expr_t *expr) {
    return expr->kind == EX_VAR || expr->kind == EX_DEREF || expr->kind == EX_INDEX ||
           expr->kind == EX_FIELD;
}

/* --- walking ----------------------------------------------------------------- */

static void walk_stmts(tree_t *tree, walk_t *walk, stmt_t *list);

static void walk_expr(tree_t *tree, walk_t *walk, expr_t *expr, bool is_number) {
    expr = expr_real(expr);
    if (!expr) return;
    if (is_number && expr_type(tree, expr)->kind != CT_INT) is_number = false;
    walk->on_expr(walk, expr, is_number);
    expr = expr_real(expr);
    bool is_value = !is_lvalue(expr) && expr->kind != EX_ADDR;
    /* Divisors and shift distances stay what they are. */
    bool is_right =
        is_value && !(expr->kind == EX_BINARY && expr->op >= OP_DIV && expr->op <= OP_SHR &&
                      expr->op != OP_AND && expr->op != OP_OR && expr->op != OP_XOR);
    walk_expr(tree, walk, expr->a, is_value);
    /* An index stays in its mask. */
    walk_expr(tree, walk, expr->b, is_right);
    walk_expr(tree, walk, expr->c, is_value);
}

static void walk_function(tree_t *tree, walk_t *walk, function_t *function) {
    if (function->is_used) return;
    function->is_used = true;
    for (unsigned i = 0; i < function->local_count; i++)
        walk_expr(tree, walk, function->locals[i]->start, false);
    walk_stmts(tree, walk, function->body);
}

static void walk_stmts(tree_t *tree, walk_t *walk, stmt_t *list) {
    for (stmt_t *stmt = list; stmt; stmt = stmt->next) {
        if (stmt->mode == GONE) continue;
        if (stmt->mode != UNWRAPPED) {
            walk->on_stmt(walk, stmt);
            if (stmt->mode == GONE) continue;
        }
        if (stmt->mode != UNWRAPPED) {
            walk_expr(tree, walk, stmt->target, false);
            walk_expr(tree, walk, stmt->place, false);
            walk_expr(tree, walk, stmt->value, true);
            for (unsigned i = 0; i < MAX_ARGS; i++) walk_expr(tree, walk, stmt->args[i], true);
            if (stmt->callee) walk_function(tree, walk, stmt->callee);
        }
        walk_stmts(tree, walk, stmt->body);
        walk_stmts(tree, walk, stmt->other);
    }
}

void tree_walk(tree_t *tree, walk_t *walk) {
    for (unsigned i = 0; i < tree->function_count; i++) tree->functions[i]->is_used = false;
    for (unsigned i = 0; i < tree->global_count; i++)
        walk_expr(tree, walk, tree->globals[i]->start, false);
    walk_function(tree, walk, tree->functions[tree->function_count - 1]);
}

static void mark_stmt(walk_t *walk, stmt_t *stmt) {
    (void)walk;
    if (stmt->var) stmt->var->is_used = true;
}

static void mark_expr(walk_t *walk, expr_t *expr, bool is_number) {
    (void)walk;
    (void)is_number;
    if (expr->kind == EX_VAR) expr->var->is_used = true;
    if (expr->kind != EX_ADDR) return;
    expr_t *root = expr_real(expr->a);
    while (root->kind == EX_INDEX || root->kind == EX_FIELD) root = expr_real(root->a);
    if (root->kind == EX_VAR) root->var->is_exposed = true;
}

void tree_mark(tree_t *tree) {
    for (unsigned i = 0; i < tree->global_count; i++) tree->globals[i]->is_used = false;
    for (unsigned f = 0; f < tree->function_count; f++)
        for (unsigned i = 0; i < tree->functions[f]->local_count; i++) {
            var_t *var = tree->functions[f]->locals[i];
            var->is_used = var->is_param;
            var->is_exposed = false;
        }
    walk_t walk = {.on_stmt = mark_stmt, .on_expr = mark_expr};
    tree_walk(tree, &walk);
}
