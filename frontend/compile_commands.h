#ifndef FRONTEND_COMPILE_COMMANDS_H
#define FRONTEND_COMPILE_COMMANDS_H

#include "util/arena.h"
#include "util/strbuf.h"
#include "util/vec.h"

#include <stdbool.h>

/* How build systems say by what commands files are compiled: a JSON list of
 * {"directory", "file", "command" or "arguments"}. Of a command those flags are
 * kept that change what a file means. */
typedef struct compile_command {
    const char *file; /* absolute, or relative to where we are */
    VEC(const char *) flags;
    unsigned pointer_bits; /* of -m32, -m64; 0: neither was given */
} compile_command_t;

typedef VEC(compile_command_t) compile_commands_t;

/* Does the name look like such a file? */
bool compile_commands_is(const char *path);
/* The commands for C files, one per file, appended to out; false and a message
 * if the file cannot be read or is no such list. Strings live in the arena. */
bool compile_commands_read(arena_t *arena, const char *path, compile_commands_t *out,
                           strbuf_t *errors);
void compile_commands_free(compile_commands_t *commands);
/* The command for a file, by whatever path it is named; NULL: none. */
const compile_command_t *compile_commands_find(const compile_commands_t *commands,
                                               const char *file);

#endif
