#include "tests/fuzz/generate_internal.h"

#include <string.h>

stmt_t *gen_stmt(stmt_kind_t kind) {
    stmt_t *stmt = ast_new(sizeof *stmt);
    stmt->kind = kind;
    return stmt;
}

static stmt_t *one_with_body(generator_t *g, stmt_kind_t kind, unsigned count) {
    stmt_t *stmt = gen_stmt(kind);
    g->depth++;
    stmt->body = gen_statements(g, count);
    g->depth--;
    return stmt;
}

/* Nothing jumps out of a section: it would stay locked for ever. */
static stmt_t *section(generator_t *g, stmt_kind_t kind, unsigned count) {
    generator_t before = *g;
    g->is_in_section = true;
    g->may_break = g->may_continue = false;
    stmt_t *stmt = one_with_body(g, kind, count);
    g->is_in_section = before.is_in_section;
    g->may_break = before.may_break;
    g->may_continue = before.may_continue;
    return stmt;
}

static var_t *local_of_kind(generator_t *g, char initial) {
    unsigned count = g->function->local_count;
    unsigned first = count ? gen_below(g, count) : 0;
    for (unsigned i = 0; i < count; i++) {
        var_t *var = g->function->locals[(first + i) % count];
        if (var->name[0] == initial && !var->is_param) return var;
    }
    return NULL;
}

static expr_t *mutex(generator_t *g) {
    var_t *pointer = local_of_kind(g, 'k');
    if (pointer && gen_chance(g, 50)) return gen_node(EX_DEREF, OP_SET, gen_var(pointer), NULL);
    for (;;) {
        var_t *var = g->tree->globals[gen_below(g, g->tree->global_count)];
        if (var->type->kind == CT_MUTEX) return gen_var(var);
        if (var->type->kind != CT_ARRAY || var->type->elem->kind != CT_MUTEX) continue;
        expr_t *index = gen_const(ct_int, gen_below(g, 2));
        for (unsigned i = 0; i < g->function->local_count; i++) {
            var_t *local = g->function->locals[i];
            if (local->type == ct_int && gen_chance(g, 30))
                index = gen_node(EX_BINARY, OP_AND, gen_var(local), gen_const(ct_int, 1));
        }
        return gen_node(EX_INDEX, OP_SET, gen_var(var), index);
    }
}

static var_t *global_of_kind(generator_t *g, ctype_kind_t kind) {
    for (unsigned i = 0; i < g->tree->global_count; i++)
        if (g->tree->globals[i]->type->kind == kind) return g->tree->globals[i];
    return NULL;
}

static stmt_t *semaphore(generator_t *g) {
    bool tries = gen_chance(g, 20) && g->depth < 2;
    stmt_t *stmt =
        tries ? one_with_body(g, ST_TRYWAIT, 1) : gen_stmt(gen_chance(g, 50) ? ST_POST : ST_WAIT);
    stmt->target = gen_var(global_of_kind(g, CT_SEMAPHORE));
    return stmt;
}

static stmt_t *await(generator_t *g, var_t *condition) {
    expr_t *target = mutex(g);
    stmt_t *stmt = section(g, ST_AWAIT, 1);
    stmt->target = target;
    stmt->place = gen_var(condition);
    op_t op = gen_chance(g, 60) ? OP_EQ : OP_NE;
    stmt->value = gen_node(EX_BINARY, op, gen_place(g, true), gen_const(ct_int, gen_below(g, 2)));
    return stmt;
}

