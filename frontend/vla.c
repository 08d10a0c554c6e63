#include "frontend/vla.h"

#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/rvalue.h"

bool vla_is_one(CXCursor decl) {
    return clang_getCanonicalType(clang_getCursorType(decl)).kind == CXType_VariableArray;
}

const type_t *vla_element(const type_t *type) {
    while (type->is_variable) type = type->elem;
    return type;
}

/* The sizes as libclang lists them: from the innermost array outwards, those of
 * arrays with constant sizes too. */
typedef struct sizes {
    cursors_t list;
    size_t next;
} sizes_t;

static bool take_size(sizes_t *sizes, CXCursor *out) {
    if (sizes->next >= sizes->list.len) return false;
    *out = sizes->list.data[sizes->next++];
    return true;
}

static bool bind_array(body_t *body, const type_t *type, CXCursor size) {
    const type_t *word = type_int(body->program->types, body->program->pointer_bits, true);
    value_t count = body_settle(body, rvalue_as(body, size, word));
    const expr_t *zero = expr_const(body->exprs, word->bits, 0);
    arith_guard(body, expr_binary(body->exprs, EXPR_SLE, count.expr, zero),
                "a variable-length array of no elements");
    reg_t reg = body_temporary(body, word);
    const expr_t *bytes =
        expr_binary(body->exprs, EXPR_MUL, count.expr, body_size_of(body, type->elem));
    body_assign(body, reg, value_of(bytes, word));
    map64_put(&body->sizes, map64_pointer(type), reg);
    return true;
}

/* A typedef has its sizes in its own declaration. */
static bool bind_type(body_t *body, CXType type, sizes_t *sizes) {
    CXCursor size;
    switch (type.kind) {
    case CXType_Pointer: return bind_type(body, clang_getPointeeType(type), sizes);
    case CXType_Unexposed: /* parentheses */
        return bind_type(body, clang_getCanonicalType(type), sizes);
    case CXType_IncompleteArray: return bind_type(body, clang_getArrayElementType(type), sizes);
    case CXType_ConstantArray:
        return bind_type(body, clang_getArrayElementType(type), sizes) && take_size(sizes, &size);
    case CXType_VariableArray:
        return bind_type(body, clang_getArrayElementType(type), sizes) && take_size(sizes, &size) &&
               bind_array(body, ctype_lower(body->lower, body->unit, type), size);
    default: return true;
    }
}

static bool is_variably_modified(CXType type) {
    type = clang_getCanonicalType(type);
    switch (type.kind) {
    case CXType_VariableArray: return true;
    case CXType_Pointer: return is_variably_modified(clang_getPointeeType(type));
    case CXType_ConstantArray:
    case CXType_IncompleteArray: return is_variably_modified(clang_getArrayElementType(type));
    default: return false;
    }
}

bool vla_bind(body_t *body, CXCursor decl) {
    bool is_typedef = clang_getCursorKind(decl) == CXCursor_TypedefDecl;
    CXType type = is_typedef ? clang_getTypedefDeclUnderlyingType(decl) : clang_getCursorType(decl);
    if (!is_variably_modified(type)) return true;
    sizes_t sizes = {.list = clu_operands(body->lower->scratch, decl)};
    if (bind_type(body, type, &sizes)) return true;
    body_unsupported(body, "the variable-length array type of '%s'",
                     clu_spelling(body->lower->scratch, decl));
    return false;
}

static enum CXChildVisitResult find_jump(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool *found = data;
    *found = kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt;
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_jump(CXCursor function) {
    bool found = false;
    clang_visitChildren(function, find_jump, &found);
    return found;
}

void vla_declare(body_t *body, CXCursor decl, const char *name, const type_t *type) {
    variable_info_t *variable = ARENA_NEW(body->lower->scratch, variable_info_t);
    const type_t *element = vla_element(type);
    const type_t *pointer = body_pointer_to(body, type->elem);
    *variable = (variable_info_t){.is_behind = true, .type = type};
    variable->reg = function_add_reg(body->program, body->function, name, pointer);
    cursor_map_put(&body->variables, body->lower->scratch, decl, variable);
    if (!vla_bind(body, decl)) return;
    if (!element->size) {
        body_unsupported(body, "the variable-length array '%s'", name);
        return;
    }
    /* Jumps do not end it. */
    if (body->program->faults[FAULT_ACCESS] != NO_PROPERTY && has_jump(body->decl)) {
        body_unsupported(body, "a variable-length array beside a goto where accesses are checked");
        return;
    }
    object_t *array = program_add_object(body->program, OBJECT_HEAP, name, element, body->source);
    array->is_automatic = true;
    flow_step_t *step = body_step(body, EDGE_ALLOC);
    step->object = array;
    step->value = body_size_of(body, type);
    step->target = variable->reg;
    step->type = element;
    VEC_PUSH(body->arrays, variable->reg);
}

bool vla_sizeof(body_t *body, CXCursor cursor, value_t *out) {
    cursors_t children = clu_children(body->lower->scratch, cursor);
    if (children.len != 1) return false;
    CXCursor operand = children.data[0];
    const type_t *type = clang_getCursorKind(operand) == CXCursor_TypeRef
                             ? ctype_of(body->lower, body->unit, clang_getCursorReferenced(operand))
                             : body_type(body, operand);
    uint64_t reg;
    if (!type->is_variable || !map64_get(&body->sizes, map64_pointer(type), &reg)) return false;
    *out = arith_convert(body, body_reg(body, (reg_t)reg), body_type(body, cursor));
    return true;
}

void vla_leave(body_t *body, size_t count) {
    for (size_t i = body->arrays.len; i-- > count;) {
        flow_step_t *step = body_step(body, EDGE_FREE);
        step->address = body_reg(body, body->arrays.data[i]).expr;
        step->is_implied = true;
    }
}
