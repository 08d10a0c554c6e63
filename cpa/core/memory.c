#include "cpa/core/memory.h"

#include "cfa/layout.h"
#include "cfa/points_to.h"

static bool in_frame(const frame_t *frame, const function_t *function, uint64_t address,
                     place_t *place) {
    uint64_t offset = address - frame->base;
    if (address < frame->base || offset >= function->frame_size) return false;
    for (size_t i = 0; i < function->locals.len; i++) {
        const object_t *object = function->locals.data[i];
        if (offset >= object->address && offset - object->address < object->type->size) {
            *place = (place_t){object, frame->base + object->address, object->type->size};
            return true;
        }
    }
    return false;
}

static bool in_stack(const program_t *program, const configuration_t *c, uint64_t address,
                     place_t *place) {
    uint64_t number = (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE;
    if (number >= c->thread_count || c->threads[number].status != THREAD_RUNNING) return false;
    const thread_t *thread = &c->threads[number];
    uint64_t block = layout_thread_block((unsigned)number);
    if (address - block < program->thread_block_size) {
        for (size_t i = 0; i < program->objects.len; i++) {
            const object_t *object = program->objects.data[i];
            if (object->kind != OBJECT_THREAD) continue;
            uint64_t offset = address - block;
            if (offset < object->address || offset - object->address >= object->type->size)
                continue;
            *place = (place_t){object, block + object->address, object->type->size};
            return true;
        }
        return false;
    }
    for (uint32_t i = 0; i < thread->frame_count; i++)
        if (in_frame(&thread->frames[i], thread->frames[i].node->function, address, place))
            return true;
    return false;
}

static bool in_heap(const configuration_t *c, uint64_t address, place_t *place) {
    size_t low = 0, high = c->heap_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->heap[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return false;
    const heap_object_t *heap = &c->heap[low - 1];
    if (heap->is_freed || address - heap->address >= heap->size) return false;
    *place = (place_t){heap->site, heap->address, heap->size};
    return true;
}

bool memory_find(const program_t *program, const configuration_t *c, uint64_t address,
                 place_t *place) {
    if (address >= LAYOUT_HEAP_BASE) return in_heap(c, address, place);
    if (address >= LAYOUT_STACK_BASE) return in_stack(program, c, address, place);
    const object_t *object = layout_static_at(program, address);
    if (!object) return false;
    *place = (place_t){object, object->address, object->type->size};
    return true;
}

/* Heap objects repeat the type of their site. */
static bool cell_of_place(const place_t *place, uint64_t address, uint64_t size) {
    const type_t *type = place->object->type;
    uint64_t offset = address - place->base, index;
    if (offset + size > place->size || !type->size) return false;
    if (place->object->kind == OBJECT_HEAP) offset %= type->size;
    return type_cell_at(type, offset, size, &index);
}

bool memory_cell(const program_t *program, const configuration_t *c, uint64_t address,
                 uint64_t size, variable_t *variable) {
    place_t place;
    if (!memory_find(program, c, address, &place) || !cell_of_place(&place, address, size))
        return false;
    *variable = variable_cell(address, (unsigned)size);
    return true;
}

static memory_answer_t freed_answer(const configuration_t *c, uint64_t address) {
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].address == address && heap_is_allocation(&c->heap[i])) return MEMORY_VALID;
    return address ? MEMORY_FAULT : MEMORY_VALID;
}

memory_answer_t memory_fault(const program_t *program, const configuration_t *c,
                             const edge_t *error, uint64_t address) {
    place_t place;
    if (error->fault == FAULT_FREE) return freed_answer(c, address);
    bool is_found = memory_find(program, c, address, &place) &&
                    place.object->kind != OBJECT_FUNCTION &&
                    access_includes(&error->access, place.object);
    if (is_found && address >= LAYOUT_OPEN_BASE) return MEMORY_PERHAPS;
    uint64_t offset = is_found ? address - place.base : 0, size = error->type->size;
    if (is_found && size <= place.size && offset <= place.size - size) return MEMORY_VALID;
    return access_is_unsized(program, &error->access) ? MEMORY_PERHAPS : MEMORY_FAULT;
}

