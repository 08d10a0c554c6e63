#include "util/options.h"

#include "util/version.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    KIND_FLAG,
    KIND_NUMBER,
    KIND_STRING,
    KIND_LIST,
    KIND_WORD,
    KIND_CHOICE,
    KIND_MODE
} option_kind_t;

typedef enum {
#define GROUP_ENUM(name, text) GROUP_##name,
    OPTION_GROUPS(GROUP_ENUM)
#undef GROUP_ENUM
        GROUP_COUNT
} option_group_t;

static const char *const group_names[GROUP_COUNT] = {
#define GROUP_TEXT(name, text) text,
    OPTION_GROUPS(GROUP_TEXT)
#undef GROUP_TEXT
};

/* The rows of the table, as data. */
typedef struct option_row {
    option_kind_t kind;
    option_group_t group;
    const char *name;
    char letter;
    size_t offset;             /* in options_t */
    const char *argument;      /* NUMBER, STRING, LIST */
    unsigned initial, least;   /* NUMBER */
    const char *word;          /* WORD: the default */
    const char *const *values; /* CHOICE, MODE; ends with NULL */
    int bare;                  /* MODE */
    const char *help;
} option_row_t;

/* All choices are stored as int through the offset. */
_Static_assert(sizeof(solver_choice_t) == sizeof(int), "an enum of options is an int");

#define VALUE_TEXT(name, text) text,
#define TEXTS(values) ((const char *const[]){values(VALUE_TEXT) NULL})
#define ROW_FLAG(group_, field, name_, letter_, help_)                                             \
    {.kind = KIND_FLAG,                                                                            \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .help = help_},
#define ROW_NUMBER(group_, field, name_, letter_, argument_, initial_, least_, help_)              \
    {.kind = KIND_NUMBER,                                                                          \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .argument = argument_,                                                                        \
     .initial = initial_,                                                                          \
     .least = least_,                                                                              \
     .help = help_},
#define ROW_STRING(group_, field, name_, letter_, argument_, help_)                                \
    ROW_TEXT(KIND_STRING, group_, field, name_, letter_, argument_, help_)
#define ROW_LIST(group_, field, name_, letter_, argument_, help_)                                  \
    ROW_TEXT(KIND_LIST, group_, field, name_, letter_, argument_, help_)
#define ROW_TEXT(kind_, group_, field, name_, letter_, argument_, help_)                           \
    {.kind = kind_,                                                                                \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .argument = argument_,                                                                        \
     .help = help_},
#define ROW_WORD(group_, field, name_, letter_, word_, help_)                                      \
    {.kind = KIND_WORD,                                                                            \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .word = word_,                                                                                \
     .help = help_},
#define ROW_CHOICE(group_, field, name_, letter_, type_, values_, help_)                           \
    {.kind = KIND_CHOICE,                                                                          \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .values = TEXTS(values_),                                                                     \
     .help = help_},
#define ROW_MODE(group_, field, name_, letter_, type_, values_, bare_, help_)                      \
    {.kind = KIND_MODE,                                                                            \
     .group = GROUP_##group_,                                                                      \
     .name = name_,                                                                                \
     .letter = letter_,                                                                            \
     .offset = offsetof(options_t, field),                                                         \
     .values = TEXTS(values_),                                                                     \
     .bare = bare_,                                                                                \
     .help = help_},

static const option_row_t rows[] = {
    OPTIONS(ROW_FLAG, ROW_NUMBER, ROW_STRING, ROW_LIST, ROW_WORD, ROW_CHOICE, ROW_MODE)};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* Options of a C compiler that go to the parser as they are. */
static const struct passed {
    const char *prefix;
    bool takes_argument; /* the next one, if nothing follows the prefix */
    const char *argument, *help;
} passed[] = {
    {"-D", true, "NAME[=VALUE]", "define a macro"},
    {"-U", true, "NAME", "undefine a macro"},
    {"-I", true, "DIRECTORY", "look for included files here too"},
    {"-isystem", true, "DIRECTORY", "... after those of -I"},
    {"-include", true, "FILE", "read this file first"},
    {"-std=", false, "STANDARD", "the version of C, such as c11 or gnu17"},
};
enum { PASSED_COUNT = sizeof passed / sizeof *passed };

