#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

#include "cfa/check.h"
#include "cfa/passes.h"
#include "frontend/frontend.h"
#include "frontend/library_text.h"
#include "frontend/models.h"
#include "tests/unit/frontend_run.h"

#include <unistd.h>

/* Programs lie in tests/golden: NAME.c with the text of its automata in
 * NAME.cfa; run/NAME.c must return 0 when its lowered form is run. Set
 * GOLDEN_UPDATE in the environment to write the .cfa files anew. */

static program_t *load_files(const char *const *files, size_t count, unsigned bits,
                             const property_set_t *properties, strbuf_t *errors) {
    frontend_options_t options = {
        .files = files, .file_count = count, .pointer_bits = bits, .properties = properties};
    return frontend_load(&options, errors);
}

static program_t *load(const char *file, unsigned bits) {
    strbuf_t errors = {0};
    program_t *program = load_files(&file, 1, bits, build_properties(), &errors);
    if (!CHECK(program != NULL)) printf("%s", strbuf_text(&errors));
    strbuf_free(&errors);
    return program;
}

/* A file that exists as long as the test runs. */
typedef struct scratch {
    char name[64];
} scratch_t;

static scratch_t scratch_write(const char *suffix, const char *text) {
    scratch_t file;
    snprintf(file.name, sizeof file.name, "/tmp/heddle-test-%ld-XXXXXX%s", (long)getpid(), suffix);
    int descriptor = mkstemps(file.name, (int)strlen(suffix));
    CHECK(descriptor >= 0);
    CHECK_EQ(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    return file;
}

/* The program of a text; 32 bits. */
static program_t *load_text(const char *text) {
    scratch_t file = scratch_write(".c", text);
    program_t *program = load(file.name, 32);
    unlink(file.name);
    return program;
}

/* Messages for a text that cannot be loaded, without the name of the file. */
static void check_error(const char *suffix, const char *text, const char *message) {
    scratch_t file = scratch_write(suffix, text);
    const char *name = file.name;
    strbuf_t errors = {0};
    program_t *program = load_files(&name, 1, 32, build_properties(), &errors);
    CHECK(program == NULL);
    program_delete(program);
    const char *seen = strbuf_text(&errors);
    if (CHECK(strncmp(seen, name, strlen(name)) == 0)) CHECK_STR(seen + strlen(name), message);
    strbuf_free(&errors);
    unlink(file.name);
}

static void dump_edge(strbuf_t *out, const edge_t *edge) {
    uint32_t first = edge->from->function->nodes.data[0]->id;
    strbuf_printf(out, "%s: n%u -> n%u: ", edge->from->function->name, edge->from->id - first,
                  edge->to->id - first);
    edge_print(out, edge);
    if (edge->is_branch) strbuf_add(out, edge->branch_taken ? " (then)" : " (else)");
    strbuf_printf(out, " @%u:%u\n", edge->source.line, edge->source.column);
}

static void dump(strbuf_t *out, const program_t *program) {
    for (size_t f = 0; f < program->functions.len; f++) {
        const function_t *function = program->functions.data[f];
        for (size_t n = 0; n < function->nodes.len; n++)
            for (size_t e = 0; e < function->nodes.data[n]->out.len; e++)
                dump_edge(out, function->nodes.data[n]->out.data[e]);
    }
}

static void read_file(strbuf_t *out, const char *name) {
    FILE *stream = fopen(name, "r");
    if (!CHECK(stream != NULL)) return;
    char buffer[4096];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, stream)) > 0;)
        strbuf_add_bytes(out, buffer, got);
    fclose(stream);
}

static void write_file(const char *name, const char *text) {
    FILE *stream = fopen(name, "w");
    if (!CHECK(stream != NULL)) return;
    fputs(text, stream);
    fclose(stream);
}

