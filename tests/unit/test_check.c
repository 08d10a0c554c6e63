#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "tests/unit/witness_build.h"
#include "tests/unit/witness_explore.h"
#include "witness/proof_check.h"

#include <time.h>

/* Checks and forgets why, unless the reason must contain a text. */
static bool accepts(const program_t *program, const proof_t *proof, terms_t *terms,
                    const check_limits_t *limits, const char *reason) {
    const char *none;
    const solver_class_t *class = solver_default_class(&none);
    char *why = NULL;
    bool accepted = proof_check(program, terms, class, proof, limits, NULL, &why);
    if (accepted != (why == NULL)) CHECK(false);
    if (reason && (!why || !strstr(why, reason))) {
        printf("unexpected reason: %s\n", why ? why : "(accepted)");
        CHECK(false);
    }
    mem_free(why);
    return accepted;
}

TEST(explicit_proof_is_accepted) {
    counter_t c = build_counter(true, 2);
    proof_states_t e = explore(c.b.p, 100000);
    proof_t proof = explored_proof(&e);
    CHECK(proof.states.count > 20);
    CHECK(accepts(c.b.p, &proof, e.terms, NULL, NULL));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(explicit_proof_of_a_lost_update_is_rejected) {
    counter_t c = build_counter(false, 2);
    proof_states_t e = explore(c.b.p, 100000);
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(c.b.p, &proof, e.terms, NULL, "the violation can be reached"));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(bindings_need_not_be_complete) {
    /* Registers of the workers may be forgotten where nobody reads them: here
     * at once after the store. Only x is bound in those states. */
    counter_t c = build_counter(true, 1);
    proof_states_t e = explore(c.b.p, 100000);
    size_t dropped = 0;
    for (size_t i = 0; i < e.kept.len; i++) {
        kept_state_t *kept = &e.kept.data[i];
        const configuration_t *conf = kept->configuration;
        if (conf->thread_count < 2 || conf->threads[1].status != THREAD_RUNNING) continue;
        const node_t *node = semantics_node(conf, 1);
        if (node->out.data[0]->kind != EDGE_UNLOCK) continue;
        CHECK_EQ(variable_kind(kept->bindings[0].variable), VARIABLE_REG);
        kept->bindings++;
        kept->binding_count--;
        dropped++;
    }
    CHECK(dropped > 0);
    proof_t proof = explored_proof(&e);
    CHECK(accepts(c.b.p, &proof, e.terms, NULL, NULL));
    /* Where it is still read, the state without it allows too much. */
    for (size_t i = 0; i < e.kept.len; i++) {
        kept_state_t *kept = &e.kept.data[i];
        const configuration_t *conf = kept->configuration;
        if (conf->thread_count < 2 || conf->threads[1].status != THREAD_RUNNING) continue;
        if (semantics_node(conf, 1)->out.data[0]->kind != EDGE_STORE) continue;
        kept->bindings++;
        kept->binding_count--;
    }
    check_limits_t limits = {.levels = 30};
    CHECK(!accepts(c.b.p, &proof, e.terms, &limits, "the violation can be reached"));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(a_proof_must_cover_the_start) {
    counter_t c = build_counter(true, 2);
    proof_states_t e = explore(c.b.p, 100000);
    e.kept.data[0] = e.kept.data[1];
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(c.b.p, &proof, e.terms, NULL, "the start of main"));
    proof.states.count = 0;
    CHECK(!accepts(c.b.p, &proof, e.terms, NULL, "the start of main"));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(a_proof_must_start_with_the_initial_memory) {
    counter_t c = build_counter(true, 1);
    proof_states_t e = explore(c.b.p, 100000);
    CHECK_EQ(e.kept.data[0].binding_count, 1);
    binding_t wrong = {variable_cell(c.x->address, 4), 1};
    e.kept.data[0].bindings = &wrong;
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(c.b.p, &proof, e.terms, NULL, "the start of main"));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(a_proof_must_not_keep_an_error) {
    counter_t c = build_counter(true, 1);
    proof_states_t e = explore(c.b.p, 100000);
    frame_t frame = {NULL, NULL, layout_first_frame(c.b.p, 0)};
    for (size_t i = 0; i < c.b.p->nodes.len; i++)
        if (c.b.p->nodes.data[i]->is_error) frame.node = c.b.p->nodes.data[i];
    CHECK(frame.node != NULL);
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t error = {.thread_count = 1, .threads = &thread};
    VEC_PUSH(e.kept, (kept_state_t){.configuration = &error});
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(c.b.p, &proof, e.terms, NULL, "an error state is kept"));
    explored_free(&e);
    program_delete(c.b.p);
}

TEST(a_gap_is_bridged_but_must_end) {
    counter_t c = build_counter(true, 2);
    proof_states_t e = explore(c.b.p, 100000);
    /* Every second state but the start: the steps between are made here. */
    size_t left = 1;
    for (size_t i = 2; i < e.kept.len; i += 2) e.kept.data[left++] = e.kept.data[i];
    e.kept.len = left;
    proof_t proof = explored_proof(&e);
    CHECK(accepts(c.b.p, &proof, e.terms, NULL, NULL));
    check_limits_t limits = {.levels = 1};
    CHECK(!accepts(c.b.p, &proof, e.terms, &limits, "many steps"));
    explored_free(&e);
    program_delete(c.b.p);
}

/* main: x = 0; while (1) { t = x; t = t + step; if (t > 10) t = 0; x = t;
 * if (t > 10) error } */
typedef struct loop {
    build_t b;
    object_t *x;
    node_t *head, *body;
    terms_t *terms;
    configurations_t *configurations;
    kept_state_t kept[4];
    size_t count;
} loop_t;

static loop_t build_loop(int step) {
    loop_t l = {.b = build_new(), .terms = terms_new(), .configurations = configurations_new()};
    build_t *b = &l.b;
    l.x = build_global(b, "x", b->i32);
    build_function(b, "main", 0);
    reg_t t = build_reg(b, "t");
    l.head = b->at;
    S_assign(b, t, E_load(b, l.x));
    S_assign(b, t, E_add(b, E_reg(b, t), E_int(b, step)));
    node_t *fork = b->at;
    const expr_t *large = E_lt(b, E_int(b, 10), E_reg(b, t));
    S_assume(b, large);
    S_assign(b, t, E_int(b, 0));
    l.body = b->at;
    b->at = fork;
    edge_t *other = build_edge_to(b, EDGE_ASSUME, l.body);
    other->value = E_not(b, large);
    S_store(b, E_addr(b, l.x), E_reg(b, t));
    S_error_if(b, large);
    build_edge_to(b, EDGE_NOP, l.head);
    layout_run(b->p);
    return l;
}

static void loop_free(loop_t *l) {
    configurations_delete(l->configurations);
    terms_delete(l->terms);
    program_delete(l->b.p);
}

static void loop_get(void *owner, size_t index, kept_state_t *state) {
    *state = ((loop_t *)owner)->kept[index];
}

/* Keeps a state at the head of the loop. */
static void loop_keep(loop_t *l, const term_t *formula) {
    frame_t frame = {l->head, NULL, layout_first_frame(l->b.p, 0)};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t c = {.thread_count = 1, .threads = &thread};
    l->kept[l->count++] = (kept_state_t){
        .configuration = configuration_intern(l->configurations, &c), .formula = formula};
}

static const term_t *loop_x(loop_t *l) {
    sort_t sort = {.kind = SORT_BV, .width = 32};
    return term_symbol(l->terms, sort, variable_cell(l->x->address, 4), 0);
}

/* low <= x <= high, signed */
static const term_t *loop_range(loop_t *l, int low, int high) {
    const term_t *x = loop_x(l);
    const term_t *from = term_const(l->terms, 32, (uint32_t)low);
    const term_t *to = term_const(l->terms, 32, (uint32_t)high);
    return term_and(l->terms, term_bv(l->terms, TERM_BVSLE, from, x),
                    term_bv(l->terms, TERM_BVSLE, x, to));
}

static bool loop_accepts(loop_t *l, const char *reason) {
    proof_t proof = {.kind = PROOF_STATES,
                     .states = {.owner = l, .count = l->count, .get = loop_get}};
    check_limits_t limits = {.levels = 60};
    return accepts(l->b.p, &proof, l->terms, &limits, reason);
}

TEST(invariant_at_the_loop_head) {
    loop_t l = build_loop(1);
    loop_keep(&l, loop_range(&l, 0, 10));
    CHECK(loop_accepts(&l, NULL));
    loop_free(&l);
    /* True alone is enough too, for this program. */
    l = build_loop(1);
    loop_keep(&l, NULL);
    CHECK(loop_accepts(&l, NULL));
    loop_free(&l);
}

TEST(a_formula_too_strong_is_rejected) {
    loop_t l = build_loop(1);
    loop_keep(&l, loop_range(&l, 0, 5)); /* 6 is reached and leads on */
    CHECK(loop_accepts(&l, NULL));       /* ... back to 0 in finitely many steps */
    loop_free(&l);
    l = build_loop(0); /* x stays as it is, so a gap never closes */
    loop_keep(&l, loop_range(&l, 1, 5));
    CHECK(!loop_accepts(&l, "the start of main"));
    loop_free(&l);
    l = build_loop(-1); /* x goes down for ever */
    loop_keep(&l, loop_range(&l, -5, 10));
    CHECK(!loop_accepts(&l, "many steps"));
    loop_free(&l);
}

TEST(kept_states_cover_together) {
    loop_t l = build_loop(1);
    loop_keep(&l, loop_range(&l, 0, 3));
    loop_keep(&l, loop_range(&l, 4, 7));
    loop_keep(&l, loop_range(&l, 7, 10));
    proof_t proof = {.kind = PROOF_STATES,
                     .states = {.owner = &l, .count = l.count, .get = loop_get}};
    check_limits_t limits = {.levels = 7}; /* once around, so nothing is bridged */
    CHECK(accepts(l.b.p, &proof, l.terms, &limits, NULL));
    l.kept[2].formula = loop_range(&l, 8, 9); /* 10 is missing */
    CHECK(!accepts(l.b.p, &proof, l.terms, &limits, "many steps"));
    loop_free(&l);
}

TEST(formulas_speak_of_variables_only) {
    loop_t l = build_loop(1);
    sort_t sort = {.kind = SORT_BV, .width = 32};
    const term_t *odd = term_symbol(l.terms, sort, variable_cell(l.x->address, 4), 3);
    loop_keep(&l, NULL);
    loop_keep(&l, term_equal(l.terms, odd, loop_x(&l)));
    CHECK(!loop_accepts(&l, "symbols"));
    loop_free(&l);
}

TEST(unsupported_steps_reject) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    build_edge(&b, EDGE_UNSUPPORTED)->text = "a float";
    layout_run(b.p);
    proof_states_t e = explore(b.p, 10);
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(b.p, &proof, e.terms, NULL, "a float"));
    explored_free(&e);
    program_delete(b.p);
}

