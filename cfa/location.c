#include "cfa/location.h"

#include "util/hash.h"

/* Beyond this many places an object is treated as one. */
enum { MAX_PER_OBJECT = 64 };

#define OFFSET_ANY UINT32_MAX

typedef struct object_offset {
    uint32_t object, offset;
} object_offset_t;

struct locations {
    const program_t *program;
    map64_t numbers;      /* place -> location */
    uint32_t *per_object; /* how many places each object has */
    VEC(object_offset_t) places;
};

locations_t *locations_new(const program_t *program) {
    locations_t *l = mem_zalloc(sizeof *l);
    l->program = program;
    l->per_object = mem_zalloc(sizeof *l->per_object * (program->objects.len + 1));
    return l;
}

void locations_delete(locations_t *l) {
    if (!l) return;
    map64_free(&l->numbers);
    mem_free(l->per_object);
    VEC_FREE(l->places);
    mem_free(l);
}

size_t locations_count(const locations_t *l) {
    return l->places.len;
}

static location_t number(locations_t *l, const object_t *object, uint64_t offset) {
    uint64_t key, found;
    if (offset >= OFFSET_ANY) offset = OFFSET_ANY;
    key = (uint64_t)object->id << 32 | offset;
    if (map64_get(&l->numbers, key, &found)) return (location_t)found;
    if (offset != OFFSET_ANY && l->per_object[object->id] >= MAX_PER_OBJECT)
        return number(l, object, OFFSET_ANY);
    l->per_object[object->id]++;
    object_offset_t place = {.object = object->id, .offset = (uint32_t)offset};
    VEC_PUSH(l->places, place);
    map64_put(&l->numbers, key, l->places.len - 1);
    return (location_t)(l->places.len - 1);
}

const object_t *location_object(const locations_t *l, location_t location) {
    return l->program->objects.data[l->places.data[location].object];
}

bool location_is_any(const locations_t *l, location_t location) {
    return l->places.data[location].offset == OFFSET_ANY;
}

location_t location_any(locations_t *l, const object_t *object) {
    return number(l, object, OFFSET_ANY);
}

/* The type that repeats through the whole object and its size, or 0 if the
 * object is a single thing. Allocations are arrays of unknown length. */
static uint64_t repeated(const object_t *object, const type_t **elem) {
    const type_t *type = object->type;
    bool repeats = object->kind == OBJECT_HEAP || type->kind == TYPE_ARRAY;
    while (type->kind == TYPE_ARRAY) type = type->elem;
    *elem = type;
    return !repeats ? 0 : type->size ? type->size : 1;
}

/* A byte inside a type, with what encloses it. */
typedef struct position {
    uint64_t offset;     /* array indices forgotten */
    uint64_t slot;       /* where the scalar, union or opaque thing around it begins */
    bool in_array;       /* an array lies around it, inside the type */
    uint64_t elem_start; /* the element of the innermost one: where it begins, */
    uint64_t elem_size;  /* and its size */
    const type_t *type;  /* of what lies there, or of the record that has padding there */
} position_t;

static const field_t *field_at(const type_t *type, uint64_t offset) {
    for (size_t i = 0; i < type->field_count; i++) {
        const field_t *field = &type->fields[i];
        if (offset >= field->offset && offset - field->offset < field->type->size) return field;
    }
    return NULL;
}

static position_t position_in(const type_t *type, uint64_t offset) {
    position_t p = {0};
    uint64_t base = 0;
    for (;;) {
        if (type->kind == TYPE_ARRAY && type->elem->size > 0) {
            type = type->elem;
            offset %= type->size;
            p.in_array = true;
            p.elem_start = base;
            p.elem_size = type->size;
            continue;
        }
        const field_t *field = type->kind == TYPE_STRUCT ? field_at(type, offset) : NULL;
        if (!field) break;
        base += field->offset;
        offset -= field->offset;
        type = field->type;
    }
    p.type = type;
    p.offset = base + offset;
    /* Padding has no scalar to belong to; each byte of it is its own slot. */
    p.slot = type->kind == TYPE_STRUCT && !type->is_opaque && type->size ? p.offset : base;
    return p;
}

static uint64_t modulo(int64_t value, uint64_t size) {
    int64_t rest = value % (int64_t)size;
    return (uint64_t)(rest < 0 ? rest + (int64_t)size : rest);
}

location_t location_at(locations_t *l, const object_t *object, int64_t offset) {
    const type_t *elem;
    uint64_t size = repeated(object, &elem);
    if (size > 0) return number(l, object, position_in(elem, modulo(offset, size)).offset);
    if (offset < 0 || (uint64_t)offset > elem->size) return location_any(l, object);
    return number(l, object, position_in(elem, (uint64_t)offset).offset);
}

location_t location_shift(locations_t *l, location_t location, int64_t bytes) {
    if (bytes == 0 || location_is_any(l, location)) return location;
    const object_t *object = location_object(l, location);
    const type_t *elem;
    repeated(object, &elem);
    int64_t offset = l->places.data[location].offset, moved;
    if (__builtin_add_overflow(offset, bytes, &moved)) return location_any(l, object);
    position_t p = position_in(elem, (uint64_t)offset);
    /* Inside an array the true offset is not known, so only a move within the
     * element has a known end. */
    if (p.in_array &&
        (moved < (int64_t)p.elem_start || moved >= (int64_t)(p.elem_start + p.elem_size)))
        return location_any(l, object);
    return location_at(l, object, moved);
}

location_t location_stride(locations_t *l, location_t location, uint64_t stride) {
    if (stride == 0 || location_is_any(l, location)) return location;
    const object_t *object = location_object(l, location);
    const type_t *elem;
    uint64_t size = repeated(object, &elem);
    /* Whole elements of the whole object change no forgotten index. */
    if (size > 0 && stride % size == 0) return location;
    return location_any(l, object);
}

bool location_is_opaque(const locations_t *l, location_t location) {
    if (location_is_any(l, location)) return false;
    const type_t *elem;
    repeated(location_object(l, location), &elem);
    position_t p = position_in(elem, l->places.data[location].offset);
    return p.type->is_opaque && p.offset == p.slot;
}

bool location_fits(const locations_t *l, location_t location, uint64_t size) {
    const object_t *object = location_object(l, location);
    const type_t *elem;
    uint64_t index;
    repeated(object, &elem);
    /* Aligned as C demands, it meets a cell if there are no others. */
    if (location_is_any(l, location)) return type_is_uniform(elem, size);
    return type_cell_at(elem, l->places.data[location].offset, size, &index);
}

size_t location_slots(locations_t *l, location_t location, uint64_t size,
                      location_t out[LOCATION_MAX_SLOTS]) {
    if (location_is_any(l, location) || size > LOCATION_MAX_SLOTS) return 0;
    const object_t *object = location_object(l, location);
    const type_t *elem;
    uint64_t repeat = repeated(object, &elem), offset = l->places.data[location].offset;
    size_t count = 0;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t at = repeat ? (offset + i) % repeat : offset + i;
        location_t slot = number(l, object, position_in(elem, at).slot);
        if (location_is_any(l, slot)) return 0;
        bool known = false;
        for (size_t j = 0; j < count; j++) known |= out[j] == slot;
        if (!known) out[count++] = slot;
    }
    return count;
}
