#include "frontend/symbols.h"

#include "frontend/attribute.h"
#include "frontend/ctype.h"
#include "frontend/init.h"

#include <string.h>

typedef struct symbol_key {
    const char *name;
    const unit_t *unit; /* NULL: external */
} symbol_key_t;

static uint64_t key_hash(const symbol_key_t *key) {
    return hash_mix(hash_string(key->name), map64_pointer(key->unit));
}

static bool symbol_equal(const void *in_table, const void *key) {
    const symbol_t *symbol = in_table;
    const symbol_key_t *wanted = key;
    const unit_t *unit = symbol->is_static ? symbol->unit : NULL;
    return unit == wanted->unit && strcmp(symbol->name, wanted->name) == 0;
}

static symbol_t *lookup(lower_t *lower, symbol_key_t key) {
    return lower->by_name.equal ? intern_find(&lower->by_name, key_hash(&key), &key) : NULL;
}

static bool has_body(CXCursor decl) {
    return clang_isCursorDefinition(decl);
}

static CXCursor initialiser(CXCursor variable) {
    return clang_Cursor_getVarDeclInitializer(variable);
}

/* How much a declaration says: a declaration, a tentative definition, a
 * definition. */
static int weight(CXCursor decl) {
    if (clang_getCursorKind(decl) == CXCursor_FunctionDecl) return has_body(decl) ? 2 : 0;
    if (!clu_is_null(initialiser(decl))) return 2;
    return clang_Cursor_getStorageClass(decl) == CX_SC_Extern ? 0 : 1;
}

/* __builtin_abort is a call of abort. Functions of the models are not the program's. */
static void find_violation(const lower_t *lower, const unit_t *unit, symbol_t *symbol) {
    static const char prefix[] = "__builtin_";
    const property_set_t *properties = lower->options->properties;
    const char *name = symbol->name;
    if (unit == lower->library || !symbol->is_function) return;
    if (strncmp(name, prefix, sizeof prefix - 1) == 0) name += sizeof prefix - 1;
    symbol->violated = property_set_error_call(properties, name);
    symbol->is_error = symbol->violated < properties->count;
}

