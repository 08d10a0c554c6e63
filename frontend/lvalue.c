#include "frontend/lvalue.h"

#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/init.h"
#include "frontend/literal.h"
#include "frontend/mutexes.h"
#include "frontend/races.h"
#include "frontend/rvalue.h"
#include "frontend/scope.h"
#include "frontend/symbols.h"

lvalue_t lvalue_memory(const expr_t *address, const type_t *type) {
    return (lvalue_t){.kind = LVALUE_MEMORY, .address = address, .type = type};
}

const variable_info_t *lvalue_variable(body_t *body, CXCursor decl) {
    return cursor_map_get(&body->variables, decl);
}

static lvalue_t nowhere(body_t *body, CXCursor cursor, const char *what) {
    body_unsupported(body, "%s", what);
    return lvalue_memory(expr_const(body->exprs, body->program->pointer_bits, 0),
                         body_type(body, cursor));
}

static lvalue_t name_lvalue(body_t *body, CXCursor cursor) {
    CXCursor decl = clang_getCursorReferenced(cursor);
    const variable_info_t *variable = lvalue_variable(body, decl);
    if (variable) {
        lvalue_t lvalue = {.kind = LVALUE_REG, .reg = variable->reg, .type = variable->type};
        if (variable->value)
            lvalue = (lvalue_t){LVALUE_VALUE, .address = variable->value, .type = variable->type};
        else if (variable->is_behind)
            lvalue = lvalue_memory(body_reg(body, variable->reg).expr, variable->type);
        else if (!variable->is_reg)
            lvalue = lvalue_memory(expr_addr(body->exprs, variable->object), variable->type);
        return lvalue;
    }
    const object_t *object = symbols_object(body->lower, body->unit, decl);
    if (!object) return nowhere(body, cursor, "a name of this kind");
    const type_t *type = body_type(body, cursor);
    /* An array declared without its size here has it in the definition. */
    if (type->kind == TYPE_ARRAY && !type->size) type = object->type;
    return lvalue_memory(expr_addr(body->exprs, object), type);
}

/* libclang shows x.member also where member is inside an anonymous member of
 * x: where is it in x? False if it is not there. */
static bool field_offset(const type_t *record, const field_t *field, uint64_t *offset) {
    if (field >= record->fields && field < record->fields + record->field_count) {
        *offset = field->offset;
        return true;
    }
    for (size_t i = 0; i < record->field_count; i++) {
        const field_t *outer = &record->fields[i];
        bool is_anonymous = !*outer->name && type_is_aggregate(outer->type);
        if (is_anonymous && field_offset(outer->type, field, offset)) {
            *offset += outer->offset;
            return true;
        }
    }
    return false;
}

static lvalue_t field_lvalue(body_t *body, CXCursor cursor, const expr_t *base,
                             const type_t *record) {
    CXCursor decl = clang_getCursorReferenced(cursor);
    const field_t *field = ctype_field(body->lower, body->unit, decl);
    uint64_t offset;
    if (!field || !field_offset(record, field, &offset)) {
        if (record->is_library) return nowhere(body, cursor, "a field of a library type");
        return nowhere(body, cursor, "a bit-field that shares bytes with other fields");
    }
    const expr_t *address = arith_offset(body, base, offset);
    const type_t *type = body_type(body, cursor);
    if (!field->bit_width) return lvalue_memory(address, type);
    return (lvalue_t){.kind = LVALUE_BITS,
                      .address = address,
                      .type = type,
                      .unit = field->type,
                      .shift = field->bit_shift,
                      .width = field->bit_width};
}

static value_t own_copy(body_t *body, const expr_t *from, const type_t *type) {
    const object_t *object = body_add_value(body, "value", type);
    const expr_t *address = expr_addr(body->exprs, object);
    lvalue_copy(body, address, from, type);
    return value_of(address, type);
}

