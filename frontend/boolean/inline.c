#include "frontend/boolean/inline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Inlining may make a program exponentially larger. */
enum { MAX_STEPS = 2000000 };
/* They travel as the bits of one number. */
enum { MAX_PARAMETERS = 64 };

typedef struct target {
    const char *label;
    bnode_t *node;
} target_t;

/* A call that is being written out, or the bottom of a thread. */
typedef struct bp_frame {
    const bp_function_t *function;
    struct bp_frame *caller;
    uint32_t *params, *locals, *results; /* variables of the routine */
    bnode_t *exit;                       /* where return leads */
    VEC(target_t) targets;
    const bexpr_t *enforced; /* over NEXT; NULL: nothing is */
} bp_frame_t;

typedef struct inliner {
    const bp_program_t *program;
    const char *label;
    boolean_t *out;
    broutine_t *routine; /* the one being written */
    bp_frame_t *frame;
    bnode_t *at; /* where the next step begins; NULL: nobody gets here */
    uint32_t choices; /* of the step being made */
    /* routine->id -> function */
    VEC(const bp_function_t *) started;
    strbuf_t *errors;
    jmp_buf failed;
} inliner_t;

__attribute__((format(printf, 3, 4))) static _Noreturn void fail(inliner_t *in, source_t source,
                                                                 const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strbuf_printf(in->errors, "%s:%u:%u: %s\n", source.file, source.line, source.column, text);
    longjmp(in->failed, 1);
}

/* --- names --- */

static bool find_name(const bp_names_t *names, const char *text, size_t *index) {
    for (*index = 0; *index < names->len; ++*index)
        if (strcmp(names->data[*index].text, text) == 0) return true;
    return false;
}

static bool find_variable(const inliner_t *in, const char *text, uint32_t *variable) {
    const bp_frame_t *frame = in->frame;
    size_t i;
    if (find_name(&frame->function->locals, text, &i)) {
        *variable = frame->locals[i];
    } else if (find_name(&frame->function->params, text, &i)) {
        *variable = frame->params[i];
    } else if (find_name(&in->program->globals, text, &i)) {
        *variable = (uint32_t)i;
    } else {
        return false;
    }
    return true;
}

static uint32_t variable_of(inliner_t *in, const char *text, source_t source) {
    uint32_t variable = 0;
    if (!find_variable(in, text, &variable)) fail(in, source, "no variable is named %s", text);
    return variable;
}

static const bp_function_t *function_named(inliner_t *in, const char *text) {
    for (size_t i = 0; i < in->program->functions.len; i++)
        if (strcmp(in->program->functions.data[i]->name.text, text) == 0)
            return in->program->functions.data[i];
    return NULL;
}

/* --- expressions --- */

static const bexpr_t *choice(inliner_t *in) {
    return bexpr_leaf(in->out, BEXPR_CHOICE, in->choices++);
}

/* next_allowed: in a constraint. as_next: every variable stands for its value after the step. */
static const bexpr_t *expr(inliner_t *in, const bp_expr_t *e, bool next_allowed, bool as_next) {
    boolean_t *b = in->out;
    const bexpr_t *x = e->a ? expr(in, e->a, next_allowed, as_next) : NULL;
    const bexpr_t *y = e->b ? expr(in, e->b, next_allowed, as_next) : NULL;
    switch (e->kind) {
    case BP_EXPR_CONST: return bexpr_const(b, e->value);
    case BP_EXPR_STAR: return choice(in);
    case BP_EXPR_NAME:
        return bexpr_leaf(b, as_next ? BEXPR_NEXT : BEXPR_NOW, variable_of(in, e->name, e->source));
    case BP_EXPR_NEXT:
        if (!next_allowed) fail(in, e->source, "'%s has a meaning in constrain only", e->name);
        return bexpr_leaf(b, BEXPR_NEXT, variable_of(in, e->name, e->source));
    case BP_EXPR_NOT: return bexpr_not(b, x);
    case BP_EXPR_AND: return bexpr_binary(b, BEXPR_AND, x, y);
    case BP_EXPR_OR: return bexpr_binary(b, BEXPR_OR, x, y);
    case BP_EXPR_XOR: return bexpr_binary(b, BEXPR_XOR, x, y);
    case BP_EXPR_EQUALS: return bexpr_not(b, bexpr_binary(b, BEXPR_XOR, x, y));
    case BP_EXPR_IMPLIES: return bexpr_binary(b, BEXPR_OR, bexpr_not(b, x), y);
    case BP_EXPR_SCHOOSE: /* true if x, else false if y, else any value */
        return bexpr_binary(b, BEXPR_OR, x,
                            bexpr_binary(b, BEXPR_AND, bexpr_not(b, y), choice(in)));
    }
    return NULL;
}

