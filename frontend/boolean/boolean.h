#ifndef FRONTEND_BOOLEAN_BOOLEAN_H
#define FRONTEND_BOOLEAN_BOOLEAN_H

#include "cfa/program.h"
#include "cfa/property.h"

/* Boolean programs (docs/boolean.md) as input. */

/* By its name, FILE.bp. */
bool boolean_is(const char *path);
/* The program of the file, or of the text in its place (NULL: none); who comes to the label (NULL:
 * none) or fails an assertion violates. NULL: messages "file:line:column: what" stand in errors. */
program_t *boolean_load(const char *file, const char *text, const char *label,
                        const property_set_t *properties, strbuf_t *errors);

#endif
