#ifndef MAIN_PROPERTY_H
#define MAIN_PROPERTY_H

#include "cfa/property.h"
#include "util/arena.h"
#include "util/strbuf.h"

/* Property files: lines such as
 *   CHECK( init(main()), LTL(G ! call(reach_error())) ) */
typedef enum {
    PROPERTY_FILE_OK,
    PROPERTY_FILE_BAD,         /* unreadable or no property; message: "file:line: what" */
    PROPERTY_FILE_UNSUPPORTED, /* a property, but one that is not verified here; message says so */
} property_file_t;

/* Adds what one --property asks for: a file, or files and names of classes and presets with
 * commas between them. What the properties point to lives in the arena. */
property_file_t property_read(arena_t *arena, const char *asked, property_set_t *properties,
                              strbuf_t *message);

#endif
