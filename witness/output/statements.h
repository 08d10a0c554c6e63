#ifndef WITNESS_OUTPUT_STATEMENTS_H
#define WITNESS_OUTPUT_STATEMENTS_H

#include "util/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* Where the statements of a C file begin, found by a scan of its characters: witnesses
 * name places of the source, not of the automata. Macros are not expanded. */

typedef enum {
    STATEMENT_PLAIN,
    STATEMENT_IF,
    STATEMENT_LOOP, /* for, while */
    STATEMENT_DO,
    STATEMENT_DO_END, /* the while (...); of a do */
    STATEMENT_SWITCH,
} statement_kind_t;

typedef struct statement {
    size_t begin, end; /* bytes; of those with a body: end of the parenthesis */
    statement_kind_t kind;
    bool has_call; /* something in it looks like a call */
    /* Another statement can be put before it and is executed whenever it is. */
    bool is_insertable;
} statement_t;

typedef VEC(statement_t) statements_t;

/* In the order of their beginnings. */
void statements_scan(statements_t *out, const char *text, size_t size);
/* The innermost statement around the byte, NULL if there is none. */
const statement_t *statements_around(const statements_t *statements, size_t offset);

/* Behind the literal or comment that begins at i, or i if none does. */
size_t statements_skip_inert(const char *text, size_t size, size_t i);

#endif
