#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "engine/crowd/hulls.h"

static range_t from_to(int64_t low, int64_t high) {
    return (range_t){low, high, false};
}

TEST(hulls_grow_to_numbers_of_the_program) {
    build_t b = build_new();
    build_function(&b, "f", b.i32, NULL, NULL);
    build_assign(&b, build_reg(&b, "x", b.i32), build_const(&b, 100));
    hulls_t *hulls = hulls_new(b.program);
    variable_t variable = variable_cell(0x10000, 4);
    bool grows = false;
    range_t range = hulls_add(hulls, variable, 1, 32, from_to(3, 5), &grows);
    CHECK(!grows && range.low == 3 && range.high == 5);
    range = hulls_add(hulls, variable, 1, 32, from_to(4, 4), &grows);
    CHECK(!grows && range.low == 3 && range.high == 5);
    range = hulls_add(hulls, variable, 1, 32, from_to(4, 6), &grows);
    CHECK(grows && range.low == 3 && range.high == 99);
    range = hulls_add(hulls, variable, 2, 32, from_to(7, 7), &grows);
    CHECK(range.low == 7 && range.high == 7); /* another place */
    range = hulls_add(hulls, variable, 1, 32, from_to(2, 1000), &grows);
    CHECK(range.low == INT32_MIN && range.high == INT32_MAX);
    hulls_clear(hulls);
    range = hulls_add(hulls, variable, 1, 32, from_to(1, 1), &grows);
    CHECK(range.low == 1 && range.high == 1);
    hulls_delete(hulls);
    program_delete(b.program);
}

TEST(hulls_end) {
    build_t b = build_new();
    hulls_t *hulls = hulls_new(b.program);
    variable_t variable = variable_cell(0x10000, 4);
    int growths = 0;
    for (int64_t i = 0; i < 1000; i++) {
        bool grows = false;
        range_t range = hulls_add(hulls, variable, 1, 32, (range_t){i, i, i != 0}, &grows);
        CHECK(range.low <= 0 && range.high >= i && !range.not_zero);
        growths += grows;
    }
    CHECK(growths > 0 && growths < 40);
    hulls_delete(hulls);
    program_delete(b.program);
}
