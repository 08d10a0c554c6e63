#include "cfa/passes.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

/* A routine of one step. */
static function_t *build_idle(build_t *b) {
    function_t *idle = build_function(b, "idle", 0);
    S_return(b, E_int(b, 7));
    return idle;
}

TEST(numbers_are_reused_after_join) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "main", 0);
    S_create(&b, idle, NULL, NULL);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_create(&b, idle, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    CHECK(drive_go(&d, 0));
    CHECK_EQ(d.last.outcome, 1);
    CHECK(!drive_go(&d, 0)); /* the join waits */
    CHECK(drive_go(&d, 1));
    CHECK_EQ(d.at->threads[1].status, THREAD_ENDED);
    CHECK(drive_go(&d, 0));
    CHECK_EQ(d.at->thread_count, 1);
    CHECK(drive_go(&d, 0));
    CHECK_EQ(d.last.outcome, 1);
    drive_free(&d);
    program_delete(b.p);
}

TEST(number_0_stays_with_main) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "first", 0);
    S_join(&b, E_int(&b, 0), NO_REG);
    S_create(&b, idle, NULL, NULL);
    S_join(&b, E_int(&b, 2), NO_REG);
    S_error(&b);
    function_t *first = b.f;
    build_function(&b, "main", 0);
    S_create(&b, first, NULL, NULL);
    build_edge(&b, EDGE_THREAD_EXIT)->value = E_int(&b, 0);
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    CHECK_EQ(drive_run(&d, 0), 2);
    CHECK(drive_go(&d, 1)); /* join of main */
    CHECK_EQ(d.at->threads[0].status, THREAD_FREE);
    CHECK(drive_go(&d, 1)); /* create */
    CHECK_EQ(d.last.outcome, 2);
    /* Its end is the end of a thread and not of the program. */
    CHECK(drive_go(&d, 2));
    CHECK(!d.at->has_exited);
    CHECK_EQ(drive_run(&d, 1), 2);
    CHECK(configuration_is_error(d.at));
    drive_free(&d);
    program_delete(b.p);
}

TEST(a_detached_thread_frees_its_number_at_its_end) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "main", 0);
    S_create(&b, idle, NULL, NULL);
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_int(&b, 1);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    CHECK(drive_go(&d, 0));
    CHECK(d.at->threads[1].is_detached);
    const configuration_t *detached = d.at;
    CHECK(drive_go(&d, 1));
    CHECK_EQ(d.at->thread_count, 1);
    /* Neither may be joined: undefined, so nothing may be concluded. */
    CHECK(drive_go(&d, 0));
    CHECK(d.at->unsupported == d.last.edge);
    d.at = detached;
    CHECK(drive_go(&d, 0));
    CHECK(d.at->unsupported == d.last.edge);
    drive_free(&d);
    program_delete(b.p);
}

TEST(detaching_an_ended_thread_frees_its_number) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "main", 0);
    S_create(&b, idle, NULL, NULL);
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_int(&b, 1);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    drive_go(&d, 1);
    CHECK_EQ(d.at->thread_count, 2);
    CHECK(drive_go(&d, 0));
    CHECK_EQ(d.at->thread_count, 1);
    drive_free(&d);
    program_delete(b.p);
}

TEST(unknown_operands_are_split_into_cases) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_create(&b, idle, NULL, NULL);
    S_create(&b, idle, NULL, NULL);
    S_havoc(&b, r);
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_reg(&b, r);
    S_join(&b, E_reg(&b, r), NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    for (int i = 0; i < 3; i++) drive_go(&d, 0);
    /* A thread may detach any thread, itself too. */
    CHECK_EQ(drive_look(&d, 0), 3);
    for (size_t i = 0; i < d.steps.len; i++) {
        CHECK(d.steps.data[i].assumes);
        CHECK_EQ(d.steps.data[i].operand, i);
    }
    CHECK(drive_take(&d, 0, 1));
    /* It may join what is not detached: 2, which has to end first. */
    CHECK_EQ(drive_look(&d, 0), 0);
    drive_go(&d, 2);
    CHECK_EQ(drive_look(&d, 0), 1);
    CHECK_EQ(d.steps.data[0].operand, 2);
    CHECK(d.steps.data[0].assumes);
    /* Known by a CPA: one step that assumes nothing. */
    d.knows = true;
    d.operand = 2;
    CHECK_EQ(drive_look(&d, 0), 1);
    CHECK(!d.steps.data[0].assumes);
    drive_free(&d);
    program_delete(b.p);
}

