#include "frontend/init.h"

#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/init_list.h"
#include "frontend/literal.h"
#include "frontend/mutexes.h"
#include "frontend/rvalue.h"
#include "frontend/scope.h"

#include <stdlib.h>
#include <string.h>

/* An initialiser of zeros is the usual one of a library type and says nothing. That
 * of a mutex has one other number in it if it asks for a special kind. */
static enum CXChildVisitResult find_nonzero(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (!clang_isExpression(kind)) return CXChildVisit_Continue;
    bool is_designated = clang_getCursorType(cursor).kind == CXType_Void;
    if (kind == CXCursor_InitListExpr || is_designated) return CXChildVisit_Recurse;
    uint64_t value, *found = data;
    if (!clu_integer(clu_strip_casts(cursor), &value)) value = UINT64_MAX;
    if (value == 0) return CXChildVisit_Continue;
    *found = *found ? UINT64_MAX : value;
    return CXChildVisit_Continue;
}

/* The only number that is not 0, if there is one; UINT64_MAX: anything else. */
static uint64_t only_number(CXCursor initialiser) {
    uint64_t found = 0;
    if (find_nonzero(initialiser, initialiser, &found) == CXChildVisit_Recurse)
        clang_visitChildren(initialiser, find_nonzero, &found);
    return found;
}

enum { RECURSIVE_KIND = 1, ADAPTIVE_KIND = 3 };

/* What to write into the cells of a library object; false: not known. Needs cells
 * of mutexes where they are of other than the default kind. */
static bool library_kind(lower_t *lower, const init_entry_t *entry, uint64_t *kind) {
    *kind = only_number(entry->value);
    if (*kind == 0) return true;
    bool is_mutex = entry->type->name && strcmp(entry->type->name, "pthread_mutex_t") == 0;
    if (!is_mutex || *kind < RECURSIVE_KIND || *kind > ADAPTIVE_KIND) return false;
    lower->needs.mutex_kinds = true;
    return true;
}

static const field_t *kind_field(const type_t *type) {
    for (size_t i = 0; i < type->field_count; i++)
        if (strcmp(type->fields[i].name, "<kind>") == 0) return &type->fields[i];
    return NULL;
}

/* Marks the cells of an entry that get all their bits from it. */
static void mark_cells(const type_t *type, const init_entry_t *entry, bool *covered) {
    if (entry->width) return;
    uint64_t count = type_cell_count(entry->type), index;
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(entry->type, i);
        if (type_cell_at(type, entry->offset + cell.offset, cell.type->size, &index))
            covered[index] = true;
    }
}

static void store_zeros(body_t *body, const expr_t *address, const type_t *type,
                        const init_entries_t *entries) {
    uint64_t count = type_cell_count(type);
    bool *covered = mem_zalloc(count + 1);
    for (size_t i = 0; i < entries->len; i++) mark_cells(type, &entries->data[i], covered);
    for (uint64_t i = 0; i < count; i++) {
        if (covered[i]) continue;
        cell_t cell = type_cell(type, i);
        lvalue_t to = lvalue_memory(arith_offset(body, address, cell.offset), cell.type);
        lvalue_store(body, to, body_const(body, cell.type, 0));
    }
    mem_free(covered);
}

static void store_string(body_t *body, const expr_t *address, const type_t *type,
                         CXCursor literal) {
    characters_t characters = literal_characters(body->lower, literal);
    for (uint64_t i = 0; i < type->count; i++) {
        lvalue_t to = lvalue_memory(arith_offset(body, address, i * type->elem->size), type->elem);
        uint32_t character = i < characters.len ? characters.data[i] : 0;
        lvalue_store(body, to, body_const(body, type->elem, character));
    }
}

static void store_library(body_t *body, const expr_t *place, const init_entry_t *entry) {
    uint64_t kind;
    const field_t *field = kind_field(entry->type);
    if (!library_kind(body->lower, entry, &kind)) {
        body_unsupported(body, "an initialiser of %s of this form",
                         type_spelling(body->program->types, entry->type));
        return;
    }
    for (uint64_t i = 0; i < type_cell_count(entry->type); i++) {
        cell_t cell = type_cell(entry->type, i);
        bool is_kind = field && field->offset == cell.offset;
        lvalue_t to = lvalue_memory(arith_offset(body, place, cell.offset), cell.type);
        lvalue_store(body, to, body_const(body, cell.type, is_kind ? kind : 0));
    }
}

static void store_entry(body_t *body, const expr_t *address, const init_entry_t *entry) {
    const expr_t *place = arith_offset(body, address, entry->offset);
    if (entry->type->is_library) {
        store_library(body, place, entry);
        return;
    }
    CXCursor literal = init_list_string(entry->type, entry->value);
    if (!clu_is_null(literal)) {
        store_string(body, place, entry->type, literal);
        return;
    }
    lvalue_t to = lvalue_memory(place, entry->type);
    if (entry->width) {
        to.kind = LVALUE_BITS;
        to.unit = entry->type;
        to.shift = entry->shift;
        to.width = entry->width;
    }
    lvalue_store(body, to, rvalue_as(body, entry->value, entry->type));
}

