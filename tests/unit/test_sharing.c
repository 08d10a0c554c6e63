#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passes.h"

static edge_t *touch(build_t *b, const object_t *object) {
    return build_store(b, build_addr(b, object), b->i32, build_const(b, 1));
}

TEST(one_thread_shares_nothing) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32);
    edge_t *edge = touch(&b, x);
    build_return(&b, NULL);
    passes_run(b.program);
    CHECK(!x->may_be_shared && !edge->access.shared && !x->is_constant);
    program_delete(b.program);
}

TEST(globals_by_who_touches_them) {
    build_t b = build_new();
    object_t *both = build_global(&b, "both", b.i32), *in_main = build_global(&b, "m", b.i32);
    object_t *in_once = build_global(&b, "o", b.i32), *in_many = build_global(&b, "n", b.i32);
    object_t *by_helper = build_global(&b, "h", b.i32);
    function_t *helper = build_function(&b, "helper", b.voidt, NULL, NULL);
    edge_t *helped = touch(&b, by_helper);
    build_return(&b, NULL);
    function_t *once = build_function(&b, "once", b.voidt, NULL, NULL);
    edge_t *shared_edge = touch(&b, both);
    touch(&b, in_once);
    build_call(&b, helper, NULL, NO_REG);
    build_return(&b, NULL);
    function_t *many = build_function(&b, "many", b.voidt, NULL, NULL);
    touch(&b, in_many);
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, NULL, once, NULL);
    build_create(&b, NULL, many, NULL);
    build_create(&b, NULL, many, NULL);
    touch(&b, both);
    edge_t *own = touch(&b, in_main);
    build_call(&b, helper, NULL, NO_REG);
    build_return(&b, NULL);
    passes_run(b.program);
    CHECK(both->may_be_shared && shared_edge->access.shared);
    CHECK(!in_main->may_be_shared && !own->access.shared);
    CHECK(!in_once->may_be_shared);
    CHECK(in_many->may_be_shared);
    CHECK(by_helper->may_be_shared && helped->access.shared);
    program_delete(b.program);
}

TEST(constants_are_never_written) {
    build_t b = build_new();
    object_t *fixed = build_global(&b, "fixed", b.i32), *sunk = build_global(&b, "sunk", b.i32);
    object_t *handle = build_global(&b, "handle", b.u32), *m = build_global(&b, "m", b.mutex);
    object_t *pointed = build_global(&b, "pointed", b.i32);
    object_t *text = program_add_object(b.program, OBJECT_STRING, "text", b.i32, (source_t){0});
    function_t *worker = build_function(&b, "worker", b.voidp, "p", b.intp);
    reg_t r = build_reg(&b, "r", b.i32);
    edge_t *read = build_assign(&b, r, build_load(&b, build_addr(&b, fixed), b.i32));
    build_store(&b, build_read(&b, 0), b.i32, build_read(&b, r));
    edge_t *literal = build_assign(&b, r, build_load(&b, build_addr(&b, text), b.i32));
    build_store(&b, build_addr(&b, sunk), b.i32, build_read(&b, r));
    edge_t *lock = build_step(&b, EDGE_LOCK);
    lock->address = build_addr(&b, m);
    build_return(&b, build_const(&b, 0));
    build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, build_addr(&b, handle), worker, build_addr(&b, pointed));
    build_create(&b, build_addr(&b, handle), worker, build_addr(&b, pointed));
    reg_t x = build_reg(&b, "x", b.i32);
    build_assign(&b, x, build_load(&b, build_addr(&b, fixed), b.i32));
    build_return(&b, build_read(&b, x));
    passes_run(b.program);
    CHECK(fixed->is_constant && !fixed->may_be_shared && !read->access.shared);
    CHECK(text->is_constant && !literal->access.shared);
    CHECK(!sunk->is_constant && !pointed->is_constant && pointed->may_be_shared);
    CHECK(!handle->is_constant);
    CHECK(!m->is_constant && m->may_be_shared && lock->access.shared);
    program_delete(b.program);
}

/* A local leaves its thread as an argument, through a global, through memory
 * reached from there, or as an exit value; else it stays private. */
