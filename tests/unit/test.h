#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

/* One program per module: include this once, write TEST(name) { ... } blocks.
 * Tests register themselves before main, which runs them in order of the file
 * and prints "ok name" or "FAIL name file:line: what". Arguments select tests
 * by name. A test that checks nothing fails: it would prove nothing. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
    struct test_case *next;
} test_case_t;

static struct {
    test_case_t *first, **last;
    const char *name; /* of the running test */
    unsigned long checks, failures;
} test_state;

__attribute__((unused)) static void test_register(test_case_t *test) {
    if (!test_state.last) test_state.last = &test_state.first;
    *test_state.last = test;
    test_state.last = &test->next;
}

#define TEST(id)                                                                                   \
    static void test_##id(void);                                                                   \
    __attribute__((constructor)) static void test_register_##id(void) {                            \
        static test_case_t test = {#id, test_##id, NULL};                                          \
        test_register(&test);                                                                      \
    }                                                                                              \
    static void test_##id(void)

/* Many failures of one cause say no more than the first few. */
enum { TEST_MAX_REPORTS = 20 };

__attribute__((unused, format(printf, 4, 5))) static bool
test_check(bool passed, const char *file, int line, const char *format, ...) {
    test_state.checks++;
    if (passed) return true;
    if (test_state.failures++ < TEST_MAX_REPORTS) {
        char text[1024];
        __builtin_va_list args;
        __builtin_va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        __builtin_va_end(args);
        printf("FAIL %s %s:%d: %s\n", test_state.name, file, line, text);
    }
    return false;
}

/* Each of these goes on after a failure, and is true if it passed. */
#define CHECK(condition) test_check((condition), __FILE__, __LINE__, "%s", #condition)

/* Integers or pointers. */
#define CHECK_EQ(a, b) test_check_equal((uint64_t)(a), (uint64_t)(b), #a, #b, __FILE__, __LINE__)
__attribute__((unused)) static bool test_check_equal(uint64_t a, uint64_t b, const char *a_text,
                                                     const char *b_text, const char *file,
                                                     int line) {
    return test_check(a == b, file, line, "%s is %lld, but %s is %lld", a_text, (long long)a,
                      b_text, (long long)b);
}

/* Strings; NULL equals only NULL. */
#define CHECK_STR(a, b) test_check_string((a), (b), #a, __FILE__, __LINE__)
__attribute__((unused)) static bool
test_check_string(const char *a, const char *b, const char *a_text, const char *file, int line) {
    bool passed = a && b ? strcmp(a, b) == 0 : a == b;
    return test_check(passed, file, line, "%s is \"%s\", but should be \"%s\"", a_text,
                      a ? a : "(null)", b ? b : "(null)");
}

static bool test_is_selected(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc < 2;
}

int main(int argc, char **argv) {
    /* What was printed before a crash must not be lost. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    unsigned long failed = 0;
    for (const test_case_t *test = test_state.first; test; test = test->next) {
        if (!test_is_selected(test->name, argc, argv)) continue;
        test_state.name = test->name;
        test_state.checks = test_state.failures = 0;
        test->run();
        if (!test_state.checks) test_check(false, __FILE__, __LINE__, "checks nothing");
        if (test_state.failures)
            failed++;
        else
            printf("ok %s\n", test->name);
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