static void check_golden(const char *name) {
    char source[128], expected_name[128];
    snprintf(source, sizeof source, "tests/golden/%s.c", name);
    snprintf(expected_name, sizeof expected_name, "tests/golden/%s.cfa", name);
    program_t *program = load(source, 32);
    if (!program) return;
    strbuf_t seen = {0}, expected = {0};
    dump(&seen, program);
    if (getenv("GOLDEN_UPDATE")) write_file(expected_name, strbuf_text(&seen));
    read_file(&expected, expected_name);
    if (!CHECK(strcmp(strbuf_text(&seen), strbuf_text(&expected)) == 0))
        printf("%s is now:\n%s", expected_name, strbuf_text(&seen));
    strbuf_free(&seen);
    strbuf_free(&expected);
    program_delete(program);
}

static void check_run(const char *name, unsigned bits) {
    char source[128];
    snprintf(source, sizeof source, "tests/golden/run/%s.c", name);
    program_t *program = load(source, bits);
    if (!program) return;
    passes_run(program);
    run_t run;
    int64_t result;
    if (!CHECK(run_program(program, &run, &result)))
        printf("%s:%u: %s\n", run.at->source.file, run.at->source.line, run.problem);
    else
        CHECK_EQ(result, 0);
    run_free(&run);
    program_delete(program);
}

TEST(run_integers) {
    check_run("integers", 32);
    check_run("integers", 64);
}
TEST(run_control) {
    check_run("control", 32);
    check_run("control", 64);
}
TEST(run_memory) {
    check_run("memory", 32);
    check_run("memory", 64);
}
TEST(run_floats) {
    check_run("floats", 32);
    check_run("floats", 64);
}
TEST(run_extensions) {
    check_run("extensions", 32);
    check_run("extensions", 64);
}

TEST(golden_listing22) {
    check_golden("listing22");
}
TEST(golden_branches) {
    check_golden("branches");
}
TEST(golden_loops) {
    check_golden("loops");
}
TEST(golden_threads) {
    check_golden("threads");
}
TEST(golden_atomics) {
    check_golden("atomics");
}
TEST(golden_memory) {
    check_golden("memory");
}
TEST(golden_calls) {
    check_golden("calls");
}
TEST(golden_unsupported) {
    check_golden("unsupported");
}

/* Bad input. */

TEST(error_syntax) {
    check_error(".c", "int main(void) {\n    return 1 +;\n}\n", ":2:15: expected expression\n");
}
TEST(error_type) {
    check_error(".c", "int main(void) { return x; }\n",
                ":1:25: use of undeclared identifier 'x'\n");
}
TEST(error_no_main) {
    check_error(".c", "int f(void) { return 1; }\n", ": no function main\n");
    check_error(".c", "", ": no function main\n");
    check_error(".i", "int main(void);\n", ": no function main\n");
}
TEST(error_missing_file) {
    const char *name = "tests/golden/no_such_file.c";
    strbuf_t errors = {0};
    CHECK(load_files(&name, 1, 32, build_properties(), &errors) == NULL);
    CHECK_STR(strbuf_text(&errors), "tests/golden/no_such_file.c: No such file or directory\n");
    strbuf_free(&errors);
}
TEST(error_missing_header) {
    check_error(".c", "#include \"no_such_header.h\"\nint main(void) { return 0; }\n",
                ":1:10: 'no_such_header.h' file not found\n");
}

/* What a program contains. */

static size_t count_edges(const program_t *program, edge_kind_t kind) {
    size_t count = 0;
    for (size_t i = 0; i < program->edges.len; i++) count += program->edges.data[i]->kind == kind;
    return count;
}

static const edge_t *first_edge(const program_t *program, edge_kind_t kind) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == kind) return program->edges.data[i];
    return NULL;
}

/* The reason of the only unsupported edge, or NULL. */
static const char *only_reason(const program_t *program) {
    if (count_edges(program, EDGE_UNSUPPORTED) != 1) return NULL;
    return first_edge(program, EDGE_UNSUPPORTED)->text;
}

static void check_reason(const char *text, const char *reason) {
    program_t *program = load_text(text);
    if (!program) return;
    CHECK_STR(only_reason(program), reason);
    program_delete(program);
}

static void check_supported(const char *text) {
    program_t *program = load_text(text);
    if (!program) return;
    const edge_t *edge = first_edge(program, EDGE_UNSUPPORTED);
    CHECK_STR(edge ? edge->text : "", "");
    program_delete(program);
}

