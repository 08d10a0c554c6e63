#include "witness/reproduce/memory_names.h"

#include "cfa/layout.h"

#include <string.h>

static memory_thread_t *thread_at(memory_names_t *names, uint32_t thread) {
    while (names->threads.len <= thread) VEC_PUSH(names->threads, (memory_thread_t){0});
    return &names->threads.data[thread];
}

static void push_frame(memory_names_t *names, uint32_t thread, const function_t *function) {
    memory_thread_t *it = thread_at(names, thread);
    uint64_t base = layout_first_frame(names->schedule->program, thread);
    if (it->frames.len) {
        const memory_frame_t *top = &VEC_TOP(it->frames);
        base = top->base + top->function->frame_size;
    }
    VEC_PUSH(it->frames, (memory_frame_t){function, base, ++names->frame_count});
}

static void start_thread(memory_names_t *names, uint32_t thread, const function_t *routine) {
    memory_thread_t *it = thread_at(names, thread);
    it->number = (uint32_t)names->schedule->threads.len;
    it->allocations = 0;
    it->frames.len = 0;
    VEC_PUSH(names->schedule->threads, routine);
    push_frame(names, thread, routine);
}

void memory_names_init(memory_names_t *names, schedule_t *schedule) {
    *names = (memory_names_t){.schedule = schedule};
    start_thread(names, 0, schedule->program->main);
}

void memory_names_free(memory_names_t *names) {
    for (size_t i = 0; i < names->threads.len; i++) VEC_FREE(names->threads.data[i].frames);
    VEC_FREE(names->threads);
    VEC_FREE(names->heap);
    map64_free(&names->objects);
}

uint32_t memory_names_thread(const memory_names_t *names, uint32_t thread) {
    return names->threads.data[thread].number;
}

