#include "tests/fuzz/generate_internal.h"

#include <string.h>

unsigned gen_below(generator_t *g, unsigned limit) {
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = g->random;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) >> 32) % limit;
}

bool gen_chance(generator_t *g, unsigned percent) {
    return gen_below(g, 100) < percent;
}

bool gen_has(const generator_t *g, feature_t feature) {
    return g->features & feature;
}

expr_t *gen_const(const ctype_t *type, int64_t value) {
    expr_t *expr = ast_new(sizeof *expr);
    expr->kind = EX_CONST;
    expr->type = type;
    expr->value = type_wrap(type, value);
    return expr;
}

expr_t *gen_var(var_t *var) {
    expr_t *expr = ast_new(sizeof *expr);
    expr->kind = EX_VAR;
    expr->var = var;
    return expr;
}

expr_t *gen_node(expr_kind_t kind, op_t op, expr_t *a, expr_t *b) {
    expr_t *expr = ast_new(sizeof *expr);
    expr->kind = kind;
    expr->op = op;
    expr->a = a;
    expr->b = b;
    return expr;
}

expr_t *gen_field(expr_t *whole, unsigned field) {
    expr_t *expr = gen_node(EX_FIELD, OP_SET, whole, NULL);
    expr->field = field;
    return expr;
}

/* Loop counters are read only; their names begin with i. */
bool is_free_local(const var_t *var) {
    return var->type->kind == CT_INT && var->name[0] == 'l';
}

static expr_t *constant(generator_t *g) {
    static const int64_t odd_ones[] = {127, 128, 255, 256, 32767, 65535, 65536, 2147483647, -128};
    if (gen_chance(g, 85))
        return gen_const(ct_int, gen_chance(g, 15) ? -1 : 1 + (int)gen_below(g, 4));
    if (gen_chance(g, 30)) return gen_const(&int_types[gen_below(g, 8)], gen_below(g, 8));
    return gen_const(ct_int, odd_ones[gen_below(g, 9)]);
}

static expr_t *index_into(generator_t *g, const ctype_t *array) {
    if (gen_chance(g, 50)) return gen_const(ct_int, gen_below(g, array->count));
    expr_t *mask = gen_const(ct_int, array->count - 1);
    return gen_node(EX_BINARY, OP_AND, gen_number(g, 1), mask);
}

/* The numbers inside of a variable; NULL if it has none. */
static expr_t *number_in(generator_t *g, expr_t *whole, const ctype_t *type) {
    switch (type->kind) {
    case CT_INT: return whole;
    case CT_ARRAY:
        if (type->elem->kind != CT_INT) return NULL;
        return gen_node(EX_INDEX, OP_SET, whole, index_into(g, type));
    case CT_STRUCT: {
        unsigned field = gen_below(g, type->field_count);
        return number_in(g, gen_field(whole, field), type->fields[field]);
    }
    case CT_POINTER:
        if (whole->kind == EX_VAR && whole->var->name[0] == 'w')
            return gen_node(EX_INDEX, OP_SET, whole, index_into(g, g->walked));
        if (whole->kind == EX_VAR && whole->var->name[0] == 'c')
            return gen_node(EX_INDEX, OP_SET, whole, index_into(g, g->bytes));
        /* Nodes are walked through by statements of their own. */
        if (type->elem->kind != CT_INT) return NULL;
        return gen_node(EX_DEREF, OP_SET, whole, NULL);
    default: return NULL;
    }
}

static expr_t *local_number(generator_t *g, bool is_written) {
    unsigned count = g->function->local_count;
    for (unsigned tries = 0; tries < 6 && count; tries++) {
        var_t *var = g->function->locals[gen_below(g, count)];
        if (var->type->kind == CT_INT ? is_free_local(var) || !is_written
                                      : strchr("bcpw", var->name[0]) != NULL) {
            expr_t *number = number_in(g, gen_var(var), var->type);
            if (number) return number;
        }
    }
    return NULL;
}

