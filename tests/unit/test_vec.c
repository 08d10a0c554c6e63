#include "tests/unit/test.h"

#include "util/vec.h"

typedef struct pair {
    int a, b;
} pair_t;

TEST(push_pop_and_order) {
    VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++) VEC_PUSH(numbers, i * i);
    CHECK_EQ(numbers.len, 1000);
    for (int i = 0; i < 1000; i++)
        if (numbers.data[i] != i * i) CHECK(!"kept");
    CHECK_EQ(VEC_TOP(numbers), 999 * 999);
    CHECK_EQ(VEC_POP(numbers), 999 * 999);
    CHECK_EQ(numbers.len, 999);
    VEC_CLEAR(numbers);
    CHECK_EQ(numbers.len, 0);
    VEC_FREE(numbers);
    CHECK(!numbers.data && !numbers.cap);
}

TEST(structs_and_reserve) {
    VEC(pair_t) pairs = {0};
    VEC_RESERVE(pairs, 100);
    CHECK(pairs.cap >= 100);
    pair_t *start = pairs.data;
    for (int i = 0; i < 100; i++) VEC_PUSH(pairs, (pair_t){i, -i});
    CHECK(pairs.data == start);
    CHECK_EQ(pairs.data[57].b, -57);
    VEC_FREE(pairs);
}