static size_t count_errors(const char *text, const char *error_function) {
    scratch_t file = scratch_write(".c", text);
    const char *name = file.name;
    property_set_t properties = {.count = 1, .at = {property_default()}};
    properties.at[0].function = error_function;
    strbuf_t errors = {0};
    program_t *program = load_files(&name, 1, 32, &properties, &errors);
    size_t count = CHECK(program != NULL) ? count_edges(program, EDGE_ERROR) : 0;
    if (program) program_delete(program);
    strbuf_free(&errors);
    unlink(name);
    return count;
}

TEST(who_enters_the_error_function_violates) {
    /* at the call through the pointer, and in the body that it has for everybody else */
    CHECK_EQ(count_errors("void bad(void); int main(void) { void (*f)(void) = bad; f(); }", "bad"),
             2);
    CHECK_EQ(count_errors("void bad(void) {} int main(void) { return bad == 0; }", "bad"), 1);
    CHECK_EQ(count_errors("int main(void) { __builtin_abort(); }", "abort"), 1);
    /* a model's own function has the name by chance; main is entered by nobody */
    CHECK_EQ(count_errors("#include <pthread.h>\nvoid g(void *v) {} int main(void) {\n"
                          "  pthread_key_t k; pthread_key_create(&k, g); pthread_exit(0); }",
                          "destroy"),
             0);
    CHECK_EQ(count_errors("int main(void) { return main == 0; }", "main"), 0);
}

/* Whether a call of f is the end of what is known, or what it may change is listed. */
static void check_exposure(const char *text, bool is_listed) {
    program_t *program = load_text(text);
    if (!program) return;
    bool has_mark = false;
    for (size_t i = 0; i < program->objects.len; i++)
        if (strcmp(program->objects.data[i]->name, "<changed by others>") == 0) has_mark = true;
    CHECK_EQ(has_mark, is_listed);
    CHECK_EQ(first_edge(program, EDGE_UNSUPPORTED) != NULL, !is_listed);
    program_delete(program);
}

TEST(exposure_of_variables) {
    check_exposure("int g; void f(void); int main(void) { f(); return g; }", true);
    check_exposure("static int s; void f(const int *); int main(void) { f(&s); return s; }", true);
    check_exposure("static char s[3]; void f(long); int main(void) { f((long)(s + 1)); }", true);
    check_exposure("void f(int *); int main(void) { int x; f(&x); }", true);
    check_exposure("int *g; void f(void); int main(void) { f(); return g == 0; }", false);
    check_exposure("void f(const void *); void h(void) {} int main(void) { f(h); }", false);
    check_exposure("void f(int *); void h(void) { int x; f(&x); } int main(void) { h(); }", false);
    check_exposure("void f(const int *); int main(int n, char **v) { f((int *)v[0]); }", false);
    check_exposure("static int s, a[300]; void f(const int *); int main(void) { f(a); }", false);
    check_supported("static int s; void f(int); int main(void) { f(s); return s; }");
    check_supported("int *g; int f(int) __attribute__((const)); int main(void) { f(g == 0); }");
}

TEST(property_names_the_error) {
    scratch_t file = scratch_write(".c", "void reach_error(void); void bad(void) {}\n"
                                         "int main(void) { reach_error(); bad(); return 0; }\n");
    const char *name = file.name;
    property_set_t properties = {.count = 1, .at = {property_default()}};
    properties.at[0].function = "bad";
    strbuf_t errors = {0};
    program_t *program = load_files(&name, 1, 32, &properties, &errors);
    if (CHECK(program != NULL)) {
        CHECK_EQ(count_edges(program, EDGE_ERROR), 1);
        const edge_t *edge = first_edge(program, EDGE_ERROR);
        CHECK(edge->to->is_error);
        CHECK_EQ(edge->source.line, 2);
        CHECK_EQ(edge->source.column, 33);
        CHECK_STR(edge->source.file, name);
    }
    program_delete(program);
    strbuf_free(&errors);
    unlink(name);
}