/* Those that change nothing of what a program means, so that a command line of a compiler
 * can be used as it is. Names that are no prefix of another option. */
static const char *const ignored[] = {
    "-O",        "-g",          "-W",        "-c",       "-pthread",       "-pipe",
    "-pedantic", "-M",          "-L",        "-l",       "-march=",        "-mtune=",
    "-shared",   "-static",     "-rdynamic", "-ansi",    "-fPIC",          "-fpic",
    "-fPIE",     "-fpie",       "-fno-",     "-fstack-", "-fdiagnostics-", "-fsanitize",
    "-fcommon",  "-fvisibility"};
static const char *const ignored_with_value[] = {"-o", "-MF", "-MT", "-MQ"};

static bool is_among(const char *text, const char *const *names, size_t count, bool whole) {
    for (size_t i = 0; i < count; i++)
        if (whole ? strcmp(text, names[i]) == 0 : strncmp(text, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}
#define IS_AMONG(text, names, whole) is_among(text, names, sizeof names / sizeof *names, whole)

/* The walk over the arguments. */
typedef struct cursor {
    options_t *options;
    int argc, next;
    char *const *argv;
    const options_words_t *words;
    strbuf_t *error;
} cursor_t;

static void *field_of(const cursor_t *cursor, const option_row_t *row) {
    return (char *)cursor->options + row->offset;
}

/* Levenshtein distance, of names short enough for fixed rows. */
static size_t distance(const char *a, const char *b) {
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1], width = strlen(b);
    if (width > LONGEST || strlen(a) > LONGEST) return SIZE_MAX;
    for (size_t j = 0; j <= width; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[width];
}

static void suggest(cursor_t *cursor, const char *name) {
    const option_row_t *best = NULL;
    size_t least = SIZE_MAX;
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++) {
        size_t d = distance(name, row->name);
        /* A name that was cut short is near, however much was cut. */
        if (strlen(name) >= 3 && strncmp(name, row->name, strlen(name)) == 0) d = 1;
        if (d < least) {
            least = d;
            best = row;
        }
    }
    /* Beyond this a suggestion is a guess. */
    if (best && least <= 1 + strlen(best->name) / 3)
        strbuf_printf(cursor->error, "; did you mean --%s?", best->name);
}

static const option_row_t *find_long(const char *name, size_t length) {
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++)
        if (strlen(row->name) == length && memcmp(row->name, name, length) == 0) return row;
    return NULL;
}

static const option_row_t *find_short(char letter) {
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++)
        if (row->letter && row->letter == letter) return row;
    return NULL;
}

static int find_value(const option_row_t *row, const char *text) {
    for (int i = 0; row->values[i]; i++)
        if (strcmp(row->values[i], text) == 0) return i;
    return -1;
}

static bool set_choice(cursor_t *cursor, const option_row_t *row, const char *text) {
    int value = find_value(row, text);
    if (value < 0) {
        strbuf_printf(cursor->error, "--%s cannot be '%s'; it is one of", row->name, text);
        for (int i = 0; row->values[i]; i++)
            strbuf_printf(cursor->error, "%s %s", i ? "," : "", row->values[i]);
        return false;
    }
    *(int *)field_of(cursor, row) = value;
    return true;
}

static bool set_word(cursor_t *cursor, const option_row_t *row, const char *text) {
    for (size_t i = 0; i < cursor->words->count; i++) {
        const options_word_t *word = &cursor->words->at[i];
        if (strcmp(word->option, row->name) != 0 || strcmp(word->word, text) != 0) continue;
        *(const char **)field_of(cursor, row) = word->word;
        return true;
    }
    strbuf_printf(cursor->error, "--%s cannot be '%s'; it is one of", row->name, text);
    const char *comma = "";
    for (size_t i = 0; i < cursor->words->count; i++) {
        if (strcmp(cursor->words->at[i].option, row->name) != 0) continue;
        strbuf_printf(cursor->error, "%s %s", comma, cursor->words->at[i].word);
        comma = ",";
    }
    return false;
}

