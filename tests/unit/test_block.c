#include "cfa/passes.h"
#include "cpa/predicate/block_merge.h"
#include "solver/solver.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

typedef struct {
    drive_t d;
    terms_t *terms;
    blocks_t *blocks;
    const block_t *block;
} test_walk_t;

static test_walk_t walk_new(const program_t *p, bool from_start) {
    test_walk_t w = {.d = drive_new(p, 8, 10), .terms = terms_new()};
    w.blocks = blocks_new(p, w.terms);
    w.block = block_empty(w.blocks, from_start);
    return w;
}

static void walk_free(test_walk_t *w) {
    blocks_delete(w->blocks);
    terms_delete(w->terms);
    drive_free(&w->d);
}

/* false: no step, or the condition became false. */
static bool walk_take(test_walk_t *w, uint32_t thread, size_t index) {
    if (!drive_take(&w->d, thread, index)) return false;
    const block_t *next = block_step(w->blocks, w->block, &w->d.last);
    if (next) w->block = next;
    return next != NULL;
}

static bool walk_go(test_walk_t *w, uint32_t thread) {
    return walk_take(w, thread, 0);
}

static const term_t *cell_value(test_walk_t *w, const object_t *x) {
    return block_value(w->blocks, w->block, variable_cell(x->address, 4));
}

static bool is_const(const term_t *t, uint64_t value) {
    return t->kind == TERM_CONST && t->value == value;
}

/* Can the condition and the term hold together? */
static bool possible(test_walk_t *w, const term_t *term) {
    const char *why;
    solver_t *solver = solver_new(solver_default_class(&why), w->terms, &why);
    solver_answer_t answer =
        solver_satisfiable(solver, term_and(w->terms, w->block->condition, term));
    CHECK(answer != SOLVER_UNKNOWN);
    solver_delete(solver);
    return answer == SOLVER_SAT;
}

static bool may_be(test_walk_t *w, const term_t *t, uint64_t value) {
    return possible(w, term_equal(w->terms, t, term_const(w->terms, t->sort.width, value)));
}

TEST(constants_propagate_from_the_start_of_main) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    static cell_init_t init = {.offset = 0, .value = 5};
    init.type = b.i32;
    x->init = &init;
    x->init_count = 1;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_load(&b, x));
    S_store(&b, E_addr(&b, y), E_add(&b, E_reg(&b, r), E_int(&b, 2)));
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_assume(&b, E_eq(&b, E_load(&b, y), E_int(&b, 8)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    for (int i = 0; i < 3; i++) CHECK(walk_go(&w, 0));
    CHECK(is_const(cell_value(&w, y), 7));
    CHECK(term_is_true(w.block->condition));
    CHECK(!walk_go(&w, 0)); /* 7 == 8 */
    walk_free(&w);
    /* Elsewhere memory is arbitrary: the same steps, over the start of the block. */
    w = walk_new(b.p, false);
    for (int i = 0; i < 4; i++) CHECK(walk_go(&w, 0));
    const term_t *symbol = block_symbol(w.blocks, variable_cell(x->address, 4));
    CHECK(possible(&w, term_equal(w.terms, symbol, term_const(w.terms, 32, 6))));
    CHECK(!possible(&w, term_equal(w.terms, symbol, term_const(w.terms, 32, 5))));
    CHECK(is_const(block_end(w.blocks, w.block, symbol), 1));
    walk_free(&w);
    program_delete(b.p);
}

TEST(memory_of_unknown_contents_is_arbitrary_at_the_start) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    x->init_unknown = true;
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    CHECK_EQ(cell_value(&w, x)->kind, TERM_SYMBOL);
    walk_go(&w, 0);
    CHECK(is_const(cell_value(&w, x), 1));
    walk_free(&w);
    program_delete(b.p);
}

