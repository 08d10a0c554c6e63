#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/layout.h"
#include "cfa/passes.h"
#include "cfa/points_to.h"

#include <stdarg.h>

/* Names of the objects an edge may touch: "a b", with " *" for anything. */
static void check_access(const edge_t *edge, const char *names) {
    strbuf_t out = {0};
    for (size_t i = 0; i < edge->access.count; i++)
        strbuf_printf(&out, "%s%s", i ? " " : "", edge->access.objects[i]->name);
    if (edge->access.anything) strbuf_add(&out, edge->access.count ? " *" : "*");
    CHECK_STR(strbuf_text(&out), names);
    strbuf_free(&out);
}

TEST(direct_accesses) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.mutex);
    reg_t r = build_reg(&b, "r", b.i32);
    edge_t *load = build_assign(&b, r, build_load(&b, build_addr(&b, x), b.i32));
    edge_t *store = build_store(&b, build_addr(&b, x), b.i32, build_read(&b, r));
    edge_t *lock = build_step(&b, EDGE_LOCK);
    lock->address = build_addr(&b, m);
    edge_t *none = build_assign(&b, r, build_const(&b, 1));
    edge_t *havoc = build_step(&b, EDGE_HAVOC_OBJECT);
    havoc->object = x;
    passes_run(b.program);
    check_access(load, "x");
    CHECK(load->access.reads && !load->access.writes);
    check_access(store, "x");
    CHECK(!store->access.reads && store->access.writes);
    check_access(lock, "m");
    CHECK(lock->access.reads && lock->access.writes);
    check_access(none, "");
    CHECK(!none->access.reads && !none->access.writes && !none->access.shared);
    check_access(havoc, "x");
    CHECK(havoc->access.writes);
    CHECK(access_includes(&load->access, x) && !access_includes(&load->access, m));
    program_delete(b.program);
}

TEST(pointers_flow_through_registers_and_memory) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    object_t *z = build_global(&b, "z", b.i32), *q = build_global(&b, "q", b.intp);
    reg_t p = build_reg(&b, "p", b.intp), i = build_reg(&b, "i", b.i32);
    reg_t c = build_reg(&b, "c", b.i32);
    build_havoc(&b, c);
    build_assign(&b, p,
                 expr_ite(b.exprs, expr_truth(b.exprs, build_read(&b, c)), build_addr(&b, x),
                          build_const(&b, 0)));
    edge_t *use = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    build_assign(&b, i, build_addr(&b, y)); /* kept in an integer */
    build_store(&b, build_addr(&b, q), b.intp, build_read(&b, i));
    build_assign(&b, p, build_load(&b, build_addr(&b, q), b.intp));
    edge_t *both = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 2));
    passes_run(b.program);
    check_access(use, "x y"); /* flow-insensitive */
    check_access(both, "x y");
    CHECK(!access_includes(&both->access, z));
    size_t count;
    bool anything;
    const object_t *const *objects =
        points_to_expr(b.program, b.program->main, build_read(&b, i), &count, &anything);
    CHECK_EQ(count, 1);
    CHECK(objects[0] == y && !anything);
    objects = points_to_contents(b.program, q, &count);
    CHECK(count == 1 && objects[0] == y);
    program_delete(b.program);
}

TEST(arithmetic_stays_in_the_object) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *a = build_global(&b, "a", type_array(b.program->types, b.i32, 10));
    build_global(&b, "other", b.i32);
    reg_t i = build_reg(&b, "i", b.i32), p = build_reg(&b, "p", b.intp);
    build_havoc(&b, i);
    const expr_t *element = build_add(&b, build_addr(&b, a), build_mul(&b, build_read(&b, i), 4));
    edge_t *indexed = build_store(&b, element, b.i32, build_const(&b, 1));
    build_assign(&b, p, build_addr(&b, a));
    node_t *head = b.at;
    edge_t *walk = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    edge_t *next = build_to(&b, EDGE_ASSIGN, head);
    next->target = p;
    next->value = build_add(&b, build_read(&b, p), build_const(&b, 4));
    edge_t *tagged =
        build_store(&b, expr_binary(b.exprs, EXPR_AND, build_read(&b, p), build_const(&b, ~7u)),
                    b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(indexed, "a");
    check_access(walk, "a");
    check_access(tagged, "a");
    program_delete(b.program);
}

