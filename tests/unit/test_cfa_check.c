#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/check.h"

static void check_complaint(const program_t *program, const char *text) {
    strbuf_t problems = {0};
    bool fine = check_program(program, &problems);
    if (text) {
        CHECK(!fine);
        test_check(strstr(strbuf_text(&problems), text) != NULL, __FILE__, __LINE__,
                   "no \"%s\" in \"%s\"", text, strbuf_text(&problems));
    } else {
        CHECK(fine);
        CHECK_STR(strbuf_text(&problems), "");
    }
    strbuf_free(&problems);
}

typedef struct sample {
    build_t b;
    function_t *callee, *start;
    object_t *g;
    reg_t x, c, p;
    edge_t *load, *store, *call, *create, *havoc, *alloc, *lock, *error, *assume, *join;
} sample_t;

/* A program with an edge of most kinds, all in order. */
static sample_t sample_new(void) {
    sample_t s = {.b = build_new()};
    build_t *b = &s.b;
    s.callee = build_function(b, "callee", b->i32, "a", b->i32);
    build_return(b, build_read(b, 0));
    s.start = build_function(b, "start", b->voidp, "a", b->voidp);
    build_return(b, build_read(b, 0));
    build_function(b, "main", b->i32, NULL, NULL);
    s.g = build_global(b, "g", b->i32);
    s.x = build_reg(b, "x", b->i32);
    s.c = build_reg(b, "c", type_int(b->program->types, 8, true));
    s.p = build_reg(b, "p", b->voidp);
    s.load = build_assign(b, s.x, build_load(b, build_addr(b, s.g), b->i32));
    s.store = build_store(b, build_addr(b, s.g), b->i32, build_read(b, s.x));
    s.call = build_call(b, s.callee, build_read(b, s.x), s.x);
    s.create = build_create(b, build_addr(b, s.g), s.start, build_read(b, s.p));
    s.join = build_step(b, EDGE_THREAD_JOIN);
    s.join->value = build_read(b, s.x);
    s.join->target = s.p;
    s.havoc = build_havoc(b, s.c);
    s.alloc = build_step(b, EDGE_ALLOC);
    s.alloc->target = s.p;
    s.alloc->value = build_const(b, 4);
    s.alloc->object = program_add_object(b->program, OBJECT_HEAP, "h", b->i32, (source_t){0});
    s.lock = build_step(b, EDGE_LOCK);
    s.lock->address = build_addr(b, s.g);
    s.assume = build_step(b, EDGE_ASSUME);
    s.assume->value = expr_truth(b->exprs, build_read(b, s.x));
    s.error = build_step(b, EDGE_ERROR);
    s.error->to->is_error = true;
    return s;
}

TEST(good_programs_pass) {
    sample_t s = sample_new();
    check_complaint(s.b.program, NULL);
    program_delete(s.b.program);
}

#define BAD(name, complaint, ...)                                                                  \
    TEST(name) {                                                                                   \
        sample_t s = sample_new();                                                                 \
        build_t *b = &s.b;                                                                         \
        (void)b;                                                                                   \
        __VA_ARGS__;                                                                               \
        check_complaint(s.b.program, complaint);                                                   \
        program_delete(s.b.program);                                                               \
    }

BAD(two_loads, "more than one load", const expr_t *load = build_load(b, build_addr(b, s.g), b->i32);
    s.load->value = build_mul(b, build_add(b, load, load), 3))
BAD(store_loads, "a load beside another access",
    s.store->value = build_load(b, build_addr(b, s.g), b->i32))
BAD(lock_loads, "a load beside another access",
    s.lock->address = build_load(b, build_addr(b, s.g), b->intp))
BAD(assign_width, "value has the wrong width", s.load->target = s.c)
BAD(store_width, "value has the wrong width", s.store->type = type_int(b->program->types, 16, true))
BAD(address_width, "address has the wrong width", s.store->address = expr_const(b->exprs, 64, 8))
BAD(assume_width, "value has the wrong width", s.assume->value = build_read(b, s.x))
BAD(havoc_width, "target has the wrong width", s.havoc->target = s.x)
BAD(reg_range, "register out of range", s.load->value = expr_reg(b->exprs, 32, 99))
BAD(reg_width, "register read with another width", s.load->value = expr_reg(b->exprs, 32, s.c))
BAD(target_range, "target is missing or out of range", s.havoc->target = 99)
BAD(stray_target, "target on an edge that sets none", s.store->target = s.x)
BAD(missing_argument, "wrong number of arguments", s.call->arg_count = 0)
BAD(argument_width, "argument has the wrong width", s.callee->regs.data[0].type = b->voidt)
BAD(no_body, "callee is missing or has no body", s.call->callee = NULL)
BAD(no_result, "nothing returned from a function with a result", build_return(b, NULL))
BAD(stray_result, "value returned from a function without a result",
    s.callee->type = type_function(b->program->types, b->voidt, NULL, 0, false))
BAD(start_argument, "argument and parameter of the start routine", s.create->value = NULL)
BAD(no_error_node, "does not lead to an error node", s.error->to->is_error = false)
BAD(edge_ids, "edge ids are not dense", s.load->id = 1000)
BAD(node_ids, "node ids are not dense", s.load->to->id = 1000)
BAD(out_list, "an edge is not once in its lists", s.load->from->out.len = 0)
BAD(in_list, "an in list holds a foreign edge", s.load->to->in.data[0] = s.store)
BAD(foreign_local, "address of another function's local", b->function = s.callee;
    s.load->value = build_load(b, build_addr(b, build_local(b, "l", b->i32)), b->i32);
    b->function = b->program->main)
BAD(no_reason, "reason is missing", build_step(b, EDGE_UNSUPPORTED))
BAD(no_site, "allocation site is missing", s.alloc->object = s.g)
BAD(no_entry, "a body without an entry", s.callee->has_body = false)
BAD(exit_width, "target has the wrong width", s.join->target = s.c)
