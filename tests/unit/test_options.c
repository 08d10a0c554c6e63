#include "tests/unit/test.h"

#include "util/options.h"

static const options_word_t analyses[] = {{"analysis", "auto", "all of them"},
                                          {"analysis", "bmc", "up to a bound"}};
static const options_words_t words = {analyses, 2};

/* Parses words separated by blanks; the words stay valid until the next call. */
static bool parse(options_t *options, strbuf_t *error, const char *line) {
    static char text[512];
    static char *argv[64];
    int argc = 0;
    snprintf(text, sizeof text, "heddle %s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    argv[argc] = NULL;
    strbuf_clear(error);
    return options_parse(options, argc, argv, &words, error);
}

TEST(defaults) {
    options_t options;
    strbuf_t error = {0};
    CHECK(parse(&options, &error, "a.c"));
    CHECK_EQ(options.files.len, 1);
    CHECK_STR(options.files.data[0], "a.c");
    CHECK(!options.property.len && !options.witness);
    CHECK_EQ(options.data_model, DATA_MODEL_AUTO);
    CHECK_STR(options.analysis, "auto");
    CHECK_EQ(options.solver, SOLVER_CHOICE_AUTO);
    CHECK_EQ(options.block, BLOCK_AUTO);
    CHECK_EQ(options.abstraction, ABSTRACTION_BOOLEAN);
    CHECK_EQ(options.waitlist, WAITLIST_AUTO);
    CHECK_EQ(options.value_precision, VALUE_PRECISION_AUTO);
    CHECK_EQ(options.loop_bound, 1);
    CHECK_EQ(options.max_loop_bound, 100);
    CHECK_EQ(options.max_threads, 64);
    CHECK_EQ(options.max_depth, 200);
    CHECK_EQ(options.time_limit, 0);
    CHECK_EQ(options.stats, STATS_NONE);
    CHECK_EQ(options.dump, DUMP_NONE);
    options_free(&options);
    strbuf_free(&error);
}

TEST(options_of_compilers_are_accepted) {
    options_t options;
    strbuf_t error = {0};
    CHECK(parse(&options, &error, "-pthread -O2 -Wall -Wextra -g -c -o a.out -fPIC -lm a.c"));
    CHECK_EQ(options.files.len, 1);
    CHECK_EQ(options.flags.len, 0);
    options_free(&options);
    CHECK(parse(&options, &error, "-isystem include -m32 -DX=1 a.c --args x"));
    CHECK_EQ(options.flags.len, 3);
    CHECK_EQ(options.data_model, DATA_MODEL_ILP32);
    CHECK_STR(options.args, "x");
    options_free(&options);
    CHECK(parse(&options, &error, "-m32 -m64 a.c"));
    CHECK_EQ(options.data_model, DATA_MODEL_LP64);
    options_free(&options);
    CHECK(!parse(&options, &error, "-witness w.json a.c")); /* a slip, no option of a compiler */
    options_free(&options);
    strbuf_free(&error);
}

TEST(all_kinds_in_all_spellings) {
    options_t options;
    strbuf_t error = {0};
    CHECK(parse(&options, &error,
                "--property p.prp --data-model=LP64 -a bmc --solver z3 a.c -t 7 "
                "--max-threads=3 --no-progress -w w.json -p a,b b.c -- --odd.c"));
    CHECK_EQ(options.property.len, 2);
    CHECK_STR(options.property.data[0], "p.prp");
    CHECK_STR(options.property.data[1], "a,b");
    CHECK_EQ(options.data_model, DATA_MODEL_LP64);
    CHECK_STR(options.analysis, "bmc");
    CHECK_EQ(options.solver, SOLVER_CHOICE_Z3);
    CHECK_EQ(options.time_limit, 7);
    CHECK_EQ(options.max_threads, 3);
    CHECK(options.no_progress);
    CHECK_STR(options.witness, "w.json");
    CHECK_EQ(options.files.len, 3);
    CHECK_STR(options.files.data[2], "--odd.c");
    options_free(&options);
    strbuf_free(&error);
}

TEST(stats_takes_a_value_only_if_it_is_one) {
    options_t options;
    strbuf_t error = {0};
    CHECK(parse(&options, &error, "--stats a.c"));
    CHECK_EQ(options.stats, STATS_TEXT);
    CHECK_EQ(options.files.len, 1);
    options_free(&options);
    CHECK(parse(&options, &error, "--stats json a.c"));
    CHECK_EQ(options.stats, STATS_JSON);
    CHECK_EQ(options.files.len, 1);
    options_free(&options);
    CHECK(parse(&options, &error, "a.c --stats"));
    CHECK_EQ(options.stats, STATS_TEXT);
    options_free(&options);
    CHECK(!parse(&options, &error, "--stats=xml a.c"));
    options_free(&options);
    strbuf_free(&error);
}

TEST(compiler_flags_are_passed_on) {
    options_t options;
    strbuf_t error = {0};
    CHECK(parse(&options, &error, "-DN=3 -D M -Iinc -U X -std=c11 -include pre.h a.c"));
    const char *const expected[] = {"-DN=3", "-D",       "M",        "-Iinc", "-U",
                                    "X",     "-std=c11", "-include", "pre.h"};
    CHECK_EQ(options.flags.len, 9);
    for (size_t i = 0; i < 9 && i < options.flags.len; i++)
        CHECK_STR(options.flags.data[i], expected[i]);
    CHECK_EQ(options.files.len, 1);
    options_free(&options);
    strbuf_free(&error);
}

/* command line, part of the message */
static const char *const wrong[][2] = {
    {"", "no program given"},
    {"--wittness w a.c", "did you mean --witness?"},
    {"--max-thread 3 a.c", "did you mean --max-threads?"},
    {"-witness w a.c", "did you mean --witness?"},
    {"--qqqqqqqq a.c", "there is no option --qqqqqqqq"},
    {"-q a.c", "there is no option -q"},
    {"--analysis magic a.c", "--analysis cannot be 'magic'; it is one of auto, bmc"},
    {"a.c --witness", "--witness needs a value"},
    {"a.c -D", "-D needs a value"},
    {"--verbose=1 a.c", "--verbose takes no value"},
    {"--time-limit -3 a.c", "--time-limit needs a whole number"},
    {"--time-limit 3s a.c", "--time-limit needs a whole number"},
    {"--time-limit= a.c", "--time-limit needs a whole number"},
    {"--time-limit 99999999999999999999 a.c", "--time-limit needs a whole number"},
    {"--max-depth 0 a.c", "--max-depth needs a whole number from 1"},
    {"--por mono a.c", "--por mono is a reduction of --analysis impact only"},
    {"--loop-bound 8 --max-loop-bound 7 a.c", "--loop-bound 8 is above --max-loop-bound 7"},
};

TEST(wrong_usage_is_explained) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options_t options;
        strbuf_t error = {0};
        CHECK(!parse(&options, &error, wrong[i][0]));
        if (!strstr(strbuf_text(&error), wrong[i][1])) CHECK_STR(strbuf_text(&error), wrong[i][1]);
        options_free(&options);
        strbuf_free(&error);
    }
}

