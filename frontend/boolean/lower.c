#include "frontend/boolean/lower.h"

/* What threads that wait for an event need: how many do, how many were let go and have not gone
 * on yet, and a bit that changes with each letting go. */
typedef struct event {
    object_t *waiting, *leaving, *round;
} event_t;

typedef struct lower {
    program_t *program;
    boolean_t *boolean;
    size_t property;
    object_t **globals;
    event_t *events;
    function_t **functions; /* per routine */
    /* Of the routine being written: */
    const broutine_t *routine;
    function_t *function;
    node_t **nodes;   /* per node of the routine */
    reg_t *locals;    /* per variable of its own */
    reg_t my_round;   /* what the round was when it began to wait */
    node_t *error, *stop;
    /* Of the step being written: */
    const bstep_t *step;
    node_t *at;
    bool is_open;   /* inside of an atomic section */
    reg_t *loaded;  /* per global: its value before the step, or NO_REG */
    reg_t *next;    /* per variable: its value after the step, or NO_REG */
    reg_t *choices; /* per choice */
    reg_t *spare_globals; /* registers are used again by every step of the routine */
    VEC(reg_t) spare_next, spare_choices;
    VEC(const edge_t *) edges;
} lower_t;

static const type_t *bool_type(const lower_t *l) {
    return type_bool(l->program->types);
}

static edge_t *emit_to(lower_t *l, edge_kind_t kind, node_t *to) {
    edge_t *edge =
        program_add_edge(l->program, kind, l->at, to, l->step ? l->step->source : (source_t){0});
    VEC_PUSH(l->edges, edge);
    l->at = to;
    return edge;
}

static edge_t *emit(lower_t *l, edge_kind_t kind) {
    source_t source = l->step ? l->step->source : (source_t){0};
    return emit_to(l, kind, function_add_node(l->program, l->function, source));
}

static const expr_t *reg_value(const lower_t *l, reg_t reg) {
    return expr_reg(l->program->exprs, l->function->regs.data[reg].type->bits, reg);
}

static const expr_t *truth(const lower_t *l, reg_t reg) {
    return expr_truth(l->program->exprs, reg_value(l, reg));
}

static const expr_t *as_bool(const lower_t *l, const expr_t *e) {
    return expr_resize(l->program->exprs, e, bool_type(l)->bits, false);
}

static const expr_t *address_of(const lower_t *l, const object_t *object) {
    return expr_addr(l->program->exprs, object);
}

static void assign(lower_t *l, reg_t target, const expr_t *value) {
    edge_t *edge = emit(l, EDGE_ASSIGN);
    edge->target = target;
    edge->value = value;
}

static void load(lower_t *l, reg_t target, const object_t *object) {
    assign(l, target, expr_load(l->program->exprs, address_of(l, object), object->type));
}

static void store(lower_t *l, const object_t *object, const expr_t *value) {
    edge_t *edge = emit(l, EDGE_STORE);
    edge->address = address_of(l, object);
    edge->type = object->type;
    edge->value = value;
}

static void havoc(lower_t *l, reg_t target) {
    edge_t *edge = emit(l, EDGE_HAVOC);
    edge->target = target;
    edge->type = l->function->regs.data[target].type;
}

static void assume(lower_t *l, const expr_t *condition) {
    if (condition->kind == EXPR_CONST && condition->value) return;
    emit(l, EDGE_ASSUME)->value = condition;
}

/* --- expressions of a step --- */

static const expr_t *now(lower_t *l, uint32_t variable) {
    size_t globals = l->boolean->globals.len;
    return truth(l, variable < globals ? l->loaded[variable] : l->locals[variable - globals]);
}

