/* Pass faults.
 * requires: program->faults
 * provides: ERROR edges with a fault, edge->check
 * breaks:   nothing
 *
 * Beside each edge whose access may be a fault stands an ERROR edge that is taken where it is one.
 * Both leave the same node: nothing can happen between the question and the access. */
#include "cfa/passes.h"

/* Object and offset, if they are known without looking at data. */
static bool known_place(const expr_t *expr, const object_t **object, uint64_t *offset) {
    if (expr->kind == EXPR_ADDR) {
        *object = expr->object;
        *offset = 0;
        return true;
    }
    if (expr->kind != EXPR_ADD) return false;
    unsigned constant = expr->a[1]->kind == EXPR_CONST;
    if (expr->a[constant]->kind != EXPR_CONST) return false;
    if (!known_place(expr->a[!constant], object, offset)) return false;
    *offset = (*offset + expr->a[constant]->value) & width_mask(expr->width);
    return true;
}

/* A variable that is in scope, within its bounds: nobody needs to ask. */
static bool is_always_valid(const expr_t *address, uint64_t size) {
    const object_t *object;
    uint64_t offset;
    if (!known_place(address, &object, &offset) || object->kind == OBJECT_FUNCTION) return false;
    return size <= object->type->size && offset <= object->type->size - size;
}

static const expr_t *find_load(const expr_t *expr) {
    const expr_t *found = NULL;
    if (!expr || !expr->loads || expr->kind == EXPR_LOAD) return expr && expr->loads ? expr : NULL;
    for (unsigned i = 0; i < expr->arity && !found; i++) found = find_load(expr->a[i]);
    return found;
}

/* What the edge does to memory: one access at most (cfa/program.h). */
typedef struct fault_access {
    fault_t fault;
    const expr_t *address;
    const type_t *type;
} fault_access_t;

static bool ends_thread(const program_t *program, const function_t *function) {
    bool found = function == program->main;
    for (size_t i = 0; i < program->edges.len && !found; i++)
        found = program->edges.data[i]->kind == EDGE_THREAD_CREATE &&
                program->edges.data[i]->callee == function;
    return found;
}

static fault_access_t access_of(const program_t *program, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_STORE: return (fault_access_t){FAULT_ACCESS, edge->address, edge->type};
    case EDGE_THREAD_CREATE:
        if (edge->address) return (fault_access_t){FAULT_ACCESS, edge->address, edge->type};
        break;
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS: /* the first byte of the mutex */
        return (fault_access_t){FAULT_ACCESS, edge->address, type_int(program->types, 8, false)};
    case EDGE_EXIT:
        if (edge->is_failure) break;
        return (fault_access_t){.fault = FAULT_LEAK};
    case EDGE_THREAD_EXIT: return (fault_access_t){.fault = FAULT_LEAK};
    case EDGE_RETURN:
        if (!ends_thread(program, edge->from->function)) break;
        return (fault_access_t){.fault = FAULT_LEAK};
    case EDGE_HEAP_SIZE:
    case EDGE_FREE:
        if (edge->is_implied) break;
        return (fault_access_t){FAULT_FREE, edge->address, NULL};
    default: break;
    }
    const expr_t *load = find_load(edge->value);
    for (size_t i = 0; i < edge->arg_count && !load; i++) load = find_load(edge->args[i]);
    if (!load) return (fault_access_t){0};
    return (fault_access_t){FAULT_ACCESS, load->a[0], load->type};
}

static node_t *error_node(program_t *program, function_t *function, uint8_t property) {
    for (size_t i = 0; i < function->nodes.len; i++) {
        node_t *node = function->nodes.data[i];
        if (node->is_error && node->violates == property) return node;
    }
    node_t *node = function_add_node(program, function, function->source);
    node->is_error = true;
    node->violates = property;
    return node;
}

static const edge_t *find_check(const node_t *node, const fault_access_t *access) {
    for (size_t i = node_ways(node); i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->fault == access->fault && edge->address == access->address &&
            (!edge->type || edge->type->size == access->type->size))
            return edge;
    }
    return NULL;
}

static void check_edge(program_t *program, edge_t *edge, bool allocates) {
    static const char *const texts[FAULT_COUNT] = {[FAULT_ACCESS] = "invalid access",
                                                   [FAULT_FREE] = "invalid free",
                                                   [FAULT_LEAK] = "memory is not freed"};
    fault_access_t access = access_of(program, edge);
    if (!access.fault || program->faults[access.fault] == NO_PROPERTY) return;
    if (access.type && is_always_valid(access.address, access.type->size)) return;
    if (access.fault == FAULT_LEAK && !allocates) return;
    edge->check = find_check(edge->from, &access);
    if (edge->check) return;
    node_t *to = error_node(program, edge->from->function, program->faults[access.fault]);
    edge_t *error = program_add_edge(program, EDGE_ERROR, edge->from, to, edge->source);
    error->fault = access.fault;
    error->address = access.address;
    error->type = access.type;
    error->model = edge->model;
    error->text = texts[access.fault];
    /* The program ends, whether it leaves something behind or not. */
    if (access.fault != FAULT_LEAK) edge->check = error;
}

void faults_run(program_t *program) {
    size_t count = program->edges.len;
    bool allocates = false;
    for (size_t i = 0; i < count && !allocates; i++)
        allocates = program->edges.data[i]->kind == EDGE_ALLOC &&
                    !program->edges.data[i]->object->is_automatic;
    for (size_t i = 0; i < count; i++) check_edge(program, program->edges.data[i], allocates);
    if (program->edges.len == count) return;
    /* An address of what was freed must not become that of another object. */
    for (size_t i = 0; i < program->objects.len; i++)
        if (program->objects.data[i]->kind == OBJECT_HEAP)
            program->objects.data[i]->is_watched = true;
}