static const bexpr_t *value_of(inliner_t *in, const bp_expr_t *e) {
    return expr(in, e, false, false);
}

/* --- steps --- */

static const bexpr_t *both(inliner_t *in, const bexpr_t *a, const bexpr_t *b) {
    return !a ? b : !b ? a : bexpr_binary(in->out, BEXPR_AND, a, b);
}

/* A step out of here; the choices made since the last one are its own. */
static bstep_t *step_to(inliner_t *in, bstep_kind_t kind, bnode_t *to, source_t source) {
    if (in->out->steps.len >= MAX_STEPS)
        fail(in, source, "more than %d steps with functions written out", MAX_STEPS);
    bstep_t *step = boolean_add_step(in->out, kind, in->at, to, source);
    step->choice_count = in->choices;
    in->choices = 0;
    if (in->frame) step->constraint = in->frame->enforced;
    return step;
}

static bnode_t *new_node(inliner_t *in) {
    return boolean_add_node(in->out, in->routine);
}

static bstep_t *step(inliner_t *in, bstep_kind_t kind, source_t source) {
    bnode_t *to = new_node(in);
    bstep_t *made = step_to(in, kind, to, source);
    in->at = to;
    return made;
}

static void jump(inliner_t *in, bnode_t *to, source_t source) {
    step_to(in, BSTEP_MOVE, to, source);
}

/* Code that nobody gets to has a node all the same: labels may lie in it. */
static void nowhere(inliner_t *in) {
    in->at = new_node(in);
}

static bassign_t *new_assigns(inliner_t *in, size_t count) {
    return ARENA_ARRAY(in->out->arena, bassign_t, count + 1);
}

static void set_assigns(bstep_t *it, const bassign_t *assigns, size_t count) {
    it->assigns = assigns;
    it->assign_count = count;
}

/* --- statements --- */

static void block(inliner_t *in, const bp_stmts_t *list);

static bnode_t *target_of(inliner_t *in, const char *label, source_t source) {
    for (size_t i = 0; i < in->frame->targets.len; i++)
        if (strcmp(in->frame->targets.data[i].label, label) == 0)
            return in->frame->targets.data[i].node;
    fail(in, source, "no label %s in %s", label, in->frame->function->name.text);
}

static void place_labels(inliner_t *in, const bp_stmt_t *s) {
    for (size_t i = 0; i < s->labels.len; i++) {
        const bp_name_t *label = &s->labels.data[i];
        bnode_t *node = target_of(in, label->text, label->source);
        if (node != in->at) jump(in, node, s->source);
        in->at = node;
        VEC_PUSH(node->labels, arena_strdup(in->out->arena, label->text));
        if (in->label && strcmp(in->label, label->text) == 0) {
            step(in, BSTEP_ERROR, label->source);
            in->at = node;
        }
    }
}

static void do_goto(inliner_t *in, const bp_stmt_t *s) {
    for (size_t i = 0; i < s->names.len; i++)
        jump(in, target_of(in, s->names.data[i].text, s->names.data[i].source), s->source);
    nowhere(in);
}

static void do_assert(inliner_t *in, const bp_stmt_t *s) {
    bnode_t *here = in->at;
    const bexpr_t *fails = bexpr_not(in->out, value_of(in, s->expr));
    /* The violation is there whatever is enforced after steps. */
    bstep_t *error = step(in, BSTEP_ERROR, s->source);
    error->condition = fails;
    error->constraint = NULL;
    in->at = here;
    const bexpr_t *holds = value_of(in, s->expr);
    step(in, BSTEP_MOVE, s->source)->condition = holds;
}

