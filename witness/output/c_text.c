#include "witness/output/c_text.h"

#include "cfa/ieee.h"
#include "cfa/layout.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static bool is_identifier(const char *name) {
    if (!name || !(isalpha((unsigned char)*name) || *name == '_')) return false;
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return !*name;
}

/* Two objects of one name (statics of two functions or files) are told apart
 * by nothing that an expression could say. */
static bool object_is_unambiguous(const program_t *program, const object_t *object) {
    for (size_t i = 0; i < program->by_address.len; i++) {
        const object_t *other = program->by_address.data[i];
        if (other != object && other->name && strcmp(other->name, object->name) == 0) return false;
    }
    return true;
}

static bool is_declared(const c_scope_t *scope, const object_t *object) {
    if (!scope->at.file) return true;
    return object->source.file && strcmp(object->source.file, scope->at.file) == 0 &&
           object->source.line < scope->at.line;
}

/* Fields of types of the library are those of the models, not of the headers. */
static bool is_in_library(const type_t *type, uint64_t offset) {
    while (!type->is_library && type_is_aggregate(type)) {
        if (type->kind == TYPE_ARRAY) {
            if (!type->elem->size) return true;
            offset %= type->elem->size;
            type = type->elem;
            continue;
        }
        const field_t *inner = NULL;
        for (size_t i = 0; i < type->field_count; i++) {
            const field_t *field = &type->fields[i];
            if (field->offset <= offset && offset - field->offset < field->type->size)
                inner = field;
        }
        if (!inner) return true;
        offset -= inner->offset;
        type = inner->type;
    }
    return type->is_library;
}