/* Lines are those of the file that was given, whatever its markers say. */
TEST(positions_in_preprocessed_files) {
    scratch_t file = scratch_write(".i", "# 1 \"original.c\"\n# 77 \"original.c\"\n"
                                         "int linux, unix;\n"
                                         "int main(void) {\n  linux = unix;\n  return 0; }\n");
    program_t *program = load(file.name, 64);
    if (program) {
        const edge_t *store = first_edge(program, EDGE_STORE);
        if (CHECK(store != NULL)) {
            CHECK_STR(store->source.file, file.name);
            CHECK_EQ(store->source.line, 5);
            CHECK_EQ(store->source.column, 3);
        }
        program_delete(program);
    }
    unlink(file.name);
}

/* Each edge reads or writes memory at most once. */
TEST(one_access_per_edge) {
    program_t *program =
        load_text("int a, b, c, t[9], *p = &a;\n"
                  "struct s { int x, y; } s, u;\n"
                  "int f(int x, int y) { return x + y + a; }\n"
                  "int main(void) {\n"
                  "  a = b + c * t[a + b] - *p;\n"
                  "  if (a < b && b < c || t[b] == t[c]) a += b + c;\n"
                  "  t[a] += t[b]; s = u; a = f(b, c) + f(a, *p); a = b ? c : t[a]++;\n"
                  "  switch (a + b) { case 1: return a + b; }\n"
                  "  for (a = b; a + b < c; a++) *p = a, t[*p] = t[t[b]];\n"
                  "  return a > b ? a - b : b - a; }\n");
    if (!program) return;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        bool may_load = edge->kind == EDGE_ASSIGN || edge->kind == EDGE_ASSUME;
        unsigned most = may_load ? 1 : 0;
        if (edge->value) CHECK(edge->value->loads <= most);
        if (edge->address) CHECK_EQ(edge->address->loads, 0);
        for (size_t j = 0; j < edge->arg_count; j++) CHECK_EQ(edge->args[j]->loads, 0);
    }
    program_delete(program);
}

/* Code that no path reaches leaves no nodes, and every node has a way in. */
TEST(unreachable_code_is_left_out) {
    program_t *program = load_text("void abort(void); int x;\n"
                                   "int unused(void) { return 1; }\n"
                                   "int main(void) { if (0) x = 1; abort(); x = 2;\n"
                                   "  while (x) x = 3; return 1; }\n");
    if (!program) return;
    CHECK_EQ(count_edges(program, EDGE_STORE), 0);
    CHECK_EQ(count_edges(program, EDGE_EXIT), 1);
    CHECK_EQ(program->functions.len, 1);
    CHECK_EQ(program->nodes.len, 2);
    program_delete(program);
}

TEST(locals_are_registers_unless_their_address_is_taken) {
    program_t *program = load_text("int main(void) { int a = 1, b = 2, c[2] = {3}; static int d;\n"
                                   "  int *p = &b; return a + *p + c[0] + d; }\n");
    if (!program) return;
    const function_t *f = program->main;
    if (CHECK_EQ(f->locals.len, 2)) {
        CHECK_STR(f->locals.data[0]->name, "b");
        CHECK_STR(f->locals.data[1]->name, "c");
    }
    CHECK_STR(f->regs.data[0].name, "a");
    CHECK_STR(f->regs.data[1].name, "p");
    program_delete(program);
}

TEST(allocation_sites_have_types) {
    program_t *program = load_text("void *malloc(unsigned); struct s { int a, b; };\n"
                                   "int main(void) {\n"
                                   "  struct s *p = malloc(sizeof(struct s));\n"
                                   "  void *q = malloc(3 * sizeof(struct s));\n"
                                   "  long long *r = (long long *)malloc(16);\n"
                                   "  void *t = malloc(7); return p && q && r && t; }\n");
    if (!program) return;
    uint64_t sizes[4] = {0};
    size_t count = 0;
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_ALLOC && count < 4)
            sizes[count++] = program->edges.data[i]->object->type->size;
    CHECK_EQ(count, 4);
    CHECK_EQ(sizes[0], 8);
    CHECK_EQ(sizes[1], 8);
    CHECK_EQ(sizes[2], 8);
    CHECK_EQ(sizes[3], 1);
    program_delete(program);
}

