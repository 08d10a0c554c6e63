#include "frontend/clang_util.h"

#include <string.h>

typedef struct cursor_collector {
    VEC(CXCursor) found;
    bool operands_only;
} cursor_collector_t;

static bool is_operand(enum CXCursorKind kind) {
    return clang_isExpression(kind) || clang_isStatement(kind) || clang_isDeclaration(kind);
}

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    cursor_collector_t *collector = data;
    if (!collector->operands_only || is_operand(clang_getCursorKind(cursor)))
        VEC_PUSH(collector->found, cursor);
    return CXChildVisit_Continue;
}

static cursors_t collected(arena_t *arena, CXCursor cursor, bool operands_only) {
    cursor_collector_t collector = {.operands_only = operands_only};
    clang_visitChildren(cursor, collect, &collector);
    CXCursor *copy = ARENA_ARRAY(arena, CXCursor, collector.found.len);
    if (collector.found.len) memcpy(copy, collector.found.data, sizeof *copy * collector.found.len);
    cursors_t result = {copy, collector.found.len};
    VEC_FREE(collector.found);
    return result;
}

cursors_t clu_children(arena_t *arena, CXCursor cursor) {
    return collected(arena, cursor, false);
}

cursors_t clu_operands(arena_t *arena, CXCursor cursor) {
    return collected(arena, cursor, true);
}

static enum CXChildVisitResult keep_last(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    if (is_operand(clang_getCursorKind(cursor))) *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

CXCursor clu_last_operand(CXCursor cursor) {
    CXCursor last = clang_getNullCursor();
    clang_visitChildren(cursor, keep_last, &last);
    return last;
}

bool clu_is_null(CXCursor cursor) {
    return clang_Cursor_isNull(cursor);
}

static enum CXChildVisitResult count_operand(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_MemberRef) *(size_t *)data += 2;
    if (is_operand(clang_getCursorKind(cursor))) ++*(size_t *)data;
    return CXChildVisit_Continue;
}

/* Implicit casts are unexposed expressions with exactly one operand; so are
 * the names of functions (__func__) around their string, which is as good. */
static bool is_wrapper(CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_ParenExpr) return true;
    if (kind == CXCursor_UnaryOperator)
        return clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Extension;
    if (kind != CXCursor_UnexposedExpr) return false;
    size_t operands = 0;
    clang_visitChildren(cursor, count_operand, &operands);
    return operands == 1;
}

CXCursor clu_strip(CXCursor cursor) {
    while (is_wrapper(cursor)) {
        CXCursor inner = clu_last_operand(cursor);
        if (clu_is_null(inner)) break;
        cursor = inner;
    }
    return cursor;
}

CXCursor clu_strip_casts(CXCursor cursor) {
    for (;;) {
        cursor = clu_strip(cursor);
        if (clang_getCursorKind(cursor) != CXCursor_CStyleCastExpr) return cursor;
        CXCursor inner = clu_last_operand(cursor);
        if (clu_is_null(inner)) return cursor;
        cursor = inner;
    }
}

const char *clu_text(arena_t *arena, CXString string) {
    const char *text = clang_getCString(string);
    const char *copy = arena_strdup(arena, text ? text : "");
    clang_disposeString(string);
    return copy;
}

const char *clu_spelling(arena_t *arena, CXCursor cursor) {
    return clu_text(arena, clang_getCursorSpelling(cursor));
}

static bool is_assignment(CXCursor cursor) {
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: return true;
    default: return clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign;
    }
}

typedef struct effect_search {
    bool found;
    bool skips_next; /* the first operand of _Generic is not evaluated */
} effect_search_t;

/* Builtins compute; some do not even evaluate their arguments. */
static enum CXChildVisitResult find_effect_of_call(CXCursor call, effect_search_t *search) {
    CXString spelling = clang_getCursorSpelling(call);
    const char *name = clang_getCString(spelling);
    bool is_builtin = name && strncmp(name, "__builtin_", 10) == 0;
    bool is_unevaluated = is_builtin && (strcmp(name + 10, "constant_p") == 0 ||
                                         strcmp(name + 10, "object_size") == 0 ||
                                         strcmp(name + 10, "dynamic_object_size") == 0);
    clang_disposeString(spelling);
    search->found = !is_builtin;
    return !is_builtin      ? CXChildVisit_Break
           : is_unevaluated ? CXChildVisit_Continue
                            : CXChildVisit_Recurse;
}

