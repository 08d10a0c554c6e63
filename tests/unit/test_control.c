#include "cfa/passes.h"
#include "cpa/core/control.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

TEST(what_decides_a_join_is_control) {
    build_t b = build_new();
    object_t *handle = build_global(&b, "handle", b.i32), *data = build_global(&b, "data", b.i32);
    build_function(&b, "idle", 0);
    S_return(&b, E_int(&b, 0));
    function_t *idle = b.f;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r"), s = build_reg(&b, "s"), u = build_reg(&b, "u");
    S_create(&b, idle, NULL, E_addr(&b, handle));
    S_assign(&b, r, E_load(&b, handle));
    S_assign(&b, u, E_load(&b, data));
    S_assign(&b, s, E_add(&b, E_reg(&b, r), E_int(&b, 0)));
    S_join(&b, E_reg(&b, s), u);
    S_return(&b, E_reg(&b, u));
    passes_run(b.p);
    control_t *control = control_new(b.p);
    unsigned main_id = b.p->main->id;
    CHECK(control_has_reg(control, main_id, s));
    CHECK(control_has_reg(control, main_id, r));
    CHECK(control_has_object(control, handle));
    CHECK(!control_has_reg(control, main_id, u));
    CHECK(!control_has_object(control, data));
    control_delete(control);
    program_delete(b.p);
}

TEST(control_goes_through_calls) {
    build_t b = build_new();
    build_function(&b, "id", 1);
    S_return(&b, E_reg(&b, 0));
    function_t *id = b.f;
    build_function(&b, "main", 0);
    reg_t size = build_reg(&b, "size"), n = build_reg(&b, "n"), p = build_reg(&b, "p"),
          free_of = build_reg(&b, "free_of");
    S_havoc(&b, n);
    S_havoc(&b, free_of);
    S_call(&b, id, E_reg(&b, n), size);
    edge_t *alloc = build_edge(&b, EDGE_ALLOC);
    alloc->value = E_reg(&b, size);
    alloc->target = p;
    alloc->object = program_add_object(b.p, OBJECT_HEAP, "site", b.i32, build_source(&b));
    S_return(&b, E_add(&b, E_reg(&b, p), E_reg(&b, free_of)));
    passes_run(b.p);
    control_t *control = control_new(b.p);
    unsigned main_id = b.p->main->id;
    CHECK(control_has_reg(control, main_id, size));
    CHECK(control_has_reg(control, id->id, 0));
    CHECK(control_has_reg(control, main_id, n));
    CHECK(!control_has_reg(control, main_id, p));
    CHECK(!control_has_reg(control, main_id, free_of));
    control_delete(control);
    program_delete(b.p);
}
