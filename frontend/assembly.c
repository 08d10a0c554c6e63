#include "frontend/assembly.h"

#include "frontend/arith.h"
#include "frontend/lvalue.h"
#include "frontend/rvalue.h"

/* What is read from a port may be anything. */
static void port_access(body_t *body, cursors_t operands, size_t outputs) {
    if (operands.len < outputs) {
        body_unsupported(body, "inline assembly");
        return;
    }
    for (size_t i = outputs; i < operands.len; i++) rvalue_effect(body, operands.data[i]);
    for (size_t i = 0; i < outputs; i++) {
        lvalue_t output = lvalue_lower(body, operands.data[i]);
        if (type_is_scalar(output.type))
            lvalue_store(body, output, body_havoc(body, output.type));
        else
            body_unsupported(body, "inline assembly");
    }
}

/* What goes into a register is read before the instructions, and what comes out of one is
 * written behind them, by steps of their own. */
typedef struct passing {
    asm_operand_t shape;
    lvalue_t place; /* outputs */
    value_t value;  /* what a register holds */
} passing_t;

/* x = x: read, then written. Of two ways the compiler takes one. */
static void write_back(body_t *body, const passing_t *operand) {
    flow_node_t skip = 0;
    if (operand->shape.in_memory) {
        flow_node_t store = flow_node(&body->flow);
        skip = flow_node(&body->flow);
        value_t choice = body_havoc(body, type_bool(body->program->types));
        body_branch(body, expr_truth(body->exprs, choice.expr), store, skip);
        body->flow.at = store;
    }
    lvalue_store(body, operand->place, arith_convert(body, operand->value, operand->place.type));
    if (!skip) return;
    body_goto(body, skip);
    body->flow.at = skip;
}

static void pass_output(body_t *body, CXCursor cursor, passing_t *operand) {
    operand->place = lvalue_lower(body, cursor);
    bool is_read = operand->shape.is_read && operand->shape.in_register;
    if (is_read && operand->place.kind != LVALUE_REG)
        operand->value = body_fix(body, lvalue_load(body, operand->place));
}

/* An input that lies in memory is not looked at, but its address is needed. */
static value_t pass_input(body_t *body, CXCursor cursor, const asm_operand_t *shape) {
    if (!shape->in_memory || shape->in_register)
        return body_fix(body, body_settle(body, rvalue_lower(body, cursor)));
    lvalue_lower(body, cursor);
    return (value_t){0};
}

/* The instructions leave every operand as it is. */
static void keep_operands(body_t *body, cursors_t operands, const asm_operands_t *shapes) {
    if (operands.len != shapes->len) {
        body_unsupported(body, "inline assembly");
        return;
    }
    passing_t *passing = ARENA_ARRAY(body->lower->scratch, passing_t, operands.len + 1);
    for (size_t i = 0; i < operands.len; i++) {
        passing[i].shape = shapes->data[i];
        if (passing[i].shape.is_output)
            pass_output(body, operands.data[i], &passing[i]);
        else
            passing[i].value = pass_input(body, operands.data[i], &passing[i].shape);
        if (passing[i].shape.matches >= 0)
            passing[passing[i].shape.matches].value = passing[i].value;
    }
    for (size_t i = 0; i < operands.len; i++)
        if (passing[i].shape.is_output && passing[i].value.expr) write_back(body, &passing[i]);
}

void assembly_lower(body_t *body, CXCursor cursor, const shapes_t *shapes, size_t number) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    const asm_operands_t *kept = shapes_asm_is_barrier(shapes, number);
    size_t outputs;
    body_assumes(body, ASSUME_ASSEMBLY);
    if (shapes_asm_is_port(shapes, number, &outputs))
        port_access(body, operands, outputs);
    else if (kept)
        keep_operands(body, operands, kept);
    else
        body_unsupported(body, "inline assembly");
}