static bool global_text(strbuf_t *out, const c_scope_t *scope, variable_t variable,
                        const type_t **type) {
    const program_t *program = scope->program;
    uint64_t address = variable_address(variable), index;
    if (address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(program, address);
    if (!object || object->kind != OBJECT_GLOBAL || object->function || object->hides_members)
        return false;
    if (!is_identifier(object->name) || !object_is_unambiguous(program, object)) return false;
    if (!is_declared(scope, object)) return false;
    if (is_in_library(object->type, address - object->address)) return false;
    if (!type_cell_at(object->type, address - object->address, variable_size(variable), &index))
        return false;
    *type = type_cell(object->type, index).type;
    size_t before = out->len;
    variable_print(out, program, variable);
    /* Whatever the printed name adds must be member and index access, not of members that
     * one C library has and another has not. */
    for (size_t i = before; i < out->len; i++) {
        unsigned char c = (unsigned char)out->data[i];
        bool is_reserved = c == '.' && out->data[i + 1] == '_';
        if (!is_reserved && (isalnum(c) || c == '_' || c == '.' || c == '[' || c == ']')) continue;
        out->len = before;
        out->data[before] = 0;
        return false;
    }
    return true;
}

static bool local_text(strbuf_t *out, const c_scope_t *scope, variable_t variable,
                       const type_t **type) {
    const function_t *function = scope->function;
    if (!function || variable_thread(variable) != scope->thread ||
        variable_depth(variable) != scope->depth || variable_function(variable) != function->id)
        return false;
    reg_t reg = variable_reg_number(variable);
    if (reg >= function->regs.len) return false;
    const reg_info_t *info = &function->regs.data[reg];
    if (info->is_temporary || !is_identifier(info->name)) return false;
    for (reg_t r = 0; r < function->regs.len; r++) /* shadowing */
        if (r != reg && strcmp(function->regs.data[r].name, info->name) == 0) return false;
    for (size_t i = 0; i < function->locals.len; i++)
        if (strcmp(function->locals.data[i]->name, info->name) == 0) return false;
    strbuf_add(out, info->name);
    *type = info->type;
    return true;
}

bool c_text_variable(strbuf_t *out, const c_scope_t *scope, variable_t variable,
                     const type_t **type) {
    if (scope->intervals && intervals_is_internal(scope->intervals, variable)) return false;
    switch (variable_kind(variable)) {
    case VARIABLE_REG: return local_text(out, scope, variable, type);
    case VARIABLE_CELL: return global_text(out, scope, variable, type);
    default: return false;
    }
}

static void signed_constant(strbuf_t *out, unsigned bits, uint64_t value) {
    int64_t number = sign_extend(value, bits);
    const char *suffix = bits > 32 ? "LL" : "";
    if (number < 0 && (uint64_t)number == UINT64_C(1) << 63)
        strbuf_printf(out, "(-%" PRId64 "LL - 1)", INT64_MAX);
    else if (bits == 32 && number == INT32_MIN)
        strbuf_printf(out, "(-%" PRId32 " - 1)", INT32_MAX);
    else
        strbuf_printf(out, number < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", number, suffix);
}

void c_text_constant(strbuf_t *out, const type_t *type, uint64_t value) {
    if (type->kind == TYPE_INT && type->is_signed)
        signed_constant(out, type->bits, value);
    else
        strbuf_printf(out, "%" PRIu64 "%s", value & width_mask(type->bits),
                      type->bits > 32    ? "ULL"
                      : type->bits == 32 ? "U"
                                         : "");
}

static void float_constant(strbuf_t *out, unsigned bits, uint64_t value) {
    if ((value & (ieee_sign_bit(bits) - 1)) == ieee_infinity(bits)) {
        strbuf_add(out, value & ieee_sign_bit(bits) ? "(-1.0 / 0.0)" : "(1.0 / 0.0)");
        return;
    }
    ieee_print(out, bits, value);
    if (bits == 32) strbuf_add(out, "f");
}

void c_text_equals(strbuf_t *out, const char *name, const type_t *type, uint64_t value) {
    bool is_float = type->kind == TYPE_FLOAT;
    if (is_float && ieee_is_nan(type->bits, value)) {
        strbuf_printf(out, "%s != %s", name, name);
        return;
    }
    strbuf_printf(out, "%s == ", name);
    if (is_float)
        float_constant(out, type->bits, value);
    else
        c_text_constant(out, type, value);
}

bool c_text_has_constants(const type_t *type) {
    return type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_FLOAT;
}

/* Bit-vectors become unsigned arithmetic of their width, which is exact. */
static const char *unsigned_type(unsigned width) {
    switch (width) {
    case 8: return "unsigned char";
    case 16: return "unsigned short";
    case 32: return "unsigned int";
    case 64: return "unsigned long long";
    default: return NULL;
    }
}

static const char *signed_type(unsigned width) {
    switch (width) {
    case 8: return "signed char";
    case 16: return "short";
    case 32: return "int";
    case 64: return "long long";
    default: return NULL;
    }
}

/* Depth and length are bounded: shared subterms are repeated in the text. */
typedef struct writer {
    strbuf_t *out;
    const c_scope_t *scope;
    size_t end;
    unsigned depth;
} writer_t;

static bool write_bits(writer_t *w, const term_t *t);
static bool write_truth(writer_t *w, const term_t *t);

static bool write_operator(writer_t *w, const term_t *t, const char *op) {
    const char *type = unsigned_type(t->sort.width);
    if (!type) return false;
    /* Narrow operands would be promoted to int; unsigned they cannot overflow. */
    const char *wide = t->sort.width < 32 ? "(unsigned int)" : "";
    strbuf_printf(w->out, "(%s)(", type);
    for (uint32_t i = 0; i < t->arity; i++) {
        if (i) strbuf_printf(w->out, " %s ", op);
        if (t->arity == 1) strbuf_add(w->out, op);
        strbuf_add(w->out, wide);
        if (!write_bits(w, t->a[i])) return false;
    }
    strbuf_add(w->out, ")");
    return true;
}

static bool write_symbol(writer_t *w, const term_t *t, bool as_signed) {
    const type_t *type;
    strbuf_t name = {0};
    bool named = t->index == 0 && t->sort.kind == SORT_BV &&
                 c_text_variable(&name, w->scope, t->value, &type) && type->bits == t->sort.width &&
                 (type->kind == TYPE_INT || type->kind == TYPE_BOOL);
    if (named) {
        bool is_signed = type->kind == TYPE_INT && type->is_signed;
        const char *cast = as_signed ? signed_type(type->bits) : unsigned_type(type->bits);
        if (is_signed != as_signed) strbuf_printf(w->out, "(%s)", cast);
        strbuf_add(w->out, strbuf_text(&name));
    }
    strbuf_free(&name);
    return named;
}

static bool write_ite(writer_t *w, const term_t *t, bool (*branch)(writer_t *, const term_t *)) {
    strbuf_add(w->out, "(");
    if (!write_truth(w, t->a[0])) return false;
    strbuf_add(w->out, " ? ");
    if (!branch(w, t->a[1])) return false;
    strbuf_add(w->out, " : ");
    if (!branch(w, t->a[2])) return false;
    strbuf_add(w->out, ")");
    return true;
}

static bool write_extension(writer_t *w, const term_t *t) {
    const char *wide = unsigned_type(t->sort.width), *narrow = signed_type(t->a[0]->sort.width);
    if (!wide || !narrow) return false;
    strbuf_printf(w->out, "(%s)", wide);
    if (t->kind == TERM_SEXT) strbuf_printf(w->out, "(%s)", narrow);
    return write_bits(w, t->a[0]);
}

static bool write_bits(writer_t *w, const term_t *t) {
    if (w->out->len > w->end || w->depth > 64) return false;
    w->depth++;
    bool done = false;
    switch (t->kind) {
    case TERM_CONST:
        if (unsigned_type(t->sort.width)) {
            strbuf_printf(w->out, "%" PRIu64 "%s", t->value, t->sort.width > 32 ? "ULL" : "U");
            done = true;
        }
        break;
    case TERM_SYMBOL: done = write_symbol(w, t, false); break;
    case TERM_BVADD: done = write_operator(w, t, "+"); break;
    case TERM_BVSUB: done = write_operator(w, t, "-"); break;
    case TERM_BVMUL: done = write_operator(w, t, "*"); break;
    case TERM_BVAND: done = write_operator(w, t, "&"); break;
    case TERM_BVOR: done = write_operator(w, t, "|"); break;
    case TERM_BVXOR: done = write_operator(w, t, "^"); break;
    case TERM_BVNOT: done = write_operator(w, t, "~"); break;
    case TERM_BVNEG: done = write_operator(w, t, "-"); break;
    case TERM_ZEXT:
    case TERM_SEXT: done = write_extension(w, t); break;
    case TERM_ITE: done = write_ite(w, t, write_bits); break;
    default: break; /* division and shifts differ from C's at the edges */
    }
    w->depth--;
    return done;
}

static bool write_signed(writer_t *w, const term_t *t) {
    const char *type = signed_type(t->sort.width);
    if (!type) return false;
    if (t->kind == TERM_SYMBOL) return write_symbol(w, t, true);
    if (t->kind == TERM_CONST) {
        signed_constant(w->out, t->sort.width, t->value);
        return true;
    }
    strbuf_printf(w->out, "(%s)", type);
    return write_bits(w, t);
}

static bool write_comparison(writer_t *w, const term_t *t, const char *op, bool is_signed) {
    if (t->a[0]->sort.kind != SORT_BV) return false;
    bool (*operand)(writer_t *, const term_t *) = is_signed ? write_signed : write_bits;
    strbuf_add(w->out, "(");
    if (!operand(w, t->a[0])) return false;
    strbuf_printf(w->out, " %s ", op);
    if (!operand(w, t->a[1])) return false;
    strbuf_add(w->out, ")");
    return true;
}

/* Equality is the same signed or not; signed reads better for signed ones. */
static bool reads_signed(const writer_t *w, const term_t *t) {
    for (unsigned i = 0; i < 2; i++) {
        const type_t *type;
        strbuf_t name = {0};
        bool is_signed = t->a[i]->kind == TERM_SYMBOL &&
                         c_text_variable(&name, w->scope, t->a[i]->value, &type) && type->is_signed;
        strbuf_free(&name);
        if (is_signed) return true;
    }
    return false;
}

/* Floating point: operators round to the type of their operands, so a cast
 * says what C may leave open. */
static bool write_float(writer_t *w, const term_t *t);

static bool write_float_operator(writer_t *w, const term_t *t, const char *op) {
    strbuf_printf(w->out, "(%s)(", t->sort.width == 32 ? "float" : "double");
    if (!write_float(w, t->a[0])) return false;
    strbuf_printf(w->out, " %s ", op);
    if (!write_float(w, t->a[1])) return false;
    strbuf_add(w->out, ")");
    return true;
}

static bool float_symbol(strbuf_t *name, const writer_t *w, const term_t *t) {
    const type_t *type;
    return t->kind == TERM_SYMBOL && t->index == 0 && t->sort.kind == SORT_BV &&
           c_text_variable(name, w->scope, t->value, &type) && type->kind == TYPE_FLOAT &&
           type->bits == t->sort.width;
}

static bool write_float_symbol(writer_t *w, const term_t *t) {
    strbuf_t name = {0};
    bool named = float_symbol(&name, w, t);
    if (named) strbuf_add(w->out, strbuf_text(&name));
    strbuf_free(&name);
    return named;
}

static bool write_float(writer_t *w, const term_t *t) {
    if (w->out->len > w->end || w->depth > 64) return false;
    w->depth++;
    bool done = false;
    switch (t->kind) {
    case TERM_CONST:
        done = !ieee_is_nan(t->sort.width, t->value);
        if (done) float_constant(w->out, t->sort.width, t->value);
        break;
    case TERM_SYMBOL: done = write_float_symbol(w, t); break;
    case TERM_FPADD: done = write_float_operator(w, t, "+"); break;
    case TERM_FPSUB: done = write_float_operator(w, t, "-"); break;
    case TERM_FPMUL: done = write_float_operator(w, t, "*"); break;
    case TERM_FPDIV: done = write_float_operator(w, t, "/"); break;
    case TERM_FPCAST:
        strbuf_add(w->out, t->sort.width == 32 ? "(float)" : "(double)");
        done = write_float(w, t->a[0]);
        break;
    case TERM_ITE: done = write_ite(w, t, write_float); break;
    default: break;
    }
    w->depth--;
    return done;
}

static bool write_float_comparison(writer_t *w, const term_t *t, const char *op) {
    strbuf_add(w->out, "(");
    if (!write_float(w, t->a[0])) return false;
    strbuf_printf(w->out, " %s ", op);
    if (!write_float(w, t->a[1])) return false;
    strbuf_add(w->out, ")");
    return true;
}

/* Equal bits of a floating-point variable and a constant are equal numbers if
 * there is one pattern for the number only. */
static bool equals_number(const writer_t *w, const term_t *t) {
    strbuf_t name = {0};
    bool does = false;
    for (unsigned i = 0; i < 2 && !does; i++) {
        const term_t *x = t->a[i], *k = t->a[1 - i];
        if (k->kind != TERM_CONST) continue;
        uint64_t magnitude = k->value & (ieee_sign_bit(k->sort.width) - 1);
        does = float_symbol(&name, w, x) && magnitude && !ieee_is_nan(k->sort.width, k->value);
    }
    strbuf_free(&name);
    return does;
}

static bool write_list(writer_t *w, const term_t *t, const char *op) {
    strbuf_add(w->out, "(");
    for (uint32_t i = 0; i < t->arity; i++) {
        if (i) strbuf_printf(w->out, " %s ", op);
        if (!write_truth(w, t->a[i])) return false;
    }
    strbuf_add(w->out, ")");
    return true;
}

static bool write_truth(writer_t *w, const term_t *t) {
    if (w->out->len > w->end || w->depth > 64) return false;
    w->depth++;
    bool done = false;
    switch (t->kind) {
    case TERM_TRUE:
    case TERM_FALSE:
        strbuf_add(w->out, t->kind == TERM_TRUE ? "1" : "0");
        done = true;
        break;
    case TERM_NOT:
        if (t->a[0]->kind == TERM_EQ && !equals_number(w, t->a[0])) {
            done = write_comparison(w, t->a[0], "!=", reads_signed(w, t->a[0]));
        } else {
            strbuf_add(w->out, "!");
            done = write_truth(w, t->a[0]);
        }
        break;
    case TERM_AND: done = write_list(w, t, "&&"); break;
    case TERM_OR: done = write_list(w, t, "||"); break;
    case TERM_IFF: done = write_list(w, t, "=="); break; /* operands print as 0 or 1 */
    case TERM_ITE: done = write_ite(w, t, write_truth); break;
    case TERM_EQ:
        done = equals_number(w, t) ? write_float_comparison(w, t, "==")
                                   : write_comparison(w, t, "==", reads_signed(w, t));
        break;
    case TERM_FPEQ: done = write_float_comparison(w, t, "=="); break;
    case TERM_FPLT: done = write_float_comparison(w, t, "<"); break;
    case TERM_FPLE: done = write_float_comparison(w, t, "<="); break;
    case TERM_BVULT: done = write_comparison(w, t, "<", false); break;
    case TERM_BVULE: done = write_comparison(w, t, "<=", false); break;
    case TERM_BVSLT: done = write_comparison(w, t, "<", true); break;
    case TERM_BVSLE: done = write_comparison(w, t, "<=", true); break;
    default: break;
    }
    w->depth--;
    return done;
}

bool c_text_formula(strbuf_t *out, const c_scope_t *scope, const term_t *formula, size_t limit) {
    size_t start = out->len;
    writer_t w = {.out = out, .scope = scope, .end = start + limit};
    uint32_t count = formula->kind == TERM_AND ? formula->arity : 1;
    for (uint32_t i = 0; i < count; i++) {
        size_t before = out->len;
        if (before > start) strbuf_add(out, " && ");
        w.depth = 0;
        const term_t *part = formula->kind == TERM_AND ? formula->a[i] : formula;
        if (part->kind != TERM_TRUE && write_truth(&w, part) && out->len <= w.end) continue;
        out->len = before;
        if (out->data) out->data[before] = 0;
    }
    return out->len > start;
}