TEST(numbers_are_anything) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32);
    reg_t i = build_reg(&b, "i", b.u32), p = build_reg(&b, "p", b.intp);
    reg_t q = build_reg(&b, "q", b.intp), r = build_reg(&b, "r", b.intp);
    build_havoc(&b, i);
    edge_t *input = build_store(&b, build_read(&b, i), b.i32, build_const(&b, 1));
    edge_t *constant = build_store(&b, build_const(&b, 4096), b.i32, build_const(&b, 1));
    edge_t *null = build_store(&b, build_const(&b, 0), b.i32, build_const(&b, 1));
    build_havoc(&b, p); /* uninitialised, assigned before use */
    build_assign(&b, p, build_addr(&b, x));
    edge_t *fine = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    build_assign(&b, q, build_mul(&b, build_addr(&b, x), 3));
    edge_t *product = build_store(&b, build_read(&b, q), b.i32, build_const(&b, 1));
    build_havoc(&b, r);
    edge_t *wild = build_store(&b, build_read(&b, r), b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(input, "*");
    check_access(constant, "*");
    check_access(null, "*");
    check_access(fine, "x");
    check_access(product, "x *");
    check_access(wild, "*");
    program_delete(b.program);
}

/* That of places in different objects is refused (cfa/address_use.h); but a product of an
 * address may lead back to its object. */
TEST(distances_are_numbers) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    reg_t d = build_reg(&b, "d", b.u32), p = build_reg(&b, "p", b.intp);
    reg_t e = build_reg(&b, "e", b.u32), q = build_reg(&b, "q", b.intp);
    exprs_t *exprs = b.program->exprs;
    const expr_t *four = build_const(&b, 4), *at_x = build_addr(&b, x), *at_y = build_addr(&b, y);
    build_assign(&b, p, at_x);
    build_assign(&b, q, at_x);
    const expr_t *apart = expr_binary(exprs, EXPR_SUB, at_y, build_read(&b, p));
    build_assign(&b, d, expr_binary(exprs, EXPR_UDIV, apart, four));
    const expr_t *there =
        expr_binary(exprs, EXPR_ADD, at_x, expr_binary(exprs, EXPR_MUL, build_read(&b, d), four));
    edge_t *other = build_store(&b, there, b.i32, build_const(&b, 1));
    const expr_t *inside = expr_binary(exprs, EXPR_SUB, build_read(&b, p), build_read(&b, q));
    build_assign(&b, e, expr_binary(exprs, EXPR_UDIV, inside, four));
    const expr_t *near =
        expr_binary(exprs, EXPR_ADD, at_y, expr_binary(exprs, EXPR_MUL, build_read(&b, e), four));
    edge_t *own = build_store(&b, near, b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(other, "x");
    check_access(own, "y");
    program_delete(b.program);
}

/* What is stored through a number may be read everywhere. */
TEST(wild_stores_reach_all_memory) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32), *q = build_global(&b, "q", b.intp);
    reg_t i = build_reg(&b, "i", b.u32), p = build_reg(&b, "p", b.intp);
    build_assign(&b, p, build_load(&b, build_addr(&b, q), b.intp));
    edge_t *use = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    build_havoc(&b, i);
    build_store(&b, build_read(&b, i), b.intp, build_addr(&b, x));
    passes_run(b.program);
    check_access(use, "x");
    program_delete(b.program);
}

