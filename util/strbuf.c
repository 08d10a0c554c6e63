#include "util/strbuf.h"

#include "util/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void reserve(strbuf_t *buffer, size_t more) {
    size_t need = buffer->len + more + 1;
    if (need <= buffer->cap) return;
    size_t grown = buffer->cap ? buffer->cap * 2 : 64;
    if (grown < need) grown = need;
    buffer->data = mem_realloc(buffer->data, grown);
    buffer->cap = grown;
}

void strbuf_free(strbuf_t *buffer) {
    mem_free(buffer->data);
    *buffer = (strbuf_t){0};
}

void strbuf_clear(strbuf_t *buffer) {
    buffer->len = 0;
    if (buffer->data) buffer->data[0] = '\0';
}

void strbuf_add_bytes(strbuf_t *buffer, const char *bytes, size_t count) {
    reserve(buffer, count);
    memcpy(buffer->data + buffer->len, bytes, count);
    buffer->len += count;
    buffer->data[buffer->len] = '\0';
}

void strbuf_add(strbuf_t *buffer, const char *text) {
    strbuf_add_bytes(buffer, text, strlen(text));
}

void strbuf_printf(strbuf_t *buffer, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    REQUIRE(size >= 0);
    reserve(buffer, (size_t)size);
    vsnprintf(buffer->data + buffer->len, (size_t)size + 1, format, again);
    va_end(again);
    buffer->len += (size_t)size;
}

const char *strbuf_text(const strbuf_t *buffer) {
    return buffer->data ? buffer->data : "";
}
