#include "frontend/literal.h"

#include "frontend/ctype.h"

#include <ctype.h>
#include <string.h>

static uint32_t read_digits(const char **text, unsigned base, unsigned most) {
    uint32_t value = 0;
    for (; most && isxdigit((unsigned char)**text); most--, ++*text) {
        int c = tolower((unsigned char)**text);
        unsigned digit = (unsigned)(isdigit(c) ? c - '0' : c - 'a' + 10);
        if (digit >= base) break;
        value = value * base + digit;
    }
    return value;
}

static uint32_t read_escape(const char **text) {
    char c = *(*text)++;
    switch (c) {
    case 'a': return 7;
    case 'b': return 8;
    case 'e': return 27;
    case 'f': return 12;
    case 'n': return 10;
    case 'r': return 13;
    case 't': return 9;
    case 'v': return 11;
    case 'x': return read_digits(text, 16, 8);
    case 'u': return read_digits(text, 16, 4);
    case 'U': return read_digits(text, 16, 8);
    default: break;
    }
    if (c < '0' || c > '7') return (unsigned char)c;
    --*text;
    return read_digits(text, 8, 3);
}

typedef VEC(uint32_t) found_t;

/* Where elements are 16 bits wide clang spells a surrogate pair as one character. */
static void add_character(found_t *found, uint32_t character, uint64_t size) {
    bool is_pair = size == 2 && character > 0xffff;
    if (is_pair) VEC_PUSH(*found, 0xd800 + ((character - 0x10000) >> 10));
    VEC_PUSH(*found, is_pair ? 0xdc00 + (character & 0x3ff) : character);
}

/* Clang spells a literal in one canonical form, with escapes. Where a digit follows
 * upon one that it might belong to, the literal ends and another one begins. */
characters_t literal_characters(lower_t *lower, CXCursor cursor) {
    const char *text = clu_spelling(lower->scratch, cursor);
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    uint64_t size = (uint64_t)clang_Type_getSizeOf(clang_getArrayElementType(type));
    while (*text && *text != '"') text++; /* L, u, U, u8 */
    if (*text) text++;
    found_t found = {0};
    while (*text && (*text != '"' || text[1] == '"')) {
        if (*text == '"') {
            text += 2;
        } else if (*text == '\\' && text[1]) {
            text++;
            add_character(&found, read_escape(&text), size);
        } else {
            VEC_PUSH(found, (unsigned char)*text++);
        }
    }
    uint32_t *copy = ARENA_ARRAY(lower->scratch, uint32_t, found.len + 1);
    if (found.len) memcpy(copy, found.data, sizeof *copy * found.len);
    characters_t result = {copy, found.len};
    VEC_FREE(found);
    return result;
}

static object_t *make_object(lower_t *lower, CXCursor cursor, const type_t *type,
                             const char *text) {
    object_t *object = program_add_object(lower->program, OBJECT_STRING, text, type,
                                          clu_source(&lower->positions, cursor));
    characters_t characters = literal_characters(lower, cursor);
    cell_init_t *init = ARENA_ARRAY(lower->program->arena, cell_init_t, characters.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < characters.len && i < type->count; i++)
        if (characters.data[i])
            init[count++] = (cell_init_t){
                .offset = i * type->elem->size, .type = type->elem, .value = characters.data[i]};
    object->init = init;
    object->init_count = count;
    return object;
}

/* Each literal is an object of its own, which others with the same text may be, or not
 * (cfa/address_use.h). */
const object_t *literal_string(lower_t *lower, unit_t *unit, CXCursor cursor) {
    object_t *object = cursor_map_get(&lower->statics, cursor);
    if (object) return object;
    object = make_object(lower, cursor, ctype_of(lower, unit, cursor),
                         clu_spelling(lower->scratch, cursor));
    cursor_map_put(&lower->statics, lower->scratch, cursor, object);
    return object;
}

void literal_text(lower_t *lower, CXCursor argument, strbuf_t *out) {
    CXCursor literal = clu_strip(argument);
    if (clang_getCursorKind(literal) != CXCursor_StringLiteral) return;
    characters_t characters = literal_characters(lower, literal);
    for (size_t i = 0; i < characters.len; i++) strbuf_printf(out, "%c", (int)characters.data[i]);
}
