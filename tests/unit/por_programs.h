#ifndef TESTS_UNIT_POR_PROGRAMS_H
#define TESTS_UNIT_POR_PROGRAMS_H

#include "cfa/passes.h"
#include "tests/unit/witness_build.h"

/* Programs with an error that a reduction loses if it forgets one thing. Each
 * was wrong once in some version of a reduction, or would have been. */

/* The error lies in a thread that is created after the trap, and its first step
 * goes to a loop head: a reduction that walks into the trap never follows it. */
static void por_main(build_t *b, function_t *trap, bool joins) {
    function_t *fails = build_function(b, "fails", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_int(b, 1));
    node_t *head = b->at;
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    build_edge_to(b, EDGE_NOP, head);
    build_function(b, "main", 0);
    S_create(b, trap, NULL, NULL);
    S_create(b, fails, NULL, NULL);
    if (joins) S_join(b, E_int(b, 1), NO_REG);
    build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0);
}

/* for (;;) { atomic { y = 1; } }: every round goes to the loop head from inside of
 * the section, where nobody else can move. */
static void por_section_in_loop(build_t *b) {
    object_t *y = build_global(b, "y", b->i32);
    function_t *f = build_function(b, "worker", 0);
    node_t *head = b->at;
    build_edge(b, EDGE_ATOMIC_BEGIN);
    S_store(b, E_addr(b, y), E_int(b, 1));
    build_edge_to(b, EDGE_ATOMIC_END, head);
    por_main(b, f, true);
}

/* atomic { for (;;); }: the section never ends. */
static void por_loop_in_section(build_t *b) {
    function_t *f = build_function(b, "worker", 0);
    reg_t r = build_reg(b, "r");
    build_edge(b, EDGE_ATOMIC_BEGIN);
    node_t *head = b->at;
    S_assign(b, r, E_int(b, 0));
    build_edge_to(b, EDGE_NOP, head);
    por_main(b, f, true);
}

/* atomic { assume(0); } */
static void por_stuck_in_section(build_t *b) {
    function_t *f = build_function(b, "worker", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_int(b, 0));
    build_edge(b, EDGE_ATOMIC_BEGIN);
    S_assume(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    build_edge(b, EDGE_ATOMIC_END);
    S_return(b, E_int(b, 0));
    por_main(b, f, true);
}

/* main holds m and reads x; one thread unlocks m, which lets another one lock it
 * and write x before main reads. */
static void por_unlocked_by_another(build_t *b) {
    object_t *x = build_global(b, "x", b->i32), *m = build_global(b, "m", b->mutex);
    function_t *releases = build_function(b, "releases", 0);
    S_mutex(b, EDGE_UNLOCK, E_addr(b, m));
    S_return(b, E_int(b, 0));
    function_t *writes = build_function(b, "writes", 0);
    S_mutex(b, EDGE_LOCK, E_addr(b, m));
    S_store(b, E_addr(b, x), E_int(b, 1));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    reg_t r = build_reg(b, "r");
    S_mutex(b, EDGE_LOCK, E_addr(b, m));
    S_create(b, releases, NULL, NULL);
    S_create(b, writes, NULL, NULL);
    S_assign(b, r, E_load(b, x));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    S_return(b, E_int(b, 0));
}

/* The local of main is gone when main ends; before that the worker may use it.
 * Not in the list below: the exploration takes what is gone for unknown. */
UNUSED_HELPER static void por_local_of_ended_thread(build_t *b) {
    function_t *f = build_function(b, "worker", 1);
    reg_t r = build_reg(b, "r");
    S_store(b, E_reg(b, 0), E_int(b, 1));
    S_assign(b, r, expr_load(b->p->exprs, E_reg(b, 0), b->i32));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    object_t *local = function_add_local(b->p, b->f, "v", b->i32, (source_t){0});
    S_create(b, f, E_addr(b, local), NULL);
    build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0);
}

/* A thread that starts another one like it and ends: an endless run without a
 * loop, as its number is used again. */
static void por_threads_that_create_themselves(build_t *b) {
    function_t *f = build_function(b, "worker", 0);
    build_edge(b, EDGE_THREAD_DETACH)->value = expr_self(b->p->exprs, 32);
    S_create(b, f, NULL, NULL);
    S_return(b, E_int(b, 0));
    por_main(b, f, false);
}

/* The program ends while another thread is on its way to the error. */
static void por_exit_hides_error(build_t *b) {
    function_t *f = build_function(b, "worker", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_int(b, 1));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    S_create(b, f, NULL, NULL);
    build_edge(b, EDGE_EXIT);
}

