#include "frontend/scope.h"

#include "frontend/misuse.h"

bool scope_tells(const body_t *body) {
    return body->program->faults[FAULT_ACCESS] != NO_PROPERTY && !body->inline_end;
}

/* Tells where the life of a variable begins or ends; what a model declares is nobody's. */
static void tell_life(body_t *body, const variable_info_t *variable, edge_kind_t kind) {
    if (scope_tells(body) && variable->object) body_step(body, kind)->object = variable->object;
}

void scope_leave(body_t *body, const block_scope_t *outside) {
    for (const block_scope_t *s = body->scope; s != outside; s = s->outer)
        tell_life(body, s->variable, EDGE_END);
}

void scope_declare(body_t *body, const variable_info_t *variable) {
    block_scope_t *scope = ARENA_NEW(body->lower->scratch, block_scope_t);
    *scope = (block_scope_t){variable, body->scope, body->block,
                             body->scope ? body->scope->depth + 1 : 1};
    body->scope = scope;
    tell_life(body, variable, EDGE_BEGIN);
}

/* Statements and their parts are blocks (C17 6.8.4 and 6.8.5), not only those in braces. */
static bool is_block(CXCursor cursor) {
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CompoundStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt: return true;
    default: return false;
    }
}

static enum CXChildVisitResult declare_literal(CXCursor cursor, CXCursor parent,
                                               CXClientData data) {
    (void)parent;
    body_t *body = data;
    if (is_block(cursor)) return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_CompoundLiteralExpr) {
        variable_info_t *literal = ARENA_NEW(body->lower->scratch, variable_info_t);
        literal->type = body_type(body, cursor);
        literal->object =
            function_add_local(body->program, body->function, "literal", literal->type,
                               clu_source(&body->lower->positions, cursor));
        cursor_map_put(&body->variables, body->lower->scratch, cursor, literal);
        scope_declare(body, literal);
    }
    return CXChildVisit_Recurse;
}

void scope_enter(body_t *body, CXCursor part) {
    if (!scope_tells(body) || is_block(part)) return;
    declare_literal(part, part, body);
    clang_visitChildren(part, declare_literal, body);
}

void scope_havoc(body_t *body, const variable_info_t *variable) {
    body_assumes(body, ASSUME_UNINITIALISED);
    misuse_note_raw(body->lower, variable->type);
    if (variable->is_reg) {
        flow_step_t *step = body_step(body, EDGE_HAVOC);
        step->target = variable->reg;
        step->type = variable->type;
    } else if (type_cell_count(variable->type)) {
        body_step(body, EDGE_HAVOC_OBJECT)->object = variable->object;
    }
}

label_t *scope_label(body_t *body, CXCursor statement) {
    label_t *label = cursor_map_get(&body->labels, statement);
    if (label) return label;
    label = ARENA_NEW(body->lower->scratch, label_t);
    label->node = flow_node(&body->flow);
    cursor_map_put(&body->labels, body->lower->scratch, statement, label);
    return label;
}

void scope_place(body_t *body, label_t *label) {
    label->is_placed = true;
    label->scope = body->scope;
    label->block = body->block;
    body_goto(body, label->node);
    body->flow.at = label->node;
}

static size_t depth_of(const block_scope_t *scope) {
    return scope ? scope->depth : 0;
}

/* What both see. */
static const block_scope_t *common(const block_scope_t *a, const block_scope_t *b) {
    while (a != b) {
        if (depth_of(a) >= depth_of(b))
            a = a->outer;
        else
            b = b->outer;
    }
    return a;
}

static bool ends_some(const body_t *body, const block_scope_t *from, const block_scope_t *to) {
    bool found = false;
    for (; from != to; from = from->outer) found |= from->variable->object != NULL;
    return found && scope_tells(body);
}

flow_node_t scope_way(body_t *body, const block_scope_t *from, const block_scope_t *to,
                      flow_node_t node) {
    const block_scope_t *seen = common(from, to);
    if (seen == to && !ends_some(body, from, seen)) return node;
    flow_node_t here = body->flow.at, way = flow_node(&body->flow);
    body->flow.at = way;
    for (; from != seen; from = from->outer) tell_life(body, from->variable, EDGE_END);
    for (; to != seen; to = to->outer) {
        tell_life(body, to->variable, EDGE_BEGIN);
        scope_havoc(body, to->variable);
    }
    flow_jump(&body->flow, node, body->source);
    body->flow.at = here;
    return way;
}

/* A variable lives until its block is left (C17 6.2.4). Behind a jump to a label before the
 * declaration a pointer to it is still good, but lowering ends it. */
static void note_declared_again(body_t *body, const label_t *label) {
    const block_scope_t *seen = common(body->scope, label->scope);
    if (!scope_tells(body)) return;
    for (const block_scope_t *s = body->scope; s != seen; s = s->outer) {
        bool is_left = true;
        for (const block_t *b = label->block; b && is_left; b = b->outer) is_left = b != s->block;
        if (is_left || !s->variable->object) continue;
        flow_step_t *step = body_step(body, EDGE_END);
        step->object = s->variable->object;
        step->text = "a jump back over a declaration, with a pointer to the variable";
    }
}

void scope_jump(body_t *body, label_t *label) {
    if (label->is_placed) {
        note_declared_again(body, label);
        body_goto(body, scope_way(body, body->scope, label->scope, label->node));
        return;
    }
    jump_t jump = {body->flow.at, body->scope, label, body->source};
    VEC_PUSH(body->jumps, jump);
    body->flow.at = flow_node(&body->flow);
}

void scope_finish(body_t *body) {
    for (size_t i = 0; i < body->jumps.len; i++) {
        const jump_t jump = body->jumps.data[i];
        body->source = jump.source;
        flow_node_t to = scope_way(body, jump.scope, jump.label->scope, jump.label->node);
        flow_link(&body->flow, EDGE_NOP, jump.from, to, jump.source);
    }
    VEC_CLEAR(body->jumps);
}
