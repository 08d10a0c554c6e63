#include "tests/unit/test.h"

#include "tests/unit/witness_build.h"
#include "tests/unit/witness_explore.h"
#include "witness/output/c_text.h"
#include "witness/output/sha256.h"
#include "witness/output/source_text.h"
#include "witness/output/uuid.h"
#include "witness/output/witness.h"
#include "witness/proof_check.h"

#include <cjson/cJSON.h>
#include <sys/stat.h>
#include <unistd.h>

static void sha256_of(const char *text, size_t repeat, char out[65]) {
    sha256_t hash;
    sha256_init(&hash);
    for (size_t i = 0; i < repeat; i++) sha256_add(&hash, text, strlen(text));
    sha256_finish(&hash, out);
}

/* The examples of FIPS 180-4 and of NIST's test vectors. */
TEST(sha256_vectors) {
    char out[65];
    sha256_of("", 1, out);
    CHECK_STR(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_of("abc", 1, out);
    CHECK_STR(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, out);
    CHECK_STR(out, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    sha256_of("a", 1000000, out);
    CHECK_STR(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    /* lengths around the block boundary, against the same bytes in one piece */
    char text[200], pieces[65], whole[65];
    memset(text, 'x', sizeof text);
    for (size_t n = 50; n < 130; n++) {
        sha256_t hash;
        sha256_init(&hash);
        sha256_add(&hash, text, n);
        sha256_finish(&hash, whole);
        sha256_of("x", n, pieces);
        CHECK_STR(pieces, whole);
    }
}

TEST(uuids_are_random_and_well_formed) {
    char a[37], b[37];
    uuid_random(a);
    uuid_random(b);
    CHECK_EQ(strlen(a), 36);
    CHECK(a[8] == '-' && a[13] == '-' && a[18] == '-' && a[23] == '-');
    CHECK_EQ(a[14], '4');
    CHECK(strchr("89ab", a[19]) != NULL);
    CHECK(strcmp(a, b) != 0);
}

/* A temporary directory with one file. */
typedef struct place {
    char directory[64], file[96], witness[96];
} witness_files_t;

static witness_files_t place_new(const char *contents) {
    witness_files_t place;
    strcpy(place.directory, "/tmp/heddle-test-XXXXXX");
    if (!mkdtemp(place.directory)) abort();
    snprintf(place.file, sizeof place.file, "%s/test.c", place.directory);
    snprintf(place.witness, sizeof place.witness, "%s/witness.json", place.directory);
    FILE *file = fopen(place.file, "w");
    if (!file) abort();
    fputs(contents, file);
    fclose(file);
    return place;
}

static void place_free(const witness_files_t *place) {
    unlink(place->file);
    unlink(place->witness);
    CHECK_EQ(rmdir(place->directory), 0); /* nothing else was left there */
}

static char *file_contents(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    strbuf_t text = {0};
    char chunk[1024];
    size_t count;
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) strbuf_add_bytes(&text, chunk, count);
    fclose(file);
    return text.data;
}

TEST(closing_parenthesis_is_found) {
    witness_files_t place = place_new("int main() {\n"
                                      "  f(a, \")\", g(1), /* ) */ ')',\n"
                                      "    2);\n"
                                      "  } while (x); y;\n"
                                      "}\n");
    source_text_t *text = source_text_new();
    source_t at = source_text_closing(text, (source_t){place.file, 2, 3});
    CHECK_EQ(at.line, 3);
    CHECK_EQ(at.column, 6);
    at = source_text_closing(text, (source_t){place.file, 4, 16}); /* none before the ; */
    CHECK_EQ(at.column, 16);
    const statement_t *it = source_text_statement(text, (source_t){place.file, 4, 12}, &at);
    CHECK(it && it->kind == STATEMENT_LOOP);
    CHECK_EQ(at.line, 4);
    CHECK_EQ(at.column, 5);
    CHECK(source_text_has_prefix(text, at, "while"));
    CHECK(source_text_call(text, (source_t){place.file, 2, 3}, &at));
    CHECK_EQ(at.column, 6);
    CHECK(!source_text_call(text, (source_t){place.file, 2, 5}, &at));
    CHECK(!source_text_call(text, (source_t){place.file, 4, 5}, &at)); /* while */
    CHECK(source_text_statement(text, (source_t){place.file, 9, 1}, &at) == NULL);
    size_t length;
    CHECK(source_text_line(text, place.file, 6, &length) == NULL);
    CHECK(source_text_line(text, "/nowhere/at/all.c", 1, &length) == NULL);
    const char *last = source_text_line(text, place.file, 5, &length);
    CHECK(last && length == 1 && *last == '}');
    source_text_delete(text);
    place_free(&place);
}

TEST(branches_of_the_source_are_plain_ifs) {
    witness_files_t place = place_new("int main(void) {\n"
                                      "  if (a < b) c = 1;\n"
                                      "  if (a &&\n"
                                      "      b) c = d && e;\n"
                                      "  while (a) b++;\n"
                                      "}\n");
    source_text_t *text = source_text_new();
    source_t at;
    CHECK(source_text_plain_if(text, (source_t){place.file, 2, 7}, &at));
    CHECK_EQ(at.column, 3);
    CHECK(!source_text_plain_if(text, (source_t){place.file, 3, 7}, &at));
    CHECK(!source_text_plain_if(text, (source_t){place.file, 5, 10}, &at));
    CHECK(source_text_first_statement(text, (source_t){place.file, 4, 9}, &at) != NULL);
    CHECK_EQ(at.column, 10); /* c; the if began before */
    CHECK(source_text_first_statement(text, (source_t){place.file, 6, 1}, &at) == NULL);
    source_text_delete(text);
    place_free(&place);
}

static const char *const counter_source = "/* 1 */ int x;\n"
                                          "/* 2 */ pthread_mutex_t m;\n"
                                          "void *worker(void *p) {\n";

/* The trace of a lost update of build_counter(false, 2). */
static trace_t lost_update(const program_t *p, const function_t *worker) {
    trace_t trace = {0};
    const char *schedule = "001212120000";
    const node_t *at[3] = {p->main->entry, worker->entry, worker->entry};
    for (const char *s = schedule; *s; s++) {
        const edge_t *edge = at[*s - '0']->out.data[0];
        VEC_PUSH(trace.steps, (trace_step_t){(uint32_t)(*s - '0'), edge});
        at[*s - '0'] = edge->to;
    }
    return trace;
}

static witness_task_t make_task(const program_t *program, const char *const *files) {
    return (witness_task_t){.program = program,
                            .files = files,
                            .file_count = 1,
                            .data_model = "ILP32",
                            .version = "test"};
}

static const cJSON *at_path(const cJSON *json, const char *path) {
    char name[64];
    while (json && *path) {
        size_t length = strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        json = cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(name))
                                   : cJSON_GetObjectItemCaseSensitive(json, name);
        path += length + (path[length] == '/');
    }
    return json;
}

static const char *text_at(const cJSON *json, const char *path) {
    return cJSON_GetStringValue(at_path(json, path));
}

/* A file whose lines are statements, one per edge of the counter. */
static witness_files_t place_of_counter(void) {
    strbuf_t source = {0};
    strbuf_add(&source, counter_source);
    for (int i = 0; i < 100; i++) strbuf_add(&source, "    x = x + 1;\n");
    witness_files_t place = place_new(strbuf_text(&source));
    strbuf_free(&source);
    return place;
}

static void move_to(program_t *program, const char *file) {
    for (size_t i = 0; i < program->edges.len; i++) program->edges.data[i]->source.file = file;
    for (size_t i = 0; i < program->objects.len; i++)
        program->objects.data[i]->source = (source_t){file, 1, 1};
}

TEST(violation_witness) {
    counter_t c = build_counter(false, 2);
    witness_files_t place = place_of_counter();
    move_to(c.b.p, place.file);
    const char *files[] = {place.file};
    trace_t trace = lost_update(c.b.p, c.worker);
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    witness_task_t task = make_task(c.b.p, files);
    char *why = NULL;
    CHECK(witness_write_violation(place.witness, &task, &replay, &why));
    CHECK(why == NULL);
    char *text = file_contents(place.witness), digits[65];
    cJSON *json = cJSON_Parse(text);
    CHECK(cJSON_IsArray(json) && cJSON_GetArraySize(json) == 1);
    CHECK(strchr(text, '\t') == NULL); /* YAML has no tabs */
    CHECK_STR(text_at(json, "0/entry_type"), "violation_sequence");
    CHECK_STR(text_at(json, "0/metadata/format_version"), "2.2");
    CHECK_STR(text_at(json, "0/metadata/producer/name"), "heddle");
    char *source = file_contents(place.file);
    sha256_of(source, 1, digits);
    mem_free(source);
    const cJSON *hashes = at_path(json, "0/metadata/task/input_file_hashes");
    CHECK_STR(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(hashes, place.file)), digits);
    const cJSON *content = at_path(json, "0/content");
    int count = cJSON_GetArraySize(content), creations = 0, assumptions = 0;
    for (int i = 0; i < count; i++) {
        const cJSON *segment = at_path(cJSON_GetArrayItem(content, i), "segment");
        CHECK_EQ(cJSON_GetArraySize(segment), 1);
        const char *type = text_at(segment, "0/waypoint/type");
        CHECK_STR(text_at(segment, "0/waypoint/action"), "follow");
        CHECK(at_path(segment, "0/waypoint/location/line") != NULL);
        if (strcmp(type, "function_enter") == 0) creations++;
        if (strcmp(type, "assumption") == 0) assumptions++;
        CHECK_EQ(strcmp(type, "target") == 0, i == count - 1);
    }
    CHECK_EQ(creations, 2);
    CHECK(assumptions >= 3);
    /* Thread 2 loads the 0 that thread 1 has loaded before. */
    const cJSON *fourth = at_path(content, "3/segment/0/waypoint");
    CHECK_STR(text_at(fourth, "constraint/value"), "x == 0");
    CHECK_EQ(cJSON_GetNumberValue(at_path(fourth, "thread_id")), 2);
    const cJSON *first = at_path(content, "0/segment/0/waypoint");
    CHECK(cJSON_IsNumber(at_path(first, "thread_id"))); /* main's 0 is written */
    cJSON_Delete(json);
    mem_free(text);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    place_free(&place);
    program_delete(c.b.p);
}

