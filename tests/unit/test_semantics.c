#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "tests/unit/witness_build.h"
#include "witness/semantics/semantics.h"

/* One run: threads move in a given order; inputs are taken in order. */
typedef struct run {
    semantics_t *s;
    sem_state_t state;
    sem_step_kind_t kind;
    char reason[128];
    unsigned outcomes;
    const uint64_t *inputs;
} run_t;

static uint64_t run_input(void *context, const edge_t *edge, uint64_t offset) {
    (void)edge;
    run_t *run = context;
    return run->inputs ? run->inputs[offset / 4] : 0;
}

static bool run_take(void *context, const sem_step_t *step) {
    run_t *run = context;
    run->outcomes++;
    run->kind = step->kind;
    if (step->reason) snprintf(run->reason, sizeof run->reason, "%s", step->reason);
    if (step->kind == SEM_NEXT) {
        sem_state_t old = run->state;
        run->state = *step->state;
        *step->state = old;
    }
    return false; /* one outcome is enough: concrete steps have no other */
}

static void run_start(run_t *run, const program_t *program) {
    *run = (run_t){0};
    run->s = semantics_new_concrete(program, run_input, run);
    semantics_initial(run->s, &run->state);
}

/* How many of the steps could be made; each digit is a thread. */
static size_t run_schedule(run_t *run, const char *schedule) {
    size_t made = 0;
    for (; schedule[made]; made++) {
        run->outcomes = 0;
        sem_state_t before = {0};
        sem_state_copy(&before, &run->state);
        semantics_steps(run->s, &before, (unsigned)(schedule[made] - '0'), run_take, run);
        sem_state_free(&before);
        if (!run->outcomes || run->kind != SEM_NEXT) break;
    }
    return made;
}

static void run_end(run_t *run, program_t *program) {
    sem_state_free(&run->state);
    semantics_delete(run->s);
    program_delete(program);
}

static uint64_t run_cell(run_t *run, uint64_t address) {
    return semantics_read(run->s, &run->state, variable_cell(address, 4)).bits;
}

static uint64_t run_reg(run_t *run, unsigned thread, unsigned depth, const function_t *f, reg_t r) {
    return semantics_read(run->s, &run->state, variable_reg(thread, depth, f, r)).bits;
}

static bool run_has(const run_t *run, variable_t v) {
    return sem_state_find(&run->state, v) != NULL;
}

TEST(assign_store_and_load) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    cell_init_t init = {0, b.i32, 40, NULL};
    x->init = &init;
    x->init_count = 1;
    function_t *f = build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_add(&b, E_load(&b, x), E_int(&b, 2)));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, -50)));
    build_edge(&b, EDGE_NOP);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_cell(&run, x->address), 40);
    CHECK_EQ(run_schedule(&run, "000"), 3);
    CHECK_EQ(run_reg(&run, 0, 0, f, r), 42);
    CHECK_EQ(run_cell(&run, x->address), (uint32_t)-8);
    CHECK_EQ(run_schedule(&run, "0"), 0); /* no edge leads on */
    run_end(&run, b.p);
}

TEST(assume_chooses_the_branch) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r"), q = build_reg(&b, "q");
    S_havoc(&b, r);
    node_t *fork = b.at;
    S_assume(&b, E_lt(&b, E_reg(&b, r), E_int(&b, 0)));
    S_assign(&b, q, E_int(&b, 1));
    b.at = fork;
    S_assume(&b, E_not(&b, E_lt(&b, E_reg(&b, r), E_int(&b, 0))));
    S_assign(&b, q, E_int(&b, 2));
    layout_run(b.p);
    const uint64_t negative[] = {0xfffffff0}, positive[] = {5};
    for (int i = 0; i < 2; i++) {
        run_t run;
        run_start(&run, b.p);
        run.inputs = i ? positive : negative;
        CHECK_EQ(run_schedule(&run, "000"), 3);
        CHECK_EQ(run_reg(&run, 0, 0, f, q), i + 1);
        sem_state_free(&run.state);
        semantics_delete(run.s);
    }
    program_delete(b.p);
}