TEST(library_types_have_no_cells) {
    program_t *program = load_text("#include <pthread.h>\n"
                                   "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                   "struct { pthread_mutex_t m; int x; } s;\n"
                                   "int main(void) { pthread_mutex_lock(&m);\n"
                                   "  pthread_mutex_lock(&s.m); s.x = 1; return 0; }\n");
    if (!program) return;
    CHECK_EQ(count_edges(program, EDGE_LOCK), 2);
    CHECK_EQ(count_edges(program, EDGE_UNSUPPORTED), 0);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (strcmp(object->name, "m") == 0) CHECK_EQ(type_cell_count(object->type), 0);
        if (strcmp(object->name, "s") == 0) CHECK_EQ(type_cell_count(object->type), 1);
    }
    program_delete(program);
}

TEST(system_headers_are_read_in_both_models) {
    scratch_t file = scratch_write(".c", "#include <assert.h>\n#include <errno.h>\n"
                                         "#include <pthread.h>\n#include <semaphore.h>\n"
                                         "#include <stdatomic.h>\n#include <stdbool.h>\n"
                                         "#include <stdint.h>\n#include <stdio.h>\n"
                                         "#include <stdlib.h>\n#include <string.h>\n"
                                         "#include <unistd.h>\n"
                                         "#include <time.h>\n"
                                         "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                         "int main(void) { assert(sizeof(long) == WIDTH);\n"
                                         "  srand(time(NULL)); pthread_mutex_lock(&m);\n"
                                         "  printf(\"%d\", errno); exit(EXIT_SUCCESS); }\n");
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        const char *name = file.name, *flag = bits == 32 ? "-DWIDTH=4" : "-DWIDTH=8";
        frontend_options_t options = {.files = &name,
                                      .file_count = 1,
                                      .flags = &flag,
                                      .flag_count = 1,
                                      .pointer_bits = bits,
                                      .properties = build_properties()};
        strbuf_t errors = {0};
        program_t *program = frontend_load(&options, &errors);
        CHECK_STR(strbuf_text(&errors), "");
        if (CHECK(program != NULL)) {
            CHECK_EQ(count_edges(program, EDGE_ERROR), 0); /* the assertion is constant */
            CHECK_EQ(count_edges(program, EDGE_UNSUPPORTED), 0);
            program_delete(program);
        }
        strbuf_free(&errors);
    }
    unlink(file.name);
}

/* Programs with functions that nobody wrote, and with steps that few programs have. */
TEST(programs_are_well_formed) {
    static const char *const names[] = {"realloc",          "key_destructor", "formatted_text",
                                        "cleanup_handlers", "memory_untyped", "c11_threads"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned bits = 32; bits <= 64; bits += 32) {
            char file[128];
            snprintf(file, sizeof file, "tests/programs/%s_safe.c", names[i]);
            program_t *program = load(file, bits);
            if (!program) continue;
            strbuf_t problems = {0};
            CHECK(check_program(program, &problems));
            CHECK_STR(strbuf_text(&problems), "");
            passes_run(program);
            CHECK(check_program(program, &problems));
            CHECK_STR(strbuf_text(&problems), "");
            strbuf_free(&problems);
            program_delete(program);
        }
}

TEST(reasons) {
    check_reason(
        "int f(int n) { int x; __asm__(\"mov %1, %0\" : \"=r\"(x) : \"r\"(n)); return x; }\n"
        "int main(void) { return f(1); }\n",
        "inline assembly");
    check_reason("#include <string.h>\nchar *s; int main(void) { return strcoll(s, s); }\n",
                 "call of 'strcoll', which has no body and no model");
    check_reason(
        "int f(int a, int b) { return a; }\nint main(void) { return ((int (*)())f)(1); }\n",
        "call of 'f' with too few arguments");
    check_reason("long double x; int main(void) { x = 1.0L; return 0; }\n", "long double");
    check_reason("int main(void) { void *p = &&l; goto *p; l: return 0; }\n",
                 "a goto to no label of this function");
    check_reason("void fill(int *); int *p; int main(void) { fill(p); return 0; }\n",
                 "call of 'fill', which has no body and no model and may write through a pointer");
    check_reason("void fill(int *); int a[2], b[2]; int main(void) { fill((a, b)); return 0; }\n",
                 "call of 'fill', which has no body and no model and may write through a pointer");
    check_supported("void fill(int *); struct { int a, b[2]; } x;\n"
                    "int main(void) { fill(&x.a); fill(&x.b[1]); return 0; }\n");
    check_supported("int *p; int main(void) { __atomic_fetch_add(&p, 4, 5); return 0; }\n");
    check_reason("int main(void) { fork(); return 0; }\n", "call of 'fork'");
    check_reason("int x; int main(void) { return x / 0; }\n", "division by zero");
}

