#include "frontend/ctype.h"

#include <string.h>

/* Types of the library, with the cells that frontend/library/ uses. The fields have
 * names that no program can write. */
typedef struct library_field {
    const char *name;
    uint8_t offset, bits; /* 0 bits: the mutex itself, which is locked by its address */
} library_field_t;

static const struct library_type {
    const char *name;
    library_field_t fields[5];
} library_types[] = {
    {"pthread_mutex_t",
     {{"<lock>", 0, 0}, {"<kind>", 4, 32}, {"<owner>", 8, 32}, {"<count>", 12, 32}}},
    {"mtx_t", {{"<lock>", 0, 0}, {"<kind>", 4, 32}, {"<owner>", 8, 32}, {"<count>", 12, 32}}},
    {"pthread_mutexattr_t", {{"<kind>", 0, 32}}},
    {"pthread_rwlock_t", {{"<holders>", 0, 32}}},
    {"pthread_barrier_t", {{"<limit>", 0, 32}, {"<arrived>", 4, 32}, {"<waiting>", 8, 64}}},
    {"pthread_attr_t", {{"<detached>", 0, 32}}},
    {"sem_t", {{"<value>", 0, 32}}},
    {"pthread_cond_t", {{"<waiting>", 0, 64}}},
    {"cnd_t", {{"<waiting>", 0, 64}}},
    {"pthread_condattr_t", {{0}}},
    {"pthread_rwlockattr_t", {{0}}},
    {"pthread_barrierattr_t", {{0}}},
    {"FILE", {{0}}},
    {"__builtin_va_list", {{0}}},
};

static bool is_record(CXType type) {
    return type.kind == CXType_Record;
}

static CXCursor record_decl(CXType canonical) {
    CXCursor decl = clang_getTypeDeclaration(canonical);
    CXCursor definition = clang_getCursorDefinition(decl);
    return clu_is_null(definition) ? clang_getCanonicalCursor(decl) : definition;
}

static uint64_t positive(long long value) {
    return value < 0 ? 0 : (uint64_t)value;
}

static const type_t *opaque(lower_t *lower, const char *name, CXType type) {
    return type_opaque(lower->program->types, name, positive(clang_Type_getSizeOf(type)),
                       (uint32_t)positive(clang_Type_getAlignOf(type)));
}

/* Numbers that are not modelled, but may be looked at byte by byte. */
static const type_t *opaque_number(lower_t *lower, const char *name, CXType type) {
    type_t *number = (type_t *)opaque(lower, name, type);
    number->lacks_fields = true;
    return number;
}

static const type_t *library_type(lower_t *lower, const struct library_type *library, CXType type) {
    types_t *types = lower->program->types;
    uint64_t size = positive(clang_Type_getSizeOf(type));
    bool is_condition =
        strcmp(library->fields[0].name ? library->fields[0].name : "", "<waiting>") == 0;
    /* Who waits for a condition matters only where waiting is a state of its own. */
    bool is_idle = is_condition && !property_set_models_waiting(lower->options->properties);
    bool has_mutex = library->fields[0].name && !library->fields[0].bits;
    field_t fields[5];
    size_t count = 0;
    for (; library->fields[count].name; count++) {
        const library_field_t *field = &library->fields[count];
        fields[count] = (field_t){.name = field->name, .offset = field->offset};
        fields[count].type = field->bits ? type_int(types, field->bits, true)
                                         : type_opaque(types, library->name, 4, 4);
        if (field->offset + fields[count].type->size > size)
            return opaque(lower, library->name, type);
    }
    if (!count || is_idle || (has_mutex && !lower->has.mutex_kinds && !lower->has.mutex_states))
        return opaque(lower, library->name, type);
    type_t *record = type_record(types, TYPE_STRUCT, library->name);
    record->is_library = true;
    type_set_fields(types, record, fields, count, size,
                    (uint32_t)positive(clang_Type_getAlignOf(type)));
    return record;
}

void ctype_note_typedef(lower_t *lower, unit_t *unit, CXCursor typedef_decl) {
    CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(typedef_decl));
    if (!is_record(type)) return;
    const char *name = clu_spelling(lower->scratch, typedef_decl);
    for (size_t i = 0; i < sizeof library_types / sizeof *library_types; i++) {
        if (strcmp(name, library_types[i].name) != 0) continue;
        CXCursor decl = record_decl(type);
        if (!cursor_map_get(&unit->records, decl))
            cursor_map_put(&unit->records, lower->scratch, decl,
                           (void *)library_type(lower, &library_types[i], type));
    }
}

