/* Faults of accesses as formulas: in a configuration it is known which objects live, and where. */

#include "cfa/layout.h"
#include "cfa/points_to.h"
#include "cpa/core/memory.h"
#include "cpa/predicate/block_encode.h"

typedef struct {
    encoding_t *e;
    const term_t *address;
    uint64_t size;
    const term_t *inside; /* an object whose size is known */
    bool has_open;        /* some object's size is not known */
} fault_cases_t;

/* From base on there are so many addresses for the access. */
static const term_t *is_among(const encoding_t *e, const term_t *address, uint64_t base,
                              uint64_t count) {
    unsigned width = address->sort.width;
    const term_t *offset =
        term_bv(e->terms, TERM_BVSUB, address, term_const(e->terms, width, base));
    return term_bv(e->terms, TERM_BVULT, offset, term_const(e->terms, width, count));
}

static bool add_place(void *context, const place_t *place) {
    fault_cases_t *cases = context;
    const encoding_t *e = cases->e;
    if (place->base >= LAYOUT_OPEN_BASE)
        cases->has_open = true;
    else if (cases->size <= place->size)
        cases->inside =
            term_or(e->terms, cases->inside,
                    is_among(e, cases->address, place->base, place->size - cases->size + 1));
    return true;
}

static void add_allocations(fault_cases_t *cases) {
    const configuration_t *c = cases->e->step->before;
    cases->inside = is_among(cases->e, cases->address, 0, 1);
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (heap_is_allocation(&c->heap[i]))
            cases->inside = term_or(cases->e->terms, cases->inside,
                                    is_among(cases->e, cases->address, c->heap[i].address, 1));
}

static fault_cases_t find_cases(encoding_t *e, const edge_t *error) {
    const program_t *program = e->blocks->program;
    fault_cases_t cases = {.e = e,
                           .address = encode_expr(e, error->address),
                           .size = error->type ? error->type->size : 0,
                           .inside = term_false(e->terms)};
    if (cases.address->kind == TERM_CONST) {
        memory_answer_t answer =
            memory_fault(program, e->step->before, error, cases.address->value);
        cases.inside = term_bool(e->terms, answer == MEMORY_VALID);
        cases.has_open = answer == MEMORY_PERHAPS;
    } else if (error->fault == FAULT_FREE) {
        add_allocations(&cases);
    } else {
        memory_places(program, e->step->before, error, add_place, &cases);
        cases.has_open |= access_is_unsized(program, &error->access);
    }
    return cases;
}

const term_t *encode_fault(encoding_t *e, const edge_t *error) {
    if (error->fault == FAULT_LEAK)
        return term_bool(e->terms, configuration_leaks(e->step->before, e->step->thread,
                                                       error->from->out.data[0]));
    return term_not(e->terms, find_cases(e, error).inside);
}

const term_t *encode_no_fault(encoding_t *e, const edge_t *error) {
    fault_cases_t cases = find_cases(e, error);
    return cases.has_open ? term_true(e->terms) : cases.inside;
}
