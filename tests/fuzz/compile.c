#include "tests/fuzz/machine.h"

#include <string.h>

typedef struct loop {
    struct loop *outer;
    unsigned breaks[32], continues[32];
    unsigned break_count, continue_count;
    bool is_switch;
} loop_t;

typedef struct compiler {
    code_t *code;
    tree_t *tree;
    function_t *function;
    loop_t *loop;
} compiler_t;

static unsigned emit(compiler_t *c, insn_kind_t kind, int64_t a) {
    code_t *code = c->code;
    if (code->count == MAX_INSNS) {
        code->is_broken = true;
        code->count = 0;
    }
    code->insns[code->count] = (insn_t){.kind = kind, .a = a};
    return code->count++;
}

static void emit_typed(compiler_t *c, insn_kind_t kind, const ctype_t *type, op_t op) {
    unsigned at = emit(c, kind, 0);
    c->code->insns[at].type = type;
    c->code->insns[at].op = op;
}

static void emit_cast(compiler_t *c, const ctype_t *to, const ctype_t *from) {
    if (to != from && to->kind == CT_INT) emit_typed(c, IN_CAST, to, OP_SET);
}

static void patch(compiler_t *c, unsigned at) {
    c->code->insns[at].a = c->code->count;
}

static void emit_value(compiler_t *c, expr_t *expr);

static void emit_address(compiler_t *c, expr_t *expr) {
    expr = expr_real(expr);
    switch (expr->kind) {
    case EX_VAR: emit(c, expr->var->is_global ? IN_CONST : IN_FRAME, expr->var->offset); break;
    case EX_DEREF: emit_value(c, expr->a); break;
    case EX_INDEX:
        if (expr_type(c->tree, expr->a)->kind == CT_POINTER)
            emit_value(c, expr->a);
        else
            emit_address(c, expr->a);
        emit_value(c, expr->b);
        emit(c, IN_CONST, expr_type(c->tree, expr->a)->elem->size);
        emit_typed(c, IN_BINARY, ct_llong, OP_MUL);
        emit_typed(c, IN_BINARY, ct_llong, OP_ADD);
        break;
    case EX_FIELD:
        emit_address(c, expr->a);
        emit(c, IN_CONST, expr_type(c->tree, expr->a)->offsets[expr->field]);
        emit_typed(c, IN_BINARY, ct_llong, OP_ADD);
        break;
    default: c->code->is_broken = true; break;
    }
}

/* Can another thread know the address? */
static bool is_visible(const tree_t *tree, expr_t *expr) {
    expr = expr_real(expr);
    while (expr->kind == EX_INDEX || expr->kind == EX_FIELD) {
        expr = expr_real(expr->a);
        if (expr_type(tree, expr)->kind == CT_POINTER) return true;
    }
    return expr->kind != EX_VAR || expr->var->is_global || expr->var->is_exposed;
}

static bool is_atomic(expr_t *expr) {
    expr = expr_real(expr);
    return expr->kind == EX_VAR && expr->var->is_atomic;
}

static void emit_load(compiler_t *c, expr_t *place) {
    emit_typed(c, is_visible(c->tree, place) ? IN_LOAD : IN_LOCAL_LOAD, expr_type(c->tree, place),
               OP_SET);
    c->code->insns[c->code->count - 1].a = is_atomic(place);
}

static void emit_store(compiler_t *c, expr_t *place) {
    emit_typed(c, is_visible(c->tree, place) ? IN_STORE : IN_LOCAL_STORE, expr_type(c->tree, place),
               OP_SET);
    c->code->insns[c->code->count - 1].a = is_atomic(place);
}

static void emit_as(compiler_t *c, expr_t *expr, const ctype_t *type) {
    emit_value(c, expr);
    emit_cast(c, type, expr_type(c->tree, expr));
}

static void emit_binary(compiler_t *c, expr_t *expr) {
    const ctype_t *a = expr_type(c->tree, expr->a), *b = expr_type(c->tree, expr->b);
    bool is_shift = expr->op == OP_SHL || expr->op == OP_SHR;
    const ctype_t *type = is_shift ? type_promoted(a) : type_common(a, b);
    emit_as(c, expr->a, type);
    if (is_shift)
        emit_value(c, expr->b);
    else
        emit_as(c, expr->b, type);
    emit_typed(c, IN_BINARY, type, expr->op);
}