typedef VEC(CXCursor) field_cursors_t;

static enum CXVisitorResult collect_field(CXCursor field, CXClientData data) {
    field_cursors_t *fields = data;
    VEC_PUSH(*fields, field);
    return CXVisit_Continue;
}

/* Bit-fields are accessed through storage units. Neighbouring bit-fields whose
 * aligned blocks of the declared type overlap share one, cut down where it
 * would reach into other fields. */
typedef struct bit_unit {
    uint64_t first, end; /* bytes */
} bit_unit_t;

static uint64_t field_bits(CXCursor field) {
    return positive(clang_Cursor_getOffsetOfField(field));
}

static bool is_bit_field(CXCursor field) {
    return clang_Cursor_isBitField(field);
}

/* "" for an anonymous struct or union, which clang spells "... (anonymous ...)". */
static const char *field_name(lower_t *lower, CXCursor field) {
    const char *name = clu_spelling(lower->scratch, field);
    return strchr(name, '(') ? "" : name;
}

static bit_unit_t declared_block(CXCursor field) {
    uint64_t size = positive(clang_Type_getSizeOf(clang_getCursorType(field)));
    uint64_t first = size ? field_bits(field) / 8 / size * size : 0;
    /* Types that are aligned to less than their size. */
    uint64_t bits = field_bits(field) + positive(clang_getFieldDeclBitWidth(field));
    if (bits > (first + size) * 8) first = field_bits(field) / 8;
    return (bit_unit_t){first, first + size};
}

/* To the size of an integer type, between other fields. */
static bool widen(bit_unit_t *unit, uint64_t floor, uint64_t ceiling) {
    uint64_t size = 1;
    while (size < unit->end - unit->first) size *= 2;
    if (unit->first + size > ceiling && unit->end >= floor + size) unit->first = unit->end - size;
    unit->end = unit->first + size;
    return size <= 8 && unit->end <= ceiling;
}

/* The unit of the run of bit-fields around fields[at]. */
static bool find_unit(const field_cursors_t *fields, size_t at, uint64_t record_size,
                      bit_unit_t *unit) {
    *unit = declared_block(fields->data[at]);
    uint64_t low = field_bits(fields->data[at]) / 8, high = low;
    size_t begin = at, end = at + 1;
    while (begin > 0 && is_bit_field(fields->data[begin - 1])) begin--;
    while (end < fields->len && is_bit_field(fields->data[end])) end++;
    for (bool changed = true; changed;) { /* blocks only grow: at most 3 rounds */
        changed = false;
        for (size_t i = begin; i < end; i++) {
            bit_unit_t block = declared_block(fields->data[i]);
            uint64_t width = positive(clang_getFieldDeclBitWidth(fields->data[i]));
            if (!width || block.end <= unit->first || block.first >= unit->end) continue;
            uint64_t first_byte = field_bits(fields->data[i]) / 8;
            uint64_t last_byte = (field_bits(fields->data[i]) + width - 1) / 8;
            if (first_byte < low) low = first_byte;
            if (last_byte > high) high = last_byte;
            if (block.first < unit->first || block.end > unit->end) changed = true;
            if (block.first < unit->first) unit->first = block.first;
            if (block.end > unit->end) unit->end = block.end;
        }
    }
    uint64_t floor = 0, ceiling = record_size;
    if (begin > 0) {
        CXCursor before = fields->data[begin - 1];
        floor =
            field_bits(before) / 8 + positive(clang_Type_getSizeOf(clang_getCursorType(before)));
    }
    if (end < fields->len) ceiling = field_bits(fields->data[end]) / 8;
    if (unit->first < floor) unit->first = low;
    if (unit->end > ceiling) unit->end = high + 1;
    if (!widen(unit, floor, ceiling)) {
        *unit = (bit_unit_t){low, high + 1};
        if (!widen(unit, floor, ceiling)) return false;
    }
    return unit->first <= low && unit->end > high;
}

static bool lower_field(lower_t *lower, unit_t *unit, const field_cursors_t *fields, size_t at,
                        uint64_t record_size, field_t *out) {
    CXCursor cursor = fields->data[at];
    const type_t *type = ctype_lower(lower, unit, clang_getCursorType(cursor));
    *out = (field_t){
        .name = field_name(lower, cursor), .type = type, .offset = field_bits(cursor) / 8};
    if (!is_bit_field(cursor)) return true;
    bit_unit_t block;
    if (!*out->name || !find_unit(fields, at, record_size, &block)) return false;
    unsigned bits = (unsigned)(block.end - block.first) * 8;
    out->type = type_int(lower->program->types, bits, type->is_signed);
    out->offset = block.first;
    out->bit_shift = (uint8_t)(field_bits(cursor) - block.first * 8);
    out->bit_width = (uint8_t)clang_getFieldDeclBitWidth(cursor);
    return true;
}

