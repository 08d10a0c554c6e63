/* Unwinding: what is cut at the bound, what is an event, and what guards say. */
#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "engine/order/unwind.h"
#include "frontend/frontend.h"
#include "tests/unit/witness_build.h"

#include <unistd.h>

typedef struct {
    program_t *program;
    terms_t *terms;
    unwinding_t *u;
} unwound_t;

static unwound_t unwind_as(const char *text, unwind_options_t how) {
    char name[64];
    snprintf(name, sizeof name, "/tmp/heddle-test-%ld-XXXXXX.c", (long)getpid());
    int descriptor = mkstemps(name, 2);
    const char *file = name;
    strbuf_t errors = {0};
    frontend_options_t options = {
        .files = &file, .file_count = 1, .pointer_bits = 32, .properties = build_properties()};
    CHECK_EQ(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    unwound_t unwound = {.program = frontend_load(&options, &errors), .terms = terms_new()};
    unlink(name);
    CHECK(unwound.program);
    passes_run(unwound.program);
    limits_t limits;
    limits_init(&limits, 30, 0);
    how.max_threads = 8;
    effort_t effort = {&limits, UINT64_MAX, false};
    how.effort = &effort;
    unwound.u = unwind(unwound.program, unwound.terms, &how);
    CHECK(!unwound.u->limit && !unwound.u->refused);
    strbuf_free(&errors);
    return unwound;
}

static unwound_t unwind_text(const char *text, uint32_t bound) {
    return unwind_as(text, (unwind_options_t){.bound = bound});
}

static void unwound_delete(unwound_t *unwound) {
    unwinding_delete(unwound->u);
    terms_delete(unwound->terms);
    program_delete(unwound->program);
}

static size_t count_targets(const unwound_t *unwound, uint32_t kind) {
    size_t count = 0;
    for (size_t i = 0; i < unwound->u->targets.len; i++)
        count += unwound->u->targets.data[i].kind == kind;
    return count;
}

static size_t count_events(const unwound_t *unwound, bool is_write) {
    size_t count = 0;
    for (size_t i = 0; i < unwound->u->events.len; i++)
        count += unwound->u->events.data[i].is_write == is_write;
    return count;
}

#define THREAD(body)                                                                               \
    "typedef unsigned long pthread_t;\n"                                                           \
    "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"                  \
    "int __VERIFIER_nondet_int(void); void reach_error(void); int x, y;\n"                         \
    "static int twice(int n) { return n ? 2 + twice(n - 1) : 0; }\n"                               \
    "void *run(void *arg) { " body " return arg; }\n"                                              \
    "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); x = 7; y = 7; twice(0); return " \
    "0; }\n"

TEST(loops_that_count_are_not_cut) {
    unwound_t unwound = unwind_text(THREAD("for (int i = 0; i < 20; i++) y = i;"), 1);
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 0);
    CHECK_EQ(count_events(&unwound, true), 21);
    CHECK_EQ(unwound.u->threads.len, 2);
    unwound_delete(&unwound);
}

/* Where whole loops are too much, those that main makes alone still cost nothing. */
TEST(loops_that_count_may_be_bounded) {
    unwound_t unwound = unwind_as(THREAD("for (int i = 0; i < 20; i++) y = i;"),
                                  (unwind_options_t){.bound = 3, .bounds_counted = true});
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 1);
    CHECK_EQ(count_events(&unwound, true), 5);
    unwound_delete(&unwound);
    unwound =
        unwind_as("int a[20]; int main(void) { for (int i = 0; i < 20; i++) a[i] = i; return 0; }",
                  (unwind_options_t){.bound = 1, .bounds_counted = true});
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 0);
    unwound_delete(&unwound);
}

/* That an assertion over constants holds does not say that the loop will end. */
TEST(assertions_do_not_count_rounds) {
    unwound_t unwound = unwind_text(THREAD("int n = __VERIFIER_nondet_int();\n"
                                           "for (int i = 0; i < n; i++) {\n"
                                           "  y = 1; if (i < 0) goto error; }\n"
                                           "if (0) { error: reach_error(); }\n"),
                                    2);
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 1);
    CHECK_EQ(count_events(&unwound, true), 4);
    unwound_delete(&unwound);
}

