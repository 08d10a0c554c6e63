#include "cfa/configuration.h"

#include "cfa/layout.h"
#include "cfa/print.h"
#include "util/hash.h"
#include "util/mem.h"

#include <string.h>

/* Configurations of one run differ in little, so their parts (the frames of a
 * thread, the list of threads, the locks, the heap) are interned as blocks of
 * bytes and shared; a configuration is then a handful of pointers. */
typedef struct byte_block {
    size_t size;
    _Alignas(16) unsigned char bytes[];
} byte_block_t;

struct configurations {
    arena_t *arena;
    intern_t blocks, table;
    VEC(thread_t) threads;       /* scratch */
    VEC(heap_object_t) heap;     /* scratch */
};

typedef struct bytes {
    const void *data;
    size_t size;
} bytes_t;

static bool block_equal(const void *in_table, const void *key) {
    const byte_block_t *block = in_table;
    const bytes_t *bytes = key;
    return block->size == bytes->size && memcmp(block->bytes, bytes->data, bytes->size) == 0;
}

static bool configuration_equal(const void *in_table, const void *key) {
    const configuration_t *a = in_table, *b = key;
    return a->threads == b->threads && a->locks == b->locks && a->heap == b->heap &&
           a->thread_count == b->thread_count && a->lock_count == b->lock_count &&
           a->heap_count == b->heap_count && a->has_exited == b->has_exited &&
           a->unsupported == b->unsupported;
}

configurations_t *configurations_new(void) {
    configurations_t *table = mem_zalloc(sizeof *table);
    table->arena = arena_new();
    intern_init(&table->blocks, block_equal);
    intern_init(&table->table, configuration_equal);
    return table;
}

void configurations_delete(configurations_t *table) {
    if (!table) return;
    intern_free(&table->blocks);
    intern_free(&table->table);
    VEC_FREE(table->threads);
    VEC_FREE(table->heap);
    arena_delete(table->arena);
    mem_free(table);
}

/* The shared copy of size bytes; they must have no padding that is not zero. */
static const void *intern_block(configurations_t *table, const void *data, size_t size) {
    if (size == 0) return NULL;
    bytes_t key = {.data = data, .size = size};
    uint64_t hash = hash_bytes(data, size);
    byte_block_t *block = intern_find(&table->blocks, hash, &key);
    if (!block) {
        block = arena_alloc(table->arena, sizeof *block + size);
        block->size = size;
        memcpy(block->bytes, data, size);
        intern_add(&table->blocks, hash, block);
    }
    return block->bytes;
}

_Static_assert(sizeof(frame_t) == 2 * sizeof(void *) + 8, "frame_t has padding");
_Static_assert(sizeof(held_lock_t) == 16, "held_lock_t has padding");
_Static_assert(sizeof(thread_t) == 8 + sizeof(void *), "thread_t has padding");

static const thread_t *intern_threads(configurations_t *table, const configuration_t *c) {
    VEC_CLEAR(table->threads);
    for (uint32_t i = 0; i < c->thread_count; i++) {
        thread_t thread = {.status = THREAD_FREE};
        /* What a free number was used for before must not tell states apart. */
        if (c->threads[i].status != THREAD_FREE) {
            thread = c->threads[i];
            thread.frames = intern_block(table, c->threads[i].frames,
                                         sizeof(frame_t) * c->threads[i].frame_count);
        }
        VEC_PUSH(table->threads, thread);
    }
    return intern_block(table, table->threads.data, sizeof(thread_t) * c->thread_count);
}

static const heap_object_t *intern_heap(configurations_t *table, const configuration_t *c) {
    VEC_CLEAR(table->heap);
    VEC_RESERVE(table->heap, c->heap_count);
    if (c->heap_count == 0) return NULL;
    /* heap_object_t has padding: zero it, then copy field by field. */
    memset(table->heap.data, 0, sizeof(heap_object_t) * c->heap_count);
    for (uint32_t i = 0; i < c->heap_count; i++) {
        table->heap.data[i].address = c->heap[i].address;
        table->heap.data[i].size = c->heap[i].size;
        table->heap.data[i].site = c->heap[i].site;
        table->heap.data[i].is_freed = c->heap[i].is_freed;
        table->heap.data[i].is_late = c->heap[i].is_late;
        table->heap.data[i].is_open = c->heap[i].is_open;
    }
    return intern_block(table, table->heap.data, sizeof(heap_object_t) * c->heap_count);
}

