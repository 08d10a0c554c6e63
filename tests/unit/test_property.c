#include "tests/unit/test.h"

#include "main/property.h"

#include <unistd.h>

static property_file_t read_text(arena_t *arena, const char *text, property_set_t *properties,
                                 strbuf_t *message) {
    const char *directory = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%s/heddle-property-XXXXXX", directory ? directory : P_tmpdir);
    int file = mkstemp(path);
    if (!CHECK(file >= 0)) return PROPERTY_FILE_BAD;
    CHECK_EQ(write(file, text, strlen(text)), strlen(text));
    close(file);
    strbuf_clear(message);
    *properties = (property_set_t){0};
    property_file_t answer = property_read(arena, path, properties, message);
    unlink(path);
    return answer;
}

TEST(any_function_may_be_the_error) {
    arena_t *arena = arena_new();
    strbuf_t message = {0};
    property_set_t set;
    CHECK_EQ(read_text(arena, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", &set,
                       &message),
             PROPERTY_FILE_OK);
    CHECK_EQ(set.count, 1);
    CHECK_STR(set.at[0].class->name, "unreach-call");
    CHECK_STR(set.at[0].function, "__VERIFIER_error");
    CHECK_STR(set.at[0].text, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )");
    CHECK_EQ(read_text(arena, "\n\n  CHECK(init(main()),LTL(G!call(f_2())))\r\n\n", &set, &message),
             PROPERTY_FILE_OK);
    CHECK_STR(set.at[0].function, "f_2");
    CHECK_EQ(read_text(arena, "CHECK( init(main()), LTL(G ! deadlock) )", &set, &message),
             PROPERTY_FILE_OK);
    CHECK_STR(set.at[0].class->name, "no-deadlock");
    strbuf_free(&message);
    arena_delete(arena);
}

TEST(names_and_lists_of_them) {
    arena_t *arena = arena_new();
    strbuf_t message = {0};
    property_set_t set = {0};
    CHECK_EQ(property_read(arena, "deadlock", &set, &message), PROPERTY_FILE_OK);
    CHECK_EQ(property_read(arena, "no-deadlock", &set, &message), PROPERTY_FILE_OK);
    CHECK_EQ(set.count, 1);
    CHECK_STR(set.at[0].class->name, "no-deadlock");
    CHECK_EQ(property_read(arena, "assertions", &set, &message), PROPERTY_FILE_OK);
    CHECK_EQ(set.count, 2);
    CHECK_STR(set.at[0].class->name, "unreach-call"); /* in the order of the classes */
    CHECK(!set.at[0].function);
    set = (property_set_t){0};
    CHECK_EQ(property_read(arena, "no-deadlock, assertions", &set, &message), PROPERTY_FILE_OK);
    CHECK_EQ(set.count, 2);
    set = (property_set_t){0};
    CHECK_EQ(property_read(arena, "ci", &set, &message), PROPERTY_FILE_OK);
    for (size_t i = 0; property_presets[0].classes[i]; i++)
        CHECK(set.at[i].class == property_presets[0].classes[i]);
    CHECK_EQ(property_read(arena, "no-deadlock,nonsense", &set, &message), PROPERTY_FILE_BAD);
    CHECK_STR(strbuf_text(&message), "nonsense: No such file or directory");
    strbuf_free(&message);
    arena_delete(arena);
}

TEST(files_with_several_lines) {
    arena_t *arena = arena_new();
    strbuf_t message = {0}, text = {0};
    property_set_t set;
    const char *two = "CHECK( init(main()), LTL(G ! deadlock) )\n"
                      "CHECK( init(main()), LTL(G ! call(f())) )\n"
                      "CHECK( init(main()), LTL(G ! call(g())) )\n"
                      "CHECK( init(main()), LTL(G ! call(f())) )\n";
    CHECK_EQ(read_text(arena, two, &set, &message), PROPERTY_FILE_OK);
    CHECK_EQ(set.count, 3);
    CHECK_STR(set.at[0].function, "f");
    CHECK_STR(set.at[1].function, "g");
    CHECK_STR(set.at[2].class->name, "no-deadlock");
    property_set_print(&text, &set, 1);
    property_set_print(&text, &set, 2);
    CHECK_STR(strbuf_text(&text), "unreach-call(g)no-deadlock");
    strbuf_clear(&text);
    for (int i = 0; i <= PROPERTY_MAX; i++)
        strbuf_printf(&text, "CHECK( init(main()), LTL(G ! call(f%d())) )\n", i);
    CHECK_EQ(read_text(arena, strbuf_text(&text), &set, &message), PROPERTY_FILE_UNSUPPORTED);
    CHECK(strstr(strbuf_text(&message), ":17: ") != NULL);
    strbuf_free(&text);
    strbuf_free(&message);
    arena_delete(arena);
}

/* file, part of the message */
static const char *const unsupported[][2] = {
    {"CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G def-behavior) )\n",
     ":2: the property def-behavior"},
    {"CHECK( init(main()), LTL(F end) )\n", "termination"},
    {"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n", "coverage"},
    {"CHECK( init(start()), LTL(G ! data-race) )\n", "other than main"},
};
static const char *const bad[][2] = {
    {"", "no property"},
    {"\n \n", "no property"},
    {"nonsense\n", ":1: expected CHECK"},
    {"\nCHECK( init(main()) )\n", ":2: expected CHECK"},
    {"CHECK( init(main()), LTL(G ! call(reach_error())) \n", ":1: "},
    {"CHECK( init(main()), LTL(G ! call(reach error)) )\n", "unknown formula"},
    {"CHECK( init(main()), LTL(G ! call(3f())) )\n", "unknown formula"},
    {"CHECK( init(main()), LTL(G ! data-race) )\nnonsense\n", ":2: expected CHECK"},
};

TEST(what_is_not_verified_and_what_is_no_property) {
    arena_t *arena = arena_new();
    strbuf_t message = {0};
    property_set_t set;
    for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++) {
        CHECK_EQ(read_text(arena, unsupported[i][0], &set, &message), PROPERTY_FILE_UNSUPPORTED);
        if (!strstr(strbuf_text(&message), unsupported[i][1]))
            CHECK_STR(strbuf_text(&message), unsupported[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_EQ(read_text(arena, bad[i][0], &set, &message), PROPERTY_FILE_BAD);
        if (!strstr(strbuf_text(&message), bad[i][1])) CHECK_STR(strbuf_text(&message), bad[i][1]);
    }
    strbuf_free(&message);
    arena_delete(arena);
}

TEST(a_file_that_is_not_there) {
    arena_t *arena = arena_new();
    strbuf_t message = {0};
    property_set_t set;
    CHECK_EQ(property_read(arena, "/nowhere/at.prp", &set, &message), PROPERTY_FILE_BAD);
    CHECK_STR(strbuf_text(&message), "/nowhere/at.prp: No such file or directory");
    CHECK_EQ(property_read(arena, "/", &set, &message), PROPERTY_FILE_BAD);
    CHECK_STR(strbuf_text(&message), "/: Is a directory");
    strbuf_free(&message);
    arena_delete(arena);
}