static bool is_atomic_name(const char *name) {
    static const char prefix[] = "__VERIFIER_atomic_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

static symbol_t *enter(lower_t *lower, unit_t *unit, CXCursor decl, symbol_key_t key) {
    symbol_t *symbol = ARENA_NEW(lower->scratch, symbol_t);
    symbol->name = key.name;
    symbol->unit = unit;
    symbol->decl = decl;
    symbol->is_function = clang_getCursorKind(decl) == CXCursor_FunctionDecl;
    find_violation(lower, unit, symbol);
    symbol->is_atomic = symbol->is_function && is_atomic_name(key.name);
    symbol->is_static = key.unit != NULL;
    symbol->is_defined = weight(decl) > 0;
    symbol->has_initialiser = weight(decl) == 2;
    symbol->type = ctype_of(lower, unit, decl);
    if (!lower->by_name.equal) intern_init(&lower->by_name, symbol_equal);
    intern_add(&lower->by_name, key_hash(&key), symbol);
    VEC_PUSH(lower->symbols, symbol);
    return symbol;
}

static void check_agreement(lower_t *lower, const symbol_t *symbol, CXCursor decl,
                            const type_t *type) {
    source_t here = clu_source(&lower->positions, decl);
    source_t there = clu_source(&lower->positions, symbol->decl);
    bool is_function = clang_getCursorKind(decl) == CXCursor_FunctionDecl;
    if (is_function != symbol->is_function || !ctype_agree(symbol->type, type))
        lower_error(lower, here, "'%s' is declared as '%s' here, but as '%s' at %s:%u:%u",
                    symbol->name, type_spelling(lower->program->types, type),
                    type_spelling(lower->program->types, symbol->type), there.file, there.line,
                    there.column);
    else if (weight(decl) == 2 && symbol->has_initialiser &&
             !clang_Cursor_isFunctionInlined(decl) && !clang_Cursor_isFunctionInlined(symbol->decl))
        lower_error(lower, here, "'%s' is defined here and at %s:%u:%u", symbol->name, there.file,
                    there.line, there.column);
}

/* The declaration that says most stands for the symbol; a complete type is
 * better than an array without its size. */
static void improve(lower_t *lower, symbol_t *symbol, unit_t *unit, CXCursor decl) {
    const type_t *type = ctype_of(lower, unit, decl);
    /* Within one file clang has checked them. */
    if (unit != symbol->unit) {
        check_agreement(lower, symbol, decl, type);
        bool are_bodies = symbol->is_function && symbol->is_defined && has_body(decl);
        if (are_bodies &&
            clang_Cursor_isFunctionInlined(decl) != clang_Cursor_isFunctionInlined(symbol->decl))
            symbol->has_two_bodies = true;
    }
    bool completes = !symbol->type->size && type->size;
    if (weight(decl) > (symbol->is_defined ? symbol->has_initialiser ? 2 : 1 : 0)) {
        symbol->decl = decl;
        symbol->unit = unit;
        symbol->is_defined = true;
        symbol->has_initialiser = weight(decl) == 2;
        if (type->size || type->kind == TYPE_FUNCTION) symbol->type = type;
    }
    if (completes) symbol->type = type;
}

symbol_t *symbols_find(lower_t *lower, unit_t *unit, CXCursor decl) {
    enum CXLinkageKind linkage = clang_getCursorLinkage(decl);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    bool is_known_kind = kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl;
    if (!is_known_kind || linkage == CXLinkage_NoLinkage || linkage == CXLinkage_Invalid)
        return NULL;
    symbol_key_t key = {.name = clu_spelling(lower->scratch, decl)};
    if (linkage == CXLinkage_Internal) key.unit = unit;
    symbol_t *symbol = lookup(lower, key);
    return symbol ? symbol : enter(lower, unit, decl, key);
}

symbol_t *symbols_find_function(lower_t *lower, const char *name) {
    symbol_t *symbol = lookup(lower, (symbol_key_t){.name = name});
    return symbol && symbol->is_function ? symbol : NULL;
}

symbol_t *symbols_find_static(lower_t *lower, const unit_t *unit, const char *name) {
    return lookup(lower, (symbol_key_t){name, unit});
}

typedef struct collection {
    lower_t *lower;
    unit_t *unit;
} collection_t;

static enum CXChildVisitResult note_typedef(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    collection_t *collection = data;
    if (clang_getCursorKind(cursor) == CXCursor_TypedefDecl)
        ctype_note_typedef(collection->lower, collection->unit, cursor);
    return CXChildVisit_Continue;
}

static void note_attributes(lower_t *lower, symbol_t *symbol, CXCursor decl) {
    attributes_t attributes = attributes_of(lower->scratch, decl);
    source_t source = clu_source(&lower->positions, decl);
    if (attributes.runs_before_main)
        lower_complain(lower, source, "a function that runs before main");
    if (attributes.runs_after_main)
        lower_complain(lower, source, "a function that runs after main");
    symbol->is_alias |= attributes.is_alias;
    symbol->is_weak |= attributes.is_weak;
    if (attributes.label && strcmp(attributes.label, symbol->name) != 0)
        symbol->label = attributes.label;
}

/* What the linker would do with names. Of two symbols one of which has the other's name
 * as its label it makes one. */
void symbols_check_names(lower_t *lower) {
    for (size_t i = 0; i < lower->symbols.len; i++) {
        const symbol_t *symbol = lower->symbols.data[i];
        source_t source = clu_source(&lower->positions, symbol->decl);
        if (symbol->is_reached && symbol->is_alias)
            lower_complain(lower, source, "another name of a symbol");
        /* Compilers choose by how they optimise. */
        if (symbol->is_reached && symbol->has_two_bodies)
            lower_complain(lower, source, "a function with an inline definition and another one");
        /* Its address may be NULL. */
        bool is_asked = symbol->is_function ? symbol->is_taken : symbol->is_reached;
        if (is_asked && symbol->is_weak && !symbol->is_defined)
            lower_complain(lower, source, "a weak symbol without a definition");
        if (!symbol->label) continue;
        const symbol_t *other = lookup(lower, (symbol_key_t){.name = symbol->label});
        if (other && (symbol->is_reached || other->is_reached) &&
            (symbol->is_defined || other->is_defined))
            lower_complain(lower, source, "a symbol with the label of another one");
    }
}

static enum CXChildVisitResult note_symbol(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    collection_t *collection = data;
    symbol_t *symbol = symbols_find(collection->lower, collection->unit, cursor);
    if (!symbol) return CXChildVisit_Continue;
    improve(collection->lower, symbol, collection->unit, cursor);
    note_attributes(collection->lower, symbol, cursor);
    return CXChildVisit_Continue;
}

void symbols_collect(lower_t *lower, unit_t *unit) {
    collection_t collection = {lower, unit};
    CXCursor top = clang_getTranslationUnitCursor(unit->tu);
    clang_visitChildren(top, note_typedef, &collection);
    clang_visitChildren(top, note_symbol, &collection);
}

static object_t *make_object(lower_t *lower, symbol_t *symbol) {
    if (symbol->object) return symbol->object;
    bool is_per_thread = clang_getCursorTLSKind(symbol->decl) != CXTLS_None;
    const char *name = symbol->name;
    /* No name of the user's. */
    if (symbol->unit == lower->library) name = arena_printf(lower->scratch, "<%s>", name);
    symbol->object =
        program_add_object(lower->program, is_per_thread ? OBJECT_THREAD : OBJECT_GLOBAL, name,
                           symbol->type, clu_source(&lower->positions, symbol->decl));
    symbol->object->init_unknown = !symbol->is_defined;
    symbol->object->align = attributes_alignment(symbol->decl);
    symbol->object->hides_members = ctype_has_atomic_record(clang_getCursorType(symbol->decl));
    if (!symbol->is_defined) assumption_use(&lower->program->assumptions, ASSUME_EXTERN_VARIABLES);
    if (clang_isVolatileQualifiedType(clang_getCursorType(symbol->decl)))
        assumption_use(&lower->program->assumptions, ASSUME_VOLATILE);
    if (symbol->has_initialiser) VEC_PUSH(lower->uninitialised, symbol);
    return symbol->object;
}

/* A static variable of a function is one object; its initialiser was read
 * when its declaration was passed. */
const object_t *symbols_object(lower_t *lower, unit_t *unit, CXCursor decl) {
    object_t *local = cursor_map_get(&lower->statics, decl);
    if (local) return local;
    symbol_t *symbol = symbols_find(lower, unit, decl);
    if (!symbol || symbol->is_function) return NULL;
    return make_object(lower, symbol);
}

function_t *symbols_make_function(lower_t *lower, symbol_t *symbol) {
    if (!symbol->function) {
        symbol->function = program_add_function(lower->program, symbol->name, symbol->type,
                                                clu_source(&lower->positions, symbol->decl));
        symbol->function->has_body = symbol->is_defined || symbol->is_error;
    }
    return symbol->function;
}

function_t *symbols_function(lower_t *lower, unit_t *unit, CXCursor decl) {
    symbol_t *symbol = symbols_find(lower, unit, decl);
    return symbol ? symbols_make_function(lower, symbol) : NULL;
}

/* Reading one may make further objects. */
void symbols_initialise(lower_t *lower) {
    while (lower->uninitialised.len) {
        symbol_t *symbol = VEC_POP(lower->uninitialised);
        init_static(lower, symbol->unit, symbol->object, initialiser(symbol->decl));
    }
}