TEST(a_merge_keeps_both_ways) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    node_t *fork = b.at, *meet = build_node(&b);
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    edge_t *store = build_edge_to(&b, EDGE_STORE, meet);
    store->address = E_addr(&b, x);
    store->value = E_int(&b, 10);
    store->type = b.i32;
    b.at = fork;
    edge_t *skip = build_edge_to(&b, EDGE_ASSUME, meet);
    skip->value = E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    walk_go(&w, 0);
    const block_t *at_fork = w.block;
    const configuration_t *fork_at = w.d.at;
    CHECK(walk_take(&w, 0, 0) && walk_go(&w, 0));
    const block_t *left = w.block;
    w.d.at = fork_at;
    w.block = at_fork;
    CHECK(walk_take(&w, 0, 1));
    const term_t *choice;
    CHECK(block_merge(w.blocks, w.block, w.block, &choice) == w.block);
    CHECK(!choice);
    const block_t *merged = block_merge(w.blocks, left, w.block, &choice);
    CHECK(choice && choice->sort.kind == SORT_BOOL);
    w.block = merged;
    const term_t *value = cell_value(&w, x);
    const term_t *input = block_value(w.blocks, merged, variable_reg(0, 0, b.p->main, r));
    const term_t *is_1 = term_equal(w.terms, input, term_const(w.terms, 32, 1));
    const term_t *is_10 = term_equal(w.terms, value, term_const(w.terms, 32, 10));
    const term_t *is_0 = term_equal(w.terms, value, term_const(w.terms, 32, 0));
    CHECK(possible(&w, term_and(w.terms, is_1, is_10)));
    CHECK(possible(&w, term_and(w.terms, term_not(w.terms, is_1), is_0)));
    CHECK(!possible(&w, term_and(w.terms, is_1, is_0)));
    CHECK(!possible(&w, term_and(w.terms, term_not(w.terms, is_1), is_10)));
    /* The choice tells the ways apart: true for the first. */
    CHECK(possible(&w, term_and(w.terms, choice, is_10)));
    CHECK(!possible(&w, term_and(w.terms, choice, is_0)));
    walk_free(&w);
    program_delete(b.p);
}

TEST(a_symbolic_index_means_one_cell) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 3));
    build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i"), r = build_reg(&b, "r");
    S_havoc(&b, i);
    const expr_t *at =
        E_add(&b, E_addr(&b, a), expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, i), E_int(&b, 4)));
    S_store(&b, at, E_int(&b, 9));
    S_assume(&b, E_eq(&b, E_reg(&b, i), E_int(&b, 2)));
    S_assign(&b, r, expr_load(b.p->exprs, at, b.i32));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    walk_go(&w, 0);
    walk_go(&w, 0);
    const term_t *first = block_value(w.blocks, w.block, variable_cell(a->address, 4));
    const term_t *last = block_value(w.blocks, w.block, variable_cell(a->address + 8, 4));
    CHECK(may_be(&w, first, 9) && may_be(&w, first, 0) && !may_be(&w, first, 1));
    CHECK(!possible(&w, term_and(w.terms, term_equal(w.terms, first, term_const(w.terms, 32, 9)),
                                 term_equal(w.terms, last, term_const(w.terms, 32, 9)))));
    walk_go(&w, 0);
    CHECK(!may_be(&w, first, 9) && !may_be(&w, last, 0));
    walk_go(&w, 0);
    const term_t *read = block_value(w.blocks, w.block, variable_reg(0, 0, b.p->main, r));
    CHECK(may_be(&w, read, 9) && !may_be(&w, read, 0));
    walk_free(&w);
    program_delete(b.p);
}

/* main: create(worker); a = input   worker: b = input */
TEST(inputs_are_named_alike_in_both_interleavings) {
    build_t b = build_new();
    build_function(&b, "worker", 0);
    reg_t v = build_reg(&b, "v");
    S_havoc(&b, v);
    S_return(&b, E_reg(&b, v));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u");
    S_create(&b, worker, NULL, NULL);
    S_havoc(&b, u);
    S_return(&b, E_reg(&b, u));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    walk_go(&w, 0);
    const configuration_t *fork = w.d.at;
    const block_t *at_fork = w.block;
    walk_go(&w, 0);
    const term_t *input = block_input(w.blocks, at_fork, &w.d.last, 0, b.i32);
    CHECK(block_value(w.blocks, w.block, variable_reg(0, 0, b.p->main, u)) == input);
    walk_go(&w, 1);
    const block_t *main_first = w.block;
    w.d.at = fork;
    w.block = at_fork;
    walk_go(&w, 1);
    walk_go(&w, 0);
    CHECK(w.block == main_first);
    CHECK(block_value(w.blocks, w.block, variable_reg(1, 0, worker, v)) != input);
    walk_free(&w);
    program_delete(b.p);
}