TEST(an_unlikely_name_suggests_nothing) {
    options_t options;
    strbuf_t error = {0};
    CHECK(!parse(&options, &error, "--qqqqqqqq a.c"));
    CHECK(!strstr(strbuf_text(&error), "did you mean"));
    options_free(&options);
    strbuf_free(&error);
}

TEST(words_and_overrides) {
    options_t options;
    strbuf_t error = {0};
    CHECK(!parse(&options, &error, "--analysis value a.c"));
    CHECK_STR(strbuf_text(&error), "--analysis cannot be 'value'; it is one of auto, bmc");
    options_free(&options);
    CHECK(parse(&options, &error, "--por local a.c"));
    options_override(&options, "por=none max-threads=3  symbolic=cases");
    CHECK_EQ(options.por, REDUCTION_NONE);
    CHECK_EQ(options.max_threads, 3);
    CHECK_EQ(options.symbolic, SYMBOLIC_CASES);
    options_free(&options);
    strbuf_free(&error);
}

TEST(help_and_man_page_name_every_option) {
    options_t options;
    strbuf_t error = {0}, help = {0}, man = {0};
    CHECK(parse(&options, &error, "--help"));
    CHECK(options.help);
    options_free(&options);
    options_print_help(&help, &words);
    options_print_man(&man, &words);
    static const char *const names[] = {
#define NAME_OF(group, field, name, ...) name,
        OPTIONS(NAME_OF, NAME_OF, NAME_OF, NAME_OF, NAME_OF, NAME_OF, NAME_OF)
#undef NAME_OF
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char flag[64], escaped[64];
        snprintf(flag, sizeof flag, "--%s", names[i]);
        size_t used = 0;
        for (const char *c = flag; *c; c++)
            used += (size_t)snprintf(escaped + used, sizeof escaped - used,
                                     *c == '-' ? "\\%c" : "%c", *c);
        if (!CHECK(strstr(help.data, flag) != NULL)) printf("    help: %s\n", flag);
        if (!CHECK(strstr(man.data, escaped) != NULL)) printf("    man: %s\n", escaped);
    }
    for (char *line = strtok(help.data, "\n"); line; line = strtok(NULL, "\n"))
        CHECK(strlen(line) <= 100);
    strbuf_free(&error);
    strbuf_free(&help);
    strbuf_free(&man);
}
