/* Reads schedule.txt, whose lines witness/reproduce of heddle writes and docs/reproduce.md
 * describes. */
#include "runtime.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

schedule_t schedule;

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);

static char **files;
static unsigned file_count;

static const struct {
    const char *name, *verb;
} kinds[] = {
    [STEP_READ] = {"read", "read"},
    [STEP_WRITE] = {"write", "write"},
    [STEP_LOCK] = {"lock", "lock a mutex"},
    [STEP_TRYLOCK] = {"trylock", "try to lock a mutex"},
    [STEP_UNLOCK] = {"unlock", "unlock a mutex"},
    [STEP_CREATE] = {"create", "create a thread"},
    [STEP_JOIN] = {"join", "join a thread"},
    [STEP_CALL] = {"call", "call"},
    [STEP_END] = {"end", "end"},
    [STEP_ERROR] = {"error", "violate the property by calling"},
    [STEP_BLOCKED] = {"blocked", "wait for ever"},
};

const char *step_verb(const step_t *step) {
    return kinds[step->kind].verb;
}

static _Noreturn void bad(const char *line) {
    fprintf(stderr, "heddle: schedule.txt has a line that is not understood: %s\n", line);
    exit(3);
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(__real_calloc(1, size), text, size);
}

/* Words are separated by single blanks; the last one may contain blanks. */
static char *word(char **rest) {
    char *begin = *rest ? *rest : "";
    char *end = strchr(begin, ' ');
    if (end) *end++ = 0;
    *rest = end;
    return begin;
}

static unsigned long long number(char **rest) {
    return strtoull(word(rest), NULL, 0);
}

static const char *text_or_null(const char *text) {
    return strcmp(text, "-") == 0 ? NULL : text;
}

static void *grow(void *array, unsigned count, size_t size) {
    if (count & (count - 1)) return array;
    return __real_realloc(array, (count ? 2 * count : 1) * size);
}

static thread_t *thread_numbered(unsigned long long n, const char *line) {
    if (n >= (unsigned)schedule.thread_count) bad(line);
    return &schedule.threads[n];
}

static void read_thread(char *rest) {
    schedule.threads =
        __real_realloc(schedule.threads, (schedule.thread_count + 1) * sizeof(thread_t));
    thread_t *thread = &schedule.threads[schedule.thread_count];
    *thread = (thread_t){.number = schedule.thread_count++};
    number(&rest);
    thread->name = copy(rest ? rest : "?");
}

static void read_object(char *rest) {
    object_t *object = __real_calloc(1, sizeof *object);
    schedule.objects = grow(schedule.objects, schedule.object_count, sizeof(object_t *));
    schedule.objects[schedule.object_count++] = object;
    number(&rest);
    const char *kind = word(&rest);
    object->kind = kind[0] == 'h' ? OBJECT_HEAP : kind[1] == 't' && kind[3] == 't' ? OBJECT_STATIC
                                                                                  : OBJECT_STACK;
    object->thread = (int)number(&rest);
    object->nth = (unsigned)number(&rest);
    object->size = number(&rest);
    object->shared = __real_calloc(1, object->size + 1);
    unsigned long long file = number(&rest);
    object->file = file < file_count ? files[file] : "";
    const char *scope = text_or_null(word(&rest));
    object->scope = scope ? copy(scope) : NULL;
    object->name = copy(rest ? rest : "?");
}

static object_t *object_numbered(unsigned long long n, const char *line) {
    if (n >= schedule.object_count) bad(line);
    return schedule.objects[n];
}

static void read_shared(char *rest, const char *line) {
    object_t *object = object_numbered(number(&rest), line);
    size_t from = number(&rest), to = number(&rest);
    for (size_t i = from; i < to && i < object->size; i++) object->shared[i] = 1;
}

static void read_input(char *rest, const char *line) {
    thread_t *thread = thread_numbered(number(&rest), line);
    input_t *input = __real_calloc(1, sizeof *input);
    input->value = number(&rest);
    input->name = copy(rest ? rest : "");
    input_t **end = &thread->inputs;
    while (*end) end = &(*end)->next;
    *end = input;
}

/* step NUMBER THREAD KIND OBJECT|- OFFSET SIZE VALUE|- CONTINUES NAME|- FILE LINE */
static void read_step(char *rest, const char *line) {
    schedule.steps = grow(schedule.steps, schedule.count, sizeof(step_t));
    step_t *step = &schedule.steps[schedule.count];
    *step = (step_t){.number = (unsigned)number(&rest), .position = schedule.count++};
    step->thread = thread_numbered(number(&rest), line)->number;
    const char *kind = word(&rest);
    unsigned k = 0;
    while (k <= STEP_BLOCKED && strcmp(kinds[k].name, kind) != 0) k++;
    if (k > STEP_BLOCKED) bad(line);
    step->kind = (step_kind_t)k;
    const char *object = text_or_null(word(&rest));
    if (object) step->object = object_numbered(strtoull(object, NULL, 0), line);
    step->offset = number(&rest);
    step->size = number(&rest);
    const char *value = text_or_null(word(&rest));
    step->has_value = value != NULL;
    if (value) step->value = strtoull(value, NULL, 0);
    step->continues = number(&rest) != 0;
    const char *name = text_or_null(word(&rest));
    step->name = name ? copy(name) : NULL;
    unsigned long long file = number(&rest);
    step->file = file < file_count ? files[file] : "?";
    step->line = (unsigned)number(&rest);
}

static void read_line(char *line) {
    char whole[256];
    snprintf(whole, sizeof whole, "%s", line);
    char *rest = line;
    const char *what = word(&rest);
    if (what[0] == '#' || !what[0]) return;
    if (strcmp(what, "file") == 0) {
        number(&rest);
        files = grow(files, file_count, sizeof(char *));
        files[file_count++] = copy(rest ? rest : "");
    } else if (strcmp(what, "thread") == 0) {
        read_thread(rest);
    } else if (strcmp(what, "object") == 0) {
        read_object(rest);
    } else if (strcmp(what, "shared") == 0) {
        read_shared(rest, whole);
    } else if (strcmp(what, "input") == 0) {
        read_input(rest, whole);
    } else if (strcmp(what, "arguments") == 0) {
        schedule.has_arguments = true;
        schedule.argument_count = (unsigned)number(&rest);
    } else if (strcmp(what, "step") == 0) {
        read_step(rest, whole);
    } else {
        bad(whole);
    }
}

static void link_steps(void) {
    for (unsigned i = schedule.count; i-- > 0;) {
        step_t *step = &schedule.steps[i];
        thread_t *thread = &schedule.threads[step->thread];
        if (step->kind == STEP_END) thread->ends = true;
        step->next = thread->next;
        thread->next = step;
    }
}

void schedule_load(void) {
    const char *path = getenv("HEDDLE_SCHEDULE");
    if (!path) path = "schedule.txt";
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "heddle: cannot read %s; run the program in its own folder\n", path);
        exit(3);
    }
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, file)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        read_line(line);
    }
    free(line);
    fclose(file);
    if (!schedule.thread_count) bad("(no threads)");
    link_steps();
}
