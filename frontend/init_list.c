#include "frontend/init_list.h"

#include "frontend/ctype.h"
#include "frontend/literal.h"

#include <string.h>

/* Which member of the union at an offset was initialised last. */
typedef struct choice {
    uint64_t offset;
    const type_t *type;
    size_t member;
} choice_t;

typedef struct init_reader {
    body_t *body;
    VEC(choice_t) choices;
    init_entries_t *entries;
    uint64_t end;        /* of what has entries */
    const char *problem; /* NULL: none so far */
    cursors_t items;     /* of the list being read */
    size_t at;           /* next item */
    bool has_flexible;   /* the object ends in an array without a length */
} init_reader_t;

/* A part of an aggregate: a field or an element. */
typedef struct init_part {
    const type_t *type;
    uint64_t offset;
    uint8_t shift, width;
} init_part_t;

static void read_part(init_reader_t *r, init_part_t part);

static bool is_record(const type_t *type) {
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

static size_t part_count(const type_t *type) {
    if (type->kind == TYPE_ARRAY) return type->count;
    if (type->kind == TYPE_UNION) return type->field_count ? 1 : 0;
    return type->field_count;
}

static init_part_t part_at(init_part_t whole, size_t index) {
    const type_t *type = whole.type;
    if (type->kind == TYPE_ARRAY)
        return (init_part_t){.type = type->elem, .offset = whole.offset + index * type->elem->size};
    const field_t *field = &type->fields[index];
    return (init_part_t){.type = field->type,
                         .offset = whole.offset + field->offset,
                         .shift = field->bit_shift,
                         .width = field->bit_width};
}

/* Is the part, or a bit-field in it, what the entry initialises? */
static bool part_holds(init_part_t part, const init_entry_t *entry) {
    if (part.width)
        return entry->width == part.width && entry->shift == part.shift &&
               entry->offset == part.offset;
    return entry->offset >= part.offset &&
           entry->offset + entry->type->size <= part.offset + part.type->size;
}

/* What was said of a part earlier is overridden and not even evaluated. The rest of
 * a structure given as one value of which a part is overridden: compilers disagree. */
static void forget(init_reader_t *r, init_part_t part) {
    size_t kept = 0;
    if (part.offset >= r->end) return; /* as it is where nothing is overridden */
    for (size_t i = 0; i < r->entries->len; i++) {
        const init_entry_t *entry = &r->entries->data[i];
        if (part_holds(part, entry)) continue;
        bool ends_before = entry->offset + entry->type->size <= part.offset ||
                           part.offset + part.type->size <= entry->offset;
        if (is_record(entry->type) && !ends_before)
            r->problem = "an initialiser that overrides a part of a structure";
        r->entries->data[kept++] = *entry;
    }
    r->entries->len = kept;
}

/* The members of a union override each other. */
static void choose_member(init_reader_t *r, init_part_t whole, size_t member) {
    if (whole.type->kind != TYPE_UNION) return;
    choice_t *choice = NULL;
    for (size_t i = 0; i < r->choices.len; i++) {
        choice_t *one = &r->choices.data[i];
        if (one->type == whole.type && one->offset == whole.offset) choice = one;
    }
    if (choice && choice->member == member) return;
    if (choice)
        choice->member = member;
    else
        VEC_PUSH(r->choices, (choice_t){whole.offset, whole.type, member});
    forget(r, whole);
}

static void add_entry(init_reader_t *r, init_part_t part, CXCursor value) {
    forget(r, part);
    init_entry_t entry = {.offset = part.offset,
                          .type = part.type,
                          .shift = part.shift,
                          .width = part.width,
                          .value = value};
    VEC_PUSH(*r->entries, entry);
    uint64_t end = part.offset + part.type->size;
    if (end > r->end) r->end = end;
}

CXCursor init_list_string(const type_t *type, CXCursor value) {
    bool holds_characters =
        type->kind == TYPE_ARRAY && type->elem->kind == TYPE_INT && type->elem->bits <= 32;
    if (!holds_characters) return clang_getNullCursor();
    value = clu_strip(value);
    if (clang_getCursorKind(value) == CXCursor_InitListExpr) { /* {"text"} */
        CXCursor inner = clu_last_operand(value);
        if (clu_is_null(inner)) return inner;
        value = clu_strip(inner);
    }
    if (clang_getCursorKind(value) == CXCursor_StringLiteral) return value;
    return clang_getNullCursor();
}

/* A designated item is an unexposed expression of type void: designators,
 * then the value. */
static bool is_designated(CXCursor item) {
    return clang_getCursorKind(item) == CXCursor_UnexposedExpr &&
           clang_getCursorType(item).kind == CXType_Void;
}

/* The value of a whole subobject: a list in braces, a string, or an
 * expression of its type. */
static bool is_whole(init_reader_t *r, const type_t *type, CXCursor item) {
    if (type_is_scalar(type) || type->is_library) return true;
    if (clang_getCursorKind(item) == CXCursor_InitListExpr) return true;
    if (!clu_is_null(init_list_string(type, item))) return true;
    return is_record(type) && body_type(r->body, item) == type;
}

static void read_list(init_reader_t *r, init_part_t whole, CXCursor list);

static void read_whole(init_reader_t *r, init_part_t part, CXCursor item) {
    bool is_list = clang_getCursorKind(item) == CXCursor_InitListExpr;
    if (is_list && !part.type->is_library && !type_is_scalar(part.type) &&
        clu_is_null(init_list_string(part.type, item)))
        read_list(r, part, item);
    else
        add_entry(r, part, item);
}

/* A flexible array is as long as its initialiser: a list or a string. */
static init_part_t measured(init_reader_t *r, init_part_t part, CXCursor value) {
    bool is_flexible = part.type->kind == TYPE_ARRAY && !part.type->count;
    if (!r->has_flexible || !is_flexible || part.type->is_variable) return part;
    arena_t *scratch = r->body->lower->scratch;
    CXCursor literal = init_list_string(part.type, value);
    uint64_t count = 0;
    if (!clu_is_null(literal)) {
        count = literal_characters(r->body->lower, literal).len + 1;
    } else if (clang_getCursorKind(value) == CXCursor_InitListExpr) {
        cursors_t items = clu_operands(scratch, value);
        for (size_t i = 0; i < items.len; i++)
            if (is_designated(items.data[i]) || !is_whole(r, part.type->elem, items.data[i]))
                return part;
        count = items.len;
    }
    if (count) part.type = type_array(r->body->program->types, part.type->elem, count);
    return part;
}

/* Items without designators belong to the parts in order, of which none may be missing. */
static bool is_countable(init_reader_t *r, const type_t *type) {
    if (type->lacks_fields) r->problem = "a bit-field that shares bytes with other fields";
    return !type->lacks_fields;
}

/* Without braces of its own: takes as many items as it has parts, beginning
 * with one of them. */
static void read_parts(init_reader_t *r, init_part_t whole, size_t index) {
    for (size_t count = part_count(whole.type); index < count && !r->problem; index++) {
        if (r->at >= r->items.len || is_designated(r->items.data[r->at])) return;
        if (!is_countable(r, whole.type)) return;
        choose_member(r, whole, index);
        read_part(r, part_at(whole, index));
    }
}

static void read_part(init_reader_t *r, init_part_t part) {
    CXCursor item = r->items.data[r->at];
    part = measured(r, part, item);
    if (is_whole(r, part.type, item)) {
        r->at++;
        read_whole(r, part, item);
    } else if (part_count(part.type) == 0) {
        r->problem = "an initialiser of a flexible array";
    } else {
        read_parts(r, part, 0);
    }
}

static bool find_field(init_reader_t *r, const type_t *type, CXCursor reference, size_t *index) {
    CXCursor decl = clang_getCursorReferenced(reference);
    const field_t *field = ctype_field(r->body->lower, r->body->unit, decl);
    if (!field || field < type->fields || field >= type->fields + type->field_count) return false;
    *index = (size_t)(field - type->fields);
    return true;
}

/* Between the two numbers of [a ... b] there are dots, between those of
 * [a][b] there are none. */
static bool has_dots(body_t *body, CXCursor a, CXCursor b) {
    CXFile file, other;
    unsigned from, to;
    clang_getSpellingLocation(clang_getRangeEnd(clang_getCursorExtent(a)), &file, NULL, NULL,
                              &from);
    clang_getSpellingLocation(clang_getCursorLocation(b), &other, NULL, NULL, &to);
    if (!file || !other || !clang_File_isEqual(file, other) || to < from) return false;
    size_t size;
    const char *text = clang_getFileContents(body->unit->tu, file, &size);
    if (!text || to > size) return false;
    for (size_t i = from; i + 3 <= to; i++)
        if (strncmp(text + i, "...", 3) == 0) return true;
    return false;
}

/* A range is written out element by element. */
enum { RANGE_LIMIT = 65536 };

/* One designator: the parts it names. */
typedef struct index_range {
    size_t first, last, used;
} index_range_t;

static bool read_designator(init_reader_t *r, const type_t *type, cursors_t path, size_t at,
                            index_range_t *range) {
    range->used = 1;
    if (clang_getCursorKind(path.data[at]) == CXCursor_MemberRef) {
        if (!is_record(type) || !find_field(r, type, path.data[at], &range->first)) return false;
        range->last = range->first;
        return true;
    }
    uint64_t first, last;
    if (type->kind != TYPE_ARRAY || !clu_integer(path.data[at], &first)) return false;
    last = first;
    bool has_more =
        at + 2 < path.len && clang_getCursorKind(path.data[at + 1]) != CXCursor_MemberRef;
    if (has_more && has_dots(r->body, path.data[at], path.data[at + 1])) {
        if (!clu_integer(path.data[at + 1], &last)) return false;
        range->used = 2;
    }
    range->first = first;
    range->last = last;
    return first <= last && last < type->count && last - first < RANGE_LIMIT;
}

/* path: designators and, last, the value. Items behind the designated one go
 * on where it ends, level by level. */
static size_t read_designated(init_reader_t *r, init_part_t whole, cursors_t path, size_t at) {
    index_range_t range;
    if (!read_designator(r, whole.type, path, at, &range)) {
        if (is_countable(r, whole.type)) r->problem = "a designator of this form";
        return 0;
    }
    for (size_t i = range.first; i <= range.last && !r->problem; i++) {
        init_part_t part = part_at(whole, i);
        choose_member(r, whole, i);
        if (at + range.used == path.len - 1) {
            CXCursor value = path.data[path.len - 1];
            part = measured(r, part, value);
            if (is_whole(r, part.type, value)) {
                read_whole(r, part, value);
            } else { /* braces omitted: the value begins the parts of the subobject */
                r->problem = "a designator with omitted braces";
            }
        } else {
            size_t next = read_designated(r, part, path, at + range.used);
            if (i == range.last) read_parts(r, part, next);
        }
    }
    return range.last + 1;
}

static void read_list(init_reader_t *r, init_part_t whole, CXCursor list) {
    cursors_t outer_items = r->items;
    size_t outer_at = r->at, index = 0, count = part_count(whole.type);
    forget(r, whole);
    r->items = clu_operands(r->body->lower->scratch, list);
    r->at = 0;
    while (r->at < r->items.len && !r->problem) {
        CXCursor item = r->items.data[r->at];
        if (is_designated(item)) {
            r->at++;
            cursors_t path = clu_children(r->body->lower->scratch, item);
            index = read_designated(r, whole, path, 0);
        } else if (index < count && is_countable(r, whole.type)) {
            choose_member(r, whole, index);
            read_part(r, part_at(whole, index++));
        } else if (!r->problem && is_countable(r, whole.type)) {
            r->problem = count ? "an excess initialiser" : "an initialiser of a flexible array";
        }
        if (whole.type->kind == TYPE_UNION) index = count; /* one member only */
    }
    r->items = outer_items;
    r->at = outer_at;
}

static enum CXVisitorResult look_at_field(CXCursor field, CXClientData data) {
    *(bool *)data = clang_getCursorType(field).kind == CXType_IncompleteArray;
    return CXVisit_Continue;
}

/* Not so with GNU's arrays of length zero. */
static bool ends_in_flexible(CXType type) {
    bool is_flexible = false; /* the last field */
    clang_Type_visitFields(clang_getCanonicalType(type), look_at_field, &is_flexible);
    return is_flexible;
}

bool init_list_read(body_t *body, const type_t *type, CXCursor initialiser, init_entries_t *entries,
                    const char **problem) {
    init_reader_t r = {.body = body, .entries = entries};
    CXCursor inner = clu_strip(initialiser);
    if (clang_getCursorKind(inner) == CXCursor_InitListExpr) initialiser = inner;
    r.has_flexible = ends_in_flexible(clang_getCursorType(initialiser));
    read_whole(&r, (init_part_t){.type = type}, initialiser);
    VEC_FREE(r.choices);
    *problem = r.problem;
    return !r.problem;
}