/* NULL: this program has none that would do here. */
static stmt_t *monitor(generator_t *g) {
    var_t *condition = global_of_kind(g, CT_CONDITION), *lock = global_of_kind(g, CT_RWLOCK);
    var_t *barrier = global_of_kind(g, CT_BARRIER);
    if (condition && gen_chance(g, 40)) {
        if (!g->is_in_section && g->depth < 2 && gen_chance(g, 60)) return await(g, condition);
        stmt_t *stmt = gen_stmt(ST_SIGNAL);
        stmt->place = gen_var(condition);
        stmt->is_form = gen_chance(g, 50);
        return stmt;
    }
    if (lock && g->depth < 2 && gen_chance(g, 70)) {
        stmt_t *stmt = section(g, gen_chance(g, 50) ? ST_READING : ST_WRITING, 1 + gen_below(g, 2));
        stmt->target = gen_var(lock);
        return stmt;
    }
    if (!barrier || gen_chance(g, 50)) return NULL;
    stmt_t *stmt = gen_stmt(ST_MEET);
    stmt->target = gen_var(barrier);
    return stmt;
}

/* k = &a or c ? &a : &b */
static stmt_t *mutex_choice(generator_t *g) {
    var_t *pointer = local_of_kind(g, 'k');
    stmt_t *stmt = gen_stmt(ST_ASSIGN);
    stmt->op = OP_SET;
    stmt->target = gen_var(pointer);
    stmt->value = gen_node(EX_ADDR, OP_SET, mutex(g), NULL);
    if (gen_chance(g, 60)) {
        expr_t *other = gen_node(EX_ADDR, OP_SET, mutex(g), NULL);
        expr_t *choice = gen_node(EX_COND, OP_SET, gen_number(g, 1), stmt->value);
        choice->c = other;
        stmt->value = choice;
    }
    return stmt;
}

static stmt_t *assign(generator_t *g) {
    static const op_t ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_AND, OP_OR, OP_XOR};
    stmt_t *stmt = gen_stmt(ST_ASSIGN);
    stmt->target = gen_place(g, false);
    stmt->op = gen_chance(g, 65) ? OP_SET : ops[gen_below(g, 6)];
    stmt->value = gen_number(g, 2);
    return stmt;
}

static stmt_t *bump(generator_t *g) {
    stmt_t *stmt = gen_stmt(ST_BUMP);
    stmt->target = gen_place(g, false);
    /* _Bool has no --. */
    stmt->op = gen_chance(g, 70) || expr_type(g->tree, stmt->target)->is_bool ? OP_ADD : OP_SUB;
    stmt->is_form = gen_chance(g, 50);
    return stmt;
}

static stmt_t *branch(generator_t *g) {
    stmt_t *stmt = one_with_body(g, ST_IF, 1 + gen_below(g, 2));
    stmt->value = gen_number(g, 2);
    if (gen_chance(g, 40)) {
        g->depth++;
        stmt->other = gen_statements(g, 1);
        g->depth--;
    }
    return stmt;
}

static stmt_t *for_loop(generator_t *g) {
    var_t *counter = NULL;
    unsigned bit = 0;
    for (unsigned i = 0; i < g->function->local_count && !counter; i++)
        if (g->function->locals[i]->name[0] == 'i' && !(g->counters & 1u << i)) {
            counter = g->function->locals[i];
            bit = 1u << i;
        }
    if (!counter) return assign(g);
    generator_t before = *g;
    g->counters |= bit;
    g->may_break = g->may_continue = true;
    stmt_t *stmt = one_with_body(g, ST_FOR, 1 + gen_below(g, 2));
    g->counters = before.counters;
    g->may_break = before.may_break;
    g->may_continue = before.may_continue;
    stmt->var = counter;
    stmt->lo = gen_chance(g, 80) ? 0 : 1;
    stmt->hi = stmt->lo + 1 + gen_below(g, 3);
    return stmt;
}

/* A loop that ends by what it reads, if it ends. */
static stmt_t *open_loop(generator_t *g) {
    generator_t before = *g;
    g->may_break = g->may_continue = true;
    stmt_t *stmt = one_with_body(g, gen_chance(g, 60) ? ST_WHILE : ST_DO, 1 + gen_below(g, 2));
    g->may_break = before.may_break;
    g->may_continue = before.may_continue;
    stmt->value =
        gen_node(EX_BINARY, OP_LT, gen_place(g, false), gen_const(ct_int, 1 + gen_below(g, 3)));
    return stmt;
}