TEST(one_edge_taken_twice_has_two_inputs) {
    build_t b = build_new();
    build_function(&b, "f", 0);
    reg_t v = build_reg(&b, "v");
    S_havoc(&b, v);
    S_return(&b, E_reg(&b, v));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    reg_t x = build_reg(&b, "x"), y = build_reg(&b, "y");
    S_call(&b, f, NULL, x);
    S_call(&b, f, NULL, y);
    S_return(&b, E_add(&b, E_reg(&b, x), E_reg(&b, y)));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    for (int i = 0; i < 6; i++) walk_go(&w, 0);
    const term_t *first = block_value(w.blocks, w.block, variable_reg(0, 0, b.p->main, x));
    const term_t *second = block_value(w.blocks, w.block, variable_reg(0, 0, b.p->main, y));
    CHECK(first != second);
    CHECK(block_is_input(first->value) && block_is_input(second->value));
    walk_free(&w);
    program_delete(b.p);
}

TEST(a_truth_value_input_is_0_or_1) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = function_add_reg(b.p, b.f, "r", type_bool(b.p->types));
    S_havoc(&b, r)->type = type_bool(b.p->types);
    S_return(&b, expr_resize(b.p->exprs, expr_reg(b.p->exprs, 8, r), 32, false));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    walk_go(&w, 0);
    const term_t *value = block_value(w.blocks, w.block, variable_reg(0, 0, b.p->main, r));
    CHECK(may_be(&w, value, 0) && may_be(&w, value, 1) && !may_be(&w, value, 2));
    walk_free(&w);
    program_delete(b.p);
}

/* Two threads, one after the other, get the number 1: nothing of the first may
 * be left for the second. */
TEST(thread_storage_and_exit_value_begin_anew) {
    build_t b = build_new();
    object_t *v = program_add_object(b.p, OBJECT_THREAD, "v", b.i32, build_source(&b));
    static cell_init_t init = {.offset = 0, .value = 3};
    init.type = b.i32;
    v->init = &init;
    v->init_count = 1;
    build_function(&b, "first", 0);
    S_store(&b, E_addr(&b, v), E_int(&b, 7));
    S_return(&b, E_int(&b, 5));
    function_t *first = b.f;
    build_function(&b, "second", 0);
    S_return(&b, NULL);
    function_t *second = b.f;
    build_function(&b, "main", 0);
    reg_t q = build_reg(&b, "q"), r = build_reg(&b, "r");
    S_create(&b, first, NULL, NULL);
    S_join(&b, E_int(&b, 1), q);
    S_create(&b, second, NULL, NULL);
    S_join(&b, E_int(&b, 1), r);
    S_return(&b, E_add(&b, E_reg(&b, q), E_reg(&b, r)));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    variable_t cell = variable_cell(layout_thread_block(1) + v->address, 4);
    variable_t mine = variable_cell(layout_thread_block(0) + v->address, 4);
    variable_t earlier = variable_reg(0, 0, b.p->main, q);
    variable_t target = variable_reg(0, 0, b.p->main, r);
    CHECK(is_const(block_value(w.blocks, w.block, mine), 3));
    walk_go(&w, 0);
    CHECK(is_const(block_value(w.blocks, w.block, cell), 3));
    walk_go(&w, 1);
    CHECK(is_const(block_value(w.blocks, w.block, cell), 7));
    CHECK(is_const(block_value(w.blocks, w.block, mine), 3));
    walk_go(&w, 1);
    walk_go(&w, 0);
    CHECK(is_const(block_value(w.blocks, w.block, earlier), 5));
    walk_go(&w, 0);
    CHECK(is_const(block_value(w.blocks, w.block, cell), 3));
    walk_go(&w, 1);
    walk_go(&w, 0);
    const term_t *value = block_value(w.blocks, w.block, target);
    CHECK(may_be(&w, value, 5) && may_be(&w, value, 6));
    walk_free(&w);
    program_delete(b.p);
}

TEST(equal_blocks_are_one) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    const block_t *empty = w.block;
    const configuration_t *start = w.d.at;
    walk_go(&w, 0);
    const block_t *once = w.block;
    w.d.at = start;
    w.block = empty;
    walk_go(&w, 0);
    CHECK(w.block == once);
    CHECK(block_empty(w.blocks, true) == empty && block_empty(w.blocks, false) != empty);
    walk_free(&w);
    program_delete(b.p);
}

