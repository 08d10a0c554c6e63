#include "util/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

void misuse(const char *function, const char *message) {
    fprintf(stderr, "heddle: internal error in %s: %s\n", function, message);
    abort();
}