static const expr_t *lower_expr(lower_t *l, const bexpr_t *e) {
    exprs_t *exprs = l->program->exprs;
    switch (e->kind) {
    case BEXPR_CONST: return expr_const(exprs, 1, e->value);
    case BEXPR_NOW: return now(l, e->value);
    case BEXPR_NEXT:
        return l->next[e->value] == NO_REG ? now(l, e->value) : truth(l, l->next[e->value]);
    case BEXPR_CHOICE: return truth(l, l->choices[e->value]);
    case BEXPR_NOT: return expr_unary(exprs, EXPR_NOT, lower_expr(l, e->a[0]));
    case BEXPR_ITE:
        return expr_ite(exprs, lower_expr(l, e->a[0]), lower_expr(l, e->a[1]),
                        lower_expr(l, e->a[2]));
    default: break;
    }
    static const expr_kind_t kinds[] = {
        [BEXPR_AND] = EXPR_AND, [BEXPR_OR] = EXPR_OR, [BEXPR_XOR] = EXPR_XOR};
    return expr_binary(exprs, kinds[e->kind], lower_expr(l, e->a[0]), lower_expr(l, e->a[1]));
}

/* --- the parts of a step --- */

static void note_read(void *context, uint32_t variable) {
    lower_t *l = context;
    if (variable < l->boolean->globals.len) l->loaded[variable] = l->spare_globals[variable];
}

static reg_t spare(lower_t *l, size_t index, bool is_choice) {
    while ((is_choice ? l->spare_choices.len : l->spare_next.len) <= index) {
        reg_t reg = function_add_temporary(l->program, l->function, bool_type(l));
        if (is_choice)
            VEC_PUSH(l->spare_choices, reg);
        else
            VEC_PUSH(l->spare_next, reg);
    }
    return is_choice ? l->spare_choices.data[index] : l->spare_next.data[index];
}

static size_t shared_accesses(const lower_t *l) {
    size_t count = 0;
    for (size_t i = 0; i < l->boolean->globals.len; i++) count += l->loaded[i] != NO_REG;
    for (size_t i = 0; i < l->step->assign_count; i++)
        count += l->step->assigns[i].variable < l->boolean->globals.len;
    return count;
}

/* Somebody waits at this node for an event; NULL: not. */
static const event_t *event_at(const lower_t *l, const bnode_t *node) {
    for (size_t i = 0; i < node->out.len; i++)
        if (node->out.data[i]->kind == BSTEP_SYNC) return &l->events[node->out.data[i]->event];
    return NULL;
}

static void open_section(lower_t *l) {
    const bstep_t *step = l->step;
    bool needs = shared_accesses(l) + (step->kind == BSTEP_START) > 1 || step->to->is_atomic ||
                 event_at(l, step->to) || step->kind == BSTEP_SYNC;
    l->is_open = step->from->is_atomic;
    if (needs && !l->is_open) {
        emit(l, EDGE_ATOMIC_BEGIN);
        l->is_open = true;
    }
}

/* Values of the variables that the step reads, and the choices. */
static void begin_step(lower_t *l, const bstep_t *step) {
    uint32_t variables = boolean_variables(l->boolean, l->routine);
    l->step = step;
    l->at = l->nodes[step->from->id];
    for (size_t i = 0; i < l->boolean->globals.len; i++) l->loaded[i] = NO_REG;
    for (uint32_t i = 0; i < variables; i++) l->next[i] = NO_REG;
    bstep_reads(step, note_read, l);
    open_section(l);
    for (size_t i = 0; i < l->boolean->globals.len; i++)
        if (l->loaded[i] != NO_REG) load(l, l->loaded[i], l->globals[i]);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        l->choices[i] = spare(l, i, true);
        havoc(l, l->choices[i]);
    }
}

static void write_variables(lower_t *l) {
    const bstep_t *step = l->step;
    size_t globals = l->boolean->globals.len;
    for (size_t i = 0; i < step->assign_count; i++)
        assign(l, spare(l, i, false), as_bool(l, lower_expr(l, step->assigns[i].value)));
    for (size_t i = 0; i < step->assign_count; i++)
        l->next[step->assigns[i].variable] = spare(l, i, false);
    if (step->constraint) assume(l, lower_expr(l, step->constraint));
    for (size_t i = 0; i < step->assign_count; i++) {
        uint32_t variable = step->assigns[i].variable;
        const expr_t *value = reg_value(l, spare(l, i, false));
        if (variable < globals)
            store(l, l->globals[variable], value);
        else
            assign(l, l->locals[variable - globals], value);
    }
}

