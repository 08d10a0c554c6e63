#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Are numbers of threads kept, because some question whether one can be joined is left? */
static bool keeps_numbers(const char *statements) {
    char path[] = P_tmpdir "/heddle-joinable-XXXXXX.c";
    int file = mkstemps(path, 2);
    if (!CHECK(file >= 0)) return false;
    dprintf(file,
            "#include <pthread.h>\npthread_t t, u; int other;\n"
            "void *f(void *a) { return a; }\n"
            "void *detaches(void *a) { pthread_detach(t); return a; }\n"
            "int main(void) { %s return 0; }\n",
            statements);
    close(file);
    const char *name = path;
    property_set_t set = {0};
    property_set_add(&set, property_of_class(property_class_named("no-thread-misuse")));
    frontend_options_t options = {
        .files = &name, .file_count = 1, .pointer_bits = 64, .properties = &set};
    strbuf_t errors = {0};
    program_t *program = frontend_load(&options, &errors);
    bool keeps = false;
    size_t questions = 0;
    if (CHECK(program != NULL)) passes_run(program);
    for (size_t i = 0; program && i < program->edges.len; i++)
        questions += program->edges.data[i]->kind == EDGE_JOINABLE;
    if (program) keeps = program->keeps_numbers;
    CHECK_EQ(keeps, questions > 0);
    if (program) program_delete(program);
    strbuf_free(&errors);
    unlink(path);
    return keeps;
}

#define CREATE(x, f) "pthread_create(&" x ", 0, " f ", 0);"
#define JOIN(x) "pthread_join(" x ", 0);"

TEST(joins_of_threads_just_created_are_plain) {
    CHECK(!keeps_numbers(CREATE("t", "f") JOIN("t")));
    CHECK(!keeps_numbers(CREATE("t", "f") CREATE("u", "f") JOIN("u") JOIN("t")));
    CHECK(!keeps_numbers("while (other) {" CREATE("t", "f") JOIN("t") "}"));
}

TEST(others_are_asked_for) {
    CHECK(keeps_numbers(CREATE("t", "f") JOIN("t") JOIN("t")));
    CHECK(keeps_numbers(CREATE("t", "f") "u = t;" JOIN("t") JOIN("u")));
    CHECK(keeps_numbers(JOIN("t")));
    /* One that another thread may have detached. */
    CHECK(keeps_numbers(CREATE("t", "f") CREATE("u", "detaches") JOIN("u") JOIN("t")));
}