static void emit_logical(compiler_t *c, expr_t *expr) {
    bool is_and = expr->kind == EX_AND;
    emit_value(c, expr->a);
    if (!is_and) emit_typed(c, IN_UNARY, ct_int, OP_NOT);
    unsigned decided = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_value(c, expr->b);
    emit_typed(c, IN_UNARY, ct_int, OP_NOT);
    emit_typed(c, IN_UNARY, ct_int, OP_NOT);
    unsigned end = emit(c, IN_JUMP, 0);
    patch(c, decided);
    emit(c, IN_CONST, !is_and);
    patch(c, end);
}

static void emit_value(compiler_t *c, expr_t *expr) {
    expr = expr_real(expr);
    switch (expr->kind) {
    case EX_CONST: emit(c, IN_CONST, expr->value); break;
    case EX_VAR:
    case EX_DEREF:
    case EX_INDEX:
    case EX_FIELD:
        emit_address(c, expr);
        emit_load(c, expr);
        break;
    case EX_ADDR: emit_address(c, expr->a); break;
    case EX_UNARY: {
        const ctype_t *type = type_promoted(expr_type(c->tree, expr->a));
        emit_as(c, expr->a, type);
        emit_typed(c, IN_UNARY, type, expr->op);
        break;
    }
    case EX_BINARY: emit_binary(c, expr); break;
    case EX_AND:
    case EX_OR: emit_logical(c, expr); break;
    case EX_COND: {
        const ctype_t *type = expr_type(c->tree, expr);
        emit_value(c, expr->a);
        unsigned other = emit(c, IN_JUMP_IF_ZERO, 0);
        emit_as(c, expr->b, type);
        unsigned end = emit(c, IN_JUMP, 0);
        patch(c, other);
        emit_as(c, expr->c, type);
        patch(c, end);
        break;
    }
    case EX_CAST: emit_as(c, expr->a, expr->type); break;
    }
}

/* address value -> ; with the old value of the place in the operation */
static void emit_update(compiler_t *c, expr_t *place, op_t op, const ctype_t *value_type) {
    const ctype_t *type = expr_type(c->tree, place);
    bool is_shift = op == OP_SHL || op == OP_SHR;
    const ctype_t *common = is_shift ? type_promoted(type) : type_common(type, value_type);
    if (!is_shift) emit_cast(c, common, value_type);
    if (is_atomic(place)) emit(c, IN_ATOMIC_BEGIN, 0);
    /* The machine copies the operand below the top: address value address. */
    emit(c, IN_DUP, 1);
    emit_load(c, place);
    emit_cast(c, common, type);
    emit(c, IN_SWAP, 0);
    emit_typed(c, IN_BINARY, common, op);
    emit_cast(c, type, common);
    emit_store(c, place);
    if (is_atomic(place)) emit(c, IN_ATOMIC_END, 0);
}

static void emit_list(compiler_t *c, stmt_t *list);

static void emit_assign(compiler_t *c, stmt_t *s) {
    emit_address(c, s->target);
    if (s->op == OP_SET) {
        emit_as(c, s->value, expr_type(c->tree, s->target));
        emit_store(c, s->target);
    } else {
        emit_value(c, s->value);
        emit_update(c, s->target, s->op, expr_type(c->tree, s->value));
    }
}

