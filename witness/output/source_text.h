#ifndef WITNESS_OUTPUT_SOURCE_TEXT_H
#define WITNESS_OUTPUT_SOURCE_TEXT_H

#include "cfa/program.h"

/* Lines of the source files, read when they are first asked for. A file that
 * cannot be read has no lines; nothing fails because of that. */
typedef struct source_text source_text_t;

source_text_t *source_text_new(void);
void source_text_delete(source_text_t *text);
/* The line (from 1) without its newline, NULL if there is none. */
const char *source_text_line(source_text_t *text, const char *file, uint32_t line, size_t *length);
/* Where the parenthesis closes that opens first at or behind the position;
 * the position itself if there is none. Literals and comments are skipped. */
source_t source_text_closing(source_text_t *text, source_t at);
/* The position of the first character of the line: where its statement begins. */
source_t source_text_statement(source_text_t *text, source_t at);
/* Does the identifier that begins at the position have this prefix? */
bool source_text_has_prefix(source_text_t *text, source_t at, const char *prefix);
/* Could another statement be put here, so that it is executed right before the one
 * at the position? Answers no when in doubt. */
bool source_text_begins_statement(source_text_t *text, source_t at);

#endif
