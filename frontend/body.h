#ifndef FRONTEND_BODY_H
#define FRONTEND_BODY_H

#include "frontend/flow.h"
#include "frontend/lower.h"

/* One function while it is lowered.
 *
 * A value is an expression over registers with at most one load in it. A load
 * is thus an own step only when something else is evaluated before its value
 * is used: body_reserve keeps a place for it, and body_load_at fills it. */

typedef struct value {
    const expr_t *expr; /* NULL: void; an aggregate: its address */
    const type_t *type;
} value_t;

typedef struct variable {
    bool is_reg;
    bool is_behind; /* a variable-length array: reg holds its address */
    reg_t reg;
    const object_t *object;
    const expr_t *value; /* not NULL: a parameter of a model stands for its argument */
    const type_t *type;
} variable_info_t;

typedef struct block_scope block_scope_t; /* frontend/scope.h */

typedef struct block {
    const struct block *outer;
} block_t;

typedef struct switch_case {
    uint64_t low, high;
    flow_node_t node;
    const block_scope_t *scope;
} switch_case_t;

/* A jump to a label that comes later. */
typedef struct jump {
    flow_node_t from;
    const block_scope_t *scope;
    const struct label *label;
    source_t source;
} jump_t;

typedef struct switch_info {
    VEC(switch_case_t) cases;
    flow_node_t default_node; /* 0: none */
    const block_scope_t *default_scope;
    const type_t *type;
} switch_info_t;

typedef struct shapes shapes_t;

typedef struct body {
    lower_t *lower;
    unit_t *unit;
    program_t *program;
    exprs_t *exprs;
    function_t *function; /* NULL: a static initialiser, where nothing may happen */
    CXCursor decl;
    flow_t flow;
    source_t source;      /* position of the steps made now */
    cursor_map_t variables;
    cursor_map_t labels;
    VEC(jump_t) jumps;
    const block_scope_t *scope; /* variables that are seen here */
    const block_t *block;       /* where they are declared now */
    flow_node_t break_to, continue_to; /* 0: none */
    switch_info_t *current_switch;
    bool is_atomic;       /* the whole function is an atomic section */
    reg_t result_address; /* where a returned struct goes, or NO_REG */
    reg_t variadic;       /* where the arguments behind ... are, or NO_REG */
    const type_t *result; /* of the function */
    shapes_t *shapes;     /* made on demand */
    map64_t sizes;        /* variable array types -> register with their bytes */
    VEC(reg_t) arrays;    /* variable-length arrays in scope */
    size_t arrays_at_break, arrays_at_continue; /* how many there are outside */
    const block_scope_t *scope_at_break, *scope_at_continue; /* what is seen there */
    flow_node_t inline_end; /* where a model put in place of a call returns to; 0: no model */
    reg_t inline_result;    /* ... its result, or NO_REG */
    reg_t handler, handler_argument; /* of the last pthread_cleanup_push, or NO_REG */
    const type_t *wanted_target; /* what the pointer just asked for will point to, or NULL */
} body_t;

void body_init(body_t *body, lower_t *lower, unit_t *unit, function_t *function);
void body_free(body_t *body);

/* The steps that follow are those of the statement or call at the cursor; those
 * of a model stay where the call is. */
void body_at(body_t *body, CXCursor cursor);
/* Steps. */
flow_step_t *body_step(body_t *body, edge_kind_t kind);
/* Nothing behind here is reached. */
void body_end(body_t *body, edge_kind_t kind);
/* ... because the property of this number is violated; what: by a call of this function, or
 * how. */
void body_violation(body_t *body, size_t property, const char *what);
void body_goto(body_t *body, flow_node_t node);
/* Stands for something that cannot be modelled; text is copied. */
void body_unsupported(body_t *body, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* ... only for bad operands, which the steps so far have looked for. */
void body_guard(body_t *body, const char *text);
/* What stands for the value of something unsupported. */
value_t body_nothing(body_t *body, const type_t *type);
value_t body_unsupported_value(body_t *body, const type_t *type, const char *what);
/* The property of this number is violated here if the condition holds; what: in which way. */
void body_violation_if(body_t *body, size_t property, const expr_t *bad, const char *what);
void body_assume(body_t *body, const expr_t *condition);
/* Branches to two nodes; a constant condition leaves one way only. */
void body_branch(body_t *body, const expr_t *condition, flow_node_t if_true, flow_node_t if_false);

/* What was lowered just now relies on this. */
void body_assumes(body_t *body, assumption_t assumption);

/* Values. */
value_t value_of(const expr_t *expr, const type_t *type);
value_t body_const(body_t *body, const type_t *type, uint64_t value);
value_t body_int(body_t *body, uint64_t value);
value_t body_havoc(body_t *body, const type_t *type);
value_t body_reg(body_t *body, reg_t reg);
reg_t body_temporary(body_t *body, const type_t *type);
void body_assign(body_t *body, reg_t reg, value_t value);
/* The same value without a load: loaded by a step of its own. */
value_t body_settle(body_t *body, value_t value);
/* A register or constant, which no later step changes. */
value_t body_fix(body_t *body, value_t value);
/* Keeps a place for a load before what comes now. */
size_t body_reserve(body_t *body);
value_t body_load_at(body_t *body, size_t place, value_t value);
/* Has anything happened since the place was reserved? */
bool body_moved(const body_t *body, size_t place);

/* Memory for the value of an expression, a structure: it ends with the whole expression. */
const object_t *body_add_value(body_t *body, const char *name, const type_t *type);

/* Bytes of a type, as a number of pointer width; void and functions count one. */
const expr_t *body_size_of(body_t *body, const type_t *type);
const type_t *body_type(body_t *body, CXCursor cursor);
const type_t *body_int_type(body_t *body);
const type_t *body_pointer_to(body_t *body, const type_t *target);

#endif