/* The result of the operation is stored after it, in a step of its own. */
static void emit_rmw(compiler_t *c, stmt_t *s) {
    const ctype_t *type = expr_type(c->tree, s->place);
    if (s->target) emit_address(c, s->target);
    emit_address(c, s->place);
    if (s->op == OP_CAS) emit_as(c, s->args[0], type);
    emit_as(c, s->value, type);
    emit(c, IN_ATOMIC_BEGIN, 0);
    const ctype_t *result = type;
    if (s->op == OP_CAS) {
        /* address expected wanted */
        emit(c, IN_DUP, 2);
        emit_typed(c, IN_LOAD, type, OP_SET); /* address expected wanted old */
        emit(c, IN_DUP, 0);
        emit(c, IN_DUP, 3); /* ... old old expected */
        emit_typed(c, IN_BINARY, type, OP_EQ);
        unsigned failed = emit(c, IN_JUMP_IF_ZERO, 0);
        emit(c, IN_DUP, 3);
        emit(c, IN_DUP, 2); /* ... old address wanted */
        emit_typed(c, IN_STORE, type, OP_SET);
        patch(c, failed); /* address expected wanted old */
        if (s->is_form) {
            emit(c, IN_DUP, 2);
            emit_typed(c, IN_BINARY, type, OP_EQ);
            result = ct_int;
        }
        /* The result goes to the bottom. */
        for (unsigned i = 0; i < 3; i++) {
            emit(c, IN_SWAP, 0);
            emit(c, IN_POP, 0);
        }
    } else {
        emit(c, IN_DUP, 1);
        emit_typed(c, IN_LOAD, type, OP_SET); /* address value old */
        emit(c, IN_DUP, 0);
        emit(c, IN_DUP, 2); /* address value old old value */
        if (s->op == OP_SET) {
            emit(c, IN_SWAP, 0);
            emit(c, IN_POP, 0);
        } else {
            emit_typed(c, IN_BINARY, type, s->op);
        }                   /* address value old new */
        emit(c, IN_DUP, 3); /* address value old new address */
        emit(c, IN_DUP, 1); /* address value old new address new */
        emit_typed(c, IN_STORE, type, OP_SET);
        /* address value old new: one of the two is the result */
        bool wants_new = s->op != OP_SET && s->is_form;
        if (wants_new) emit(c, IN_SWAP, 0);
        emit(c, IN_POP, 0);
        for (unsigned i = 0; i < 2; i++) {
            emit(c, IN_SWAP, 0);
            emit(c, IN_POP, 0);
        }
    }
    emit(c, IN_ATOMIC_END, 0);
    if (s->target) {
        emit_cast(c, expr_type(c->tree, s->target), result);
        emit_store(c, s->target);
    } else {
        emit(c, IN_POP, 0);
    }
}

static void loop_end(compiler_t *c, loop_t *loop, unsigned next) {
    for (unsigned i = 0; i < loop->break_count; i++) patch(c, loop->breaks[i]);
    for (unsigned i = 0; i < loop->continue_count; i++) c->code->insns[loop->continues[i]].a = next;
    c->loop = loop->outer;
}

static void emit_jump_out(compiler_t *c, bool is_break) {
    loop_t *loop = c->loop;
    while (!is_break && loop && loop->is_switch) loop = loop->outer;
    if (!loop || loop->break_count == 32 || loop->continue_count == 32) {
        c->code->is_broken = true;
        return;
    }
    unsigned at = emit(c, IN_JUMP, 0);
    if (is_break)
        loop->breaks[loop->break_count++] = at;
    else
        loop->continues[loop->continue_count++] = at;
}

static void emit_var_store(compiler_t *c, var_t *var, const ctype_t *type) {
    expr_t place = {.kind = EX_VAR, .var = var};
    emit_cast(c, var->type, type);
    emit_store(c, &place);
}

static void emit_for(compiler_t *c, stmt_t *s) {
    expr_t var = {.kind = EX_VAR, .var = s->var};
    expr_t high = {.kind = EX_CONST, .type = ct_int, .value = s->hi};
    expr_t test = {.kind = EX_BINARY, .op = OP_LT, .a = &var, .b = &high};
    emit_address(c, &var);
    emit(c, IN_CONST, s->lo);
    emit_store(c, &var);
    loop_t loop = {.outer = c->loop};
    c->loop = &loop;
    unsigned head = c->code->count;
    emit_value(c, &test);
    unsigned leave = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_list(c, s->body);
    unsigned next = c->code->count;
    emit_address(c, &var);
    emit(c, IN_CONST, 1);
    emit_update(c, &var, OP_ADD, ct_int);
    emit(c, IN_JUMP, head);
    patch(c, leave);
    loop_end(c, &loop, next);
}

