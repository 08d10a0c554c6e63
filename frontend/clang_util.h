#ifndef FRONTEND_CLANG_UTIL_H
#define FRONTEND_CLANG_UTIL_H

#include "cfa/program.h"
#include "util/hash.h"

#include <clang-c/Index.h>

/* What libclang's C API lacks: lists of children, maps keyed by cursors,
 * strings and positions that outlive the translation unit. */

typedef struct cursors {
    const CXCursor *data;
    size_t len;
} cursors_t;

/* All children, in order; the array lives in the arena. */
cursors_t clu_children(arena_t *arena, CXCursor cursor);
/* Children that are expressions, statements or declarations: without the
 * references to types and the attributes that libclang mixes in. */
cursors_t clu_operands(arena_t *arena, CXCursor cursor);
/* The last operand: of a cast, a compound literal or a parenthesis, where what
 * comes before belongs to the type. Null cursor if there is none. */
CXCursor clu_last_operand(CXCursor cursor);
/* Skips parentheses, __extension__ and implicit casts. */
CXCursor clu_strip(CXCursor cursor);
/* Skips explicit casts too. */
CXCursor clu_strip_casts(CXCursor cursor);
bool clu_is_null(CXCursor cursor);

/* A copy of the text of a CXString, which is disposed of. */
const char *clu_text(arena_t *arena, CXString string);
const char *clu_spelling(arena_t *arena, CXCursor cursor);

/* Value of an integer expression that is constant and changes nothing; false if it is none. */
bool clu_integer(CXCursor cursor, uint64_t *value);
/* Value of a floating constant expression. */
bool clu_double(CXCursor cursor, double *value);

/* Maps from cursors to pointers; a zeroed one is empty. */
typedef struct cursor_map {
    intern_t table;
} cursor_map_t;
void cursor_map_free(cursor_map_t *map);
/* NULL if there is none. */
void *cursor_map_get(const cursor_map_t *map, CXCursor key);
void cursor_map_put(cursor_map_t *map, arena_t *arena, CXCursor key, void *value);

/* Positions in the files as they were given: macros at their expansion, line
 * markers ignored. File names are copied once into the arena. */
typedef struct positions {
    map64_t names; /* CXFile -> const char * */
    arena_t *arena;
} positions_t;
source_t clu_position(positions_t *positions, CXSourceLocation location);
source_t clu_source(positions_t *positions, CXCursor cursor);

#endif
