/* Text of expressions and edges: C where C can say it. Casts appear only where
 * the operands' own types would give another meaning. */
#include "cfa/print.h"

#include "cfa/ieee.h"
#include "util/mem.h"

/* Binding strength, as in C. */
enum {
    LEVEL_ITE = 3,
    LEVEL_LOR,
    LEVEL_LAND,
    LEVEL_OR,
    LEVEL_XOR,
    LEVEL_AND,
    LEVEL_EQ,
    LEVEL_COMPARE,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MUL,
    LEVEL_UNARY,
    LEVEL_ATOM,
};

typedef enum { SIGN_ANY, SIGN_SIGNED, SIGN_UNSIGNED } sign_t;

static void print_at(strbuf_t *out, const function_t *function, const expr_t *e, int level);

/* Bit-fields that share a storage unit are read and written together: ".{a,b}". */
static void print_bit_fields(strbuf_t *out, const type_t *record, const field_t *first) {
    const char *separator = ".{";
    for (const field_t *f = first; f < record->fields + record->field_count; f++) {
        if (!f->bit_width || f->offset != first->offset || !f->name || !*f->name) continue;
        strbuf_printf(out, "%s%s", separator, f->name);
        separator = ",";
    }
    strbuf_add(out, "}");
}

/* One step into a type towards offset; false if nothing named lies there. */
static bool path_step(strbuf_t *out, const type_t **type, uint64_t *offset, uint64_t size) {
    const type_t *t = *type;
    if (t->kind == TYPE_ARRAY) {
        if (t->elem->size == 0 || *offset / t->elem->size >= t->count) return false;
        strbuf_printf(out, "[%llu]", (unsigned long long)(*offset / t->elem->size));
        *offset %= t->elem->size;
        *type = t->elem;
        return true;
    }
    for (size_t i = 0; i < t->field_count; i++) {
        const field_t *field = &t->fields[i];
        if (*offset < field->offset || *offset + size > field->offset + field->type->size) continue;
        if (field->bit_width)
            print_bit_fields(out, t, field);
        else if (field->name && *field->name)
            strbuf_printf(out, ".%s", field->name);
        *offset -= field->offset;
        *type = field->type;
        return true;
    }
    return false;
}

bool type_print_path(strbuf_t *out, const type_t *type, uint64_t offset, uint64_t size) {
    size_t start = out->len;
    bool seeks_place = size == 0;
    while (type_is_aggregate(type) && !(seeks_place && offset == 0 && type->is_library) &&
           path_step(out, &type, &offset, size ? size : 1))
        continue;
    if (offset == 0 && (seeks_place || (type_is_scalar(type) && type->size == size))) return true;
    out->len = start;
    if (out->data) out->data[start] = '\0';
    return false;
}

void object_print_cell(strbuf_t *out, const object_t *object, uint64_t offset, uint64_t size) {
    const type_t *type = object->type;
    uint64_t rest = offset;
    size_t start = out->len;
    strbuf_add(out, object->name);
    if (object->kind == OBJECT_HEAP && type->size) {
        strbuf_printf(out, "[%llu]", (unsigned long long)(offset / type->size));
        rest %= type->size;
    }
    while (type_is_aggregate(type) && path_step(out, &type, &rest, size)) continue;
    if (type_is_scalar(type) && rest == 0 && type->size == size) return;
    out->len = start;
    out->data[start] = '\0';
    strbuf_printf(out, "%s{%llu:%llu}", object->name, (unsigned long long)offset,
                  (unsigned long long)size);
}

static const reg_info_t *reg_info(const function_t *function, reg_t reg) {
    return function && reg < function->regs.len ? &function->regs.data[reg] : NULL;
}

static const type_t *reg_type(const function_t *function, reg_t reg) {
    const reg_info_t *info = reg_info(function, reg);
    return info ? info->type : NULL;
}

static void reg_print(strbuf_t *out, const function_t *function, reg_t reg) {
    const reg_info_t *info = reg_info(function, reg);
    if (info)
        strbuf_add(out, info->name);
    else
        strbuf_printf(out, "%%%u", reg);
}

static sign_t type_sign(const type_t *type) {
    return type->kind == TYPE_INT && type->is_signed ? SIGN_SIGNED : SIGN_UNSIGNED;
}

