#include "cpa/explore/straight.h"

#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

static const analysis_parts_t all_values = {.value_options = {.track_all = true}};

typedef struct {
    size_t states, joined;
    bool has_error, has_branch; /* some kept state stands inside a section */
} found_steps_t;

static found_steps_t search(const program_t *p, reduction_choice_t reduction, bool joins) {
    explore_t e = {.options = {.por = reduction}};
    explore_init(&e, p, &all_values);
    e.x->abort = explore_never;
    e.x->forget_covered = true;
    e.x->joins_steps = joins;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    found_steps_t found = {arg_count(e.a->exploration.arg), e.stats.joined, false, false};
    arg_nodes_t nodes = {0};
    arg_list(e.a->exploration.arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++) {
        const configuration_t *c = nodes.data[i]->configuration;
        found.has_error |= configuration_is_error(c);
        found.has_branch |= threading_atomic_thread(c) != UINT32_MAX;
    }
    VEC_FREE(nodes);
    explore_free(&e);
    return found;
}

/* main starts a worker that changes x in an atomic section of its own. */
static program_t *build_sections(bool branches) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    build_edge(&b, EDGE_ATOMIC_BEGIN);
    if (branches) {
        reg_t choice = function_add_reg(b.p, b.f, "choice", type_bool(b.p->types));
        S_havoc(&b, choice)->type = type_bool(b.p->types);
        S_assign(&b, r, expr_resize(b.p->exprs, expr_reg(b.p->exprs, 8, choice), 32, false));
    } else {
        S_assign(&b, r, E_load(&b, x));
    }
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, 2)));
    build_edge(&b, EDGE_ATOMIC_END);
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    reg_t s = build_reg(&b, "s");
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_assign(&b, s, E_load(&b, x));
    S_store(&b, E_addr(&b, x), E_reg(&b, s));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(a_section_without_choices_is_one_step_even_without_a_reduction) {
    program_t *p = build_sections(false);
    found_steps_t each = search(p, REDUCTION_NONE, false), joined = search(p, REDUCTION_NONE, true);
    CHECK(each.has_branch && !joined.has_branch);
    CHECK(joined.joined > 0 && joined.states < each.states);
    CHECK_EQ(each.joined, 0);
    program_delete(p);
}

/* worker: r = 1; r = 2; then x = r; x is shared. */
static program_t *build_local(bool endless) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_int(&b, 1));
    node_t *again = b.at;
    S_assign(&b, r, E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_assign(&b, r, expr_binary(b.p->exprs, EXPR_AND, E_reg(&b, r), E_int(&b, 1)));
    if (endless)
        build_edge_to(&b, EDGE_NOP, again);
    else {
        S_store(&b, E_addr(&b, x), E_reg(&b, r));
        S_return(&b, E_int(&b, 0));
    }
    build_function(&b, "main", 0);
    reg_t s = build_reg(&b, "s");
    S_create(&b, worker, NULL, NULL);
    S_assign(&b, s, E_load(&b, x));
    node_t *error = build_node(&b);
    error->is_error = true;
    build_edge_to(&b, EDGE_ERROR, error);
    passes_run(b.p);
    return b.p;
}

TEST(local_steps_are_joined_only_under_a_reduction) {
    program_t *p = build_local(false);
    found_steps_t none = search(p, REDUCTION_NONE, true), local = search(p, REDUCTION_LOCAL, true);
    CHECK_EQ(none.joined, 0);
    CHECK(local.joined > 0);
    CHECK(local.states < search(p, REDUCTION_LOCAL, false).states);
    CHECK(none.has_error && local.has_error);
    program_delete(p);
}

/* A thread that turns round without touching anything must not keep the others
 * from moving, nor the search from ending. */
TEST(a_run_ends_before_a_loop_head) {
    program_t *p = build_local(true);
    found_steps_t found = search(p, REDUCTION_SPOR, true);
    CHECK(found.has_error);
    program_delete(p);
}

/* Two workers write x twice with the mutex held. An intruder may write x without it,
 * or unlock the mutex. */
typedef enum { NOBODY, WRITER, UNLOCKER } intruder_t;