/* Two ways out of here, by a condition; each evaluates it for itself. */
static void branch(inliner_t *in, const bp_expr_t *condition, bnode_t *yes, bnode_t *no,
                   source_t source) {
    const bexpr_t *c = value_of(in, condition);
    step_to(in, BSTEP_MOVE, yes, source)->condition = c;
    c = bexpr_not(in->out, value_of(in, condition));
    step_to(in, BSTEP_MOVE, no, source)->condition = c;
}

static void do_if(inliner_t *in, const bp_stmt_t *s) {
    bnode_t *yes = new_node(in), *no = new_node(in), *after = new_node(in);
    branch(in, s->expr, yes, no, s->source);
    in->at = yes;
    block(in, &s->first);
    jump(in, after, s->source);
    in->at = no;
    block(in, &s->second);
    jump(in, after, s->source);
    in->at = after;
}

static void do_while(inliner_t *in, const bp_stmt_t *s) {
    bnode_t *head = in->at, *body = new_node(in), *after = new_node(in);
    branch(in, s->expr, body, after, s->source);
    in->at = body;
    block(in, &s->first);
    jump(in, head, s->source);
    in->at = after;
}

static void do_assign(inliner_t *in, const bp_stmt_t *s) {
    bassign_t *assigns = new_assigns(in, s->names.len);
    size_t count = 0;
    for (size_t i = 0; i < s->names.len; i++) {
        const bp_name_t *name = &s->names.data[i];
        const bexpr_t *value = value_of(in, s->exprs.data[i]);
        if (strcmp(name->text, "_") == 0) continue;
        uint32_t variable = variable_of(in, name->text, name->source);
        for (size_t j = 0; j < count; j++)
            if (assigns[j].variable == variable)
                fail(in, name->source, "%s is assigned twice at once", name->text);
        assigns[count++] = (bassign_t){variable, value};
    }
    const bexpr_t *constraint = s->expr ? expr(in, s->expr, true, false) : NULL;
    bstep_t *it = step(in, BSTEP_MOVE, s->source);
    set_assigns(it, assigns, count);
    it->constraint = both(in, it->constraint, constraint);
}

/* These get any value. */
static void do_dead(inliner_t *in, const bp_stmt_t *s) {
    bassign_t *assigns = new_assigns(in, s->names.len);
    for (size_t i = 0; i < s->names.len; i++) {
        uint32_t variable = variable_of(in, s->names.data[i].text, s->names.data[i].source);
        assigns[i] = (bassign_t){variable, choice(in)};
    }
    set_assigns(step(in, BSTEP_MOVE, s->source), assigns, s->names.len);
}

static void do_return(inliner_t *in, const bp_stmt_t *s) {
    bassign_t *assigns = new_assigns(in, s->exprs.len);
    for (size_t i = 0; i < s->exprs.len; i++)
        assigns[i] = (bassign_t){in->frame->results[i], value_of(in, s->exprs.data[i])};
    set_assigns(step_to(in, BSTEP_MOVE, in->frame->exit, s->source), assigns, s->exprs.len);
    nowhere(in);
}

static uint32_t event_number(inliner_t *in, const char *name) {
    for (size_t i = 0; i < in->out->events.len; i++)
        if (strcmp(in->out->events.data[i], name) == 0) return (uint32_t)i;
    VEC_PUSH(in->out->events, arena_strdup(in->out->arena, name));
    return (uint32_t)in->out->events.len - 1;
}

/* --- calls --- */

static void enter(inliner_t *in, const bp_function_t *function);

static uint32_t *new_variables(inliner_t *in, const bp_names_t *names, const char *prefix) {
    uint32_t *variables = ARENA_ARRAY(in->out->arena, uint32_t, names->len + 1);
    for (size_t i = 0; i < names->len; i++) {
        const char *name = arena_printf(in->out->arena, "%s%s", prefix, names->data[i].text);
        variables[i] = boolean_add_local(in->out, in->routine, name);
    }
    return variables;
}

