#include "frontend/mutexes.h"

#include "frontend/arith.h"
#include "frontend/lvalue.h"

#include <string.h>

bool mutexes_is_one(const type_t *type) {
    if (!type->is_library || !type->name) return false;
    return strcmp(type->name, "pthread_mutex_t") == 0 || strcmp(type->name, "mtx_t") == 0;
}

typedef struct mutex_search {
    uint64_t bytes;      /* where to stop */
    VEC(uint64_t) found; /* offsets */
    bool is_cut;         /* there are more than anybody wants */
} mutex_search_t;

static void find(mutex_search_t *search, const type_t *type, uint64_t offset) {
    if (offset >= search->bytes || search->is_cut) return;
    if (mutexes_is_one(type)) {
        search->is_cut = search->found.len == LVALUE_MAX_CELLS;
        if (!search->is_cut) VEC_PUSH(search->found, offset);
    } else if (type->kind == TYPE_ARRAY) {
        if (!type_is_aggregate(type->elem)) return;
        size_t before = search->found.len;
        for (uint64_t i = 0; i < type->count && !search->is_cut; i++) {
            find(search, type->elem, offset + i * type->elem->size);
            if (search->found.len == before) return; /* neither have the others */
        }
    } else {
        for (size_t i = 0; i < type->field_count; i++)
            find(search, type->fields[i].type, offset + type->fields[i].offset);
    }
}

bool mutexes_lie_in(const type_t *type, uint64_t bytes) {
    mutex_search_t search = {.bytes = bytes};
    find(&search, type, 0);
    bool some = search.found.len > 0;
    VEC_FREE(search.found);
    return some;
}

static void free_mutex(body_t *body, const expr_t *address) {
    flow_step_t *step = body_step(body, EDGE_UNLOCK);
    step->address = address;
    step->text = "the mutex is initialised";
    step->is_implied = true;
}

/* In one step for all others: the mutex is not taken. */
static void refuse_held(body_t *body, const expr_t *address) {
    reg_t result = body_temporary(body, body_int_type(body));
    body_step(body, EDGE_ATOMIC_BEGIN);
    flow_step_t *step = body_step(body, EDGE_TRYLOCK);
    step->address = address;
    step->target = result;
    step->is_implied = true;
    arith_guard(body, expr_truth(body->exprs, body_reg(body, result).expr),
                "copy of a mutex that is held");
    step = body_step(body, EDGE_UNLOCK);
    step->address = address;
    step->is_implied = true;
    body_step(body, EDGE_ATOMIC_END);
}

static void change(body_t *body, const expr_t *to, const expr_t *from, const type_t *type,
                   uint64_t bytes) {
    mutex_search_t search = {.bytes = bytes};
    find(&search, type, 0);
    for (size_t i = 0; i < search.found.len && !search.is_cut; i++) {
        uint64_t offset = search.found.data[i];
        if (from) refuse_held(body, arith_offset(body, from, offset));
        free_mutex(body, arith_offset(body, to, offset));
    }
    if (search.is_cut) body_unsupported(body, "an object with so many mutexes");
    VEC_FREE(search.found);
}

void mutexes_init(body_t *body, const expr_t *address, const type_t *type, uint64_t bytes) {
    change(body, address, NULL, type, bytes);
}

void mutexes_copy(body_t *body, const expr_t *to, const expr_t *from, const type_t *type,
                  uint64_t bytes) {
    change(body, to, from, type, bytes);
}
