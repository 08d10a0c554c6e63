#include "witness/semantics/cells.h"

void cells_init(cells_t *cells, const program_t *program) {
    *cells = (cells_t){.program = program};
    for (size_t i = 0; i < program->objects.len; i++)
        if (program->objects.data[i]->kind == OBJECT_THREAD)
            VEC_PUSH(cells->thread_objects, program->objects.data[i]);
}

void cells_free(cells_t *cells) {
    VEC_FREE(cells->thread_objects);
}

static bool place_contains(const cells_place_t *place, uint64_t address) {
    return address >= place->address && address - place->address < place->size;
}

static bool cells_in_frames(const thread_t *thread, uint64_t address, cells_place_t *place) {
    for (uint32_t d = thread->frame_count; d-- > 0;) {
        const frame_t *frame = &thread->frames[d];
        const function_t *function = frame->node->function;
        if (address < frame->base || address - frame->base >= function->frame_size) continue;
        for (size_t i = 0; i < function->locals.len; i++) {
            const object_t *object = function->locals.data[i];
            *place = (cells_place_t){object, frame->base + object->address, object->type->size};
            if (place_contains(place, address)) return true;
        }
        return false;
    }
    return false;
}

static bool cells_in_stack(const cells_t *cells, const configuration_t *c, uint64_t address,
                           cells_place_t *place) {
    uint64_t number = (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE;
    if (number >= c->thread_count || c->threads[number].status != THREAD_RUNNING) return false;
    uint64_t block = layout_thread_block((unsigned)number);
    if (address < layout_first_frame(cells->program, (unsigned)number)) {
        for (size_t i = 0; i < cells->thread_objects.len; i++) {
            const object_t *object = cells->thread_objects.data[i];
            *place = (cells_place_t){object, block + object->address, object->type->size};
            if (place_contains(place, address)) return true;
        }
        return false;
    }
    return cells_in_frames(&c->threads[number], address, place);
}

static bool cells_in_heap(const configuration_t *c, uint64_t address, cells_place_t *place) {
    size_t low = 0, high = c->heap_count; /* the last object that begins at or before address */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->heap[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || c->heap[low - 1].is_freed) return false;
    const heap_object_t *heap = &c->heap[low - 1];
    *place = (cells_place_t){heap->site, heap->address, heap->size};
    return place_contains(place, address);
}

bool cells_place_at(const cells_t *cells, const configuration_t *c, uint64_t address,
                    cells_place_t *place) {
    if (address >= LAYOUT_HEAP_BASE) return cells_in_heap(c, address, place);
    if (address >= LAYOUT_STACK_BASE) return cells_in_stack(cells, c, address, place);
    const object_t *object = layout_static_at(cells->program, address);
    if (!object || object->kind == OBJECT_FUNCTION) return false;
    *place = (cells_place_t){object, object->address, object->type->size};
    return true;
}

uint64_t cells_period(const cells_place_t *place) {
    /* A heap object is its site's type again and again. */
    return place->object->kind == OBJECT_HEAP ? place->object->type->size : place->size;
}

const type_t *cells_cell(const cells_place_t *place, uint64_t offset, uint64_t size) {
    uint64_t period = cells_period(place), index;
    if (!period || size > place->size || offset > place->size - size) return NULL;
    const type_t *type = place->object->type;
    if (!type_cell_at(type, offset % period, size, &index)) return NULL;
    return type_cell(type, index).type;
}

bool cells_bytes(const cells_place_t *place, uint64_t offset, uint64_t size,
                 cells_byte_t out[CELLS_MAX_BYTES]) {
    uint64_t period = cells_period(place);
    if (!period || size > CELLS_MAX_BYTES || size > place->size || offset > place->size - size)
        return false;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t inside = (offset + i) % period, start = offset + i - inside;
        cell_t cell;
        out[i] = (cells_byte_t){.cell = variable_cell(place->address + offset + i, 1)};
        if (!type_cell_around(place->object->type, inside, &cell)) continue;
        if (start + cell.offset + cell.type->size > place->size) continue;
        out[i].cell =
            variable_cell(place->address + start + cell.offset, (unsigned)cell.type->size);
        out[i].byte = (unsigned)(inside - cell.offset);
    }
    return true;
}

const object_t *cells_open_static(const program_t *program, uint64_t address, uint64_t size) {
    const object_t *object = layout_static_at(program, address);
    if (!object || object->kind == OBJECT_FUNCTION || !object->init_unknown) return NULL;
    cells_place_t place = {object, object->address, object->type->size};
    return cells_cell(&place, address - object->address, size) ? object : NULL;
}

bool cells_has_size(const type_t *type, uint64_t size) {
    if (type_is_scalar(type)) return type->size == size;
    if (type->kind == TYPE_ARRAY) return type->count && cells_has_size(type->elem, size);
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) return false;
    uint64_t count = type_cell_count(type); /* which knows about unions and bit-fields */
    for (uint64_t i = 0; i < count && i < UINT16_MAX; i++)
        if (type_cell(type, i).type->size == size) return true;
    return false;
}

static void cells_frames_of(const configuration_t *c, const object_t *object, cells_places_t *out) {
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        if (thread->status != THREAD_RUNNING) continue;
        for (uint32_t d = 0; d < thread->frame_count; d++)
            if (thread->frames[d].node->function == object->function)
                VEC_PUSH(*out, (cells_place_t){object, thread->frames[d].base + object->address,
                                               object->type->size});
    }
}

