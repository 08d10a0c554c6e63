#include "cfa/type.h"

#include "util/hash.h"
#include "util/mem.h"
#include "util/strbuf.h"
#include "util/vec.h"

#include <string.h>

struct types {
    arena_t *arena;
    unsigned pointer_bits;
    intern_t table;
};

/* The members of a record that have cells of their own, in order of offset,
 * with the number of cells before each: what makes type_cell and type_cell_at
 * logarithmic in the number of fields. */
struct record_cells {
    uint64_t total;
    size_t count;
    struct member {
        uint64_t offset, before;
        const type_t *type;
    } members[];
};

static uint64_t type_hash(const type_t *t) {
    uint64_t hash = hash_mix((uint64_t)t->kind, t->is_signed | (uint64_t)t->bits << 8);
    hash = hash_mix(hash, map64_pointer(t->elem));
    hash = hash_mix(hash, t->count);
    hash = hash_mix(hash, t->is_variadic);
    for (size_t i = 0; i < t->param_count; i++) hash = hash_mix(hash, map64_pointer(t->params[i]));
    return hash;
}

static bool type_equal(const void *in_table, const void *key) {
    const type_t *a = in_table, *b = key;
    if (a->kind != b->kind || a->is_signed != b->is_signed || a->bits != b->bits ||
        a->elem != b->elem || a->count != b->count || a->is_variadic != b->is_variadic ||
        a->param_count != b->param_count)
        return false;
    for (size_t i = 0; i < a->param_count; i++)
        if (a->params[i] != b->params[i]) return false;
    return true;
}

types_t *types_new(arena_t *arena, unsigned pointer_bits) {
    REQUIRE(pointer_bits == 32 || pointer_bits == 64);
    types_t *types = ARENA_NEW(arena, types_t);
    types->arena = arena;
    types->pointer_bits = pointer_bits;
    intern_init(&types->table, type_equal);
    return types;
}

void types_delete(types_t *types) {
    if (types) intern_free(&types->table);
}

static const type_t *type_intern(types_t *types, const type_t *key) {
    uint64_t hash = type_hash(key);
    type_t *found = intern_find(&types->table, hash, key);
    if (found) return found;
    found = ARENA_NEW(types->arena, type_t);
    *found = *key;
    if (key->param_count) {
        const type_t **params = ARENA_ARRAY(types->arena, const type_t *, key->param_count);
        memcpy(params, key->params, sizeof *params * key->param_count);
        found->params = params;
    }
    intern_add(&types->table, hash, found);
    return found;
}

const type_t *type_void(types_t *types) {
    return type_intern(types, &(type_t){.kind = TYPE_VOID, .align = 1});
}

const type_t *type_bool(types_t *types) {
    return type_intern(types, &(type_t){.kind = TYPE_BOOL, .bits = 8, .size = 1, .align = 1});
}

const type_t *type_int(types_t *types, unsigned bits, bool is_signed) {
    REQUIRE(bits == 8 || bits == 16 || bits == 32 || bits == 64);
    /* i386 aligns eight-byte integers to four bytes inside records; the front
     * end lays records out, so the natural alignment is right for objects. */
    return type_intern(types, &(type_t){.kind = TYPE_INT,
                                        .is_signed = is_signed,
                                        .bits = (uint8_t)bits,
                                        .size = bits / 8,
                                        .align = bits / 8});
}

const type_t *type_float(types_t *types, unsigned bits) {
    REQUIRE(bits > 0 && bits <= 128 && bits % 8 == 0);
    uint32_t size = bits / 8, align = 1;
    while (align < 16 && align * 2 <= size) align *= 2;
    return type_intern(
        types, &(type_t){.kind = TYPE_FLOAT, .bits = (uint8_t)bits, .size = size, .align = align});
}