/* Is the structure a value that is read from a variable: (c ? x : y), (x = y), or part of one? */
static bool is_read_value(CXCursor cursor) {
    cursor = clu_strip(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (clang_getCanonicalType(clang_getCursorType(cursor)).kind != CXType_Record) return false;
    if (kind == CXCursor_MemberRefExpr || kind == CXCursor_ParenExpr) {
        CXCursor base = clu_last_operand(cursor);
        return !clu_is_null(base) && is_read_value(base);
    }
    return kind == CXCursor_ConditionalOperator || kind == CXCursor_BinaryOperator;
}

static lvalue_t member_lvalue(body_t *body, CXCursor cursor) {
    CXCursor base = clu_last_operand(cursor);
    if (clu_is_null(base)) return nowhere(body, cursor, "a member of nothing");
    value_t value = body_settle(body, rvalue_lower(body, base));
    const type_t *record = value.type;
    if (record->kind == TYPE_POINTER) { /* base->member */
        record = record->elem;
        body_assumes(body, ASSUME_VALID_POINTERS);
    }
    /* A pointer to an array in a value is none to the variable. */
    else if (scope_tells(body) && body_type(body, cursor)->kind == TYPE_ARRAY &&
             is_read_value(base))
        value = own_copy(body, value.expr, record);
    if (record->kind == TYPE_UNION) body_assumes(body, ASSUME_ALIASING);
    return field_lvalue(body, cursor, value.expr, record);
}

static lvalue_t subscript_lvalue(body_t *body, CXCursor cursor) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    if (operands.len != 2) return nowhere(body, cursor, "a subscript of this form");
    value_t a, b;
    rvalue_pair(body, operands.data[0], operands.data[1], &a, &b);
    bool swapped = b.type->kind == TYPE_POINTER || b.type->kind == TYPE_ARRAY; /* 2[a] */
    value_t pointer = swapped ? b : a, index = swapped ? a : b;
    const type_t *type = body_type(body, cursor);
    const expr_t *address = arith_element(body, pointer.expr, index, type);
    if (pointer.type->kind == TYPE_POINTER || index.expr->kind != EXPR_CONST)
        body_assumes(body, ASSUME_VALID_POINTERS);
    value_t whole = value_of(address, body_pointer_to(body, type));
    return lvalue_memory(body_settle(body, whole).expr, type);
}

static lvalue_t unary_lvalue(body_t *body, CXCursor cursor) {
    CXCursor operand = clu_last_operand(cursor);
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_Extension: return lvalue_lower(body, operand);
    case CXUnaryOperator_Deref: {
        value_t pointer = body_settle(body, rvalue_lower(body, operand));
        body_assumes(body, ASSUME_VALID_POINTERS);
        return lvalue_memory(pointer.expr, body_type(body, cursor));
    }
    default: return nowhere(body, cursor, "this operator as an lvalue");
    }
}

static lvalue_t plain_lvalue(body_t *body, CXCursor cursor) {
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr: return name_lvalue(body, cursor);
    case CXCursor_MemberRefExpr: return member_lvalue(body, cursor);
    case CXCursor_ArraySubscriptExpr: return subscript_lvalue(body, cursor);
    case CXCursor_UnaryOperator: return unary_lvalue(body, cursor);
    case CXCursor_ParenExpr: return lvalue_lower(body, clu_last_operand(cursor));
    case CXCursor_StringLiteral:
        return lvalue_memory(
            expr_addr(body->exprs, literal_string(body->lower, body->unit, cursor)),
            body_type(body, cursor));
    case CXCursor_CompoundLiteralExpr: return init_compound_literal(body, cursor);
    default: break;
    }
    const type_t *type = body_type(body, cursor);
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr) {
        CXCursor inner = clu_strip(cursor);
        if (!clang_equalCursors(inner, cursor)) return lvalue_lower(body, inner);
    }
    if (type_is_scalar(type)) return nowhere(body, cursor, "an lvalue of this form");
    value_t value = body_settle(body, rvalue_lower(body, cursor)); /* f().member */
    return lvalue_memory(value.expr, type);
}

lvalue_t lvalue_lower(body_t *body, CXCursor cursor) {
    lvalue_t lvalue = plain_lvalue(body, cursor);
    lvalue.is_atomic = lvalue.is_atomic || ctype_is_atomic(clang_getCursorType(cursor));
    return lvalue;
}

const expr_t *lvalue_address(body_t *body, CXCursor cursor) {
    lvalue_t lvalue = lvalue_lower(body, cursor);
    if (lvalue.kind == LVALUE_MEMORY) return lvalue.address;
    return nowhere(body, cursor, "the address of a register or bit-field").address;
}

/* An aggregate is read where it is used, part by part. An atomic one must not change
 * in between. */
static value_t load_at_once(body_t *body, lvalue_t lvalue) {
    body_step(body, EDGE_ATOMIC_BEGIN);
    value_t value = own_copy(body, lvalue.address, lvalue.type);
    body_step(body, EDGE_ATOMIC_END);
    return value;
}

/* Unlike all other accesses this one has many steps; reading what is written is none of them. */
static void store_at_once(body_t *body, lvalue_t lvalue, value_t value) {
    value = own_copy(body, value.expr, lvalue.type);
    body_step(body, EDGE_ATOMIC_BEGIN);
    lvalue_copy(body, lvalue.address, value.expr, lvalue.type);
    body_step(body, EDGE_ATOMIC_END);
}