TEST(violation_witness_in_other_formats) {
    counter_t c = build_counter(false, 2);
    witness_files_t place = place_of_counter();
    move_to(c.b.p, place.file);
    const char *files[] = {place.file};
    trace_t trace = lost_update(c.b.p, c.worker);
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    witness_task_t task = make_task(c.b.p, files);
    char *why = NULL;
    task.format = WITNESS_YAML_2_0;
    char *text = witness_violation_text(&task, &replay, &why);
    CHECK(text && strstr(text, "\"2.0\"") && strstr(text, "x == 0") && !strstr(text, "thread_id"));
    mem_free(text);
    task.format = WITNESS_GRAPHML;
    text = witness_violation_text(&task, &replay, &why);
    CHECK(text && strstr(text, "<data key=\"createThread\">2</data>"));
    CHECK(text && strstr(text, "<data key=\"architecture\">32bit</data>"));
    CHECK(text && strstr(text, "<data key=\"violation\">true</data>"));
    mem_free(text);
    files[0] = "/nowhere/at/all.c";
    CHECK(witness_violation_text(&task, &replay, &why) == NULL);
    CHECK(why && strstr(why, "/nowhere/at/all.c"));
    mem_free(why);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    place_free(&place);
    program_delete(c.b.p);
}

TEST(witness_that_cannot_be_written) {
    counter_t c = build_counter(false, 2);
    witness_files_t place = place_new(counter_source);
    const char *files[] = {place.file};
    trace_t trace = lost_update(c.b.p, c.worker);
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    witness_task_t task = make_task(c.b.p, files);
    char *why = NULL;
    CHECK(!witness_write_violation("/nowhere/at/all.json", &task, &replay, &why));
    CHECK(why && strstr(why, "/nowhere/at/all.json") && strstr(why, "No such file"));
    mem_free(why);
    if (access("/dev/full", W_OK) == 0) {
        CHECK(!witness_write_violation("/dev/full", &task, &replay, &why));
        CHECK(why && strstr(why, "No space left"));
        mem_free(why);
    }
    unlink(place.file);
    CHECK(!witness_write_violation(place.witness, &task, &replay, &why));
    CHECK(why && strstr(why, "test.c"));
    mem_free(why);
    CHECK(access(place.witness, F_OK) != 0);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    place_free(&place);
    program_delete(c.b.p);
}

