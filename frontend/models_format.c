#include "frontend/arith.h"
#include "frontend/literal.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/rvalue.h"

#include <string.h>

/* sprintf and snprintf with a format that is a literal: each piece of it becomes a
 * call of a function of library/format.c, so that the text is exact. What cannot be
 * written exactly is refused: a guess could be the reason of an alarm. */

typedef struct conversion {
    char pad, plus; /* of library/format.c; plus 0: none */
    uint64_t width, most;
    unsigned bits; /* of the number */
    char letter;   /* 0: not understood */
} conversion_t;

typedef struct format {
    body_t *body;
    const call_t *call;
    characters_t text;
    size_t next;   /* character to be read */
    value_t *args; /* as they were before the first character is written */
    size_t arg;    /* argument to be converted */
    value_t to, room, at;
} format_t;

/* The format ends where its text does, which may be before the end of the literal. */
static characters_t format_characters(body_t *body, CXCursor literal) {
    characters_t text = literal_characters(body->lower, literal);
    for (size_t i = 0; i < text.len; i++)
        if (!text.data[i]) text.len = i;
    return text;
}

static uint32_t peek(const format_t *f) {
    return f->next < f->text.len ? f->text.data[f->next] : 0;
}

static uint64_t read_number(format_t *f) {
    uint64_t number = 0;
    for (; peek(f) >= '0' && peek(f) <= '9' && number < 1000; f->next++)
        number = number * 10 + (peek(f) - '0');
    return number;
}

static void read_flags(format_t *f, conversion_t *c) {
    for (;; f->next++) switch (peek(f)) {
        case '-': c->pad = '-'; break;
        case '0':
            if (c->pad == ' ') c->pad = '0';
            break;
        case '+': c->plus = '+'; break;
        case ' ':
            if (!c->plus) c->plus = ' ';
            break;
        default: return;
        }
}

static void read_length(format_t *f, conversion_t *c) {
    unsigned pointer = f->body->program->pointer_bits;
    bool is_long = false;
    c->bits = 32;
    for (;; f->next++) switch (peek(f)) {
        case 'h': c->bits /= 2; break;
        case 'l':
            c->bits = is_long ? 64 : pointer;
            is_long = true;
            break;
        case 'z':
        case 't': c->bits = pointer; break;
        case 'j': c->bits = 64; break;
        default: return;
        }
}

static conversion_t read_conversion(format_t *f) {
    conversion_t c = {.pad = ' ', .most = UINT64_MAX};
    read_flags(f, &c);
    c.width = read_number(f);
    bool has_most = peek(f) == '.';
    if (has_most) {
        f->next++;
        c.most = read_number(f);
    }
    size_t length = f->next;
    read_length(f, &c);
    bool has_length = f->next != length;
    uint32_t letter = peek(f);
    bool is_number = letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' ||
                     letter == 'X' || letter == 'o';
    bool is_text = (letter == 's' || letter == 'c') && !has_length && c.pad != '0';
    bool is_known = letter == '%' || (is_number && !has_most) || is_text;
    c.letter = (char)(is_known ? letter : 0);
    if (letter) f->next++;
    return c;
}

static value_t size_value(format_t *f, uint64_t value) {
    return body_const(f->body, f->room.type, value);
}

static value_t char_value(format_t *f, char value) {
    return body_const(f->body, type_int(f->body->program->types, 8, true), (uint8_t)value);
}

static void put(format_t *f, const char *name, const value_t *rest, size_t count) {
    value_t values[9] = {f->to, f->room, f->at};
    for (size_t i = 0; i < count; i++) values[3 + i] = rest[i];
    f->at = library_call_values(f->body, name, values, 3 + count);
}

/* At the beginning of the text it is known where a character goes. */
static void put_char(format_t *f, value_t c) {
    const expr_t *at = f->at.expr, *room = f->room.expr;
    if (at->kind != EXPR_CONST || room->kind != EXPR_CONST) {
        put(f, "format_char", &c, 1);
        return;
    }
    const expr_t *place = arith_offset(f->body, f->to.expr, at->value);
    if (at->value + 1 < room->value) lvalue_store(f->body, lvalue_memory(place, c.type), c);
    f->at = size_value(f, at->value + 1);
}

static value_t take(format_t *f, const type_t *type) {
    return arith_convert(f->body, f->args[f->arg++], type);
}

static value_t take_number(format_t *f, unsigned bits, bool is_signed) {
    types_t *types = f->body->program->types;
    value_t value = take(f, type_int(types, bits, is_signed));
    return arith_convert(f->body, value, type_int(types, 64, is_signed));
}

static void put_converted(format_t *f, const conversion_t *c) {
    value_t pad = char_value(f, c->pad), width = size_value(f, c->width);
    types_t *types = f->body->program->types;
    if (c->letter == 's') {
        const type_t *text = body_pointer_to(f->body, type_int(types, 8, true));
        value_t rest[] = {take(f, text), size_value(f, c->most), pad, width};
        put(f, "format_text", rest, 4);
    } else if (c->letter == 'd' || c->letter == 'i') {
        value_t rest[] = {take_number(f, c->bits, true), char_value(f, c->plus), pad, width};
        put(f, "format_signed", rest, 4);
    } else {
        unsigned base = c->letter == 'u' ? 10 : c->letter == 'o' ? 8 : 16;
        value_t rest[] = {take_number(f, c->bits, false),
                          body_const(f->body, type_int(types, 32, false), base),
                          char_value(f, 0),
                          pad,
                          width,
                          char_value(f, c->letter == 'X' ? 'A' : 'a')};
        put(f, "format_number", rest, 6);
    }
}

