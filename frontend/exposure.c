#include "frontend/exposure.h"

#include "frontend/ctype.h"
#include "frontend/external.h"
#include "frontend/models.h"
#include "frontend/symbols.h"

#include <string.h>

typedef struct exposure_search {
    lower_t *lower;
    symbol_t *function; /* whose body is looked at */
    const char *callee;
    bool has_targets;   /* pointers to functions without a body are about */
    bool has_numbers;   /* addresses are made numbers somewhere */
} exposure_search_t;

static void cannot_see(exposure_search_t *search, const char *what, const char *name) {
    exposure_t *exposure = &search->lower->exposure;
    if (exposure->unseen) return;
    exposure->unseen = arena_printf(search->lower->scratch, what, name);
}

static bool is_integer(const type_t *type) {
    return type->kind == TYPE_INT;
}

static bool is_pointer(const type_t *type) {
    return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION;
}

/* Pointers and, where addresses are made numbers, numbers that have room for one. */
static bool may_hold_address(const exposure_search_t *search, const type_t *type) {
    if (type->is_library || type->kind == TYPE_POINTER) return true;
    if (is_integer(type))
        return search->has_numbers && type->bits >= search->lower->program->pointer_bits;
    if (type->kind == TYPE_ARRAY) return may_hold_address(search, type->elem);
    for (size_t i = 0; i < type->field_count; i++)
        if (may_hold_address(search, type->fields[i].type)) return true;
    return false;
}

static const type_t *type_at(exposure_search_t *search, CXCursor cursor) {
    return ctype_of(search->lower, search->function->unit, cursor);
}

static bool is_const(CXCursor variable) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    while (!clang_isConstQualifiedType(type)) { /* of an array, or of its elements */
        if (type.kind != CXType_ConstantArray && type.kind != CXType_IncompleteArray) return false;
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    return true;
}

/* The variable that an lvalue is a part of; null if it lies behind a pointer. */
static CXCursor base_variable(exposure_search_t *search, CXCursor cursor) {
    for (;;) {
        cursor = clu_strip_casts(cursor);
        enum CXCursorKind kind = clang_getCursorKind(cursor);
        if (kind == CXCursor_DeclRefExpr) return clang_getCursorReferenced(cursor);
        cursors_t operands = clu_operands(search->lower->scratch, cursor);
        bool is_part = kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr;
        if (!is_part || !operands.len) return clang_getNullCursor();
        cursor = clu_strip(operands.data[0]);
        if (type_at(search, cursor)->kind == TYPE_POINTER) return clang_getNullCursor();
    }
}

static void add_object(lower_t *lower, symbol_t *symbol) {
    if (symbol->is_exposed) return;
    symbol->is_exposed = true;
    VEC_PUSH(lower->exposure.objects, symbol);
}

static void hand_over_variable(exposure_search_t *search, CXCursor decl) {
    lower_t *lower = search->lower;
    const char *name = clu_spelling(lower->scratch, decl);
    const type_t *type = type_at(search, decl);
    if (clang_getCursorKind(decl) == CXCursor_FunctionDecl) {
        cannot_see(search, "what '%s', which it may call, does", name);
        return;
    }
    if (type->is_variable || may_hold_address(search, type)) {
        cannot_see(search, "what it reaches through '%s'", name);
        return;
    }
    if (is_const(decl)) return;
    symbol_t *symbol = symbols_find(lower, search->function->unit, decl);
    bool is_local = !symbol && clang_Cursor_getStorageClass(decl) != CX_SC_Static;
    /* Of other functions there may be several frames. */
    if (symbol)
        add_object(lower, symbol);
    else if (is_local && lower->program_main == search->function)
        VEC_PUSH(lower->exposure.locals, decl);
    else
        cannot_see(search, "the variable '%s'", name);
}

static void hand_over(exposure_search_t *search, CXCursor arg);

