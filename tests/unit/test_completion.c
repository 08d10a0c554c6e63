#include "tests/unit/test.h"

#include "util/completion.h"

static const options_word_t word[] = {{"analysis", "fast", "quick"}, {"other", "no", "not it"}};
static const options_words_t words = {word, 2};

TEST(bash_knows_values_files_and_folders) {
    strbuf_t out = {0};
    completion_print_bash(&out, &words);
    const char *text = strbuf_text(&out);
    CHECK(strstr(text, "    --analysis|-a) mapfile -t COMPREPLY < <(compgen -W 'fast' ") != NULL);
    CHECK(strstr(text, "    --data-model) mapfile -t COMPREPLY < <(compgen -W 'auto ILP32 LP64' "));
    CHECK(strstr(text, "    --witness|-w) mapfile -t COMPREPLY < <(compgen -f ") != NULL);
    CHECK(strstr(text, "    --report) mapfile -t COMPREPLY < <(compgen -d ") != NULL);
    CHECK(strstr(text, "    --time-limit|-t) return ;;") != NULL);
    strbuf_free(&out);
}

TEST(zsh_is_told_what_options_mean) {
    strbuf_t out = {0};
    completion_print_zsh(&out, &words);
    const char *text = strbuf_text(&out);
    CHECK(strncmp(text, "#compdef heddle\n", 16) == 0);
    CHECK(strstr(text, "'(-a --analysis)'{-a,--analysis}'[") != NULL);
    CHECK(strstr(text, ":value:(fast)' \\\n") != NULL);
    CHECK(strstr(text, "'--stats[") != NULL);
    CHECK(strstr(text, "]::value:(none text json)' \\\n") != NULL);
    strbuf_free(&out);
}