static program_t *build_locked(intruder_t intruder) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.i32);
    function_t *worker = build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    S_mutex(&b, EDGE_LOCK, E_addr(&b, m));
    S_assign(&b, r, E_load(&b, x));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    function_t *other = build_function(&b, "other", 0);
    if (intruder == WRITER) S_store(&b, E_addr(&b, x), E_int(&b, 7));
    if (intruder == UNLOCKER) S_mutex(&b, EDGE_UNLOCK, E_addr(&b, m));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, other, NULL, NULL);
    /* Not a return, before which nobody would have to move. */
    build_edge_to(&b, EDGE_NOP, b.at);
    passes_run(b.p);
    return b.p;
}

/* Does a kept state stand between the two accesses? */
static bool keeps_inside(intruder_t intruder, reduction_choice_t reduction) {
    program_t *p = build_locked(intruder);
    explore_t e = {.options = {.por = reduction}};
    explore_init(&e, p, &all_values);
    e.x->abort = explore_never;
    e.x->forget_covered = e.x->joins_steps = true;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    arg_nodes_t nodes = {0};
    arg_list(e.a->exploration.arg, &nodes);
    bool inside = false;
    for (size_t i = 0; i < nodes.len; i++) {
        const configuration_t *c = nodes.data[i]->configuration;
        for (uint32_t t = 0; t < c->thread_count; t++) {
            if (c->threads[t].status != THREAD_RUNNING) continue;
            const node_t *at = thread_top(&c->threads[t])->node;
            inside |= at->out.len == 1 && at->out.data[0]->kind == EDGE_STORE &&
                      c->lock_count == 1 && c->locks[0].thread == t;
        }
    }
    VEC_FREE(nodes);
    explore_free(&e);
    program_delete(p);
    return inside;
}

TEST(accesses_with_the_mutex_held_are_one_step_unless_somebody_comes_without) {
    CHECK(!keeps_inside(NOBODY, REDUCTION_SPOR));
    CHECK(!keeps_inside(NOBODY, REDUCTION_AASPOR));
    CHECK(keeps_inside(NOBODY, REDUCTION_LOCAL));
    CHECK(keeps_inside(NOBODY, REDUCTION_NONE));
    CHECK(keeps_inside(WRITER, REDUCTION_SPOR));
    CHECK(keeps_inside(UNLOCKER, REDUCTION_SPOR));
}

TEST(the_path_of_an_error_unfolds_to_single_steps) {
    program_t *p = build_local(false);
    explore_t e = {.options = {.por = REDUCTION_SPOR}};
    explore_init(&e, p, &all_values);
    e.x->forget_covered = e.x->joins_steps = true;
    CHECK_EQ(explore_go(&e), EXPLORED_ABORT);
    path_t path = {0};
    path_to(e.target, NULL, NULL, &path);
    size_t before = path.len, joined = 0;
    for (size_t i = 0; i < path.len; i++) {
        joined += path.data[i]->is_joined;
        straight_unfold(e.x->composite, e.x->arg, (arg_link_t *)(uintptr_t)path.data[i]);
    }
    CHECK(joined > 0);
    VEC_CLEAR(path);
    path_to(e.target, NULL, NULL, &path);
    CHECK(path.len > before);
    for (size_t i = 0; i < path.len; i++) {
        step_t step = arg_step(path.data[i]);
        const thread_t *t = &step.before->threads[step.thread];
        CHECK(!path.data[i]->is_joined);
        CHECK(thread_top(t)->node == step.edge->from);
        if (i) CHECK(path.data[i]->parent == path.data[i - 1]->child);
    }
    CHECK(path.data[path.len - 1]->child == e.target);
    VEC_FREE(path);
    explore_free(&e);
    program_delete(p);
}

TEST(a_section_with_a_choice_is_left_where_the_choice_is) {
    program_t *p = build_sections(true);
    analysis_parts_t parts = all_values;
    parts.value_options.split_bools = true;
    explore_t e = {.options = {.por = REDUCTION_NONE}};
    explore_init(&e, p, &parts);
    e.x->abort = explore_never;
    e.x->forget_covered = e.x->joins_steps = true;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    arg_nodes_t nodes = {0};
    arg_list(e.a->exploration.arg, &nodes);
    size_t branching = 0;
    for (size_t i = 0; i < nodes.len; i++)
        branching += threading_atomic_thread(nodes.data[i]->configuration) != UINT32_MAX &&
                     nodes.data[i]->children && nodes.data[i]->children->next_child;
    CHECK(branching > 0);
    VEC_FREE(nodes);
    explore_free(&e);
    program_delete(p);
}
