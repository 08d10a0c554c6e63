#include "witness/reproduce/reproduce.h"
#include "witness/reproduce/runtime_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char text_begin[] =
    "# make        builds ./program\n"
    "# make run    runs it: the violation happens, or it is told where reality differs\n"
    "# make gdb    the same in the debugger\n"
    "CC := clang-19\n";

/* Functions that are "inline" only have no code of their own in C99: where nothing is inlined
 * they could not be called, so the older meaning is taken, by which every file has a copy.
 *
 * The compiler announces every access that threads may share, each read of x in x = x + 1
 * too, and every call; nothing is optimised away, inlined or left uninitialised. */
static const char text_instrument[] =
    "INSTRUMENT := -g -O0 -w -fno-pie -fno-builtin -Xclang -fsanitize=thread \\\n"
    "    -mllvm -tsan-instrument-read-before-write=1 -finstrument-functions \\\n"
    "    -fsanitize-coverage=func,trace-pc,trace-loads,trace-stores \\\n"
    "    -fno-omit-frame-pointer -ftrivial-auto-var-init=zero -fgnu89-inline "
    "-Wno-error=int-conversion \\\n"
    "    -Wno-error=incompatible-function-pointer-types -Wno-error=implicit-int \\\n"
    "    -Wno-error=implicit-function-declaration\n";

static const char text_rules[] =
    "RUNTIME := $(filter-out runtime/runtime.h,$(wildcard runtime/*.c))\n"
    "OBJECTS := $(addprefix build/,$(addsuffix .o,$(SOURCES))) build/inputs.c.o \\\n"
    "    $(addprefix build/,$(addsuffix .o,$(RUNTIME)))\n"
    "\n"
    "# Functions that nobody defines return 0.\n"
    "LINK = $(CC) $(MODEL) -no-pie -o $@ $(OBJECTS) $(addprefix -Wl$(comma)--wrap=,$(WRAPPED)) \\\n"
    "    -Wl,--warn-unresolved-symbols -Wl,-z,muldefs -pthread -lm\n"
    "program: $(OBJECTS) Makefile\n"
    "\t@echo $(LINK)\n"
    "\t@$(LINK) 2>build/messages || { cat build/messages; exit 1; }\n"
    "\t@sed -n \"s/.*undefined reference to .\\([A-Za-z0-9_]*\\)'.*/long \\1(void) { return 0; "
    "}/p\" \\\n"
    "\t    build/messages | sort -u >build/missing.c\n"
    "\t@test ! -s build/missing.c || $(LINK) -w -fno-builtin build/missing.c\n"
    "\n"
    "build/runtime/%.o: runtime/% runtime/runtime.h\n"
    "\t@mkdir -p $(@D)\n"
    "\t$(CC) $(MODEL) -D_GNU_SOURCE -std=gnu17 -g -O1 -fno-pie -fno-builtin \\\n"
    "\t    -fno-omit-frame-pointer -c -o $@ $<\n"
    "build/inputs.c.o: inputs.c\n"
    "\t@mkdir -p $(@D)\n"
    "\t$(CC) $(MODEL) -g -w -fno-pie -fno-builtin -c -o $@ $<\n"
    "build/%.o: %\n"
    "\t@mkdir -p $(@D)\n"
    "\t$(CC) $(MODEL) $(INSTRUMENT) $(OWN) $(FLAGS) -c -o $@ $<\n"
    "\n"
    "# The violation ends the program by SIGABRT.\n"
    "run: program\n"
    "\t@ulimit -c 0; ./program; test $$? -eq 134\n"
    "gdb: program\n"
    "\tHEDDLE_PATIENCE=1000000 gdb -ex run ./program\n"
    "clean:\n"
    "\trm -rf build program\n"
    ".PHONY: run gdb clean\n";

/* For the shell, inside of a Makefile. */
static void add_quoted(strbuf_t *out, const char *text) {
    strbuf_add(out, "'");
    for (; *text; text++) {
        if (*text == '\'')
            strbuf_add(out, "'\\''");
        else if (*text == '$')
            strbuf_add(out, "$$");
        else if (*text == '#')
            strbuf_add(out, "\\#");
        else
            strbuf_add_bytes(out, text, 1);
    }
    strbuf_add(out, "'");
}

/* Paths are seen from another folder there. directory: what they are relative to; NULL: where we
 * are. */
static void add_path(strbuf_t *out, const char *option, const char *directory, const char *path) {
    strbuf_t from = {0}, whole = {0};
    if (directory && *path != '/') strbuf_printf(&from, "%s/", directory);
    strbuf_add(&from, path);
    char *absolute = realpath(strbuf_text(&from), NULL);
    strbuf_printf(&whole, "%s%s", option, absolute ? absolute : strbuf_text(&from));
    strbuf_add(out, " ");
    add_quoted(out, strbuf_text(&whole));
    strbuf_free(&from);
    strbuf_free(&whole);
    free(absolute);
}