static int compare_entries(const void *left, const void *right) {
    const init_entry_t *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    if (a->shift != b->shift) return a->shift < b->shift ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Designators may name members in any order; gcc and clang evaluate what they are given
 * in the order of the members. */
static void order_entries(init_entries_t *entries) {
    for (size_t i = 0; i < entries->len; i++) entries->data[i].order = i;
    if (entries->len) qsort(entries->data, entries->len, sizeof *entries->data, compare_entries);
}

void init_local(body_t *body, const expr_t *address, const type_t *type, CXCursor initialiser) {
    init_entries_t entries = {0};
    const char *problem;
    if (!init_list_read(body, type, initialiser, &entries, &problem)) {
        body_unsupported(body, "%s", problem);
    } else if (type_cell_count(type) > LVALUE_MAX_CELLS) {
        body_unsupported(body, "initialisation of a local object with more than %d cells",
                         LVALUE_MAX_CELLS);
    } else {
        order_entries(&entries);
        store_zeros(body, address, type, &entries);
        mutexes_init(body, address, type, type->size);
        for (size_t i = 0; i < entries.len; i++) store_entry(body, address, &entries.data[i]);
    }
    VEC_FREE(entries);
}

/* Static objects. */

typedef struct static_cell {
    cell_init_t cell;
    uint64_t mask; /* bits it sets */
    size_t order;
} static_cell_t;

typedef struct static_init {
    body_t body; /* without a function: whatever makes steps is no constant */
    VEC(static_cell_t) cells;
    CXCursor bad; /* first initialiser that is no constant */
    const char *problem;
    uint64_t end; /* of what is initialised */
} static_init_t;

static void add_bits(static_init_t *init, cell_init_t cell, uint64_t mask) {
    static_cell_t added = {.cell = cell, .mask = mask, .order = init->cells.len};
    VEC_PUSH(init->cells, added);
}

static void add_cell(static_init_t *init, uint64_t offset, const type_t *type, uint64_t value,
                     const object_t *object) {
    cell_init_t cell = {.offset = offset, .type = type, .value = value, .object = object};
    add_bits(init, cell, UINT64_MAX);
}

static void fail(static_init_t *init, CXCursor cursor, const char *problem) {
    if (init->problem) return;
    init->bad = cursor;
    init->problem = problem;
}

/* address of an object + offset */
static bool split_address(const expr_t *expr, const object_t **object, uint64_t *offset) {
    *object = NULL;
    *offset = 0;
    if (expr->kind == EXPR_CONST) {
        *offset = expr->value;
    } else if (expr->kind == EXPR_ADDR) {
        *object = expr->object;
    } else if (expr->kind == EXPR_ADD && expr->a[0]->kind == EXPR_ADDR &&
               expr->a[1]->kind == EXPR_CONST) {
        *object = expr->a[0]->object;
        *offset = expr->a[1]->value;
    } else {
        return false;
    }
    return true;
}

static void static_scalar(static_init_t *init, const init_entry_t *entry) {
    value_t value = rvalue_as(&init->body, entry->value, entry->type);
    const object_t *object;
    uint64_t offset;
    if (init->body.flow.steps.len || !value.expr || !split_address(value.expr, &object, &offset)) {
        fail(init, entry->value, "an initialiser that is no constant here");
        init->body.flow.steps.len = 0;
        return;
    }
    if (!entry->width) {
        add_cell(init, entry->offset, entry->type, offset, object);
        return;
    }
    cell_init_t unit = {.offset = entry->offset, .type = entry->type};
    unit.value = offset << entry->shift;
    add_bits(init, unit, width_mask(entry->width) << entry->shift);
}

static void static_entries(static_init_t *init, uint64_t base, const type_t *type,
                           CXCursor initialiser);

/* A compound literal or another constant aggregate as the value of one. */
static void static_aggregate(static_init_t *init, const init_entry_t *entry) {
    CXCursor inner = clu_strip_casts(entry->value);
    if (clang_getCursorKind(inner) == CXCursor_CompoundLiteralExpr)
        static_entries(init, entry->offset, entry->type, clu_last_operand(inner));
    else
        fail(init, entry->value, "an aggregate initialiser of this form");
}

static void static_entry(static_init_t *init, const init_entry_t *entry) {
    CXCursor literal = init_list_string(entry->type, entry->value);
    if (entry->type->is_library) {
        uint64_t kind;
        const field_t *field = kind_field(entry->type);
        if (!library_kind(init->body.lower, entry, &kind))
            fail(init, entry->value, "an initialiser of a library type of this form");
        else if (field)
            add_cell(init, entry->offset + field->offset, field->type, kind, NULL);
    } else if (!clu_is_null(literal)) {
        characters_t characters = literal_characters(init->body.lower, literal);
        const type_t *elem = entry->type->elem;
        for (uint64_t i = 0; i < entry->type->count && i < characters.len; i++)
            add_cell(init, entry->offset + i * elem->size, elem, characters.data[i], NULL);
    } else if (type_is_scalar(entry->type)) {
        static_scalar(init, entry);
    } else {
        static_aggregate(init, entry);
    }
}

static void static_entries(static_init_t *init, uint64_t base, const type_t *type,
                           CXCursor initialiser) {
    init_entries_t entries = {0};
    const char *problem;
    if (!init_list_read(&init->body, type, initialiser, &entries, &problem))
        fail(init, initialiser, problem);
    else
        for (size_t i = 0; i < entries.len; i++) {
            entries.data[i].offset += base;
            uint64_t end = entries.data[i].offset + entries.data[i].type->size;
            if (end > init->end) init->end = end;
            static_entry(init, &entries.data[i]);
        }
    VEC_FREE(entries);
}

static int compare_cells(const void *left, const void *right) {
    const static_cell_t *a = left, *b = right;
    if (a->cell.offset != b->cell.offset) return a->cell.offset < b->cell.offset ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* By offset; of several values for one cell the last counts, bit by bit. */
static void keep_cells(static_init_t *init, object_t *object) {
    size_t count = init->cells.len, kept = 0;
    if (!count) return;
    static_cell_t *cells = init->cells.data;
    qsort(cells, count, sizeof *cells, compare_cells);
    cell_init_t *out = ARENA_ARRAY(init->body.program->arena, cell_init_t, count);
    for (size_t i = 0; i < count;) {
        cell_init_t cell = cells[i].cell;
        cell.value = 0;
        for (uint64_t offset = cell.offset; i < count && cells[i].cell.offset == offset; i++) {
            uint64_t mask = cells[i].mask;
            uint64_t value = (cell.value & ~mask) | (cells[i].cell.value & mask);
            cell = cells[i].cell;
            cell.value = value;
        }
        if (cell.value || cell.object) out[kept++] = cell;
    }
    object->init = out;
    object->init_count = kept;
}

/* An object with a flexible array is longer than its type. */
static const type_t *with_array(types_t *types, const type_t *type, uint64_t end) {
    size_t last = type->field_count - 1;
    if (type->kind != TYPE_STRUCT || !type->field_count || type->fields[last].type->size)
        return type;
    const field_t *array = &type->fields[last];
    if (array->type->kind != TYPE_ARRAY || !array->type->elem->size) return type;
    if (end <= array->offset) return type;
    uint64_t count = (end - array->offset) / array->type->elem->size;
    field_t *fields = mem_alloc(sizeof *fields * type->field_count);
    memcpy(fields, type->fields, sizeof *fields * type->field_count);
    fields[last].type = type_array(types, array->type->elem, count);
    type_t *longer = type_record(types, TYPE_STRUCT, type->name);
    type_set_fields(types, longer, fields, type->field_count, end > type->size ? end : type->size,
                    type->align);
    mem_free(fields);
    return longer;
}

void init_static(lower_t *lower, unit_t *unit, object_t *object, CXCursor initialiser) {
    static_init_t init = {0};
    body_init(&init.body, lower, unit, NULL);
    init.body.source = clu_source(&lower->positions, initialiser);
    static_entries(&init, 0, object->type, initialiser);
    if (init.problem) lower_complain(lower, clu_source(&lower->positions, init.bad), init.problem);
    keep_cells(&init, object);
    object->type = with_array(lower->program->types, object->type, init.end);
    VEC_FREE(init.cells);
    body_free(&init.body);
}

/* The object of a literal in a function. */
static const object_t *literal_object(body_t *body, CXCursor cursor, const type_t *type) {
    const variable_info_t *declared = lvalue_variable(body, cursor);
    if (declared) return declared->object;
    if (scope_tells(body)) body_unsupported(body, "a compound literal whose block is not seen");
    return function_add_local(body->program, body->function, "literal", type, body->source);
}

lvalue_t init_compound_literal(body_t *body, CXCursor cursor) {
    const type_t *type = body_type(body, cursor);
    CXCursor initialiser = clu_last_operand(cursor);
    if (!body->function) {
        object_t *object = cursor_map_get(&body->lower->statics, cursor);
        if (!object) {
            object =
                program_add_object(body->program, OBJECT_GLOBAL, "<literal>", type, body->source);
            cursor_map_put(&body->lower->statics, body->lower->scratch, cursor, object);
            init_static(body->lower, body->unit, object, initialiser);
        }
        return lvalue_memory(expr_addr(body->exprs, object), type);
    }
    const expr_t *address = expr_addr(body->exprs, literal_object(body, cursor, type));
    init_local(body, address, type, initialiser);
    return lvalue_memory(address, type);
}
