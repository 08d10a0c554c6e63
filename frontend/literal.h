#ifndef FRONTEND_LITERAL_H
#define FRONTEND_LITERAL_H

#include "frontend/lower.h"

/* The object of a string literal; equal literals share one. */
const object_t *literal_string(lower_t *lower, unit_t *unit, CXCursor cursor);

/* The characters of a literal, without the final zero unless it is part of the
 * array; in the scratch arena. */
typedef struct characters {
    const uint32_t *data;
    size_t len;
} characters_t;
characters_t literal_characters(lower_t *lower, CXCursor cursor);
/* Adds the text of an argument that is a literal, which it need not be. */
void literal_text(lower_t *lower, CXCursor argument, strbuf_t *out);

#endif