/* An input that decides between two kept values: neither covers it alone. */
TEST(inputs_are_covered_by_all_their_values) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", 0);
    reg_t r = function_add_reg(b.p, f, "r", type_bool(b.p->types));
    edge_t *havoc = build_edge(&b, EDGE_HAVOC);
    havoc->target = r;
    havoc->type = type_bool(b.p->types);
    node_t *behind = b.at;
    build_edge_to(&b, EDGE_NOP, behind);
    layout_run(b.p);
    terms_t *terms = terms_new();
    semantics_t *s = semantics_new(b.p, terms);
    frame_t frames[2] = {{f->entry, NULL, layout_first_frame(b.p, 0)},
                         {behind, NULL, layout_first_frame(b.p, 0)}};
    thread_t threads[2];
    configuration_t conf[2];
    for (int i = 0; i < 2; i++) {
        threads[i] = (thread_t){.status = THREAD_RUNNING, .frame_count = 1, .frames = &frames[i]};
        conf[i] = (configuration_t){.thread_count = 1, .threads = &threads[i]};
    }
    binding_t values[2] = {{variable_reg(0, 0, f, r), 0}, {variable_reg(0, 0, f, r), 1}};
    proof_states_t e = {.terms = terms, .s = s, .arena = arena_new()};
    intern_init(&e.table, explored_equal);
    VEC_PUSH(e.kept, (kept_state_t){.configuration = &conf[0]});
    VEC_PUSH(e.kept, (kept_state_t){&conf[1], &values[0], 1, NULL});
    VEC_PUSH(e.kept, (kept_state_t){&conf[1], &values[1], 1, NULL});
    proof_t proof = explored_proof(&e);
    check_limits_t limits = {.levels = 50};
    CHECK(accepts(b.p, &proof, terms, &limits, NULL));
    proof.states.count = 2; /* without the value 1, which loops for ever */
    CHECK(!accepts(b.p, &proof, terms, &limits, "many steps"));
    explored_free(&e);
    program_delete(b.p);
}