const configuration_t *configuration_intern(configurations_t *table, const configuration_t *c) {
    configuration_t key = *c;
    key.threads = intern_threads(table, c);
    key.locks = intern_block(table, c->locks, sizeof(held_lock_t) * c->lock_count);
    key.heap = intern_heap(table, c);
    uint64_t hash = hash_mix(key.thread_count, map64_pointer(key.threads));
    hash = hash_mix(hash, map64_pointer(key.locks));
    hash = hash_mix(hash, map64_pointer(key.heap));
    hash = hash_mix(hash, map64_pointer(key.unsupported) + key.has_exited);
    configuration_t *found = intern_find(&table->table, hash, &key);
    if (found) return found;
    found = ARENA_NEW(table->arena, configuration_t);
    *found = key;
    found->id = (uint32_t)table->table.len;
    found->is_error = configuration_is_error(found);
    intern_add(&table->table, hash, found);
    return found;
}

uint64_t configuration_places(const configuration_t *c) {
    uint64_t places = 1;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        const thread_t *thread = &c->threads[t];
        bool runs = thread->status == THREAD_RUNNING;
        places = configuration_place_add(places, runs ? thread_top(thread)->node : NULL,
                                         runs ? thread->frame_count - 1 : 0);
    }
    return places;
}

size_t configurations_count(const configurations_t *table) {
    return table->table.len;
}

size_t configurations_bytes(const configurations_t *table) {
    return arena_bytes(table->arena) +
           (table->blocks.cap + table->table.cap) * sizeof *table->table.slots;
}

static const node_t *error_node(const configuration_t *c) {
    for (uint32_t i = 0; i < c->thread_count; i++) {
        const thread_t *thread = &c->threads[i];
        if (thread->status == THREAD_RUNNING && thread->frame_count > 0 &&
            thread_top(thread)->node->is_error)
            return thread_top(thread)->node;
    }
    return NULL;
}

bool configuration_is_error(const configuration_t *c) {
    return error_node(c) != NULL;
}

uint8_t configuration_violates(const configuration_t *c) {
    return error_node(c)->violates;
}

static void thread_print(strbuf_t *out, unsigned number, const thread_t *thread) {
    strbuf_printf(out, "%u:", number);
    if (thread->status == THREAD_FREE) strbuf_add(out, "free");
    if (thread->status == THREAD_ENDED) strbuf_add(out, "ended");
    for (uint32_t i = 0; i < thread->frame_count; i++) {
        const node_t *node = thread->frames[i].node;
        strbuf_printf(out, "%s%s@%u", i ? ">" : "", node->function->name, node->id);
    }
    if (thread->is_detached) strbuf_add(out, " detached");
    if (thread->atomic_depth) strbuf_printf(out, " atomic %u", thread->atomic_depth);
}

void configuration_print(strbuf_t *out, const configuration_t *c) {
    if (c->has_exited) strbuf_add(out, "exited ");
    if (c->unsupported) strbuf_add(out, "unsupported ");
    for (uint32_t i = 0; i < c->thread_count; i++) {
        if (i) strbuf_add(out, ", ");
        thread_print(out, i, &c->threads[i]);
    }
    for (uint32_t i = 0; i < c->lock_count; i++)
        strbuf_printf(out, "; lock 0x%llx by %u x%u", (unsigned long long)c->locks[i].address,
                      c->locks[i].thread, c->locks[i].count);
    for (uint32_t i = 0; i < c->heap_count; i++)
        strbuf_printf(out, "; heap 0x%llx %s+%llu%s%s", (unsigned long long)c->heap[i].address,
                      c->heap[i].site ? c->heap[i].site->name : "?",
                      (unsigned long long)c->heap[i].size, c->heap[i].is_open ? " or more" : "",
                      c->heap[i].is_freed ? " freed" : "");
}

static bool ends_program(const configuration_t *c, uint32_t thread, const edge_t *edge) {
    if (edge->kind == EDGE_EXIT) return true;
    if (edge->kind == EDGE_RETURN && c->threads[thread].frame_count > 1) return false;
    if (edge->kind == EDGE_RETURN && thread == 0) return true;
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (t != thread && c->threads[t].status == THREAD_RUNNING) return false;
    return true;
}

