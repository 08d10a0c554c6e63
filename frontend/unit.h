#ifndef FRONTEND_UNIT_H
#define FRONTEND_UNIT_H

#include "frontend/clang_util.h"
#include "frontend/compile_commands.h"
#include "frontend/frontend.h"

/* One parsed input file, with what is remembered about its cursors. */
typedef struct unit {
    CXIndex index;
    CXTranslationUnit tu;
    const char *file;
    map64_t types;           /* canonical clang type -> const type_t * */
    cursor_map_t records;    /* declaration of a struct or union -> type_t * */
    cursor_map_t fields;     /* field declaration -> const field_t * */
    cursor_map_t taken;      /* variables whose address is taken -> anything */
    cursor_map_t ordinals;   /* for and asm statements -> number in their function, from 1 */
} unit_t;

/* Parses a file, by its compile command if there is one; NULL and messages in errors if it cannot
 * be read or is not C. The unit belongs to the caller. */
unit_t *unit_parse(const frontend_options_t *options, const char *file, const char *text,
                   const compile_command_t *command, positions_t *positions, strbuf_t *errors);
/* The same for text that is in no file. */
unit_t *unit_parse_text(const frontend_options_t *options, const char *name, const char *text,
                        positions_t *positions, strbuf_t *errors);
void unit_delete(unit_t *unit);

#endif
