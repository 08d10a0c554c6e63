#include "cpa/predicate/predicate.h"
#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"
#include "witness/semantics/replay.h"

/* r = input; if (r == 1) { x = 1; x = 2; x = 3 } y = 0 three times; error if the
 * value of x says which way was taken. The short way is explored far ahead of
 * the long one. */
static program_t *build_uneven(int64_t error_value) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    node_t *fork = b.at, *meet = build_node(&b);
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_store(&b, E_addr(&b, x), E_int(&b, 2));
    edge_t *last = build_edge_to(&b, EDGE_STORE, meet);
    last->address = E_addr(&b, x);
    last->value = E_int(&b, 3);
    last->type = b.i32;
    b.at = fork;
    build_edge_to(&b, EDGE_ASSUME, meet)->value = E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    for (int i = 0; i < 3; i++) S_store(&b, E_addr(&b, y), E_int(&b, i));
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, error_value)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

static bool by_model(void *context, const arg_link_t *link) {
    return term_is_true(solver_evaluate(context, link->choice));
}

/* Explores everything with errors left for later, solves each error state and
 * replays the way that the model took. */
static unsigned solve_errors(const program_t *p, waitlist_choice_t order, unsigned *replayed) {
    explore_t e = {.options = {.waitlist = order}};
    analysis_parts_t parts = {
        .predicate = true, .predicate_options = {.block = PREDICATE_NEVER, .defer_errors = true}};
    explore_init(&e, p, &parts);
    e.x->abort = explore_never;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    arg_nodes_t nodes = {0};
    unsigned found = 0;
    *replayed = 0;
    arg_list(e.a->exploration.arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++) {
        if (!configuration_is_error(nodes.data[i]->configuration)) continue;
        const predicate_part_t *part = nodes.data[i]->parts[analysis_part(e.a, e.a->predicate)];
        path_t path = {0};
        solver_push(e.a->solver);
        solver_assert(e.a->solver, part->block->condition);
        bool sat = solver_check(e.a->solver, NULL, 0) == SOLVER_SAT;
        if (sat) path_to(nodes.data[i], by_model, e.a->solver, &path);
        solver_pop(e.a->solver);
        found += sat;
        trace_t trace = {0};
        if (sat && path_solve(&path, NULL, analysis_blocks(e.a), e.context.terms, e.a->solver, p,
                              &trace) == SOLVER_SAT) {
            replay_t replay = {0};
            *replayed += replay_run(&replay, p, build_properties(), 0, &trace);
            replay_free(&replay);
        }
        VEC_FREE(trace.steps);
        VEC_FREE(trace.inputs);
        VEC_FREE(trace.memory);
        VEC_FREE(path);
    }
    VEC_FREE(nodes);
    explore_free(&e);
    return found;
}

TEST(the_model_says_which_of_the_merged_ways_was_taken) {
    static const int64_t values[] = {0, 3};
    static const waitlist_choice_t orders[] = {WAITLIST_BFS, WAITLIST_DFS, WAITLIST_RANK};
    for (size_t v = 0; v < 2; v++) {
        program_t *p = build_uneven(values[v]);
        for (size_t i = 0; i < 3; i++) {
            unsigned replayed;
            CHECK_EQ(solve_errors(p, orders[i], &replayed), 1);
            CHECK_EQ(replayed, 1);
        }
        program_delete(p);
    }
}

TEST(what_no_way_gives_is_excluded_for_all_of_them) {
    program_t *p = build_uneven(2);
    unsigned replayed;
    CHECK_EQ(solve_errors(p, WAITLIST_BFS, &replayed), 0);
    CHECK_EQ(solve_errors(p, WAITLIST_RANK, &replayed), 0);
    program_delete(p);
}

/* A choice that always answers "this one". */
static bool newest(void *context, const arg_link_t *link) {
    (void)context;
    (void)link;
    return true;
}

/* A step taken before a merge does not lead back over what came later: with a
 * cycle of merges the way back ends. */
