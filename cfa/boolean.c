#include "cfa/boolean.h"

boolean_t *boolean_new(void) {
    arena_t *arena = arena_new();
    boolean_t *boolean = ARENA_NEW(arena, boolean_t);
    boolean->arena = arena;
    return boolean;
}

static void free_routine(broutine_t *routine) {
    for (size_t i = 0; i < routine->nodes.len; i++) {
        VEC_FREE(routine->nodes.data[i]->out);
        VEC_FREE(routine->nodes.data[i]->labels);
    }
    VEC_FREE(routine->nodes);
    VEC_FREE(routine->locals);
}

void boolean_delete(boolean_t *boolean) {
    if (!boolean) return;
    for (size_t i = 0; i < boolean->routines.len; i++) free_routine(boolean->routines.data[i]);
    VEC_FREE(boolean->routines);
    VEC_FREE(boolean->steps);
    VEC_FREE(boolean->globals);
    VEC_FREE(boolean->events);
    arena_delete(boolean->arena);
}

uint32_t boolean_add_global(boolean_t *boolean, const char *name) {
    VEC_PUSH(boolean->globals, arena_strdup(boolean->arena, name));
    return (uint32_t)boolean->globals.len - 1;
}

broutine_t *boolean_add_routine(boolean_t *boolean, const char *name) {
    broutine_t *routine = ARENA_NEW(boolean->arena, broutine_t);
    routine->id = (uint32_t)boolean->routines.len;
    routine->name = arena_strdup(boolean->arena, name);
    VEC_PUSH(boolean->routines, routine);
    return routine;
}

uint32_t boolean_add_local(boolean_t *boolean, broutine_t *routine, const char *name) {
    VEC_PUSH(routine->locals, arena_strdup(boolean->arena, name));
    return boolean_variables(boolean, routine) - 1;
}

bnode_t *boolean_add_node(boolean_t *boolean, broutine_t *routine) {
    bnode_t *node = ARENA_NEW(boolean->arena, bnode_t);
    node->id = (uint32_t)routine->nodes.len;
    node->routine = routine;
    VEC_PUSH(routine->nodes, node);
    return node;
}

bstep_t *boolean_add_step(boolean_t *boolean, bstep_kind_t kind, bnode_t *from, bnode_t *to,
                          source_t source) {
    bstep_t *step = ARENA_NEW(boolean->arena, bstep_t);
    step->id = (uint32_t)boolean->steps.len;
    step->kind = kind;
    step->from = from;
    step->to = to;
    step->source = source;
    VEC_PUSH(boolean->steps, step);
    VEC_PUSH(from->out, step);
    return step;
}

const char *boolean_variable_name(const boolean_t *boolean, const broutine_t *routine,
                                  uint32_t variable) {
    if (variable < boolean->globals.len) return boolean->globals.data[variable];
    return routine->locals.data[variable - boolean->globals.len];
}

static const bexpr_t *make(boolean_t *boolean, bexpr_kind_t kind, uint32_t value, const bexpr_t *a,
                           const bexpr_t *b, const bexpr_t *c) {
    bexpr_t *e = ARENA_NEW(boolean->arena, bexpr_t);
    *e = (bexpr_t){.kind = kind, .value = value, .a = {a, b, c}};
    return e;
}

const bexpr_t *bexpr_const(boolean_t *boolean, bool value) {
    return make(boolean, BEXPR_CONST, value, NULL, NULL, NULL);
}

const bexpr_t *bexpr_leaf(boolean_t *boolean, bexpr_kind_t kind, uint32_t value) {
    return make(boolean, kind, value, NULL, NULL, NULL);
}

const bexpr_t *bexpr_not(boolean_t *boolean, const bexpr_t *a) {
    if (a->kind == BEXPR_CONST) return bexpr_const(boolean, !a->value);
    if (a->kind == BEXPR_NOT) return a->a[0];
    return make(boolean, BEXPR_NOT, 0, a, NULL, NULL);
}

const bexpr_t *bexpr_binary(boolean_t *boolean, bexpr_kind_t kind, const bexpr_t *a,
                            const bexpr_t *b) {
    if (a->kind != BEXPR_CONST && b->kind == BEXPR_CONST) {
        const bexpr_t *swap = a;
        a = b;
        b = swap;
    }
    if (a->kind == BEXPR_CONST) {
        if (kind == BEXPR_XOR) return a->value ? bexpr_not(boolean, b) : b;
        return (kind == BEXPR_AND) == (a->value != 0) ? b : a;
    }
    return make(boolean, kind, 0, a, b, NULL);
}

const bexpr_t *bexpr_ite(boolean_t *boolean, const bexpr_t *c, const bexpr_t *a, const bexpr_t *b) {
    if (c->kind == BEXPR_CONST) return c->value ? a : b;
    return make(boolean, BEXPR_ITE, 0, c, a, b);
}

bool bexpr_has_choice(const bexpr_t *e) {
    if (!e) return false;
    if (e->kind == BEXPR_CHOICE) return true;
    for (int i = 0; i < 3; i++)
        if (bexpr_has_choice(e->a[i])) return true;
    return false;
}

static void reads_of(const bexpr_t *e, boolean_use_t use, void *context) {
    if (!e) return;
    if (e->kind == BEXPR_NOW) use(context, e->value);
    for (int i = 0; i < 3; i++) reads_of(e->a[i], use, context);
}

static bool assigns_to(const bstep_t *step, uint32_t variable) {
    for (size_t i = 0; i < step->assign_count; i++)
        if (step->assigns[i].variable == variable) return true;
    return false;
}

/* What a step leaves as it is has its old value after it, so a constraint on it reads it. */
static void reads_of_next(const bstep_t *step, const bexpr_t *e, boolean_use_t use, void *context) {
    if (!e) return;
    if (e->kind == BEXPR_NEXT && !assigns_to(step, e->value)) use(context, e->value);
    for (int i = 0; i < 3; i++) reads_of_next(step, e->a[i], use, context);
}

void bstep_reads(const bstep_t *step, boolean_use_t use, void *context) {
    reads_of(step->condition, use, context);
    reads_of(step->constraint, use, context);
    reads_of_next(step, step->constraint, use, context);
    for (size_t i = 0; i < step->assign_count; i++) reads_of(step->assigns[i].value, use, context);
    for (size_t i = 0; step->routine && i < step->routine->param_count; i++)
        reads_of(step->args[i], use, context);
}
