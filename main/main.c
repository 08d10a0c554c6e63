#include "engine/engines.h"
#include "frontend/frontend.h"
#include "main/property.h"
#include "main/reports.h"
#include "main/supervise.h"
#include "main/validate.h"
#include "main/worker.h"
#include "util/completion.h"
#include "util/version.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The words of --analysis and of --property. */
static const options_words_t *words(void) {
    enum { MOST = 64 };
    static options_word_t at[MOST] = {
        {"analysis", "auto", "several engines, one after the other, as the program suggests"}};
    static options_words_t all = {.at = at};
    if (all.count) return &all;
    all.count = 1;
    for (size_t i = 0; engine_classes[i]; i++) {
        REQUIRE(all.count < MOST);
        at[all.count++] =
            (options_word_t){"analysis", engine_classes[i]->name, engine_classes[i]->help};
    }
    for (size_t i = 0; property_classes[i]; i++) {
        const property_class_t *class = property_classes[i];
        REQUIRE(all.count < MOST);
        at[all.count++] = (options_word_t){
            "property", class->short_name ? class->short_name : class->name, class->help};
    }
    return &all;
}

static int print_text(void (*print)(strbuf_t *out)) {
    strbuf_t text = {0};
    print(&text);
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
    return worker_flush() ? 0 : EXIT_CODE_INTERNAL;
}

static void print_help(strbuf_t *out) {
    options_print_help(out, words());
}

static void print_man(strbuf_t *out) {
    options_print_man(out, words());
}

static void print_bash(strbuf_t *out) {
    completion_print_bash(out, words());
}

static void print_zsh(strbuf_t *out) {
    completion_print_zsh(out, words());
}

static void print_version(strbuf_t *out) {
    strbuf_printf(out, "heddle %s\n", HEDDLE_VERSION);
}

/* One line for each property; a reason is told below where it is that of the verdict. */
static void print_answers(const run_t *run, FILE *stream) {
    static const char *const verdicts[] = {
        [VERDICT_UNKNOWN] = "unknown", [VERDICT_TRUE] = "true", [VERDICT_FALSE] = "false"};
    for (size_t i = 0; i < run->count; i++) {
        const run_answer_t *answer = &run->answers[i];
        fprintf(stream, "%s: %s", answer->name, verdicts[answer->verdict]);
        if (run->count > 1 && answer->reason[0]) fprintf(stream, " (%s)", answer->reason);
        fprintf(stream, "\n");
    }
}

/* The verdict is the last line of standard output. */
static int report(const run_t *run, const options_t *options, const property_set_t *properties) {
    FILE *stream = run_stream(options);
    stats_choice_t format = options->stats;
    char verdict[64] = "unknown";
    if (run->verdict == VERDICT_TRUE) snprintf(verdict, sizeof verdict, "true");
    if (run->verdict == VERDICT_FALSE)
        snprintf(verdict, sizeof verdict, "false(%s)", run->violated);
    if (!run->has_verdict) snprintf(verdict, sizeof verdict, "none");
    strbuf_t text = {0};
    const char *reason = run->reason[0] ? run->reason : NULL;
    bool is_written = reports_late(options, properties, run);
    if (format == STATS_TEXT) stats_print_text(&text, &run->stats);
    if (format == STATS_JSON) stats_print_json(&text, &run->stats, verdict, reason);
    fputs(strbuf_text(&text), stream);
    strbuf_free(&text);
    if (run->has_verdict) {
        print_answers(run, stream);
        if (reason) fprintf(stream, "reason: %s\n", reason);
        fprintf(stream, "time: %.2f s, memory: %llu MB\n%s\n", run->stats.time_total,
                (unsigned long long)run->stats.memory_kilobytes / 1024, verdict);
    }
    return worker_flush() && is_written ? run->exit_code : EXIT_CODE_INTERNAL;
}