TEST(a_way_back_goes_back_in_time) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    edge_t *edge = S_return(&b, E_int(&b, 0));
    configurations_t *table = configurations_new();
    const configuration_t *c = configuration_intern(table, &(configuration_t){.has_exited = true});
    terms_t *terms = terms_new();
    arg_t *arg = arg_new(1);
    part_t part = NULL;
    arg_node_t *root = arg_add(arg, c, &part), *a = arg_add(arg, c, &part),
               *last = arg_add(arg, c, &part);
    step_t step = {.edge = edge};
    const arg_link_t *in = arg_add_link(arg, root, a, &step);
    const arg_link_t *round = arg_add_link(arg, a, last, &step);
    arg_link_t *back = arg_add_link(arg, last, a, &step);
    back->choice = term_symbol(terms, (sort_t){.kind = SORT_BOOL}, 1, 1);
    arg_link_t *again = arg_add_link(arg, a, last, &step);
    again->choice = term_symbol(terms, (sort_t){.kind = SORT_BOOL}, 1, 2);
    path_t path = {0};
    path_to(last, newest, NULL, &path);
    CHECK_EQ(path.len, 4);
    CHECK(path.len == 4 && path.data[0] == in && path.data[1] == round && path.data[2] == back &&
          path.data[3] == again);
    VEC_CLEAR(path);
    path_to(last, NULL, NULL, &path); /* the oldest way */
    CHECK_EQ(path.len, 2);
    CHECK(path.len == 2 && path.data[0] == in && path.data[1] == round);
    VEC_FREE(path);
    arg_delete(arg);
    terms_delete(terms);
    configurations_delete(table);
    program_delete(b.p);
}

/* x = 1; while (..) ; if (x == 2) error: infeasible over two blocks. */
static program_t *build_two_blocks(int64_t error_value) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    node_t *head = b.at;
    S_havoc(&b, r);
    build_edge_to(&b, EDGE_ASSUME, head)->value = E_eq(&b, E_reg(&b, r), E_int(&b, 0));
    b.at = head->out.data[0]->to;
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0))));
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, error_value)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(blocks_of_a_path_are_feasible_together_if_the_path_is) {
    static const int64_t values[] = {1, 2, 0};
    for (size_t i = 0; i < 3; i++) {
        program_t *p = build_two_blocks(values[i]);
        explore_t e = {0};
        analysis_parts_t parts = {.predicate = true};
        explore_init(&e, p, &parts);
        CHECK_EQ(explore_go(&e), EXPLORED_ABORT); /* the abstraction knows nothing of x */
        const predicate_part_t *part = e.target->parts[analysis_part(e.a, e.a->predicate)];
        block_path_t path;
        block_path_build(part->abstraction, NULL, analysis_blocks(e.a), e.context.terms, &path);
        CHECK_EQ(path.count, 2);
        CHECK(!path.abstractions[0]->previous);
        CHECK(path.abstractions[path.count] == part->abstraction);
        const term_t *all = term_and_n(e.context.terms, path.parts, path.count);
        CHECK_EQ(solver_satisfiable(e.a->solver, all), values[i] == 1 ? SOLVER_SAT : SOLVER_UNSAT);
        for (size_t k = 0; k < path.count; k++) /* each alone is possible */
            CHECK_EQ(solver_satisfiable(e.a->solver, path.parts[k]), SOLVER_SAT);
        block_path_free(&path);
        explore_free(&e);
        program_delete(p);
    }
}

TEST(memory_that_no_block_changed_is_initial_in_later_blocks) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    node_t *head = b.at;
    build_edge_to(&b, EDGE_ASSUME, head)->value = E_eq(&b, E_reg(&b, r), E_int(&b, 0));
    b.at = head;
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 2)));
    S_store(&b, E_addr(&b, x), E_int(&b, 0));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    explore_t e = {0};
    analysis_parts_t parts = {.predicate = true};
    explore_init(&e, b.p, &parts);
    CHECK_EQ(explore_go(&e), EXPLORED_ABORT);
    const predicate_part_t *part = e.target->parts[analysis_part(e.a, e.a->predicate)];
    block_path_t path;
    block_path_build(part->abstraction, NULL, analysis_blocks(e.a), e.context.terms, &path);
    CHECK(path.count >= 2);
    const term_t *all = term_and_n(e.context.terms, path.parts, path.count);
    CHECK_EQ(solver_satisfiable(e.a->solver, all), SOLVER_UNSAT);
    block_path_free(&path);
    explore_free(&e);
    program_delete(b.p);
}

TEST(bare_terms_lose_their_place_in_the_path) {
    terms_t *terms = terms_new();
    sort_t sort = {.kind = SORT_BV, .width = 32};
    const term_t *zero = term_const(terms, 32, 0);
    const term_t *third = term_equal(terms, term_symbol(terms, sort, 77, 3), zero);
    CHECK(term_bare(terms, third) == term_equal(terms, term_symbol(terms, sort, 77, 0), zero));
    terms_delete(terms);
}