static const type_t *lower_record(lower_t *lower, unit_t *unit, CXType canonical) {
    CXCursor decl = record_decl(canonical);
    const type_t *known = cursor_map_get(&unit->records, decl);
    if (known) return known;
    bool is_union = clang_getCursorKind(decl) == CXCursor_UnionDecl;
    bool is_anonymous = clang_Cursor_isAnonymous(decl);
    const char *name = is_anonymous ? NULL : clu_spelling(lower->scratch, decl);
    type_t *record = type_record(lower->program->types, is_union ? TYPE_UNION : TYPE_STRUCT, name);
    cursor_map_put(&unit->records, lower->scratch, decl, record);
    field_cursors_t cursors = {0};
    clang_Type_visitFields(canonical, collect_field, &cursors);
    uint64_t size = positive(clang_Type_getSizeOf(canonical));
    VEC(field_t) fields = {0};
    for (size_t i = 0; i < cursors.len; i++) {
        field_t field;
        /* The members of a union are no neighbours. */
        field_cursors_t alone = {.data = &cursors.data[i], .len = 1};
        if (lower_field(lower, unit, is_union ? &alone : &cursors, is_union ? 0 : i, size, &field))
            VEC_PUSH(fields, field);
        else if (*field.name)
            record->lacks_fields = true;
    }
    type_set_fields(lower->program->types, record, fields.data, fields.len, size,
                    (uint32_t)positive(clang_Type_getAlignOf(canonical)));
    VEC_FREE(fields);
    VEC_FREE(cursors);
    return record;
}

static const field_t *find_field(lower_t *lower, unit_t *unit, CXCursor field_decl) {
    CXCursor parent = clang_getCursorSemanticParent(field_decl);
    const type_t *record = ctype_lower(lower, unit, clang_getCursorType(parent));
    const char *name = field_name(lower, field_decl);
    uint64_t offset = field_bits(field_decl);
    bool is_bits = is_bit_field(field_decl);
    for (size_t i = 0; i < record->field_count; i++) {
        const field_t *field = &record->fields[i];
        if (is_bits != (field->bit_width != 0)) continue;
        uint64_t at = field->offset * 8 + field->bit_shift;
        if (at == offset && strcmp(field->name, name) == 0) return field;
    }
    return NULL;
}

const field_t *ctype_field(lower_t *lower, unit_t *unit, CXCursor field_decl) {
    const field_t *field = cursor_map_get(&unit->fields, field_decl);
    if (field) return field;
    field = find_field(lower, unit, field_decl);
    if (field) cursor_map_put(&unit->fields, lower->scratch, field_decl, (void *)field);
    return field;
}

static const type_t *lower_function(lower_t *lower, unit_t *unit, CXType type) {
    const type_t *result = ctype_lower(lower, unit, clang_getResultType(type));
    int count = clang_getNumArgTypes(type);
    const type_t **params = ARENA_ARRAY(lower->scratch, const type_t *, count > 0 ? count : 1);
    for (int i = 0; i < count; i++)
        params[i] = ctype_lower(lower, unit, clang_getArgType(type, (unsigned)i));
    /* Without a prototype any arguments may follow. */
    bool is_variadic = type.kind == CXType_FunctionNoProto || clang_isFunctionTypeVariadic(type);
    return type_function(lower->program->types, result, params, count > 0 ? (size_t)count : 0,
                         is_variadic);
}

static const type_t *lower_integer(lower_t *lower, CXType type, bool is_signed) {
    uint64_t size = positive(clang_Type_getSizeOf(type));
    if (size == 0 || size > 8) return opaque_number(lower, "wide integer", type);
    return type_int(lower->program->types, (unsigned)size * 8, is_signed);
}

