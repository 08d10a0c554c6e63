#include "tests/unit/test.h"

#include "witness/validate/witness_read.h"

#include <unistd.h>

/* Reads a text as a witness file. */
static bool read_text(const char *text, witness_file_t *out, arena_t *arena, strbuf_t *error) {
    char path[] = "/tmp/heddle-test-XXXXXX";
    int descriptor = mkstemp(path);
    CHECK(descriptor >= 0 && write(descriptor, text, strlen(text)) == (ssize_t)strlen(text));
    close(descriptor);
    strbuf_clear(error);
    bool is_good = witness_read(out, arena, path, error);
    unlink(path);
    return is_good;
}

static const char violation[] = "- entry_type: violation_sequence\n"
                                "  metadata:\n"
                                "    format_version: \"2.2\"\n"
                                "    task:\n"
                                "      input_files: [\"dir/a.c\"]\n"
                                "      input_file_hashes:\n"
                                "        dir/a.c: abc\n"
                                "  content:\n"
                                "  - segment:\n"
                                "    - waypoint:\n"
                                "        type: assumption\n"
                                "        constraint: {value: x == 0, format: c_expression}\n"
                                "        location: {file_name: dir/a.c, line: 7, column: 5}\n"
                                "        action: follow\n"
                                "        thread_id: 2\n"
                                "  - segment:\n"
                                "    - waypoint:\n"
                                "        type: target\n"
                                "        location: {file_name: dir/a.c, line: 9}\n"
                                "        action: follow\n";

TEST(violations_are_read) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    witness_file_t file;
    CHECK(read_text(violation, &file, arena, &error));
    CHECK_EQ(file.kind, WITNESS_OF_VIOLATION);
    CHECK_EQ(file.points.len, 2);
    const witness_point_t *point = &file.points.data[0];
    CHECK_STR(point->type, "assumption");
    CHECK_STR(point->value, "x == 0");
    CHECK_EQ(point->at.line, 7);
    CHECK_EQ(point->at.column, 5);
    CHECK_EQ(point->thread_id, 2);
    CHECK_EQ(file.points.data[1].thread_id, -1);
    CHECK_EQ(file.points.data[1].at.column, 0);
    CHECK_STR(file.files.data[0], "dir/a.c");
    CHECK_STR(file.hashes.data[0], "abc");
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(invariants_are_read_from_json) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    witness_file_t file;
    CHECK(read_text("[{\"entry_type\": \"invariant_set\", \"content\": [{\"invariant\": {\"type\": "
                    "\"loop_invariant\", \"location\": {\"file_name\": \"a.c\", \"line\": 3, "
                    "\"column\": 1}, \"value\": \"0 <= i\", \"format\": \"c_expression\"}}]}]",
                    &file, arena, &error));
    CHECK_EQ(file.kind, WITNESS_OF_PROOF);
    CHECK_EQ(file.points.len, 1);
    CHECK_STR(file.points.data[0].type, "loop_invariant");
    CHECK_STR(file.points.data[0].value, "0 <= i");
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(what_is_avoided_belongs_to_its_segment) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    witness_file_t file;
    CHECK(read_text("- entry_type: violation_sequence\n  content:\n"
                    "  - segment:\n"
                    "    - waypoint: {type: assumption, action: follow, constraint: {value: x}, "
                    "location: {file_name: a.c, line: 1}}\n"
                    "  - segment:\n"
                    "    - waypoint: {type: branching, action: avoid, constraint: {value: true}, "
                    "location: {file_name: a.c, line: 2}}\n"
                    "    - waypoint: {type: target, action: follow, "
                    "location: {file_name: a.c, line: 3}}\n",
                    &file, arena, &error));
    CHECK_EQ(file.points.len, 3);
    CHECK(!file.points.data[0].is_avoided && file.points.data[1].is_avoided);
    CHECK_EQ(file.points.data[1].segment, 1);
    CHECK_EQ(file.points.data[2].segment, 1);
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(ghosts_are_read) {
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    witness_file_t file;
    CHECK(read_text("- entry_type: invariant_set\n  content: []\n"
                    "- entry_type: ghost_instrumentation\n  content:\n"
                    "    ghost_variables:\n"
                    "    - {name: g, scope: global, type: int, initial: {value: 0}}\n"
                    "    ghost_updates:\n"
                    "    - location: {file_name: a.c, line: 4, column: 2}\n"
                    "      updates: [{variable: g, value: 1}, {variable: g, value: g + 1}]\n",
                    &file, arena, &error));
    CHECK_EQ(file.ghosts.len, 1);
    CHECK_STR(file.ghosts.data[0].name, "g");
    CHECK_STR(file.ghosts.data[0].type, "int");
    CHECK_STR(file.ghosts.data[0].initial, "0");
    CHECK_EQ(file.updates.len, 2);
    CHECK_EQ(file.updates.data[1].at.line, 4);
    CHECK_STR(file.updates.data[1].value, "g + 1");
    witness_file_free(&file);
    strbuf_free(&error);
    arena_delete(arena);
}

TEST(what_is_no_witness_is_refused) {
    static const char *const texts[] = {
        "",
        "- 1\n",
        "a: [b\n",
        "{}\n",
        "- entry_type: ghost_instrumentation\n",
        "- entry_type: violation_sequence\n  content: []\n",
        /* no target */
        "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint: {type: "
        "assumption, action: follow, location: {file_name: a.c, line: 1}}\n",
        /* no line */
        "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint: {type: "
        "target, action: follow, location: {file_name: a.c}}\n",
        /* what is followed comes before what is avoided */
        "- entry_type: violation_sequence\n  content:\n  - segment:\n"
        "    - waypoint: {type: target, action: follow, location: {file_name: a.c, line: 1}}\n"
        "    - waypoint: {type: assumption, action: avoid, location: {file_name: a.c, line: 1}}\n",
        "- entry_type: invariant_set\n  content: []\n- entry_type: ghost_instrumentation\n"
        "  content: {ghost_variables: [{name: g}]}\n",
        /* nothing to follow */
        "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint: {type: "
        "target, action: avoid, location: {file_name: a.c, line: 1}}\n",
    };
    arena_t *arena = arena_new();
    strbuf_t error = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        witness_file_t file;
        CHECK(!read_text(texts[i], &file, arena, &error));
        CHECK(error.len > 0);
        witness_file_free(&file);
    }
    witness_file_t file;
    CHECK(!witness_read(&file, arena, "/nowhere/at/all.yml", &error));
    strbuf_free(&error);
    arena_delete(arena);
}
