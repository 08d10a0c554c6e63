#include "cfa/passes.h"
#include "cpa/core/memory.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

TEST(static_cells_are_found_by_address_and_size) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 2));
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, a), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 4, 4);
    variable_t v;
    place_t place;
    CHECK(memory_cell(b.p, d.at, a->address + 4, 4, &v));
    CHECK_EQ(v, variable_cell(a->address + 4, 4));
    CHECK(!memory_cell(b.p, d.at, a->address + 2, 4, &v)); /* between two cells */
    CHECK(!memory_cell(b.p, d.at, a->address, 1, &v));     /* a part of one */
    CHECK(!memory_cell(b.p, d.at, a->address + 8, 4, &v)); /* behind the end */
    CHECK(!memory_find(b.p, d.at, 0, &place));
    CHECK(memory_find(b.p, d.at, a->address + 7, &place));
    CHECK(place.object == a && place.base == a->address && place.size == 8);
    drive_free(&d);
    program_delete(b.p);
}

TEST(only_what_nothing_writes_is_constant) {
    build_t b = build_new();
    object_t *constant = build_global(&b, "constant", b.i32), *x = build_global(&b, "x", b.i32),
             *elsewhere = build_global(&b, "elsewhere", b.i32);
    elsewhere->init_unknown = true;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_load(&b, constant));
    S_assign(&b, r, E_load(&b, elsewhere));
    S_store(&b, E_addr(&b, x), E_reg(&b, r));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    uint64_t value = 99;
    CHECK(memory_constant(b.p, constant->address, b.i32, &value));
    CHECK_EQ(value, 0);
    CHECK(!memory_constant(b.p, x->address, b.i32, &value));
    CHECK(!memory_constant(b.p, elsewhere->address, b.i32, &value));
    program_delete(b.p);
}

/* f() { int m; ... } in two frames: each has its own m, which ends with it. */
TEST(locals_live_as_long_as_their_frame) {
    build_t b = build_new();
    build_function(&b, "f", 0);
    object_t *m = function_add_local(b.p, b.f, "m", b.i32, build_source(&b));
    function_t *f = b.f;
    S_call(&b, f, NULL, NO_REG);
    S_store(&b, E_addr(&b, m), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_call(&b, f, NULL, NO_REG);
    S_return(&b, E_int(&b, 0));
    layout_run(b.p);
    drive_t d = drive_new(b.p, 4, 10);
    drive_go(&d, 0);
    uint64_t outer = memory_address(d.at, 0, m);
    drive_go(&d, 0);
    uint64_t inner = memory_address(d.at, 0, m);
    variable_t v;
    CHECK(inner > outer);
    CHECK(memory_cell(b.p, d.at, outer, 4, &v) && memory_cell(b.p, d.at, inner, 4, &v));
    CHECK(!memory_cell(b.p, d.at, inner + LAYOUT_REGION_SIZE, 4, &v)); /* no such thread */
    const configuration_t *start = threading_initial(d.threading);
    CHECK(!memory_cell(b.p, start, outer, 4, &v));
    drive_free(&d);
    program_delete(b.p);
}

typedef struct {
    unsigned count;
    uint64_t sum;
} seen_t;

static bool see(void *context, uint64_t address) {
    seen_t *seen = context;
    seen->count++;
    seen->sum += address;
    return seen->count < 100;
}

TEST(an_access_that_is_no_cell_has_parts) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 2));
    build_function(&b, "main", 0);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 4, 10);
    memory_parts_t parts;
    CHECK(memory_parts(b.p, d.at, a->address + 2, 4, &parts));
    CHECK_EQ(parts.count, 2);
    CHECK_EQ(parts.at[0].cell, variable_cell(a->address, 4));
    CHECK_EQ(parts.at[0].from, 2);
    CHECK_EQ(parts.at[0].count, 2);
    CHECK_EQ(parts.at[1].cell, variable_cell(a->address + 4, 4));
    CHECK_EQ(parts.at[1].from, 0);
    CHECK_EQ(parts.at[1].at, 2);
    CHECK(memory_parts(b.p, d.at, a->address + 5, 1, &parts));
    CHECK_EQ(parts.count, 1);
    CHECK_EQ(parts.at[0].from, 1);
    CHECK(!memory_parts(b.p, d.at, a->address + 6, 4, &parts)); /* behind the end */
    drive_free(&d);
    program_delete(b.p);
}

TEST(candidates_are_cells_of_the_width_in_all_instances) {
    build_t b = build_new();
    object_t *site = program_add_object(b.p, OBJECT_HEAP, "site", b.i32, build_source(&b));
    build_function(&b, "main", 0);
    reg_t p = build_reg(&b, "p");
    for (int i = 0; i < 2; i++) {
        edge_t *alloc = build_edge(&b, EDGE_ALLOC);
        alloc->target = p;
        alloc->value = E_int(&b, 8 + 4 * i);
        alloc->object = site;
    }
    edge_t *store = S_store(&b, E_reg(&b, p), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 4, 10);
    seen_t seen = {0};
    memory_candidates(b.p, d.at, store, 4, see, &seen);
    CHECK_EQ(seen.count, 0);
    drive_go(&d, 0);
    drive_go(&d, 0);
    memory_candidates(b.p, d.at, store, 4, see, &seen);
    CHECK_EQ(seen.count, 2 + 3);
    seen = (seen_t){0};
    memory_candidates(b.p, d.at, store, 1, see, &seen);
    CHECK_EQ(seen.count, 0);
    drive_free(&d);
    program_delete(b.p);
}