/* All invariants of a line, NULL if there is none. */
static const char *invariant_at(const cJSON *json, uint32_t line) {
    const cJSON *holder;
    cJSON_ArrayForEach(holder, at_path(json, "0/content")) {
        const cJSON *number = at_path(holder, "invariant/location/line");
        if (cJSON_GetNumberValue(number) == line) return text_at(holder, "invariant/value");
    }
    return NULL;
}

TEST(proof_witness_says_what_holds) {
    counter_t c = build_counter(true, 2);
    proof_states_t e = explore(c.b.p, 100000);
    proof_t proof = explored_proof(&e);
    witness_files_t place = place_of_counter();
    move_to(c.b.p, place.file);
    const char *files[] = {place.file};
    witness_task_t task = make_task(c.b.p, files);
    check_stats_t stats = {.open_nodes = mem_zalloc(c.b.p->nodes.len)};
    char *why = NULL;
    CHECK(proof_check(c.b.p, e.terms, NULL, &proof, NULL, &stats, &why));
    for (size_t i = 0; i < c.b.p->nodes.len; i++) CHECK(!stats.open_nodes[i]);
    CHECK(witness_write_proof(place.witness, &task, &proof, stats.open_nodes, &why));
    char *text = file_contents(place.witness);
    cJSON *json = cJSON_Parse(text);
    CHECK_STR(text_at(json, "0/entry_type"), "invariant_set");
    /* Before the load x is 0 or 1; it is 2 where main looks at it. */
    const edge_t *load = c.worker->entry->out.data[0]->to->out.data[0];
    const char *value = invariant_at(json, load->source.line);
    CHECK(value && strstr(value, "x == 0 || x == 1") && !strstr(value, "x == 2"));
    for (size_t i = 0; i < c.b.p->edges.len; i++) {
        const edge_t *edge = c.b.p->edges.data[i];
        if (edge->kind != EDGE_ASSUME || !edge->is_branch) continue;
        CHECK_STR(invariant_at(json, edge->source.line), "(x == 2)");
    }
    cJSON_Delete(json);
    mem_free(text);
    /* Where states are not kept, nothing is said. */
    e.kept.len = 1;
    proof = explored_proof(&e);
    const char *none;
    CHECK(proof_check(c.b.p, e.terms, solver_default_class(&none), &proof, NULL, &stats, &why));
    CHECK(stats.open_nodes[load->from->id]);
    text = witness_proof_text(&task, &proof, stats.open_nodes, &why);
    json = cJSON_Parse(text);
    CHECK(invariant_at(json, load->source.line) == NULL);
    cJSON_Delete(json);
    mem_free(text);
    mem_free(stats.open_nodes);
    explored_free(&e);
    place_free(&place);
    program_delete(c.b.p);
}