/* Is it sure now that the witness cannot be written, or should not? Said before the work. */
static int refuse_witness(const options_t *options) {
    const char *path = options->witness, *slash = path ? strrchr(path, '/') : NULL;
    struct stat there = {0}, other;
    if (!path) return 0;
    bool exists = stat(path, &there) == 0;
    for (size_t i = 0; exists && i < options->files.len; i++) {
        if (stat(options->files.data[i], &other) != 0 || other.st_ino != there.st_ino ||
            other.st_dev != there.st_dev)
            continue;
        fprintf(stderr, "heddle: the witness would replace the program %s\n", path);
        return EXIT_CODE_USAGE;
    }
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool is_special = exists && !S_ISREG(there.st_mode);
    bool can_write = access(is_special ? path : folder, W_OK) == 0 && !S_ISDIR(there.st_mode);
    if (!can_write)
        fprintf(stderr, "heddle: cannot write the witness %s: %s\n", path,
                exists && S_ISDIR(there.st_mode) ? "it is a folder" : strerror(errno));
    free(folder);
    return can_write ? 0 : EXIT_CODE_INTERNAL;
}

/* The part in brackets below, with a witness in the source if one is to be validated. */
static int work_on(const options_t *options, const property_set_t *properties) {
    work_t work = {.options = options, .properties = properties};
    validation_t validation = {0};
    strbuf_t error = {0};
    int exit_code = EXIT_CODE_INPUT;
    if (options->validate && !validation_begin(&validation, options, properties, &error)) {
        fprintf(stderr, "%s\n", strbuf_text(&error));
    } else {
        if (options->validate) work.properties = &validation.properties;
        work.texts = validation.texts.data;
        work.head = validation.head;
        run_t *run = supervise(worker_run, &work, options);
        if (run && options->validate) validation_end(&validation, options, run);
        if (run)
            exit_code = report(run, options, work.properties);
        else
            fprintf(stderr, "heddle: the system has no shared memory to give\n");
        if (!run) exit_code = EXIT_CODE_INTERNAL;
        supervise_free(run);
    }
    if (options->validate) validation_free(&validation);
    strbuf_free(&error);
    return exit_code;
}

/* A bad file counts for more than an unsupported property before it. */
static property_file_t read_properties(arena_t *arena, const options_t *options,
                                       property_set_t *properties, strbuf_t *message) {
    property_file_t answer = PROPERTY_FILE_OK;
    for (size_t i = 0; i < options->property.len && answer != PROPERTY_FILE_BAD; i++) {
        property_file_t one = property_read(arena, options->property.data[i], properties, message);
        if (one != PROPERTY_FILE_OK) answer = one;
    }
    if (!options->property.len) property_set_add(properties, property_default());
    return answer;
}

/* options -> property -> [source -> program -> engine -> evidence] -> verdict;
 * the part in brackets is worker_run, in a process of its own. */
static int verify(const options_t *options) {
    arena_t *arena = arena_new();
    strbuf_t message = {0};
    property_set_t properties = {0};
    property_file_t read = read_properties(arena, options, &properties, &message);
    int exit_code = EXIT_CODE_INTERNAL;
    if (read == PROPERTY_FILE_BAD) {
        fprintf(stderr, "%s\n", strbuf_text(&message));
        exit_code = EXIT_CODE_INPUT;
    } else if (read == PROPERTY_FILE_UNSUPPORTED) {
        run_t run = {0};
        run_set_unknown(&run, EXIT_CODE_UNKNOWN, "%s", strbuf_text(&message));
        exit_code = report(&run, options, &properties);
    } else {
        exit_code = work_on(options, &properties);
    }
    strbuf_free(&message);
    arena_delete(arena);
    return exit_code;
}

int main(int argc, char **argv) {
    options_t options;
    strbuf_t error = {0};
    int exit_code;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing */
    if (!options_parse(&options, argc, argv, words(), &error)) {
        fprintf(stderr, "heddle: %s\nTry heddle --help.\n", strbuf_text(&error));
        exit_code = EXIT_CODE_USAGE;
    } else if (options.help) {
        exit_code = print_text(print_help);
    } else if (options.man) {
        exit_code = print_text(print_man);
    } else if (options.completion) {
        exit_code = print_text(options.completion == COMPLETION_BASH ? print_bash : print_zsh);
    } else if (options.list_models) {
        exit_code = print_text(frontend_list_models);
    } else if (options.list_engines) {
        exit_code = print_text(engines_print);
    } else if (options.list_configurations) {
        exit_code = print_text(engines_print_configurations);
    } else if (options.version) {
        exit_code = print_text(print_version);
    } else {
        exit_code = refuse_witness(&options);
        if (!exit_code) exit_code = verify(&options);
    }
    strbuf_free(&error);
    options_free(&options);
    return exit_code;
}
