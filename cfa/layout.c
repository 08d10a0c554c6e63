/* Pass layout.
 * requires: objects and functions with their types
 * provides: object addresses, frame sizes, program->by_address, program->limit
 * breaks:   nothing */
#include "cfa/layout.h"

/* Objects without a size (functions, incomplete types) still have an address
 * of their own. */
static uint64_t object_extent(const object_t *object) {
    return object->type->size ? object->type->size : 1;
}

/* Places an object at the first fit from *next on and moves *next behind it. */
static uint64_t layout_place(const object_t *object, uint64_t *next) {
    uint64_t align = object->type->align > 16 ? object->type->align : 16;
    if (object->align > align) align = object->align;
    uint64_t address = (*next + align - 1) / align * align;
    uint64_t extent = object_extent(object);
    if (extent > LAYOUT_HEAP_BASE) extent = LAYOUT_HEAP_BASE; /* no overflow of sums */
    *next = address + extent + LAYOUT_GAP;
    return address;
}

static uint64_t rounded(uint64_t size, uint64_t grain) {
    return (size + grain - 1) / grain * grain;
}

/* What frames begin at a multiple of, so that locals are aligned as the largest of them. */
static uint64_t frame_grain(const program_t *program) {
    uint64_t grain = 16;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_LOCAL && object->kind != OBJECT_THREAD) continue;
        if (object->type->align > grain) grain = object->type->align;
        if (object->align > grain) grain = object->align;
    }
    return grain;
}

static void layout_frames(program_t *program, uint64_t grain) {
    for (size_t i = 0; i < program->functions.len; i++) {
        function_t *function = program->functions.data[i];
        uint64_t next = 0;
        for (size_t j = 0; j < function->locals.len; j++)
            function->locals.data[j]->address = layout_place(function->locals.data[j], &next);
        function->frame_size = rounded(next, grain);
    }
}

void layout_run(program_t *program) {
    uint64_t next = LAYOUT_STATIC_BASE, block = 0, grain = frame_grain(program);
    VEC_CLEAR(program->by_address);
    for (size_t i = 0; i < program->objects.len; i++) {
        object_t *object = program->objects.data[i];
        switch (object->kind) {
        case OBJECT_GLOBAL:
        case OBJECT_STRING:
        case OBJECT_FUNCTION:
            object->address = layout_place(object, &next);
            VEC_PUSH(program->by_address, object);
            if (next > LAYOUT_STACK_BASE) {
                if (!program->limit)
                    program->limit =
                        arena_printf(program->arena,
                                     "static objects exceed the address space at %s", object->name);
                next = LAYOUT_STATIC_BASE; /* nobody runs it; keep the numbers small */
            }
            break;
        case OBJECT_THREAD: object->address = layout_place(object, &block); break;
        case OBJECT_LOCAL:
        case OBJECT_HEAP: break;
        }
    }
    program->thread_block_size = rounded(block, grain);
    layout_frames(program, grain);
    const function_t *entry = program->main;
    if (!program->limit && entry &&
        program->thread_block_size + entry->frame_size > LAYOUT_REGION_SIZE)
        program->limit =
            arena_printf(program->arena, "the locals of %s exceed the stack of %llu bytes",
                         entry->name, (unsigned long long)LAYOUT_REGION_SIZE);
}

const object_t *layout_static_at(const program_t *program, uint64_t address) {
    size_t low = 0, high = program->by_address.len;
    while (low < high) { /* the first object behind address */
        size_t middle = low + (high - low) / 2;
        if (program->by_address.data[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return NULL;
    const object_t *object = program->by_address.data[low - 1];
    return address - object->address < object_extent(object) ? object : NULL;
}

uint64_t layout_initial_value(const object_t *object, uint64_t offset, const type_t *type) {
    uint64_t end = offset + type->size, value = 0;
    size_t low = 0, high = object->init_count;
    while (low < high) { /* the first cell that does not end before offset */
        size_t middle = low + (high - low) / 2;
        const cell_init_t *cell = &object->init[middle];
        if (cell->offset + cell->type->size <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < object->init_count && object->init[low].offset < end; low++) {
        const cell_init_t *cell = &object->init[low];
        uint64_t bits = cell->value + (cell->object ? cell->object->address : 0);
        bits &= width_mask(cell->type->bits);
        /* Little endian, whatever part of the cell the access covers. */
        if (cell->offset >= offset)
            value |= bits << (8 * (cell->offset - offset));
        else if (offset - cell->offset < 8)
            value |= bits >> (8 * (offset - cell->offset));
    }
    return value & width_mask(type->bits);
}

uint64_t layout_open_size(const type_t *type) {
    enum { ELEMENTS = 64, CELLS = 1024, BYTES = 0x100000 };
    uint64_t cells = type_cell_count(type), elements = ELEMENTS;
    if (!type->size) return 1;
    if (cells && elements > CELLS / cells) elements = CELLS / cells;
    if (elements > BYTES / type->size) elements = BYTES / type->size;
    return elements ? elements * type->size : type->size;
}

/* There are 16 places: half of them are main's. */
uint64_t layout_open(unsigned thread, unsigned *count) {
    enum { OF_MAIN = 8, OTHERS = 8 };
    uint64_t first = thread ? OF_MAIN + thread - 1 : 0;
    *count = !thread ? OF_MAIN : thread <= OTHERS ? 1 : 0;
    return LAYOUT_OPEN_BASE + first * LAYOUT_OPEN_DISTANCE;
}