TEST(bool_havoc_is_0_or_1) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", 0);
    reg_t r = function_add_reg(b.p, b.f, "r", type_bool(b.p->types));
    edge_t *havoc = build_edge(&b, EDGE_HAVOC);
    havoc->target = r;
    havoc->type = type_bool(b.p->types);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    const uint64_t inputs[] = {0xf0};
    run.inputs = inputs;
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run_reg(&run, 0, 0, f, r), 1);
    run_end(&run, b.p);
}

TEST(havoc_object_sets_each_cell) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", 0);
    object_t *a = function_add_local(b.p, f, "a", type_array(b.p->types, b.i32, 3), f->source);
    build_edge(&b, EDGE_HAVOC_OBJECT)->object = a;
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    const uint64_t inputs[] = {11, 12, 13};
    run.inputs = inputs;
    CHECK_EQ(run_schedule(&run, "0"), 1);
    uint64_t base = layout_first_frame(b.p, 0) + a->address;
    CHECK_EQ(run_cell(&run, base), 11);
    CHECK_EQ(run_cell(&run, base + 8), 13);
    run_end(&run, b.p);
}

/* fact(n): if n == 0 return 1; r = fact(n - 1); return r * n */
TEST(recursive_calls_have_frames_of_their_own) {
    build_t b = build_new();
    function_t *fact = build_function(&b, "fact", 1);
    object_t *local = function_add_local(b.p, fact, "l", b.i32, fact->source);
    reg_t r = build_reg(&b, "r");
    node_t *entry = b.at;
    S_assume(&b, E_eq(&b, E_reg(&b, 0), E_int(&b, 0)));
    S_return(&b, E_int(&b, 1));
    b.at = entry;
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, 0), E_int(&b, 0))));
    S_store(&b, E_addr(&b, local), E_reg(&b, 0));
    S_call(&b, fact, E_add(&b, E_reg(&b, 0), E_int(&b, -1)), r);
    reg_t n = build_reg(&b, "n");
    S_assign(&b, n, E_load(&b, local));
    S_return(&b, expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, r), E_reg(&b, n)));
    function_t *f = build_function(&b, "main", 0);
    reg_t q = build_reg(&b, "q");
    S_call(&b, fact, E_int(&b, 3), q);
    S_return(&b, E_reg(&b, q));
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0000000000"), 10); /* inside fact(0) */
    const thread_t *thread = &run.state.configuration->threads[0];
    CHECK_EQ(thread->frame_count, 5);
    CHECK(thread->frames[2].base != thread->frames[3].base);
    CHECK_EQ(run_cell(&run, thread->frames[1].base + local->address), 3);
    CHECK_EQ(run_cell(&run, thread->frames[3].base + local->address), 1);
    uint64_t gone = thread->frames[3].base + local->address;
    CHECK_EQ(run_schedule(&run, "00000000"), 8);
    CHECK_EQ(run.state.configuration->threads[0].frame_count, 1);
    CHECK_EQ(run_reg(&run, 0, 0, f, q), 6);
    CHECK(!run_has(&run, variable_cell(gone, 4)));
    CHECK(!run_has(&run, variable_reg(0, 1, fact, 0)));
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK(run.state.configuration->has_exited);
    CHECK_EQ(run_schedule(&run, "0"), 0);
    run_end(&run, b.p);
}