value_t lvalue_load(body_t *body, lvalue_t lvalue) {
    exprs_t *exprs = body->exprs;
    if (lvalue.kind == LVALUE_VALUE) return value_of(lvalue.address, lvalue.type);
    if (lvalue.kind == LVALUE_REG)
        return value_of(expr_reg(exprs, lvalue.type->bits, lvalue.reg), lvalue.type);
    if (lvalue.kind == LVALUE_BITS) {
        const expr_t *unit = expr_load(exprs, lvalue.address, lvalue.unit);
        const expr_t *shift = expr_const(exprs, unit->width, lvalue.shift);
        const expr_t *low = expr_binary(exprs, EXPR_LSHR, unit, shift);
        const expr_t *bits = expr_resize(exprs, low, lvalue.width, false);
        return value_of(expr_resize(exprs, bits, lvalue.type->bits, lvalue.type->is_signed),
                        lvalue.type);
    }
    if (lvalue.type->kind == TYPE_VOID) return value_of(NULL, lvalue.type);
    if (!type_is_scalar(lvalue.type) && lvalue.is_atomic && body->function)
        return load_at_once(body, lvalue);
    if (!type_is_scalar(lvalue.type)) return value_of(lvalue.address, lvalue.type);
    value_t value = value_of(expr_load(exprs, lvalue.address, lvalue.type), lvalue.type);
    bool is_marked = lvalue.is_atomic && body->function && races_are_asked(body->lower);
    return is_marked ? races_load(body, value) : value;
}

static void store_step(body_t *body, const expr_t *address, const expr_t *value, const type_t *type,
                       bool is_atomic) {
    flow_step_t *step = body_step(body, EDGE_STORE);
    step->address = address;
    step->value = value;
    step->type = type;
    step->is_atomic |= is_atomic;
}

/* The other bits of the unit are read and written back, as a machine does. */
static value_t store_bits(body_t *body, lvalue_t lvalue, value_t value) {
    exprs_t *exprs = body->exprs;
    unsigned unit_bits = lvalue.unit->bits;
    value = body_settle(body, value);
    value_t old =
        body_settle(body, value_of(expr_load(exprs, lvalue.address, lvalue.unit), lvalue.unit));
    uint64_t mask = width_mask(lvalue.width) << lvalue.shift;
    const expr_t *narrow = expr_resize(exprs, value.expr, lvalue.width, false);
    const expr_t *wide = expr_resize(exprs, narrow, unit_bits, false);
    const expr_t *placed =
        expr_binary(exprs, EXPR_SHL, wide, expr_const(exprs, unit_bits, lvalue.shift));
    const expr_t *kept =
        expr_binary(exprs, EXPR_AND, old.expr, expr_const(exprs, unit_bits, ~mask));
    store_step(body, lvalue.address, expr_binary(exprs, EXPR_OR, kept, placed), lvalue.unit, false);
    return value_of(expr_resize(exprs, narrow, lvalue.type->bits, lvalue.type->is_signed),
                    lvalue.type);
}

value_t lvalue_store(body_t *body, lvalue_t lvalue, value_t value) {
    REQUIRE(lvalue.kind != LVALUE_VALUE);
    if (lvalue.kind == LVALUE_REG) {
        body_assign(body, lvalue.reg, value);
        return lvalue_load(body, lvalue);
    }
    if (lvalue.kind == LVALUE_BITS) return store_bits(body, lvalue, value);
    value = body_settle(body, value);
    if (!type_is_scalar(lvalue.type)) {
        if (lvalue.type->kind == TYPE_VOID || !value.expr) return value;
        body_assumes(body, ASSUME_PADDING);
        if (lvalue.is_atomic)
            store_at_once(body, lvalue, value);
        else
            lvalue_copy(body, lvalue.address, value.expr, lvalue.type);
        return value_of(lvalue.address, lvalue.type);
    }
    store_step(body, lvalue.address, value.expr, lvalue.type,
               lvalue.is_atomic && races_are_asked(body->lower));
    return value;
}

/* In a union one member may show the bytes of another one that is not modelled. */
static bool is_modelled(const type_t *type) {
    if (type->lacks_fields) return false;
    if (type->kind == TYPE_ARRAY) return is_modelled(type->elem);
    uint64_t known = 0, unknown = 0;
    for (size_t i = 0; i < type->field_count; i++) {
        const type_t *member = type->fields[i].type;
        uint64_t *size = is_modelled(member) ? &known : &unknown;
        if (member->size > *size) *size = member->size;
    }
    return type->kind == TYPE_UNION ? unknown <= known : !unknown;
}

void lvalue_copy(body_t *body, const expr_t *to, const expr_t *from, const type_t *type) {
    uint64_t count = type_cell_count(type);
    bool is_refused = (type->is_library && !mutexes_is_one(type)) || !is_modelled(type);
    if (is_refused || count > LVALUE_MAX_CELLS) {
        body_unsupported(body, is_refused ? "copy of %s" : "copy of the large object %s",
                         type_spelling(body->program->types, type));
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(type, i);
        const expr_t *load =
            expr_load(body->exprs, arith_offset(body, from, cell.offset), cell.type);
        value_t value = body_settle(body, value_of(load, cell.type));
        store_step(body, arith_offset(body, to, cell.offset), value.expr, cell.type, false);
    }
    mutexes_copy(body, to, from, type, type->size);
}
