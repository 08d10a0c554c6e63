#include "frontend/unit.h"

#include "frontend/prelude.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef VEC(const char *) arguments_t;

static bool has_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

/* What GCC only warns about is accepted: the aim is to read programs that are
 * built with it, of any age. */
static const char *const lenience[] = {
    "-w",
    "-fsyntax-only",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-type",
    "-Wno-return-mismatch",
    "-Wno-deprecated-non-prototype",
    "-fno-builtin-index", /* else nothing but these functions may have these names */
    "-fno-builtin-rindex",
    "-ferror-limit=20",
};

static void add_arguments(arguments_t *arguments, const frontend_options_t *options,
                          const char *file, const compile_command_t *command) {
    bool is_preprocessed = has_suffix(file, ".i");
    VEC_PUSH(*arguments, "-x");
    VEC_PUSH(*arguments, "c");
    VEC_PUSH(*arguments, "-target");
    VEC_PUSH(*arguments, options->pointer_bits == 32 ? "i386-linux-gnu" : "x86_64-linux-gnu");
    VEC_PUSH(*arguments, "-std=gnu17");
    for (size_t i = 0; i < sizeof lenience / sizeof *lenience; i++)
        VEC_PUSH(*arguments, lenience[i]);
    VEC_PUSH(*arguments, "-include");
    VEC_PUSH(*arguments, PRELUDE_FILE);
    if (options->head) {
        VEC_PUSH(*arguments, "-include");
        VEC_PUSH(*arguments, PRELUDE_HEAD);
    }
    if (is_preprocessed) {
        /* Names such as linux are ordinary once the preprocessor has run. */
        VEC_PUSH(*arguments, "-undef");
    } else {
        /* The headers of glibc serve both data models; only this directory of
         * theirs is named after one. */
        if (options->pointer_bits == 32) {
            VEC_PUSH(*arguments, "-idirafter");
            VEC_PUSH(*arguments, "/usr/include/x86_64-linux-gnu");
        }
        VEC_PUSH(*arguments, "-idirafter");
        VEC_PUSH(*arguments, PRELUDE_DIRECTORY);
    }
    for (size_t i = 0; command && i < command->flags.len; i++)
        VEC_PUSH(*arguments, command->flags.data[i]);
    for (size_t i = 0; i < options->flag_count; i++) VEC_PUSH(*arguments, options->flags[i]);
    if (property_set_with_check(options->properties, CHECK_RACES) < options->properties->count)
        VEC_PUSH(*arguments, "-D__heddle_races");
}

static bool report(CXTranslationUnit tu, const char *file, positions_t *positions,
                   strbuf_t *errors) {
    bool failed = false;
    unsigned count = clang_getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            failed = true;
            source_t at = clu_position(positions, clang_getDiagnosticLocation(diagnostic));
            CXString text = clang_getDiagnosticSpelling(diagnostic);
            if (at.file)
                strbuf_printf(errors, "%s:%u:%u: %s\n", at.file, at.line, at.column,
                              clang_getCString(text));
            else
                strbuf_printf(errors, "%s: %s\n", file, clang_getCString(text));
            clang_disposeString(text);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return !failed;
}

static bool is_readable(const char *file, strbuf_t *errors) {
    struct stat there;
    /* A pipe could be read only once, a device without end. */
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)) {
        strbuf_printf(errors, "%s: this is no regular file\n", file);
        return false;
    }
    FILE *stream = fopen(file, "r");
    /* Opening a directory succeeds; reading it does not. */
    bool is_open = stream && (fgetc(stream) != EOF || !ferror(stream));
    if (!is_open) strbuf_printf(errors, "%s: %s\n", file, strerror(errno));
    if (stream) fclose(stream);
    return is_open;
}

static unit_t *parse(const frontend_options_t *options, const char *file,
                     const compile_command_t *command, const char *text, positions_t *positions,
                     strbuf_t *errors) {
    struct CXUnsavedFile virtual_files[] = {
        {PRELUDE_FILE, prelude_text, strlen(prelude_text)},
        /* lists functions the C library lacks; part of its 32-bit package only */
        {PRELUDE_DIRECTORY "/gnu/stubs-32.h", "\n", 1},
        {PRELUDE_HEAD, options->head ? options->head : "",
         options->head ? strlen(options->head) : 0},
        {file, text, text ? strlen(text) : 0},
    };
    unsigned virtual_count = sizeof virtual_files / sizeof *virtual_files - (text ? 0 : 1);
    arguments_t arguments = {0};
    add_arguments(&arguments, options, file, command);
    unit_t *unit = mem_zalloc(sizeof *unit);
    unit->file = file;
    unit->index = clang_createIndex(0, 0);
    enum CXErrorCode code = clang_parseTranslationUnit2(
        unit->index, file, arguments.data, (int)arguments.len, virtual_files, virtual_count,
        CXTranslationUnit_None, &unit->tu);
    VEC_FREE(arguments);
    bool parsed = code == CXError_Success && unit->tu;
    if (code == CXError_ASTReadError)
        strbuf_printf(errors, "%s: clang does not accept these options\n", file);
    else if (!parsed)
        strbuf_printf(errors, "%s: the parser failed with code %d\n", file, (int)code);
    if (!parsed || !report(unit->tu, file, positions, errors)) {
        unit_delete(unit);
        return NULL;
    }
    return unit;
}

unit_t *unit_parse(const frontend_options_t *options, const char *file, const char *text,
                   const compile_command_t *command, positions_t *positions, strbuf_t *errors) {
    if (!is_readable(file, errors)) return NULL;
    return parse(options, file, command, text, positions, errors);
}

unit_t *unit_parse_text(const frontend_options_t *options, const char *name, const char *text,
                        positions_t *positions, strbuf_t *errors) {
    frontend_options_t plain = *options; /* -D and -include are meant for the user's files */
    const property_set_t *set = options->properties;
    const char *flags[2];
    plain.flags = flags;
    plain.flag_count = 0;
    if (property_set_models_waiting(set)) flags[plain.flag_count++] = "-DHEDDLE_MODELS_WAITING";
    if (property_set_with_check(set, CHECK_MISUSE) < set->count)
        flags[plain.flag_count++] = "-DHEDDLE_CHECKS_MISUSE";
    return parse(&plain, name, NULL, text, positions, errors);
}

void unit_delete(unit_t *unit) {
    if (!unit) return;
    map64_free(&unit->types);
    cursor_map_free(&unit->records);
    cursor_map_free(&unit->fields);
    cursor_map_free(&unit->taken);
    cursor_map_free(&unit->ordinals);
    if (unit->tu) clang_disposeTranslationUnit(unit->tu);
    clang_disposeIndex(unit->index);
    mem_free(unit);
}
