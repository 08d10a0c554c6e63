#include "tests/unit/test.h"

#include "witness/validate/weave.h"

static const char *const functions[] = {"reach_error", NULL};

static const char program[] = "int x;\n"
                              "int main(void) {\n"
                              "    for (;;) x = 2;\n"
                              "    if (x) reach_error();\n"
                              "    assert(x > 0);\n"
                              "}\n";

static witness_file_t witness_of(witness_kind_t kind, const witness_point_t *points, size_t count) {
    witness_file_t file = {.kind = kind};
    for (size_t i = 0; i < count; i++) VEC_PUSH(file.points, points[i]);
    return file;
}

static char *woven(arena_t *arena, witness_file_t *file, bool *is_own, strbuf_t *error) {
    strbuf_clear(error);
    char *text = weave(arena, file, "dir/a.c", program, strlen(program), functions, is_own, error);
    witness_file_free(file);
    return text;
}

static size_t lines_of(const char *text) {
    size_t lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

TEST(waypoints_are_woven_into_their_lines) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = false;
    witness_point_t points[] = {
        {.type = "assumption", .value = "x == 0", .at = {"a.c", 3, 14}, .thread_id = 0},
        {.type = "assumption",
         .value = "x == 2",
         .at = {"a.c", 3, 14},
         .thread_id = -1,
         .segment = 1},
        {.type = "branching", .value = "true", .at = {"a.c", 4, 5}, .thread_id = 0, .segment = 2},
        {.type = "target", .value = NULL, .at = {"a.c", 4, 12}, .thread_id = 3, .segment = 3},
    };
    witness_file_t file = witness_of(WITNESS_OF_VIOLATION, points, 4);
    char *text = woven(arena, &file, &is_own, &error);
    CHECK(text != NULL && is_own);
    CHECK_EQ(lines_of(text), lines_of(program));
    /* The body of the loop, in braces with its two waypoints. */
    CHECK(strstr(text, "for (;;) { ") && strstr(text, "heddle_passed_ == 0 && heddle_is_main_ && "
                                                      "(x == 0)"));
    CHECK(strstr(text, "else if (heddle_passed_ == 1 && 1 && (x == 2))"));
    CHECK(strstr(text, "x = 2; }"));
    CHECK(strstr(text, "int heddle_taken_ = !!(x)"));
    CHECK(strstr(text, "if (heddle_passed_ == 3 && pthread_self() == heddle_thread_[3]) "
                       "heddle_violation_();"));
    CHECK(strstr(text, "int main(void) { heddle_is_main_ = 1;"));
    /* Other violations are no concern of the witness. */
    CHECK(strstr(text, "void reach_error() { __VERIFIER_assume(0); }"));
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(a_call_in_an_expression_can_be_the_target) {
    static const char source[] = "void reach_error() {}\n"
                                 "int main(void) {\n"
                                 "    if (x) L: (x ? reach_error() : (void)0);\n"
                                 "}\n";
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = false;
    witness_point_t point = {.type = "target", .at = {"a.c", 3, 20}, .thread_id = -1};
    witness_file_t file = witness_of(WITNESS_OF_VIOLATION, &point, 1);
    char *text = weave(arena, &file, "a.c", source, strlen(source), functions, &is_own, &error);
    CHECK(text && is_own);
    CHECK(text && strstr(text, "if (x) L: (x ? ({ if (heddle_passed_ == 0 && 1) "
                               "heddle_violation_(); reach_error(); }) : (void)0);"));
    CHECK(text && !strstr(text, "__VERIFIER_assume")); /* the program defines it */
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(no_run_passes_what_is_avoided) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = false;
    witness_point_t points[] = {
        {.type = "branching",
         .value = "false",
         .at = {"a.c", 4, 5},
         .thread_id = 0,
         .is_avoided = true},
        {.type = "assumption", .value = "x == 2", .at = {"a.c", 4, 5}, .thread_id = 0},
        {.type = "target", .value = NULL, .at = {"a.c", 4, 12}, .thread_id = 0, .segment = 1},
    };
    witness_file_t file = witness_of(WITNESS_OF_VIOLATION, points, 3);
    char *text = woven(arena, &file, &is_own, &error);
    CHECK(text && strstr(text, "if (heddle_passed_ == 0 && heddle_is_main_ && (!heddle_taken_)) { "
                               "__VERIFIER_assume(0); }"));
    CHECK(text && strstr(text, "heddle_passed_ == 0 && heddle_is_main_ && (x == 2)) { "
                               "heddle_passed_ = 1; }"));
    CHECK(text && strstr(text, "if (heddle_passed_ == 1 && heddle_is_main_) heddle_violation_();"));
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(ghosts_change_with_their_statements) {
    static const char source[] = "int main(void) {\n"
                                 "    if (x) pthread_mutex_lock(&m);\n"
                                 "    x = 2;\n"
                                 "}\n";
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = false;
    witness_file_t file = {.kind = WITNESS_OF_PROOF};
    VEC_PUSH(file.ghosts, (witness_ghost_t){"held", "int", "0"});
    VEC_PUSH(file.updates, (witness_update_t){{"a.c", 2, 12}, "held", "1"});
    VEC_PUSH(file.updates, (witness_update_t){{"a.c", 3, 5}, "held", "2"});
    char *text = weave(arena, &file, "a.c", source, strlen(source), functions, &is_own, &error);
    CHECK(strstr(weave_head(arena, &file), "static int held = 0;"));
    CHECK(text &&
          strstr(text, "if (x) { __VERIFIER_atomic_begin(); held = 1; pthread_mutex_lock(&m); "
                       "__VERIFIER_atomic_end(); }"));
    /* The assignment stays a step of its own. */
    CHECK(text && strstr(text, "held = 2; __VERIFIER_atomic_end(); x = 2;"));
    VEC_TOP(file.updates).at.column = 7;
    CHECK(!weave(arena, &file, "a.c", source, strlen(source), functions, &is_own, &error));
    CHECK(strstr(strbuf_text(&error), "the ghost update is at no statement"));
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(an_assertion_can_be_the_target) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = false;
    witness_point_t point = {.type = "target", .value = NULL, .at = {"a.c", 5, 5}, .thread_id = -1};
    witness_file_t file = witness_of(WITNESS_OF_VIOLATION, &point, 1);
    char *text = woven(arena, &file, &is_own, &error);
    CHECK(text && is_own && !strstr(text, "assert"));
    CHECK(text && strstr(text, "int heddle_holds_ = !!(x > 0); if (!heddle_holds_ && "));
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(invariants_become_assertions) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own = true;
    witness_point_t points[] = {
        {.type = "loop_invariant", .value = "x >= 0", .at = {"a.c", 3, 5}, .thread_id = -1},
        {.type = "location_invariant", .value = "x == 1", .at = {"a.c", 4, 5}, .thread_id = -1},
    };
    witness_file_t file = witness_of(WITNESS_OF_PROOF, points, 2);
    char *text = woven(arena, &file, &is_own, &error);
    CHECK(text && !is_own);
    CHECK(text && strstr(text, "for (;({ __VERIFIER_atomic_begin(); if (!(x >= 0))"));
    CHECK(text && strstr(text, "if (!(x == 1)) { extern void reach_error(); reach_error(); }"));
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(points_that_lie_nowhere_are_refused) {
    static const witness_point_t points[] = {
        {.type = "assumption",
         .value = "x == 0",
         .at = {"a.c", 4, 7},
         .thread_id = 0},   /* inside of the if */
        {.type = "assumption",
         .value = "x == 0",
         .at = {"a.c", 99, 1},
         .thread_id = 0},  /* behind the end */
        {.type = "function_enter",
         .value = NULL,
         .at = {"a.c", 4, 5},
         .thread_id = 0},   /* no parenthesis */
        {.type = "branching", .value = "true", .at = {"a.c", 3, 5}, .thread_id = 0}, /* a loop */
        {.type = "dance", .value = NULL, .at = {"a.c", 4, 5}, .thread_id = 0},
    };
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    bool is_own;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        witness_file_t file = witness_of(WITNESS_OF_VIOLATION, &points[i], 1);
        CHECK(woven(arena, &file, &is_own, &error) == NULL);
        CHECK(error.len && strstr(error.data, "a.c:"));
    }
    strbuf_free(&error);
    arena_delete(arena);
}
