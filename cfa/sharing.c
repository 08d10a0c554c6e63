/* Pass sharing.
 * requires: points_to
 * provides: object->may_be_shared, object->is_constant, access.shared
 * breaks:   nothing
 *
 * An object is shared if code of two threads may touch one instance of it.
 * Globals have one instance that every thread can name. An instance of a local
 * or allocated object belongs to one thread until its address comes to another
 * one: as argument or exit value of a thread, or through the memory of an
 * object that is shared itself. The first thread to get the address of a
 * foreign instance gets it one of these ways, so the closure below is sound. */
#include "cfa/callgraph.h"
#include "cfa/passes.h"
#include "cfa/points_to.h"

typedef struct sharing {
    program_t *program;
    callgraph_t *graph;
    bool *touched_twice; /* per object: by code that two threads may run */
    uint32_t *toucher;   /* per object: 1 + the root whose code touches it */
    bool *written;       /* per object */
    bool *travels;       /* per object: another thread may have its address */
    VEC(const object_t *) work;
    bool wild, wild_write; /* some access cannot be bounded */
} sharing_t;

static void touch(sharing_t *s, const object_t *object, const function_t *function) {
    for (size_t root = 0; root < callgraph_root_count(s->graph); root++) {
        if (s->touched_twice[object->id]) return;
        if (!callgraph_runs_in(s->graph, function, root)) continue;
        uint32_t known = s->toucher[object->id];
        if ((known && known != root + 1) || !callgraph_root_is_single(s->graph, root))
            s->touched_twice[object->id] = true;
        s->toucher[object->id] = (uint32_t)root + 1;
    }
}

/* A frame that ends takes its locals with it: that touches them, too. */
static void collect_frames(sharing_t *s) {
    for (size_t i = 0; i < s->program->functions.len; i++) {
        const function_t *function = s->program->functions.data[i];
        for (size_t j = 0; j < function->locals.len; j++)
            touch(s, function->locals.data[j], function);
    }
}

static void collect(sharing_t *s) {
    for (size_t i = 0; i < s->program->edges.len; i++) {
        const edge_t *edge = s->program->edges.data[i];
        const access_t *access = &edge->access;
        s->wild |= access->anything;
        s->wild_write |= access->anything && access->writes;
        for (size_t j = 0; j < access->count; j++) {
            touch(s, access->objects[j], edge->from->function);
            s->written[access->objects[j]->id] |= access->writes;
        }
    }
}

static void send(sharing_t *s, const object_t *object) {
    if (s->travels[object->id]) return;
    s->travels[object->id] = true;
    VEC_PUSH(s->work, object);
}

static void send_all(sharing_t *s, const object_t *const *objects, size_t count) {
    for (size_t i = 0; i < count; i++) send(s, objects[i]);
}

static void find_travellers(sharing_t *s) {
    program_t *program = s->program;
    size_t count;
    bool anything;
    for (size_t i = 0; i < program->objects.len; i++)
        if (program->objects.data[i]->kind == OBJECT_GLOBAL) send(s, program->objects.data[i]);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE || !edge->value) continue;
        const object_t *const *objects =
            points_to_expr(program, edge->from->function, edge->value, &count, &anything);
        send_all(s, objects, count);
    }
    const object_t *const *exits = points_to_exit_values(program, &count);
    send_all(s, exits, count);
    while (s->work.len > 0) {
        const object_t *object = VEC_POP(s->work);
        /* Memory that one thread alone touches carries nothing to another. */
        if (!s->touched_twice[object->id]) continue;
        const object_t *const *contents = points_to_contents(program, object, &count);
        send_all(s, contents, count);
    }
}

static void judge(sharing_t *s, object_t *object) {
    bool is_memory = object->kind != OBJECT_STRING && object->kind != OBJECT_FUNCTION;
    bool many_threads =
        callgraph_root_count(s->graph) > 1 ||
        (callgraph_root_count(s->graph) == 1 && !callgraph_root_is_single(s->graph, 0));
    /* Writing to a string literal is undefined, whatever points to it. */
    object->is_constant =
        object->kind == OBJECT_STRING ||
        (object->kind == OBJECT_GLOBAL && !s->wild_write && !s->written[object->id]);
    object->may_be_shared = is_memory && many_threads && !object->is_constant &&
                            (s->wild || (s->travels[object->id] && s->touched_twice[object->id]));
}

static void mark_accesses(sharing_t *s) {
    for (size_t i = 0; i < s->program->edges.len; i++) {
        access_t *access = &s->program->edges.data[i]->access;
        access->shared = access->anything;
        for (size_t j = 0; j < access->count && !access->shared; j++)
            access->shared = access->objects[j]->may_be_shared;
    }
}

void sharing_run(program_t *program) {
    size_t count = program->objects.len;
    sharing_t s = {.program = program,
                   .graph = callgraph_new(program),
                   .touched_twice = mem_zalloc(count + 1),
                   .toucher = mem_zalloc(sizeof(uint32_t) * (count + 1)),
                   .written = mem_zalloc(count + 1),
                   .travels = mem_zalloc(count + 1)};
    collect_frames(&s);
    collect(&s);
    find_travellers(&s);
    for (size_t i = 0; i < count; i++) judge(&s, program->objects.data[i]);
    mark_accesses(&s);
    callgraph_delete(s.graph);
    mem_free(s.touched_twice);
    mem_free(s.toucher);
    mem_free(s.written);
    mem_free(s.travels);
    VEC_FREE(s.work);
}