/* main: r = a[0]; assume low <= p0 <= 1; a[p0] = 7; q = a[0]; error if a[1] != 7,
 * or if q != r. Kept is the start alone, so nothing is known of a before: what
 * is written through an unknown index must be remembered all the same. */
static bool accepts_unknown_store(int low, bool is_other_cell, const char *reason) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 2));
    function_t *f = build_function(&b, "main", 1);
    reg_t r = build_reg(&b, "r"), q = build_reg(&b, "q");
    S_assign(&b, r, E_load(&b, a));
    S_assume(&b, E_not(&b, E_lt(&b, E_reg(&b, 0), E_int(&b, low))));
    S_assume(&b, E_lt(&b, E_reg(&b, 0), E_int(&b, 2)));
    const expr_t *index = expr_binary(b.p->exprs, EXPR_MUL, E_reg(&b, 0), E_int(&b, 4));
    S_store(&b, E_add(&b, E_addr(&b, a), index), E_int(&b, 7))->access.anything = true;
    S_assign(&b, q, E_load(&b, a));
    const expr_t *second = expr_load(b.p->exprs, E_add(&b, E_addr(&b, a), E_int(&b, 4)), b.i32);
    S_error_if(&b, E_not(&b, is_other_cell ? E_eq(&b, E_reg(&b, q), E_reg(&b, r))
                                           : E_eq(&b, second, E_int(&b, 7))));
    S_return(&b, E_int(&b, 0));
    layout_run(b.p);
    frame_t frame = {f->entry, NULL, layout_first_frame(b.p, 0)};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t start = {.thread_count = 1, .threads = &thread};
    proof_states_t e = {.terms = terms_new(), .arena = arena_new()};
    e.s = semantics_new(b.p, e.terms);
    intern_init(&e.table, explored_equal);
    VEC_PUSH(e.kept, (kept_state_t){.configuration = &start});
    proof_t proof = explored_proof(&e);
    bool accepted = accepts(b.p, &proof, e.terms, NULL, reason);
    explored_free(&e);
    program_delete(b.p);
    return accepted;
}