bool memory_parts(const program_t *program, const configuration_t *c, uint64_t address,
                  unsigned size, memory_parts_t *parts) {
    place_t place;
    *parts = (memory_parts_t){0};
    if (size > sizeof parts->at / sizeof *parts->at) return false;
    if (!memory_find(program, c, address, &place)) return false;
    const type_t *type = place.object->type;
    uint64_t offset = address - place.base;
    if (!type->size || size > place.size || offset > place.size - size) return false;
    for (unsigned at = 0; at < size;) {
        uint64_t copy = 0, byte = offset + at;
        cell_t cell;
        if (place.object->kind == OBJECT_HEAP) copy = byte / type->size * type->size;
        bool is_cell = type_cell_around(type, byte - copy, &cell) &&
                       copy + cell.offset + cell.type->size <= place.size;
        uint64_t first = is_cell ? copy + cell.offset : byte;
        unsigned cell_size = is_cell ? (unsigned)cell.type->size : 1;
        unsigned from = (unsigned)(byte - first);
        unsigned count = cell_size - from;
        if (count > size - at) count = size - at;
        parts->at[parts->count++] =
            (memory_part_t){.cell = variable_cell(place.base + first, cell_size),
                            .cell_size = (uint8_t)cell_size,
                            .from = (uint8_t)from,
                            .count = (uint8_t)count,
                            .at = (uint8_t)at};
        at += count;
    }
    return true;
}

bool memory_constant(const program_t *program, uint64_t address, const type_t *type,
                     uint64_t *value) {
    if (address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(program, address);
    if (!object || !object->is_constant || object->init_unknown) return false;
    uint64_t offset = address - object->address;
    if (offset > object->type->size || type->size > object->type->size - offset) return false;
    *value = layout_initial_value(object, offset, type);
    return true;
}

uint64_t memory_address(const configuration_t *c, uint32_t thread, const object_t *object) {
    switch (object->kind) {
    case OBJECT_THREAD: return layout_thread_block(thread) + object->address;
    case OBJECT_LOCAL: return thread_top(&c->threads[thread])->base + object->address;
    default: return object->address;
    }
}

static bool type_cells(const object_t *object, uint64_t base, uint64_t size, memory_each_t each,
                       void *context) {
    const type_t *type = object->type;
    uint64_t count = type_cell_count(type);
    uint64_t period = object->kind == OBJECT_HEAP && type->size ? type->size : size;
    for (uint64_t copy = 0; count && copy < size; copy += period)
        for (uint64_t i = 0; i < count; i++) {
            cell_t cell = type_cell(type, i);
            if (copy + cell.offset + cell.type->size > size) break;
            if (!each(context, base + copy + cell.offset, cell.type)) return false;
        }
    return true;
}

/* Bytes that the type has no cell for are cells if something may meet them. */
static bool other_cells(const object_t *object, uint64_t base, uint64_t size, memory_each_t each,
                        void *context) {
    static const type_t byte = {.kind = TYPE_INT, .bits = 8, .size = 1, .align = 1};
    const type_t *type = object->type;
    uint64_t period = object->kind == OBJECT_HEAP && type->size ? type->size : size;
    for (uint64_t at = 0; at < size; at++) {
        cell_t cell;
        uint64_t inside = at % period;
        if (type_cell_around(type, inside, &cell)) {
            uint64_t end = at - inside + cell.offset + cell.type->size;
            if (end <= size) {
                at = end - 1;
                continue;
            }
        }
        if (!each(context, base + at, &byte)) return false;
    }
    return true;
}

bool memory_object_cells(const object_t *object, uint64_t base, uint64_t size, memory_each_t each,
                         void *context) {
    return type_cells(object, base, size, each, context) &&
           (!object->is_mixed || other_cells(object, base, size, each, context));
}

/* All instances of one object that exist in the configuration. */
static bool frames_of(const configuration_t *c, const object_t *object, memory_place_t each,
                      void *context) {
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        if (thread->status != THREAD_RUNNING) continue;
        for (uint32_t d = 0; d < thread->frame_count; d++) {
            place_t place = {object, thread->frames[d].base + object->address, object->type->size};
            if (thread->frames[d].node->function == object->function && !each(context, &place))
                return false;
        }
    }
    return true;
}

