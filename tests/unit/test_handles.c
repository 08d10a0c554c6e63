#include "tests/unit/test.h"

#include "cfa/handles.h"
#include "cfa/passes.h"
#include "frontend/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static program_t *load(const char *text) {
    char name[] = "/tmp/heddle-test-XXXXXX.c";
    int file = mkstemps(name, 2);
    if (!CHECK(file >= 0)) return NULL;
    FILE *stream = fdopen(file, "w");
    fputs(text, stream);
    fclose(stream);
    const char *names[] = {name};
    property_set_t properties = {.count = 1, .at = {property_default()}};
    frontend_options_t options = {
        .files = names, .file_count = 1, .pointer_bits = 64, .properties = &properties};
    strbuf_t errors = {0};
    program_t *program = frontend_load(&options, &errors);
    CHECK_STR(strbuf_text(&errors), "");
    if (program) passes_run(program);
    strbuf_free(&errors);
    unlink(name);
    return program;
}

/* All joins and detaches of a main with these statements name a thread? */
static bool all_named(const char *statements) {
    strbuf_t text = {0};
    strbuf_printf(&text,
                  "typedef unsigned long pthread_t; int nondet(void); extern int other;\n"
                  "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"
                  "int pthread_join(pthread_t, void **); int pthread_detach(pthread_t);\n"
                  "void *f(void *a) { return a; } pthread_t t, u, a[9];\n"
                  "void change(void) { u = 0; }\n"
                  "void *joins(void *a) { pthread_join(u, 0); return a; }\n"
                  "int main(void) { int i, n = nondet(); void *r; %s return 0; }\n",
                  statements);
    program_t *program = load(strbuf_text(&text));
    bool all = program != NULL;
    size_t count = 0;
    for (size_t i = 0; program && i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_JOIN && edge->kind != EDGE_THREAD_DETACH) continue;
        all = all && edge_names_thread(program, edge);
        count++;
    }
    CHECK(count > 0);
    if (program) program_delete(program);
    strbuf_free(&text);
    return all;
}

#define CREATE(x) "pthread_create(&" x ", 0, f, 0);"
#define JOIN(x) "pthread_join(" x ", 0);"
#define EACH "for (i = 0; i < n; i++)"

TEST(variables) {
    CHECK(all_named(CREATE("t") JOIN("t")));
    CHECK(all_named(CREATE("t") CREATE("a[1]") "pthread_join(t, &r);" JOIN("a[1]")));
    CHECK(all_named("while (1) {" CREATE("t") "pthread_detach(t); }"));
    CHECK(all_named(CREATE("t") "if (n) {" JOIN("t") "}"));
    CHECK(!all_named(JOIN("t")));
    CHECK(!all_named(CREATE("t") JOIN("t") JOIN("t")));
    CHECK(!all_named(CREATE("t") "pthread_detach(t);" JOIN("t")));
    CHECK(!all_named(CREATE("t") "while (n--) {" JOIN("t") "}"));
    CHECK(!all_named("if (n) {" CREATE("t") "}" JOIN("t")));
    CHECK(!all_named(CREATE("t") "u = t;" JOIN("u")));
    CHECK(!all_named(CREATE("t") "t = 1;" JOIN("t")));
    CHECK(!all_named(CREATE("u") "change();" JOIN("u")));
    CHECK(!all_named(CREATE("u") "joins(0);"));
    CHECK(!all_named(CREATE("a[1]") "a[n] = 0;" JOIN("a[1]")));
}

TEST(arrays) {
    CHECK(all_named(EACH CREATE("a[i]") EACH JOIN("a[i]")));
    CHECK(all_named(EACH CREATE("a[i]") "int k; for (k = 0; k < n; k++)" JOIN("a[k]")));
    CHECK(all_named(EACH CREATE("a[i]") EACH "{" JOIN("a[i]") "if (other) break; }"));
    CHECK(all_named("while (1) {" EACH CREATE("a[i]") EACH JOIN("a[i]") "}"));
    CHECK(!all_named(EACH CREATE("a[i]") EACH JOIN("a[i]") EACH JOIN("a[i]")));
    CHECK(!all_named(EACH CREATE("a[i]") EACH "{" JOIN("a[i]") JOIN("a[i]") "}"));
    CHECK(!all_named(EACH CREATE("a[i]") EACH JOIN("a[0]")));
    CHECK(!all_named(EACH CREATE("a[i & 1]") EACH JOIN("a[i & 1]")));
    CHECK(!all_named(EACH CREATE("a[i / 2]") EACH JOIN("a[i / 2]")));
    CHECK(!all_named(EACH CREATE("a[(unsigned char)i]") EACH JOIN("a[(unsigned char)i]")));
    CHECK(!all_named(EACH CREATE("a[i]") "n++;" EACH JOIN("a[i]")));
    CHECK(!all_named(EACH CREATE("a[i]") "a[n] = 0;" EACH JOIN("a[i]")));
    CHECK(!all_named(EACH CREATE("a[i]") "for (i = 0; i < 9; i++)" JOIN("a[i]")));
    CHECK(!all_named(EACH "if (other)" CREATE("a[i]") EACH JOIN("a[i]")));
    CHECK(!all_named(EACH "{" CREATE("a[i]") "if (other) break; }" EACH JOIN("a[i]")));
    CHECK(!all_named("for (i = 1; i < n; i++)" CREATE("a[i]") EACH JOIN("a[i]")));
    CHECK(!all_named(EACH "{ i++;" CREATE("a[i]") "}" EACH JOIN("a[i]")));
    CHECK(!all_named(EACH CREATE("a[i]") EACH "{ do " JOIN("a[i]") "while (other); }"));
    CHECK(!all_named(EACH CREATE("a[i]") EACH "{" JOIN("a[i]") "if (other) i--; }"));
    CHECK(!all_named("unsigned char c; for (c = 0; c < n; c++)" CREATE(
        "a[c]") "for (c = 0; c < n; c++)" JOIN("a[c]")));
    CHECK(!all_named("if (other)" EACH CREATE("a[i]") EACH JOIN("a[i]")));
}
