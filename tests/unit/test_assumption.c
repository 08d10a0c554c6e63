#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

#include "cfa/assumption.h"
#include "frontend/frontend.h"

#include <unistd.h>

/* What a program relies on: lowering marks it, docs/assumptions.md lists it. */

static assumptions_t assumptions_of(const char *text) {
    char name[] = "/tmp/heddle-test-XXXXXX.c";
    const char *file = name;
    int descriptor = mkstemps(name, 2);
    CHECK_EQ(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    strbuf_t errors = {0}, notes = {0};
    frontend_options_t options = {.files = &file,
                                  .file_count = 1,
                                  .pointer_bits = 32,
                                  .properties = build_properties(),
                                  .notes = &notes};
    program_t *program = frontend_load(&options, &errors);
    if (!CHECK(program != NULL)) printf("%s", strbuf_text(&errors));
    assumptions_t found = program ? program->assumptions : 0;
    program_delete(program);
    strbuf_free(&errors);
    strbuf_free(&notes);
    unlink(name);
    return found;
}

static void check_marks(const char *text, assumption_t assumption) {
    if (!CHECK(assumption_is_used(assumptions_of(text), assumption)))
        printf("    %s: %s\n", assumption_infos[assumption].name, text);
}

TEST(little_is_assumed_of_little) {
    assumptions_t only = 0;
    assumption_use(&only, ASSUME_DATA_MODEL);
    CHECK_EQ(assumptions_of("int main(void) { return 0; }"), only);
    CHECK_EQ(assumptions_of("int x = 1 + 2; int main(void) { if (x) x = 3; return x; }"), only);
    /* Unsigned numbers wrap by definition, one operand has no order, equality no layout. */
    CHECK_EQ(
        assumptions_of("unsigned x; int y; int main(void) { x += 5u; y = x == 3u; return 0; }"),
        only);
    CHECK_EQ(assumptions_of("int x, y; int main(void) { return &x == &y; }"), only);
}

TEST(lowering_marks_what_it_relies_on) {
    static const struct {
        assumption_t assumption;
        const char *text;
    } programs[] = {
        {ASSUME_EVALUATION_ORDER, "int x, y; int main(void) { return x - y; }"},
        {ASSUME_EVALUATION_ORDER, "int f(void); int x; int f(void) { return x++; }"
                                  "int main(void) { return f() + f(); }"},
        {ASSUME_EVALUATION_ORDER, "int x; int f(int a, int b) { return a; }"
                                  "int main(void) { return f(x, x++); }"},
        {ASSUME_SIGNED_OVERFLOW, "int x; int main(void) { x++; return 0; }"},
        {ASSUME_SIGNED_OVERFLOW, "int x; int main(void) { return -x; }"},
        {ASSUME_LAYOUT, "int x, y; int main(void) { return &x < &y; }"},
        {ASSUME_LAYOUT, "int x; int main(void) { return (unsigned)&x & 4; }"},
        {ASSUME_VALID_POINTERS, "int x, *p = &x; int main(void) { return *p; }"},
        {ASSUME_VALID_POINTERS, "int a[3], i; int main(void) { return a[i]; }"},
        {ASSUME_ALIASING, "union { int i; char c; } u; int main(void) { return u.c; }"},
        {ASSUME_ALIASING, "int x; int main(void) { return *(char *)&x; }"},
        {ASSUME_PADDING, "struct s { char c; int i; } a, b; int main(void) { a = b; return 0; }"},
        {ASSUME_UNINITIALISED, "int main(void) { int x; return x; }"},
        {ASSUME_MAIN_ARGUMENTS, "int main(int argc, char **argv) { return argc; }"},
        {ASSUME_INPUT, "int __VERIFIER_nondet_int(void);"
                       "int main(void) { return __VERIFIER_nondet_int(); }"},
        {ASSUME_UNKNOWN_FUNCTIONS, "int strange(int x); int main(void) { return strange(3); }"},
        {ASSUME_EXTERN_VARIABLES, "extern int x; int main(void) { return x; }"},
        {ASSUME_VOLATILE, "volatile int x; int main(void) { return x; }"},
        {ASSUME_ASSEMBLY, "int main(void) { __asm__ volatile(\"\" ::: \"memory\"); return 0; }"},
        {ASSUME_ROUNDING, "double x; int main(void) { x = x * 2; return 0; }"},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        check_marks(programs[i].text, programs[i].assumption);
}

TEST(models_mark_what_they_rely_on) {
    static const struct {
        assumption_t assumption;
        const char *call;
    } calls[] = {
        {ASSUME_SEQUENTIAL, "pthread_t t; pthread_create(&t, 0, routine, 0)"},
        {ASSUME_WHOLE_ACCESS, "pthread_t t; pthread_create(&t, 0, routine, 0)"},
        {ASSUME_THREAD_HANDLE, "pthread_t t; pthread_create(&t, 0, routine, 0)"},
        {ASSUME_END_OF_MAIN, "pthread_t t; pthread_create(&t, 0, routine, 0)"},
        {ASSUME_RESOURCES, "malloc(4)"},
        {ASSUME_MALLOC_ZERO, "malloc(4)"},
        {ASSUME_LIBRARY_NAMES, "abs(4)"},
        {ASSUME_CLOCKS, "time(0)"},
        {ASSUME_SIGNALS, "sleep(1)"},
        {ASSUME_LOCALE, "(isalpha)('a')"},
        {ASSUME_STREAMS, "puts(\"\")"},
        {ASSUME_FORMATS, "printf(\"\")"},
        {ASSUME_WAKE_UPS, "pthread_cond_wait(&condition, &mutex)"},
        {ASSUME_VALID_OBJECTS, "pthread_mutex_destroy(&mutex)"},
        {ASSUME_JUMPS, "_setjmp(buffer)"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "#include <ctype.h>\n#include <pthread.h>\n#include <setjmp.h>\n"
                 "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n"
                 "pthread_mutex_t mutex; pthread_cond_t condition; jmp_buf buffer;\n"
                 "void *routine(void *x) { return x; }\n"
                 "int main(void) { %s; return 0; }\n",
                 calls[i].call);
        check_marks(text, calls[i].assumption);
    }
}

/* Rows of the page: | `name` | text | needed by | */
TEST(the_page_lists_all_and_no_others) {
    FILE *page = fopen("docs/assumptions.md", "r");
    if (!CHECK(page != NULL)) return;
    char line[1024];
    size_t rows = 0;
    while (fgets(line, sizeof line, page)) {
        if (strncmp(line, "| `", 3) != 0) continue;
        char expected[512];
        if (!CHECK(rows < ASSUMPTION_COUNT)) break;
        snprintf(expected, sizeof expected, "| `%s` | %s | ", assumption_infos[rows].name,
                 assumption_infos[rows].text);
        if (!CHECK(strncmp(line, expected, strlen(expected)) == 0))
            printf("    %s    expected: %s\n", line, expected);
        rows++;
    }
    CHECK_EQ(rows, ASSUMPTION_COUNT);
    fclose(page);
}
