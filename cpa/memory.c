#include "cpa/memory.h"

#include "cfa/layout.h"

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

bool memory_constant(const program_t *program, uint64_t address, const type_t *type,
                     uint64_t *value) {
    if (address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(program, address);
    if (!object || !object->is_constant || object->init_unknown) return false;
    uint64_t offset = address - object->address, index;
    if (!type_cell_at(object->type, offset, type->size, &index)) return false;
    *value = layout_initial_value(object, offset, type);
    return true;
}

uint64_t memory_address(const configuration_t *c, uint32_t thread, const object_t *object) {
    switch (object->kind) {
    case OBJECT_THREAD: return layout_thread_block(thread) + object->address;
    case OBJECT_LOCAL: {
        const thread_t *t = &c->threads[thread];
        return t->frames[t->frame_count - 1].base + object->address;
    }
    default: return object->address;
    }
}

bool memory_object_cells(const object_t *object, uint64_t base, uint64_t size, memory_each_t each,
                         void *context) {
    const type_t *type = object->type;
    uint64_t count = type_cell_count(type), copies = 1;
    if (object->kind == OBJECT_HEAP && type->size) copies = size / type->size;
    for (uint64_t copy = 0; copy < copies; copy++)
        for (uint64_t i = 0; i < count; i++) {
            cell_t cell = type_cell(type, i);
            if (!each(context, base + copy * type->size + cell.offset, cell.type)) return false;
        }
    return true;
}

typedef struct {
    unsigned size;
    memory_each_t each;
    void *context;
} width_filter_t;

static bool only_width(void *context, uint64_t address, const type_t *type) {
    width_filter_t *filter = context;
    return type->size != filter->size || filter->each(filter->context, address, type);
}

/* All instances of one object that exist in the configuration. */
static bool each_instance(const configuration_t *c, const object_t *object,
                          width_filter_t *filter) {
    switch (object->kind) {
    case OBJECT_LOCAL:
        for (uint32_t t = 0; t < c->thread_count; t++) {
            const thread_t *thread = &c->threads[t];
            if (thread->status != THREAD_RUNNING) continue;
            for (uint32_t d = 0; d < thread->frame_count; d++)
                if (thread->frames[d].node->function == object->function &&
                    !memory_object_cells(object, thread->frames[d].base + object->address,
                                         object->type->size, only_width, filter))
                    return false;
        }
        return true;
    case OBJECT_THREAD:
        for (uint32_t t = 0; t < c->thread_count; t++)
            if (c->threads[t].status == THREAD_RUNNING &&
                !memory_object_cells(object, layout_thread_block(t) + object->address,
                                     object->type->size, only_width, filter))
                return false;
        return true;
    case OBJECT_HEAP:
        for (uint32_t h = 0; h < c->heap_count; h++)
            if (c->heap[h].site == object && !c->heap[h].is_freed &&
                !memory_object_cells(object, c->heap[h].address, c->heap[h].size, only_width,
                                     filter))
                return false;
        return true;
    case OBJECT_FUNCTION: return true;
    default:
        return memory_object_cells(object, object->address, object->type->size, only_width, filter);
    }
}

bool memory_candidates(const program_t *program, const configuration_t *c, const edge_t *edge,
                       unsigned size, memory_each_t each, void *context) {
    width_filter_t filter = {size, each, context};
    if (edge->access.anything) {
        for (size_t i = 0; i < program->objects.len; i++)
            if (!each_instance(c, program->objects.data[i], &filter)) return false;
        return true;
    }
    for (size_t i = 0; i < edge->access.count; i++)
        if (!each_instance(c, edge->access.objects[i], &filter)) return false;
    return true;
}
