#include "cfa/check.h"

#include "util/mem.h"

enum { MAX_PROBLEMS = 20 };

typedef struct check {
    const program_t *program;
    strbuf_t *out;
    size_t problems;
    const edge_t *edge;         /* the one being checked */
    const function_t *function; /* its function */
    uint32_t *seen;             /* per expression: 1 + the last function it was checked in */
} check_t;

static void problem(check_t *c, const char *what) {
    if (c->problems++ >= MAX_PROBLEMS) return;
    if (c->edge) {
        const edge_t *e = c->edge;
        strbuf_printf(c->out, "%s:%u: edge %u (%s) in %s: %s\n",
                      e->source.file ? e->source.file : "?", e->source.line, e->id,
                      (unsigned)e->kind < EDGE_KIND_COUNT ? edge_kind_names[e->kind] : "?",
                      c->function ? c->function->name : "?", what);
    } else {
        strbuf_printf(c->out, "%s%s%s\n", c->function ? c->function->name : "",
                      c->function ? ": " : "", what);
    }
}

static void expect(check_t *c, bool condition, const char *what) {
    if (!condition) problem(c, what);
}

static void check_expr(check_t *c, const expr_t *e) {
    if (c->seen[e->id] == c->function->id + 1) return;
    c->seen[e->id] = c->function->id + 1;
    if (e->kind == EXPR_REG) {
        if (e->reg >= c->function->regs.len)
            problem(c, "register out of range");
        else if (e->width != c->function->regs.data[e->reg].type->bits)
            problem(c, "register read with another width than its type's");
    }
    if (e->kind == EXPR_ADDR) {
        const object_t *object = e->object;
        expect(c, object->kind != OBJECT_HEAP, "address of an allocation site");
        expect(c, object->kind != OBJECT_LOCAL || object->function == c->function,
               "address of another function's local");
        expect(c,
               object->id < c->program->objects.len &&
                   c->program->objects.data[object->id] == object,
               "address of an object of another program");
    }
    for (unsigned i = 0; i < e->arity; i++) check_expr(c, e->a[i]);
}

static uint64_t loads_of(const expr_t *e) {
    return e ? e->loads : 0;
}

static void check_value(check_t *c, unsigned width) {
    if (!c->edge->value)
        problem(c, "value is missing");
    else if (c->edge->value->width != width)
        problem(c, "value has the wrong width");
}

/* The kinds that touch memory at address themselves may load nothing. */
static void check_address(check_t *c) {
    const edge_t *e = c->edge;
    if (!e->address) {
        problem(c, "address is missing");
        return;
    }
    expect(c, e->address->width == c->program->pointer_bits, "address has the wrong width");
    expect(c, loads_of(e->address) + loads_of(e->value) == 0, "a load beside another access");
}

static void check_target(check_t *c, unsigned width) {
    const edge_t *e = c->edge;
    if (e->target >= c->function->regs.len)
        problem(c, "target is missing or out of range");
    else if (c->function->regs.data[e->target].type->bits != width)
        problem(c, "target has the wrong width");
}

static unsigned target_width(check_t *c) {
    reg_t target = c->edge->target;
    return target < c->function->regs.len ? c->function->regs.data[target].type->bits : 0;
}

static void check_scalar_type(check_t *c) {
    if (!c->edge->type)
        problem(c, "type is missing");
    else if (!type_is_scalar(c->edge->type))
        problem(c, "type is no scalar");
}

static bool check_callee(check_t *c) {
    const function_t *callee = c->edge->callee;
    if (!callee || !callee->has_body || !callee->entry) {
        problem(c, "callee is missing or has no body");
        return false;
    }
    return true;
}

static void check_call(check_t *c) {
    const edge_t *e = c->edge;
    if (!check_callee(c)) return;
    const function_t *callee = e->callee;
    if (e->arg_count != callee->param_count) {
        problem(c, "wrong number of arguments");
        return;
    }
    for (size_t i = 0; i < e->arg_count; i++)
        expect(c, e->args[i]->width == callee->regs.data[i].type->bits,
               "argument has the wrong width");
    if (e->target == NO_REG) return;
    if (!type_is_scalar(callee->type->elem))
        problem(c, "target of a call without a result");
    else
        check_target(c, callee->type->elem->bits);
}