TEST(threads_are_created_joined_and_numbers_reused) {
    build_t b = build_new();
    object_t *handle = build_global(&b, "handle", b.i32);
    function_t *worker = build_function(&b, "worker", 1);
    reg_t w = build_reg(&b, "w");
    S_assign(&b, w, expr_self(b.p->exprs, 32));
    S_return(&b, E_add(&b, E_reg(&b, 0), E_reg(&b, w)));
    function_t *f = build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r"), t = build_reg(&b, "t");
    for (int i = 0; i < 2; i++) {
        S_create(&b, worker, E_int(&b, 10), E_addr(&b, handle));
        S_assign(&b, t, E_load(&b, handle));
        S_join(&b, E_reg(&b, t), r);
    }
    S_join(&b, E_reg(&b, t), r);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "00"), 2);
    CHECK_EQ(run_cell(&run, handle->address), 1);
    CHECK_EQ(run_reg(&run, 1, 0, worker, 0), 10);
    CHECK_EQ(run_schedule(&run, "0"), 0); /* it still runs */
    CHECK_EQ(run_schedule(&run, "11"), 2);
    CHECK_EQ(run.state.configuration->threads[1].status, THREAD_ENDED);
    CHECK(!run_has(&run, variable_reg(1, 0, worker, 0)));
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run_reg(&run, 0, 0, f, r), 11);
    CHECK_EQ(run.state.configuration->thread_count, 1); /* the slot is free again */
    CHECK(!run_has(&run, variable_exit(1)));
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run_cell(&run, handle->address), 1);
    CHECK_EQ(run_schedule(&run, "1100"), 4);
    CHECK_EQ(run_schedule(&run, "0"), 0); /* joined before: not defined */
    CHECK_EQ(run.kind, SEM_STOP);
    CHECK(strstr(run.reason, "join") != NULL);
    run_end(&run, b.p);
}

TEST(the_lowest_free_number_is_taken) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", 0);
    S_return(&b, NULL);
    build_function(&b, "main", 0);
    for (int i = 0; i < 2; i++) S_create(&b, worker, NULL, NULL);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0010"), 4);
    CHECK_EQ(run.state.configuration->threads[1].status, THREAD_FREE);
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run.state.configuration->thread_count, 3);
    CHECK_EQ(run.state.configuration->threads[1].status, THREAD_RUNNING);
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run.state.configuration->thread_count, 4);
    run_end(&run, b.p);
}

TEST(detached_threads_free_their_number) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", 0);
    S_return(&b, E_int(&b, 3));
    build_function(&b, "main", 0);
    for (int i = 0; i < 2; i++) S_create(&b, worker, NULL, NULL);
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_int(&b, 1); /* while it runs */
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_int(&b, 2); /* after it ended */
    build_edge(&b, EDGE_THREAD_DETACH)->value = E_int(&b, 2);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0020"), 4);
    CHECK_EQ(run.state.configuration->threads[1].is_detached, true);
    CHECK_EQ(run_schedule(&run, "1"), 1);
    CHECK_EQ(run.state.configuration->threads[1].status, THREAD_FREE);
    CHECK(!run_has(&run, variable_exit(1)));
    CHECK(run_has(&run, variable_exit(2)));
    CHECK_EQ(run_schedule(&run, "0"), 1);
    CHECK_EQ(run.state.configuration->thread_count, 1);
    CHECK(!run_has(&run, variable_exit(2)));
    CHECK_EQ(run_schedule(&run, "0"), 0);
    CHECK_EQ(run.kind, SEM_STOP);
    run_end(&run, b.p);
}

TEST(main_may_exit_as_a_thread) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    build_edge(&b, EDGE_EXIT);
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    build_edge(&b, EDGE_THREAD_EXIT)->value = E_int(&b, 0);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "00"), 2);
    CHECK_EQ(run.state.configuration->threads[0].status, THREAD_ENDED);
    CHECK(!run.state.configuration->has_exited);
    CHECK_EQ(run_schedule(&run, "0"), 0);
    CHECK_EQ(run_schedule(&run, "1"), 1);
    CHECK_EQ(run_cell(&run, x->address), 1);
    CHECK_EQ(run_schedule(&run, "1"), 1);
    CHECK(run.state.configuration->has_exited);
    run_end(&run, b.p);
}