TEST(locks_block_and_trylock_reports) {
    build_t b = build_new();
    object_t *m = build_global(&b, "m", b.mutex);
    build_function(&b, "other", 0);
    reg_t r = build_reg(&b, "r");
    node_t *start = b.at;
    edge_t *try = S_mutex(&b, EDGE_TRYLOCK, E_addr(&b, m));
    try->target = r;
    S_return(&b, E_reg(&b, r));
    b.at = start;
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    function_t *other = b.f;
    build_function(&b, "main", 0);
    S_create(&b, other, NULL, NULL);
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    CHECK_EQ(drive_look(&d, 1), 2); /* free: both */
    CHECK_EQ(d.steps.data[0].outcome, 0);
    CHECK_EQ(d.steps.data[0].after->lock_count, 1);
    drive_go(&d, 0);
    CHECK_EQ(d.at->lock_count, 1);
    CHECK_EQ(d.at->locks[0].thread, 0);
    CHECK_EQ(drive_look(&d, 1), 1); /* held: the lock is blocked */
    CHECK_EQ(d.steps.data[0].edge->kind, EDGE_TRYLOCK);
    CHECK_EQ(d.steps.data[0].outcome, 16);
    CHECK_EQ(d.steps.data[0].after->locks[0].thread, 0);
    drive_go(&d, 0);
    CHECK_EQ(d.at->lock_count, 0);
    CHECK_EQ(drive_look(&d, 1), 2);
    drive_free(&d);
    program_delete(b.p);
}

TEST(a_mutex_is_not_recursive) {
    build_t b = build_new();
    object_t *m = build_global(&b, "m", b.mutex);
    build_function(&b, "main", 0);
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    CHECK_EQ(drive_run(&d, 0), 1);
    CHECK(!d.at->has_exited);
    drive_free(&d);
    program_delete(b.p);
}

TEST(a_lock_ends_with_the_memory_of_its_mutex) {
    build_t b = build_new();
    build_function(&b, "f", 0);
    object_t *m =
        function_add_local(b.p, b.f, "m", type_array(b.p->types, b.mutex, 2), build_source(&b));
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    S_call(&b, f, NULL, NO_REG);
    S_call(&b, f, NULL, NO_REG);
    S_return(&b, E_int(&b, 0));
    layout_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    drive_go(&d, 0);
    CHECK_EQ(d.at->lock_count, 1);
    drive_go(&d, 0);
    CHECK_EQ(d.at->lock_count, 0);
    drive_run(&d, 0);
    CHECK(d.at->has_exited);
    drive_free(&d);
    program_delete(b.p);
}

TEST(atomic_sections_nest_and_end_with_the_thread) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    build_edge(&b, EDGE_ATOMIC_END);
    build_edge(&b, EDGE_ATOMIC_END);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    build_edge(&b, EDGE_THREAD_EXIT)->value = E_int(&b, 0);
    layout_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    static const uint32_t depths[] = {1, 2, 1, 0, 1};
    CHECK_EQ(threading_atomic_thread(d.at), UINT32_MAX);
    for (size_t i = 0; i < 5; i++) {
        drive_go(&d, 0);
        CHECK_EQ(d.at->threads[0].atomic_depth, depths[i]);
        CHECK_EQ(threading_atomic_thread(d.at), depths[i] ? 0 : UINT32_MAX);
    }
    drive_go(&d, 0);
    CHECK_EQ(d.at->threads[0].status, THREAD_ENDED);
    CHECK_EQ(threading_atomic_thread(d.at), UINT32_MAX);
    drive_free(&d);
    program_delete(b.p);
}

typedef struct {
    build_t b;
    reg_t p, q;
} heap_program_t;

/* p = alloc(8); q = alloc(20); free(p); p = alloc(4); free(12345) */
static heap_program_t build_heap(void) {
    heap_program_t h = {.b = build_new()};
    build_t *b = &h.b;
    object_t *site = program_add_object(b->p, OBJECT_HEAP, "site", b->i32, build_source(b));
    build_function(b, "main", 0);
    h.p = build_reg(b, "p");
    h.q = build_reg(b, "q");
    const uint64_t sizes[] = {8, 20, 0, 4};
    for (int i = 0; i < 4; i++) {
        edge_t *edge = build_edge(b, i == 2 ? EDGE_FREE : EDGE_ALLOC);
        if (i == 2) {
            edge->address = E_reg(b, h.p);
            continue;
        }
        edge->target = i == 1 ? h.q : h.p;
        edge->value = E_int(b, (int64_t)sizes[i]);
        edge->object = site;
    }
    build_edge(b, EDGE_FREE)->address = E_int(b, 12345);
    layout_run(b->p);
    return h;
}