static void check_create(check_t *c) {
    const edge_t *e = c->edge;
    if (e->address) {
        check_address(c);
        check_scalar_type(c);
    }
    if (!check_callee(c)) return;
    expect(c, e->callee->param_count <= 1, "start routine takes several parameters");
    expect(c, (e->value != NULL) == (e->callee->param_count == 1),
           "argument and parameter of the start routine do not match");
    if (e->value && e->callee->param_count == 1) check_value(c, e->callee->regs.data[0].type->bits);
}

static void check_return(check_t *c) {
    const type_t *result = c->function->type->elem;
    bool has_result = type_is_scalar(result);
    if (has_result && c->edge->value)
        check_value(c, result->bits);
    else if (has_result)
        problem(c, "nothing returned from a function with a result");
    else if (c->edge->value)
        problem(c, "value returned from a function without a result");
}

static void check_store(check_t *c) {
    check_address(c);
    check_scalar_type(c);
    if (c->edge->type) check_value(c, c->edge->type->bits);
}

static void check_havoc(check_t *c) {
    check_scalar_type(c);
    if (c->edge->type) check_target(c, c->edge->type->bits);
}

static void check_havoc_object(check_t *c) {
    const object_t *object = c->edge->object;
    expect(c,
           object && (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_THREAD ||
                      (object->kind == OBJECT_LOCAL && object->function == c->function)),
           "object is missing or has no instance here");
}

static void check_alloc(check_t *c) {
    const edge_t *e = c->edge;
    check_target(c, c->program->pointer_bits);
    check_value(c, c->program->pointer_bits);
    expect(c, e->object && e->object->kind == OBJECT_HEAP, "allocation site is missing");
    expect(c, loads_of(e->value) == 0, "a load beside another access");
}

/* What each kind needs; see the table in cfa/program.h. */
static void check_kind(check_t *c) {
    const edge_t *e = c->edge;
    switch (e->kind) {
    case EDGE_ASSUME: check_value(c, 1); break;
    case EDGE_ASSIGN: check_value(c, target_width(c)); break;
    case EDGE_ATOMIC_BEGIN:
        if (e->value) check_value(c, 1);
        break;
    case EDGE_STORE: check_store(c); break;
    case EDGE_HAVOC: check_havoc(c); break;
    case EDGE_HAVOC_OBJECT: check_havoc_object(c); break;
    case EDGE_CALL: check_call(c); break;
    case EDGE_RETURN: check_return(c); break;
    case EDGE_THREAD_CREATE: check_create(c); break;
    case EDGE_THREAD_JOIN:
        expect(c, e->value != NULL, "thread number is missing");
        if (e->target != NO_REG) check_target(c, c->program->pointer_bits);
        break;
    case EDGE_JOINABLE:
        expect(c, e->target < c->function->regs.len, "target is missing or out of range");
        __attribute__((fallthrough));
    case EDGE_THREAD_DETACH: expect(c, e->value != NULL, "thread number is missing"); break;
    case EDGE_THREAD_EXIT:
        if (e->value) check_value(c, c->program->pointer_bits);
        break;
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
        expect(c, e->target < c->function->regs.len, "target is missing or out of range");
        check_address(c);
        break;
    case EDGE_LOCK:
    case EDGE_UNLOCK:
    case EDGE_FREE: check_address(c); break;
    case EDGE_HEAP_SIZE:
        check_address(c);
        check_target(c, c->program->pointer_bits);
        break;
    case EDGE_ALLOC: check_alloc(c); break;
    case EDGE_ERROR:
        expect(c, e->to->is_error, "does not lead to an error node");
        if (e->fault == FAULT_ACCESS || e->fault == FAULT_FREE) check_address(c);
        break;
    case EDGE_UNSUPPORTED: expect(c, e->text != NULL, "reason is missing"); break;
    default: break;
    }
}

