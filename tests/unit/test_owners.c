#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How many questions who holds a mutex are left, and how many places that may violate
 * no-thread-misuse. */
typedef struct left {
    size_t questions, errors;
} left_t;

static left_t left_of(const char *functions, const char *statements) {
    char path[] = P_tmpdir "/heddle-owners-XXXXXX.c";
    left_t left = {SIZE_MAX, SIZE_MAX};
    int file = mkstemps(path, 2);
    if (!CHECK(file >= 0)) return left;
    dprintf(file,
            "#include <pthread.h>\n#include <string.h>\nint other; pthread_t t;\n"
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
            "%s\nint main(void) { %s; return 0; }\n",
            functions, statements);
    close(file);
    const char *name = path;
    property_set_t set = {0};
    property_set_add(&set, property_of_class(property_class_named("no-thread-misuse")));
    frontend_options_t options = {
        .files = &name, .file_count = 1, .pointer_bits = 64, .properties = &set};
    strbuf_t errors = {0};
    program_t *program = frontend_load(&options, &errors);
    CHECK_STR(strbuf_text(&errors), "");
    if (program) passes_run(program);
    left = (left_t){0};
    for (size_t i = 0; CHECK(program != NULL) && i < program->edges.len; i++) {
        left.questions += program->edges.data[i]->kind == EDGE_OWNS;
        left.errors += program->edges.data[i]->kind == EDGE_ERROR;
    }
    if (program) program_delete(program);
    strbuf_free(&errors);
    unlink(path);
    return left;
}

#define LOCK(x) "pthread_mutex_lock(&" x ");"
#define UNLOCK(x) "pthread_mutex_unlock(&" x ");"
#define CHECK_LEFT(functions, statements, number, bad)                                             \
    do {                                                                                           \
        left_t left = left_of(functions, statements);                                              \
        CHECK_EQ(left.questions, number);                                                          \
        CHECK_EQ(left.errors, bad);                                                                \
    } while (0)

TEST(pairs_of_calls_need_no_question) {
    CHECK_LEFT("", LOCK("m") LOCK("n") UNLOCK("m") UNLOCK("n"), 0, 0);
    CHECK_LEFT("", "for (int i = 0; i < other; i++) {" LOCK("m") UNLOCK("m") "}", 0, 0);
    CHECK_LEFT("void f(void) {" UNLOCK("m") "}", LOCK("m") "f();", 0, 0);
}

TEST(what_is_surely_wrong_needs_none_either) {
    CHECK_LEFT("", LOCK("m") LOCK("m"), 0, 1);
    CHECK_LEFT("", UNLOCK("m"), 0, 1);
}

TEST(what_depends_on_the_run_is_asked) {
    CHECK_LEFT("", "if (other)" LOCK("m") UNLOCK("m"), 1, 1);
    CHECK_LEFT("void f(void) {" LOCK("m") "}", "if (other) f(); f();", 1, 1);
}

TEST(a_pointer_may_mean_any_mutex) {
    CHECK_LEFT("pthread_mutex_t *p = &m;", LOCK("m") "pthread_mutex_lock(p);" UNLOCK("m"), 1, 1);
    CHECK_LEFT("pthread_mutex_t *p = &m;", "pthread_mutex_lock(p);" UNLOCK("m"), 2, 2);
    CHECK_LEFT("pthread_mutex_t *p = &m;", LOCK("m") "pthread_mutex_unlock(p);" UNLOCK("m"), 2, 2);
}

/* Who writes zeros over a mutex frees it, whoever holds it; at first there is nobody else. */
TEST(others_may_overwrite_a_mutex) {
    const char *functions = "void *f(void *a) {" LOCK("m")
        UNLOCK("m") "return a; }\n"
                    "void clear(void) { memset(&m, 0, sizeof m); }\n"
                    "void begin(void) { pthread_create(&t, 0, f, 0); }";
    CHECK_LEFT(functions, "clear(); begin();", 0, 0);
    CHECK_LEFT(functions, "begin(); clear();", 1, 1);
    CHECK_LEFT(functions, "clear(); begin(); clear();", 1, 1);
}

/* ... while initialising one that is held is misuse, and frees nothing. */
TEST(initialising_a_mutex_takes_it_from_nobody) {
    const char *routine = "void *f(void *a) {" LOCK("m") UNLOCK("m") "return a; }";
    CHECK_LEFT(routine, "pthread_create(&t, 0, f, 0); pthread_mutex_init(&m, 0);", 0, 1);
}
