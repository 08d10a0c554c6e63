/* A block and a step after it. */

#include "cfa/layout.h"
#include "cfa/live.h"
#include "cpa/core/memory.h"
#include "cpa/predicate/block_encode.h"

#include <string.h>

static void assign_target(encoding_t *e, const term_t *value) {
    if (e->step->edge->target != NO_REG)
        encode_write(e, encode_reg(e, e->step->edge->target), value);
}

static bool havoc_cell(void *context, uint64_t address, const type_t *type) {
    encoding_t *e = context;
    uint64_t base = memory_address(e->step->before, e->step->thread, e->step->edge->object);
    encode_write(e, variable_cell(address, (unsigned)type->size),
                 encode_input(e, address - base, type));
    return true;
}

static bool clear_cell(void *context, uint64_t address, const type_t *type) {
    encoding_t *e = context;
    encode_write(e, variable_cell(address, (unsigned)type->size),
                 encode_input(e, address - e->step->outcome, type));
    return true;
}

static void encode_call(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    unsigned depth = step->before->threads[step->thread].frame_count;
    if (step->after->unsupported) return;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        encode_write(e, variable_reg(step->thread, depth, edge->callee, (reg_t)i),
                     encode_expr(e, edge->args[i]));
}

/* Without a value the exit value is arbitrary, not that of the thread that had
 * the number before. */
static void end_thread(encoding_t *e, const term_t *value) {
    const program_t *program = e->blocks->program;
    if (!value) value = encode_input(e, 0, type_int(program->types, program->pointer_bits, false));
    encode_write(e, variable_exit(e->step->thread), value);
}

static void encode_return(encoding_t *e) {
    const step_t *step = e->step;
    const thread_t *t = &step->before->threads[step->thread];
    const edge_t *call = thread_top(t)->call;
    if (!step->edge->value) {
        if (!call) end_thread(e, NULL);
        return;
    }
    const term_t *value = encode_expr(e, step->edge->value);
    if (call && call->target != NO_REG) {
        const function_t *caller = t->frames[t->frame_count - 2].node->function;
        encode_write(e, variable_reg(step->thread, t->frame_count - 2, caller, call->target),
                     value);
    } else if (!call && step->thread != 0) {
        end_thread(e, value);
    }
}

typedef struct {
    encoding_t *e;
    const object_t *object; /* _Thread_local */
    uint64_t base;
    unsigned thread;
} entered_t;

static bool enter_cell(void *context, uint64_t address, const type_t *type) {
    const entered_t *entered = context;
    encoding_t *e = entered->e;
    encode_write(
        e, variable_cell(address, (unsigned)type->size),
        entered->object->init_unknown
            ? encode_input(e, address - layout_thread_block(entered->thread), type)
            : term_const(e->terms, type->bits,
                         layout_initial_value(entered->object, address - entered->base, type)));
    return true;
}

/* _Thread_local objects begin anew with every thread, also where an earlier thread
 * had the number. */
static void enter_thread(encoding_t *e, unsigned thread) {
    const program_t *program = e->blocks->program;
    for (size_t i = 0; program->thread_block_size && i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD) continue;
        entered_t entered = {e, object, layout_thread_block(thread) + object->address, thread};
        memory_object_cells(object, entered.base, object->type->size, enter_cell, &entered);
    }
}

static void encode_create(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    if (step->after->unsupported) return;
    enter_thread(e, (unsigned)step->outcome);
    if (edge->value && edge->callee->param_count)
        encode_write(e, variable_reg((unsigned)step->outcome, 0, edge->callee, 0),
                     encode_expr(e, edge->value));
    if (edge->address)
        encode_store(e, encode_expr(e, edge->address), edge->type,
                     term_const(e->terms, edge->type->bits, step->outcome));
}

static void encode_operand(encoding_t *e) {
    const step_t *step = e->step;
    const expr_t *operand = step->edge->address ? step->edge->address : step->edge->value;
    if (!step->assumes) return;
    encode_constraint(e, term_equal(e->terms, encode_expr(e, operand),
                                    term_const(e->terms, operand->width, step->operand)));
}

/* For the target of a step whose value does not matter. */
static const term_t *any_value(encoding_t *e) {
    const program_t *program = e->blocks->program;
    unsigned width = variable_width(program, encode_reg(e, e->step->edge->target));
    return encode_input(e, 0, type_int(program->types, width, false));
}