static const type_t *lower_canonical(lower_t *lower, unit_t *unit, CXType type) {
    types_t *types = lower->program->types;
    switch (type.kind) {
    case CXType_Void: return type_void(types);
    case CXType_Bool: return type_bool(types);
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128: return lower_integer(lower, type, true);
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_Char16:
    case CXType_Char32:
    case CXType_WChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128: return lower_integer(lower, type, false);
    case CXType_Float: return type_float(types, 32);
    case CXType_Double: return type_float(types, 64);
    case CXType_Enum: {
        CXType base = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type));
        if (base.kind == CXType_Invalid) return type_int(types, 32, false);
        return ctype_lower(lower, unit, base);
    }
    case CXType_Pointer:
    case CXType_BlockPointer:
        return type_pointer(types, ctype_lower(lower, unit, clang_getPointeeType(type)));
    case CXType_ConstantArray:
    case CXType_IncompleteArray: {
        const type_t *element = ctype_lower(lower, unit, clang_getArrayElementType(type));
        return type_array(types, element, positive(clang_getArraySize(type)));
    }
    case CXType_VariableArray:
        return type_variable_array(types,
                                   ctype_lower(lower, unit, clang_getArrayElementType(type)));
    case CXType_Record: return lower_record(lower, unit, type);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return lower_function(lower, unit, type);
    case CXType_Atomic: return ctype_lower(lower, unit, clang_Type_getValueType(type));
    default: /* long double, complex numbers, vectors: memory without known contents */
        return opaque_number(lower, clu_text(lower->scratch, clang_getTypeSpelling(type)), type);
    }
}

const type_t *ctype_lower(lower_t *lower, unit_t *unit, CXType type) {
    CXType canonical = clang_getCanonicalType(type);
    uint64_t key = map64_pointer(canonical.data[0]), found;
    if (map64_get(&unit->types, key, &found)) return (const type_t *)(uintptr_t)found;
    const type_t *lowered = lower_canonical(lower, unit, canonical);
    map64_put(&unit->types, key, map64_pointer(lowered));
    return lowered;
}

const type_t *ctype_of(lower_t *lower, unit_t *unit, CXCursor cursor) {
    return ctype_lower(lower, unit, clang_getCursorType(cursor));
}

bool ctype_is_atomic(CXType type) {
    return clang_getCanonicalType(type).kind == CXType_Atomic;
}

static enum CXVisitorResult look_for_atomic_record(CXCursor field, CXClientData data) {
    bool *found = data;
    *found = ctype_has_atomic_record(clang_getCursorType(field));
    return *found ? CXVisit_Break : CXVisit_Continue;
}

bool ctype_has_atomic_record(CXType type) {
    CXType canonical = clang_getCanonicalType(type);
    bool found = false;
    while (clang_getArrayElementType(canonical).kind != CXType_Invalid)
        canonical = clang_getCanonicalType(clang_getArrayElementType(canonical));
    if (canonical.kind == CXType_Atomic)
        return clang_getCanonicalType(clang_Type_getValueType(canonical)).kind == CXType_Record;
    if (canonical.kind == CXType_Record)
        clang_Type_visitFields(canonical, look_for_atomic_record, &found);
    return found;
}

/* Names and layouts decide, to a fixed depth of pointers: declarations that
 * differ further down are not told apart. */
static bool agree(const type_t *a, const type_t *b, unsigned depth) {
    if (a == b || depth == 0) return true;
    if (a->kind != b->kind || a->is_library != b->is_library) return false;
    switch (a->kind) {
    case TYPE_INT: return a->bits == b->bits && a->is_signed == b->is_signed;
    case TYPE_FLOAT: return a->bits == b->bits;
    case TYPE_POINTER: return agree(a->elem, b->elem, depth - 1);
    case TYPE_ARRAY:
        return (a->count == b->count || !a->count || !b->count) &&
               agree(a->elem, b->elem, depth - 1);
    case TYPE_STRUCT:
    case TYPE_UNION:
        if (!a->size || !b->size) return true;
        if (a->size != b->size || a->field_count != b->field_count) return false;
        for (size_t i = 0; i < a->field_count; i++)
            if (a->fields[i].offset != b->fields[i].offset ||
                !agree(a->fields[i].type, b->fields[i].type, depth - 1))
                return false;
        return true;
    case TYPE_FUNCTION:
        if (!agree(a->elem, b->elem, depth - 1)) return false;
        if ((a->is_variadic && !a->param_count) || (b->is_variadic && !b->param_count)) return true;
        if (a->param_count != b->param_count || a->is_variadic != b->is_variadic) return false;
        for (size_t i = 0; i < a->param_count; i++)
            if (!agree(a->params[i], b->params[i], depth - 1)) return false;
        return true;
    default: return true;
    }
}

bool ctype_agree(const type_t *a, const type_t *b) {
    return agree(a, b, 6);
}
