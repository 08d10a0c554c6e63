#include "frontend/external.h"

#include "frontend/attribute.h"
#include "frontend/library.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/symbols.h"

#include <string.h>

/* Functions of the C library without a model whose results are not arbitrary, wherever
 * they are declared: preprocessed files may not say which lines come from headers. */
static const char *const standard_names[] = {
    "ffs",       "ffsl",          "ffsll",          "imaxabs", "rand_r",  "isblank", "iscntrl",
    "isgraph",   "isascii",       "toascii",        "strsep",  "stpcpy",  "stpncpy", "strndup",
    "strchrnul", "strcoll",       "strxfrm",        "memmem",  "mempcpy", "memccpy", "memrchr",
    "bcmp",      "bcopy",         "bzero",          "atof",    "atoll",   "strtoll", "strtoull",
    "strtod",    "strtof",        "mblen",          "mbtowc",  "wctomb",  "wcslen",  "wcscpy",
    "wcsncpy",   "wcscat",        "wcscmp",         "wcsncmp", "wcschr",  "wmemset", "wmemcpy",
    "htonl",     "htons",         "ntohl",          "ntohs",   "fread",   "ungetc",  "reallocarray",
    "memalign",  "aligned_alloc", "posix_memalign", "valloc",
};
/* ... of floating-point numbers, with f or without. */
static const char *const standard_numbers[] = {
    "sin",   "cos",   "tan",    "asin",   "acos",    "atan",      "atan2",     "sinh",
    "cosh",  "tanh",  "asinh",  "acosh",  "atanh",   "exp",       "exp2",      "expm1",
    "log",   "log10", "log2",   "log1p",  "pow",     "fmod",      "cbrt",      "hypot",
    "frexp", "ldexp", "modf",   "scalbn", "logb",    "nextafter", "remainder", "remquo",
    "erf",   "erfc",  "tgamma", "lgamma", "drand48", "difftime",
};

static bool is_among(const char *name, size_t length, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0) return true;
    return false;
}

static bool is_standard(const symbol_t *symbol) {
    const char *name = symbol->name;
    size_t length = strlen(name), plain = length - (name[length - 1] == 'f');
    if (is_among(name, length, standard_names, sizeof standard_names / sizeof(char *))) return true;
    size_t count = sizeof standard_numbers / sizeof(char *);
    return symbol->type->elem->kind == TYPE_FLOAT &&
           (is_among(name, length, standard_numbers, count) ||
            is_among(name, plain, standard_numbers, count));
}