/* What can be read no more is not part of a block: these two runs end in the same. */
TEST(dead_registers_are_forgotten) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r"), s = build_reg(&b, "s");
    S_havoc(&b, r);
    S_assign(&b, s, E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_store(&b, E_addr(&b, x), E_reg(&b, s));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    variable_t first = variable_reg(0, 0, b.p->main, r), second = variable_reg(0, 0, b.p->main, s);
    variable_t cell = variable_cell(x->address, 4);
    walk_go(&w, 0);
    CHECK(block_is_input(block_value(w.blocks, w.block, first)->value));
    CHECK(w.block->is_plain);
    walk_go(&w, 0);
    CHECK(block_value(w.blocks, w.block, first) == block_symbol(w.blocks, first));
    CHECK(block_value(w.blocks, w.block, second) != block_symbol(w.blocks, second));
    CHECK(!w.block->is_plain);
    walk_go(&w, 0);
    CHECK(block_value(w.blocks, w.block, second) == block_symbol(w.blocks, second));
    CHECK(block_value(w.blocks, w.block, cell) != block_symbol(w.blocks, cell));
    walk_go(&w, 0); /* the end of the program */
    CHECK(w.block == block_empty(w.blocks, true));
    walk_free(&w);
    program_delete(b.p);
}

/* r is an input over 5, x holds it, y is 3, z was never written. */
/* An input above 3 that is nowhere any more; that is in memory; that is no number at all. */
TEST(inputs_that_nothing_depends_on_are_forgotten) {
    enum { FORGOTTEN, STORED, IMPOSSIBLE };
    for (int variant = FORGOTTEN; variant <= IMPOSSIBLE; variant++) {
        build_t b = build_new();
        object_t *x = build_global(&b, "x", b.i32);
        build_function(&b, "main", 0);
        reg_t r = build_reg(&b, "r");
        S_havoc(&b, r);
        S_assume(&b, E_lt(&b, E_int(&b, 3), E_reg(&b, r)));
        if (variant == STORED) S_store(&b, E_addr(&b, x), E_reg(&b, r));
        if (variant == IMPOSSIBLE)
            S_assume(&b, E_eq(&b, expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, r), E_int(&b, 2)),
                              E_int(&b, 7)));
        S_assign(&b, r, E_int(&b, 0));
        S_return(&b, E_reg(&b, r));
        passes_run(b.p);
        test_walk_t w = walk_new(b.p, true);
        for (int i = 0; i < 3 + (variant != FORGOTTEN); i++) CHECK(walk_go(&w, 0));
        CHECK(!term_is_true(w.block->condition));
        const block_t *block = block_forget_inputs(w.blocks, w.block, 0);
        CHECK_EQ(block != w.block, variant == FORGOTTEN);
        CHECK_EQ(term_is_true(block->condition), variant == FORGOTTEN);
        CHECK_EQ(w.block->count - block->count, variant == FORGOTTEN); /* how often it was read */
        CHECK(block_forget_inputs(w.blocks, w.block, 1) == w.block); /* not another thread's */
        CHECK_EQ(block_is_described(w.blocks, w.terms, w.block), variant != IMPOSSIBLE);
        walk_free(&w);
        program_delete(b.p);
    }
}

TEST(the_end_of_a_plain_block_is_described) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    object_t *z = build_global(&b, "z", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    S_assume(&b, E_lt(&b, E_int(&b, 5), E_reg(&b, r)));
    S_store(&b, E_addr(&b, x), E_reg(&b, r));
    S_store(&b, E_addr(&b, y), E_int(&b, 3));
    S_store(&b, E_addr(&b, z), E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true);
    for (int i = 0; i < 4; i++) walk_go(&w, 0);
    CHECK(w.block->is_plain);
    description_t description = {0};
    const term_t *formula =
        block_describe(w.blocks, w.terms, b.p, NULL, w.block, w.d.at, &description);
    CHECK_EQ(description.bindings.len, 3); /* y as what is static and as what was written */
    for (size_t i = 0; i < description.bindings.len; i++) {
        binding_t binding = description.bindings.data[i];
        bool is_y = variable_address(binding.variable) == y->address;
        CHECK(is_y || variable_address(binding.variable) == z->address);
        CHECK_EQ(binding.value, is_y ? 3 : 0);
    }
    const term_t *five = term_const(w.terms, 32, 5);
    const term_t *cell = block_symbol(w.blocks, variable_cell(x->address, 4));
    const term_t *reg = block_symbol(w.blocks, variable_reg(0, 0, b.p->main, r));
    const char *why;
    solver_t *solver = solver_new(solver_default_class(&why), w.terms, &why);
    CHECK_EQ(solver_implies(solver, formula, term_bv(w.terms, TERM_BVSLT, five, cell)),
             SOLVER_UNSAT);
    CHECK_EQ(solver_implies(solver, formula, term_equal(w.terms, cell, reg)), SOLVER_UNSAT);
    CHECK_EQ(solver_satisfiable(solver, formula), SOLVER_SAT);
    solver_delete(solver);
    VEC_FREE(description.bindings);
    walk_free(&w);
    program_delete(b.p);
}