TEST(a_store_to_an_unknown_cell_is_not_lost) {
    CHECK(accepts_unknown_store(1, false, NULL)); /* it goes to a[1] */
    CHECK(accepts_unknown_store(1, true, NULL));  /* ... and leaves a[0] */
    CHECK(!accepts_unknown_store(0, false, "the violation can be reached"));
    CHECK(!accepts_unknown_store(0, true, "the violation can be reached"));
}

/* Two interleavings lead to one configuration with different values and no
 * condition to tell them apart; joining them must lose neither. */
TEST(joining_interleavings_keeps_both) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_store(&b, E_addr(&b, x), E_int(&b, 2));
    S_join(&b, E_int(&b, 1), NO_REG);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_load(&b, x));
    node_t *fork = b.at;
    S_error_if(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    b.at = fork;
    S_error_if(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 3)));
    layout_run(b.p);
    proof_states_t e = explore(b.p, 1000);
    proof_t proof = explored_proof(&e);
    proof.states.count = 1; /* the start alone: everything is bridged, and joined */
    CHECK(!accepts(b.p, &proof, e.terms, NULL, "the violation can be reached"));
    /* With the other value as the error, and with neither. */
    fork->out.data[0]->value = E_eq(&b, E_reg(&b, r), E_int(&b, 2));
    CHECK(!accepts(b.p, &proof, e.terms, NULL, "the violation can be reached"));
    fork->out.data[0]->value = E_eq(&b, E_reg(&b, r), E_int(&b, 4));
    CHECK(accepts(b.p, &proof, e.terms, NULL, NULL));
    explored_free(&e);
    program_delete(b.p);
}

/* Inputs have the same names in all interleavings, but no two of one run are the same:
 * neither two of one thread nor those of two threads that run the same function, from
 * which x and y come. */
