#include "frontend/compile_commands.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_suffix(const char *text, const char *suffix) {
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

bool compile_commands_is(const char *path) {
    return has_suffix(path, ".json");
}

static bool read_all(const char *path, strbuf_t *out, strbuf_t *errors) {
    FILE *stream = fopen(path, "r");
    char chunk[4096];
    for (size_t got; stream && (got = fread(chunk, 1, sizeof chunk, stream)) > 0;)
        strbuf_add_bytes(out, chunk, got);
    bool is_read = stream && !ferror(stream);
    if (!is_read) strbuf_printf(errors, "%s: %s\n", path, strerror(errno));
    if (stream) fclose(stream);
    return is_read;
}

typedef VEC(const char *) words_t;

/* A command line as a shell takes it apart, without expansions. */
static void split_command(arena_t *arena, const char *text, words_t *words) {
    strbuf_t word = {0};
    for (;;) {
        while (isspace((unsigned char)*text)) text++;
        if (!*text) break;
        strbuf_clear(&word);
        for (char quote = 0; *text && (quote || !isspace((unsigned char)*text)); text++) {
            bool is_escape = *text == '\\' && quote != '\'' && text[1];
            if (is_escape)
                strbuf_add_bytes(&word, ++text, 1);
            else if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = quote ? 0 : *text;
            else
                strbuf_add_bytes(&word, text, 1);
        }
        VEC_PUSH(*words, arena_strdup(arena, strbuf_text(&word)));
    }
    strbuf_free(&word);
}

/* Flags that matter to the meaning of a file; those with a value may have it in
 * the next word. */
static const char *const kept_with_value[] = {"-D",      "-U",       "-I",       "-isystem",
                                              "-iquote", "-include", "-imacros", "-idirafter"};
static const char *const kept_alone[] = {"-std=",
                                         "-fsigned-char",
                                         "-funsigned-char",
                                         "-fno-signed-char",
                                         "-fno-unsigned-char",
                                         "-fshort-enums",
                                         "-fpack-struct",
                                         "-fms-extensions",
                                         "-ansi"};

static bool begins_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void keep_flags(const words_t *words, compile_command_t *command) {
    for (size_t i = 1; i < words->len; i++) { /* behind the compiler */
        const char *word = words->data[i];
        if (strcmp(word, "-m32") == 0) command->pointer_bits = 32;
        if (strcmp(word, "-m64") == 0) command->pointer_bits = 64;
        for (size_t k = 0; k < sizeof kept_alone / sizeof *kept_alone; k++)
            if (begins_with(word, kept_alone[k])) VEC_PUSH(command->flags, word);
        for (size_t k = 0; k < sizeof kept_with_value / sizeof *kept_with_value; k++) {
            if (!begins_with(word, kept_with_value[k])) continue;
            VEC_PUSH(command->flags, word);
            bool is_bare = strcmp(word, kept_with_value[k]) == 0;
            if (is_bare && i + 1 < words->len) VEC_PUSH(command->flags, words->data[++i]);
            break;
        }
    }
}

static const char *text_of(const cJSON *entry, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, key));
}

/* Paths in flags are taken relative to the directory, that of the file too if
 * it is not absolute. */
static const char *absolute(arena_t *arena, const char *directory) {
    char *full = directory ? realpath(directory, NULL) : NULL;
    if (!full) return directory;
    directory = arena_strdup(arena, full);
    free(full);
    return directory;
}

static bool read_entry(arena_t *arena, const cJSON *entry, compile_commands_t *out) {
    const char *file = text_of(entry, "file"), *directory = text_of(entry, "directory");
    const char *line = text_of(entry, "command");
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(entry, "arguments"), *argument;
    if (!file || (!line && !cJSON_IsArray(arguments))) return false;
    if (!has_suffix(file, ".c") && !has_suffix(file, ".i")) return true;
    directory = absolute(arena, directory);
    compile_command_t command = {.file = file[0] == '/' || !directory
                                             ? arena_strdup(arena, file)
                                             : arena_printf(arena, "%s/%s", directory, file)};
    if (compile_commands_find(out, command.file)) return true;
    words_t words = {0};
    if (line) split_command(arena, line, &words);
    cJSON_ArrayForEach(argument, arguments) {
        const char *text = cJSON_GetStringValue(argument);
        if (!line && text) VEC_PUSH(words, arena_strdup(arena, text));
    }
    if (directory) /* what relative paths in the flags are relative to */
        VEC_PUSH(command.flags, arena_printf(arena, "-working-directory=%s", directory));
    keep_flags(&words, &command);
    VEC_FREE(words);
    VEC_PUSH(*out, command);
    return true;
}

bool compile_commands_read(arena_t *arena, const char *path, compile_commands_t *out,
                           strbuf_t *errors) {
    strbuf_t text = {0};
    if (!read_all(path, &text, errors)) {
        strbuf_free(&text);
        return false;
    }
    cJSON *list = cJSON_Parse(strbuf_text(&text));
    strbuf_free(&text);
    bool is_list = cJSON_IsArray(list);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, list) is_list = is_list && read_entry(arena, entry, out);
    cJSON_Delete(list);
    if (!is_list) strbuf_printf(errors, "%s: this is no list of compile commands\n", path);
    return is_list;
}

void compile_commands_free(compile_commands_t *commands) {
    for (size_t i = 0; i < commands->len; i++) VEC_FREE(commands->data[i].flags);
    VEC_FREE(*commands);
}

static bool is_same_file(const char *a, const char *b) {
    if (strcmp(a, b) == 0) return true;
    char *full_a = realpath(a, NULL), *full_b = realpath(b, NULL);
    bool same = full_a && full_b && strcmp(full_a, full_b) == 0;
    free(full_a);
    free(full_b);
    return same;
}

const compile_command_t *compile_commands_find(const compile_commands_t *commands,
                                               const char *file) {
    for (size_t i = 0; i < commands->len; i++)
        if (is_same_file(commands->data[i].file, file)) return &commands->data[i];
    return NULL;
}