/* Every place to wait looks again behind everything else. */
TEST(waits_look_again_in_the_end) {
    static const char text[] =
        "#include <pthread.h>\n"
        "int x; pthread_mutex_t m; void *run(void *arg) {\n"
        "  pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&m); return arg; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); x = 0;\n"
        "  pthread_join(t, 0); return 0; }\n";
    unwound_t unwound = unwind_as(text, (unwind_options_t){.looks_for_stuck = true});
    size_t reads = 0;
    for (size_t i = 0; i < unwound.u->events.len; i++)
        reads += unwound.u->events.data[i].node == unwound.u->last;
    CHECK_EQ(unwound.u->waits.len, 3);
    CHECK_EQ(reads, 2);
    CHECK_EQ(count_targets(&unwound, TARGET_STUCK), 1);
    unwound_delete(&unwound);
    unwound = unwind_text(text, 0);
    CHECK(!unwound.u->waits.len && unwound.u->last == ORDER_NONE);
    CHECK_EQ(count_targets(&unwound, TARGET_STUCK), 0);
    unwound_delete(&unwound);
}

TEST(loops_over_unknown_values_are_cut) {
    for (uint32_t bound = 1; bound <= 4; bound *= 2) {
        unwound_t unwound =
            unwind_text(THREAD("int n = __VERIFIER_nondet_int(); while (n-- > 0) y++;"), bound);
        CHECK_EQ(count_targets(&unwound, TARGET_CUT), 1);
        CHECK_EQ(count_events(&unwound, true), bound + 2);
        unwound_delete(&unwound);
    }
}

TEST(loops_that_wait_are_left_at_once) {
    unwound_t unwound = unwind_text(THREAD("while (x == 0) { } y = 1;"), 3);
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 0);
    CHECK_EQ(count_events(&unwound, false), 1);
    unwound_delete(&unwound);
}

TEST(recursion_by_constants_is_not_cut_and_by_inputs_it_is) {
    unwound_t unwound = unwind_text(THREAD("y = twice(6);"), 1);
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 0);
    for (size_t i = 0; i < unwound.u->events.len; i++)
        CHECK(unwound.u->events.data[i].value->kind == TERM_CONST);
    unwound_delete(&unwound);
    unwound = unwind_text(THREAD("y = twice(__VERIFIER_nondet_int());"), 2);
    CHECK_EQ(count_targets(&unwound, TARGET_CUT), 1);
    unwound_delete(&unwound);
}

/* Behind a branch holds what held before it; what main did alone is no event. */
TEST(ways_meet) {
    unwound_t unwound =
        unwind_text(THREAD("int n = __VERIFIER_nondet_int(); int m; if (n) m = 1; else m = 2;"
                           " if (n > 5) { if (n > 9) m++; } y = m; if (m == 9) reach_error();"),
                    1);
    size_t found = 0;
    for (size_t i = 0; i < unwound.u->events.len; i++) {
        const order_event_t *event = &unwound.u->events.data[i];
        CHECK(term_is_true(event->guard));
        found += event->value->kind != TERM_CONST;
    }
    CHECK_EQ(found, 1);
    CHECK_EQ(count_targets(&unwound, TARGET_ERROR), 1);
    unwound_delete(&unwound);
}

TEST(before_threads_memory_is_known) {
    unwound_t unwound =
        unwind_text("typedef unsigned long pthread_t;\n"
                    "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"
                    "int x, y; void *run(void *arg) { y = x; return arg; }\n"
                    "int main(void) { pthread_t t; x = 3; x++; if (x != 4) x = 9;\n"
                    "  pthread_create(&t, 0, run, 0); y = 0; return 0; }\n",
                    1);
    CHECK_EQ(unwound.u->events.len, 3);
    bool is_there = false;
    for (size_t i = 0; i < unwound.u->locations.len; i++) {
        const term_t *initial = unwound.u->locations.data[i].initial;
        is_there |= initial->kind == TERM_CONST && initial->value == 4;
    }
    CHECK(is_there);
    unwound_delete(&unwound);
}

/* Guards that may be false whenever they like imply what held before. */
TEST(guards_imply_what_held_before) {
    unwound_t unwound = unwind_text(
        "#include <pthread.h>\n"
        "int x; pthread_mutex_t m; void *run(void *arg) {\n"
        "  pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&m); x = 2; return arg; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); x = 0; return 0; }\n",
        1);
    const term_t *first = NULL, *second = NULL;
    for (size_t i = 0; i < unwound.u->events.len; i++) {
        const order_event_t *event = &unwound.u->events.data[i];
        if (event->is_write && event->value->sort.width == 32 && !term_is_true(event->guard)) {
            first = first ? first : event->guard;
            second = event->guard;
        }
    }
    CHECK(first && second && first != second);
    CHECK(unwinding_implies(unwound.u, second, first));
    CHECK(!unwinding_implies(unwound.u, first, second));
    unwound_delete(&unwound);
}