/* a + 1 points where a does, and so may numbers made of it. */
static bool hand_over_operands(exposure_search_t *search, CXCursor arg) {
    switch (clang_getCursorKind(arg)) {
    case CXCursor_BinaryOperator:
    case CXCursor_ConditionalOperator: break;
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_Minus ||
            clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_Not)
            break;
        return false;
    default: return false;
    }
    cursors_t operands = clu_operands(search->lower->scratch, arg);
    for (size_t i = 0; i < operands.len; i++) hand_over(search, operands.data[i]);
    return true;
}

static void hand_over_pointer(exposure_search_t *search, CXCursor arg, const type_t *type) {
    bool is_address = clang_getCursorKind(arg) == CXCursor_UnaryOperator &&
                      clang_getCursorUnaryOperatorKind(arg) == CXUnaryOperator_AddrOf;
    CXCursor decl = clang_getNullCursor();
    if (is_address) decl = base_variable(search, clu_last_operand(arg));
    if (!is_address && type->kind != TYPE_POINTER) decl = base_variable(search, arg);
    if (clu_is_null(decl))
        cannot_see(search, "what a pointer points to that '%s' is given", search->callee);
    else
        hand_over_variable(search, decl);
}

/* An argument of a call of a function without a body. */
static void hand_over(exposure_search_t *search, CXCursor arg) {
    uint64_t constant;
    arg = clu_strip_casts(arg);
    if (clang_getCursorKind(arg) == CXCursor_StringLiteral || clu_integer(arg, &constant)) return;
    if (hand_over_operands(search, arg)) return;
    const type_t *type = type_at(search, arg);
    if (is_pointer(type))
        hand_over_pointer(search, arg, type);
    else if (may_hold_address(search, type))
        cannot_see(search, "what lies at an address in a value that '%s' is given", search->callee);
}

static void see_call(exposure_search_t *search, CXCursor cursor) {
    lower_t *lower = search->lower;
    cursors_t operands = clu_operands(lower->scratch, cursor);
    if (!operands.len) return;
    CXCursor callee = clu_strip_casts(operands.data[0]);
    symbol_t *symbol = NULL;
    if (clang_getCursorKind(callee) == CXCursor_DeclRefExpr)
        symbol = symbols_find(lower, search->function->unit, clang_getCursorReferenced(callee));
    bool is_named = symbol && symbol->is_function;
    if (is_named ? !external_is_one(lower, symbol) : !search->has_targets) return;
    lower->exposure.is_called = true;
    search->callee = is_named ? symbol->name : "a function without a body";
    for (size_t i = 1; i < operands.len; i++) hand_over(search, operands.data[i]);
}

static void see_cast(exposure_search_t *search, CXCursor cursor) {
    CXCursor operand = clu_last_operand(cursor);
    uint64_t constant;
    if (clu_is_null(operand) || !clang_isExpression(clang_getCursorKind(operand))) return;
    if (is_integer(type_at(search, cursor)) && is_pointer(type_at(search, operand)) &&
        !clu_integer(cursor, &constant))
        search->has_numbers = true;
}

static enum CXChildVisitResult visit_casts(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_CStyleCastExpr || kind == CXCursor_UnexposedExpr) see_cast(data, cursor);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_calls(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr) see_call(data, cursor);
    return CXChildVisit_Recurse;
}

static void visit_all(exposure_search_t *search, CXCursorVisitor visitor) {
    lower_t *lower = search->lower;
    for (size_t i = 0; i < lower->symbols.len; i++) {
        search->function = lower->symbols.data[i];
        if (search->function->is_reached && search->function->is_defined)
            clang_visitChildren(search->function->decl, visitor, search);
    }
}

/* Handles of threads are left alone, as are objects of the library: whoever changes them
 * does so by its functions. */
static bool is_handle(CXCursor variable) {
    CXType type = clang_getCursorType(variable);
    while (clang_getArrayElementType(type).kind != CXType_Invalid)
        type = clang_getArrayElementType(type);
    CXString spelling = clang_getTypeSpelling(type);
    const char *text = clang_getCString(spelling);
    bool is_one = text && (strcmp(text, "pthread_t") == 0 || strcmp(text, "thrd_t") == 0);
    clang_disposeString(spelling);
    return is_one;
}