static bool kind_has_target(edge_kind_t kind) {
    switch (kind) {
    case EDGE_ASSIGN:
    case EDGE_HAVOC:
    case EDGE_CALL:
    case EDGE_THREAD_JOIN:
    case EDGE_TRYLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_HEAP_SIZE:
    case EDGE_ALLOC: return true;
    default: return false;
    }
}

static void check_edge(check_t *c, const edge_t *e) {
    c->edge = e;
    c->function = e->from->function;
    expect(c, (unsigned)e->kind < EDGE_KIND_COUNT, "unknown kind");
    expect(c, e->to->function == c->function, "leads into another function");
    uint64_t loads = loads_of(e->address) + loads_of(e->value);
    if (e->address) check_expr(c, e->address);
    if (e->value) check_expr(c, e->value);
    for (size_t i = 0; i < e->arg_count; i++) {
        check_expr(c, e->args[i]);
        loads += loads_of(e->args[i]);
    }
    expect(c, loads <= 1, "more than one load");
    expect(c, e->target == NO_REG || kind_has_target(e->kind), "target on an edge that sets none");
    expect(c, !e->is_branch || e->kind == EDGE_ASSUME, "a branch that is no assumption");
    check_kind(c);
    c->edge = NULL;
    c->function = NULL;
}

/* Lists and ids: each edge stands once in its from->out and its to->in. */
static void check_graph(check_t *c) {
    const program_t *p = c->program;
    uint8_t *links = mem_zalloc(p->edges.len + 1);
    for (size_t i = 0; i < p->edges.len; i++)
        expect(c, p->edges.data[i]->id == i, "edge ids are not dense");
    for (size_t i = 0; i < p->nodes.len; i++) {
        const node_t *node = p->nodes.data[i];
        expect(c, node->id == i, "node ids are not dense");
        for (size_t j = 0; j < node->out.len; j++) {
            const edge_t *e = node->out.data[j];
            bool known = e->id < p->edges.len && p->edges.data[e->id] == e;
            expect(c, known && e->from == node, "an out list holds a foreign edge");
            if (known) links[e->id] += 1;
        }
        for (size_t j = 0; j < node->in.len; j++) {
            const edge_t *e = node->in.data[j];
            bool known = e->id < p->edges.len && p->edges.data[e->id] == e;
            expect(c, known && e->to == node, "an in list holds a foreign edge");
            if (known) links[e->id] += 16;
        }
    }
    for (size_t i = 0; i < p->edges.len; i++)
        expect(c, links[i] == 17, "an edge is not once in its lists");
    mem_free(links);
}

static void check_functions(check_t *c) {
    const program_t *p = c->program;
    size_t nodes = 0;
    for (size_t i = 0; i < p->functions.len; i++) {
        const function_t *f = c->function = p->functions.data[i];
        expect(c, f->id == i, "function ids are not dense");
        expect(c, f->object && f->object->function == f, "function has no object");
        expect(c, f->param_count <= f->regs.len, "more parameters than registers");
        expect(c, f->has_body == (f->entry != NULL), "a body without an entry or the reverse");
        expect(c, !f->entry || f->entry->function == f, "entry of another function");
        nodes += f->nodes.len;
        for (size_t j = 0; j < f->nodes.len; j++)
            expect(c, f->nodes.data[j]->function == f, "node of another function");
        for (size_t j = 0; j < f->locals.len; j++)
            expect(c, f->locals.data[j]->kind == OBJECT_LOCAL && f->locals.data[j]->function == f,
                   "local of another function");
    }
    c->function = NULL;
    expect(c, nodes == p->nodes.len, "functions and program disagree on the nodes");
    for (size_t i = 0; i < p->objects.len; i++)
        expect(c, p->objects.data[i]->id == i, "object ids are not dense");
    expect(c, !p->main || p->main->has_body, "main has no body");
}

bool check_program(const program_t *program, strbuf_t *problems) {
    check_t c = {.program = program,
                 .out = problems,
                 .seen = mem_zalloc(sizeof(uint32_t) * (exprs_count(program->exprs) + 1))};
    check_functions(&c);
    check_graph(&c);
    for (size_t i = 0; i < program->edges.len; i++) check_edge(&c, program->edges.data[i]);
    mem_free(c.seen);
    return c.problems == 0;
}
