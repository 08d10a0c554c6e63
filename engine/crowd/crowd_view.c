#include "engine/crowd/crowd_view.h"

#include "cfa/callgraph.h"
#include "cfa/handles.h"
#include "cfa/layout.h"
#include "cfa/own_address.h"
#include "cpa/core/memory.h"

/* What must hold of the program. */

static bool mentions_self(const expr_t *expr) {
    if (!expr) return false;
    if (expr->kind == EXPR_SELF) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (mentions_self(expr->a[i])) return true;
    return false;
}

static const char *edge_objection(const program_t *program, const callgraph_t *calls,
                                  const edge_t *edge) {
    bool by_threads = callgraph_runs_in_threads(calls, edge->from->function);
    /* Where a thread allocates, addresses depend on its number. What main allocates
     * lies in the common half. */
    if (edge->kind == EDGE_ALLOC && by_threads) return "threads allocate memory";
    if (by_threads && edge_computes_with_own_address(program, edge))
        return "a thread computes with an address of its stack";
    /* Where its value is known it would be noticed, but often it is not. */
    if (by_threads && edge_hands_out_own_address(program, edge))
        return "a thread may hand out an address of its stack";
    bool names_one = edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
    if (names_one && !edge_names_thread(program, edge))
        return "a thread may be joined or detached that is none, or was before";
    if (edge->kind == EDGE_OWNS) return "it asks who holds a mutex";
    if (edge->kind == EDGE_JOINABLE) return "it asks whether a thread can be joined";
    if (mentions_self(edge->value) || mentions_self(edge->address))
        return "it asks for the identity of a thread";
    for (size_t i = 0; i < edge->arg_count; i++)
        if (mentions_self(edge->args[i])) return "it asks for the identity of a thread";
    return NULL;
}

/* Memory of a thread that others may reach has no place in a view, but for main's. */
const char *crowd_objection(const program_t *program) {
    callgraph_t *calls = callgraph_new(program);
    const char *why = NULL;
    for (size_t i = 0; !why && i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        bool calls_main = edge->callee == program->main &&
                          (edge->kind == EDGE_CALL || edge->kind == EDGE_THREAD_CREATE);
        why = calls_main ? "it calls main" : edge_objection(program, calls, edge);
    }
    callgraph_delete(calls);
    if (why) return why;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        bool is_own = object->kind == OBJECT_THREAD ||
                      (object->kind == OBJECT_LOCAL && object->function != program->main);
        if (is_own && object->may_be_shared) return "threads share what lies on their stacks";
    }
    return NULL;
}

void crowd_view_init(crowd_view_t *view, const program_t *program) {
    view->program = program;
    view->threading = threading_new(program, LAYOUT_MAX_THREADS, UINT32_MAX);
    view->value = value_new(program, (value_options_t){.track_all = true, .split_bools = true});
}

void crowd_view_free(crowd_view_t *view) {
    view->value->class->destroy(view->value);
    threading_delete(view->threading);
    strbuf_free(&view->reason);
    VEC_FREE(view->description.bindings);
    VEC_FREE(view->kept);
    VEC_FREE(view->moves);
}

variable_t crowd_as_thread_one(const function_t *routine, variable_t variable) {
    if (variable_kind(variable) == VARIABLE_REG)
        return variable_reg(1, 0, routine, variable_reg_number(variable));
    uint64_t address = variable_address(variable);
    return variable_cell(address - layout_thread_block(memory_stack_at(address)) +
                             layout_thread_block(1),
                         variable_size(variable));
}

/* Halves. */

static const configuration_t *intern_configuration(crowd_view_t *view,
                                                   const configuration_t *draft) {
    return configuration_intern(threading_configurations(view->threading), draft);
}

/* The mutexes that are held, by anybody: whoever unlocks may. */
const configuration_t *crowd_common_configuration(crowd_view_t *view, const configuration_t *c) {
    VEC(held_lock_t) locks = {0};
    for (uint32_t i = 0; i < c->lock_count; i++) {
        held_lock_t lock = c->locks[i];
        lock.thread = 0;
        VEC_PUSH(locks, lock);
    }
    const thread_t gone = {.status = THREAD_FREE};
    configuration_t draft = {.thread_count = 1, .threads = c->thread_count ? c->threads : &gone};
    draft.locks = locks.data;
    draft.lock_count = (uint32_t)locks.len;
    draft.heap = c->heap;
    draft.heap_count = c->heap_count;
    const configuration_t *common = intern_configuration(view, &draft);
    VEC_FREE(locks);
    return common;
}

const configuration_t *crowd_local_configuration(crowd_view_t *view, const thread_t *thread) {
    thread_t threads[2] = {{.status = THREAD_FREE}, *thread};
    configuration_t draft = {.thread_count = 2, .threads = threads};
    return intern_configuration(view, &draft);
}