TEST(mutexes_block_everybody) {
    build_t b = build_new();
    object_t *m = build_global(&b, "m", b.mutex);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    edge_t *try = S_mutex(&b, EDGE_TRYLOCK, E_addr(&b, m));
    try->target = r;
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    try = S_mutex(&b, EDGE_TRYLOCK, E_addr(&b, m));
    try->target = r;
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m)); /* of a free one */
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_LOCK, E_int(&b, 0));
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "000"), 3);
    CHECK_EQ(run.state.configuration->lock_count, 1);
    CHECK_EQ(run_schedule(&run, "1"), 1);
    CHECK_EQ(run_reg(&run, 1, 0, worker, r), 16);
    CHECK_EQ(run_schedule(&run, "1"), 0); /* held by main */
    CHECK_EQ(run_schedule(&run, "01"), 2);
    CHECK_EQ(run_schedule(&run, "0"), 0); /* held by the worker */
    CHECK_EQ(run_schedule(&run, "11"), 2);
    CHECK_EQ(run_reg(&run, 1, 0, worker, r), 0);
    CHECK_EQ(run.state.configuration->lock_count, 1);
    CHECK_EQ(run.state.configuration->locks[0].thread, 1);
    CHECK_EQ(run_schedule(&run, "0"), 0);
    run_end(&run, b.p);
}

TEST(a_mutex_is_not_recursive) {
    build_t b = build_new();
    object_t *m = build_global(&b, "m", b.mutex);
    build_function(&b, "main", 0);
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "00"), 1);
    run_end(&run, b.p);
}

TEST(atomic_sections_nest_and_exclude) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", 0);
    build_edge(&b, EDGE_NOP);
    build_edge(&b, EDGE_NOP);
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    build_edge(&b, EDGE_ATOMIC_END);
    build_edge(&b, EDGE_ATOMIC_END);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0100"), 4);
    CHECK_EQ(semantics_atomic_thread(run.state.configuration), 0);
    CHECK_EQ(run_schedule(&run, "1"), 0);
    CHECK_EQ(run_schedule(&run, "01"), 1);
    CHECK_EQ(run_schedule(&run, "01"), 2);
    CHECK_EQ(semantics_atomic_thread(run.state.configuration), -1);
    run_end(&run, b.p);
}

TEST(heap_objects_live_until_freed) {
    build_t b = build_new();
    object_t *site = program_add_object(b.p, OBJECT_HEAP, "malloc", b.i32, (source_t){0});
    function_t *f = build_function(&b, "main", 0);
    reg_t p = build_reg(&b, "p"), q = build_reg(&b, "q"), v = build_reg(&b, "v");
    for (int i = 0; i < 2; i++) {
        edge_t *alloc = build_edge(&b, EDGE_ALLOC);
        alloc->target = i ? q : p;
        alloc->value = E_int(&b, 8);
        alloc->object = site;
    }
    S_store(&b, E_add(&b, E_reg(&b, p), E_int(&b, 4)), E_int(&b, 9));
    S_assign(&b, v, expr_load(b.p->exprs, E_add(&b, E_reg(&b, p), E_int(&b, 4)), b.i32));
    S_mutex(&b, EDGE_FREE, E_int(&b, 0));
    S_mutex(&b, EDGE_FREE, E_reg(&b, p));
    S_assign(&b, v, expr_load(b.p->exprs, E_reg(&b, p), b.i32));
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0000"), 4);
    CHECK_EQ(run_reg(&run, 0, 0, f, v), 9);
    CHECK(run_reg(&run, 0, 0, f, q) >= run_reg(&run, 0, 0, f, p) + 8 + LAYOUT_GAP);
    CHECK_EQ(run.state.configuration->heap_count, 2);
    CHECK_EQ(run_schedule(&run, "00"), 2);
    CHECK_EQ(run.state.configuration->heap_count, 1);
    CHECK(!run_has(&run, variable_cell(run_reg(&run, 0, 0, f, p) + 4, 4)));
    CHECK_EQ(run_schedule(&run, "0"), 0); /* use after free */
    CHECK_EQ(run.kind, SEM_STOP);
    CHECK(strstr(run.reason, "invalid access") != NULL);
    run_end(&run, b.p);
}

