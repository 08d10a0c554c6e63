#include "cpa/value/value_memo.h"
#include "tests/unit/test.h"

enum { COUNT = 5000 };

static const bindings_t *one_binding(bindings_table_t *table, uint64_t value) {
    binding_t binding = {1, value};
    return bindings_intern(table, &binding, 1);
}

TEST(what_is_remembered_belongs_to_its_key) {
    bindings_table_t *table = bindings_table_new();
    value_memo_t *memo = value_memo_new();
    edge_t edges[2] = {{.id = 0}, {.id = 1}};
    frame_t frames[2] = {{.base = 1}, {.base = 2}};
    const bindings_t *a = one_binding(table, 1), *b = one_binding(table, 2);
    memo_key_t key = {&edges[0], &frames[0], a, NULL, 0};
    CHECK(!value_memo_get(memo, &key));
    value_memo_put(memo, &key, (memo_result_t){true, b, NULL});
    CHECK(value_memo_get(memo, &key));
    CHECK(value_memo_get(memo, &key)->registers == b);
    memo_key_t others[] = {{&edges[1], &frames[0], a, NULL, 0},
                           {&edges[0], &frames[1], a, NULL, 0},
                           {&edges[0], &frames[0], b, NULL, 0},
                           {&edges[0], &frames[0], a, b, 0},
                           {&edges[0], &frames[0], a, NULL, 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(!value_memo_get(memo, &others[i]));
    value_memo_clear(memo);
    CHECK(!value_memo_get(memo, &key));
    value_memo_delete(memo);
    bindings_table_delete(table);
}

TEST(it_may_forget_and_never_confuses) {
    bindings_table_t *table = bindings_table_new();
    value_memo_t *memo = value_memo_new();
    edge_t edge = {.id = 0};
    frame_t frame = {.base = 1};
    for (uint64_t i = 0; i < COUNT; i++) {
        memo_key_t key = {&edge, &frame, one_binding(table, i), one_binding(table, i % 7), 0};
        value_memo_put(memo, &key, (memo_result_t){i % 3 != 0, one_binding(table, i + 1), NULL});
    }
    size_t found = 0, wrong = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        memo_key_t key = {&edge, &frame, one_binding(table, i), one_binding(table, i % 7), 0};
        const memo_result_t *result = value_memo_get(memo, &key);
        if (!result) continue;
        found++;
        wrong += result->is_feasible != (i % 3 != 0) ||
                 result->registers != one_binding(table, i + 1) || result->memory != NULL;
    }
    CHECK_EQ(wrong, 0);
    CHECK(found > COUNT / 2);
    value_memo_delete(memo);
    bindings_table_delete(table);
}