static bool set_number(cursor_t *cursor, const option_row_t *row, const char *text) {
    enum { DIGITS = 9 };
    size_t length = strlen(text);
    bool is_number = length > 0 && strspn(text, "0123456789") == length;
    unsigned long value = is_number && length <= DIGITS ? strtoul(text, NULL, 10) : 0;
    if (!is_number || length > DIGITS || value < row->least) {
        strbuf_printf(cursor->error, "--%s needs a whole number from %u to 999999999, not '%s'",
                      row->name, row->least, text);
        return false;
    }
    *(unsigned *)field_of(cursor, row) = (unsigned)value;
    return true;
}

/* value: what stood behind '=', or NULL. */
static bool set_option(cursor_t *cursor, const option_row_t *row, const char *value) {
    if (row->kind == KIND_FLAG) {
        if (value) {
            strbuf_printf(cursor->error, "--%s takes no value", row->name);
            return false;
        }
        *(bool *)field_of(cursor, row) = true;
        return true;
    }
    if (row->kind == KIND_MODE) {
        /* The next argument belongs to it only if it is one of the values. */
        if (!value && cursor->next < cursor->argc &&
            find_value(row, cursor->argv[cursor->next]) >= 0)
            value = cursor->argv[cursor->next++];
        if (value) return set_choice(cursor, row, value);
        *(int *)field_of(cursor, row) = row->bare;
        return true;
    }
    if (!value) {
        if (cursor->next >= cursor->argc) {
            strbuf_printf(cursor->error, "--%s needs a value", row->name);
            return false;
        }
        value = cursor->argv[cursor->next++];
    }
    if (row->kind == KIND_CHOICE) return set_choice(cursor, row, value);
    if (row->kind == KIND_WORD) return set_word(cursor, row, value);
    if (row->kind == KIND_NUMBER) return set_number(cursor, row, value);
    if (row->kind == KIND_LIST)
        VEC_PUSH(*(options_list_t *)field_of(cursor, row), value);
    else
        *(const char **)field_of(cursor, row) = value;
    return true;
}

static bool parse_long(cursor_t *cursor, const char *text) {
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const option_row_t *row = find_long(text, length);
    if (row) return set_option(cursor, row, equals ? equals + 1 : NULL);
    strbuf_printf(cursor->error, "there is no option --%.*s", (int)length, text);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    suggest(cursor, name);
    return false;
}

static const struct passed *find_passed(const char *text) {
    for (const struct passed *p = passed; p < passed + PASSED_COUNT; p++)
        if (strncmp(text, p->prefix, strlen(p->prefix)) == 0) return p;
    return NULL;
}

static bool parse_dash(cursor_t *cursor, const char *text) {
    const struct passed *p = find_passed(text);
    if (p) {
        VEC_PUSH(cursor->options->flags, text);
        if (!p->takes_argument || text[strlen(p->prefix)]) return true;
        if (cursor->next >= cursor->argc) {
            strbuf_printf(cursor->error, "%s needs a value", text);
            return false;
        }
        VEC_PUSH(cursor->options->flags, cursor->argv[cursor->next++]);
        return true;
    }
    if (strcmp(text, "-m32") == 0 || strcmp(text, "-m64") == 0) {
        cursor->options->data_model = text[2] == '3' ? DATA_MODEL_ILP32 : DATA_MODEL_LP64;
        return true;
    }
    const option_row_t *row = text[2] ? NULL : find_short(text[1]);
    if (row) return set_option(cursor, row, NULL);
    if (IS_AMONG(text, ignored_with_value, true)) {
        if (cursor->next < cursor->argc) cursor->next++;
        return true;
    }
    if (IS_AMONG(text, ignored, false)) return true;
    strbuf_printf(cursor->error, "there is no option %s", text);
    /* "-witness" is a common slip. */
    if (text[2]) suggest(cursor, text + 1);
    return false;
}