static stmt_t *waiting(generator_t *g) {
    stmt_t *stmt = gen_stmt(ST_WHILE);
    op_t op = gen_chance(g, 60) ? OP_EQ : OP_NE;
    stmt->value = gen_node(EX_BINARY, op, gen_place(g, true), gen_const(ct_int, gen_below(g, 2)));
    return stmt;
}

static stmt_t *switch_over(generator_t *g) {
    generator_t before = *g;
    g->may_break = true;
    stmt_t *stmt = gen_stmt(ST_SWITCH);
    stmt->value = gen_number(g, 1);
    unsigned count = 2 + gen_below(g, 2);
    stmt_t **last = &stmt->body;
    for (unsigned i = 0; i < count; i++) {
        stmt_t *arm = one_with_body(g, ST_CASE, 1);
        arm->lo = i;
        arm->is_form = gen_chance(g, 30);
        *last = arm;
        last = &arm->next;
    }
    g->may_break = before.may_break;
    return stmt;
}

static stmt_t *call(generator_t *g) {
    function_t *callee = g->helpers[gen_below(g, g->helper_count)];
    if (g->function->kind == FUNCTION_HELPER) return assign(g);
    if (gen_has(g, HAS_RECURSION)) callee = g->helpers[0];
    stmt_t *stmt = gen_stmt(ST_CALL);
    stmt->callee = callee;
    if (callee->result && gen_chance(g, 80)) stmt->target = gen_place(g, false);
    for (unsigned i = 0; i < callee->param_count; i++)
        stmt->args[i] =
            callee->locals[i]->type->kind == CT_POINTER ? gen_address(g) : gen_number(g, 1);
    if (gen_has(g, HAS_RECURSION)) stmt->args[0] = gen_const(ct_int, gen_below(g, 3));
    return stmt;
}

static stmt_t *read_modify_write(generator_t *g) {
    static const op_t ops[] = {OP_ADD, OP_SUB, OP_AND, OP_OR, OP_XOR, OP_SET, OP_CAS, OP_CAS};
    stmt_t *stmt = gen_stmt(ST_RMW);
    stmt->place = gen_place(g, true);
    /* The builtins take neither _Bool nor _Atomic. */
    bool is_atomic = stmt->place->kind == EX_VAR && stmt->place->var->is_atomic;
    if (is_atomic || expr_type(g->tree, stmt->place)->is_bool) return bump(g);
    stmt->op = ops[gen_below(g, 8)];
    stmt->is_form = gen_chance(g, 50);
    stmt->value = gen_number(g, 1);
    if (stmt->op == OP_CAS) stmt->args[0] = gen_number(g, 1);
    if (gen_chance(g, 60)) stmt->target = gen_place(g, false);
    return stmt;
}

static stmt_t *pointer_assign(generator_t *g) {
    stmt_t *stmt = gen_stmt(ST_ASSIGN);
    stmt->op = OP_SET;
    var_t *local = local_of_kind(g, 'p'), *shared = NULL;
    for (unsigned i = 0; i < g->tree->global_count; i++)
        if (g->tree->globals[i]->name[0] == 'q') shared = g->tree->globals[i];
    bool to_shared = shared && (!local || gen_chance(g, 40));
    if (!to_shared && !local) return assign(g);
    stmt->target = gen_var(to_shared ? shared : local);
    stmt->value = gen_address(g);
    if (gen_chance(g, 30) && shared && local) stmt->value = gen_var(to_shared ? local : shared);
    return stmt;
}

static stmt_t *allocation(generator_t *g) {
    var_t *pointer = local_of_kind(g, 'p');
    if (!pointer) return assign(g);
    stmt_t *stmt = gen_stmt(ST_ALLOC);
    stmt->var = pointer;
    stmt->is_form = gen_chance(g, 30);
    stmt->args[0] = gen_number(g, 1);
    return stmt;
}

