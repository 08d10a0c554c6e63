#include "frontend/attribute.h"

#include <stdlib.h>
#include <string.h>

typedef struct attribute_search {
    arena_t *arena;
    bool has_unnamed;
    const char *label;
} attribute_search_t;

static enum CXChildVisitResult see_child(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    attribute_search_t *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_UnexposedAttr) search->has_unnamed = true;
    if (kind == CXCursor_AsmLabelAttr) search->label = clu_spelling(search->arena, cursor);
    return CXChildVisit_Continue;
}

/* "((name" or "gnu::name", as a word. */
static bool names(const char *text, const char *attribute) {
    size_t length = strlen(attribute);
    for (const char *at = strstr(text, attribute); at; at = strstr(at + 1, attribute)) {
        bool begins =
            at - text >= 2 && (strncmp(at - 2, "((", 2) == 0 || strncmp(at - 2, "::", 2) == 0);
        if (begins && (at[length] == '(' || at[length] == ')' || at[length] == ']')) return true;
    }
    return false;
}

static CXString print(CXCursor decl) {
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(decl);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString printed = clang_getCursorPrettyPrinted(decl, policy);
    clang_PrintingPolicy_dispose(policy);
    return printed;
}

attributes_t attributes_of(arena_t *arena, CXCursor decl) {
    attribute_search_t search = {.arena = arena};
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(decl))) return (attributes_t){0};
    clang_visitChildren(decl, see_child, &search);
    attributes_t found = {.label = search.label};
    if (!search.has_unnamed) return found;
    CXString printed = print(decl);
    const char *text = clang_getCString(printed);
    if (text) {
        found.runs_before_main = names(text, "constructor");
        found.runs_after_main = names(text, "destructor");
        found.is_alias = names(text, "alias") || names(text, "weakref") || names(text, "ifunc");
        found.is_weak = names(text, "weak");
        found.has_cleanup = names(text, "cleanup");
    }
    clang_disposeString(printed);
    return found;
}

static enum CXChildVisitResult find_pure(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool *found = data;
    if (kind == CXCursor_ConstAttr || kind == CXCursor_PureAttr) *found = true;
    return CXChildVisit_Continue;
}

bool attributes_are_pure(CXCursor function) {
    bool found = false;
    clang_visitChildren(function, find_pure, &found);
    return found;
}

static enum CXChildVisitResult see_alignment(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    bool *found = data;
    *found |= clang_getCursorKind(cursor) == CXCursor_AlignedAttr;
    return CXChildVisit_Continue;
}

/* The largest number behind the word. */
static unsigned long largest(const char *text, const char *word) {
    unsigned long most = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        unsigned long number = strtoul(at + strlen(word), NULL, 0);
        if (number > most) most = number;
    }
    return most;
}

uint32_t attributes_alignment(CXCursor decl) {
    bool is_aligned = false;
    clang_visitChildren(decl, see_alignment, &is_aligned);
    if (!is_aligned) return 0;
    CXString printed = print(decl);
    const char *text = clang_getCString(printed);
    unsigned long most = 0;
    if (text) {
        most = largest(text, "aligned(");
        unsigned long other = largest(text, "_Alignas(");
        if (other > most) most = other;
    }
    clang_disposeString(printed);
    enum { MOST = 1 << 16 };
    return most <= MOST && !(most & (most - 1)) ? (uint32_t)most : 0;
}

/* _Noreturn belongs to the declaration, the attribute to the type. */
bool attributes_never_returns(CXCursor function) {
    CXString printed = print(function);
    CXString type = clang_getTypeSpelling(clang_getCursorType(function));
    const char *text = clang_getCString(printed), *spelling = clang_getCString(type);
    bool found = (text && (strstr(text, "_Noreturn") || strstr(text, "[[noreturn]]"))) ||
                 (spelling && names(spelling, "noreturn"));
    clang_disposeString(type);
    clang_disposeString(printed);
    return found;
}