/* The compiler's own: what they mean is fixed, also where it is not known here. */
bool external_is_builtin(const char *name) {
    static const char *const prefixes[] = {"__builtin_", "__sync_", "__atomic_", "__c11_",
                                           "__scoped_atomic_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

/* Its meaning is fixed, so it must not be guessed. */
static bool is_library(const symbol_t *symbol) {
    return clang_Location_isInSystemHeader(clang_getCursorLocation(symbol->decl)) ||
           external_is_builtin(symbol->name) || is_standard(symbol);
}

bool external_is_one(lower_t *lower, const symbol_t *symbol) {
    return symbol->is_function && !symbol->is_defined && !symbol->is_error &&
           !models_of_call(lower, symbol->name) && !is_library(symbol) &&
           !attributes_never_returns(symbol->decl);
}

/* Pointers through which a function may write, or call back. */
static bool may_write(CXType type) {
    type = clang_getCanonicalType(type);
    if (type.kind != CXType_Pointer && type.kind != CXType_ConstantArray &&
        type.kind != CXType_IncompleteArray && type.kind != CXType_VariableArray)
        return false;
    CXType target =
        type.kind == CXType_Pointer ? clang_getPointeeType(type) : clang_getArrayElementType(type);
    target = clang_getCanonicalType(target);
    return !clang_isConstQualifiedType(target) ||
           clang_getPointeeType(target).kind != CXType_Invalid;
}

static bool arg_may_write(const call_t *call, const symbol_t *symbol, size_t index,
                          const type_t *given) {
    bool is_record = given->kind == TYPE_STRUCT || given->kind == TYPE_UNION;
    if (is_record && model_reaches_others(given)) return true;
    CXType type = clang_getCanonicalType(clang_getCursorType(symbol->decl));
    int declared = clang_getNumArgTypes(type);
    return may_write((int)index < declared ? clang_getArgType(type, (unsigned)index)
                                           : clang_getCursorType(call->args[index]));
}

/* Everything that an unknown function can reach through its arguments becomes
 * arbitrary; false: what that is cannot be seen. */
static bool havoc_reached(body_t *body, const call_t *call, const symbol_t *symbol,
                          const value_t *values) {
    for (size_t i = 0; i < call->arg_count; i++)
        if (arg_may_write(call, symbol, i, values[i].type) &&
            !model_havoc_argument(body, call->args[i], values[i]))
            return false;
    return true;
}

static value_t arbitrary_result(body_t *body, const call_t *call) {
    if (type_is_aggregate(call->result)) {
        const object_t *object = body_add_value(body, "result", call->result);
        body_step(body, EDGE_HAVOC_OBJECT)->object = object;
        return value_of(expr_addr(body->exprs, object), call->result);
    }
    if (!call->wanted || call->result->kind == TYPE_VOID) return body_nothing(body, call->result);
    value_t result = model_input(body, call);
    VEC_TOP(body->flow.steps).text =
        arena_printf(body->program->arena, "result of %s, which has no body", call->name);
    return result;
}

static void note_unknown(body_t *body, const call_t *call, symbol_t *symbol, const char *what) {
    if (symbol->is_noted) return;
    symbol->is_noted = true;
    lower_note(body->lower, body->source, "'%s' has neither a body nor a model: %s", call->name,
               what);
}

static void havoc_exposed(body_t *body) {
    const exposure_t *exposure = &body->lower->exposure;
    const type_t *truth = type_bool(body->program->types);
    lvalue_store(body, lvalue_memory(expr_addr(body->exprs, exposure->mark), truth),
                 body_const(body, truth, 1));
    for (size_t i = 0; i < exposure->objects.len; i++) {
        const symbol_t *symbol = exposure->objects.data[i];
        const object_t *object = symbols_object(body->lower, symbol->unit, symbol->decl);
        model_havoc_object(body, expr_addr(body->exprs, object), symbol->type);
    }
    for (size_t i = 0; i < exposure->locals.len; i++) {
        const variable_info_t *local = lvalue_variable(body, exposure->locals.data[i]);
        if (local && !local->is_reg)
            model_havoc_object(body, expr_addr(body->exprs, local->object), local->type);
    }
}

/* Variables of main can be named in main alone. */
static bool can_name_exposed(const body_t *body) {
    const exposure_t *exposure = &body->lower->exposure;
    bool is_main = body->function == body->lower->program_main->function;
    return !exposure->unseen && (is_main || !exposure->locals.len);
}

/* Nothing, or what it can get hold of. */
static void change_exposed(body_t *body, const call_t *call, const symbol_t *symbol) {
    const exposure_t *exposure = &body->lower->exposure;
    if (!exposure->list || attributes_are_pure(symbol->decl)) return;
    flow_node_t change = flow_node(&body->flow), join = flow_node(&body->flow);
    value_t choice = body_havoc(body, type_bool(body->program->types));
    body_branch(body, expr_truth(body->exprs, choice.expr), change, join);
    body->flow.at = change;
    if (!can_name_exposed(body))
        body_unsupported(body, "call of '%s', which has no body and may change %s", call->name,
                         exposure->list);
    else
        havoc_exposed(body);
    body_goto(body, join);
    body->flow.at = join;
}

value_t external_call(body_t *body, const call_t *call, symbol_t *symbol, const value_t *values) {
    bool is_fixed = is_library(symbol);
    if (!is_fixed && attributes_never_returns(symbol->decl)) {
        note_unknown(body, call, symbol, "who calls it gets the answer unknown");
        body_unsupported(body, "call of '%s', which has no body and does not return", call->name);
        return body_nothing(body, call->result);
    }
    if (is_fixed || !havoc_reached(body, call, symbol, values)) {
        note_unknown(body, call, symbol, "who calls it gets the answer unknown");
        body_unsupported(body, "call of '%s', which has no body and no model%s", call->name,
                         is_fixed ? "" : " and may write through a pointer");
        return body_nothing(body, call->result);
    }
    const char *changed = body->lower->exposure.list;
    note_unknown(body, call, symbol,
                 arena_printf(body->lower->scratch,
                              "its result and what it is given to write are arbitrary%s%s",
                              changed ? ", and it may change " : "", changed ? changed : ""));
    body_assumes(body, ASSUME_UNKNOWN_FUNCTIONS);
    change_exposed(body, call, symbol);
    return arbitrary_result(body, call);
}