/* The option that the flag is one of, if its value is a path; NULL: it is none. */
static const char *path_option(const char *flag) {
    static const char *const options[] = {"-I",         "-isystem", "-iquote",
                                          "-idirafter", "-include", "-imacros"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strncmp(flag, options[i], strlen(options[i])) == 0) return options[i];
    return NULL;
}

/* A flag and, if it needs one, its value; returns how many words that were. */
static size_t add_flag(strbuf_t *out, const char *directory, const char *flag, const char *next) {
    const char *option = path_option(flag);
    bool is_bare = option && strcmp(flag, option) == 0;
    strbuf_add(out, " ");
    if (!option || (is_bare && !next)) {
        add_quoted(out, flag);
        return 1;
    }
    strbuf_add(out, option);
    add_path(out, "", directory, is_bare ? next : flag + strlen(option));
    return is_bare ? 2 : 1;
}

static void add_flags(strbuf_t *out, const reproduce_task_t *task) {
    for (size_t i = 0; i < task->flag_count;)
        i += add_flag(out, NULL, task->flags[i],
                      i + 1 < task->flag_count ? task->flags[i + 1] : NULL);
}

/* Those of the compile command are for one file alone. */
static void add_own_flags(strbuf_t *out, const char *source, const char *const *flags) {
    static const char directory_flag[] = "-working-directory=";
    const char *directory = NULL;
    strbuf_printf(out, "build/%s.o: OWN :=", source);
    while (*flags) {
        if (strncmp(*flags, directory_flag, sizeof directory_flag - 1) == 0)
            directory = *flags++ + sizeof directory_flag - 1;
        else
            flags += add_flag(out, directory, flags[0], flags[1]);
    }
    strbuf_add(out, "\n");
}

/* Headers are looked for where the sources came from. */
static void add_folders(strbuf_t *out, const program_t *program) {
    for (size_t i = 0; i < program->files.len; i++) {
        char *folder = mem_strdup(program->files.data[i]);
        char *slash = strrchr(folder, '/');
        if (slash) *slash = 0;
        strbuf_add(out, " -iquote");
        add_path(out, "", NULL, slash ? folder : ".");
        mem_free(folder);
    }
}

/* Each name that the runtime defines as __wrap_NAME. */
static void add_wrapped(strbuf_t *out) {
    static const char prefix[] = "__wrap_";
    for (size_t i = 0; i < RUNTIME_FILE_COUNT; i++) {
        const char *at = runtime_files[i].text;
        while ((at = strstr(at, prefix))) {
            at += sizeof prefix - 1;
            size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_");
            if (!length) continue;
            strbuf_add(out, " ");
            strbuf_add_bytes(out, at, length);
        }
    }
}

void reproduce_print_makefile(strbuf_t *out, const reproduce_task_t *task,
                              const char *const *sources, size_t source_count) {
    const program_t *program = task->replay->program;
    strbuf_printf(out, "# A violation found by heddle %s, to be seen on the machine.\n",
                  task->version);
    strbuf_add(out, text_begin);
    strbuf_printf(out, "MODEL := -m%u\n", program->pointer_bits);
    if (program->pointer_bits == 32)
        strbuf_add(out, "# Without SSE, numbers would have more digits than their types.\n"
                        "MODEL += -msse2 -mfpmath=sse\n"
                        "ifneq ($(shell echo 'int main(void) { return 0; }' | $(CC) -m32 -include "
                        "stdio.h -x c - -o /dev/null 2>/dev/null && echo yes),yes)\n"
                        "$(warning There are no 32-bit libraries (package gcc-multilib): built for "
                        "64 bits, which may differ)\n"
                        "MODEL := -m64\nendif\n");
    strbuf_add(out, text_instrument);
    strbuf_add(out, "FLAGS :=");
    add_flags(out, task);
    add_folders(out, program);
    strbuf_add(out, "\nSOURCES :=");
    for (size_t i = 0; i < source_count; i++) strbuf_printf(out, " %s", sources[i]);
    strbuf_add(out, "\n");
    for (size_t i = 0; i < source_count; i++)
        if (program->file_flags.len > i && program->file_flags.data[i])
            add_own_flags(out, sources[i], program->file_flags.data[i]);
    strbuf_add(out, "comma := ,\nWRAPPED := $(sort");
    add_wrapped(out);
    strbuf_add(out, ")\n");
    strbuf_add(out, text_rules);
}
