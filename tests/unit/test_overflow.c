#include "tests/unit/test.h"

#include "frontend/frontend.h"

#include <unistd.h>

/* How many places of main's body can violate no-overflow, as lowering sees it. */
static size_t count_checks(const char *statements) {
    char path[] = P_tmpdir "/heddle-overflow-XXXXXX.c";
    int file = mkstemps(path, 2);
    if (!CHECK(file >= 0)) return SIZE_MAX;
    dprintf(file,
            "#include <stdlib.h>\n#include <string.h>\nint x, y; long long l; unsigned u;"
            "int main(void) { short s = (short)x, t = (short)y; int i = x, j = y;"
            "%s; return 0; }\n",
            statements);
    close(file);
    const char *name = path;
    property_set_t set = {0};
    property_set_add(&set, property_of_class(property_class_named("no-overflow")));
    frontend_options_t options = {
        .files = &name, .file_count = 1, .pointer_bits = 32, .properties = &set};
    strbuf_t errors = {0};
    program_t *program = frontend_load(&options, &errors);
    size_t count = 0;
    for (size_t i = 0; CHECK(program != NULL) && i < program->edges.len; i++)
        count += program->edges.data[i]->kind == EDGE_ERROR;
    if (program) program_delete(program);
    strbuf_free(&errors);
    unlink(path);
    return count;
}

TEST(signed_operators_are_checked) {
    CHECK_EQ(count_checks("x = x + y"), 1);
    CHECK_EQ(count_checks("x = x - y * x"), 2);
    CHECK_EQ(count_checks("x = -x"), 1);
    CHECK_EQ(count_checks("x = x / y"), 1);
    CHECK_EQ(count_checks("x = x % y"), 1);
    CHECK_EQ(count_checks("x = x << 3"), 1);
    CHECK_EQ(count_checks("x++; --y; x += 2; l *= x"), 4);
}

TEST(what_does_not_count) {
    CHECK_EQ(count_checks("u = u * u + 7u - (unsigned)x; u++"), 0);
    CHECK_EQ(count_checks("x = x >> 3; x = x & y; x = ~x; s = (short)x"), 0);
    CHECK_EQ(count_checks("x = y / 3"), 0);
    CHECK_EQ(count_checks("char buffer[8]; memset(buffer, 0, 8); x = abs(y)"), 0);
}

TEST(what_always_fits_is_not_asked) {
    CHECK_EQ(count_checks("s++; x = s + t; x = s * t; x = -s; l = (long long)i * j"), 0);
    CHECK_EQ(count_checks("x = s * t * 2"), 1);
    CHECK_EQ(count_checks("x = 2147483647 - 1"), 0);
    CHECK_EQ(count_checks("x = 1 << 30"), 0);
    CHECK_EQ(count_checks("x = 1 << 31"), 1);
}