/* How C would see the printed text. */
static sign_t expr_sign(const function_t *function, const expr_t *e) {
    switch (e->kind) {
    case EXPR_CONST:
    case EXPR_ZEXT: return SIGN_ANY;
    case EXPR_REG: {
        const reg_info_t *info = reg_info(function, e->reg);
        return info ? type_sign(info->type) : SIGN_ANY;
    }
    case EXPR_LOAD: return type_sign(e->type);
    case EXPR_ADDR: return SIGN_UNSIGNED;
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_SHL:
    case EXPR_ASHR:
    case EXPR_LSHR: return expr_sign(function, e->a[0]);
    case EXPR_ITE:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: {
        sign_t a = expr_sign(function, e->a[e->arity - 2]);
        sign_t b = expr_sign(function, e->a[e->arity - 1]);
        return a == SIGN_UNSIGNED || b == SIGN_UNSIGNED ? SIGN_UNSIGNED : a == SIGN_ANY ? b : a;
    }
    default: return SIGN_SIGNED;
    }
}

static const char *int_name(unsigned width, bool is_signed) {
    switch (width) {
    case 1: return "_Bool";
    case 8: return is_signed ? "char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned";
    case 64: return is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

static void cast_print(strbuf_t *out, unsigned width, bool is_signed) {
    const char *name = int_name(width, is_signed);
    if (name)
        strbuf_printf(out, "(%s)", name);
    else
        strbuf_printf(out, "(%sint%u)", is_signed ? "" : "u", width);
}

static void const_print(strbuf_t *out, const expr_t *e, sign_t sign) {
    if (sign == SIGN_UNSIGNED || e->width == 1)
        strbuf_printf(out, "%llu", (unsigned long long)e->value);
    else
        strbuf_printf(out, "%lld", (long long)sign_extend(e->value, e->width));
}

/* base and constant offset of an address, if it has this form */
static bool address_split(const expr_t *address, const object_t **object, uint64_t *offset) {
    *offset = 0;
    if (address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        *offset = address->a[1]->value;
        address = address->a[0];
    }
    if (address->kind != EXPR_ADDR || *offset > (uint64_t)INT32_MAX) return false;
    *object = address->object;
    return true;
}

/* &a + i * size, the address of a[i] */
static bool address_indexed(const expr_t *address, uint64_t size, const object_t **object,
                            const expr_t **index) {
    if (address->kind != EXPR_ADD) return false;
    bool swap = address->a[1]->kind == EXPR_ADDR;
    const expr_t *base = address->a[swap], *rest = address->a[!swap];
    if (base->kind != EXPR_ADDR || base->object->type->kind != TYPE_ARRAY ||
        base->object->type->elem->size != size)
        return false;
    if (size == 1) {
        *index = rest;
    } else if (rest->kind == EXPR_MUL && rest->a[1]->kind == EXPR_CONST &&
               rest->a[1]->value == size) {
        *index = rest->a[0];
    } else {
        return false;
    }
    *object = base->object;
    return true;
}

static void lvalue_print(strbuf_t *out, const function_t *function, const expr_t *address,
                         const type_t *type) {
    const object_t *object;
    const expr_t *index;
    uint64_t offset;
    if (address_split(address, &object, &offset)) {
        object_print_cell(out, object, offset, type->size);
    } else if (address_indexed(address, type->size, &object, &index)) {
        strbuf_printf(out, "%s[", object->name);
        if (index->kind == EXPR_ZEXT || index->kind == EXPR_SEXT) index = index->a[0];
        print_at(out, function, index, LEVEL_ITE);
        strbuf_add(out, "]");
    } else {
        const reg_info_t *info =
            address->kind == EXPR_REG ? reg_info(function, address->reg) : NULL;
        strbuf_add(out, "*");
        if (!info || info->type->kind != TYPE_POINTER || info->type->elem != type) {
            if (type->kind == TYPE_POINTER)
                strbuf_add(out, "(void **)");
            else if (type->kind == TYPE_BOOL)
                strbuf_add(out, "(_Bool *)");
            else if (type->kind == TYPE_FLOAT)
                strbuf_add(out, type->bits == 32 ? "(float *)" : "(double *)");
            else
                strbuf_printf(out, "(%s *)", int_name(type->bits, type->is_signed));
        }
        print_at(out, function, address, LEVEL_UNARY);
    }
}

typedef struct op_text {
    int level;
    const char *text;
    sign_t sign; /* what the operands must look like for the C operator to be meant */
} op_text_t;

static op_text_t op_text(const expr_t *e) {
    bool truth = e->width == 1;
    switch (e->kind) {
    case EXPR_ADD: return (op_text_t){LEVEL_ADD, "+", SIGN_ANY};
    case EXPR_SUB: return (op_text_t){LEVEL_ADD, "-", SIGN_ANY};
    case EXPR_MUL: return (op_text_t){LEVEL_MUL, "*", SIGN_ANY};
    case EXPR_UDIV: return (op_text_t){LEVEL_MUL, "/", SIGN_UNSIGNED};
    case EXPR_SDIV: return (op_text_t){LEVEL_MUL, "/", SIGN_SIGNED};
    case EXPR_UREM: return (op_text_t){LEVEL_MUL, "%", SIGN_UNSIGNED};
    case EXPR_SREM: return (op_text_t){LEVEL_MUL, "%", SIGN_SIGNED};
    case EXPR_SHL: return (op_text_t){LEVEL_SHIFT, "<<", SIGN_ANY};
    case EXPR_LSHR: return (op_text_t){LEVEL_SHIFT, ">>", SIGN_UNSIGNED};
    case EXPR_ASHR: return (op_text_t){LEVEL_SHIFT, ">>", SIGN_SIGNED};
    case EXPR_AND: return (op_text_t){truth ? LEVEL_LAND : LEVEL_AND, truth ? "&&" : "&", SIGN_ANY};
    case EXPR_OR: return (op_text_t){truth ? LEVEL_LOR : LEVEL_OR, truth ? "||" : "|", SIGN_ANY};
    case EXPR_XOR: return (op_text_t){truth ? LEVEL_EQ : LEVEL_XOR, truth ? "!=" : "^", SIGN_ANY};
    case EXPR_EQ: return (op_text_t){LEVEL_EQ, "==", SIGN_ANY};
    case EXPR_ULT: return (op_text_t){LEVEL_COMPARE, "<", SIGN_UNSIGNED};
    case EXPR_ULE: return (op_text_t){LEVEL_COMPARE, "<=", SIGN_UNSIGNED};
    case EXPR_SLT: return (op_text_t){LEVEL_COMPARE, "<", SIGN_SIGNED};
    case EXPR_SLE: return (op_text_t){LEVEL_COMPARE, "<=", SIGN_SIGNED};
    case EXPR_FADD: return (op_text_t){LEVEL_ADD, "+", SIGN_ANY};
    case EXPR_FSUB: return (op_text_t){LEVEL_ADD, "-", SIGN_ANY};
    case EXPR_FMUL: return (op_text_t){LEVEL_MUL, "*", SIGN_ANY};
    case EXPR_FDIV: return (op_text_t){LEVEL_MUL, "/", SIGN_ANY};
    case EXPR_FEQ: return (op_text_t){LEVEL_EQ, "==", SIGN_ANY};
    case EXPR_FLT: return (op_text_t){LEVEL_COMPARE, "<", SIGN_ANY};
    case EXPR_FLE: return (op_text_t){LEVEL_COMPARE, "<=", SIGN_ANY};
    default: misuse(__func__, "not a binary operator");
    }
}

static void operand_print(strbuf_t *out, const function_t *function, const expr_t *e, sign_t wanted,
                          sign_t shown, int level) {
    if (e->kind == EXPR_CONST) {
        const_print(out, e, wanted == SIGN_ANY ? shown : wanted);
        return;
    }
    sign_t sign = expr_sign(function, e);
    if (wanted != SIGN_ANY && sign != SIGN_ANY && sign != wanted) {
        cast_print(out, e->width, wanted == SIGN_SIGNED);
        level = LEVEL_UNARY;
    }
    print_at(out, function, e, level);
}

/* An operand that the operator reads as a floating-point number. */
static void float_print(strbuf_t *out, const function_t *function, const expr_t *e, int level) {
    if (e->kind == EXPR_CONST)
        ieee_print(out, e->width, e->value);
    else
        print_at(out, function, e, level);
}

static void float_binary_print(strbuf_t *out, const function_t *function, const expr_t *e,
                               bool negated) {
    op_text_t op = op_text(e);
    float_print(out, function, e->a[0], op.level);
    strbuf_printf(out, " %s ", negated ? "!=" : op.text);
    float_print(out, function, e->a[1], op.level + 1);
}

/* Conversions as casts, the others as the functions of math.h. */
static void float_unary_print(strbuf_t *out, const function_t *function, const expr_t *e) {
    static const char *const names[EXPR_KIND_COUNT] = {[EXPR_FSQRT] = "sqrt",
                                                       [EXPR_FTRUNC] = "trunc",
                                                       [EXPR_FFLOOR] = "floor",
                                                       [EXPR_FCEIL] = "ceil",
                                                       [EXPR_FRINT] = "rint"};
    const expr_t *a = e->a[0];
    if (names[e->kind]) {
        strbuf_printf(out, "%s(", names[e->kind]);
        float_print(out, function, a, LEVEL_ITE);
        strbuf_add(out, ")");
        return;
    }
    bool to_float = e->kind != EXPR_FSINT && e->kind != EXPR_FUINT;
    if (to_float)
        strbuf_add(out, e->width == 32 ? "(float)" : "(double)");
    else
        cast_print(out, e->width, e->kind == EXPR_FSINT);
    if (e->kind == EXPR_SFLOAT || e->kind == EXPR_UFLOAT) {
        sign_t sign = e->kind == EXPR_SFLOAT ? SIGN_SIGNED : SIGN_UNSIGNED;
        operand_print(out, function, a, sign, sign, LEVEL_UNARY);
    } else {
        float_print(out, function, a, LEVEL_UNARY);
    }
}

static void binary_print(strbuf_t *out, const function_t *function, const expr_t *e, bool negated) {
    if (expr_kind_is_float(e->kind)) {
        float_binary_print(out, function, e, negated);
        return;
    }
    op_text_t op = op_text(e);
    const expr_t *a = e->a[0], *b = e->a[1];
    sign_t a_sign = expr_sign(function, a), b_sign = expr_sign(function, b);
    sign_t shown = a_sign == SIGN_UNSIGNED || b_sign == SIGN_UNSIGNED ? SIGN_UNSIGNED : SIGN_SIGNED;
    const char *text = op.text;
    if (e->kind == EXPR_ADD && b->kind == EXPR_CONST && b->value >> (b->width - 1)) {
        print_at(out, function, a, op.level); /* x + (-1) */
        strbuf_printf(out, " - %llu", (unsigned long long)(-b->value & width_mask(b->width)));
        return;
    }
    if (negated) text = "!=";
    if (op.level == LEVEL_COMPARE && a->kind == EXPR_CONST) { /* 5 <= x reads better as x >= 5 */
        text = text[1] ? ">=" : ">";
        a = e->a[1];
        b = e->a[0];
    }
    operand_print(out, function, a, op.sign, shown, op.level);
    strbuf_printf(out, " %s ", text);
    bool is_shift = op.level == LEVEL_SHIFT;
    operand_print(out, function, b, is_shift ? SIGN_ANY : op.sign, is_shift ? SIGN_UNSIGNED : shown,
                  op.level + 1);
}

static void resize_print(strbuf_t *out, const function_t *function, const expr_t *e) {
    const expr_t *a = e->a[0];
    sign_t sign = expr_sign(function, a);
    if (e->kind == EXPR_TRUNC) {
        cast_print(out, e->width, sign != SIGN_UNSIGNED);
    } else if (a->width > 1) {
        /* The conversion to the wider type is implicit in C if the sign fits. */
        bool is_signed = e->kind == EXPR_SEXT;
        if (sign != SIGN_ANY && is_signed != (sign == SIGN_SIGNED))
            cast_print(out, a->width, is_signed);
    }
    print_at(out, function, a, LEVEL_UNARY);
}

static int expr_level(const expr_t *e) {
    switch (e->kind) {
    case EXPR_CONST:
    case EXPR_REG:
    case EXPR_SELF: return LEVEL_ATOM;
    case EXPR_ADDR:
    case EXPR_LOAD:
    case EXPR_NEG:
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: return LEVEL_UNARY;
    case EXPR_NOT: {
        expr_kind_t inner = e->a[0]->kind;
        bool is_unequal = e->width == 1 && (inner == EXPR_EQ || inner == EXPR_FEQ);
        return is_unequal ? LEVEL_EQ : LEVEL_UNARY;
    }
    case EXPR_ITE: return LEVEL_ITE;
    default:
        if (e->kind >= EXPR_FSQRT && e->kind <= EXPR_FUINT) return LEVEL_UNARY;
        return op_text(e).level;
    }
}

static void not_print(strbuf_t *out, const function_t *function, const expr_t *e) {
    if (expr_level(e) == LEVEL_EQ) {
        binary_print(out, function, e->a[0], true);
        return;
    }
    strbuf_add(out, e->width == 1 ? "!" : "~");
    print_at(out, function, e->a[0], LEVEL_UNARY);
}

static void print_bare(strbuf_t *out, const function_t *function, const expr_t *e) {
    switch (e->kind) {
    case EXPR_CONST: const_print(out, e, SIGN_ANY); break;
    case EXPR_REG: reg_print(out, function, e->reg); break;
    case EXPR_ADDR:
        strbuf_printf(out, "%s%s", e->object->kind == OBJECT_FUNCTION ? "" : "&", e->object->name);
        break;
    case EXPR_LOAD: lvalue_print(out, function, e->a[0], e->type); break;
    case EXPR_SELF: strbuf_add(out, "self()"); break;
    case EXPR_NOT: not_print(out, function, e); break;
    case EXPR_NEG:
        strbuf_add(out, "-");
        print_at(out, function, e->a[0], LEVEL_UNARY);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: resize_print(out, function, e); break;
    case EXPR_ITE:
        print_at(out, function, e->a[0], LEVEL_ITE + 1);
        strbuf_add(out, " ? ");
        print_at(out, function, e->a[1], LEVEL_ITE);
        strbuf_add(out, " : ");
        print_at(out, function, e->a[2], LEVEL_ITE);
        break;
    default:
        if (e->arity == 1)
            float_unary_print(out, function, e);
        else
            binary_print(out, function, e, false);
        break;
    }
}

static void print_at(strbuf_t *out, const function_t *function, const expr_t *e, int level) {
    bool parentheses = expr_level(e) < level;
    if (parentheses) strbuf_add(out, "(");
    print_bare(out, function, e);
    if (parentheses) strbuf_add(out, ")");
}

void expr_print(strbuf_t *out, const function_t *function, const expr_t *expr) {
    print_at(out, function, expr, LEVEL_ITE);
}

/* A value of a type. */
static void typed_print(strbuf_t *out, const function_t *function, const expr_t *e,
                        const type_t *type) {
    if (type && type->kind == TYPE_FLOAT)
        float_print(out, function, e, LEVEL_ITE);
    else
        expr_print(out, function, e);
}

static void call_print(strbuf_t *out, const edge_t *edge) {
    strbuf_printf(out, "%s(", edge->callee ? edge->callee->name : "?");
    for (size_t i = 0; i < edge->arg_count; i++) {
        if (i) strbuf_add(out, ", ");
        const function_t *callee = edge->callee;
        typed_print(out, edge->from->function, edge->args[i],
                    callee ? reg_type(callee, (reg_t)i) : NULL);
    }
    strbuf_add(out, ")");
}

/* name(address) or name(value) or name() */
static void step_print(strbuf_t *out, const edge_t *edge, const char *name, const expr_t *arg) {
    strbuf_printf(out, "%s(", name);
    if (arg) expr_print(out, edge->from->function, arg);
    strbuf_add(out, ")");
}

static void create_print(strbuf_t *out, const edge_t *edge) {
    if (edge->address) {
        lvalue_print(out, edge->from->function, edge->address, edge->type);
        strbuf_add(out, " = ");
    }
    strbuf_printf(out, "create(%s", edge->callee ? edge->callee->name : "?");
    if (edge->value) {
        strbuf_add(out, ", ");
        expr_print(out, edge->from->function, edge->value);
    }
    strbuf_add(out, ")");
}

void edge_print(strbuf_t *out, const edge_t *edge) {
    const function_t *function = edge->from->function;
    if (edge->target != NO_REG) {
        reg_print(out, function, edge->target);
        strbuf_add(out, " = ");
    }
    switch (edge->kind) {
    case EDGE_ASSUME:
        strbuf_add(out, "[");
        expr_print(out, function, edge->value);
        strbuf_add(out, "]");
        break;
    case EDGE_ASSIGN:
        typed_print(out, function, edge->value, reg_type(function, edge->target));
        break;
    case EDGE_STORE:
        lvalue_print(out, function, edge->address, edge->type);
        strbuf_add(out, " = ");
        typed_print(out, function, edge->value, edge->type);
        break;
    case EDGE_HAVOC: strbuf_add(out, "nondet()"); break;
    case EDGE_HAVOC_OBJECT: strbuf_printf(out, "havoc(%s)", edge->object->name); break;
    case EDGE_CALL: call_print(out, edge); break;
    case EDGE_RETURN:
        strbuf_add(out, edge->value ? "return " : "return");
        if (edge->value) typed_print(out, function, edge->value, function->type->elem);
        break;
    case EDGE_THREAD_CREATE: create_print(out, edge); break;
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
    case EDGE_THREAD_EXIT:
    case EDGE_JOINABLE:
    case EDGE_ALLOC: step_print(out, edge, edge_kind_names[edge->kind], edge->value); break;
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS:
    case EDGE_HEAP_SIZE:
    case EDGE_FREE: step_print(out, edge, edge_kind_names[edge->kind], edge->address); break;
    case EDGE_UNSUPPORTED:
        strbuf_printf(out, "unsupported: %s", edge->text ? edge->text : "?");
        break;
    case EDGE_ATOMIC_BEGIN: step_print(out, edge, edge_kind_names[edge->kind], edge->value); break;
    case EDGE_NOP: strbuf_add(out, edge->text ? edge->text : "nop"); break;
    default: strbuf_printf(out, "%s()", edge_kind_names[edge->kind]); break;
    }
}
