#include "tests/fuzz/shrink.h"

#include <string.h>

enum { MAX_NODES = 2000 };

typedef struct nodes {
    stmt_t *stmts[MAX_NODES];
    expr_t *exprs[MAX_NODES];
    unsigned stmt_count, expr_count;
} nodes_t;

typedef struct shrinker {
    tree_t *tree;
    bool (*still)(void *context);
    void *context;
    unsigned left;
    bool has_changed;
} shrinker_t;

static void collect_stmt(walk_t *walk, stmt_t *stmt) {
    nodes_t *nodes = walk->context;
    if (nodes->stmt_count < MAX_NODES) nodes->stmts[nodes->stmt_count++] = stmt;
}

static void collect_expr(walk_t *walk, expr_t *expr, bool is_number) {
    nodes_t *nodes = walk->context;
    bool is_simple = expr->kind == EX_CONST && expr->value >= 0 && expr->value <= 1;
    if (is_number && !is_simple && nodes->expr_count < MAX_NODES)
        nodes->exprs[nodes->expr_count++] = expr;
}

static void collect(tree_t *tree, nodes_t *nodes) {
    nodes->stmt_count = nodes->expr_count = 0;
    walk_t walk = {.on_stmt = collect_stmt, .on_expr = collect_expr, .context = nodes};
    tree_walk(tree, &walk);
}

static bool ask(shrinker_t *s) {
    if (!s->left) return false;
    s->left--;
    bool answer = s->still(s->context);
    s->has_changed |= answer;
    return answer;
}

static bool try_mode(shrinker_t *s, stmt_t *stmt, stmt_mode_t mode) {
    stmt->mode = mode;
    if (ask(s)) return true;
    stmt->mode = KEPT;
    return false;
}

static bool try_high(shrinker_t *s, stmt_t *stmt, int64_t high) {
    int64_t before = stmt->hi;
    if (before == high) return false;
    stmt->hi = high;
    if (ask(s)) return true;
    stmt->hi = before;
    return false;
}

static void shrink_stmt(shrinker_t *s, stmt_t *stmt) {
    if (try_mode(s, stmt, GONE)) return;
    bool has_body = stmt->body && stmt->kind != ST_CASE && stmt->kind != ST_SWITCH;
    if (has_body && try_mode(s, stmt, UNWRAPPED)) return;
    if (stmt->kind == ST_FOR) try_high(s, stmt, stmt->lo + 1);
    if (stmt->kind == ST_NONDET) try_high(s, stmt, stmt->lo);
    if (stmt->other) {
        stmt_t *other = stmt->other;
        stmt->other = NULL;
        if (!ask(s)) stmt->other = other;
    }
}

static bool try_expr(shrinker_t *s, expr_t *expr, expr_t *instead) {
    if (!instead) return false;
    expr->instead = instead;
    if (expr_type(s->tree, instead)->kind == CT_INT && ask(s)) return true;
    expr->instead = NULL;
    return false;
}

static void shrink_expr(shrinker_t *s, expr_t *expr) {
    static const int64_t values[] = {0, 1};
    for (unsigned i = 0; i < 2; i++) {
        expr_t *constant = ast_new(sizeof *constant);
        constant->kind = EX_CONST;
        constant->type = ct_int;
        constant->value = values[i];
        if (try_expr(s, expr, constant)) return;
    }
    if (is_lvalue(expr) || expr->kind == EX_CONST) return;
    if (try_expr(s, expr, expr->a) || try_expr(s, expr, expr->b)) return;
    try_expr(s, expr, expr->c);
}

void tree_shrink(tree_t *tree, bool (*still)(void *context), void *context, unsigned max_asked) {
    static nodes_t nodes;
    shrinker_t shrinker = {.tree = tree, .still = still, .context = context, .left = max_asked};
    shrinker_t *s = &shrinker;
    do {
        s->has_changed = false;
        collect(tree, &nodes);
        /* What comes last depends on what comes first. */
        for (unsigned i = nodes.stmt_count; i-- > 0;)
            if (nodes.stmts[i]->mode == KEPT) shrink_stmt(s, nodes.stmts[i]);
        collect(tree, &nodes);
        for (unsigned i = 0; i < nodes.expr_count; i++)
            if (!nodes.exprs[i]->instead) shrink_expr(s, nodes.exprs[i]);
    } while (s->has_changed && s->left);
}