static void emit_switch(compiler_t *c, stmt_t *s) {
    loop_t loop = {.outer = c->loop, .is_switch = true};
    c->loop = &loop;
    unsigned entries[8], count = 0;
    emit_value(c, s->value);
    const ctype_t *type = type_promoted(expr_type(c->tree, s->value));
    for (stmt_t *k = s->body; k && count < 8; k = k->next) {
        if (k->mode != KEPT) continue;
        if (!k->next) { /* the default */
            emit(c, IN_POP, 0);
            entries[count++] = emit(c, IN_JUMP, 0);
            break;
        }
        emit(c, IN_DUP, 0);
        emit(c, IN_CONST, type_wrap(type, k->lo));
        emit_typed(c, IN_BINARY, type, OP_NE);
        unsigned no = emit(c, IN_JUMP_IF_ZERO, 0);
        unsigned skip = emit(c, IN_JUMP, 0);
        patch(c, no);
        emit(c, IN_POP, 0);
        entries[count++] = emit(c, IN_JUMP, 0);
        patch(c, skip);
    }
    stmt_t *last = s->body;
    while (last && last->next) last = last->next;
    unsigned none = 0;
    bool has_default = last && last->mode == KEPT;
    if (!has_default) {
        emit(c, IN_POP, 0);
        none = emit(c, IN_JUMP, 0);
    }
    unsigned index = 0;
    for (stmt_t *k = s->body; k; k = k->next) {
        if (k->mode != KEPT) continue;
        patch(c, entries[index++]);
        emit_list(c, k->body);
        if (!k->is_form) emit_jump_out(c, true);
    }
    if (!has_default) patch(c, none);
    loop_end(c, &loop, 0);
}

static void emit_error_unless(compiler_t *c) {
    emit_typed(c, IN_UNARY, ct_int, OP_NOT);
    unsigned fine = emit(c, IN_JUMP_IF_ZERO, 0);
    emit(c, IN_ERROR, 0);
    patch(c, fine);
}

static void emit_assert(compiler_t *c, stmt_t *s) {
    emit_as(c, s->value, ct_llong);
    if (s->set_count) {
        unsigned found[MAX_SET];
        for (unsigned i = 0; i < s->set_count; i++) {
            emit(c, IN_DUP, 0);
            emit(c, IN_CONST, s->set[i]);
            emit_typed(c, IN_BINARY, ct_llong, OP_NE);
            found[i] = emit(c, IN_JUMP_IF_ZERO, 0);
        }
        emit(c, IN_ERROR, 0);
        for (unsigned i = 0; i < s->set_count; i++) patch(c, found[i]);
        emit(c, IN_POP, 0);
    } else if (s->is_form) {
        emit(c, IN_CONST, s->lo);
        emit_typed(c, IN_BINARY, ct_llong, OP_NE);
        emit_error_unless(c);
    } else {
        emit(c, IN_DUP, 0);
        emit(c, IN_CONST, s->lo);
        emit_typed(c, IN_BINARY, ct_llong, OP_GE);
        emit(c, IN_SWAP, 0);
        emit(c, IN_CONST, s->hi);
        emit_typed(c, IN_BINARY, ct_llong, OP_LE);
        emit_typed(c, IN_BINARY, ct_llong, OP_AND);
        emit_error_unless(c);
    }
}

static void emit_alloc(compiler_t *c, stmt_t *s) {
    const ctype_t *type = s->var->type->elem;
    expr_t pointer = {.kind = EX_VAR, .var = s->var};
    expr_t whole = {.kind = EX_DEREF, .a = &pointer};
    emit_address(c, &pointer);
    emit(c, IN_ALLOC, type->size);
    emit_store(c, &pointer);
    for (unsigned i = 0; i < MAX_ARGS; i++) {
        if (!s->args[i]) continue;
        expr_t field = {.kind = EX_FIELD, .a = &whole, .field = i};
        expr_t *place = type->kind == CT_STRUCT ? &field : &whole;
        emit_address(c, place);
        emit_as(c, s->args[i], expr_type(c->tree, place));
        emit_store(c, place);
    }
}