TEST(accesses_must_lie_inside_objects) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", type_array(b.p->types, b.i32, 2));
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    node_t *start = b.at;
    int64_t offsets[] = {6, 8, 100000};
    const char *reasons[] = {"not inside", "invalid access", "invalid access"};
    for (int i = 0; i < 3; i++) {
        b.at = start;
        S_assume(&b, E_eq(&b, E_int(&b, i), E_int(&b, i)));
        S_assign(&b, r,
                 expr_load(b.p->exprs, E_add(&b, E_addr(&b, x), E_int(&b, offsets[i])), b.i32));
    }
    layout_run(b.p);
    for (int i = 0; i < 3; i++) {
        run_t run;
        run_start(&run, b.p);
        sem_state_t before = {0};
        semantics_initial(run.s, &before);
        semantics_steps_along(run.s, &before, 0, start->out.data[i], run_take, &run);
        sem_state_free(&before);
        CHECK_EQ(run_schedule(&run, "0"), 0);
        CHECK_EQ(run.kind, SEM_STOP);
        CHECK(strstr(run.reason, reasons[i]) != NULL);
        sem_state_free(&run.state);
        semantics_delete(run.s);
    }
    program_delete(b.p);
}

TEST(an_access_may_meet_parts_of_cells) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", type_array(b.p->types, b.i32, 2));
    const type_t *half = type_int(b.p->types, 16, false);
    function_t *f = build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_store(&b, E_addr(&b, x), E_int(&b, 0x11223344));
    edge_t *store =
        S_store(&b, E_add(&b, E_addr(&b, x), E_int(&b, 3)), expr_const(b.p->exprs, 16, 0xaabb));
    store->type = half;
    S_assign(&b, r, expr_load(b.p->exprs, E_add(&b, E_addr(&b, x), E_int(&b, 2)), b.i32));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    CHECK(store->access.mixed);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "000"), 3);
    CHECK_EQ(run_cell(&run, x->address), 0xbb223344);
    CHECK_EQ(run_cell(&run, x->address + 4), 0xaa);
    CHECK_EQ(run_reg(&run, 0, 0, f, r), 0xaabb22);
    run_end(&run, b.p);
}

TEST(thread_locals_are_one_per_thread) {
    build_t b = build_new();
    object_t *x = program_add_object(b.p, OBJECT_THREAD, "x", b.i32, (source_t){0});
    cell_init_t init = {0, b.i32, 5, NULL};
    x->init = &init;
    x->init_count = 1;
    function_t *worker = build_function(&b, "worker", 0);
    reg_t w = build_reg(&b, "w");
    S_assign(&b, w, E_load(&b, x));
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 6));
    S_create(&b, worker, NULL, NULL);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "001"), 3);
    CHECK_EQ(run_reg(&run, 1, 0, worker, w), 5);
    CHECK_EQ(run_cell(&run, layout_thread_block(0) + x->address), 6);
    run_end(&run, b.p);
}

TEST(error_and_unsupported_are_told) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    node_t *start = b.at;
    S_error(&b);
    layout_run(b.p);
    run_t run;
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0"), 0);
    CHECK_EQ(run.kind, SEM_ERROR);
    run_end(&run, b.p);
    b = build_new();
    build_function(&b, "main", 0);
    build_edge(&b, EDGE_UNSUPPORTED)->text = "a float";
    layout_run(b.p);
    run_start(&run, b.p);
    CHECK_EQ(run_schedule(&run, "0"), 0);
    CHECK_EQ(run.kind, SEM_STOP);
    CHECK_STR(run.reason, "a float");
    run_end(&run, b.p);
    (void)start;
}

/* Symbolic steps: collects the successors. */
typedef struct collected {
    VEC(sem_state_t) states;
    unsigned stops, errors;
} collected_t;

static bool collect(void *context, const sem_step_t *step) {
    collected_t *all = context;
    if (step->kind == SEM_STOP) all->stops++;
    if (step->kind == SEM_ERROR) all->errors++;
    if (step->kind == SEM_NEXT) {
        VEC_PUSH(all->states, (sem_state_t){0});
        sem_state_copy(&VEC_TOP(all->states), step->state);
    }
    return true;
}