/* The first values of parameters travel as bits of one number. */
static void start(lower_t *l) {
    const bstep_t *step = l->step;
    exprs_t *exprs = l->program->exprs;
    unsigned bits = l->program->pointer_bits;
    const expr_t *packed = expr_const(exprs, bits, 0);
    for (uint32_t i = 0; i < step->routine->param_count; i++) {
        const expr_t *bit = expr_resize(exprs, lower_expr(l, step->args[i]), bits, false);
        packed = expr_binary(exprs, EXPR_OR, packed,
                             expr_binary(exprs, EXPR_SHL, bit, expr_const(exprs, bits, i)));
    }
    edge_t *edge = emit(l, EDGE_THREAD_CREATE);
    edge->callee = l->functions[step->routine->id];
    if (edge->callee->param_count) edge->value = packed;
}

/* Who comes to a place where it waits is counted in the step that leads there. */
static void begin_waiting(lower_t *l, const event_t *event) {
    reg_t count = function_add_temporary(l->program, l->function, event->waiting->type);
    load(l, count, event->waiting);
    const expr_t *one = expr_const(l->program->exprs, event->waiting->type->bits, 1);
    store(l, event->waiting, expr_binary(l->program->exprs, EXPR_ADD, reg_value(l, count), one));
    load(l, l->my_round, event->round);
}

/* Somebody lets all go who wait, if these are two at least and those that were let go before
 * have gone on. */
static void let_go(lower_t *l, const event_t *event) {
    exprs_t *exprs = l->program->exprs;
    const type_t *type = event->waiting->type;
    reg_t waiting = function_add_temporary(l->program, l->function, type);
    reg_t leaving = function_add_temporary(l->program, l->function, type);
    reg_t round = function_add_temporary(l->program, l->function, bool_type(l));
    node_t *back = l->at;
    emit(l, EDGE_ATOMIC_BEGIN);
    load(l, waiting, event->waiting);
    load(l, leaving, event->leaving);
    assume(l,
           expr_binary(exprs, EXPR_ULT, expr_const(exprs, type->bits, 1), reg_value(l, waiting)));
    assume(l, expr_falsity(exprs, reg_value(l, leaving)));
    load(l, round, event->round);
    store(l, event->leaving, reg_value(l, waiting));
    store(l, event->waiting, expr_const(exprs, type->bits, 0));
    store(l, event->round, as_bool(l, expr_falsity(exprs, reg_value(l, round))));
    emit_to(l, EDGE_ATOMIC_END, back);
}

/* A thread goes on if it was let go. */
static void leave(lower_t *l, const event_t *event) {
    exprs_t *exprs = l->program->exprs;
    const type_t *type = event->waiting->type;
    reg_t round = function_add_temporary(l->program, l->function, bool_type(l));
    reg_t leaving = function_add_temporary(l->program, l->function, type);
    load(l, round, event->round);
    const expr_t *same =
        expr_binary(exprs, EXPR_EQ, reg_value(l, round), reg_value(l, l->my_round));
    assume(l, expr_unary(exprs, EXPR_NOT, same));
    load(l, leaving, event->leaving);
    store(l, event->leaving,
          expr_binary(exprs, EXPR_SUB, reg_value(l, leaving), expr_const(exprs, type->bits, 1)));
}

static void end_step(lower_t *l) {
    const bstep_t *step = l->step;
    const event_t *event = event_at(l, step->to);
    if (event) begin_waiting(l, event);
    if (l->is_open && !step->to->is_atomic)
        emit_to(l, EDGE_ATOMIC_END, l->nodes[step->to->id]);
    else
        emit_to(l, EDGE_NOP, l->nodes[step->to->id]);
}

