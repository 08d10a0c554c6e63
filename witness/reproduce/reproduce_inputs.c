#include "witness/reproduce/reproduce.h"

#include <inttypes.h>
#include <string.h>

/* Variables of the C library. */
static const char *const library_variables[] = {"stdin",    "stdout",   "stderr", "environ",
                                                "optarg",   "optind",   "opterr", "optopt",
                                                "timezone", "daylight", "tzname"};
/* Functions of the runtime that stand for the violation. */
static const char *const own_errors[] = {"reach_error", "__VERIFIER_error", "__assert_fail"};

#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))
static bool is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* Is it the result of a function that nobody defines? Those without a body have a remark. */
static bool is_input(const edge_t *edge) {
    if (edge->kind != EDGE_HAVOC || !edge->model) return false;
    return strncmp(edge->model, "__VERIFIER_nondet", 17) == 0 || edge->text;
}

static void print_type(strbuf_t *out, const type_t *type) {
    switch (type->kind) {
    case TYPE_BOOL: strbuf_add(out, "_Bool"); break;
    case TYPE_FLOAT: strbuf_add(out, type->bits == 32 ? "float" : "double"); break;
    case TYPE_POINTER: strbuf_add(out, "void *"); break;
    default:
        strbuf_printf(out, "%s %s", type->is_signed ? "signed" : "unsigned",
                      type->bits == 8    ? "char"
                      : type->bits == 16 ? "short"
                      : type->bits == 32 ? "int"
                                         : "long long");
    }
}

static void print_input(strbuf_t *out, const edge_t *edge) {
    print_type(out, edge->type);
    strbuf_printf(out, " %s(void) {\n    ", edge->model);
    if (edge->type->kind == TYPE_FLOAT) {
        strbuf_printf(out, "union { unsigned %s bits; ", edge->type->bits == 32 ? "" : "long long");
        print_type(out, edge->type);
        strbuf_printf(out, " value; } both = {heddle_input(\"%s\")};\n    return both.value;\n}\n",
                      edge->model);
        return;
    }
    strbuf_add(out, "return (");
    print_type(out, edge->type);
    strbuf_printf(out, ")%sheddle_input(\"%s\");\n}\n",
                  edge->type->kind == TYPE_POINTER ? "(__UINTPTR_TYPE__)" : "", edge->model);
}

/* One definition per name; some call the same function with different types. */
static void print_functions(strbuf_t *out, const program_t *program) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!is_input(edge) || is_among(edge->model, names.data, names.len)) continue;
        VEC_PUSH(names, edge->model);
        print_input(out, edge);
    }
    VEC_FREE(names);
}

static bool is_from_system(const object_t *object) {
    const char *file = object->source.file;
    return !file || strncmp(file, "/usr/", 5) == 0 || strncmp(file, "/heddle-prelude/", 16) == 0 ||
           IS_AMONG(object->name, library_variables);
}

static void print_variable(strbuf_t *out, const object_t *object, const trace_t *trace) {
    strbuf_printf(out, "_Alignas(16) unsigned char %s[%" PRIu64 "] = {", object->name,
                  object->type->size ? object->type->size : 1);
    for (size_t i = 0; trace && i < trace->memory.len; i++) {
        const trace_memory_t *m = &trace->memory.data[i];
        if (m->address < object->address || m->address - object->address >= object->type->size)
            continue;
        for (unsigned byte = 0; byte < m->size; byte++)
            strbuf_printf(out, "[%" PRIu64 "] = %u, ", m->address - object->address + byte,
                          (unsigned)(m->value >> 8 * byte & 255));
    }
    strbuf_add(out, "};\n");
}

void reproduce_print_inputs(strbuf_t *out, const reproduce_task_t *task) {
    const program_t *program = task->replay->program;
    strbuf_add(out, "/* What the program is given from outside. */\n"
                    "unsigned long long heddle_input(const char *name);\n"
                    "void control_error(const char *function, _Bool ends);\n");
    print_functions(out, program);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind == OBJECT_GLOBAL && object->init_unknown && !is_from_system(object))
            print_variable(out, object, task->trace);
    }
    const edge_t *last = VEC_TOP(task->replay->steps).edge;
    bool is_call = last->kind == EDGE_ERROR && last->text && !strchr(last->text, ' ');
    if (is_call && !IS_AMONG(last->text, own_errors))
        strbuf_printf(out,
                      "__attribute__((weak)) void %s(void) {\n    control_error(\"%s\", 1);\n}\n",
                      last->text, last->text);
}