TEST(joining_interleavings_keeps_inputs_apart) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    function_t *worker = build_function(&b, "worker", 1);
    reg_t r = build_reg(&b, "r"), first = build_reg(&b, "first");
    S_havoc(&b, r);
    S_assign(&b, first, E_reg(&b, r));
    S_havoc(&b, r);
    S_store(&b, E_reg(&b, 0), E_add(&b, E_reg(&b, r), E_reg(&b, first)));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, E_addr(&b, x), NULL);
    S_create(&b, worker, E_addr(&b, y), NULL);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_join(&b, E_int(&b, 2), NO_REG);
    reg_t vx = build_reg(&b, "vx"), vy = build_reg(&b, "vy");
    S_assign(&b, vx, E_load(&b, x));
    S_assign(&b, vy, E_load(&b, y));
    node_t *fork = b.at;
    S_error_if(&b, E_not(&b, E_eq(&b, E_reg(&b, vx), E_reg(&b, vy)))); /* two threads */
    passes_run(b.p);
    terms_t *terms = terms_new();
    frame_t frame = {b.p->main->entry, NULL, layout_first_frame(b.p, 0)};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t start = {.thread_count = 1, .threads = &thread};
    proof_states_t e = {.terms = terms, .arena = arena_new()};
    e.s = semantics_new(b.p, terms);
    intern_init(&e.table, explored_equal);
    VEC_PUSH(e.kept, (kept_state_t){.configuration = &start});
    proof_t proof = explored_proof(&e);
    CHECK(!accepts(b.p, &proof, terms, NULL, "the violation can be reached"));
    /* One thread: the sum of two equal inputs would be even. */
    const expr_t *odd = expr_binary(b.p->exprs, EXPR_AND, E_reg(&b, vx), E_int(&b, 1));
    fork->out.data[0]->value = E_eq(&b, odd, E_int(&b, 1));
    CHECK(!accepts(b.p, &proof, terms, NULL, "the violation can be reached"));
    fork->out.data[0]->value = E_not(&b, E_eq(&b, E_reg(&b, vx), E_reg(&b, vx)));
    CHECK(accepts(b.p, &proof, terms, NULL, NULL));
    explored_free(&e);
    program_delete(b.p);
}

TEST(explicit_proofs_need_no_solver) {
    counter_t c = build_counter(true, 3);
    proof_states_t e = explore(c.b.p, 100000);
    proof_t proof = explored_proof(&e);
    char *why = NULL;
    check_stats_t stats = {0};
    CHECK(proof_check(c.b.p, e.terms, NULL, &proof, NULL, &stats, &why));
    CHECK_EQ(stats.kept, proof.states.count);
    CHECK_EQ(stats.covered_by_solver, 0);
    CHECK(stats.covered_by_lookup >= proof.states.count);
    mem_free(why);
    explored_free(&e);
    program_delete(c.b.p);
}

static bool is_local_assignment(const node_t *node) {
    return node->out.len == 1 && node->out.data[0]->kind == EDGE_ASSIGN &&
           !node->out.data[0]->value->loads;
}

static bool is_assignment_or_store(const node_t *node) {
    return is_local_assignment(node) ||
           (node->out.len == 1 && node->out.data[0]->kind == EDGE_STORE);
}