static void set_defaults(options_t *options) {
    *options = (options_t){0};
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++)
        if (row->kind == KIND_NUMBER)
            *(unsigned *)((char *)options + row->offset) = row->initial;
        else if (row->kind == KIND_WORD)
            *(const char **)((char *)options + row->offset) = row->word;
}

/* What no single row can say. */
static bool check_together(cursor_t *cursor) {
    const options_t *options = cursor->options;
    if (options->help || options->version || options->man || options->list_models ||
        options->list_engines || options->list_configurations || options->completion)
        return true;
    if (!options->files.len) {
        strbuf_add(cursor->error, "no program given");
        return false;
    }
    if (options->loop_bound > options->max_loop_bound) {
        strbuf_printf(cursor->error, "--loop-bound %u is above --max-loop-bound %u",
                      options->loop_bound, options->max_loop_bound);
        return false;
    }
    if (options->por == REDUCTION_MONO && strcmp(options->analysis, "impact") != 0) {
        strbuf_add(cursor->error, "--por mono is a reduction of --analysis impact only");
        return false;
    }
    bool is_boolean = options->por == REDUCTION_SAT || options->por == REDUCTION_STATIC;
    if (is_boolean && strcmp(options->analysis, "boolean") != 0) {
        strbuf_add(cursor->error, "--por sat and static are reductions of --analysis boolean only");
        return false;
    }
    return true;
}

bool options_parse(options_t *options, int argc, char *const *argv, const options_words_t *words,
                   strbuf_t *error) {
    set_defaults(options);
    options->argc = argc;
    options->argv = argv;
    cursor_t cursor = {
        .options = options, .argc = argc, .next = 1, .argv = argv, .words = words, .error = error};
    bool only_files = false;
    while (cursor.next < argc) {
        const char *text = argv[cursor.next++];
        if (only_files || text[0] != '-' || !text[1]) {
            VEC_PUSH(options->files, text);
        } else if (strcmp(text, "--") == 0) {
            only_files = true;
        } else if (text[1] == '-' ? !parse_long(&cursor, text + 2) : !parse_dash(&cursor, text)) {
            return false;
        }
    }
    return check_together(&cursor);
}

void options_override(options_t *options, const char *text) {
    strbuf_t error = {0}, value = {0};
    cursor_t cursor = {.options = options, .error = &error};
    while (*text) {
        size_t length = strcspn(text, " ");
        const char *equals = memchr(text, '=', length);
        REQUIRE(equals);
        const option_row_t *row = find_long(text, (size_t)(equals - text));
        REQUIRE(row && (row->kind == KIND_CHOICE || row->kind == KIND_NUMBER));
        strbuf_clear(&value);
        strbuf_add_bytes(&value, equals + 1, length - (size_t)(equals + 1 - text));
        REQUIRE(set_option(&cursor, row, strbuf_text(&value)));
        text += length + strspn(text + length, " ");
    }
    strbuf_free(&value);
    strbuf_free(&error);
}

void options_free(options_t *options) {
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++)
        if (row->kind == KIND_LIST) VEC_FREE(*(options_list_t *)((char *)options + row->offset));
    VEC_FREE(options->files);
    VEC_FREE(options->flags);
}

/* Breaks text into lines of at most width columns, each after the first
 * indented. */
static void add_wrapped(strbuf_t *out, const char *text, size_t indent, size_t width) {
    size_t column = indent;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + word > width) {
            strbuf_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            strbuf_add(out, " ");
            column++;
        }
        strbuf_add_bytes(out, text, word);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    strbuf_add(out, "\n");
}

/* "FILE", "cfa|arg", "[text|json]"; nothing for flags. A default of "none" is
 * what is meant without the option, so it is not offered. */