const type_t *type_pointer(types_t *types, const type_t *target) {
    REQUIRE(target != NULL);
    unsigned bits = types->pointer_bits;
    return type_intern(types, &(type_t){.kind = TYPE_POINTER,
                                        .bits = (uint8_t)bits,
                                        .size = bits / 8,
                                        .align = bits / 8,
                                        .elem = target});
}

const type_t *type_array(types_t *types, const type_t *elem, uint64_t count) {
    REQUIRE(elem != NULL);
    uint64_t size;
    if (__builtin_mul_overflow(elem->size, count, &size)) misuse(__func__, "array too large");
    return type_intern(
        types,
        &(type_t){
            .kind = TYPE_ARRAY, .elem = elem, .count = count, .size = size, .align = elem->align});
}

const type_t *type_variable_array(types_t *types, const type_t *elem) {
    REQUIRE(elem != NULL);
    type_t *array = ARENA_NEW(types->arena, type_t);
    *array = (type_t){.kind = TYPE_ARRAY, .elem = elem, .align = elem->align, .is_variable = true};
    return array;
}

const type_t *type_function(types_t *types, const type_t *result, const type_t *const *params,
                            size_t param_count, bool is_variadic) {
    REQUIRE(result != NULL);
    return type_intern(types, &(type_t){.kind = TYPE_FUNCTION,
                                        .align = 1,
                                        .elem = result,
                                        .params = params,
                                        .param_count = param_count,
                                        .is_variadic = is_variadic});
}

type_t *type_record(types_t *types, type_kind_t kind, const char *name) {
    REQUIRE(kind == TYPE_STRUCT || kind == TYPE_UNION);
    type_t *record = ARENA_NEW(types->arena, type_t);
    record->kind = kind;
    record->align = 1;
    record->name = name ? arena_strdup(types->arena, name) : NULL;
    return record;
}

const type_t *type_opaque(types_t *types, const char *name, uint64_t size, uint32_t align) {
    type_t *opaque = type_record(types, TYPE_STRUCT, name);
    opaque->is_opaque = opaque->is_library = true;
    opaque->size = size;
    opaque->align = align ? align : 1;
    return opaque;
}

/* Cells of a struct must not overlap. Bit-fields share their storage unit, so
 * a unit that is already there contributes nothing; nor does a field that
 * overlaps an earlier unit in part: an access to it then fits no cell and is
 * seen as such. */
static void cells_add_member(struct record_cells *cells, const field_t *field, uint64_t *end) {
    uint64_t count = type_cell_count(field->type);
    if (count == 0 || field->offset < *end) return;
    cells->members[cells->count++] =
        (struct member){.offset = field->offset, .before = cells->total, .type = field->type};
    cells->total += count;
    *end = field->offset + field->type->size;
}

static const field_t *union_member(const type_t *record) {
    const field_t *best = NULL;
    for (size_t i = 0; i < record->field_count; i++) {
        const field_t *field = &record->fields[i];
        if (type_cell_count(field->type) == 0) continue;
        if (!best || field->type->size > best->type->size ||
            (field->type->size == best->type->size &&
             type_cell_count(field->type) < type_cell_count(best->type)))
            best = field;
    }
    return best;
}

static bool covers_byte(const type_t *type, uint64_t offset) {
    cell_t cell;
    return type_cell_around(type, offset, &cell);
}

/* The bytes that belong to cells of other members alone; NULL: none. */
static bool *union_gaps(const type_t *record, const field_t *chosen, uint64_t size) {
    bool *gaps = NULL;
    for (size_t i = 0; i < record->field_count; i++) {
        const field_t *field = &record->fields[i];
        if (field == chosen || type_cell_count(field->type) == 0) continue;
        for (uint64_t at = 0; at < field->type->size; at++) {
            if (covers_byte(chosen->type, at) || !covers_byte(field->type, at)) continue;
            if (!gaps) gaps = mem_zalloc(size);
            gaps[at] = true;
        }
    }
    return gaps;
}

