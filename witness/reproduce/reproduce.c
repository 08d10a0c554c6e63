#include "witness/reproduce/reproduce.h"

#include "witness/reproduce/runtime_text.h"
#include "witness/reproduce/schedule.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool fail(char **why, const char *what, const char *path) {
    strbuf_t text = {0};
    strbuf_printf(&text, "%s %s: %s", what, path, strerror(errno));
    *why = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool make_directory(const char *path, char **why) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    return fail(why, "cannot make the folder", path);
}

static bool write_file(const char *directory, const char *name, const char *bytes, size_t count,
                       char **why) {
    strbuf_t path = {0};
    strbuf_printf(&path, "%s/%s", directory, name);
    FILE *file = fopen(path.data, "wb");
    bool is_written = file && fwrite(bytes, 1, count, file) == count;
    if (file) is_written = fclose(file) == 0 && is_written;
    if (!is_written) fail(why, "cannot write", path.data);
    strbuf_free(&path);
    return is_written;
}

static bool write_text(const char *directory, const char *name, strbuf_t *text, char **why) {
    bool is_written = write_file(directory, name, strbuf_text(text), text->len, why);
    strbuf_free(text);
    return is_written;
}

static bool read_file(const char *path, strbuf_t *out, char **why) {
    FILE *file = fopen(path, "rb");
    if (!file) return fail(why, "cannot read", path);
    char chunk[65536];
    size_t count;
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) strbuf_add_bytes(out, chunk, count);
    bool is_read = !ferror(file);
    fclose(file);
    return is_read || fail(why, "cannot read", path);
}

/* The name of the copy: that of the file, with a number if there are two of one name. */
static char *copy_name(const program_t *program, size_t index) {
    const char *path = program->files.data[index];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bool is_taken = false;
    for (size_t i = 0; i < index; i++) {
        const char *other = strrchr(program->files.data[i], '/');
        is_taken |= strcmp(other ? other + 1 : program->files.data[i], name) == 0;
    }
    strbuf_t text = {0};
    if (is_taken) strbuf_printf(&text, "%zu_", index);
    strbuf_add(&text, name);
    return text.data;
}

static bool copy_sources(const char *directory, const program_t *program, char **names,
                         char **why) {
    for (size_t i = 0; i < program->files.len; i++) {
        strbuf_t text = {0};
        names[i] = copy_name(program, i);
        bool is_copied = read_file(program->files.data[i], &text, why) &&
                         write_file(directory, names[i], strbuf_text(&text), text.len, why);
        strbuf_free(&text);
        if (!is_copied) return false;
    }
    return true;
}

static bool write_runtime(const char *directory, char **why) {
    strbuf_t path = {0};
    strbuf_printf(&path, "%s/runtime", directory);
    bool is_written = make_directory(path.data, why);
    for (size_t i = 0; is_written && i < RUNTIME_FILE_COUNT; i++)
        is_written = write_file(path.data, runtime_files[i].name, runtime_files[i].text,
                                strlen(runtime_files[i].text), why);
    strbuf_free(&path);
    return is_written;
}

static bool write_parts(const char *directory, const reproduce_task_t *task, char **names,
                        char **why) {
    schedule_t schedule;
    strbuf_t text = {0};
    schedule_make(&schedule, task->replay);
    schedule_print(&text, &schedule);
    schedule_free(&schedule);
    if (!write_text(directory, "schedule.txt", &text, why)) return false;
    reproduce_print_inputs(&text, task);
    if (!write_text(directory, "inputs.c", &text, why)) return false;
    reproduce_print_makefile(&text, task, (const char *const *)names,
                             task->replay->program->files.len);
    return write_text(directory, "Makefile", &text, why);
}

bool reproduce_write(const char *directory, const reproduce_task_t *task, char **why) {
    REQUIRE(task->replay->reaches_error);
    const program_t *program = task->replay->program;
    char **names = mem_zalloc((program->files.len + 1) * sizeof *names);
    bool is_written = make_directory(directory, why) && write_runtime(directory, why) &&
                      copy_sources(directory, program, names, why) &&
                      write_parts(directory, task, names, why);
    for (size_t i = 0; i < program->files.len; i++) mem_free(names[i]);
    mem_free(names);
    return is_written;
}