static void add_argument(strbuf_t *out, const option_row_t *row) {
    if (row->argument) strbuf_add(out, row->argument);
    if (row->kind == KIND_WORD) strbuf_add(out, "NAME");
    if (!row->values) return;
    if (row->kind == KIND_MODE) strbuf_add(out, "[");
    bool is_first = true;
    for (int i = 0; row->values[i]; i++) {
        if (i == 0 && strcmp(row->values[i], "none") == 0) continue;
        strbuf_printf(out, "%s%s", is_first ? "" : "|", row->values[i]);
        is_first = false;
    }
    if (row->kind == KIND_MODE) strbuf_add(out, "]");
}

static void add_help_text(strbuf_t *out, const option_row_t *row) {
    strbuf_add(out, row->help);
    if (row->kind == KIND_NUMBER && row->initial)
        strbuf_printf(out, " (default: %u)", row->initial);
    if (row->kind == KIND_CHOICE && strcmp(row->values[0], "none") != 0)
        strbuf_printf(out, " (default: %s)", row->values[0]);
    if (row->kind == KIND_WORD) strbuf_printf(out, " (default: %s)", row->word);
}

static const char usage[] = "heddle [OPTION]... FILE.c...";
static const char purpose[] =
    "Verifies multithreaded C: proves that a property holds in every interleaving, or finds an "
    "execution that violates it. The last line of standard output is the verdict: true, "
    "false(PROPERTY) or unknown, an unknown with its reason before it.";

static const struct exit_code {
    int code;
    const char *meaning;
} exit_codes[] = {
    {0, "true: the properties hold"},
    {10, "false: a property is violated"},
    {5, "unknown, for the reason printed"},
    {1, "wrong usage"},
    {2, "bad input: a file that is missing, is no C, or is no property"},
    {6, "internal error or out of resources"},
};
enum { EXIT_CODE_COUNT = sizeof exit_codes / sizeof *exit_codes };

enum { HELP_INDENT = 30, HELP_WIDTH = 100 };

static void help_row(strbuf_t *out, const char *label, const char *text) {
    strbuf_printf(out, "  %s", label);
    size_t used = 2 + strlen(label);
    if (used + 2 > HELP_INDENT) {
        strbuf_add(out, "\n");
        used = 0;
    }
    strbuf_printf(out, "%*s", (int)(HELP_INDENT - used), "");
    add_wrapped(out, text, HELP_INDENT, HELP_WIDTH);
}

static void help_words(strbuf_t *out, const option_row_t *row, const options_words_t *words) {
    strbuf_t label = {0};
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->at[i].option, row->name) != 0) continue;
        strbuf_clear(&label);
        strbuf_printf(&label, "    %s", words->at[i].word);
        help_row(out, strbuf_text(&label), words->at[i].help);
    }
    strbuf_free(&label);
}

static void help_group(strbuf_t *out, option_group_t group, const options_words_t *words) {
    strbuf_t label = {0}, text = {0};
    strbuf_printf(out, "\n%s:\n", group_names[group]);
    for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++) {
        if (row->group != group) continue;
        strbuf_clear(&label);
        strbuf_clear(&text);
        if (row->letter) strbuf_printf(&label, "-%c, ", row->letter);
        strbuf_printf(&label, "--%s", row->name);
        if (row->kind != KIND_FLAG) strbuf_add(&label, " ");
        add_argument(&label, row);
        add_help_text(&text, row);
        help_row(out, strbuf_text(&label), strbuf_text(&text));
        help_words(out, row, words);
    }
    if (group == GROUP_INPUT) {
        for (const struct passed *p = passed; p < passed + PASSED_COUNT; p++) {
            strbuf_clear(&label);
            strbuf_printf(&label, "%s%s%s", p->prefix, strlen(p->prefix) > 5 ? " " : "",
                          p->argument);
            help_row(out, strbuf_text(&label), p->help);
        }
    }
    strbuf_free(&label);
    strbuf_free(&text);
}

