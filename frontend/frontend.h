#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "cfa/program.h"
#include "cfa/property.h"

/* C source to a program, by libclang, or one Boolean program (FILE.bp). */
typedef struct frontend_options {
    /* .c or .i, linked together. A .json lists compile commands: they are used
     * for the other files; without other files, all files of theirs are read. */
    const char *const *files;
    size_t file_count;
    const char *const *texts; /* NULL, or per file what is read in its place, or NULL */
    const char *head; /* declarations in front of these texts, or NULL */
    const char *const *flags; /* -D, -I, -std=... passed to the parser */
    size_t flag_count;
    unsigned pointer_bits; /* 32: ILP32, 64: LP64 */
    const char *label; /* of a Boolean program: who comes there violates; NULL: none */
    const char *args; /* of main, separated by blanks; NULL: any */
    const property_set_t *properties;
    bool externals_are_pure; /* functions without a body change only what they are given to write */
    strbuf_t *notes; /* NULL, or: what the user should know, one line each */
} frontend_options_t;

/* The lowered program, without the passes of cfa/passes.h; NULL if the input
 * is bad, with messages "file:line:column: what" in errors, one per line. */
program_t *frontend_load(const frontend_options_t *options, strbuf_t *errors);

/* The pointer_bits that the compile commands among the files ask for by -m32 and -m64; where
 * they say nothing, those of this machine. */
unsigned frontend_pointer_bits(const char *const *files, size_t count);

/* The table of known functions, as text. */
void frontend_list_models(strbuf_t *out);

#endif
