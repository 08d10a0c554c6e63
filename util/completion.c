#include "util/completion.h"

#include <string.h>

/* What of a row completions need. */
typedef enum { COMPLETE_NOTHING, COMPLETE_VALUE, COMPLETE_MAYBE } complete_t;

typedef struct completion_row {
    const char *name, *help;
    char letter;
    complete_t takes;
    const char *argument;      /* NUMBER, STRING: "FILE", "DIR", "N" */
    const char *const *values; /* CHOICE, MODE; ends with NULL */
    bool is_word;
} completion_row_t;

#define VALUE_TEXT(name, text) text,
#define TEXTS(values) ((const char *const[]){values(VALUE_TEXT) NULL})
#define ROW_FLAG(group, field, name, letter, help) {name, help, letter, COMPLETE_NOTHING, 0, 0, 0},
#define ROW_NUMBER(group, field, name, letter, argument, initial, least, help)                     \
    {name, help, letter, COMPLETE_VALUE, argument, 0, 0},
#define ROW_STRING(group, field, name, letter, argument, help)                                     \
    {name, help, letter, COMPLETE_VALUE, argument, 0, 0},
#define ROW_WORD(group, field, name, letter, word, help)                                           \
    {name, help, letter, COMPLETE_VALUE, 0, 0, true},
#define ROW_CHOICE(group, field, name, letter, type, values, help)                                 \
    {name, help, letter, COMPLETE_VALUE, 0, TEXTS(values), 0},
#define ROW_MODE(group, field, name, letter, type, values, bare, help)                             \
    {name, help, letter, COMPLETE_MAYBE, 0, TEXTS(values), 0},

static const completion_row_t rows[] = {
    OPTIONS(ROW_FLAG, ROW_NUMBER, ROW_STRING, ROW_STRING, ROW_WORD, ROW_CHOICE, ROW_MODE)};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void add_values(strbuf_t *out, const completion_row_t *row, const options_words_t *words) {
    bool is_first = true;
    for (int i = 0; row->values && row->values[i]; i++) {
        strbuf_printf(out, "%s%s", is_first ? "" : " ", row->values[i]);
        is_first = false;
    }
    for (size_t i = 0; row->is_word && words && i < words->count; i++) {
        if (strcmp(words->at[i].option, row->name) != 0) continue;
        strbuf_printf(out, "%s%s", is_first ? "" : " ", words->at[i].word);
        is_first = false;
    }
}

static bool takes(const completion_row_t *row, const char *argument) {
    return row->argument && strncmp(row->argument, argument, strlen(argument)) == 0;
}

static void add_names(strbuf_t *out, const completion_row_t *row) {
    strbuf_printf(out, "--%s", row->name);
    if (row->letter) strbuf_printf(out, "|-%c", row->letter);
}

/* Files of C are offered where no option is begun and none waits for its value. */
void completion_print_bash(strbuf_t *out, const options_words_t *words) {
    strbuf_add(out, "# Completions of heddle for bash.\n"
                    "_heddle() {\n"
                    "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                    "    COMPREPLY=()\n"
                    "    case $before in\n");
    for (const completion_row_t *row = rows; row < rows + ROW_COUNT; row++) {
        if (row->takes != COMPLETE_VALUE) continue;
        strbuf_add(out, "    ");
        add_names(out, row);
        strbuf_add(out, ") ");
        if (row->values || row->is_word) {
            strbuf_add(out, "mapfile -t COMPREPLY < <(compgen -W '");
            add_values(out, row, words);
            strbuf_add(out, "' -- \"$now\"); ");
        } else if (takes(row, "FILE")) {
            strbuf_add(out, "mapfile -t COMPREPLY < <(compgen -f -- \"$now\"); ");
        } else if (takes(row, "DIR")) {
            strbuf_add(out, "mapfile -t COMPREPLY < <(compgen -d -- \"$now\"); ");
        }
        strbuf_add(out, "return ;;\n");
    }
    strbuf_add(out, "    esac\n"
                    "    if [[ $now == -* ]]; then\n"
                    "        mapfile -t COMPREPLY < <(compgen -W '");
    for (const completion_row_t *row = rows; row < rows + ROW_COUNT; row++)
        strbuf_printf(out, "%s--%s", row == rows ? "" : " ", row->name);
    strbuf_add(out, "' -- \"$now\")\n"
                    "    else\n"
                    "        mapfile -t COMPREPLY < <(compgen -f -X '!*.@(c|i|json)' -- \"$now\"; "
                    "compgen -d -- \"$now\")\n"
                    "    fi\n"
                    "}\n"
                    "shopt -s extglob\n"
                    "complete -o filenames -F _heddle heddle\n");
}

/* Inside of brackets and quotes: ', [, ] and : mean something else there. */
static void add_description(strbuf_t *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            strbuf_add(out, "'\\''");
        else if (strchr("[]:", *text))
            strbuf_printf(out, "\\%c", *text);
        else
            strbuf_add_bytes(out, text, 1);
    }
}

static void add_zsh_row(strbuf_t *out, const completion_row_t *row, const options_words_t *words) {
    if (row->letter)
        strbuf_printf(out, "    '(-%c --%s)'{-%c,--%s}'[", row->letter, row->name, row->letter,
                      row->name);
    else
        strbuf_printf(out, "    '--%s[", row->name);
    add_description(out, row->help);
    strbuf_add(out, "]");
    if (row->takes != COMPLETE_NOTHING) {
        strbuf_printf(out, "%s%s:", row->takes == COMPLETE_MAYBE ? "::" : ":",
                      row->argument ? row->argument : "value");
        if (row->values || row->is_word) {
            strbuf_add(out, "(");
            add_values(out, row, words);
            strbuf_add(out, ")");
        } else if (takes(row, "FILE")) {
            strbuf_add(out, "_files");
        } else if (takes(row, "DIR")) {
            strbuf_add(out, "_files -/");
        }
    }
    strbuf_add(out, "' \\\n");
}

void completion_print_zsh(strbuf_t *out, const options_words_t *words) {
    strbuf_add(out, "#compdef heddle\n_arguments -s \\\n");
    for (const completion_row_t *row = rows; row < rows + ROW_COUNT; row++)
        add_zsh_row(out, row, words);
    strbuf_add(out, "    '*:program:_files -g \"*.(c|i|json)\"'\n");
}