/* Those that were made since the last time. */
static bedges_t take_edges(lower_t *l) {
    bedges_t taken = {.count = l->edges.len};
    const edge_t **edges = ARENA_ARRAY(l->boolean->arena, const edge_t *, l->edges.len + 1);
    for (size_t i = 0; i < l->edges.len; i++) edges[i] = l->edges.data[i];
    taken.at = edges;
    VEC_CLEAR(l->edges);
    return taken;
}

static void lower_step(lower_t *l, bstep_t *step) {
    begin_step(l, step);
    if (step->condition) assume(l, lower_expr(l, step->condition));
    write_variables(l);
    switch (step->kind) {
    case BSTEP_MOVE: end_step(l); break;
    case BSTEP_START:
        start(l);
        end_step(l);
        break;
    case BSTEP_SYNC:
        leave(l, &l->events[step->event]);
        end_step(l);
        break;
    case BSTEP_ERROR: emit_to(l, EDGE_ERROR, l->error); break;
    case BSTEP_END:
        if (l->is_open) emit(l, EDGE_ATOMIC_END);
        emit_to(l, EDGE_THREAD_EXIT, l->stop);
        break;
    case BSTEP_UNSUPPORTED: emit_to(l, EDGE_UNSUPPORTED, l->stop)->text = step->text; break;
    }
    step->edges = take_edges(l);
}

/* --- routines --- */

/* Everything begins with any value. */
static void any_globals(lower_t *l) {
    reg_t value = spare(l, 0, true);
    for (size_t i = 0; i < l->boolean->globals.len; i++) {
        havoc(l, value);
        store(l, l->globals[i], reg_value(l, value));
    }
}

static void parameters(lower_t *l) {
    exprs_t *exprs = l->program->exprs;
    unsigned bits = l->program->pointer_bits;
    for (uint32_t i = 0; i < l->routine->param_count; i++) {
        const expr_t *bit =
            expr_binary(exprs, EXPR_LSHR, expr_reg(exprs, bits, 0), expr_const(exprs, bits, i));
        assign(l, l->locals[i], as_bool(l, expr_resize(exprs, bit, 1, false)));
    }
    for (size_t i = l->routine->param_count; i < l->routine->locals.len; i++)
        havoc(l, l->locals[i]);
}

static void begin_routine(lower_t *l, broutine_t *routine) {
    program_t *program = l->program;
    uint32_t variables = boolean_variables(l->boolean, routine);
    l->routine = routine;
    l->function = l->functions[routine->id];
    l->function->has_body = true;
    l->step = NULL;
    l->nodes = ARENA_ARRAY(program->arena, node_t *, routine->nodes.len + 1);
    l->locals = ARENA_ARRAY(program->arena, reg_t, routine->locals.len + 1);
    l->next = ARENA_ARRAY(program->arena, reg_t, variables + 1);
    l->spare_globals = ARENA_ARRAY(program->arena, reg_t, l->boolean->globals.len + 1);
    VEC_CLEAR(l->spare_next);
    VEC_CLEAR(l->spare_choices);
    for (size_t i = 0; i < routine->locals.len; i++)
        l->locals[i] =
            function_add_reg(program, l->function, routine->locals.data[i], bool_type(l));
    for (size_t i = 0; i < l->boolean->globals.len; i++)
        l->spare_globals[i] = function_add_temporary(program, l->function, bool_type(l));
    l->my_round = function_add_temporary(program, l->function, bool_type(l));
    for (size_t i = 0; i < routine->nodes.len; i++)
        l->nodes[i] = function_add_node(program, l->function, (source_t){0});
    l->stop = function_add_node(program, l->function, (source_t){0});
    l->error = function_add_node(program, l->function, (source_t){0});
    l->error->is_error = true;
    l->error->violates = (uint8_t)l->property;
    l->function->entry = l->at = function_add_node(program, l->function, (source_t){0});
}