static enum CXChildVisitResult find_effect(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    effect_search_t *search = data;
    if (search->skips_next) {
        search->skips_next = false;
        return CXChildVisit_Continue;
    }
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_UnaryExpr: return CXChildVisit_Continue; /* sizeof and the like */
    case CXCursor_CallExpr: return find_effect_of_call(cursor, search);
    case CXCursor_GenericSelectionExpr: search->skips_next = true; break;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_StmtExpr: search->found = true; break;
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator: search->found = is_assignment(cursor); break;
    default: break;
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Clang knows the value of (x++ || 1) and does not mind x; whoever takes the value for
 * the expression would lose the effect. */
static CXEvalResult evaluate(CXCursor cursor) {
    effect_search_t search = {0};
    if (find_effect(cursor, cursor, &search) == CXChildVisit_Recurse)
        clang_visitChildren(cursor, find_effect, &search);
    return search.found ? NULL : clang_Cursor_Evaluate(cursor);
}

bool clu_integer(CXCursor cursor, uint64_t *value) {
    CXEvalResult result = evaluate(cursor);
    if (!result) return false;
    bool is_integer = clang_EvalResult_getKind(result) == CXEval_Int;
    if (is_integer)
        *value = clang_EvalResult_isUnsignedInt(result)
                     ? clang_EvalResult_getAsUnsigned(result)
                     : (uint64_t)clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return is_integer;
}

bool clu_double(CXCursor cursor, double *value) {
    CXEvalResult result = evaluate(cursor);
    if (!result) return false;
    bool is_float = clang_EvalResult_getKind(result) == CXEval_Float;
    if (is_float) *value = clang_EvalResult_getAsDouble(result);
    clang_EvalResult_dispose(result);
    return is_float;
}

typedef struct cursor_entry {
    CXCursor key;
    void *value;
} cursor_entry_t;

static bool cursor_entry_equal(const void *in_table, const void *key) {
    return clang_equalCursors(((const cursor_entry_t *)in_table)->key, *(const CXCursor *)key);
}

static uint64_t cursor_hash(CXCursor cursor) {
    return hash_mix(0, clang_hashCursor(cursor));
}

/* The cursor of an expression also holds the declaration it was reached
 * through, if any, so that the same expression may have unequal cursors. */
static CXCursor cursor_key(CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (clang_isExpression(kind) || clang_isStatement(kind)) cursor.data[0] = NULL;
    return cursor;
}

void cursor_map_free(cursor_map_t *map) {
    if (map->table.equal) intern_free(&map->table);
    *map = (cursor_map_t){0};
}

static cursor_entry_t *cursor_map_entry(const cursor_map_t *map, CXCursor key) {
    return map->table.equal ? intern_find(&map->table, cursor_hash(key), &key) : NULL;
}

void *cursor_map_get(const cursor_map_t *map, CXCursor key) {
    cursor_entry_t *entry = cursor_map_entry(map, cursor_key(key));
    return entry ? entry->value : NULL;
}

void cursor_map_put(cursor_map_t *map, arena_t *arena, CXCursor key, void *value) {
    if (!map->table.equal) intern_init(&map->table, cursor_entry_equal);
    key = cursor_key(key);
    cursor_entry_t *entry = cursor_map_entry(map, key);
    if (entry) {
        entry->value = value;
        return;
    }
    entry = ARENA_NEW(arena, cursor_entry_t);
    *entry = (cursor_entry_t){key, value};
    intern_add(&map->table, cursor_hash(key), entry);
}

source_t clu_position(positions_t *positions, CXSourceLocation location) {
    CXFile file = NULL;
    unsigned line = 0, column = 0;
    clang_getExpansionLocation(location, &file, &line, &column, NULL);
    if (!file) return (source_t){0};
    uint64_t name;
    if (!map64_get(&positions->names, map64_pointer(file), &name)) {
        name = map64_pointer(clu_text(positions->arena, clang_getFileName(file)));
        map64_put(&positions->names, map64_pointer(file), name);
    }
    return (source_t){.file = (const char *)(uintptr_t)name, .line = line, .column = column};
}

source_t clu_source(positions_t *positions, CXCursor cursor) {
    return clu_position(positions, clang_getRangeStart(clang_getCursorExtent(cursor)));
}