static void emit_call(compiler_t *c, stmt_t *s) {
    if (s->target) emit_address(c, s->target);
    for (unsigned i = 0; i < s->callee->param_count; i++)
        emit_as(c, s->args[i], s->callee->locals[i]->type);
    if (s->callee->is_atomic) emit(c, IN_ATOMIC_BEGIN, 0);
    unsigned at = emit(c, IN_CALL, 0);
    c->code->insns[at].callee = s->callee;
    if (s->callee->is_atomic) emit(c, IN_ATOMIC_END, 0);
    if (s->target) {
        emit_cast(c, expr_type(c->tree, s->target), s->callee->result);
        emit_store(c, s->target);
    } else {
        emit(c, IN_POP, 0);
    }
}

static void emit_create(compiler_t *c, stmt_t *s) {
    emit_address(c, s->target);
    if (s->args[0])
        emit_as(c, s->args[0], s->callee->locals[0]->type);
    else
        emit(c, IN_CONST, 0);
    unsigned at = emit(c, IN_CREATE, 0);
    c->code->insns[at].callee = s->callee;
}

/* The exit value is stored behind the join, in a step of its own. */
static void emit_join(compiler_t *c, stmt_t *s) {
    emit_value(c, s->target);
    emit(c, IN_JOIN, 0);
    if (!s->place) {
        emit(c, IN_POP, 0);
        return;
    }
    emit_address(c, s->place);
    emit(c, IN_SWAP, 0);
    emit_cast(c, expr_type(c->tree, s->place), ct_int);
    emit_store(c, s->place);
}

static void emit_section(compiler_t *c, stmt_t *s, insn_kind_t begin, insn_kind_t end) {
    if (s->target) emit_address(c, s->target);
    emit(c, begin, 0);
    emit_list(c, s->body);
    if (s->target) emit_address(c, s->target);
    emit(c, end, 0);
}

/* A wait may end at any time: it lets go of the mutex, no more. */
static void emit_await(compiler_t *c, stmt_t *s) {
    emit_address(c, s->target);
    emit(c, IN_LOCK, 0);
    unsigned test = c->code->count;
    emit_value(c, s->value);
    unsigned holds = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_address(c, s->target);
    emit(c, IN_UNLOCK, 0);
    emit_address(c, s->target);
    emit(c, IN_LOCK, 0);
    emit(c, IN_JUMP, test);
    patch(c, holds);
    emit_list(c, s->body);
    emit_address(c, s->target);
    emit(c, IN_UNLOCK, 0);
}

static void emit_trywait(compiler_t *c, stmt_t *s) {
    emit_address(c, s->target);
    emit(c, IN_TRYWAIT, 0);
    unsigned got = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_list(c, s->other);
    unsigned end = emit(c, IN_JUMP, 0);
    patch(c, got);
    emit_list(c, s->body);
    patch(c, end);
}

static void emit_try(compiler_t *c, stmt_t *s) {
    emit_address(c, s->target);
    emit(c, IN_TRYLOCK, 0);
    unsigned got = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_list(c, s->other);
    unsigned end = emit(c, IN_JUMP, 0);
    patch(c, got);
    emit_list(c, s->body);
    emit_address(c, s->target);
    emit(c, IN_UNLOCK, 0);
    patch(c, end);
}

static void emit_if(compiler_t *c, stmt_t *s) {
    emit_value(c, s->value);
    unsigned other = emit(c, IN_JUMP_IF_ZERO, 0);
    emit_list(c, s->body);
    unsigned end = emit(c, IN_JUMP, 0);
    patch(c, other);
    emit_list(c, s->other);
    patch(c, end);
}

static void emit_loop(compiler_t *c, stmt_t *s) {
    loop_t loop = {.outer = c->loop};
    c->loop = &loop;
    unsigned head = c->code->count, next = head, leave;
    if (s->kind == ST_WHILE) {
        emit_value(c, s->value);
        leave = emit(c, IN_JUMP_IF_ZERO, 0);
        emit_list(c, s->body);
    } else {
        emit_list(c, s->body);
        next = c->code->count;
        emit_value(c, s->value);
        leave = emit(c, IN_JUMP_IF_ZERO, 0);
    }
    emit(c, IN_JUMP, head);
    patch(c, leave);
    loop_end(c, &loop, next);
}