/* An initialiser that is wrong is said at the start of main. */
TEST(static_initialisers_complain_in_main) {
    check_reason("#define _GNU_SOURCE\n#include <pthread.h>\n"
                 "pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;\n"
                 "int main(void) { return &l == 0; }\n",
                 "an initialiser of a library type of this form");
}

TEST(harmless_constructs) {
    check_supported("#define BARRIER __asm__ __volatile__(\"\" ::: \"memory\")\n"
                    "int main(void) { BARRIER; __asm__(\"\"); for (;;) BARRIER; }\n");
    check_supported("#include <stdio.h>\n#include <stdarg.h>\n"
                    "static void say(const char *f, ...) { va_list l; va_start(l, f);\n"
                    "  vprintf(f, l); va_end(l); }\n"
                    "int main(void) { say(\"%d\", 1); return 0; }\n");
    check_supported("typedef struct s *p; struct s { p next; }; static p list;\n"
                    "int main(void) { return list != 0; }\n");
    check_supported("int main(int argc, char *argv[]) { return argv[argc - 1] == *(argv + 1); }\n");
    check_supported("double d = 1.5; float f = 2; int main(void) { double e = d; f = 0.5f + 1;\n"
                    "  return 0; }\n");
}

/* What GCC's preprocessor leaves of headers and builtins is understood without the
 * compiler's macros. */
TEST(preprocessed_builtins) {
    scratch_t file = scratch_write(
        ".i", "extern void free(void *);\n"
              "extern void *make(unsigned long) __attribute__((__malloc__(free, 1)));\n"
              "static int x, *p = &x;\n"
              "int main(void) { __sync_fetch_and_add(&x, 2); __atomic_add_fetch(&p, 4, 5);\n"
              "  return p != &x + 1 || x != 2; }\n");
    program_t *program = load(file.name, 64);
    unlink(file.name);
    if (!program) return;
    passes_run(program);
    run_t run;
    int64_t result = 1;
    CHECK(run_program(program, &run, &result));
    CHECK_EQ(result, 0);
    run_free(&run);
    program_delete(program);
}

/* Several files. */

static program_t *link_two(const char *a, const char *b, strbuf_t *errors) {
    scratch_t first = scratch_write(".c", a), second = scratch_write(".c", b);
    const char *files[] = {first.name, second.name};
    program_t *program = load_files(files, 2, 32, build_properties(), errors);
    unlink(first.name);
    unlink(second.name);
    return program;
}

TEST(link_extern_and_static) {
    strbuf_t errors = {0};
    program_t *program = link_two("extern int shared; extern int table[]; int tentative;\n"
                                  "int get(void); static int hidden(void) { return 1; }\n"
                                  "int main(void) { shared = tentative + table[2];\n"
                                  "  return hidden() + get(); }\n",
                                  "int shared = 5, table[3] = {1, 2, 3}; int tentative = 4;\n"
                                  "static int hidden(void) { return 2; }\n"
                                  "int get(void) { return hidden() + shared; }\n",
                                  &errors);
    CHECK_STR(strbuf_text(&errors), "");
    if (CHECK(program != NULL)) {
        CHECK_EQ(program->functions.len, 4);
        passes_run(program);
        run_t run;
        int64_t result;
        CHECK(run_program(program, &run, &result));
        CHECK_EQ(result, 1 + 2 + 4 + 3);
        run_free(&run);
        program_delete(program);
    }
    strbuf_free(&errors);
}

