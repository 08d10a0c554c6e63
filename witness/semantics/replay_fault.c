#include "witness/semantics/replay_fault.h"

#include "witness/semantics/cells.h"

#include <inttypes.h>

/* Whoever is that near to 0 went through a null pointer. */
enum { NULL_PAGE = 4096 };

static const char *name_of(const object_t *object) {
    if (object->kind == OBJECT_HEAP && !object->is_automatic) return "the allocation";
    return object->name ? object->name : "an object";
}

/* Where the allocation that began there was freed. */
static void print_free(strbuf_t *out, const replay_t *replay, uint64_t start) {
    for (size_t i = replay->steps.len; i-- > 0;) {
        const replay_step_t *step = &replay->steps.data[i];
        if (step->edge->kind != EDGE_FREE || !step->has_operand || step->operand != start) continue;
        if (step->edge->source.file)
            strbuf_printf(out, " (freed at %s:%u)", step->edge->source.file,
                          step->edge->source.line);
        return;
    }
}

static const heap_object_t *freed_around(const configuration_t *c, uint64_t address) {
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].is_freed && address >= c->heap[i].address &&
            address - c->heap[i].address < c->heap[i].size)
            return &c->heap[i];
    return NULL;
}

static uint64_t distance(const cells_place_t *place, uint64_t address) {
    if (address < place->address) return place->address - address;
    uint64_t offset = address - place->address;
    return offset < place->size ? 0 : offset - place->size;
}

/* The object that lives nearest to the address, of those that may be meant. */
static bool nearest(const cells_t *cells, const configuration_t *c, const edge_t *error,
                    uint64_t address, cells_place_t *found) {
    cells_places_t places = {0};
    cells_places(cells, c, &error->access, &places);
    bool is_near = places.len > 0 && (places.len == 1 || !error->access.anything);
    for (size_t i = 0; i < places.len && is_near; i++)
        if (!i || distance(&places.data[i], address) < distance(found, address))
            *found = places.data[i];
    VEC_FREE(places);
    return is_near;
}

static void print_access(strbuf_t *out, const replay_t *replay, const cells_t *cells,
                         const configuration_t *c, const edge_t *error, uint64_t address) {
    const heap_object_t *freed = freed_around(c, address);
    cells_place_t place;
    if (address < NULL_PAGE) {
        strbuf_add(out, "NULL dereference");
    } else if (freed && freed->site->is_automatic) {
        strbuf_printf(out, "use of %s after its end", name_of(freed->site));
    } else if (freed) {
        strbuf_add(out, "use after free");
        print_free(out, replay, freed->address);
    } else if (nearest(cells, c, error, address, &place)) {
        strbuf_printf(out,
                      "access of %" PRIu64 " bytes at offset %" PRId64 " of %s, which has %" PRIu64
                      " bytes",
                      error->type->size, (int64_t)(address - place.address), name_of(place.object),
                      place.size);
    } else if (address >= LAYOUT_STACK_BASE && address < LAYOUT_HEAP_BASE) {
        strbuf_add(out, "use of a local variable after its end");
    } else {
        strbuf_printf(out, "access to no object, at address 0x%" PRIx64, address);
    }
}

static void print_free_fault(strbuf_t *out, const replay_t *replay, const cells_t *cells,
                             const configuration_t *c, uint64_t address) {
    const heap_object_t *freed = freed_around(c, address);
    cells_place_t place;
    if (freed && freed->address == address && !freed->site->is_automatic) {
        strbuf_add(out, "double free");
        print_free(out, replay, address);
    } else if (cells_place_at(cells, c, address, &place) && place.object->kind == OBJECT_HEAP &&
               !place.object->is_automatic) {
        strbuf_printf(out, "free of an address inside of an allocation, at offset %" PRIu64,
                      address - place.address);
    } else if (cells_place_at(cells, c, address, &place)) {
        strbuf_printf(out, "free of %s, which was not allocated", name_of(place.object));
    } else {
        strbuf_add(out, "free of an address that was not allocated");
    }
}

/* Where what is not freed was allocated. */
static void print_leak(strbuf_t *out, const replay_t *replay, const configuration_t *c) {
    size_t count = 0;
    uint64_t first = 0;
    for (uint32_t i = c->heap_count; i-- > 0;) {
        if (!heap_is_allocation(&c->heap[i])) continue;
        first = c->heap[i].address;
        count++;
    }
    strbuf_add(out, "memory is not freed");
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        const source_t *source = &step->edge->source;
        if (step->edge->kind != EDGE_ALLOC || !step->has_value || step->value != first) continue;
        if (source->file) strbuf_printf(out, " (allocated at %s:%u)", source->file, source->line);
    }
    if (count > 1) strbuf_printf(out, ", nor are %zu others", count - 1);
}

void replay_fault_print(strbuf_t *out, const replay_t *replay, const configuration_t *c,
                        const edge_t *error, uint64_t address) {
    cells_t cells;
    cells_init(&cells, replay->program);
    if (error->fault == FAULT_LEAK)
        print_leak(out, replay, c);
    else if (error->fault == FAULT_FREE)
        print_free_fault(out, replay, &cells, c, address);
    else
        print_access(out, replay, &cells, c, error, address);
    cells_free(&cells);
}