static void encode_edge(encoding_t *e) {
    const step_t *step = e->step;
    const edge_t *edge = step->edge;
    encode_operand(e);
    if (edge->check) encode_constraint(e, encode_no_fault(e, edge->check));
    switch (edge->kind) {
    case EDGE_ATOMIC_BEGIN:
        if (!edge->value) return;
        __attribute__((fallthrough));
    case EDGE_ASSUME:
        encode_constraint(e, expr_term_truth(e->terms, encode_expr(e, edge->value)));
        return;
    case EDGE_ASSIGN:
        assign_target(e, step->is_simplified ? any_value(e) : encode_expr(e, edge->value));
        return;
    case EDGE_STORE:
        encode_store(e, encode_expr(e, edge->address), edge->type,
                     step->is_simplified ? encode_unknown(e, edge->type)
                                         : encode_expr(e, edge->value));
        return;
    case EDGE_HAVOC: assign_target(e, encode_input(e, 0, edge->type)); return;
    case EDGE_HAVOC_OBJECT:
        if (!focus_has(e->blocks->focus, edge->object)) return;
        memory_object_cells(edge->object, memory_address(step->before, step->thread, edge->object),
                            edge->object->type->size, havoc_cell, e);
        return;
    case EDGE_CALL: encode_call(e); return;
    case EDGE_RETURN: encode_return(e); return;
    case EDGE_THREAD_EXIT: end_thread(e, edge->value ? encode_expr(e, edge->value) : NULL); return;
    case EDGE_THREAD_CREATE: encode_create(e); return;
    case EDGE_THREAD_JOIN:
        if (!step->after->unsupported)
            assign_target(e, encode_read(e, variable_exit((unsigned)step->operand)));
        return;
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE: assign_target(e, term_const(e->terms, 32, step->outcome)); return;
    case EDGE_HEAP_SIZE:
        if (step->after->unsupported) return;
        assign_target(e, term_const(e->terms, e->blocks->program->pointer_bits, step->outcome));
        return;
    case EDGE_ALLOC:
        if (step->after->unsupported) return;
        memory_object_cells(edge->object, step->outcome, step->operand, clear_cell, e);
        assign_target(e, term_const(e->terms, e->blocks->program->pointer_bits, step->outcome));
        return;
    case EDGE_ERROR:
        if (edge->fault) encode_constraint(e, encode_fault(e, edge));
        return;
    default: return;
    }
}

/* Forgets the registers that the thread cannot read any more: no one will ask what
 * they are, and blocks that differ in nothing else are equal. */
static void drop_dead(blocks_t *blocks, const step_t *step) {
    block_item_t *items = blocks->items.data;
    size_t end = blocks->items.len;
    size_t i = block_lower_bound(items, end, (uint64_t)step->thread << 52), kept = i;
    for (; i < end && items[i].variable >> 52 == step->thread; i++)
        if (live_in(step->after, items[i].variable)) items[kept++] = items[i];
    if (kept == i) return;
    memmove(&items[kept], &items[i], (end - i) * sizeof *items);
    blocks->items.len -= i - kept;
}

const term_t *block_operand(blocks_t *blocks, const block_t *block, const step_t *step) {
    encoding_t e = {blocks, blocks->terms, block, step, block->condition, 0};
    VEC_CLEAR(blocks->items);
    for (uint32_t i = 0; i < block->count; i++) VEC_PUSH(blocks->items, block->items[i]);
    return encode_expr(&e, step->edge->value);
}

/* The bytes from one address on include the other one. */
static const term_t *reaches(terms_t *terms, const term_t *from, uint64_t size, const term_t *to) {
    const term_t *distance = term_bv(terms, TERM_BVSUB, to, from);
    return term_bv(terms, TERM_BVULT, distance, term_const(terms, from->sort.width, size));
}

const term_t *block_meeting(blocks_t *blocks, const block_t *block, const configuration_t *where,
                            const meeting_t *meeting) {
    const term_t *at[2];
    terms_t *terms = blocks->terms;
    VEC_CLEAR(blocks->items);
    for (uint32_t i = 0; i < block->count; i++) VEC_PUSH(blocks->items, block->items[i]);
    for (unsigned i = 0; i < 2; i++) {
        step_t step = {.before = where, .after = where, .thread = meeting->threads[i]};
        encoding_t e = {blocks, terms, block, &step, block->condition, 0};
        REQUIRE(!meeting->addresses[i]->loads);
        at[i] = encode_expr(&e, meeting->addresses[i]);
    }
    return term_or(terms, reaches(terms, at[0], meeting->sizes[0], at[1]),
                   reaches(terms, at[1], meeting->sizes[1], at[0]));
}

const block_t *block_step(blocks_t *blocks, const block_t *block, const step_t *step) {
    encoding_t e = {blocks, blocks->terms, block, step, block->condition, 0};
    VEC_CLEAR(blocks->items);
    VEC_RESERVE(blocks->items, block->count + 4);
    if (block->count) memcpy(blocks->items.data, block->items, block->count * sizeof *block->items);
    blocks->items.len = block->count;
    blocks->open_address = NULL;
    encode_edge(&e);
    if (term_is_false(e.condition)) return NULL;
    /* Behind the end nothing is read. */
    if (step->after->has_exited)
        return block_intern(blocks, block->from_start, term_true(blocks->terms), NULL, 0);
    drop_dead(blocks, step);
    return block_intern(blocks, block->from_start, e.condition, blocks->items.data,
                        blocks->items.len);
}
