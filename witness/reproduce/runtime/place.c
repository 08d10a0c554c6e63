/* Where things lie: variables by the symbol table of the program, lines by addr2line. */
#include "runtime.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *image;
static const ElfW(Sym) *symbols;
static size_t symbol_count;
static const char *names;

static void map_program(void) {
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return;
    void *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return;
    image = mapped;
    const ElfW(Ehdr) *header = mapped;
    const ElfW(Shdr) *sections = (const void *)(image + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        symbols = (const void *)(image + sections[i].sh_offset);
        symbol_count = sections[i].sh_size / sizeof *symbols;
        names = image + sections[sections[i].sh_link].sh_offset;
    }
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* clang names the static variable x of f "f.x", and a second one "f.x.1". */
static bool is_named(const char *symbol, const object_t *object) {
    if (!object->scope) return strcmp(symbol, object->name) == 0;
    size_t scope = strlen(object->scope), name = strlen(object->name);
    return strncmp(symbol, object->scope, scope) == 0 && symbol[scope] == '.' &&
           strncmp(symbol + scope + 1, object->name, name) == 0 &&
           (!symbol[scope + 1 + name] || symbol[scope + 1 + name] == '.');
}

/* Local symbols follow the name of their file. */
static void find_static(object_t *object) {
    const char *file = "";
    for (size_t i = 0; i < symbol_count; i++) {
        const ElfW(Sym) *symbol = &symbols[i];
        unsigned type = symbol->st_info & 15, binding = symbol->st_info >> 4;
        const char *name = names + symbol->st_name;
        if (type == STT_FILE) file = name;
        if ((type != STT_OBJECT && type != STT_COMMON) || !is_named(name, object)) continue;
        bool is_local = binding == STB_LOCAL;
        if (is_local && object->file[0] && strcmp(base_name(file), base_name(object->file)) != 0)
            continue;
        object->base = symbol->st_value;
        return;
    }
}

void place_load(void) {
    map_program();
    for (unsigned i = 0; i < schedule.object_count; i++)
        if (schedule.objects[i]->kind == OBJECT_STATIC) find_static(schedule.objects[i]);
}

/* The newest first: memory is used again. */
object_t *place_find(uintptr_t address, size_t *offset) {
    for (unsigned i = schedule.object_count; i-- > 0;) {
        object_t *object = schedule.objects[i];
        if (!object->base || address < object->base || address >= object->base + object->size)
            continue;
        *offset = address - object->base;
        return object;
    }
    return NULL;
}

/* Of the thread that calls. */
void place_note_stack(thread_t *thread) {
    pthread_attr_t attributes;
    void *begin;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &begin, &size) == 0) {
        thread->stack = (uintptr_t)begin;
        thread->stack_end = thread->stack + size;
    }
    pthread_attr_destroy(&attributes);
}

void place_forget_frame(uintptr_t from, uintptr_t to) {
    for (unsigned i = 0; i < schedule.object_count; i++) {
        object_t *object = schedule.objects[i];
        if (object->kind == OBJECT_STACK && object->base >= from && object->base < to)
            object->base = 0;
    }
}

const char *place_function(const void *address) {
    for (size_t i = 0; i < symbol_count; i++)
        if ((symbols[i].st_info & 15) == STT_FUNC && symbols[i].st_value == (uintptr_t)address)
            return names + symbols[i].st_name;
    return NULL;
}

/* One addr2line serves all questions; answers are remembered. */
enum { CACHE = 1024 };
static struct {
    uintptr_t code;
    char text[112];
} cache[CACHE];
static FILE *to_tool, *from_tool;

static void start_tool(void) {
    int there[2], back[2];
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    if (pipe(there) != 0 || pipe(back) != 0) return;
    pid_t child = fork();
    if (child == 0) {
        dup2(there[0], 0);
        dup2(back[1], 1);
        close(there[1]);
        close(back[0]);
        execlp("addr2line", "addr2line", "-e", path, (char *)NULL);
        _exit(127);
    }
    close(there[0]);
    close(back[1]);
    fcntl(there[1], F_SETFD, FD_CLOEXEC);
    fcntl(back[0], F_SETFD, FD_CLOEXEC);
    to_tool = fdopen(there[1], "w");
    from_tool = fdopen(back[0], "r");
}

const char *place_text(const void *code) {
    uintptr_t address = (uintptr_t)code - 1; /* within the call, not behind it */
    unsigned slot = (unsigned)(address * 2654435761u >> 4) % CACHE;
    if (cache[slot].code == address) return cache[slot].text;
    cache[slot].code = address;
    snprintf(cache[slot].text, sizeof cache[slot].text, "?:0");
    if (!to_tool) start_tool();
    char line[1024];
    if (!to_tool || fprintf(to_tool, "%#lx\n", (unsigned long)address) < 0 ||
        fflush(to_tool) != 0 || !fgets(line, sizeof line, from_tool))
        return cache[slot].text;
    line[strcspn(line, " \n")] = 0;
    snprintf(cache[slot].text, sizeof cache[slot].text, "%s", base_name(line));
    return cache[slot].text;
}

unsigned place_line(const void *code) {
    const char *colon = strrchr(place_text(code), ':');
    return colon ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
}