/* A linked list whose nodes also hold numbers. */
TEST(lists_on_the_heap) {
    build_t b = build_new();
    types_t *types = b.program->types;
    type_t *item = type_record(types, TYPE_STRUCT, "item");
    field_t fields[] = {{.name = "v", .type = b.i32, .offset = 0},
                        {.name = "next", .type = type_pointer(types, item), .offset = 4}};
    type_set_fields(types, item, fields, 2, 8, 4);
    const type_t *itemp = type_pointer(types, item);
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *head = build_global(&b, "head", itemp), *x = build_global(&b, "x", b.i32);
    reg_t n = build_reg(&b, "n", itemp), v = build_reg(&b, "v", b.i32);
    reg_t t = build_reg(&b, "t", itemp);
    object_t *site = program_add_object(b.program, OBJECT_HEAP, "site", item, (source_t){0});
    node_t *again = b.at;
    edge_t *alloc = build_step(&b, EDGE_ALLOC);
    alloc->target = n;
    alloc->value = build_const(&b, 8);
    alloc->object = site;
    build_havoc(&b, v);
    edge_t *value = build_store(&b, build_read(&b, n), b.i32, build_read(&b, v));
    build_assign(&b, t, build_load(&b, build_addr(&b, head), itemp));
    build_store(&b, build_add(&b, build_read(&b, n), build_const(&b, 4)), itemp, build_read(&b, t));
    build_store(&b, build_addr(&b, head), itemp, build_read(&b, n));
    build_assign(&b, t,
                 build_load(&b, build_add(&b, build_read(&b, t), build_const(&b, 4)), itemp));
    edge_t *follow = build_store(&b, build_read(&b, t), b.i32, build_const(&b, 1));
    build_store(&b, build_addr(&b, x), b.i32, build_const(&b, 1));
    edge_t *free = build_step(&b, EDGE_FREE);
    free->address = build_read(&b, t);
    build_to(&b, EDGE_NOP, again);
    passes_run(b.program);
    check_access(value, "site");
    check_access(follow, "site");
    check_access(free, "site");
    CHECK(free->access.reads && free->access.writes);
    program_delete(b.program);
}