const configuration_t *crowd_new_configuration(crowd_view_t *view, const thread_t *thread) {
    frame_t frame = thread->frames[0];
    thread_t fresh = *thread;
    frame.base = layout_first_frame(view->program, 1);
    fresh.frames = &frame;
    return crowd_local_configuration(view, &fresh);
}

const configuration_t *crowd_join_halves(crowd_view_t *view, const configuration_t *common,
                                         const configuration_t *local) {
    thread_t threads[2] = {common->threads[0], local->threads[1]};
    configuration_t draft = *common;
    draft.thread_count = 2;
    draft.threads = threads;
    return intern_configuration(view, &draft);
}

void crowd_describe(crowd_view_t *view, part_t part, const configuration_t *where) {
    VEC_CLEAR(view->description.bindings);
    view->value->class->describe(view->value, part, where, &view->description);
}

bool crowd_fail(crowd_view_t *view, const edge_t *edge, const char *why) {
    strbuf_clear(&view->reason);
    if (edge && edge->source.file)
        strbuf_printf(&view->reason, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&view->reason, why);
    return false;
}

/* In a view, the own stack of every thread has the same addresses. */
static bool hands_out_stack(const crowd_view_t *view) {
    for (size_t i = 0; i < view->description.bindings.len; i++) {
        binding_t binding = view->description.bindings.data[i];
        if (memory_owner(binding.variable) != 1 && memory_stack_at(binding.value) == 1) return true;
    }
    return false;
}

bool crowd_stays_apart(crowd_view_t *view, const configuration_t *c, bool by_main) {
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (memory_stack_at(c->locks[i].address) != 0)
            return crowd_fail(view, NULL, "a thread locks a mutex on its stack");
    if (!by_main && hands_out_stack(view))
        return crowd_fail(view, NULL, "threads hand out addresses of their stacks");
    return true;
}

/* Steps. */

bool crowd_query(void *context, const configuration_t *where, uint32_t thread, const expr_t *expr,
                 uint64_t *value) {
    const crowd_query_t *q = context;
    return value_evaluate(q->value, q->part, where, thread, expr, value);
}

/* JOIN and DETACH of whichever thread: the mover goes on. */
static step_t passing(crowd_view_t *view, const configuration_t *c, uint32_t thread,
                      const edge_t *edge) {
    VEC(thread_t) threads = {0};
    VEC(frame_t) frames = {0};
    for (uint32_t t = 0; t < c->thread_count; t++) VEC_PUSH(threads, c->threads[t]);
    const thread_t *moving = &c->threads[thread];
    for (uint32_t f = 0; f < moving->frame_count; f++) VEC_PUSH(frames, moving->frames[f]);
    VEC_TOP(frames).node = edge->to;
    threads.data[thread].frames = frames.data;
    configuration_t draft = *c;
    draft.threads = threads.data;
    /* Nobody has this number, so nothing is known of its exit value. */
    step_t step = {.before = c, .edge = edge, .thread = thread};
    step.operand = LAYOUT_MAX_THREADS - 1;
    step.after = intern_configuration(view, &draft);
    VEC_FREE(threads);
    VEC_FREE(frames);
    return step;
}

static bool passes_by(const edge_t *edge) {
    return edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
}

void crowd_moves(crowd_view_t *view, const configuration_t *c, part_t part, uint32_t thread) {
    VEC_CLEAR(view->moves);
    if (thread >= c->thread_count || c->threads[thread].status != THREAD_RUNNING) return;
    const thread_t *t = &c->threads[thread];
    const node_t *node = thread_top(t)->node;
    for (size_t i = 0; i < node->out.len; i++)
        if (passes_by(node->out.data[i])) {
            VEC_PUSH(view->moves, passing(view, c, thread, node->out.data[i]));
            return; /* it is the only edge there */
        }
    crowd_query_t q = {view->value, part};
    threading_steps(view->threading, c, thread, crowd_query, &q, &view->moves);
}

part_t crowd_without_handle(crowd_view_t *view, part_t before, part_t after, const step_t *step) {
    uint64_t address;
    memory_parts_t parts;
    const edge_t *edge = step->edge;
    if (!edge->address) return after;
    if (!value_evaluate(view->value, before, step->before, step->thread, edge->address, &address))
        return after; /* whatever it may mean is unknown already */
    unsigned size = (unsigned)edge->type->size;
    if (!memory_parts(view->program, step->before, address, size, &parts)) return after;
    crowd_describe(view, after, step->after);
    VEC_CLEAR(view->kept);
    for (size_t i = 0; i < view->description.bindings.len; i++)
        if (!memory_has_part(&parts, view->description.bindings.data[i].variable))
            VEC_PUSH(view->kept, view->description.bindings.data[i]);
    return value_of_bindings(view->value, view->kept.data, view->kept.len);
}