/* Names of written-out calls differ by a number; at the bottom they are the program's. */
static void make_variables(inliner_t *in, bp_frame_t *frame) {
    const bp_function_t *f = frame->function;
    const char *prefix = !frame->caller ? ""
                                        : arena_printf(in->out->arena, "%s#%zu_", f->name.text,
                                                       in->routine->locals.len);
    frame->params = new_variables(in, &f->params, prefix);
    frame->locals = new_variables(in, &f->locals, prefix);
    frame->results = ARENA_ARRAY(in->out->arena, uint32_t, f->results + 1);
    for (uint32_t i = 0; i < f->results; i++) {
        const char *name = arena_printf(in->out->arena, "%s#result%u", prefix, i);
        frame->results[i] = boolean_add_local(
            in->out, in->routine, *name == '#' ? arena_printf(in->out->arena, "$%s", name) : name);
    }
}

static const bp_function_t *callee_of(inliner_t *in, const bp_stmt_t *s) {
    const bp_function_t *callee = function_named(in, s->callee.text);
    if (!callee) fail(in, s->callee.source, "no function is named %s", s->callee.text);
    if (callee->params.len != s->exprs.len)
        fail(in, s->callee.source, "%s has %zu parameters", s->callee.text, callee->params.len);
    if (s->names.len && s->names.len != callee->results)
        fail(in, s->callee.source, "%s has %u results", s->callee.text, callee->results);
    return callee;
}

static bool is_open(const inliner_t *in, const bp_function_t *function) {
    for (const bp_frame_t *f = in->frame; f; f = f->caller)
        if (f->function == function) return true;
    return false;
}

/* Parameters get their values and everything else any, in one step. */
static void pass_arguments(inliner_t *in, const bp_stmt_t *s, const bp_frame_t *frame) {
    const bp_function_t *f = frame->function;
    size_t count = 0;
    bassign_t *assigns = new_assigns(in, f->params.len + f->locals.len + f->results);
    for (size_t i = 0; i < f->params.len; i++)
        assigns[count++] = (bassign_t){frame->params[i], value_of(in, s->exprs.data[i])};
    for (size_t i = 0; i < f->locals.len; i++)
        assigns[count++] = (bassign_t){frame->locals[i], choice(in)};
    for (size_t i = 0; i < f->results; i++)
        assigns[count++] = (bassign_t){frame->results[i], choice(in)};
    set_assigns(step(in, BSTEP_MOVE, s->source), assigns, count);
}

static void take_results(inliner_t *in, const bp_stmt_t *s, const bp_frame_t *frame) {
    bassign_t *assigns = new_assigns(in, s->names.len);
    size_t count = 0;
    for (size_t i = 0; i < s->names.len; i++) {
        const bp_name_t *name = &s->names.data[i];
        if (strcmp(name->text, "_") == 0) continue;
        assigns[count++] = (bassign_t){variable_of(in, name->text, name->source),
                                       bexpr_leaf(in->out, BEXPR_NOW, frame->results[i])};
    }
    if (count) set_assigns(step(in, BSTEP_MOVE, s->source), assigns, count);
}

/* Not on the stack, so that it is still there after an error. */
static bp_frame_t *new_frame(inliner_t *in, const bp_function_t *function) {
    bp_frame_t *frame = ARENA_NEW(in->out->arena, bp_frame_t);
    frame->function = function;
    frame->caller = in->frame;
    frame->exit = new_node(in);
    return frame;
}

static void do_call(inliner_t *in, const bp_stmt_t *s) {
    const bp_function_t *callee = callee_of(in, s);
    if (is_open(in, callee)) {
        step(in, BSTEP_UNSUPPORTED, s->source)->text =
            arena_printf(in->out->arena, "recursion of %s", callee->name.text);
        nowhere(in);
        return;
    }
    bp_frame_t *frame = new_frame(in, callee);
    make_variables(in, frame);
    pass_arguments(in, s, frame);
    in->frame = frame;
    enter(in, callee);
    in->frame = frame->caller;
    VEC_FREE(frame->targets);
    in->at = frame->exit;
    take_results(in, s, frame);
}

static const broutine_t *routine_of(inliner_t *in, const bp_function_t *function) {
    for (size_t i = 0; i < in->started.len; i++)
        if (in->started.data[i] == function) return in->out->routines.data[i];
    VEC_PUSH(in->started, function);
    return boolean_add_routine(in->out, function->name.text);
}