/* What is read is written by a thread that waits for one that runs. */
static void por_written_after_a_join(build_t *b) {
    object_t *x = build_global(b, "x", b->i32);
    function_t *ends = build_function(b, "ends", 0);
    S_return(b, E_int(b, 0));
    function_t *waits = build_function(b, "waits", 0);
    S_join(b, E_int(b, 1), NO_REG);
    S_store(b, E_addr(b, x), E_int(b, 1));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    reg_t r = build_reg(b, "r");
    S_create(b, ends, NULL, NULL);
    S_create(b, waits, NULL, NULL);
    S_assign(b, r, E_load(b, x));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    S_return(b, E_int(b, 0));
}

/* main writes x twice and a thread must read it in between. As long as x is not
 * tracked the order does not matter, and main goes first; the read is tried only
 * if the states where main went first are looked at again. */
static void por_tracked_later(build_t *b) {
    object_t *x = build_global(b, "x", b->i32);
    function_t *reads = build_function(b, "reads", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_load(b, x));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 5)));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    S_create(b, reads, NULL, NULL);
    S_store(b, E_addr(b, x), E_int(b, 5));
    S_store(b, E_addr(b, x), E_int(b, 6));
    build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0);
}

/* The same with a thread that comes later and writes through what is not tracked
 * at first: what it copies decides. */
static void por_tracked_over_two_threads(build_t *b) {
    object_t *x = build_global(b, "x", b->i32), *y = build_global(b, "y", b->i32);
    function_t *reads = build_function(b, "reads", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_load(b, y));
    S_error_if(b, E_eq(b, E_reg(b, r), E_int(b, 1)));
    S_return(b, E_int(b, 0));
    function_t *copies = build_function(b, "copies", 0);
    reg_t q = build_reg(b, "q");
    S_create(b, reads, NULL, NULL);
    S_assign(b, q, E_load(b, x));
    S_store(b, E_addr(b, y), E_reg(b, q));
    S_store(b, E_addr(b, y), E_int(b, 2));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    S_create(b, copies, NULL, NULL);
    S_store(b, E_addr(b, x), E_int(b, 1));
    S_store(b, E_addr(b, x), E_int(b, 3));
    build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0);
}

/* A thread writes a[0] and then, with another value of the same register, a[1],
 * which main reads: where it stands the register says a[0]. */
static void por_index_changes(build_t *b) {
    object_t *a = build_global(b, "a", type_array(b->p->types, b->i32, 2));
    function_t *writes = build_function(b, "writes", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_int(b, 0));
    S_store(b, E_add(b, E_addr(b, a), E_reg(b, r)), E_int(b, 5));
    S_assign(b, r, E_int(b, 4));
    S_store(b, E_add(b, E_addr(b, a), E_reg(b, r)), E_int(b, 5));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    reg_t q = build_reg(b, "q");
    S_create(b, writes, NULL, NULL);
    S_assign(b, q, expr_load(b->p->exprs, E_add(b, E_addr(b, a), E_int(b, 4)), b->i32));
    S_error_if(b, E_eq(b, E_reg(b, q), E_int(b, 5)));
    S_return(b, E_int(b, 0));
}

/* The same over frames: the thread calls itself with another index. */
static void por_index_of_another_frame(build_t *b) {
    object_t *a = build_global(b, "a", type_array(b->p->types, b->i32, 2));
    function_t *writes = build_function(b, "writes", 1);
    S_store(b, E_add(b, E_addr(b, a), E_reg(b, 0)), E_int(b, 5));
    node_t *at = b->at;
    S_assume(b, E_eq(b, E_reg(b, 0), E_int(b, 0)));
    edge_t *call = build_edge(b, EDGE_CALL);
    const expr_t **args = ARENA_ARRAY(b->p->arena, const expr_t *, 1);
    args[0] = E_int(b, 4);
    call->callee = writes;
    call->args = args;
    call->arg_count = 1;
    S_return(b, E_int(b, 0));
    b->at = at;
    S_assume(b, E_not(b, E_eq(b, E_reg(b, 0), E_int(b, 0))));
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    reg_t q = build_reg(b, "q");
    S_create(b, writes, E_int(b, 0), NULL);
    S_assign(b, q, expr_load(b->p->exprs, E_add(b, E_addr(b, a), E_int(b, 4)), b->i32));
    S_error_if(b, E_eq(b, E_reg(b, q), E_int(b, 5)));
    S_return(b, E_int(b, 0));
}

static void (*const por_programs[])(build_t *b) = {
    por_section_in_loop,
    por_loop_in_section,
    por_stuck_in_section,
    por_unlocked_by_another,
    por_threads_that_create_themselves,
    por_exit_hides_error,
    por_written_after_a_join,
    por_tracked_later,
    por_tracked_over_two_threads,
    por_index_changes,
    por_index_of_another_frame,
};
enum { POR_PROGRAMS = sizeof por_programs / sizeof *por_programs };

#endif