static void emit_return(compiler_t *c, stmt_t *s) {
    if (s->value && c->function->kind == FUNCTION_ROUTINE)
        emit_as(c, s->value, ct_int);
    else if (s->value && c->function->result)
        emit_as(c, s->value, c->function->result);
    else
        emit(c, IN_CONST, 0);
    emit(c, c->function->kind == FUNCTION_MAIN ? IN_END : IN_RETURN, 0);
}

static void emit_stmt(compiler_t *c, stmt_t *s) {
    switch (s->kind) {
    case ST_ASSIGN: emit_assign(c, s); break;
    case ST_BUMP:
        emit_address(c, s->target);
        emit(c, IN_CONST, 1);
        emit_update(c, s->target, s->op, ct_int);
        break;
    case ST_IF: emit_if(c, s); break;
    case ST_WHILE:
    case ST_DO: emit_loop(c, s); break;
    case ST_FOR: emit_for(c, s); break;
    case ST_SWITCH: emit_switch(c, s); break;
    case ST_CASE: break;
    case ST_BREAK:
    case ST_CONTINUE: emit_jump_out(c, s->kind == ST_BREAK); break;
    case ST_BLOCK: emit_list(c, s->body); break;
    case ST_LOCK:
    case ST_UNLOCK:
        emit_address(c, s->target);
        emit(c, s->kind == ST_LOCK ? IN_LOCK : IN_UNLOCK, 0);
        break;
    case ST_LOCKED: emit_section(c, s, IN_LOCK, IN_UNLOCK); break;
    case ST_READING: emit_section(c, s, IN_READ_LOCK, IN_RW_UNLOCK); break;
    case ST_WRITING: emit_section(c, s, IN_WRITE_LOCK, IN_RW_UNLOCK); break;
    case ST_AWAIT: emit_await(c, s); break;
    case ST_SIGNAL: break;
    case ST_POST:
    case ST_WAIT:
        emit_address(c, s->target);
        emit(c, s->kind == ST_POST ? IN_POST : IN_WAIT, 0);
        break;
    case ST_TRYWAIT: emit_trywait(c, s); break;
    case ST_MEET:
        emit_address(c, s->target);
        emit(c, IN_ARRIVE, 0);
        emit(c, IN_PASS, 0);
        break;
    case ST_ATOMIC: emit_section(c, s, IN_ATOMIC_BEGIN, IN_ATOMIC_END); break;
    case ST_TRY: emit_try(c, s); break;
    case ST_CREATE: emit_create(c, s); break;
    case ST_JOIN: emit_join(c, s); break;
    case ST_CALL: emit_call(c, s); break;
    case ST_RETURN: emit_return(c, s); break;
    case ST_ASSERT: emit_assert(c, s); break;
    case ST_OBSERVE:
        emit_as(c, s->value, ct_llong);
        emit(c, IN_OBSERVE, s->id);
        break;
    case ST_ASSUME: {
        emit_value(c, s->value);
        if (!s->is_form) {
            emit(c, IN_ASSUME, 0);
            break;
        }
        emit_typed(c, IN_UNARY, ct_int, OP_NOT);
        unsigned fine = emit(c, IN_JUMP_IF_ZERO, 0);
        emit(c, IN_END, 0);
        patch(c, fine);
        break;
    }
    case ST_NONDET: {
        expr_t place = {.kind = EX_VAR, .var = s->var};
        emit_address(c, &place);
        unsigned at = emit(c, IN_NONDET, s->lo);
        c->code->insns[at].b = s->hi;
        emit_var_store(c, s->var, s->var->type);
        break;
    }
    case ST_ALLOC: emit_alloc(c, s); break;
    case ST_FREE:
        emit_value(c, s->value);
        emit(c, IN_FREE, 0);
        break;
    case ST_RMW: emit_rmw(c, s); break;
    case ST_ABORT: emit(c, IN_END, 0); break;
    case ST_EXIT: emit(c, IN_THREAD_EXIT, 0); break;
    }
}