static void cells_instances(const configuration_t *c, const object_t *object, cells_places_t *out) {
    switch (object->kind) {
    case OBJECT_GLOBAL:
    case OBJECT_STRING:
        VEC_PUSH(*out, (cells_place_t){object, object->address, object->type->size});
        break;
    case OBJECT_THREAD:
        for (uint32_t t = 0; t < c->thread_count; t++)
            if (c->threads[t].status == THREAD_RUNNING)
                VEC_PUSH(*out, (cells_place_t){object, layout_thread_block(t) + object->address,
                                               object->type->size});
        break;
    case OBJECT_LOCAL: cells_frames_of(c, object, out); break;
    case OBJECT_HEAP:
        for (uint32_t i = 0; i < c->heap_count; i++)
            if (c->heap[i].site == object && !c->heap[i].is_freed)
                VEC_PUSH(*out, (cells_place_t){object, c->heap[i].address, c->heap[i].size});
        break;
    case OBJECT_FUNCTION: break;
    }
}

void cells_places(const cells_t *cells, const configuration_t *c, const access_t *access,
                  cells_places_t *out) {
    if (access->anything) {
        for (size_t i = 0; i < cells->program->objects.len; i++)
            cells_instances(c, cells->program->objects.data[i], out);
        return;
    }
    for (size_t i = 0; i < access->count; i++) cells_instances(c, access->objects[i], out);
}

/* An int may lie anywhere in an array of characters; elsewhere it is aligned. */
static bool cells_others(const cells_place_t *place, uint64_t size, size_t limit,
                         cells_addresses_t *out) {
    uint64_t grain = size;
    while (grain > place->object->type->align || grain > 4) grain /= 2;
    if (!grain) grain = 1;
    for (uint64_t offset = 0; offset + size <= place->size; offset += grain) {
        if (cells_cell(place, offset, size)) continue;
        if (out->len == limit) return false;
        VEC_PUSH(*out, place->address + offset);
    }
    return true;
}

bool cells_cells(const cells_places_t *places, uint64_t size, bool is_mixed, size_t limit,
                 cells_addresses_t *out) {
    size_t visited = 0;
    for (size_t p = 0; p < places->len; p++) {
        const cells_place_t *place = &places->data[p];
        uint64_t period = cells_period(place);
        uint64_t count = type_cell_count(place->object->type);
        if (!period || !count) continue;
        for (uint64_t base = 0; base < place->size; base += period) {
            for (uint64_t i = 0; i < count; i++) {
                /* Cells of other sizes cost time too, so they count, if less. */
                if (++visited > 16 * limit) return false;
                cell_t cell = type_cell(place->object->type, i);
                if (cell.type->size != size || base + cell.offset + size > place->size) continue;
                if (out->len == limit) return false;
                VEC_PUSH(*out, place->address + base + cell.offset);
            }
        }
        if (is_mixed && !cells_others(place, size, limit, out)) return false;
    }
    return true;
}

/* The opaque leaves of a type; its cells do not tell them. */
static bool cells_opaque_leaves(const type_t *type, uint64_t at, size_t limit,
                                cells_addresses_t *out) {
    if (type->is_opaque) {
        if (out->len == limit) return false;
        VEC_PUSH(*out, at);
        return true;
    }
    if (type->kind == TYPE_ARRAY) {
        if (!type_is_aggregate(type->elem) && !type->elem->is_opaque) return true;
        for (uint64_t i = 0; i < type->count; i++)
            if (!cells_opaque_leaves(type->elem, at + i * type->elem->size, limit, out))
                return false;
        return true;
    }
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) return true;
    for (size_t i = 0; i < type->field_count; i++)
        if (!cells_opaque_leaves(type->fields[i].type, at + type->fields[i].offset, limit, out))
            return false;
    return true;
}

bool cells_opaque_parts(const cells_places_t *places, size_t limit, cells_addresses_t *out) {
    for (size_t p = 0; p < places->len; p++) {
        const cells_place_t *place = &places->data[p];
        uint64_t period = cells_period(place);
        if (!period) continue;
        for (uint64_t base = 0; base + period <= place->size; base += period)
            if (!cells_opaque_leaves(place->object->type, place->address + base, limit, out))
                return false;
    }
    return true;
}

/* Open objects have a few fixed places each thread. */
static bool next_open(const heap_object_t *heap, size_t count, unsigned thread,
                      heap_object_t *object, size_t *position) {
    unsigned places;
    uint64_t place = layout_open(thread, &places);
    if (object->size > LAYOUT_OPEN_DISTANCE / 2) return false;
    for (unsigned n = 0; n < places; n++, place += LAYOUT_OPEN_DISTANCE) {
        size_t i = 0;
        while (i < count && heap[i].address < place) i++;
        if (i < count && heap[i].address == place) continue;
        object->address = place;
        *position = i;
        return true;
    }
    return false;
}

bool cells_next_heap(const heap_object_t *heap, size_t count, unsigned thread,
                     heap_object_t *object, size_t *position) {
    if (object->is_open) return next_open(heap, count, thread, object, position);
    uint64_t start = layout_heap(thread), end = start + LAYOUT_REGION_SIZE, size = object->size;
    if (size > LAYOUT_REGION_SIZE) return false;
    size_t i = 0;
    while (i < count && heap[i].address < start) i++;
    for (; i < count && heap[i].address < end; i++) {
        if (start + size + LAYOUT_GAP <= heap[i].address) break;
        start = (heap[i].address + heap[i].size + LAYOUT_GAP + 15) / 16 * 16;
    }
    object->address = start;
    *position = i;
    return start + size + LAYOUT_GAP <= end;
}