TEST(formulas_as_c) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    object_t *u = build_global(&b, "u", type_int(b.p->types, 8, false));
    function_t *f = build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i"), tmp = function_add_temporary(b.p, f, b.i32);
    layout_run(b.p);
    terms_t *t = terms_new();
    sort_t word = {.kind = SORT_BV, .width = 32}, byte = {.kind = SORT_BV, .width = 8};
    const term_t *sx = term_symbol(t, word, variable_cell(x->address, 4), 0);
    const term_t *su = term_symbol(t, byte, variable_cell(u->address, 1), 0);
    const term_t *si = term_symbol(t, word, variable_reg(2, 1, f, i), 0);
    const term_t *st = term_symbol(t, word, variable_reg(2, 1, f, tmp), 0);
    c_scope_t scope = {.program = b.p, .function = f, .thread = 2, .depth = 1};
    strbuf_t out = {0};
    CHECK(c_text_formula(&out, &scope, term_bv(t, TERM_BVSLE, si, term_const(t, 32, 0xfffffffe)),
                         200));
    /* terms may write it as the stricter comparison */
    CHECK(strcmp(out.data, "(i <= (-2))") == 0 || strcmp(out.data, "(i < (-1))") == 0);
    strbuf_clear(&out);
    CHECK(c_text_formula(&out, &scope, term_not(t, term_equal(t, su, term_const(t, 8, 200))), 200));
    CHECK(strcmp(out.data, "(u != 200U)") == 0 || strcmp(out.data, "(200U != u)") == 0);
    strbuf_clear(&out);
    CHECK(c_text_formula(
        &out, &scope, term_bv(t, TERM_BVULT, term_bv(t, TERM_BVADD, sx, si), term_const(t, 32, 7)),
        200));
    CHECK(strstr(out.data, "(unsigned int)x") && strstr(out.data, "< 7U"));
    /* A temporary has no name: what is said of it is left out. */
    strbuf_clear(&out);
    const term_t *both = term_and(t, term_equal(t, st, si), term_bv(t, TERM_BVSLT, sx, si));
    CHECK(c_text_formula(&out, &scope, both, 200));
    CHECK_STR(out.data, "(x < i)");
    strbuf_clear(&out);
    CHECK(!c_text_formula(&out, &scope, term_or(t, both, term_equal(t, sx, st)), 200));
    /* Another frame's i is not this one's. */
    scope.depth = 0;
    CHECK(!c_text_formula(&out, &scope, term_bv(t, TERM_BVSLT, sx, si), 200));
    CHECK_STR(strbuf_text(&out), "");
    strbuf_free(&out);
    terms_delete(t);
    program_delete(b.p);
}