TEST(link_reports_clashes) {
    strbuf_t errors = {0};
    CHECK(link_two("extern int x; int main(void) { return x; }\n", "char x = 1;\n", &errors) ==
          NULL);
    CHECK(strstr(strbuf_text(&errors), "'x' is declared as 'char' here, but as 'int' at") != NULL);
    strbuf_clear(&errors);
    CHECK(link_two("int f(void) { return 1; } int main(void) { return f(); }\n",
                   "int f(void) { return 2; }\n", &errors) == NULL);
    CHECK(strstr(strbuf_text(&errors), "'f' is defined here and at") != NULL);
    strbuf_free(&errors);
}

/* Which of the two is called is up to the compiler. */
TEST(link_inline_and_another_body) {
    static const char *const files[] = {
        "inline int f(void) { return 1; } int main(void) { return f(); }\n",
        "int f(void) { return 2; }\n"};
    for (int i = 0; i < 2; i++) {
        strbuf_t errors = {0};
        program_t *program = link_two(files[i], files[1 - i], &errors);
        if (CHECK(program != NULL)) {
            const edge_t *edge = first_edge(program, EDGE_UNSUPPORTED);
            CHECK_STR(edge ? edge->text : "",
                      "a function with an inline definition and another one");
        }
        program_delete(program);
        strbuf_free(&errors);
    }
}

TEST(link_undefined_data_is_unknown) {
    program_t *program = load_text("extern int input; int main(void) { return input; }\n");
    if (!program) return;
    for (size_t i = 0; i < program->objects.len; i++)
        if (strcmp(program->objects.data[i]->name, "input") == 0)
            CHECK(program->objects.data[i]->init_unknown);
    program_delete(program);
}

/* A model has the position of the call, and no branch of it is one of the program. */
TEST(models_stand_where_they_are_called) {
    program_t *program = load_text("#include <semaphore.h>\nsem_t s;\nint main(void) {\n"
                                   "    return sem_trywait(&s);\n}\n");
    if (!program) return;
    CHECK_EQ(count_edges(program, EDGE_CALL), 0);
    CHECK_EQ(count_edges(program, EDGE_ATOMIC_BEGIN), 1);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        CHECK_EQ(edge->source.line, 4);
        CHECK(!edge->is_branch);
    }
    program_delete(program);
}

/* Mutexes have cells only where their kinds need them. */
TEST(kinds_of_mutexes) {
    static const char *const texts[] = {
        "#include <pthread.h>\npthread_mutex_t m; pthread_mutexattr_t a;\nint main(void) {\n"
        "    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_NORMAL); pthread_mutex_init(&m, &a);\n"
        "    return pthread_mutex_lock(&m);\n}\n",
        "#define _GNU_SOURCE\n#include <pthread.h>\n"
        "pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n"
        "int main(void) { return pthread_mutex_lock(&m); }\n"};
    for (size_t i = 0; i < 2; i++) {
        program_t *program = load_text(texts[i]);
        if (!program) return;
        for (size_t k = 0; k < program->objects.len; k++) {
            const object_t *object = program->objects.data[k];
            if (strcmp(object->name, "m") != 0) continue;
            CHECK_EQ(type_cell_count(object->type), i ? 3 : 0);
            CHECK_EQ(object->init_count, i);
            CHECK_EQ(object->type->size, 24);
        }
        program_delete(program);
    }
}

TEST(models_can_be_listed) {
    strbuf_t list = {0};
    frontend_list_models(&list);
    CHECK(strstr(strbuf_text(&list), "\npthread_cond_wait ") != NULL);
    CHECK(strstr(strbuf_text(&list), "__heddle_") == NULL);
    strbuf_free(&list);
}

TEST(models_in_c_are_there) {
    for (size_t i = 0; i < models_count; i++) {
        if (models_table[i].lower != library_call) continue;
        char text[128];
        snprintf(text, sizeof text, "model_%s(", models_table[i].name);
        if (!CHECK(strstr(library_text, text) != NULL)) printf("    %s\n", text);
    }
}