/* Two pointers side by side in one struct do not mix. */
TEST(fields_are_told_apart) {
    build_t b = build_new();
    types_t *types = b.program->types;
    type_t *pair = type_record(types, TYPE_STRUCT, "pair");
    field_t fields[] = {{.name = "a", .type = b.intp, .offset = 0},
                        {.name = "b", .type = b.intp, .offset = 4}};
    type_set_fields(types, pair, fields, 2, 8, 4);
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    object_t *s = build_global(&b, "s", pair);
    object_t *t = build_global(&b, "t", type_array(types, pair, 4));
    cell_init_t init[] = {{.offset = 0, .type = b.intp, .object = x},
                          {.offset = 4, .type = b.intp, .object = y}};
    s->init = t->init = init;
    s->init_count = t->init_count = 2;
    reg_t p = build_reg(&b, "p", b.intp), i = build_reg(&b, "i", b.i32);
    const expr_t *four = build_const(&b, 4);
    build_assign(&b, p, build_load(&b, build_add(&b, build_addr(&b, s), four), b.intp));
    edge_t *second = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    reg_t q = build_reg(&b, "q", b.intp);
    build_havoc(&b, i);
    const expr_t *element = build_add(&b, build_addr(&b, t), build_mul(&b, build_read(&b, i), 8));
    build_assign(&b, q, build_load(&b, element, b.intp));
    edge_t *first = build_store(&b, build_read(&b, q), b.i32, build_const(&b, 1));
    reg_t r = build_reg(&b, "r", b.intp);
    /* Words of the array without regard to its fields see both. */
    element = build_add(&b, build_addr(&b, t), build_mul(&b, build_read(&b, i), 4));
    build_assign(&b, r, build_load(&b, element, b.intp));
    edge_t *mixed = build_store(&b, build_read(&b, r), b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(second, "y");
    check_access(first, "x");
    check_access(mixed, "x y");
    program_delete(b.program);
}

TEST(calls_threads_and_exit_values) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    object_t *z = build_global(&b, "z", b.i32), *h = build_global(&b, "h", b.u32);
    function_t *same = build_function(&b, "same", b.intp, "p", b.intp);
    build_return(&b, build_read(&b, 0));
    function_t *worker = build_function(&b, "worker", b.voidp, "arg", b.voidp);
    edge_t *in_thread = build_store(&b, build_read(&b, 0), b.i32, build_const(&b, 1));
    build_return(&b, build_addr(&b, z));
    function_t *quitter = build_function(&b, "quitter", b.voidp, NULL, NULL);
    edge_t *quit = build_step(&b, EDGE_THREAD_EXIT);
    quit->value = build_addr(&b, y);
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t p = build_reg(&b, "p", b.intp), q = build_reg(&b, "q", b.voidp);
    build_call(&b, same, build_addr(&b, x), p);
    edge_t *returned = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    edge_t *create = build_create(&b, build_addr(&b, h), worker, build_addr(&b, y));
    build_create(&b, NULL, quitter, NULL);
    edge_t *join = build_step(&b, EDGE_THREAD_JOIN);
    join->value = build_const(&b, 1);
    join->target = q;
    edge_t *joined = build_store(&b, build_read(&b, q), b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(returned, "x");
    check_access(in_thread, "y");
    check_access(joined, "y z");
    check_access(create, "h");
    CHECK(create->access.writes && !create->access.reads);
    size_t count;
    points_to_exit_values(b.program, &count);
    CHECK_EQ(count, 2);
    program_delete(b.program);
}

TEST(function_addresses_are_values_not_memory) {
    build_t b = build_new();
    function_t *f = build_function(&b, "f", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t p = build_reg(&b, "p", b.voidp);
    build_call(&b, f, NULL, NO_REG);
    build_assign(&b, p, build_addr(&b, f->object));
    edge_t *odd = build_store(&b, build_read(&b, p), b.i32, build_const(&b, 1));
    passes_run(b.program);
    check_access(odd, "*");
    size_t count;
    bool anything;
    const object_t *const *objects =
        points_to_expr(b.program, b.program->main, build_read(&b, p), &count, &anything);
    CHECK(count == 1 && objects[0] == f->object && !anything);
    program_delete(b.program);
}

/* --- random programs: every access of every run lies in the edge's set --- */

enum { POINTERS = 4, REGS = 6, EDGES = 10, STEPS = 60 };

typedef struct pointer_value {
    uint64_t bits;
    const object_t *object; /* whose address went into it */
} pointer_value_t;

typedef struct pointer_machine {
    const program_t *program;
    pointer_value_t regs[REGS];
    map64_t bits, owner; /* memory: address of a word -> contents */
    bool stuck;          /* the run has left C */
} pointer_machine_t;

static uint64_t seed;

static uint32_t roll(uint32_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static bool inside(const pointer_value_t *address, uint64_t size) {
    return address->object && address->bits >= address->object->address &&
           address->bits + size <= address->object->address + address->object->type->size;
}

static pointer_value_t machine_load(pointer_machine_t *m, pointer_value_t address) {
    if (!inside(&address, 4) || address.bits % 4) {
        m->stuck = true;
        return (pointer_value_t){0};
    }
    uint64_t bits = 0, owner = 0;
    if (map64_get(&m->bits, address.bits, &bits)) {
        map64_get(&m->owner, address.bits, &owner);
    } else {
        bits = layout_initial_value(address.object, address.bits - address.object->address,
                                    type_int(m->program->types, 32, false));
        const object_t *object = layout_static_at(m->program, bits);
        owner = map64_pointer(object);
    }
    return (pointer_value_t){bits, (const object_t *)(uintptr_t)owner};
}

static pointer_value_t machine_eval(pointer_machine_t *m, const expr_t *e) {
    pointer_value_t v[3] = {0};
    for (unsigned i = 0; i < e->arity; i++) v[i] = machine_eval(m, e->a[i]);
    switch (e->kind) {
    case EXPR_CONST: return (pointer_value_t){e->value, NULL};
    case EXPR_REG: return m->regs[e->reg];
    case EXPR_ADDR: return (pointer_value_t){e->object->address, e->object};
    case EXPR_LOAD: return machine_load(m, v[0]);
    case EXPR_ITE: return v[0].bits ? v[1] : v[2];
    default: break;
    }
    uint64_t bits = expr_apply(e->kind, e->width, e->a[0]->width, v[0].bits, v[1].bits, 0);
    /* Of two objects the one the result lies in; C knows no other way. */
    const object_t *object = v[0].object ? v[0].object : v[1].object;
    if (v[0].object && v[1].object && !inside(&(pointer_value_t){bits, object}, 1))
        object = v[1].object;
    if (e->kind == EXPR_MUL) object = NULL;
    return (pointer_value_t){bits, object};
}

/* Registers 0 .. 3 hold pointers, the others small numbers, so that most
 * accesses are valid and few are anything. */
static const expr_t *random_address(build_t *b, object_t *const *objects, size_t count) {
    /* objects[0] is met most often, so that its fields are read and written. */
    const object_t *object = objects[roll(4) ? 0 : roll((uint32_t)count)];
    const expr_t *base = roll(2) ? build_addr(b, object) : build_read(b, roll(POINTERS));
    const expr_t *index = build_read(b, POINTERS + roll(REGS - POINTERS));
    switch (roll(6)) {
    case 0: return build_add(b, base, build_const(b, 4 * roll(10)));
    case 1: return expr_binary(b->exprs, EXPR_SUB, base, build_const(b, 4 * roll(4)));
    case 2: return build_add(b, base, build_mul(b, index, 4 << roll(2)));
    case 3:
        return build_add(b, build_add(b, base, build_mul(b, index, roll(2) ? 8 : 36)),
                         build_const(b, 4 * roll(4)));
    case 4:
        return build_add(b, base,
                         build_add(b, build_mul(b, index, 4), build_const(b, 4 * roll(9))));
    default: return base;
    }
}

static void random_edge(build_t *b, object_t *const *objects, size_t count) {
    reg_t target = roll(POINTERS);
    const expr_t *address = random_address(b, objects, count);
    switch (roll(8)) {
    case 0: build_assign(b, target, build_load(b, address, b->voidp)); break;
    case 1:
    case 2: /* follow a pointer that lies in memory */
        build_assign(b, target, build_load(b, address, b->voidp));
        build_store(b, build_read(b, target), b->u32, build_const(b, 0));
        break;
    case 3: build_store(b, address, b->voidp, build_read(b, roll(POINTERS))); break;
    case 4: build_store(b, address, b->voidp, build_addr(b, objects[roll((uint32_t)count)])); break;
    case 5: build_assign(b, target, address); break;
    case 6: {
        const expr_t *c = expr_truth(b->exprs, build_read(b, roll(POINTERS)));
        build_assign(b, target, expr_ite(b->exprs, c, address, build_const(b, 0)));
        break;
    }
    default: build_assign(b, POINTERS + roll(REGS - POINTERS), build_const(b, roll(4))); break;
    }
}

static void random_program(build_t *b, object_t **objects) {
    types_t *types = b->program->types;
    type_t *inner = type_record(types, TYPE_STRUCT, "inner");
    field_t inner_fields[] = {{.name = "p", .type = b->voidp, .offset = 0},
                              {.name = "i", .type = b->u32, .offset = 4}};
    type_set_fields(types, inner, inner_fields, 2, 8, 4);
    type_t *outer = type_record(types, TYPE_STRUCT, "outer");
    field_t outer_fields[] = {{.name = "buf", .type = type_array(types, b->voidp, 3), .offset = 0},
                              {.name = "q", .type = b->voidp, .offset = 12},
                              {.name = "in", .type = type_array(types, inner, 2), .offset = 16},
                              {.name = "last", .type = b->voidp, .offset = 32}};
    type_set_fields(types, outer, outer_fields, 4, 36, 4);
    const type_t *all[] = {
        outer,    inner,  type_array(types, inner, 3),   type_array(types, outer, 2),
        b->voidp, b->u32, type_array(types, b->voidp, 4)};
    uint32_t first = roll(4);
    for (uint32_t i = 0; i < 6; i++)
        objects[i] = build_global(b, (const char[]){'o', '0' + (char)i, 0}, all[(first + i) % 7]);
    cell_init_t *init = ARENA_ARRAY(b->program->arena, cell_init_t, 1);
    init[0] = (cell_init_t){.offset = 8, .type = b->voidp, .object = objects[roll(6)]};
    if (objects[0]->type->size > 12) {
        objects[0]->init = init;
        objects[0]->init_count = 1;
    }
    build_function(b, "main", b->i32, NULL, NULL);
    for (int i = 0; i < REGS; i++)
        build_reg(b, (const char[]){'a' + (char)i, 0}, i < POINTERS ? b->voidp : b->u32);
    VEC(node_t *) nodes = {0};
    VEC_PUSH(nodes, b->at);
    for (int i = 0; i < EDGES; i++) {
        random_edge(b, objects, 6);
        VEC_PUSH(nodes, b->at);
        if (roll(4) == 0) { /* jump somewhere */
            node_t *to = nodes.data[roll((uint32_t)nodes.len)];
            program_add_edge(b->program, EDGE_NOP, b->at, to, build_source(b));
        }
    }
    VEC_FREE(nodes);
}

static void check_touch(const edge_t *edge, const pointer_value_t *address) {
    bool included = access_includes(&edge->access, address->object);
    strbuf_t text = {0};
    if (!included) edge_print(&text, edge);
    test_check(included, __FILE__, __LINE__, "%s touches %s", strbuf_text(&text),
               address->object->name);
    strbuf_free(&text);
}

static const expr_t *load_address(const expr_t *e) {
    if (e->kind == EXPR_LOAD) return e->a[0];
    for (unsigned i = 0; i < e->arity; i++)
        if (e->a[i]->loads) return load_address(e->a[i]);
    return NULL;
}

static uint64_t run(const program_t *program) {
    pointer_machine_t m = {.program = program};
    const node_t *at = program->main->entry;
    uint64_t touched = 0;
    for (int step = 0; step < STEPS && at->out.len > 0; step++) {
        const edge_t *edge = at->out.data[roll((uint32_t)at->out.len)];
        const expr_t *address = edge->address                           ? edge->address
                                : edge->value && edge->value->loads > 0 ? load_address(edge->value)
                                                                        : NULL;
        pointer_value_t where = address ? machine_eval(&m, address) : (pointer_value_t){0};
        if (address && (!inside(&where, 4) || where.bits % 4)) {
            /* Undefined in C: go on as if it read a null pointer. */
            if (edge->target != NO_REG) m.regs[edge->target] = (pointer_value_t){0};
            at = edge->to;
            continue;
        }
        if (address) {
            check_touch(edge, &where);
            touched++;
        }
        pointer_value_t value = edge->value ? machine_eval(&m, edge->value) : (pointer_value_t){0};
        if (edge->target != NO_REG) m.regs[edge->target] = value;
        if (edge->kind == EDGE_STORE) {
            map64_put(&m.bits, where.bits, value.bits);
            map64_put(&m.owner, where.bits, map64_pointer(value.object));
        }
        at = edge->to;
    }
    map64_free(&m.bits);
    map64_free(&m.owner);
    return touched;
}

TEST(runs_of_random_programs_stay_inside) {
    uint64_t touched = 0, bounded = 0, accesses = 0;
    for (int round = 0; round < 3000; round++) {
        seed = (uint64_t)round * 77 + 5;
        build_t b = build_new();
        object_t *objects[6];
        random_program(&b, objects);
        passes_run(b.program);
        for (size_t i = 0; i < b.program->edges.len; i++) {
            const access_t *access = &b.program->edges.data[i]->access;
            accesses += access->reads || access->writes;
            bounded += (access->reads || access->writes) && !access->anything;
        }
        for (int i = 0; i < 10; i++) touched += run(b.program);
        program_delete(b.program);
    }
    /* The test would prove nothing if runs touched nothing or no edge was bounded. */
    CHECK(touched > 100000);
    CHECK(bounded > accesses / 2);
}