/* The cells of a union, in order: those of the chosen member, and bytes. */
static struct record_cells *union_cells(types_t *types, const type_t *record) {
    const field_t *chosen = union_member(record);
    bool *gaps = chosen ? union_gaps(record, chosen, record->size) : NULL;
    uint64_t count = gaps ? record->size : 1, end = 0;
    struct record_cells *cells =
        arena_alloc(types->arena, sizeof *cells + sizeof cells->members[0] * count);
    *cells = (struct record_cells){0};
    if (chosen && !gaps) cells_add_member(cells, chosen, &end);
    for (uint64_t at = 0; gaps && at < record->size; at++) {
        cell_t cell = {.offset = at, .type = type_int(types, 8, false)};
        if (!gaps[at] && (!type_cell_around(chosen->type, at, &cell) || cell.offset != at))
            continue;
        field_t field = {.type = cell.type, .offset = at};
        cells_add_member(cells, &field, &end);
    }
    mem_free(gaps);
    return cells;
}

void type_set_fields(types_t *types, type_t *record, const field_t *fields, size_t count,
                     uint64_t size, uint32_t align) {
    REQUIRE(record->kind == TYPE_STRUCT || record->kind == TYPE_UNION);
    REQUIRE(record->cells == NULL);
    field_t *copy = ARENA_ARRAY(types->arena, field_t, count);
    for (size_t i = 0; i < count; i++) {
        copy[i] = fields[i];
        copy[i].name = fields[i].name ? arena_strdup(types->arena, fields[i].name) : NULL;
    }
    record->fields = copy;
    record->field_count = count;
    record->size = size;
    record->align = align ? align : 1;
    if (record->kind == TYPE_UNION) {
        record->cells = union_cells(types, record);
        return;
    }
    struct record_cells *cells =
        arena_alloc(types->arena, sizeof *cells + sizeof cells->members[0] * count);
    uint64_t end = 0;
    for (size_t i = 0; i < count; i++) cells_add_member(cells, &copy[i], &end);
    record->cells = cells;
}

static uint64_t cell_count_exact(const type_t *type) {
    if (type_is_scalar(type)) return 1;
    if (type->kind == TYPE_ARRAY) {
        uint64_t each = cell_count_exact(type->elem), all;
        return __builtin_mul_overflow(each, type->count, &all) ? UINT64_MAX : all;
    }
    return type->cells ? type->cells->total : 0;
}

uint64_t type_cell_count(const type_t *type) {
    uint64_t count = cell_count_exact(type);
    return count > UINT32_MAX ? UINT32_MAX : count;
}

cell_t type_cell(const type_t *type, uint64_t index) {
    uint64_t offset = 0;
    while (!type_is_scalar(type)) {
        if (type->kind == TYPE_ARRAY) {
            uint64_t each = cell_count_exact(type->elem);
            REQUIRE(each > 0 && index / each < type->count);
            offset += index / each * type->elem->size;
            index %= each;
            type = type->elem;
            continue;
        }
        const struct record_cells *cells = type->cells;
        REQUIRE(cells != NULL && index < cells->total);
        size_t low = 0, high = cells->count;
        while (high - low > 1) {
            size_t middle = low + (high - low) / 2;
            if (cells->members[middle].before <= index)
                low = middle;
            else
                high = middle;
        }
        offset += cells->members[low].offset;
        index -= cells->members[low].before;
        type = cells->members[low].type;
    }
    REQUIRE(index == 0);
    return (cell_t){.offset = offset, .type = type};
}

