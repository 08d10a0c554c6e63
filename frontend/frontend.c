#include "frontend/frontend.h"

#include "frontend/boolean/boolean.h"
#include "frontend/exposure.h"
#include "frontend/function.h"
#include "frontend/library.h"
#include "frontend/scan.h"
#include "frontend/symbols.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void lower_error(lower_t *lower, source_t source, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strbuf_printf(lower->errors, "%s:%u:%u: %s\n", source.file ? source.file : "?", source.line,
                  source.column, text);
    lower->failed = true;
}

void lower_note(lower_t *lower, source_t source, const char *format, ...) {
    char text[1024];
    va_list args;
    if (!lower->options->notes) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strbuf_printf(lower->options->notes, "%s:%u: note: %s\n", source.file ? source.file : "?",
                  source.line, text);
}

void lower_complain(lower_t *lower, source_t source, const char *text) {
    complaint_t complaint = {source, arena_strdup(lower->scratch, text)};
    VEC_PUSH(lower->complaints, complaint);
}

static const char *const *copy_flags(arena_t *arena, const compile_command_t *command) {
    if (!command) return NULL;
    const char **flags = ARENA_ARRAY(arena, const char *, command->flags.len + 1);
    for (size_t i = 0; i < command->flags.len; i++)
        flags[i] = arena_strdup(arena, command->flags.data[i]);
    flags[command->flags.len] = NULL;
    return flags;
}

static void parse_one(lower_t *lower, const char *file, const char *text,
                      const compile_command_t *command) {
    /* clang takes what begins with a dash for an option. */
    const char *name = arena_printf(lower->program->arena, "%s%s", *file == '-' ? "./" : "", file);
    VEC_PUSH(lower->program->files, name);
    VEC_PUSH(lower->program->file_flags, copy_flags(lower->program->arena, command));
    unit_t *unit =
        unit_parse(lower->options, name, text, command, &lower->positions, lower->errors);
    if (unit)
        VEC_PUSH(lower->units, unit);
    else
        lower->failed = true;
}

static bool is_cpp(const char *file) {
    static const char *const endings[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".hpp", ".ii"};
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(file + length - tail, endings[i]) == 0) return true;
    }
    return false;
}

/* A file that was given by its name. */
static void parse_named(lower_t *lower, size_t index, const compile_command_t *command) {
    const char *file = lower->options->files[index];
    const char *const *texts = lower->options->texts;
    if (!is_cpp(file)) {
        parse_one(lower, file, texts ? texts[index] : NULL, command);
        return;
    }
    strbuf_printf(lower->errors, "%s: this is C++, and only C is verified here\n", file);
    lower->failed = true;
}

/* A file of the list of commands: what was built once may be gone. */
static void parse_listed(lower_t *lower, const compile_command_t *command) {
    if (access(command->file, F_OK) == 0)
        parse_one(lower, command->file, NULL, command);
    else if (lower->options->notes)
        strbuf_printf(lower->options->notes,
                      "%s: warning: there is a command to compile it, but no such file\n",
                      command->file);
}

unsigned frontend_pointer_bits(const char *const *files, size_t count) {
    arena_t *arena = arena_new();
    compile_commands_t commands = {0};
    strbuf_t errors = {0}; /* said when the files are read */
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++)
        if (compile_commands_is(files[i]))
            compile_commands_read(arena, files[i], &commands, &errors);
    for (size_t i = 0; i < commands.len && !bits; i++) bits = commands.data[i].pointer_bits;
    compile_commands_free(&commands);
    strbuf_free(&errors);
    arena_delete(arena);
    return bits ? bits : 8 * sizeof(void *);
}

static bool parse_all(lower_t *lower) {
    const frontend_options_t *options = lower->options;
    compile_commands_t commands = {0};
    size_t sources = 0;
    for (size_t i = 0; i < options->file_count; i++) {
        if (!compile_commands_is(options->files[i]))
            sources++;
        else if (!compile_commands_read(lower->scratch, options->files[i], &commands,
                                        lower->errors))
            lower->failed = true;
    }
    for (size_t i = 0; !sources && i < commands.len; i++) parse_listed(lower, &commands.data[i]);
    for (size_t i = 0; i < options->file_count; i++)
        if (!compile_commands_is(options->files[i]))
            parse_named(lower, i, compile_commands_find(&commands, options->files[i]));
    compile_commands_free(&commands);
    if (!lower->failed && !lower->units.len) {
        strbuf_printf(lower->errors, "%s: no C files in it\n", options->files[0]);
        lower->failed = true;
    }
    return !lower->failed;
}

