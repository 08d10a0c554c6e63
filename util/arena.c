#include "util/arena.h"

#include "util/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK = 64 * 1024, ALIGN = 16 };

typedef struct chunk {
    struct chunk *next;
    size_t used, size;
    _Alignas(ALIGN) unsigned char bytes[];
} chunk_t;

struct arena {
    chunk_t *head;
    size_t total;
};

arena_t *arena_new(void) {
    return mem_zalloc(sizeof(arena_t));
}

void arena_delete(arena_t *arena) {
    if (!arena) return;
    for (chunk_t *chunk = arena->head, *next; chunk; chunk = next) {
        next = chunk->next;
        mem_free(chunk);
    }
    mem_free(arena);
}

static chunk_t *new_chunk(arena_t *arena, size_t size) {
    chunk_t *chunk = mem_alloc(sizeof *chunk + size);
    chunk->used = 0;
    chunk->size = size;
    arena->total += sizeof *chunk + size;
    return chunk;
}

void *arena_alloc(arena_t *arena, size_t size) {
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    chunk_t *chunk = arena->head;
    if (size > CHUNK / 4) {
        /* A large block gets a chunk of its own, behind the open one. */
        chunk = new_chunk(arena, size);
        if (arena->head) {
            chunk->next = arena->head->next;
            arena->head->next = chunk;
        } else {
            chunk->next = NULL;
            arena->head = chunk;
        }
    } else if (!chunk || chunk->used + size > chunk->size) {
        chunk = new_chunk(arena, CHUNK);
        chunk->next = arena->head;
        arena->head = chunk;
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += size;
    return memset(block, 0, size);
}

char *arena_strdup(arena_t *arena, const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(arena_alloc(arena, size), text, size);
}

char *arena_printf(arena_t *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    REQUIRE(size >= 0);
    char *text = arena_alloc(arena, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

size_t arena_bytes(const arena_t *arena) {
    return arena->total;
}