/* node = malloc; node->f0 = number; node->f1 = head; head = node */
static stmt_t *push(generator_t *g) {
    var_t *node = local_of_kind(g, 'n');
    if (!node) return assign(g);
    stmt_t *block = gen_stmt(gen_chance(g, 60) ? ST_ATOMIC : ST_BLOCK);
    stmt_t *make = block->body = gen_stmt(ST_ALLOC);
    make->var = node;
    make->args[0] = gen_number(g, 1);
    make->args[1] = gen_var(g->head);
    stmt_t *publish = make->next = gen_stmt(ST_ASSIGN);
    publish->op = OP_SET;
    publish->target = gen_var(g->head);
    publish->value = gen_var(node);
    return block;
}

/* node = head; if (node) { head = node->f1; number = node->f0; free(node); } */
static stmt_t *pop(generator_t *g) {
    var_t *node = local_of_kind(g, 'n');
    if (!node) return assign(g);
    expr_t *whole = gen_node(EX_DEREF, OP_SET, gen_var(node), NULL);
    stmt_t *block = gen_stmt(gen_chance(g, 80) ? ST_ATOMIC : ST_BLOCK);
    stmt_t *take = block->body = gen_stmt(ST_ASSIGN);
    take->op = OP_SET;
    take->target = gen_var(node);
    take->value = gen_var(g->head);
    stmt_t *test = take->next = gen_stmt(ST_IF);
    test->value = gen_node(EX_BINARY, OP_NE, gen_var(node), gen_const(node->type, 0));
    stmt_t *unlink = test->body = gen_stmt(ST_ASSIGN);
    unlink->op = OP_SET;
    unlink->target = gen_var(g->head);
    unlink->value = gen_field(whole, 1);
    stmt_t *read = unlink->next = gen_stmt(ST_ASSIGN);
    read->op = OP_SET;
    read->target = gen_place(g, false);
    read->value = gen_field(whole, 0);
    if (gen_chance(g, 60)) {
        read->next = gen_stmt(ST_FREE);
        read->next->value = gen_var(node);
    }
    return block;
}

static stmt_t *nondet(generator_t *g) {
    for (unsigned i = 0; i < g->function->local_count; i++) {
        var_t *var = g->function->locals[i];
        if (!is_free_local(var) || gen_chance(g, 50)) continue;
        stmt_t *stmt = gen_stmt(ST_NONDET);
        g->tree->has_nondet = true;
        stmt->var = var;
        stmt->is_form = gen_chance(g, 40);
        stmt->hi = var->type->is_bool ? 1 : 1 + gen_below(g, 3);
        if (var->type->is_signed && gen_chance(g, 20)) stmt->lo = -1;
        return stmt;
    }
    return assign(g);
}

static stmt_t *assumption(generator_t *g) {
    stmt_t *stmt = gen_stmt(ST_ASSUME);
    stmt->is_form = gen_chance(g, 30);
    stmt->value = gen_number(g, 2);
    return stmt;
}

stmt_t *gen_observation(generator_t *g, expr_t *value) {
    if (g->tree->observation_count == MAX_OBSERVATIONS) return assign(g);
    stmt_t *stmt = gen_stmt(ST_OBSERVE);
    stmt->id = g->tree->observation_count++;
    stmt->value = value;
    return stmt;
}

static stmt_t *create_inside(generator_t *g) {
    var_t *handle = local_of_kind(g, 'h');
    function_t *last = g->routines[g->routine_count - 1];
    if (!handle || g->function == last || g->function->kind != FUNCTION_ROUTINE || g->depth)
        return assign(g);
    stmt_t *stmt = gen_stmt(ST_CREATE);
    stmt->target = gen_var(handle);
    stmt->callee = last;
    if (last->param_count)
        stmt->args[0] = last->locals[0]->type->kind == CT_POINTER
                            ? gen_address(g)
                            : gen_const(ct_int, gen_below(g, 3));
    if (gen_chance(g, 60)) {
        stmt->next = gen_stmt(ST_JOIN);
        stmt->next->target = gen_var(handle);
    }
    return stmt;
}