static bool put_next(format_t *f) {
    uint32_t character = peek(f);
    f->next++;
    if (character != '%') {
        put_char(f, char_value(f, (char)character));
        return true;
    }
    conversion_t c = read_conversion(f);
    if (!c.letter) return false;
    if (c.letter != '%' && (f->arg >= f->call->arg_count || !f->args[f->arg].expr)) return false;
    if (c.letter == '%') {
        put_char(f, char_value(f, '%'));
    } else if (c.letter == 'c') {
        if (c.width > 1) return false;
        put_char(f, take(f, type_int(f->body->program->types, 8, true)));
    } else {
        put_converted(f, &c);
    }
    return true;
}

/* What is written may lie where an argument is read. */
static value_t *take_all(body_t *body, const call_t *call, size_t first) {
    value_t *args = ARENA_ARRAY(body->lower->scratch, value_t, call->arg_count);
    for (size_t i = first; i < call->arg_count; i++) {
        if (type_is_scalar(body_type(body, call->args[i])))
            args[i] = body_fix(body, model_arg(body, call, i, NULL));
        else
            rvalue_effect(body, call->args[i]);
    }
    return args;
}

static value_t print_to(body_t *body, const call_t *call, bool is_limited) {
    size_t format = is_limited ? 2 : 1;
    if (!model_needs(body, call, format + 1)) return model_zero(body, call);
    types_t *types = body->program->types;
    const type_t *size = type_int(types, body->program->pointer_bits, false);
    const type_t *text = body_pointer_to(body, type_int(types, 8, true));
    CXCursor literal = clu_strip_casts(call->args[format]);
    if (clang_getCursorKind(literal) != CXCursor_StringLiteral) {
        model_args(body, call, 0);
        body_unsupported(body, "%s with a format that is no literal", call->name);
        return model_zero(body, call);
    }
    format_t f = {.body = body,
                  .call = call,
                  .text = format_characters(body, literal),
                  .arg = format + 1,
                  .to = model_arg(body, call, 0, text),
                  .room = body_const(body, size, UINT64_MAX),
                  .at = body_const(body, size, 0)};
    if (is_limited) f.room = body_fix(body, model_arg(body, call, 1, size));
    f.args = take_all(body, call, format + 1);
    while (f.next < f.text.len)
        if (!put_next(&f)) {
            body_unsupported(body, "%s with this format", call->name);
            return model_zero(body, call);
        }
    value_t values[] = {f.to, f.room, f.at};
    return arith_convert(body, library_call_values(body, "format_end", values, 3), call->result);
}

bool model_is_plain_format(body_t *body, CXCursor literal) {
    characters_t text = format_characters(body, literal);
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] != '%') continue;
        i++;
        while (i < text.len && strchr("0123456789-+ #'.*hlqjztL", (int)text.data[i])) i++;
        if (i < text.len && (text.data[i] == 'n' || text.data[i] == '$')) return false;
    }
    return true;
}

static bool points_to_number(const type_t *type) {
    if (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY) return false;
    return type->elem->kind == TYPE_INT && type->elem->bits > 8;
}

/* Only %n writes; a format that is not known here may have it if there is a place. */
value_t model_printf(body_t *body, const call_t *call) {
    bool has_format = false, has_place = false, is_plain = true;
    for (size_t i = 0; i < call->arg_count; i++) {
        CXCursor arg = clu_strip_casts(call->args[i]);
        if (!has_format && clang_getCursorKind(arg) == CXCursor_StringLiteral) {
            has_format = true;
            is_plain = model_is_plain_format(body, arg);
        } else if (points_to_number(body_type(body, arg))) {
            has_place = true;
        }
    }
    if (has_place && !(has_format && is_plain)) {
        model_args(body, call, 0);
        body_unsupported(body, "%s with this format", call->name);
        return model_zero(body, call);
    }
    return model_unknown_result(body, call);
}

/* The list may have a place. */
value_t model_vprintf(body_t *body, const call_t *call) {
    for (size_t i = 0; i < call->arg_count; i++) {
        CXCursor arg = clu_strip_casts(call->args[i]);
        if (clang_getCursorKind(arg) != CXCursor_StringLiteral || model_is_plain_format(body, arg))
            continue;
        model_args(body, call, 0);
        body_unsupported(body, "%s with this format", call->name);
        return model_zero(body, call);
    }
    return model_unknown_result(body, call);
}

bool model_passes_place(body_t *body, const call_t *call) {
    bool has_place = false, is_plain = true;
    for (size_t i = 0; i < call->arg_count; i++) {
        CXCursor arg = clu_strip_casts(call->args[i]);
        if (clang_getCursorKind(arg) == CXCursor_StringLiteral)
            is_plain = is_plain && model_is_plain_format(body, arg);
        else if (points_to_number(body_type(body, arg)))
            has_place = true;
    }
    return has_place && !is_plain;
}

value_t model_sprintf(body_t *body, const call_t *call) {
    return print_to(body, call, false);
}

value_t model_snprintf(body_t *body, const call_t *call) {
    return print_to(body, call, true);
}
