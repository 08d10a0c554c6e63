#include "frontend/boolean/boolean.h"

#include "frontend/boolean/inline.h"
#include "frontend/boolean/lower.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool boolean_is(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".bp") == 0;
}

static bool read_file(const char *file, strbuf_t *text, strbuf_t *errors) {
    char buffer[65536];
    size_t n;
    FILE *in = fopen(file, "r");
    if (!in) {
        strbuf_printf(errors, "%s: %s\n", file, strerror(errno));
        return false;
    }
    while ((n = fread(buffer, 1, sizeof buffer, in)) > 0) strbuf_add_bytes(text, buffer, n);
    bool is_fine = !ferror(in);
    if (!is_fine) strbuf_printf(errors, "%s: %s\n", file, strerror(errno));
    fclose(in);
    return is_fine;
}

/* Assertions and labels violate what calls of functions do in C. */
static bool find_property(const property_set_t *properties, size_t *number) {
    for (*number = 0; *number < properties->count; ++*number)
        if (properties->at[*number].class->functions) return true;
    return false;
}

static program_t *convert(const char *file, const char *text, const char *label, size_t property,
                          strbuf_t *errors) {
    bp_program_t source = {0};
    boolean_t *boolean = NULL;
    if (bp_parse(&source, file, text, errors)) boolean = bp_inline(&source, label, errors);
    program_t *program = boolean ? bp_lower(boolean, 64, property) : NULL;
    bp_program_free(&source);
    return program;
}

program_t *boolean_load(const char *file, const char *text, const char *label,
                        const property_set_t *properties, strbuf_t *errors) {
    strbuf_t read = {0};
    size_t property;
    program_t *program = NULL;
    if (properties->count != 1 || !find_property(properties, &property)) {
        strbuf_printf(errors, "%s: of a Boolean program only unreach-call can be asked\n", file);
    } else if (text || read_file(file, &read, errors)) {
        program = convert(file, text ? text : strbuf_text(&read), label, property, errors);
    }
    if (program) VEC_PUSH(program->files, arena_strdup(program->arena, file));
    strbuf_free(&read);
    return program;
}
