#ifndef UTIL_MEM_H
#define UTIL_MEM_H

#include <stddef.h>

/* malloc and friends that never return NULL: out of memory is a limit, not a
 * condition each caller handles, so it ends the process with exit code 6 and
 * one line on standard error (see util/limits.h for the graceful limit). */
void *mem_alloc(size_t size);
void *mem_zalloc(size_t size);
void *mem_realloc(void *old, size_t size);
char *mem_strdup(const char *text);
void mem_free(void *pointer);

/* A table that is looked up all over the place: zeroed, begins with a cache line,
 * and lies in large pages if it is large and the system has them. Freed with the
 * size asked for. */
void *mem_table_alloc(size_t size);
void mem_table_free(void *table, size_t size);

/* Misuse of an interface: prints the function and the message, aborts. */
_Noreturn void misuse(const char *function, const char *message);
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) misuse(__func__, "violated: " #condition);                               \
    } while (0)

#endif