static bool is_library_object(const type_t *type) {
    while (type->kind == TYPE_ARRAY) type = type->elem;
    return type->is_library;
}

/* stderr and the like, also in preprocessed files. */
static bool is_of_library(const symbol_t *symbol) {
    return clang_Location_isInSystemHeader(clang_getCursorLocation(symbol->decl)) ||
           (!symbol->is_defined &&
            (strcmp(symbol->name, "stdin") == 0 || strcmp(symbol->name, "stdout") == 0 ||
             strcmp(symbol->name, "stderr") == 0));
}

static void add_globals(exposure_search_t *search) {
    lower_t *lower = search->lower;
    for (size_t i = 0; i < lower->symbols.len; i++) {
        symbol_t *symbol = lower->symbols.data[i];
        if (symbol->is_function || symbol->is_static || !symbol->is_reached) continue;
        if (is_const(symbol->decl) || is_handle(symbol->decl)) continue;
        if (is_library_object(symbol->type) || is_of_library(symbol)) continue;
        if (may_hold_address(search, symbol->type))
            cannot_see(search, "what it reaches through the variable '%s'", symbol->name);
        else
            add_object(lower, symbol);
    }
}

enum { MAX_CELLS = 256 };

static uint64_t cells_of(const exposure_t *exposure) {
    uint64_t cells = 0;
    for (size_t i = 0; i < exposure->objects.len; i++)
        cells += type_cell_count(exposure->objects.data[i]->type);
    return cells;
}

/* 'a', 'b' and 3 others */
static const char *list_of(lower_t *lower) {
    const exposure_t *exposure = &lower->exposure;
    const char *text = NULL;
    size_t count = exposure->objects.len + exposure->locals.len, shown = count == 3 ? 3 : 2;
    for (size_t i = 0; i < count && i < shown; i++) {
        size_t local = i - exposure->objects.len;
        const char *name = i < exposure->objects.len
                               ? exposure->objects.data[i]->name
                               : clu_spelling(lower->scratch, exposure->locals.data[local]);
        text = arena_printf(lower->scratch, "%s%s'%s'", text ? text : "",
                            !text            ? ""
                            : i + 1 == count ? " and "
                                             : ", ",
                            name);
    }
    if (count <= shown) return text;
    return arena_printf(lower->scratch, "%s and %zu others", text, count - shown);
}

/* The mark is looked at where a step violates a property (body_violation). */
static bool asks_for_mark(const lower_t *lower) {
    const property_set_t *properties = lower->options->properties;
    property_mask_t all = property_set_all(properties);
    /* Faults are added later (cfa/faults.c). */
    for (size_t i = 0; i < FAULT_COUNT; i++)
        if (lower->program->faults[i] != NO_PROPERTY) return false;
    return property_set_violated_by(properties, all, VIOLATION_STEP) == all;
}

void exposure_find(lower_t *lower) {
    exposure_search_t search = {.lower = lower};
    exposure_t *exposure = &lower->exposure;
    if (lower->options->externals_are_pure) return;
    for (size_t i = 0; i < lower->taken.len; i++)
        if (external_is_one(lower, lower->taken.data[i])) search.has_targets = true;
    visit_all(&search, visit_casts);
    visit_all(&search, visit_calls);
    if (!exposure->is_called) return;
    add_globals(&search);
    if (!exposure->unseen && cells_of(exposure) > MAX_CELLS)
        cannot_see(&search, "%s", list_of(lower));
    if (!exposure->unseen && exposure->objects.len + exposure->locals.len && !asks_for_mark(lower))
        cannot_see(&search, "%s", list_of(lower));
    exposure->list = exposure->unseen ? exposure->unseen : list_of(lower);
    if (exposure->unseen || !exposure->list) return;
    exposure->mark = program_add_object(lower->program, OBJECT_GLOBAL, "<changed by others>",
                                        type_bool(lower->program->types), (source_t){0});
}
