#include "cfa/data_access.h"

static const expr_t *load_in(const expr_t *expr) {
    if (!expr || !expr->loads) return NULL;
    if (expr->kind == EXPR_LOAD) return expr;
    const expr_t *load = NULL;
    for (unsigned i = 0; !load && i < expr->arity; i++) load = load_in(expr->a[i]);
    return load;
}

static const expr_t *load_of(const edge_t *edge) {
    const expr_t *load = load_in(edge->value);
    if (!load) load = load_in(edge->address);
    for (size_t i = 0; !load && i < edge->arg_count; i++) load = load_in(edge->args[i]);
    return load;
}

bool data_access_of(const edge_t *edge, data_access_t *access) {
    switch (edge->kind) {
    case EDGE_STORE: *access = (data_access_t){edge->address, edge->type->size, true}; return true;
    case EDGE_THREAD_CREATE:
        if (!edge->address) return false;
        *access = (data_access_t){edge->address, edge->type->size, true};
        return true;
    case EDGE_FREE: *access = (data_access_t){edge->address, 0, true}; return true;
    default: break;
    }
    const expr_t *load = load_of(edge);
    if (load) *access = (data_access_t){load->a[0], load->type->size, false};
    return load != NULL;
}
