#include "frontend/scan.h"

#include "frontend/symbols.h"

typedef struct scanner {
    lower_t *lower;
    unit_t *unit;
    VEC(symbol_t *) work;
    size_t ordinal; /* for and asm statements met in this function */
    cursor_map_t callees; /* names that are only called */
} scanner_t;

static void reach(scanner_t *scanner, symbol_t *symbol) {
    if (symbol->is_reached) return;
    symbol->is_reached = true;
    VEC_PUSH(scanner->work, symbol);
}

static void see_name(scanner_t *scanner, CXCursor cursor) {
    CXCursor decl = clang_getCursorReferenced(cursor);
    symbol_t *symbol = symbols_find(scanner->lower, scanner->unit, decl);
    if (!symbol) return;
    reach(scanner, symbol);
    if (!symbol->is_function || symbol->is_taken || cursor_map_get(&scanner->callees, cursor))
        return;
    symbol->is_taken = true;
    VEC_PUSH(scanner->lower->taken, symbol);
}

static enum CXChildVisitResult first_child(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Break;
}

static void see_call(scanner_t *scanner, CXCursor cursor) {
    CXCursor callee = clang_getNullCursor();
    clang_visitChildren(cursor, first_child, &callee);
    if (clu_is_null(callee)) return;
    callee = clu_strip(callee);
    if (clang_getCursorKind(callee) == CXCursor_DeclRefExpr)
        cursor_map_put(&scanner->callees, scanner->lower->scratch, callee, scanner);
}

static void see_address(scanner_t *scanner, CXCursor cursor) {
    if (clang_getCursorUnaryOperatorKind(cursor) != CXUnaryOperator_AddrOf) return;
    CXCursor operand = clu_strip(clu_last_operand(cursor));
    if (clang_getCursorKind(operand) != CXCursor_DeclRefExpr) return;
    CXCursor decl = clang_getCursorReferenced(operand);
    cursor_map_put(&scanner->unit->taken, scanner->lower->scratch, decl, scanner->unit);
}

static void see_statement(scanner_t *scanner, CXCursor cursor) {
    scanner->ordinal++;
    cursor_map_put(&scanner->unit->ordinals, scanner->lower->scratch, cursor,
                   (void *)(uintptr_t)scanner->ordinal);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    scanner_t *scanner = data;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr: see_name(scanner, cursor); break;
    case CXCursor_CallExpr: see_call(scanner, cursor); break;
    case CXCursor_UnaryOperator: see_address(scanner, cursor); break;
    case CXCursor_ForStmt:
    case CXCursor_AsmStmt: see_statement(scanner, cursor); break;
    default: break;
    }
    return CXChildVisit_Recurse;
}

void scan_unit(lower_t *lower, unit_t *unit) {
    scanner_t scanner = {.lower = lower, .unit = unit};
    for (size_t i = 0; i < lower->symbols.len; i++) {
        if (lower->symbols.data[i]->unit != unit) continue;
        scanner.ordinal = 0;
        clang_visitChildren(lower->symbols.data[i]->decl, visit, &scanner);
    }
    cursor_map_free(&scanner.callees);
    VEC_FREE(scanner.work);
}

void scan_from(lower_t *lower, symbol_t *start) {
    scanner_t scanner = {.lower = lower};
    reach(&scanner, start);
    while (scanner.work.len) {
        symbol_t *symbol = VEC_POP(scanner.work);
        if (!symbol->is_defined) continue;
        scanner.unit = symbol->unit;
        scanner.ordinal = 0;
        clang_visitChildren(symbol->decl, visit, &scanner);
    }
    cursor_map_free(&scanner.callees);
    VEC_FREE(scanner.work);
}