bool configuration_leaks(const configuration_t *c, uint32_t thread, const edge_t *edge) {
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (heap_is_allocation(&c->heap[i])) return ends_program(c, thread, edge);
    return false;
}

unsigned variable_width(const program_t *program, variable_t v) {
    switch (variable_kind(v)) {
    case VARIABLE_REG: {
        unsigned function = variable_function(v);
        REQUIRE(function < program->functions.len);
        REQUIRE(variable_reg_number(v) < program->functions.data[function]->regs.len);
        return program->functions.data[function]->regs.data[variable_reg_number(v)].type->bits;
    }
    case VARIABLE_CELL: return 8 * variable_size(v);
    default: return program->pointer_bits;
    }
}

static const object_t *object_at(const object_t *const *objects, size_t count, uint64_t offset) {
    for (size_t i = 0; i < count; i++)
        if (offset >= objects[i]->address && offset - objects[i]->address < objects[i]->type->size)
            return objects[i];
    return NULL;
}

/* Addresses say which thread owns a cell; only of the frame at the bottom of
 * main's stack it is known without a configuration whose frame it is. */
static void stack_cell_print(strbuf_t *out, const program_t *program, variable_t v) {
    uint64_t address = variable_address(v), size = variable_size(v);
    unsigned thread = (unsigned)((address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE);
    uint64_t offset = address - layout_thread_block(thread);
    if (offset < program->thread_block_size) {
        for (size_t i = 0; i < program->objects.len; i++) {
            const object_t *object = program->objects.data[i];
            if (object->kind != OBJECT_THREAD || !object_at(&object, 1, offset)) continue;
            strbuf_printf(out, "#%u::", thread);
            object_print_cell(out, object, offset - object->address, size);
            return;
        }
    } else if (thread == 0 && program->main) {
        uint64_t in_frame = offset - program->thread_block_size;
        const object_t *object = object_at((const object_t *const *)program->main->locals.data,
                                           program->main->locals.len, in_frame);
        if (object) {
            strbuf_printf(out, "%s::", program->main->name);
            object_print_cell(out, object, in_frame - object->address, size);
            return;
        }
    }
    strbuf_printf(out, "stack#%u[%llu]", thread, (unsigned long long)offset);
}

static void cell_print(strbuf_t *out, const program_t *program, variable_t v) {
    uint64_t address = variable_address(v);
    const object_t *object = layout_static_at(program, address);
    if (object) {
        object_print_cell(out, object, address - object->address, variable_size(v));
    } else if (address >= LAYOUT_OPEN_BASE) {
        uint64_t offset = address - LAYOUT_OPEN_BASE;
        strbuf_printf(out, "open#%u[%llu]", (unsigned)(offset / LAYOUT_OPEN_DISTANCE),
                      (unsigned long long)(offset % LAYOUT_OPEN_DISTANCE));
    } else if (address >= LAYOUT_HEAP_BASE) {
        uint64_t offset = address - LAYOUT_HEAP_BASE;
        strbuf_printf(out, "heap#%u[%llu]", (unsigned)(offset / LAYOUT_REGION_SIZE),
                      (unsigned long long)(offset % LAYOUT_REGION_SIZE));
    } else if (address >= LAYOUT_STACK_BASE) {
        stack_cell_print(out, program, v);
    } else {
        strbuf_printf(out, "*0x%llx", (unsigned long long)address);
    }
}

void variable_print(strbuf_t *out, const program_t *program, variable_t v) {
    switch (variable_kind(v)) {
    case VARIABLE_REG: {
        const function_t *function = program->functions.data[variable_function(v)];
        strbuf_add(out, function->name);
        if (variable_thread(v)) strbuf_printf(out, "#%u", variable_thread(v));
        /* Without recursion the depth says nothing new; with it, instances of
         * one register must not look alike. */
        strbuf_printf(out, "::%s", function->regs.data[variable_reg_number(v)].name);
        if (variable_depth(v) > 0) strbuf_printf(out, "@%u", variable_depth(v));
        break;
    }
    case VARIABLE_CELL: cell_print(out, program, v); break;
    default: strbuf_printf(out, "exit#%u", variable_thread(v)); break;
    }
}