static stmt_t *abrupt_end(generator_t *g) {
    if (g->is_in_section || !g->depth || g->function->kind == FUNCTION_HELPER) return assign(g);
    return gen_stmt(gen_chance(g, 40) ? ST_EXIT : gen_chance(g, 30) ? ST_ABORT : ST_RETURN);
}

static stmt_t *one(generator_t *g) {
    bool is_deep = g->depth >= 2;
    if (gen_has(g, HAS_SEMAPHORE) && gen_chance(g, 20)) return semaphore(g);
    if (gen_has(g, HAS_MONITORS) && gen_chance(g, 30)) {
        stmt_t *stmt = monitor(g);
        if (stmt) return stmt;
    }
    switch (gen_below(g, 24)) {
    case 0:
    case 1:
        if (!is_deep) return branch(g);
        break;
    case 2: return bump(g);
    case 3:
    case 4:
        if (local_of_kind(g, 'k') && gen_chance(g, 40)) return mutex_choice(g);
        if (g->tree->asked == ASKED_MISUSE && gen_chance(g, 25)) {
            stmt_t *stmt = gen_stmt(gen_chance(g, 60) ? ST_UNLOCK : ST_LOCK);
            stmt->target = mutex(g);
            return stmt;
        }
        if (gen_has(g, HAS_MUTEX) && !is_deep) {
            /* The mutex is chosen first: the body may use others. */
            expr_t *target = mutex(g);
            bool tries = gen_chance(g, 25);
            stmt_t *stmt = section(g, tries ? ST_TRY : ST_LOCKED, 1 + gen_below(g, 2));
            stmt->target = target;
            if (tries && gen_chance(g, 30)) stmt->other = assign(g);
            return stmt;
        }
        break;
    case 5:
        if (gen_has(g, HAS_ATOMIC_SECTIONS) && !is_deep)
            return section(g, ST_ATOMIC, 1 + gen_below(g, 2));
        break;
    case 6:
    case 7:
        if (gen_has(g, HAS_RMW)) return read_modify_write(g);
        break;
    case 8:
    case 9:
        if (gen_has(g, HAS_LOOPS) && !is_deep)
            return gen_chance(g, 75) ? for_loop(g) : open_loop(g);
        break;
    case 10:
        if (gen_has(g, HAS_WAITING) && !g->is_in_section) return waiting(g);
        break;
    case 11:
        if (!is_deep) return switch_over(g);
        break;
    case 12:
    case 13:
        if (gen_has(g, HAS_HELPERS) && g->helper_count) return call(g);
        break;
    case 14:
    case 15:
        if (gen_has(g, HAS_POINTERS)) return pointer_assign(g);
        break;
    case 16:
        if (gen_has(g, HAS_HEAP)) return allocation(g);
        break;
    case 17:
    case 18:
        if (gen_has(g, HAS_LIST)) return gen_chance(g, 60) ? push(g) : pop(g);
        break;
    case 19:
        if (gen_has(g, HAS_NONDET)) return nondet(g);
        break;
    case 20:
        if (gen_has(g, HAS_ASSUME)) return assumption(g);
        break;
    case 21:
        if (gen_has(g, HAS_NESTED_THREADS) && g->routine_count > 1) return create_inside(g);
        break;
    case 22:
        if (gen_has(g, HAS_ABRUPT_ENDS)) return abrupt_end(g);
        if (g->may_break && g->depth > 1) {
            bool is_break = !g->may_continue || gen_chance(g, 60);
            return gen_stmt(is_break ? ST_BREAK : ST_CONTINUE);
        }
        break;
    case 23:
        if (gen_chance(g, 40)) return gen_observation(g, gen_number(g, 1));
        break;
    default: break;
    }
    return assign(g);
}

stmt_t *gen_statements(generator_t *g, unsigned count) {
    stmt_t *first = NULL, **last = &first;
    for (unsigned i = 0; i < count; i++) {
        *last = one(g);
        while (*last) last = &(*last)->next;
    }
    return first;
}
