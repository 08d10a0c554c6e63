#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stddef.h>

/* Bump allocator for everything that lives as long as one phase.
 * Nothing is freed singly; arena_delete frees all of it. */
typedef struct arena arena_t;

arena_t *arena_new(void);
void arena_delete(arena_t *arena);

/* Zeroed memory, aligned for any object. Never returns NULL. */
void *arena_alloc(arena_t *arena, size_t size);
char *arena_strdup(arena_t *arena, const char *text);
char *arena_printf(arena_t *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes taken from the system so far. */
size_t arena_bytes(const arena_t *arena);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

#endif