/* The last allocation at or below the address; its index + 1. */
static size_t heap_above(const memory_names_t *names, uint64_t address) {
    size_t low = 0, high = names->heap.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (names->heap.data[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* alloca and arrays of variable length are no allocations to the machine. */
static bool is_allocation(const object_t *site) {
    return strstr(site->name, "malloc") || strcmp(site->name, "calloc") == 0 ||
           strcmp(site->name, "realloc") == 0;
}

static void add_allocation(memory_names_t *names, const replay_step_t *step) {
    if (!step->has_value) return;
    memory_thread_t *thread = thread_at(names, step->thread);
    memory_allocation_t new = {.base = step->value,
                               .site = step->edge->object,
                               .thread = thread->number,
                               .object = SCHEDULE_NO_OBJECT};
    if (is_allocation(new.site)) new.nth = thread->allocations++;
    size_t at = heap_above(names, new.base);
    if (at && names->heap.data[at - 1].base == new.base) {
        names->heap.data[at - 1] = new;
        return;
    }
    VEC_PUSH(names->heap, new);
    for (size_t i = names->heap.len - 1; i > at; i--) names->heap.data[i] = names->heap.data[i - 1];
    names->heap.data[at] = new;
}

void memory_names_follow(memory_names_t *names, const replay_step_t *step) {
    memory_thread_t *thread = thread_at(names, step->thread);
    switch (step->edge->kind) {
    case EDGE_CALL: push_frame(names, step->thread, step->edge->callee); break;
    case EDGE_RETURN:
        if (thread->frames.len) thread->frames.len--;
        break;
    case EDGE_THREAD_EXIT: thread->frames.len = 0; break;
    case EDGE_THREAD_CREATE: start_thread(names, step->created, step->edge->callee); break;
    case EDGE_ALLOC: add_allocation(names, step); break;
    default: break;
    }
}

static uint32_t object_of(memory_names_t *names, uint32_t frame, schedule_object_t object) {
    uint64_t key = (uint64_t)frame << 32 | object.object->id, found;
    if (map64_get(&names->objects, key, &found)) return (uint32_t)found;
    uint32_t number = (uint32_t)names->schedule->objects.len;
    VEC_PUSH(names->schedule->objects, object);
    map64_put(&names->objects, key, number);
    return number;
}

/* Variables of models are none of the program's. */
static bool is_of_program(const object_t *object) {
    static const char models[] = "/heddle-prelude/";
    return object->source.file && strncmp(object->source.file, models, sizeof models - 1) != 0;
}

static bool is_inside(const object_t *object, uint64_t base, uint64_t address) {
    return address >= base && address - base < object->type->size;
}

static bool find_static(memory_names_t *names, uint64_t address, uint32_t *number,
                        uint64_t *offset) {
    const object_t *object = layout_static_at(names->schedule->program, address);
    if (!object || object->kind != OBJECT_GLOBAL || !is_of_program(object)) return false;
    *offset = address - object->address;
    schedule_object_t new = {.storage = SCHEDULE_STATIC, .object = object};
    new.size = object->type->size;
    *number = object_of(names, 0, new);
    return true;
}

static bool find_thread_local(memory_names_t *names, uint32_t thread, uint64_t address,
                              uint32_t *number, uint64_t *offset) {
    const program_t *program = names->schedule->program;
    uint64_t block = layout_thread_block(thread);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD || !is_inside(object, block + object->address, address))
            continue;
        if (!is_of_program(object)) return false;
        uint32_t owner = memory_names_thread(names, thread);
        schedule_object_t new = {.storage = SCHEDULE_STACK, .object = object, .thread = owner};
        new.size = object->type->size;
        *offset = address - block - object->address;
        *number = object_of(names, UINT32_MAX - owner, new);
        return true;
    }
    return false;
}

static bool find_stack(memory_names_t *names, uint64_t address, uint32_t *number,
                       uint64_t *offset) {
    uint32_t thread = (uint32_t)((address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE);
    if (thread >= names->threads.len) return false;
    if (address < layout_first_frame(names->schedule->program, thread))
        return find_thread_local(names, thread, address, number, offset);
    const memory_thread_t *it = &names->threads.data[thread];
    for (size_t d = it->frames.len; d-- > 0;) {
        const memory_frame_t *frame = &it->frames.data[d];
        if (address < frame->base) continue;
        for (size_t i = 0; i < frame->function->locals.len; i++) {
            const object_t *object = frame->function->locals.data[i];
            if (!is_inside(object, frame->base + object->address, address)) continue;
            schedule_object_t new = {.storage = SCHEDULE_STACK, .object = object};
            new.thread = it->number;
            new.size = object->type->size;
            *offset = address - frame->base - object->address;
            *number = object_of(names, frame->id, new);
            return true;
        }
        return false;
    }
    return false;
}

static bool find_heap(memory_names_t *names, uint64_t address, uint64_t size, uint32_t *number,
                      uint64_t *offset) {
    size_t above = heap_above(names, address);
    if (!above) return false;
    memory_allocation_t *allocation = &names->heap.data[above - 1];
    schedule_t *schedule = names->schedule;
    if (allocation->object == SCHEDULE_NO_OBJECT) {
        allocation->object = (uint32_t)schedule->objects.len;
        schedule_object_t new = {.storage = SCHEDULE_STACK, .object = allocation->site};
        new.thread = allocation->thread;
        new.nth = allocation->nth;
        if (is_allocation(allocation->site)) new.storage = SCHEDULE_HEAP;
        VEC_PUSH(schedule->objects, new);
    }
    *number = allocation->object;
    *offset = address - allocation->base;
    schedule_object_t *object = &schedule->objects.data[*number];
    if (object->size < *offset + size) object->size = *offset + size;
    return true;
}

bool memory_names_find(memory_names_t *names, uint64_t address, uint64_t size, uint32_t *object,
                       uint64_t *offset) {
    if (address < LAYOUT_STACK_BASE) return find_static(names, address, object, offset);
    if (address < LAYOUT_HEAP_BASE) return find_stack(names, address, object, offset);
    return find_heap(names, address, size, object, offset);
}
