#ifndef WITNESS_OUTPUT_SOURCE_TEXT_H
#define WITNESS_OUTPUT_SOURCE_TEXT_H

#include "cfa/program.h"
#include "witness/output/statements.h"

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
/* Does a call of a function by its name begin at the position? Then where its parenthesis
 * closes. */
bool source_text_call(source_text_t *text, source_t at, source_t *closing);
/* Does a statement begin at the position that is a call of this function and nothing else, and
 * before which another one can be put? */
bool source_text_is_call(source_text_t *text, source_t at, const char *function);
/* The innermost statement around the position, NULL if there is none; *begin is where it
 * begins. */
const statement_t *source_text_statement(source_text_t *text, source_t at, source_t *begin);
/* The first statement that begins on the line. */
const statement_t *source_text_first_statement(source_text_t *text, source_t at, source_t *begin);
/* Does the statement, or what of it comes before its body, lie on one line? */
bool source_text_is_on_one_line(source_text_t *text, const char *file, const statement_t *it);
/* Is the position in the condition of an if whose branches are those of the program? The
 * parts of a && b are branches of the program but none of the source. */
bool source_text_plain_if(source_text_t *text, source_t at, source_t *begin);
/* Does the identifier that begins at the position have this prefix? */
bool source_text_has_prefix(source_text_t *text, source_t at, const char *prefix);

#endif