static void emit_list(compiler_t *c, stmt_t *list) {
    for (stmt_t *s = list; s; s = s->next) {
        if (s->mode == KEPT) emit_stmt(c, s);
        if (s->mode == UNWRAPPED) {
            emit_list(c, s->body);
            emit_list(c, s->other);
        }
    }
}

static void lay_out_statics(code_t *code, tree_t *tree) {
    unsigned at = MEMORY_BASE;
    for (unsigned i = 0; i < tree->global_count; i++) {
        var_t *var = tree->globals[i];
        at = (at + 7) & ~7u;
        var->offset = at;
        if (at + var->type->size + 8 > STATIC_SIZE) {
            code->is_broken = true;
            return;
        }
        memset(code->is_object + at, 1, var->type->size);
        const ctype_t *elem = var->type->kind == CT_ARRAY ? var->type->elem : var->type;
        if (var->type->kind == CT_SEMAPHORE) code->image[at] = (uint8_t)var->elems[0];
        if (var->type->kind == CT_ARRAY && elem->kind == CT_INT)
            for (unsigned k = 0; k < var->type->count; k++)
                memcpy(code->image + at + k * elem->size, &var->elems[k], elem->size);
        at += var->type->size + 4; /* a gap: running out of an object is noticed */
    }
    code->static_size = at;
}

/* Initial values have no loads: numbers, and addresses of globals. */
static int64_t start_value(tree_t *tree, expr_t *expr) {
    if (expr->kind != EX_ADDR) return expr->value;
    unsigned offset = 0;
    for (expr = expr->a; expr->kind != EX_VAR; expr = expr->a)
        if (expr->kind == EX_INDEX)
            offset += (unsigned)expr->b->value * expr_type(tree, expr)->size;
        else
            offset += expr_type(tree, expr->a)->offsets[expr->field];
    return expr->var->offset + offset;
}

static void compile_function(compiler_t *c, function_t *f) {
    f->frame_size = 0;
    for (unsigned i = 0; i < f->local_count; i++) {
        f->locals[i]->offset = f->frame_size;
        if (f->locals[i]->is_used) f->frame_size += (f->locals[i]->type->size + 7) & ~7u;
    }
    f->entry = c->code->count;
    c->function = f;
    for (unsigned i = f->param_count; i < f->local_count; i++) {
        var_t *var = f->locals[i];
        if (!var->is_used) continue;
        expr_t place = {.kind = EX_VAR, .var = var};
        if (var->start) {
            emit_address(c, &place);
            emit_as(c, var->start, var->type);
            emit_store(c, &place);
        } else if (var->type->kind == CT_ARRAY && var->type->elem->kind == CT_INT) {
            for (unsigned k = 0; k < var->type->count; k++) {
                expr_t index = {.kind = EX_CONST, .type = ct_int, .value = k};
                expr_t elem = {.kind = EX_INDEX, .a = &place, .b = &index};
                emit_address(c, &elem);
                emit(c, IN_CONST, type_wrap(var->type->elem, var->elems[k]));
                emit_store(c, &elem);
            }
        }
    }
    emit_list(c, f->body);
    emit(c, IN_CONST, 0);
    emit(c, f->kind == FUNCTION_MAIN ? IN_END : IN_RETURN, 0);
}

void code_make(code_t *code, tree_t *tree) {
    memset(code, 0, sizeof *code);
    code->tree = tree;
    tree_mark(tree);
    lay_out_statics(code, tree);
    for (unsigned i = 0; i < tree->global_count; i++) {
        var_t *var = tree->globals[i];
        if (!var->start || code->is_broken) continue;
        int64_t value = type_wrap(var->type, start_value(tree, var->start));
        memcpy(code->image + var->offset, &value, var->type->size);
    }
    compiler_t compiler = {.code = code, .tree = tree};
    for (unsigned i = 0; i < tree->function_count; i++)
        if (tree->functions[i]->is_used) compile_function(&compiler, tree->functions[i]);
    code->start = tree->functions[tree->function_count - 1]->entry;
}
