#ifndef UTIL_STRBUF_H
#define UTIL_STRBUF_H

#include <stddef.h>

/* A growing string; a zeroed one is empty. data is NUL-terminated once
 * anything was added, else NULL (use strbuf_text for "" then). */
typedef struct strbuf {
    char *data;
    size_t len, cap;
} strbuf_t;

void strbuf_free(strbuf_t *buffer);
void strbuf_clear(strbuf_t *buffer);
void strbuf_add(strbuf_t *buffer, const char *text);
void strbuf_add_bytes(strbuf_t *buffer, const char *bytes, size_t count);
void strbuf_printf(strbuf_t *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *strbuf_text(const strbuf_t *buffer);

#endif