TEST(allocations_lie_apart_and_freed_memory_is_used_again) {
    heap_program_t h = build_heap();
    drive_t d = drive_new(h.b.p, 8, 10);
    drive_go(&d, 0);
    uint64_t first = d.last.outcome;
    CHECK_EQ(first, layout_heap(0));
    drive_go(&d, 0);
    uint64_t second = d.last.outcome;
    CHECK(second >= first + 8 + LAYOUT_GAP);
    CHECK_EQ(second % 16, 0);
    CHECK_EQ(d.at->heap_count, 2);
    d.knows = true;
    d.operand = first;
    drive_go(&d, 0);
    CHECK_EQ(d.at->heap_count, 1);
    CHECK_EQ(d.at->heap[0].address, second);
    d.knows = false;
    drive_go(&d, 0);
    CHECK_EQ(d.last.outcome, first);
    CHECK(d.at->heap[0].address == first && d.at->heap[1].address == second);
    CHECK(!d.at->unsupported);
    drive_go(&d, 0); /* free of what is no object */
    CHECK(d.at->unsupported == d.last.edge);
    drive_free(&d);
    program_delete(h.b.p);
}

TEST(an_unknown_free_may_be_of_every_object_or_nothing) {
    heap_program_t h = build_heap();
    drive_t d = drive_new(h.b.p, 8, 10);
    drive_go(&d, 0);
    drive_go(&d, 0);
    CHECK_EQ(drive_look(&d, 0), 3);
    CHECK_EQ(d.steps.data[0].operand, 0);
    CHECK_EQ(d.steps.data[0].after->heap_count, 2);
    CHECK_EQ(d.steps.data[1].after->heap_count, 1);
    CHECK_EQ(d.steps.data[2].after->heap_count, 1);
    drive_free(&d);
    program_delete(h.b.p);
}

TEST(unknown_mutexes_of_an_allocated_array_are_all_meant) {
    build_t b = build_new();
    object_t *site = program_add_object(b.p, OBJECT_HEAP, "site", b.mutex, build_source(&b));
    build_function(&b, "main", 0);
    reg_t p = build_reg(&b, "p");
    edge_t *alloc = build_edge(&b, EDGE_ALLOC);
    alloc->target = p;
    alloc->object = site;
    alloc->value = E_int(&b, 3 * 24);
    S_mutex(&b, EDGE_LOCK, E_reg(&b, p));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    CHECK_EQ(drive_look(&d, 0), 3);
    for (size_t i = 0; i < d.steps.len; i++)
        CHECK_EQ(d.steps.data[i].operand, layout_heap(0) + i * 24);
    drive_free(&d);
    program_delete(b.p);
}

TEST(limits_end_in_unsupported) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "rec", 0);
    S_call(&b, b.f, NULL, NO_REG);
    S_return(&b, E_int(&b, 0));
    function_t *rec = b.f;
    build_function(&b, "main", 0);
    S_create(&b, idle, NULL, NULL);
    S_create(&b, idle, NULL, NULL);
    S_call(&b, rec, NULL, NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 2, 10);
    CHECK_EQ(drive_run(&d, 0), 2);
    CHECK(d.at->unsupported && d.at->unsupported->kind == EDGE_THREAD_CREATE);
    CHECK(threading_is_final(d.at));
    strbuf_t reason = {0};
    threading_print_reason(&reason, d.at->unsupported);
    CHECK(strstr(strbuf_text(&reason), "--max-threads"));
    drive_free(&d);
    d = drive_new(b.p, 3, 4);
    CHECK_EQ(drive_run(&d, 0), 2 + 4); /* two creates, frames 2 to 4, one call too many */
    CHECK(d.at->unsupported && d.at->unsupported->kind == EDGE_CALL);
    strbuf_clear(&reason);
    threading_print_reason(&reason, d.at->unsupported);
    CHECK(strstr(strbuf_text(&reason), "--max-depth"));
    drive_free(&d);
    /* Names of variables have room for this depth only, whatever is asked for. */
    d = drive_new(b.p, 3, 1000000);
    drive_run(&d, 0);
    CHECK(d.at->unsupported);
    CHECK_EQ(d.at->threads[0].frame_count, 4096);
    drive_free(&d);
    strbuf_free(&reason);
    program_delete(b.p);
}

TEST(main_ends_the_program_and_pthread_exit_does_not) {
    build_t b = build_new();
    function_t *idle = build_idle(&b);
    build_function(&b, "main", 0);
    S_create(&b, idle, NULL, NULL);
    node_t *fork = b.at;
    S_return(&b, E_int(&b, 0));
    b.at = fork;
    build_edge(&b, EDGE_THREAD_EXIT)->value = E_int(&b, 0);
    passes_run(b.p);
    drive_t d = drive_new(b.p, 8, 10);
    drive_go(&d, 0);
    CHECK_EQ(drive_look(&d, 0), 2);
    CHECK(d.steps.data[0].after->has_exited);
    CHECK(!d.steps.data[1].after->has_exited);
    CHECK_EQ(d.steps.data[1].after->threads[1].status, THREAD_RUNNING);
    /* Equal configurations are one. */
    const configuration_t *exited = d.steps.data[0].after;
    drive_look(&d, 0);
    CHECK(d.steps.data[0].after == exited);
    drive_free(&d);
    program_delete(b.p);
}