void options_print_help(strbuf_t *out, const options_words_t *words) {
    strbuf_printf(out, "Usage: %s\n\n", usage);
    add_wrapped(out, purpose, 0, HELP_WIDTH);
    for (int group = 0; group < GROUP_COUNT; group++) help_group(out, (option_group_t)group, words);
    strbuf_add(out, "\nExit codes:\n");
    for (int i = 0; i < EXIT_CODE_COUNT; i++)
        strbuf_printf(out, "  %2d  %s\n", exit_codes[i].code, exit_codes[i].meaning);
}

/* Text for troff: '-' and '\' are escaped, and no line begins with a command. */
static void add_troff(strbuf_t *out, const char *text) {
    for (const char *c = text; *c; c++) {
        if (*c == '-')
            strbuf_add(out, "\\-");
        else if (*c == '\\')
            strbuf_add(out, "\\e");
        else
            strbuf_add_bytes(out, c, 1);
    }
}

static void man_words(strbuf_t *out, const option_row_t *row, const options_words_t *words) {
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->at[i].option, row->name) != 0) continue;
        strbuf_add(out, ".RS\n.TP\n.B ");
        add_troff(out, words->at[i].word);
        strbuf_add(out, "\n");
        add_troff(out, words->at[i].help);
        strbuf_add(out, ".\n.RE\n");
    }
}

static void man_row(strbuf_t *out, const option_row_t *row, const options_words_t *words) {
    strbuf_t text = {0};
    strbuf_add(out, ".TP\n.B ");
    if (row->letter) strbuf_printf(out, "\\-%c\\fR, \\fB", row->letter);
    strbuf_add(out, "\\-\\-");
    add_troff(out, row->name);
    add_argument(&text, row);
    if (text.len) {
        strbuf_add(out, " \\fI");
        add_troff(out, strbuf_text(&text));
        strbuf_add(out, "\\fR");
    }
    strbuf_clear(&text);
    add_help_text(&text, row);
    strbuf_add(out, "\n");
    add_troff(out, strbuf_text(&text));
    strbuf_add(out, ".\n");
    man_words(out, row, words);
    strbuf_free(&text);
}

static void man_passed(strbuf_t *out) {
    for (const struct passed *p = passed; p < passed + PASSED_COUNT; p++) {
        strbuf_add(out, ".TP\n.B ");
        add_troff(out, p->prefix);
        strbuf_printf(out, " \\fI%s\\fR\n%s; passed to the parser.\n", p->argument, p->help);
    }
}

void options_print_man(strbuf_t *out, const options_words_t *words) {
    strbuf_printf(out, ".TH HEDDLE 1 \"\" \"heddle %s\" \"User Commands\"\n", HEDDLE_VERSION);
    strbuf_add(out, ".SH NAME\nheddle \\- verifier for multithreaded C\n.SH SYNOPSIS\n.B heddle\n");
    strbuf_add(out, "[\\fIOPTION\\fR]... \\fIFILE.c\\fR...\n.SH DESCRIPTION\n");
    add_troff(out, purpose);
    strbuf_add(out, "\n.SH OPTIONS\n");
    for (int group = 0; group < GROUP_COUNT; group++) {
        strbuf_printf(out, ".SS %s\n", group_names[group]);
        for (const option_row_t *row = rows; row < rows + ROW_COUNT; row++)
            if (row->group == (option_group_t)group) man_row(out, row, words);
        if (group == GROUP_INPUT) man_passed(out);
    }
    strbuf_add(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < EXIT_CODE_COUNT; i++)
        strbuf_printf(out, ".TP\n.B %d\n%s.\n", exit_codes[i].code, exit_codes[i].meaning);
    strbuf_add(out, ".SH ENVIRONMENT\n.TP\n.B HEDDLE_MATHSAT\n"
                    "Path of the MathSAT library, if it lies elsewhere than beside the program.\n");
}
