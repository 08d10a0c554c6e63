#include "tests/unit/test.h"

#include "tests/unit/witness_build.h"
#include "witness/output/trace_names.h"
#include "witness/output/trace_notes.h"
#include "witness/output/trace_print.h"

#include <unistd.h>

/* Each digit: the thread that takes the first edge where it stands. */
static trace_t straight_trace(const program_t *p, const function_t *worker, const char *schedule) {
    trace_t trace = {0};
    const node_t *at[10];
    for (int i = 0; i < 10; i++) at[i] = i ? worker->entry : p->main->entry;
    for (const char *s = schedule; *s; s++) {
        const edge_t *edge = at[*s - '0']->out.data[0];
        VEC_PUSH(trace.steps, (trace_step_t){(uint32_t)(*s - '0'), edge});
        at[*s - '0'] = edge->to;
    }
    return trace;
}

/* Characters, not bytes. */
static size_t width_of(const char *line, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length; i++) width += ((unsigned char)line[i] & 0xc0) != 0x80;
    return width;
}

/* The worker stores to x in a line with letters of two bytes; then main errs. */
static program_t *build_letters(function_t **worker, const char *file) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    *worker = build_function(&b, "worker", 1);
    edge_t *store = S_store(&b, E_addr(&b, x), E_int(&b, 7));
    S_return(&b, NULL);
    build_function(&b, "main", 0);
    S_create(&b, *worker, E_int(&b, 0), NULL);
    S_error(&b);
    layout_run(b.p);
    for (size_t i = 0; i < b.p->objects.len; i++) b.p->objects.data[i]->may_be_shared = true;
    for (size_t i = 0; i < b.p->edges.len; i++) b.p->edges.data[i]->source.file = file;
    store->source.line = 1;
    return b.p;
}

TEST(columns_count_characters_and_have_colours) {
    char path[] = "/tmp/heddle-test-XXXXXX";
    int descriptor = mkstemp(path);
    static const char line[] = "gr\xc3\xb6\xc3\x9f"
                               "e = \"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\"; /* \xc3\xbc */\n";
    CHECK(descriptor >= 0 && write(descriptor, line, sizeof line - 1) == sizeof line - 1);
    close(descriptor);
    function_t *worker;
    program_t *p = build_letters(&worker, path);
    trace_t trace = straight_trace(p, worker, "010");
    replay_t replay;
    CHECK(replay_run(&replay, p, build_properties(), 0, &trace));
    strbuf_t out = {0};
    trace_print(&out, &replay, (trace_style_t){.width = 80});
    const char *row = strstr(out.data, "gr\xc3\xb6");
    CHECK(row != NULL && strstr(out.data, "\033[") == NULL);
    while (row && row > out.data && row[-1] != '\n') row--;
    const char *bar = row ? strchr(row, '|') : NULL;
    CHECK(bar && width_of(row, (size_t)(bar - row)) == 39); /* (80 - 3) / 2, and a blank */
    CHECK(strstr(out.data, "x: 0 -> 7") != NULL);
    CHECK(strstr(out.data, "starts worker#1") != NULL);
    strbuf_clear(&out);
    trace_print(&out, &replay, (trace_style_t){.width = 50, .has_colour = true});
    CHECK(strstr(out.data, " | ") == NULL); /* too narrow for columns */
    CHECK(strstr(out.data, "\033[1mworker#1\033[0m:\n") != NULL);
    CHECK(strstr(out.data, "\033[1;31m  VIOLATION\033[0m") != NULL);
    strbuf_free(&out);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    program_delete(p);
    unlink(path);
}

TEST(what_main_does_before_threads_is_folded) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    function_t *worker = build_function(&b, "worker", 1);
    S_return(&b, NULL);
    build_function(&b, "main", 0);
    for (int i = 1; i <= 4; i++) S_store(&b, E_addr(&b, x), E_int(&b, i));
    S_store(&b, E_addr(&b, y), E_int(&b, 9));
    S_create(&b, worker, E_int(&b, 0), NULL);
    S_error(&b);
    layout_run(b.p);
    x->may_be_shared = y->may_be_shared = true;
    trace_t trace = straight_trace(b.p, worker, "0000000");
    replay_t replay;
    CHECK(replay_run(&replay, b.p, build_properties(), 0, &trace));
    strbuf_t out = {0};
    trace_print(&out, &replay, (trace_style_t){0});
    CHECK(strstr(out.data, ": before the first thread starts\n  x = 4\n  y = 9\n") != NULL);
    CHECK(strstr(out.data, "x = 1") == NULL && strstr(out.data, "1 -> 2") == NULL);
    CHECK(strstr(out.data, "call stack of worker#1, created at test.c:") != NULL);
    strbuf_free(&out);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    program_delete(b.p);
}