/* The last member that begins at or before offset. */
static const struct member *member_before(const struct record_cells *cells, uint64_t offset) {
    if (!cells || cells->count == 0 || offset < cells->members[0].offset) return NULL;
    size_t low = 0, high = cells->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (cells->members[middle].offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return &cells->members[low];
}

bool type_cell_at(const type_t *type, uint64_t offset, uint64_t size, uint64_t *index) {
    *index = 0;
    while (!type_is_scalar(type)) {
        if (offset >= type->size) return false;
        if (type->kind == TYPE_ARRAY) {
            *index += offset / type->elem->size * cell_count_exact(type->elem);
            offset %= type->elem->size;
            type = type->elem;
            continue;
        }
        const struct member *member = member_before(type->cells, offset);
        if (!member) return false;
        *index += member->before;
        offset -= member->offset;
        type = member->type;
    }
    return offset == 0 && type->size == size;
}

bool type_cell_around(const type_t *type, uint64_t offset, cell_t *cell) {
    uint64_t base = 0;
    while (!type_is_scalar(type)) {
        if (offset >= type->size) return false;
        if (type->kind == TYPE_ARRAY) {
            base += offset / type->elem->size * type->elem->size;
            offset %= type->elem->size;
            type = type->elem;
            continue;
        }
        const struct member *member = member_before(type->cells, offset);
        if (!member) return false;
        base += member->offset;
        offset -= member->offset;
        type = member->type;
    }
    *cell = (cell_t){.offset = base, .type = type};
    return offset < type->size;
}

bool type_is_uniform(const type_t *type, uint64_t size) {
    while (type->kind == TYPE_ARRAY) type = type->elem;
    if (type_is_scalar(type)) return type->size == size;
    if (!type->cells || type->cells->total * size != type->size) return false;
    for (size_t i = 0; i < type->cells->count; i++)
        if (!type_is_uniform(type->cells->members[i].type, size)) return false;
    return true;
}

static const char *int_name(const types_t *types, const type_t *type) {
    bool is_signed = type->is_signed;
    switch (type->bits) {
    case 8: return is_signed ? "char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    default:
        if (types->pointer_bits == 64) return is_signed ? "long" : "unsigned long";
        return is_signed ? "long long" : "unsigned long long";
    }
}

static const char *base_name(types_t *types, const type_t *type) {
    switch (type->kind) {
    case TYPE_VOID: return "void";
    case TYPE_BOOL: return "_Bool";
    case TYPE_INT: return int_name(types, type);
    case TYPE_FLOAT:
        return type->bits == 32 ? "float" : type->bits == 64 ? "double" : "long double";
    default: break;
    }
    if (type->is_library && type->name) return type->name;
    return arena_printf(types->arena, "%s %s", type->kind == TYPE_UNION ? "union" : "struct",
                        type->name ? type->name : "<anonymous>");
}

static const char *params_spelling(types_t *types, const type_t *type) {
    strbuf_t out = {0};
    for (size_t i = 0; i < type->param_count; i++)
        strbuf_printf(&out, "%s%s", i ? ", " : "", type_spelling(types, type->params[i]));
    if (type->is_variadic)
        strbuf_add(&out, type->param_count ? ", ..." : "...");
    else if (type->param_count == 0)
        strbuf_add(&out, "void");
    const char *text = arena_strdup(types->arena, strbuf_text(&out));
    strbuf_free(&out);
    return text;
}

/* C declarators wrap around what they declare: inner is the part spelt so far. */
static const char *declarator(types_t *types, const type_t *type, const char *inner) {
    switch (type->kind) {
    case TYPE_POINTER: {
        bool wrap = type->elem->kind == TYPE_ARRAY || type->elem->kind == TYPE_FUNCTION;
        return declarator(types, type->elem,
                          arena_printf(types->arena, wrap ? "(*%s)" : "*%s", inner));
    }
    case TYPE_ARRAY:
        return declarator(
            types, type->elem,
            arena_printf(types->arena, "%s[%llu]", inner, (unsigned long long)type->count));
    case TYPE_FUNCTION:
        return declarator(
            types, type->elem,
            arena_printf(types->arena, "%s(%s)", inner, params_spelling(types, type)));
    default:
        return arena_printf(types->arena, *inner ? "%s %s" : "%s%s", base_name(types, type), inner);
    }
}

const char *type_spelling(types_t *types, const type_t *type) {
    return declarator(types, type, "");
}
