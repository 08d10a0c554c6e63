#include "tests/fuzz/verifier.h"

#include "tests/fuzz/print.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WORDS = 32, TAIL = 1 << 14 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static pid_t start(char *const *words, const char *errors, int *out) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        int file = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(ends[1], 1);
        if (file >= 0) dup2(file, 2);
        close(ends[0]);
        execv(words[0], words);
        _exit(127);
    }
    close(ends[1]);
    *out = ends[0];
    return child;
}

/* The end of what it writes, and its status; -1 if it did not end in time. */
static int finish(pid_t child, int out, double deadline, char *tail) {
    size_t len = 0;
    bool is_late = false;
    for (;;) {
        struct pollfd poll_out = {.fd = out, .events = POLLIN};
        double left = deadline - now();
        if (left <= 0 || poll(&poll_out, 1, (int)(left * 1000) + 1) == 0) {
            is_late = true;
            break;
        }
        if (len > TAIL / 2) {
            memmove(tail, tail + len - TAIL / 4, TAIL / 4);
            len = TAIL / 4;
        }
        ssize_t got = read(out, tail + len, TAIL - 1 - len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        len += (size_t)got;
    }
    tail[len] = '\0';
    close(out);
    if (is_late) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    return is_late ? -1 : status;
}

static bool contains_any(const char *text, const char *const *words) {
    for (; *words; words++)
        if (strstr(text, *words)) return true;
    return false;
}

static answer_t judge(int status, char *tail, char text[256]) {
    static const char *const unbacked[] = {"not confirmed", "not be replayed", NULL};
    size_t len = strlen(tail);
    while (len && tail[len - 1] == '\n') tail[--len] = '\0';
    const char *last = strrchr(tail, '\n');
    last = last ? last + 1 : tail;
    if (status == -1) {
        snprintf(text, 256, "hangs");
        return ANSWER_BROKEN;
    }
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    if (code == 0 && strcmp(last, "true") == 0) {
        snprintf(text, 256, "true");
        return ANSWER_TRUE;
    }
    if (code == 10 && strncmp(last, "false(", 6) == 0) {
        snprintf(text, 256, "%.200s", last);
        return ANSWER_FALSE;
    }
    const char *reason = strstr(tail, "reason: ");
    if (code != 5 || strcmp(last, "unknown") != 0 || !reason) {
        snprintf(text, 256, "exit code %d, last line '%.60s', %.*s", code, last,
                 reason ? (int)strcspn(reason, "\n") : 0, reason ? reason : "");
        return ANSWER_BROKEN;
    }
    snprintf(text, 256, "unknown (%.*s)", (int)strcspn(reason + 8, "\n"), reason + 8);
    return contains_any(text, unbacked) ? ANSWER_UNBACKED : ANSWER_GAVE_UP;
}

answer_t verifier_ask(const verifier_t *verifier, tree_t *tree, const char *options,
                      char text[256]) {
    static char tail[TAIL];
    char path[512], errors[512], limit[16], copy[512];
    snprintf(path, sizeof path, "%s/program%ld.c", verifier->folder, (long)getpid());
    snprintf(errors, sizeof errors, "%s/errors%ld", verifier->folder, (long)getpid());
    snprintf(limit, sizeof limit, "%u", verifier->time_limit);
    snprintf(copy, sizeof copy, "%s", options);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(2);
    }
    tree_print(tree, file);
    fclose(file);
    char *words[MAX_WORDS] = {(char *)verifier->program,
                              "--time-limit",
                              limit,
                              "--memory-limit",
                              "3000",
                              "--data-model",
                              tree->pointer_size == 8 ? "LP64" : "ILP32",
                              "--hunt", /* the engine that is asked is to find it */
                              "0"};
    static const char *const properties[] = {NULL, "no-thread-misuse", "no-overflow"};
    unsigned count = 9;
    if (properties[tree->asked]) {
        words[count++] = "--property";
        words[count++] = (char *)properties[tree->asked];
    }
    for (char *word = strtok(copy, " "); word && count < MAX_WORDS - 2; word = strtok(NULL, " "))
        words[count++] = word;
    words[count++] = path;
    int out;
    pid_t child = start(words, errors, &out);
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    double deadline = now() + 4 * verifier->time_limit + 20;
    answer_t answer = judge(finish(child, out, deadline, tail), tail, text);
    unlink(path);
    unlink(errors);
    return answer;
}

static FILE *open_list(const verifier_t *verifier, const char *option) {
    char command[1024];
    snprintf(command, sizeof command, "'%s' %s", verifier->program, option);
    return popen(command, "r");
}

/* Names of the engines that can refute and prove, each between blanks. */
static void list_complete(const verifier_t *verifier, char *names, size_t size) {
    char line[512], name[64], refutes[256], proves[256];
    size_t used = (size_t)snprintf(names, size, " auto ");
    FILE *list = open_list(verifier, "--list-engines");
    while (list && fgets(line, sizeof line, list))
        if (sscanf(line, "%63s %255s %255s", name, refutes, proves) == 3 && *refutes != '-' &&
            *proves != '-' && used < size)
            used += (size_t)snprintf(names + used, size - used, "%s ", name);
    if (list) pclose(list);
}

bool verifier_list(const verifier_t *verifier, configurations_t *out) {
    enum { MOST = sizeof out->options / sizeof *out->options };
    char complete[512], line[512], analysis[66];
    list_complete(verifier, complete, sizeof complete);
    FILE *list = open_list(verifier, "--list-configurations");
    out->count = 0;
    while (list && out->count < MOST && fgets(line, sizeof line, list)) {
        char *options = strchr(line, ' ');
        if (!options) continue;
        line[strcspn(line, "\n")] = '\0';
        analysis[0] = ' ';
        if (sscanf(options, " --analysis %63s", analysis + 1) != 1) continue;
        strcat(analysis, " ");
        if (strstr(complete, analysis)) out->options[out->count++] = strdup(options + 1);
    }
    if (list) pclose(list);
    return out->count > 0;
}

void configurations_free(configurations_t *configurations) {
    for (size_t i = 0; i < configurations->count; i++) free(configurations->options[i]);
    configurations->count = 0;
}