static void do_start(inliner_t *in, const bp_stmt_t *s) {
    const bp_function_t *callee = callee_of(in, s);
    if (callee == in->started.data[0]) fail(in, s->source, "main cannot be started as a thread");
    if (callee->params.len > MAX_PARAMETERS)
        fail(in, s->source, "a thread has at most %d parameters", MAX_PARAMETERS);
    const bexpr_t **args = ARENA_ARRAY(in->out->arena, const bexpr_t *, s->exprs.len + 1);
    for (size_t i = 0; i < s->exprs.len; i++) args[i] = value_of(in, s->exprs.data[i]);
    bstep_t *it = step(in, BSTEP_START, s->source);
    it->routine = routine_of(in, callee);
    it->args = args;
}

static void statement(inliner_t *in, const bp_stmt_t *s) {
    const bexpr_t *e;
    place_labels(in, s);
    switch (s->kind) {
    case BP_STMT_SKIP:
    case BP_STMT_ENFORCE: break;
    case BP_STMT_GOTO: do_goto(in, s); break;
    case BP_STMT_ASSUME:
        e = value_of(in, s->expr);
        step(in, BSTEP_MOVE, s->source)->condition = e;
        break;
    case BP_STMT_ASSERT: do_assert(in, s); break;
    case BP_STMT_ASSIGN: do_assign(in, s); break;
    case BP_STMT_CALL: do_call(in, s); break;
    case BP_STMT_IF: do_if(in, s); break;
    case BP_STMT_WHILE: do_while(in, s); break;
    case BP_STMT_RETURN: do_return(in, s); break;
    case BP_STMT_DEAD: do_dead(in, s); break;
    case BP_STMT_START: do_start(in, s); break;
    case BP_STMT_END_THREAD:
        step(in, BSTEP_END, s->source);
        nowhere(in);
        break;
    case BP_STMT_SYNC:
        if (in->frame->enforced) fail(in, s->source, "sync in a function with enforce");
        step(in, BSTEP_SYNC, s->source)->event = event_number(in, s->callee.text);
        break;
    case BP_STMT_ATOMIC_BEGIN: step(in, BSTEP_MOVE, s->source)->text = "atomic_begin"; break;
    case BP_STMT_ATOMIC_END: step(in, BSTEP_MOVE, s->source)->text = "atomic_end"; break;
    }
}

static void block(inliner_t *in, const bp_stmts_t *list) {
    for (size_t i = 0; i < list->len; i++) statement(in, list->data[i]);
}

/* Jumps may lead to labels that come later. */
static void collect_labels(inliner_t *in, const bp_stmts_t *list) {
    for (size_t i = 0; i < list->len; i++) {
        const bp_stmt_t *s = list->data[i];
        for (size_t j = 0; j < s->labels.len; j++) {
            target_t target = {s->labels.data[j].text, new_node(in)};
            for (size_t k = 0; k < in->frame->targets.len; k++)
                if (strcmp(in->frame->targets.data[k].label, target.label) == 0)
                    fail(in, s->labels.data[j].source, "label %s stands twice in %s", target.label,
                         in->frame->function->name.text);
            VEC_PUSH(in->frame->targets, target);
        }
        collect_labels(in, &s->first);
        collect_labels(in, &s->second);
    }
}

/* The body of in->frame, from here to its exit. */
static void enter(inliner_t *in, const bp_function_t *function) {
    collect_labels(in, &function->body);
    for (size_t i = 0; i < function->body.len; i++) {
        const bp_stmt_t *s = function->body.data[i];
        if (s->kind != BP_STMT_ENFORCE) continue;
        const bexpr_t *e = expr(in, s->expr, false, true);
        if (in->choices) fail(in, s->source, "enforce must not choose");
        in->frame->enforced = both(in, in->frame->enforced, e);
    }
    block(in, &function->body);
    source_t end = function->name.source;
    jump(in, in->frame->exit, end);
}

static void write_routine(inliner_t *in, size_t number) {
    const bp_function_t *function = in->started.data[number];
    in->routine = in->out->routines.data[number];
    /* Nobody gives main its parameters, so they have any value, as its variables do. */
    in->routine->param_count = number ? (uint32_t)function->params.len : 0;
    in->routine->entry = in->at = new_node(in);
    in->frame = NULL;
    bp_frame_t *frame = in->frame = new_frame(in, function);
    make_variables(in, frame);
    enter(in, function);
    in->at = frame->exit;
    in->frame = NULL;
    step(in, BSTEP_END, function->name.source);
    VEC_FREE(frame->targets);
}