TEST(locals_by_where_their_address_goes) {
    build_t b = build_new();
    const type_t *intpp = type_pointer(b.program->types, b.intp);
    object_t *g = build_global(&b, "g", intpp);
    function_t *worker = build_function(&b, "worker", b.voidp, "arg", b.intp);
    object_t *priv = build_local(&b, "private", b.i32), *out = build_local(&b, "out", b.i32);
    object_t *keeper = build_local(&b, "keeper", b.intp);
    object_t *kept = build_local(&b, "kept", b.i32);
    reg_t pp = build_reg(&b, "pp", intpp), p = build_reg(&b, "p", b.intp);
    build_store(&b, build_read(&b, 0), b.i32, build_const(&b, 1));
    build_assign(&b, pp, build_load(&b, build_addr(&b, g), intpp));
    build_assign(&b, p, build_load(&b, build_read(&b, pp), b.intp));
    build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    edge_t *own = touch(&b, priv);
    touch(&b, out);
    /* A local that holds the address of a local, and nobody else sees either. */
    build_store(&b, build_addr(&b, keeper), b.intp, build_addr(&b, kept));
    reg_t k = build_reg(&b, "k", b.intp);
    build_assign(&b, k, build_load(&b, build_addr(&b, keeper), b.intp));
    build_store(&b, build_read(&b, k), b.i32, build_const(&b, 1));
    build_return(&b, build_addr(&b, out));
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *argument = build_local(&b, "argument", b.i32);
    object_t *cell = build_local(&b, "cell", b.intp), *deep = build_local(&b, "deep", b.i32);
    object_t *home = build_local(&b, "home", b.i32), *handle = build_local(&b, "handle", b.u32);
    build_store(&b, build_addr(&b, cell), b.intp, build_addr(&b, deep));
    build_store(&b, build_addr(&b, g), intpp, build_addr(&b, cell));
    build_create(&b, build_addr(&b, handle), worker, build_addr(&b, argument));
    build_create(&b, build_addr(&b, handle), worker, build_addr(&b, argument));
    touch(&b, argument);
    touch(&b, deep);
    touch(&b, home);
    reg_t q = build_reg(&b, "q", b.voidp);
    edge_t *join = build_step(&b, EDGE_THREAD_JOIN);
    join->value = build_const(&b, 1);
    join->target = q;
    build_store(&b, build_read(&b, q), b.i32, build_const(&b, 1));
    build_return(&b, NULL);
    passes_run(b.program);
    CHECK(argument->may_be_shared);
    CHECK(cell->may_be_shared && deep->may_be_shared);
    CHECK(out->may_be_shared);
    CHECK(!priv->may_be_shared && !own->access.shared);
    CHECK(!keeper->may_be_shared && !kept->may_be_shared);
    CHECK(!home->may_be_shared && !handle->may_be_shared);
    program_delete(b.program);
}

TEST(heap_and_thread_objects) {
    build_t b = build_new();
    object_t *list = build_global(&b, "list", b.intp);
    object_t *tls = program_add_object(b.program, OBJECT_THREAD, "tls", b.i32, (source_t){0});
    object_t *given = program_add_object(b.program, OBJECT_THREAD, "given", b.i32, (source_t){0});
    object_t *sent = program_add_object(b.program, OBJECT_HEAP, "sent", b.i32, (source_t){0});
    object_t *own = program_add_object(b.program, OBJECT_HEAP, "own", b.i32, (source_t){0});
    function_t *worker = build_function(&b, "worker", b.voidp, NULL, NULL);
    reg_t p = build_reg(&b, "p", b.intp), q = build_reg(&b, "q", b.intp);
    object_t *sites[] = {sent, own};
    reg_t targets[] = {p, q};
    for (int i = 0; i < 2; i++) {
        edge_t *alloc = build_step(&b, EDGE_ALLOC);
        alloc->object = sites[i];
        alloc->target = targets[i];
        alloc->value = build_const(&b, 4);
        build_store(&b, build_read(&b, targets[i]), b.i32, build_const(&b, 1));
    }
    touch(&b, tls);
    build_store(&b, build_addr(&b, list), b.intp, build_read(&b, p));
    build_store(&b, build_addr(&b, list), b.intp, build_addr(&b, given));
    build_assign(&b, p, build_load(&b, build_addr(&b, list), b.intp));
    build_store(&b, build_read(&b, p), b.i32, build_const(&b, 2));
    build_return(&b, build_const(&b, 0));
    build_function(&b, "main", b.i32, NULL, NULL);
    node_t *head = b.at;
    build_create(&b, NULL, worker, NULL);
    build_to(&b, EDGE_NOP, head);
    passes_run(b.program);
    CHECK(sent->may_be_shared && given->may_be_shared);
    CHECK(!own->may_be_shared && !tls->may_be_shared);
    program_delete(b.program);
}

/* One access that cannot be bounded spoils it all, as it should. */
TEST(anything_shares_everything) {
    build_t b = build_new();
    object_t *fixed = build_global(&b, "fixed", b.i32);
    function_t *worker = build_function(&b, "worker", b.voidp, "n", b.u32);
    object_t *l = build_local(&b, "l", b.i32);
    touch(&b, l);
    edge_t *wild = build_store(&b, build_read(&b, 0), b.i32, build_const(&b, 1));
    build_return(&b, build_const(&b, 0));
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t n = build_reg(&b, "n", b.u32), r = build_reg(&b, "r", b.i32);
    build_havoc(&b, n);
    build_create(&b, NULL, worker, build_read(&b, n));
    build_assign(&b, r, build_load(&b, build_addr(&b, fixed), b.i32));
    build_return(&b, build_read(&b, r));
    passes_run(b.program);
    CHECK(wild->access.anything && wild->access.shared);
    CHECK(l->may_be_shared && fixed->may_be_shared && !fixed->is_constant);
    program_delete(b.program);
}

/* main never looks at v, but v ends with main's frame. */
TEST(a_local_that_only_another_thread_uses_is_shared) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", b.voidt, "p", b.intp);
    build_store(&b, build_read(&b, 0), b.i32, build_const(&b, 1));
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *v = build_local(&b, "v", b.i32), *own = build_local(&b, "own", b.i32);
    touch(&b, own);
    build_create(&b, NULL, worker, build_addr(&b, v));
    build_return(&b, NULL);
    passes_run(b.program);
    CHECK(v->may_be_shared);
    CHECK(!own->may_be_shared);
    program_delete(b.program);
}