static bool each_instance(const configuration_t *c, const object_t *object, memory_place_t each,
                          void *context) {
    place_t place = {object, object->address, object->type->size};
    switch (object->kind) {
    case OBJECT_LOCAL: return frames_of(c, object, each, context);
    case OBJECT_THREAD:
        for (uint32_t t = 0; t < c->thread_count; t++) {
            place.base = layout_thread_block(t) + object->address;
            if (c->threads[t].status == THREAD_RUNNING && !each(context, &place)) return false;
        }
        return true;
    case OBJECT_HEAP:
        for (uint32_t h = 0; h < c->heap_count; h++) {
            place = (place_t){object, c->heap[h].address, c->heap[h].size};
            if (c->heap[h].site == object && !c->heap[h].is_freed && !each(context, &place))
                return false;
        }
        return true;
    case OBJECT_FUNCTION: return true;
    default: return each(context, &place);
    }
}

bool memory_places(const program_t *program, const configuration_t *c, const edge_t *edge,
                   memory_place_t each, void *context) {
    const access_t *access = &edge->access;
    size_t count = access->anything ? program->objects.len : access->count;
    for (size_t i = 0; i < count; i++)
        if (!each_instance(c, access->anything ? program->objects.data[i] : access->objects[i],
                           each, context))
            return false;
    return true;
}

typedef struct {
    unsigned size; /* of the access */
    bool mixed;
    memory_at_t at;
    void *context;
} cell_walk_t;

static bool visit_cell(void *context, uint64_t address, const type_t *type) {
    const cell_walk_t *walk = context;
    return type->size != walk->size || walk->at(walk->context, address);
}

/* Addresses other than those of cells of the size. C demands that an access is
 * aligned; only in memory of bytes can that not be seen. */
static bool visit_others(const cell_walk_t *walk, const place_t *place) {
    const type_t *type = place->object->type;
    uint64_t step = type->align > 4 ? 4 : type->align, index;
    if (walk->size < step) step = walk->size;
    for (uint64_t offset = 0; offset + walk->size <= place->size; offset += step ? step : 1) {
        uint64_t inside =
            place->object->kind == OBJECT_HEAP && type->size ? offset % type->size : offset;
        if (type_cell_at(type, inside, walk->size, &index)) continue;
        if (!walk->at(walk->context, place->base + offset)) return false;
    }
    return true;
}

static bool visit_instance(void *context, const place_t *place) {
    cell_walk_t *walk = context;
    if (!type_cells(place->object, place->base, place->size, visit_cell, walk)) return false;
    return !walk->mixed || visit_others(walk, place);
}

bool memory_candidates(const program_t *program, const configuration_t *c, const edge_t *edge,
                       unsigned size, memory_at_t each, void *context) {
    cell_walk_t walk = {.size = size, .mixed = edge->access.mixed, .at = each, .context = context};
    return memory_places(program, c, edge, visit_instance, &walk);
}

unsigned memory_stack_at(uint64_t address) {
    uint64_t offset = address - LAYOUT_STACK_BASE;
    return offset < LAYOUT_MAX_THREADS * LAYOUT_REGION_SIZE
               ? (unsigned)(offset / LAYOUT_REGION_SIZE)
               : 0;
}

unsigned memory_owner(variable_t variable) {
    return variable_kind(variable) == VARIABLE_CELL ? memory_stack_at(variable_address(variable))
                                                    : variable_thread(variable);
}
