#include "tests/unit/test.h"

#include "util/strbuf.h"

TEST(an_empty_one_is_an_empty_string) {
    strbuf_t buffer = {0};
    CHECK_STR(strbuf_text(&buffer), "");
    strbuf_clear(&buffer);
    strbuf_add(&buffer, "");
    CHECK_STR(strbuf_text(&buffer), "");
    strbuf_free(&buffer);
}

TEST(grows) {
    strbuf_t buffer = {0};
    for (int i = 0; i < 1000; i++) strbuf_printf(&buffer, "%d,", i % 10);
    CHECK_EQ(buffer.len, 2000);
    CHECK_EQ(strlen(buffer.data), 2000);
    CHECK_STR(buffer.data + 1994, "7,8,9,");
    strbuf_clear(&buffer);
    strbuf_add_bytes(&buffer, "abcdef", 3);
    strbuf_add(&buffer, "-");
    CHECK_STR(buffer.data, "abc-");
    strbuf_free(&buffer);
    CHECK_EQ(buffer.cap, 0);
}

TEST(one_piece_longer_than_the_capacity) {
    strbuf_t buffer = {0};
    strbuf_printf(&buffer, "%0500d", 7);
    CHECK_EQ(buffer.len, 500);
    CHECK_EQ(buffer.data[499], '7');
    strbuf_free(&buffer);
}