/* A thread that begins at a place where it waits comes there by a step of its own. */
static void first_step(lower_t *l) {
    const event_t *event = event_at(l, l->routine->entry);
    node_t *entry = l->nodes[l->routine->entry->id];
    if (!event) {
        emit_to(l, EDGE_NOP, entry);
        return;
    }
    emit(l, EDGE_ATOMIC_BEGIN);
    begin_waiting(l, event);
    emit_to(l, EDGE_ATOMIC_END, entry);
}

static void lower_routine(lower_t *l, broutine_t *routine) {
    begin_routine(l, routine);
    if (!routine->id) any_globals(l);
    parameters(l);
    first_step(l);
    routine->prologue = take_edges(l);
    for (size_t i = 0; i < routine->nodes.len; i++) {
        const bnode_t *node = routine->nodes.data[i];
        const event_t *event = event_at(l, node);
        l->step = NULL;
        l->at = l->nodes[i];
        if (event) let_go(l, event);
        bedges_t release = take_edges(l);
        for (size_t j = 0; j < node->out.len; j++) {
            lower_step(l, node->out.data[j]);
            if (event) node->out.data[j]->release = release;
            if (node->out.data[j]->source.file && !l->nodes[i]->source.file)
                l->nodes[i]->source = node->out.data[j]->source;
        }
    }
}

static uint32_t most_choices(const boolean_t *boolean) {
    uint32_t most = 0;
    for (size_t i = 0; i < boolean->steps.len; i++)
        if (boolean->steps.data[i]->choice_count > most)
            most = boolean->steps.data[i]->choice_count;
    return most;
}

static object_t *add_object(lower_t *l, const char *name, const type_t *type) {
    return program_add_object(l->program, OBJECT_GLOBAL, name, type, (source_t){0});
}

static void add_objects(lower_t *l) {
    const boolean_t *b = l->boolean;
    const type_t *byte = type_int(l->program->types, 16, false);
    l->globals = ARENA_ARRAY(l->program->arena, object_t *, b->globals.len + 1);
    l->events = ARENA_ARRAY(l->program->arena, event_t, b->events.len + 1);
    for (size_t i = 0; i < b->globals.len; i++)
        l->globals[i] = add_object(l, b->globals.data[i], bool_type(l));
    for (size_t i = 0; i < b->events.len; i++) {
        const char *name = b->events.data[i];
        l->events[i].waiting = add_object(l, arena_printf(b->arena, "%s#waiting", name), byte);
        l->events[i].leaving = add_object(l, arena_printf(b->arena, "%s#leaving", name), byte);
        l->events[i].round = add_object(l, arena_printf(b->arena, "%s#round", name), bool_type(l));
    }
}

static function_t *add_function(lower_t *l, const broutine_t *routine) {
    types_t *types = l->program->types;
    const type_t *word = type_pointer(types, type_void(types));
    bool takes = routine->param_count > 0;
    const type_t *type = type_function(types, type_void(types), &word, takes, false);
    function_t *function = program_add_function(l->program, routine->name, type, (source_t){0});
    if (takes) {
        function_add_reg(l->program, function, "parameters", word);
        function->param_count = 1;
    }
    return function;
}

program_t *bp_lower(boolean_t *boolean, unsigned pointer_bits, size_t property) {
    lower_t l = {.program = program_new(pointer_bits), .boolean = boolean, .property = property};
    arena_t *arena = l.program->arena;
    l.functions = ARENA_ARRAY(arena, function_t *, boolean->routines.len + 1);
    l.loaded = ARENA_ARRAY(arena, reg_t, boolean->globals.len + 1);
    l.choices = ARENA_ARRAY(arena, reg_t, most_choices(boolean) + 1);
    add_objects(&l);
    for (size_t i = 0; i < boolean->routines.len; i++)
        l.functions[i] = add_function(&l, boolean->routines.data[i]);
    for (size_t i = 0; i < boolean->routines.len; i++) lower_routine(&l, boolean->routines.data[i]);
    l.program->main = l.functions[0];
    l.program->boolean = boolean;
    VEC_FREE(l.spare_next);
    VEC_FREE(l.spare_choices);
    VEC_FREE(l.edges);
    return l.program;
}