/* main makes local steps while a worker changes x for ever. */
TEST(steps_may_be_left_out_that_are_independent) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t t = build_reg(&b, "t");
    node_t *head = b.at;
    S_assign(&b, t, E_load(&b, x));
    /* 0, 1, 2, 1, 2, ...: it never comes back to where main left it. */
    const expr_t *other = expr_binary(b.p->exprs, EXPR_SUB, E_int(&b, 3), E_reg(&b, t));
    const expr_t *is_zero = E_eq(&b, E_reg(&b, t), E_int(&b, 0));
    S_store(&b, E_addr(&b, x), expr_ite(b.p->exprs, is_zero, E_int(&b, 1), other));
    build_edge_to(&b, EDGE_NOP, head);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r"), q = build_reg(&b, "q");
    S_create(&b, worker, NULL, NULL);
    S_assign(&b, r, E_int(&b, 1));
    S_assign(&b, q, E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_assign(&b, r, E_load(&b, x));
    S_join(&b, E_int(&b, 1), NO_REG);
    S_error_if(&b, E_eq(&b, E_reg(&b, q), E_int(&b, 2)));
    passes_run(b.p);
    proof_states_t full = explore(b.p, 1000);
    proof_states_t e = explore_reduced(b.p, 1000, is_local_assignment);
    CHECK(e.kept.len < full.kept.len);
    proof_t proof = explored_proof(&e);
    /* Without the reduction the check makes all the steps that are missing,
     * with it none. */
    check_stats_t stats = {0};
    char *why = NULL;
    proof.states.explored = NULL;
    CHECK(proof_check(b.p, e.terms, NULL, &proof, NULL, &stats, &why));
    CHECK(stats.continued > 5);
    CHECK_EQ(stats.reduced, 0);
    proof = explored_proof(&e);
    CHECK(proof_check(b.p, e.terms, NULL, &proof, NULL, &stats, &why));
    CHECK_EQ(stats.continued, 0);
    CHECK_EQ(stats.refused, 0);
    CHECK(stats.reduced > 0);
    explored_free(&e);
    explored_free(&full);
    program_delete(b.p);
}

/* main sets x to 1 and back; a worker that sees the 1 is an error, and a proof
 * that lets main go alone does not see it. */
TEST(steps_may_not_be_left_out_that_conflict) {
    for (int is_conflict = 0; is_conflict < 2; is_conflict++) {
        build_t b = build_new();
        object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
        function_t *worker = build_function(&b, "worker", 0);
        reg_t t = build_reg(&b, "t");
        S_assign(&b, t, E_load(&b, is_conflict ? x : y));
        S_error_if(&b, E_eq(&b, E_reg(&b, t), E_int(&b, 1)));
        S_store(&b, E_addr(&b, y), E_int(&b, 2));
        S_return(&b, E_int(&b, 0));
        build_function(&b, "main", 0);
        S_create(&b, worker, NULL, NULL);
        S_store(&b, E_addr(&b, x), E_int(&b, 1));
        S_store(&b, E_addr(&b, x), E_int(&b, 0));
        S_join(&b, E_int(&b, 1), NO_REG);
        passes_run(b.p);
        proof_states_t e = explore_reduced(b.p, 1000, is_assignment_or_store);
        proof_t proof = explored_proof(&e);
        check_limits_t limits = {.levels = 50};
        CHECK_EQ(accepts(b.p, &proof, e.terms, &limits,
                         is_conflict ? "the violation can be reached" : NULL),
                 !is_conflict);
        explored_free(&e);
        program_delete(b.p);
    }
}

/* Not a measurement, but a guard against scans: the time per kept state must
 * not grow with their number. HEDDLE_BENCH=1 prints the rate. */
TEST(many_states) {
    build_t b = build_new();
    object_t *x[3];
    for (int i = 0; i < 3; i++) x[i] = build_global(&b, i ? i == 1 ? "y" : "z" : "x", b.i32);
    function_t *worker[2];
    bool is_bench = getenv("HEDDLE_BENCH") != NULL;
    for (int i = 0; i < 3; i++) {
        function_t *f = build_function(&b, i == 2 ? "main" : i ? "w1" : "w0", 0);
        if (i < 2) worker[i] = f;
        for (int k = 0; i == 2 && k < 2; k++) S_create(&b, worker[k], NULL, NULL);
        node_t *head = b.at;
        reg_t t = function_add_temporary(b.p, f, b.i32);
        S_assign(&b, t, E_load(&b, x[i]));
        S_assume(&b, E_lt(&b, E_reg(&b, t), E_int(&b, is_bench ? 22 : 7)));
        S_store(&b, E_addr(&b, x[i]), E_add(&b, E_reg(&b, t), E_int(&b, 1)));
        build_edge_to(&b, EDGE_NOP, head);
    }
    layout_run(b.p);
    proof_states_t e = explore(b.p, 10000000);
    proof_t proof = explored_proof(&e);
    CHECK(proof.states.count > 10000);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    CHECK(accepts(b.p, &proof, e.terms, NULL, NULL));
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (is_bench)
        printf("%zu states, %.0f per second\n", proof.states.count,
               (double)proof.states.count / seconds);
    CHECK(seconds < 60);
    explored_free(&e);
    program_delete(b.p);
}