/* --- atomic sections --- */

/* How many sections a step begins (1) or ends (-1). */
static int section(const bstep_t *it) {
    if (!it->text || it->kind != BSTEP_MOVE) return 0;
    return strcmp(it->text, "atomic_begin") == 0 ? 1 : strcmp(it->text, "atomic_end") == 0 ? -1 : 0;
}

/* Where the sections lie is a matter of the graph: every node is inside as many of them on
 * every way that leads there. */
static void find_sections(inliner_t *in, broutine_t *routine) {
    int *depth = ARENA_ARRAY(in->out->arena, int, routine->nodes.len + 1);
    VEC(bnode_t *) work = {0};
    depth[routine->entry->id] = 1; /* one more than it is; 0: not seen */
    VEC_PUSH(work, routine->entry);
    while (work.len) {
        bnode_t *node = VEC_POP(work);
        for (size_t i = 0; i < node->out.len; i++) {
            const bstep_t *it = node->out.data[i];
            int after = depth[node->id] + section(it);
            if (after < 1) after = 1;
            int *known = &depth[it->to->id];
            if (*known && *known != after) {
                VEC_FREE(work);
                fail(in, it->source,
                     "this leads to a place both inside and outside of an atomic section");
            }
            if (*known) continue;
            *known = after;
            it->to->is_atomic = after > 1;
            VEC_PUSH(work, it->to);
        }
    }
    VEC_FREE(work);
}

static void check_twice(inliner_t *in, const bp_names_t *names, const char *what) {
    for (size_t i = 0; i < names->len; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(names->data[i].text, names->data[j].text) == 0)
                fail(in, names->data[i].source, "%s %s is declared twice", what,
                     names->data[i].text);
}

static void check_declarations(inliner_t *in) {
    check_twice(in, &in->program->globals, "variable");
    for (size_t i = 0; i < in->program->functions.len; i++) {
        const bp_function_t *f = in->program->functions.data[i];
        check_twice(in, &f->params, "parameter");
        check_twice(in, &f->locals, "variable");
        if (function_named(in, f->name.text) != f)
            fail(in, f->name.source, "function %s is defined twice", f->name.text);
    }
}

static bool has_label(const bp_stmts_t *list, const char *label) {
    size_t i;
    for (size_t j = 0; j < list->len; j++) {
        const bp_stmt_t *s = list->data[j];
        if (find_name(&s->labels, label, &i) || has_label(&s->first, label) ||
            has_label(&s->second, label))
            return true;
    }
    return false;
}

static bool label_exists(const bp_program_t *program, const char *label) {
    for (size_t i = 0; i < program->functions.len; i++)
        if (has_label(&program->functions.data[i]->body, label)) return true;
    return false;
}

boolean_t *bp_inline(const bp_program_t *program, const char *label, strbuf_t *errors) {
    inliner_t in = {.program = program, .label = label, .errors = errors, .out = boolean_new()};
    if (setjmp(in.failed)) {
        for (bp_frame_t *f = in.frame; f; f = f->caller) VEC_FREE(f->targets);
        VEC_FREE(in.started);
        boolean_delete(in.out);
        return NULL;
    }
    check_declarations(&in);
    for (size_t i = 0; i < program->globals.len; i++)
        boolean_add_global(in.out, program->globals.data[i].text);
    const bp_function_t *first = function_named(&in, "main");
    source_t nowhere_known = {
        program->functions.len ? program->functions.data[0]->name.source.file : "input", 1, 1};
    if (!first) fail(&in, nowhere_known, "no function main");
    if (label && !label_exists(program, label))
        fail(&in, nowhere_known, "no label %s in the program", label);
    routine_of(&in, first);
    for (size_t i = 0; i < in.started.len; i++) write_routine(&in, i);
    for (size_t i = 0; i < in.out->routines.len; i++) find_sections(&in, in.out->routines.data[i]);
    VEC_FREE(in.started);
    boolean_tidy(in.out);
    return in.out;
}