static void collected_free(collected_t *all) {
    for (size_t i = 0; i < all->states.len; i++) sem_state_free(&all->states.data[i]);
    VEC_FREE(all->states);
}

TEST(symbolic_index_reads_and_writes_all_cells) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 3));
    function_t *f = build_function(&b, "main", 1);
    reg_t r = build_reg(&b, "r");
    const expr_t *index = expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, 0), E_int(&b, 4));
    const expr_t *address = E_add(&b, E_addr(&b, a), index);
    edge_t *store = S_store(&b, address, E_int(&b, 7));
    edge_t *load = S_assign(&b, r, expr_load(b.p->exprs, address, b.i32));
    store->access.anything = load->access.anything = true;
    layout_run(b.p);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(b.p, terms);
    sem_state_t start = {0};
    semantics_initial(s, &start);
    collected_t one = {0}, two = {0};
    semantics_steps(s, &start, 0, collect, &one);
    CHECK_EQ(one.states.len, 1);
    CHECK_EQ(one.stops, 0);
    sem_value_t cell = semantics_read(s, &one.states.data[0], variable_cell(a->address + 4, 4));
    CHECK(cell.term && cell.term->kind == TERM_ITE);
    semantics_steps(s, &one.states.data[0], 0, collect, &two);
    CHECK_EQ(two.states.len, 1);
    sem_value_t value = semantics_read(s, &two.states.data[0], variable_reg(0, 0, f, r));
    CHECK(value.term && value.term->kind == TERM_ITE);
    /* With the parameter known, everything is. */
    sem_state_set(&start, variable_reg(0, 0, f, 0), sem_value_const(2));
    collected_t three = {0};
    semantics_steps(s, &start, 0, collect, &three);
    CHECK_EQ(three.states.len, 1);
    cell = semantics_read(s, &three.states.data[0], variable_cell(a->address + 8, 4));
    CHECK(sem_value_is_const(cell) && cell.bits == 7);
    cell = semantics_read(s, &three.states.data[0], variable_cell(a->address, 4));
    CHECK(sem_value_is_const(cell) && cell.bits == 0);
    collected_free(&one);
    collected_free(&two);
    collected_free(&three);
    sem_state_free(&start);
    semantics_delete(s);
    terms_delete(terms);
    program_delete(b.p);
}

/* The cells that a write to an unknown address may reach have unknown contents
 * themselves. They are entered, each with a symbol of its own, unless there are
 * too many: then they stay unknown. */
TEST(symbolic_index_writes_unknown_cells) {
    for (int is_large = 0; is_large < 2; is_large++) {
        build_t b = build_new();
        unsigned count = is_large ? SEMANTICS_MAX_ENTERED + 1 : 3;
        object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, count));
        build_function(&b, "main", 1);
        const expr_t *index = expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, 0), E_int(&b, 4));
        edge_t *store = S_store(&b, E_add(&b, E_addr(&b, a), index), E_int(&b, 7));
        store->access.anything = true;
        layout_run(b.p);
        terms_t *terms = terms_new();
        semantics_t *s = semantics_new(b.p, terms);
        sem_state_t start = {0};
        semantics_initial(s, &start);
        start.memory_is_initial = false;
        sem_state_set(&start, variable_cell(a->address, 4), sem_value_const(3));
        collected_t one = {0};
        semantics_steps(s, &start, 0, collect, &one);
        CHECK_EQ(one.states.len, 1);
        sem_value_t v[3] = {{0}};
        for (unsigned i = 0; i < 3; i++) {
            variable_t cell = variable_cell(a->address + 4 * i, 4);
            bool is_known = semantics_peek(s, &one.states.data[0], cell, &v[i]);
            CHECK_EQ(is_known, i == 0 || !is_large);
            if (is_known) CHECK(v[i].term && v[i].term->kind == TERM_ITE);
        }
        CHECK(is_large || (v[1].term && v[2].term && v[1].term->a[2] != v[2].term->a[2]));
        collected_free(&one);
        sem_state_free(&start);
        semantics_delete(s);
        terms_delete(terms);
        program_delete(b.p);
    }
}

