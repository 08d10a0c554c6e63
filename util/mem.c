#include "util/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Noreturn void out_of_memory(void) {
    static const char message[] = "heddle: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(6);
}

void *mem_alloc(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) out_of_memory();
    return p;
}

void *mem_zalloc(size_t size) {
    void *p = calloc(1, size ? size : 1);
    if (!p) out_of_memory();
    return p;
}

void *mem_realloc(void *old, size_t size) {
    void *p = realloc(old, size ? size : 1);
    if (!p) out_of_memory();
    return p;
}

char *mem_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

void mem_free(void *pointer) {
    free(pointer);
}

enum { LARGE_TABLE = 4 << 20, CACHE_LINE = 64 };

void *mem_table_alloc(size_t size) {
    if (size < LARGE_TABLE) {
        size_t whole = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
        void *small = aligned_alloc(CACHE_LINE, whole ? whole : CACHE_LINE);
        if (!small) out_of_memory();
        return memset(small, 0, size);
    }
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) out_of_memory();
#ifdef MADV_HUGEPAGE
    madvise(p, size, MADV_HUGEPAGE); /* only advice: it may fail */
#endif
    return p;
}

void mem_table_free(void *table, size_t size) {
    if (size < LARGE_TABLE)
        mem_free(table);
    else
        munmap(table, size);
}

void misuse(const char *function, const char *message) {
    fprintf(stderr, "heddle: internal error in %s: %s\n", function, message);
    abort();
}