TEST(allocations_of_one_line_are_told_apart) {
    build_t b = build_new();
    object_t *site = program_add_object(b.p, OBJECT_HEAP, "malloc", b.i32, (source_t){0});
    function_t *f = build_function(&b, "main", 0);
    reg_t p = function_add_reg(b.p, f, "p", type_pointer(b.p->types, b.i32));
    edge_t *made[2];
    for (int i = 0; i < 2; i++) {
        made[i] = build_edge(&b, EDGE_ALLOC);
        made[i]->target = p;
        made[i]->value = E_int(&b, 4);
        made[i]->object = site;
        made[i]->source.line = 12;
        S_store(&b, E_reg(&b, p), E_int(&b, 3));
    }
    S_error(&b);
    layout_run(b.p);
    trace_t trace = straight_trace(b.p, f, "00000");
    replay_t replay;
    CHECK(replay_run(&replay, b.p, build_properties(), 0, &trace));
    uint64_t second = replay.steps.data[2].value;
    strbuf_t out = {0};
    trace_address(&out, &replay, 4, second);
    CHECK_STR(strbuf_text(&out), "malloc@12#2");
    strbuf_clear(&out);
    trace_cell_name(&out, &replay, 3, variable_cell(second, 4));
    CHECK_STR(strbuf_text(&out), "*p");
    strbuf_clear(&out);
    trace_object_cell_name(&out, &replay, 3, variable_cell(second, 4));
    CHECK_STR(strbuf_text(&out), "*malloc@12#2");
    CHECK_EQ(trace_allocation(&replay, 3, second + 2), second);
    CHECK_EQ(trace_allocation(&replay, 3, 5), 0);
    strbuf_free(&out);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    program_delete(b.p);
}

TEST(places_behind_pointers_have_their_names) {
    build_t b = build_new();
    type_t *pair = type_record(b.p->types, TYPE_STRUCT, "struct pair");
    field_t fields[] = {{"first", b.i32, 0, 0, 0}, {"second", b.i32, 4, 0, 0}};
    type_set_fields(b.p->types, pair, fields, 2, 8, 4);
    object_t *pairs = build_global(&b, "pairs", type_array(b.p->types, pair, 3));
    function_t *f = build_function(&b, "main", 0);
    reg_t p = function_add_reg(b.p, f, "p", type_pointer(b.p->types, pair));
    S_assign(&b, p, E_addr(&b, pairs));
    S_store(&b, E_add(&b, E_reg(&b, p), E_int(&b, 4)), E_int(&b, 3));
    S_error(&b);
    layout_run(b.p);
    trace_t trace = straight_trace(b.p, f, "000");
    replay_t replay;
    CHECK(replay_run(&replay, b.p, build_properties(), 0, &trace));
    CHECK_EQ(replay.steps.data[1].pointer, p);
    CHECK_EQ(replay.steps.data[1].pointer_value, pairs->address);
    CHECK_EQ(trace_definition(&replay, 1, p), 0);
    CHECK(trace_definition(&replay, 0, p) == SIZE_MAX);
    strbuf_t out = {0};
    trace_cell_name(&out, &replay, 1, variable_cell(pairs->address + 12, 4));
    CHECK_STR(strbuf_text(&out), "pairs[1].second");
    strbuf_clear(&out);
    trace_address(&out, &replay, 1, pairs->address + 8);
    CHECK_STR(strbuf_text(&out), "&pairs[1].first");
    strbuf_clear(&out);
    /* Memory that has no name of its own is named as the step comes to it. */
    uint64_t heap = LAYOUT_HEAP_BASE;
    replay.steps.data[1].pointer_value = heap;
    trace_cell_name(&out, &replay, 1, variable_cell(heap + 4, 4));
    CHECK_STR(strbuf_text(&out), "p->second");
    strbuf_clear(&out);
    trace_cell_name(&out, &replay, 1, variable_cell(heap + 16, 4));
    CHECK_STR(strbuf_text(&out), "p[2].first");
    strbuf_free(&out);
    replay_free(&replay);
    VEC_FREE(trace.steps);
    program_delete(b.p);
}