TEST(symbolic_join_and_lock_split_into_cases) {
    build_t b = build_new();
    object_t *m = build_global(&b, "m", type_array(b.p->types, b.mutex, 2));
    function_t *worker = build_function(&b, "worker", 0);
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 1);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_join(&b, E_reg(&b, 0), NO_REG);
    const expr_t *index = expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, 0), E_int(&b, 24));
    edge_t *lock = S_mutex(&b, EDGE_LOCK, E_add(&b, E_addr(&b, m), index));
    lock->access.anything = true;
    layout_run(b.p);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(b.p, terms);
    sem_state_t start = {0};
    semantics_initial(s, &start);
    collected_t steps[5] = {0};
    semantics_steps(s, &start, 0, collect, &steps[0]);
    semantics_steps(s, &steps[0].states.data[0], 0, collect, &steps[1]);
    semantics_steps(s, &steps[1].states.data[0], 1, collect, &steps[2]);
    /* Thread 1 has ended, 2 runs, all else is not defined. */
    semantics_steps(s, &steps[2].states.data[0], 0, collect, &steps[3]);
    CHECK_EQ(steps[3].states.len, 1);
    CHECK_EQ(steps[3].stops, 2); /* main itself, and numbers of nobody */
    CHECK(steps[3].states.data[0].condition != NULL);
    semantics_steps(s, &steps[3].states.data[0], 0, collect, &steps[4]);
    CHECK_EQ(steps[4].states.len, 2);
    CHECK_EQ(steps[4].states.data[1].configuration->locks[0].address, m->address + 24);
    CHECK_EQ(steps[4].stops, 1);
    for (int i = 0; i < 5; i++) collected_free(&steps[i]);
    sem_state_free(&start);
    semantics_delete(s);
    terms_delete(terms);
    program_delete(b.p);
}

TEST(constant_objects_keep_their_contents) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    cell_init_t init = {0, b.i32, 3, NULL};
    x->init = y->init = &init;
    x->init_count = y->init_count = 1;
    x->is_constant = true;
    build_function(&b, "main", 0);
    layout_run(b.p);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(b.p, terms);
    sem_state_t state = {0};
    semantics_initial(s, &state);
    state.memory_is_initial = false; /* as a kept state is */
    CHECK_EQ(semantics_read(s, &state, variable_cell(x->address, 4)).bits, 3);
    sem_value_t unknown = semantics_read(s, &state, variable_cell(y->address, 4));
    CHECK(unknown.term != NULL);
    CHECK(semantics_read(s, &state, variable_cell(y->address, 4)).term == unknown.term);
    sem_state_free(&state);
    semantics_delete(s);
    terms_delete(terms);
    program_delete(b.p);
}

/* Where one state must cover it, an input that is one term for two truths would be in
 * no state that a search with two cases has. */
TEST(bool_inputs_are_two_steps_where_truths_are_split) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", 0);
    reg_t r = function_add_reg(b.p, b.f, "r", type_bool(b.p->types));
    edge_t *havoc = build_edge(&b, EDGE_HAVOC);
    havoc->target = r;
    havoc->type = type_bool(b.p->types);
    layout_run(b.p);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(b.p, terms);
    sem_state_t start = {0};
    semantics_initial(s, &start);
    for (unsigned splits = 0; splits < 2; splits++) {
        if (splits) semantics_split_truths(s);
        collected_t all = {0};
        CHECK(semantics_steps(s, &start, 0, collect, &all));
        CHECK_EQ(all.states.len, splits ? 2 : 1);
        for (size_t i = 0; i < all.states.len; i++) {
            sem_value_t *value = sem_state_find(&all.states.data[i], variable_reg(0, 0, f, r));
            CHECK(value && sem_value_is_const(*value) == splits);
            CHECK(!value || !splits || value->bits == i);
        }
        collected_free(&all);
    }
    sem_state_free(&start);
    semantics_delete(s);
    terms_delete(terms);
    program_delete(b.p);
}