static expr_t *global_number(generator_t *g) {
    for (;;) {
        var_t *var = g->tree->globals[gen_below(g, g->tree->global_count)];
        if (var->inside && var->inside != g->function) continue;
        expr_t *number = number_in(g, gen_var(var), var->type);
        if (number) return number;
    }
}

expr_t *gen_place(generator_t *g, bool is_shared) {
    expr_t *local = is_shared || gen_chance(g, 65) ? NULL : local_number(g, true);
    return local ? local : global_number(g);
}

static expr_t *number_read(generator_t *g) {
    expr_t *local = gen_chance(g, 45) ? local_number(g, false) : NULL;
    return local ? local : global_number(g);
}

expr_t *gen_number(generator_t *g, unsigned size) {
    static const op_t plain[] = {OP_ADD, OP_SUB, OP_ADD, OP_SUB, OP_MUL, OP_AND, OP_OR, OP_XOR};
    static const op_t relations[] = {OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE};
    if (size == 0 || gen_chance(g, 35)) return gen_chance(g, 40) ? constant(g) : number_read(g);
    size--;
    switch (gen_below(g, 12)) {
    case 0: return gen_node(EX_UNARY, (op_t)(OP_NEG + gen_below(g, 3)), gen_number(g, size), NULL);
    case 1: {
        op_t op = gen_chance(g, 50) ? OP_DIV : OP_REM;
        return gen_node(EX_BINARY, op, gen_number(g, size), gen_const(ct_int, 2 + gen_below(g, 3)));
    }
    case 2: {
        op_t op = gen_chance(g, 50) ? OP_SHL : OP_SHR;
        return gen_node(EX_BINARY, op, gen_number(g, size), gen_const(ct_int, 1 + gen_below(g, 3)));
    }
    case 3:
        return gen_node(gen_chance(g, 50) ? EX_AND : EX_OR, OP_SET, gen_number(g, size),
                        gen_number(g, size));
    case 4: {
        expr_t *choice = gen_node(EX_COND, OP_SET, gen_number(g, size), gen_number(g, size));
        choice->c = gen_number(g, size);
        return choice;
    }
    case 5: {
        expr_t *cast = gen_node(EX_CAST, OP_SET, gen_number(g, size), NULL);
        cast->type = &int_types[gen_below(g, INT_TYPES)];
        return cast;
    }
    case 6:
    case 7:
        return gen_node(EX_BINARY, relations[gen_below(g, 6)], gen_number(g, size),
                        gen_number(g, size));
    default: {
        op_t op = plain[gen_below(g, sizeof plain / sizeof *plain)];
        return gen_node(EX_BINARY, op, gen_number(g, size), gen_number(g, size));
    }
    }
}

expr_t *gen_address(generator_t *g) {
    for (unsigned tries = 0; tries < 30; tries++) {
        bool is_local =
            gen_chance(g, 20) && gen_has(g, HAS_SHARED_LOCALS) && g->function->local_count > 0;
        var_t *var = is_local ? g->function->locals[gen_below(g, g->function->local_count)]
                              : g->tree->globals[gen_below(g, g->tree->global_count)];
        if (var->inside && var->inside != g->function) continue;
        if (var->is_atomic || (is_local && !is_free_local(var))) continue;
        expr_t *whole = gen_var(var);
        if (var->type == g->pointed) return gen_node(EX_ADDR, OP_SET, whole, NULL);
        if (var->type->kind == CT_ARRAY && var->type->elem == g->pointed) {
            expr_t *index = index_into(g, var->type);
            return gen_node(EX_ADDR, OP_SET, gen_node(EX_INDEX, OP_SET, whole, index), NULL);
        }
        if (var->type->kind == CT_STRUCT)
            for (unsigned i = 0; i < var->type->field_count; i++)
                if (var->type->fields[i] == g->pointed && gen_chance(g, 60))
                    return gen_node(EX_ADDR, OP_SET, gen_field(whole, i), NULL);
    }
    /* The first global is always of that type. */
    return gen_node(EX_ADDR, OP_SET, gen_var(g->tree->globals[0]), NULL);
}
