#include "tests/unit/test.h"

#include "witness/output/statements.h"

static statements_t scan(const char *text) {
    statements_t found = {0};
    statements_scan(&found, text, strlen(text));
    return found;
}

/* The statement that begins with this text. */
static const statement_t *find(const statements_t *all, const char *text, const char *beginning) {
    const char *at = strstr(text, beginning);
    for (size_t i = 0; at && i < all->len; i++)
        if (all->data[i].begin == (size_t)(at - text)) return &all->data[i];
    return NULL;
}

TEST(beginnings_of_statements_are_told_from_the_rest) {
    static const char text[] = "int table[] = {1, 2};\n"
                               "int main(void) {\n"
                               "    x = f(1,  // a comment; really\n"
                               "          2);\n"
                               "    do {\n"
                               "        doors++;\n"
                               "    } while (x);\n"
                               "\n"
                               "    while (x < 3) {\n"
                               "        if (x)\n"
                               "            y = 1; /* one; */\n"
                               "        else\n"
                               "            z = 2;\n"
                               "    }\n"
                               "#define M a;b\n"
                               "    switch (y) {\n"
                               "    case 1: w = x ? 2 : 3; break;\n"
                               "    default: last();\n"
                               "    }\n"
                               "    do q++; while (q < 3);\n"
                               "    char s[] = \"; {\";\n"
                               "    for (int i = 0; i < 3; i++) v += i;\n"
                               "again: return (3);\n"
                               "}\n";
    static const struct {
        const char *beginning;
        statement_kind_t kind;
        bool is_insertable, has_call;
    } expected[] = {
        {"int main", STATEMENT_PLAIN, false, true}, /* no statement of a function */
        {"x = f", STATEMENT_PLAIN, true, true},
        {"do {", STATEMENT_DO, true, false},
        {"doors", STATEMENT_PLAIN, true, false},
        {"while (x);", STATEMENT_DO_END, false, false},
        {"while (x < 3)", STATEMENT_LOOP, true, false},
        {"if (x)", STATEMENT_IF, true, false},
        {"y = 1;", STATEMENT_PLAIN, false, false}, /* another one would become the branch */
        {"z = 2;", STATEMENT_PLAIN, false, false},
        {"switch", STATEMENT_SWITCH, true, false},
        {"case 1", STATEMENT_PLAIN, false, false},
        {"w = x", STATEMENT_PLAIN, true, false},
        {"break", STATEMENT_PLAIN, true, false},
        {"last()", STATEMENT_PLAIN, true, true},
        {"q++", STATEMENT_PLAIN, false, false},
        {"while (q", STATEMENT_DO_END, false, false},
        {"for (", STATEMENT_LOOP, true, false},
        {"v += i", STATEMENT_PLAIN, false, false},
        {"return (3)", STATEMENT_PLAIN, true, false},
    };
    statements_t all = scan(text);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const statement_t *it = find(&all, text, expected[i].beginning);
        if (!it || it->kind != expected[i].kind || it->has_call != expected[i].has_call ||
            it->is_insertable != expected[i].is_insertable)
            CHECK_STR(expected[i].beginning, "is another one");
    }
    CHECK(find(&all, text, "2);") == NULL);
    CHECK(find(&all, text, "3; break") == NULL);
    CHECK(find(&all, text, "a;b") == NULL);
    CHECK(find(&all, text, "i < 3") == NULL);
    VEC_FREE(all);
}

TEST(statement_around_a_position) {
    static const char text[] = "void f(void) { a = 1; if (b) c(); }";
    statements_t all = scan(text);
    const statement_t *it = statements_around(&all, (size_t)(strstr(text, "1;") - text));
    CHECK(it && it->begin == (size_t)(strstr(text, "a =") - text));
    it = statements_around(&all, (size_t)(strstr(text, "b)") - text));
    CHECK(it && it->kind == STATEMENT_IF && !it->has_call);
    CHECK(it && it->end == (size_t)(strstr(text, " c()") - text));
    it = statements_around(&all, (size_t)(strstr(text, "c()") - text));
    CHECK(it && it->kind == STATEMENT_PLAIN && it->has_call && !it->is_insertable);
    VEC_FREE(all);
    CHECK(statements_around(&all, 0) == NULL);
}

TEST(what_a_label_names_may_be_a_body) {
    static const char text[] =
        "void f(void) { if (a) L: b(); M: c(); switch (d) { case 1: e(); } }";
    statements_t all = scan(text);
    const statement_t *body = find(&all, text, "b()"), *other = find(&all, text, "c()");
    const statement_t *in_case = find(&all, text, "e()");
    CHECK(body && !body->is_insertable);
    CHECK(other && other->is_insertable);
    CHECK(in_case && in_case->is_insertable);
    VEC_FREE(all);
}

/* Whatever the text, the scan ends inside of it. */
TEST(unfinished_texts_are_scanned) {
    static const char *const texts[] = {"",      "\"",    "/*", "'\\",      "f(",    "do while (",
                                        "{ { {", "} } )", "#",  "if (x) {", "a ? b", "//"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        statements_t all = scan(texts[i]);
        for (size_t k = 0; k < all.len; k++) CHECK(all.data[k].begin < strlen(texts[i]));
        VEC_FREE(all);
        CHECK(strlen(texts[i]) < 20);
    }
}
