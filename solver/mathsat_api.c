#include "solver/mathsat_api.h"

#ifndef HEDDLE_NO_MATHSAT

#include "util/strbuf.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* MathSAT carries a C++ library of its own, but it must use the one that Z3
 * brings into the process: some of its objects are unique in a process, and
 * with RTLD_DEEPBIND the two libraries are mixed up. */
static void *open_library(const char *path) {
    return access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static void *open_beside(const char *directory, const char *below) {
    strbuf_t path = {0};
    strbuf_printf(&path, "%s/%s", directory, below);
    void *library = open_library(strbuf_text(&path));
    strbuf_free(&path);
    return library;
}

static void *find_library(void) {
    const char *named = getenv("HEDDLE_MATHSAT");
    if (named) return open_library(named); /* asked for: no other will do */
    static const char *const places[] = {
        "deps/mathsat/libmathsat.so", "../../deps/mathsat/libmathsat.so",
        "../../../deps/mathsat/libmathsat.so", "../lib/heddle/libmathsat.so"};
    char directory[4096];
    ssize_t length = readlink("/proc/self/exe", directory, sizeof directory - 1);
    if (length <= 0) return NULL;
    directory[length] = '\0';
    char *slash = strrchr(directory, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        void *library = open_beside(directory, places[i]);
        if (library) return library;
    }
    return NULL;
}

bool mathsat_load(mathsat_api_t *api, const char **why) {
    *api = (mathsat_api_t){0};
    void *library = find_library();
    if (!library) {
        *why = "libmathsat.so was not found";
        return false;
    }
    bool complete = true;
    /* POSIX gives functions as object pointers; copying the bytes is the way
     * to convert them that C allows. */
#define MATHSAT_FIND(result, name, parameters)                                                     \
    do {                                                                                           \
        void *symbol = dlsym(library, "msat_" #name);                                              \
        memcpy(&api->name, &symbol, sizeof symbol);                                                \
        complete = complete && symbol;                                                             \
    } while (0);
    MATHSAT_FUNCTIONS(MATHSAT_FIND)
#undef MATHSAT_FIND
    api->library = library;
    if (!complete) {
        *why = "libmathsat.so lacks functions that are needed";
        mathsat_unload(api);
    }
    return complete;
}

void mathsat_unload(mathsat_api_t *api) {
    if (api->library) dlclose(api->library);
    *api = (mathsat_api_t){0};
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
/* MathSAT loses a few clauses of its own, which hides our leaks. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libmathsat.so\n";
}
#endif

#endif
