#include "witness/reproduce/schedule.h"

#include <inttypes.h>
#include <string.h>

typedef struct schedule_printer {
    strbuf_t *out;
    const schedule_t *schedule;
    VEC(const char *) files;
} schedule_printer_t;

static size_t file_number(schedule_printer_t *p, const char *file) {
    if (!file) file = "?";
    for (size_t i = 0; i < p->files.len; i++)
        if (strcmp(p->files.data[i], file) == 0) return i;
    VEC_PUSH(p->files, file);
    strbuf_printf(p->out, "file %zu %s\n", p->files.len - 1, file);
    return p->files.len - 1;
}

static void print_threads(schedule_printer_t *p) {
    for (size_t i = 0; i < p->schedule->threads.len; i++) {
        strbuf_printf(p->out, "thread %zu %s", i, p->schedule->threads.data[i]->name);
        if (i) strbuf_printf(p->out, "#%zu", i);
        strbuf_add(p->out, "\n");
    }
}

static void print_objects(schedule_printer_t *p) {
    static const char *const storages[] = {"static", "heap", "stack"};
    for (size_t i = 0; i < p->schedule->objects.len; i++) {
        const schedule_object_t *it = &p->schedule->objects.data[i];
        size_t file = file_number(p, it->object->source.file);
        bool is_static = it->storage == SCHEDULE_STATIC;
        const function_t *scope = is_static ? it->object->function : NULL;
        strbuf_printf(p->out, "object %zu %s %u %u %" PRIu64 " %zu %s %s\n", i,
                      storages[it->storage], it->thread, it->nth, it->size, file,
                      scope ? scope->name : "-", it->object->name);
    }
    for (size_t i = 0; i < p->schedule->shared.len; i++) {
        const schedule_range_t *range = &p->schedule->shared.data[i];
        strbuf_printf(p->out, "shared %u %" PRIu64 " %" PRIu64 "\n", range->object, range->from,
                      range->to);
    }
}

static void print_inputs(schedule_printer_t *p) {
    if (p->schedule->has_argument_count)
        strbuf_printf(p->out, "arguments %" PRIu64 "\n", p->schedule->argument_count);
    for (size_t i = 0; i < p->schedule->inputs.len; i++) {
        const schedule_input_t *input = &p->schedule->inputs.data[i];
        strbuf_printf(p->out, "input %u %" PRIu64 " %s\n", input->thread, input->value,
                      input->name);
    }
}

static void print_step(schedule_printer_t *p, const schedule_step_t *step) {
    static const char *const kinds[] = {
#define KIND_TEXT(name, text) text,
        SCHEDULE_KINDS(KIND_TEXT)
#undef KIND_TEXT
    };
    size_t file = file_number(p, step->source.file);
    strbuf_printf(p->out, "step %u %u %s ", step->step, step->thread, kinds[step->kind]);
    if (step->object == SCHEDULE_NO_OBJECT)
        strbuf_add(p->out, "-");
    else
        strbuf_printf(p->out, "%u", step->object);
    strbuf_printf(p->out, " %" PRIu64 " %" PRIu64 " ", step->offset, step->size);
    if (step->has_value)
        strbuf_printf(p->out, "%" PRIu64, step->value);
    else
        strbuf_add(p->out, "-");
    strbuf_printf(p->out, " %d %s %zu %u\n", step->continues, step->name ? step->name : "-", file,
                  step->source.line);
}

void schedule_print(strbuf_t *out, const schedule_t *schedule) {
    schedule_printer_t p = {.out = out, .schedule = schedule};
    print_threads(&p);
    print_objects(&p);
    print_inputs(&p);
    for (size_t i = 0; i < schedule->steps.len; i++) print_step(&p, &schedule->steps.data[i]);
    VEC_FREE(p.files);
}