static bool link_all(lower_t *lower, symbol_t **main_symbol) {
    for (size_t i = 0; i < lower->units.len; i++) symbols_collect(lower, lower->units.data[i]);
    *main_symbol = symbols_find_function(lower, "main");
    if (!lower->failed && (!*main_symbol || !(*main_symbol)->is_defined)) {
        strbuf_printf(lower->errors, "%s: no function main\n", lower->program->files.data[0]);
        lower->failed = true;
    }
    return !lower->failed;
}

/* A direct call of the property's function is a violation where it stands. */
static bool needs_body(const symbol_t *symbol) {
    return symbol->is_error ? symbol->is_taken : symbol->is_defined;
}

/* main comes last: what static initialisers leave open is said there. */
static void lower_all(lower_t *lower, symbol_t *main_symbol) {
    scan_from(lower, main_symbol);
    symbols_check_names(lower);
    lower->program_main = main_symbol;
    exposure_find(lower);
    for (size_t i = 0; i < lower->symbols.len; i++) {
        symbol_t *symbol = lower->symbols.data[i];
        if (symbol->is_reached && symbol->is_function && needs_body(symbol) &&
            symbol != main_symbol && !library_owns(lower, symbol))
            function_lower(lower, symbol);
    }
    for (size_t i = 0; i < lower->symbols.len; i++) { /* main may use what no other does */
        symbol_t *symbol = lower->symbols.data[i];
        if (symbol->is_reached && !symbol->is_function && !library_owns(lower, symbol))
            symbols_object(lower, symbol->unit, symbol->decl);
    }
    symbols_initialise(lower);
    function_lower(lower, main_symbol);
    symbols_initialise(lower);
    lower->program->main = main_symbol->function;
}

static void lower_free(lower_t *lower) {
    for (size_t i = 0; i < lower->units.len; i++) unit_delete(lower->units.data[i]);
    VEC_FREE(lower->units);
    VEC_FREE(lower->symbols);
    VEC_FREE(lower->taken);
    VEC_FREE(lower->uninitialised);
    VEC_FREE(lower->complaints);
    VEC_FREE(lower->exposure.objects);
    VEC_FREE(lower->exposure.locals);
    cursor_map_free(&lower->statics);
    map64_free(&lower->positions.names);
    if (lower->by_name.equal) intern_free(&lower->by_name);
    if (lower->models.equal) intern_free(&lower->models);
    arena_delete(lower->scratch);
}

static void ask_for_faults(program_t *program, const property_set_t *properties) {
    static const property_check_t checks[FAULT_COUNT] = {
        [FAULT_ACCESS] = CHECK_ACCESS, [FAULT_FREE] = CHECK_FREE, [FAULT_LEAK] = CHECK_CLEANUP};
    for (size_t i = FAULT_NONE + 1; i < FAULT_COUNT; i++) {
        size_t number = property_set_with_check(properties, checks[i]);
        if (number < properties->count) program->faults[i] = (uint8_t)number;
    }
}

static program_t *load(const frontend_options_t *options, special_t *special, strbuf_t *errors) {
    lower_t lower = {.options = options, .errors = errors, .has = *special};
    lower.program = program_new(options->pointer_bits);
    ask_for_faults(lower.program, options->properties);
    lower.scratch = arena_new();
    lower.positions.arena = lower.program->arena;
    symbol_t *main_symbol = NULL;
    if (parse_all(&lower) && link_all(&lower, &main_symbol)) lower_all(&lower, main_symbol);
    program_t *program = lower.program;
    *special = lower.needs;
    if (lower.failed) {
        program_delete(program);
        program = NULL;
    }
    lower_free(&lower);
    return program;
}

static program_t *load_boolean(const frontend_options_t *options, size_t index, strbuf_t *errors) {
    const char *file = options->files[index];
    const char *text = options->texts ? options->texts[index] : NULL;
    if (options->file_count == 1)
        return boolean_load(file, text, options->label, options->properties, errors);
    strbuf_printf(errors, "%s: a Boolean program stands alone\n", file);
    return NULL;
}

program_t *frontend_load(const frontend_options_t *options, strbuf_t *errors) {
    REQUIRE(options->file_count > 0 && options->properties);
    for (size_t i = 0; i < options->file_count; i++)
        if (boolean_is(options->files[i])) return load_boolean(options, i, errors);
    special_t special = {0};
    program_t *program = load(options, &special, errors);
    if (!program || (!special.mutex_kinds && !special.mutex_states && !special.destructors))
        return program;
    program_delete(program);
    if (options->notes) strbuf_clear(options->notes);
    return load(options, &special, errors);
}
