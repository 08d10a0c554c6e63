#ifndef TESTS_UNIT_FRONTEND_RUN_H
#define TESTS_UNIT_FRONTEND_RUN_H

#include "cfa/layout.h"
#include "util/hash.h"

/* Runs the lowered form of a deterministic program of one thread. It is
 * written for the tests of the front end alone: every cell must have been
 * written, with the size it is read with, before it is read. */
typedef struct run_frame {
    const function_t *function;
    const edge_t *call;
    uint64_t base;
    uint64_t *regs;
} run_frame_t;

typedef struct run {
    const program_t *program;
    VEC(run_frame_t) frames;
    map64_t values, sizes; /* cells written so far, by address */
    uint64_t heap;
    unsigned atomic_depth;
    const char *problem; /* NULL: none */
    const edge_t *at;    /* of the problem */
} run_t;

static void run_fail(run_t *run, const char *problem) {
    if (!run->problem) run->problem = problem;
}

static uint64_t run_load(run_t *run, uint64_t address, const type_t *type) {
    uint64_t value, size;
    if (map64_get(&run->sizes, address, &size)) {
        if (size != type->size) run_fail(run, "a cell is read with another size");
        map64_get(&run->values, address, &value);
        return value;
    }
    const object_t *object = layout_static_at(run->program, address);
    uint64_t index;
    for (size_t i = 0; i < run->program->objects.len; i++) {
        const object_t *own = run->program->objects.data[i];
        if (own->kind == OBJECT_THREAD && layout_thread_block(0) + own->address == address)
            return layout_initial_value(own, 0, type);
    }
    if (!object || object->kind == OBJECT_FUNCTION) {
        run_fail(run, "memory is read that was never written");
        return 0;
    }
    if (!type_cell_at(object->type, address - object->address, type->size, &index))
        run_fail(run, "an access fits no cell");
    return layout_initial_value(object, address - object->address, type);
}

static uint64_t run_address(const run_t *run, const object_t *object) {
    const run_frame_t *frame = &VEC_TOP(run->frames);
    switch (object->kind) {
    case OBJECT_LOCAL: return frame->base + object->address;
    case OBJECT_THREAD: return layout_thread_block(0) + object->address;
    default: return object->address;
    }
}

static uint64_t run_eval(run_t *run, const expr_t *e) {
    uint64_t v[3] = {0};
    for (unsigned i = 0; i < e->arity; i++) v[i] = run_eval(run, e->a[i]);
    switch (e->kind) {
    case EXPR_CONST: return e->value;
    case EXPR_REG: return VEC_TOP(run->frames).regs[e->reg] & width_mask(e->width);
    case EXPR_ADDR: return run_address(run, e->object);
    case EXPR_LOAD: return run_load(run, v[0], e->type);
    case EXPR_SELF: return 0;
    default: return expr_apply(e->kind, e->width, e->a[0]->width, v[0], v[1], v[2]);
    }
}

static void run_store(run_t *run, uint64_t address, uint64_t value, const type_t *type) {
    const object_t *object = layout_static_at(run->program, address);
    uint64_t index;
    if (object && !type_cell_at(object->type, address - object->address, type->size, &index))
        run_fail(run, "an access fits no cell");
    map64_put(&run->values, address, value);
    map64_put(&run->sizes, address, type->size);
}

static void run_push(run_t *run, const function_t *function, const edge_t *call) {
    run_frame_t frame = {.function = function, .call = call, .base = LAYOUT_STACK_BASE + 0x10000};
    if (run->frames.len)
        frame.base = VEC_TOP(run->frames).base + VEC_TOP(run->frames).function->frame_size;
    frame.regs = mem_zalloc(sizeof *frame.regs * (function->regs.len + 1));
    for (size_t i = 0; call && i < call->arg_count; i++)
        frame.regs[i] = run_eval(run, call->args[i]);
    VEC_PUSH(run->frames, frame);
}

/* Zeroes stand for arbitrary values: a program under test must not look. */
static void run_havoc_object(run_t *run, const object_t *object) {
    uint64_t count = type_cell_count(object->type);
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(object->type, i);
        run_store(run, run_address(run, object) + cell.offset, 0, cell.type);
    }
}

/* One edge that is not about frames. */
static void run_edge(run_t *run, const edge_t *edge) {
    run_frame_t *frame = &VEC_TOP(run->frames);
    uint64_t value = edge->value ? run_eval(run, edge->value) : 0;
    switch (edge->kind) {
    case EDGE_NOP:
    case EDGE_ASSUME:
    case EDGE_LOCK:
    case EDGE_UNLOCK:
    case EDGE_FREE: break;
    case EDGE_ASSIGN: frame->regs[edge->target] = value; break;
    case EDGE_STORE: run_store(run, run_eval(run, edge->address), value, edge->type); break;
    case EDGE_HAVOC: frame->regs[edge->target] = 0; break;
    case EDGE_HAVOC_OBJECT: run_havoc_object(run, edge->object); break;
    case EDGE_ATOMIC_BEGIN: run->atomic_depth++; break;
    case EDGE_ATOMIC_END: run->atomic_depth--; break;
    case EDGE_ALLOC:
        frame->regs[edge->target] = run->heap;
        run->heap += (value + LAYOUT_GAP + 15) / 16 * 16;
        break;
    case EDGE_ERROR: run_fail(run, "the error is reached"); break;
    case EDGE_UNSUPPORTED: run_fail(run, edge->text); break;
    default: run_fail(run, "an edge of this kind is not run here"); break;
    }
}

static const edge_t *run_choose(run_t *run, const node_t *node) {
    const edge_t *chosen = NULL;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_ASSUME && !run_eval(run, edge->value)) continue;
        if (chosen) run_fail(run, "two edges can be taken");
        chosen = edge;
    }
    return chosen;
}

static void run_pop(run_t *run) {
    mem_free(VEC_TOP(run->frames).regs);
    run->frames.len--;
}

/* True if the program ends by itself; then *result is what main returned, or
 * -1 if it ended otherwise. */
static bool run_program(const program_t *program, run_t *run, int64_t *result) {
    *run = (run_t){.program = program, .heap = LAYOUT_HEAP_BASE};
    run_push(run, program->main, NULL);
    const node_t *node = program->main->entry;
    *result = -1;
    for (unsigned long steps = 0; run->frames.len && !run->problem; steps++) {
        const edge_t *edge = run_choose(run, node);
        if (!edge || steps > 2000000) run_fail(run, edge ? "no end" : "no edge can be taken");
        if (run->problem) break;
        run->at = edge;
        node = edge->to;
        if (edge->kind == EDGE_EXIT) break;
        if (edge->kind == EDGE_CALL) {
            run_push(run, edge->callee, edge);
            node = edge->callee->entry;
        } else if (edge->kind == EDGE_RETURN) {
            uint64_t value = edge->value ? run_eval(run, edge->value) : 0;
            const edge_t *call = VEC_TOP(run->frames).call;
            run_pop(run);
            if (!call)
                *result = sign_extend(value, 32);
            else if (call->target != NO_REG)
                VEC_TOP(run->frames).regs[call->target] = value;
            if (call) node = call->to;
        } else {
            run_edge(run, edge);
        }
    }
    while (run->frames.len) run_pop(run);
    if (run->atomic_depth) run_fail(run, "an atomic section does not end");
    return !run->problem;
}

static void run_free(run_t *run) {
    VEC_FREE(run->frames);
    map64_free(&run->values);
    map64_free(&run->sizes);
}

#endif
