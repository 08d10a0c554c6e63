#include "cfa/passes.h"
#include "cpa/predicate/predicate.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

#include <limits.h>

typedef struct {
    build_t b;
    object_t *x, *y;
    terms_t *terms;
    solver_t *solver;
    limits_t limits;
    stats_t stats;
    cpa_t *cpa;
    predicate_precision_t *precision;
    drive_t d;
    const predicate_part_t *part;
} world_t;

/* main: x = input; assume x < 10; y = x; loop: y = y (head), at the back edge */
static void world_init(world_t *w) {
    *w = (world_t){.b = build_new()};
    build_t *b = &w->b;
    w->x = build_global(b, "x", b->i32);
    w->y = build_global(b, "y", b->i32);
    build_function(b, "main", 0);
    reg_t r = build_reg(b, "r");
    S_havoc(b, r);
    S_assume(b, E_lt(b, E_reg(b, r), E_int(b, 10)));
    S_store(b, E_addr(b, w->x), E_reg(b, r));
    S_store(b, E_addr(b, w->y), E_reg(b, r)); /* to the loop head */
    node_t *head = b->at;
    S_assign(b, r, E_load(b, w->x));
    edge_t *back = build_edge_to(b, EDGE_ASSIGN, head);
    back->target = r;
    back->value = E_int(b, 0);
    passes_run(b->p);
    limits_init(&w->limits, 0, 0);
    w->terms = terms_new();
    const char *why;
    w->solver = solver_new(solver_default_class(&why), w->terms, &why);
    w->d = drive_new(b->p, 4, 10);
}

static void world_start_in(world_t *w, predicate_options_t options, predicate_scope_t scope) {
    if (!w->precision) w->precision = predicate_precision_new(w->b.p, scope);
    w->cpa =
        predicate_new(w->b.p, w->terms, w->solver, &w->limits, &w->stats, w->precision, options);
    w->d.at = threading_initial(w->d.threading);
    w->part = w->cpa->class->initial(w->cpa, w->d.at);
}

static void world_start(world_t *w, predicate_options_t options) {
    world_start_in(w, options, PREDICATE_AT_LOCATION);
}

static void world_stop(world_t *w) {
    w->cpa->class->destroy(w->cpa);
    w->cpa = NULL;
}

static void world_free(world_t *w) {
    predicate_precision_delete(w->precision);
    solver_delete(w->solver);
    terms_delete(w->terms);
    drive_free(&w->d);
    program_delete(w->b.p);
}

/* Transfer and adjustment of the next step; NULL: infeasible. */
static const predicate_part_t *step(world_t *w) {
    parts_t out = {0};
    drive_go(&w->d, 0);
    w->cpa->class->transfer(w->cpa, w->part, &w->d.last, &out);
    w->part = out.len ? w->cpa->class->adjust(w->cpa, out.data[0], &w->d.last) : NULL;
    VEC_FREE(out);
    return w->part;
}

static const term_t *symbol(world_t *w, const object_t *o) {
    return block_symbol(predicate_blocks(w->cpa), variable_cell(o->address, 4));
}

static const term_t *less(world_t *w, const object_t *o, uint64_t k) {
    return term_bv(w->terms, TERM_BVSLT, symbol(w, o), term_const(w->terms, 32, k));
}

/* Four steps: the last comes to the loop head. */
static const term_t *abstraction_at_head(world_t *w) {
    for (int i = 0; i < 4; i++)
        if (!step(w)) return NULL;
    CHECK(predicate_is_abstraction(w->part));
    return w->part->abstraction->formula;
}

TEST(without_predicates_the_abstraction_is_true) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    CHECK(term_is_true(abstraction_at_head(&w)));
    CHECK_EQ(w.part->abstraction->predicate_count, 0);
    CHECK(!w.part->abstraction->previous->previous);
    world_stop(&w);
    world_free(&w);
}

TEST(a_predicate_is_true_false_or_left_open) {
    static const combination_t both[] = {PREDICATE_BOOLEAN, PREDICATE_CARTESIAN};
    for (int k = 0; k < 2; k++) {
        world_t w;
        world_init(&w);
        world_start(&w, (predicate_options_t){.combination = both[k]});
        const term_t *holds = less(&w, w.x, 10),
                     *fails = term_equal(w.terms, symbol(&w, w.x), term_const(w.terms, 32, 12)),
                     *open = less(&w, w.x, 5);
        CHECK(predicate_track(w.cpa, NULL, holds));
        CHECK(predicate_track(w.cpa, NULL, fails));
        CHECK(predicate_track(w.cpa, NULL, open));
        CHECK(!predicate_track(w.cpa, NULL, term_not(w.terms, open)));
        CHECK(!predicate_track(w.cpa, NULL, term_true(w.terms)));
        const term_t *f = abstraction_at_head(&w);
        CHECK_EQ(solver_implies(w.solver, f, holds), SOLVER_UNSAT);
        CHECK_EQ(solver_implies(w.solver, f, term_not(w.terms, fails)), SOLVER_UNSAT);
        CHECK_EQ(solver_implies(w.solver, f, open), SOLVER_SAT);
        CHECK_EQ(solver_implies(w.solver, f, term_not(w.terms, open)), SOLVER_SAT);
        world_stop(&w);
        world_free(&w);
    }
}

/* As from one attempt to the next. */
TEST(what_was_found_with_other_blocks_still_counts) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){.block_size = UINT_MAX});
    const term_t *holds = less(&w, w.x, 10);
    CHECK(predicate_track(w.cpa, NULL, holds));
    world_stop(&w);
    world_start(&w, (predicate_options_t){0});
    CHECK_EQ(predicate_precision_size(w.cpa), 1);
    CHECK(!predicate_track(w.cpa, NULL, holds));
    CHECK_EQ(solver_implies(w.solver, abstraction_at_head(&w), holds), SOLVER_UNSAT);
    world_stop(&w);
    world_free(&w);
}

TEST(combinations_say_more_than_each_alone) {
    static const combination_t both[] = {PREDICATE_BOOLEAN, PREDICATE_CARTESIAN};
    for (int k = 0; k < 2; k++) {
        world_t w;
        world_init(&w);
        world_start(&w, (predicate_options_t){.combination = both[k]});
        const term_t *a = less(&w, w.x, 5), *b = less(&w, w.y, 5);
        predicate_track(w.cpa, NULL, a);
        predicate_track(w.cpa, NULL, b);
        const term_t *f = abstraction_at_head(&w);
        /* x == y, so the two are equivalent: only their combinations know. */
        solver_answer_t answer = solver_implies(w.solver, f, term_equal(w.terms, a, b));
        CHECK_EQ(answer, both[k] == PREDICATE_BOOLEAN ? SOLVER_UNSAT : SOLVER_SAT);
        if (both[k] == PREDICATE_CARTESIAN) CHECK(term_is_true(f));
        world_stop(&w);
        world_free(&w);
    }
}

TEST(predicates_count_at_their_location) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    const node_t *elsewhere = w.b.p->main->entry;
    predicate_track(w.cpa, elsewhere, less(&w, w.x, 10));
    CHECK_EQ(predicate_precision_size(w.cpa), 1);
    CHECK(term_is_true(abstraction_at_head(&w)));
    world_stop(&w);
    world_start(&w, (predicate_options_t){0});
    const node_t *head = NULL;
    for (size_t i = 0; i < w.b.p->nodes.len; i++)
        if (w.b.p->nodes.data[i]->is_loop_head) head = w.b.p->nodes.data[i];
    predicate_track(w.cpa, head, less(&w, w.x, 10));
    CHECK(abstraction_at_head(&w) == less(&w, w.x, 10));
    world_stop(&w);
    world_free(&w);
}

TEST(the_scope_says_how_far_a_predicate_counts) {
    static const predicate_scope_t wider[] = {PREDICATE_IN_FUNCTION, PREDICATE_GLOBAL};
    for (size_t i = 0; i < 2; i++) {
        world_t w;
        world_init(&w);
        world_start_in(&w, (predicate_options_t){0}, wider[i]);
        /* Found at the start, it counts at the loop of the same function, too. */
        CHECK(predicate_track(w.cpa, w.b.p->main->entry, less(&w, w.x, 10)));
        CHECK(!predicate_track(w.cpa, w.b.p->nodes.data[0], less(&w, w.x, 10)));
        CHECK(abstraction_at_head(&w) == less(&w, w.x, 10));
        world_stop(&w);
        world_free(&w);
    }
}

TEST(what_came_after_the_mark_can_be_taken_back) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    predicate_precision_t *precision = w.precision;
    const node_t *entry = w.b.p->main->entry;
    CHECK(predicate_precision_add(precision, entry, less(&w, w.x, 10)));
    predicate_precision_mark(precision);
    CHECK(predicate_precision_add(precision, entry, less(&w, w.x, 11)));
    CHECK(predicate_precision_add(precision, NULL, less(&w, w.x, 12)));
    predicate_precision_take_back(precision);
    CHECK_EQ(predicate_precision_count(precision), 1);
    CHECK_EQ(predicate_precision_at(precision, entry)->len, 1);
    CHECK_EQ(predicate_precision_at(precision, NULL)->len, 0);
    CHECK(!predicate_precision_add(precision, entry, less(&w, w.x, 10)));
    CHECK(predicate_precision_add(precision, entry, less(&w, w.x, 11)));
    world_stop(&w);
    world_free(&w);
}

/* x < 10 holds where main comes to the loop; that x is at least 10 does not: it is no candidate
 * any more. */
TEST(candidates_are_facts_where_they_follow) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    predicate_precision_t *precision = w.precision;
    CHECK(!predicate_precision_has_places(precision));
    const node_t *head = NULL;
    for (size_t i = 0; i < w.b.p->nodes.len; i++)
        if (w.b.p->nodes.data[i]->is_loop_head) head = w.b.p->nodes.data[i];
    uint64_t places = configuration_place_add(1, head, 0);
    CHECK(predicate_precision_add_for(precision, places, less(&w, w.x, 10)));
    CHECK(!predicate_precision_add_for(precision, places, less(&w, w.x, 10)));
    CHECK(predicate_precision_add_for(precision, places, term_not(w.terms, less(&w, w.x, 10))));
    CHECK(predicate_precision_add_for(precision, places + 1, less(&w, w.x, 11)));
    CHECK(abstraction_at_head(&w) == less(&w, w.x, 10));
    CHECK(configuration_places(w.d.at) == places);
    CHECK_EQ(predicate_precision_for(precision, places)->len, 1);
    CHECK_EQ(predicate_precision_for(precision, places + 1)->len, 1);
    CHECK(!predicate_precision_for(precision, places + 2));
    world_stop(&w);
    world_free(&w);
}

TEST(a_predicate_over_what_does_not_exist_is_not_used) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    const function_t *main = w.b.p->main;
    sort_t sort = {.kind = SORT_BV, .width = 32};
    const term_t *zero = term_const(w.terms, 32, 0);
    const configuration_t *start = w.d.at;
    const term_t *thread_5 =
        term_equal(w.terms, term_symbol(w.terms, sort, variable_reg(5, 0, main, 0), 0), zero);
    const term_t *deeper =
        term_equal(w.terms, term_symbol(w.terms, sort, variable_reg(0, 3, main, 0), 0), zero);
    const term_t *exit_1 =
        term_equal(w.terms, term_symbol(w.terms, sort, variable_exit(1), 0), zero);
    CHECK(!predicate_applies(w.cpa, start, thread_5));
    CHECK(!predicate_applies(w.cpa, start, deeper));
    CHECK(!predicate_applies(w.cpa, start, exit_1));
    CHECK(predicate_applies(w.cpa, start, less(&w, w.x, 1)));
    world_stop(&w);
    world_free(&w);
}

TEST(equal_questions_are_asked_once) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    predicate_track(w.cpa, NULL, less(&w, w.x, 10));
    const term_t *first = abstraction_at_head(&w);
    uint64_t checks = solver_stats.checks;
    const abstraction_t *a = w.part->abstraction;
    w.d.at = threading_initial(w.d.threading);
    w.part = w.cpa->class->initial(w.cpa, w.d.at);
    CHECK(abstraction_at_head(&w) == first);
    CHECK_EQ(solver_stats.checks, checks);
    CHECK(w.part->abstraction != a); /* still another state */
    CHECK_EQ(w.stats.abstractions, 2);
    world_stop(&w);
    world_free(&w);
}

TEST(block_operators) {
    static const struct {
        blk_t block;
        unsigned size;
        bool ends[5];
    } rows[] = {
        {PREDICATE_LOOPS, 0, {false, false, false, true, false}},
        {PREDICATE_FUNCTIONS, 0, {false, false, false, true, false}},
        {PREDICATE_EVERY, 1, {true, true, true, true, true}},
        {PREDICATE_EVERY, 2, {false, true, false, true, false}},
        {PREDICATE_NEVER, 0, {false, false, false, false, false}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        world_t w;
        world_init(&w);
        world_start(&w, (predicate_options_t){.block = rows[k].block, .block_size = rows[k].size});
        for (int i = 0; i < 5; i++) {
            CHECK(step(&w) != NULL);
            CHECK_EQ(predicate_is_abstraction(w.part), rows[k].ends[i]);
            /* Only states inside of a block merge, and those at its end cover, or inside of
             * one that has no end. */
            CHECK_EQ(w.cpa->class->merge_key(w.cpa, w.part) == 0, rows[k].ends[i]);
            CHECK_EQ(w.cpa->class->joins_coverage(w.cpa, w.part),
                     rows[k].ends[i] || rows[k].block == PREDICATE_NEVER);
            CHECK_EQ(w.cpa->class->is_kept(w.cpa, w.part), rows[k].ends[i]);
        }
        world_stop(&w);
        world_free(&w);
    }
}

TEST(the_stronger_formula_is_covered_and_the_start_covers_nothing) {
    world_t w;
    world_init(&w);
    world_start(&w, (predicate_options_t){0});
    const predicate_part_t *start = w.part;
    predicate_track(w.cpa, NULL, less(&w, w.x, 10));
    abstraction_at_head(&w);
    const predicate_part_t *strong = w.part;
    world_t v = w; /* another run with nothing to say, in the same CPA */
    abstraction_t weak_abstraction = *strong->abstraction;
    weak_abstraction.formula = term_true(w.terms);
    predicate_part_t weak = *strong;
    weak.abstraction = &weak_abstraction;
    const cpa_class_t *class = w.cpa->class;
    CHECK(class->covers(w.cpa, v.d.at, &weak, strong));
    CHECK(!class->covers(w.cpa, v.d.at, strong, &weak));
    /* The start's formula is true, but it means initial memory. */
    CHECK(term_is_true(start->abstraction->formula));
    CHECK(!class->covers(w.cpa, v.d.at, start, strong));
    CHECK(class->covers(w.cpa, v.d.at, start, start));
    world_stop(&w);
    world_free(&w);
}

/* havoc r; stores, if any; r < 0 and 5 < r; an error */
static void contradiction(build_t *b, int stores) {
    object_t *x = build_global(b, "x", b->i32);
    build_function(b, "main", 0);
    reg_t r = build_reg(b, "r");
    for (int i = 0; i < stores; i++) S_store(b, E_addr(b, x), E_int(b, i));
    S_havoc(b, r);
    S_assume(b, E_lt(b, E_reg(b, r), E_int(b, 0)));
    S_assume(b, E_lt(b, E_int(b, 5), E_reg(b, r)));
    S_error(b);
    passes_run(b->p);
}

static void contradiction_start(world_t *w, build_t b, predicate_options_t options) {
    const char *why;
    *w = (world_t){.b = b, .terms = terms_new(), .d = drive_new(b.p, 4, 10)};
    limits_init(&w->limits, 0, 0);
    w->solver = solver_new(solver_default_class(&why), w->terms, &why);
    world_start(w, options);
}

static void contradiction_stop(world_t *w) {
    world_stop(w);
    predicate_precision_delete(w->precision);
    solver_delete(w->solver);
    terms_delete(w->terms);
    drive_free(&w->d);
}

TEST(an_infeasible_block_has_no_successor) {
    build_t b = build_new();
    contradiction(&b, 4);
    for (int deferred = 0; deferred < 2; deferred++) {
        world_t w;
        contradiction_start(&w, b,
                            (predicate_options_t){.block = PREDICATE_EVERY,
                                                  .block_size = 4,
                                                  .defer_errors = deferred});
        for (int i = 0; i < 7; i++) CHECK(step(&w) != NULL);
        /* The error is checked where it is reached, or left for later. */
        CHECK_EQ(step(&w) != NULL, deferred);
        contradiction_stop(&w);
    }
    program_delete(b.p);
}

TEST(a_target_of_the_first_block_is_there_until_it_is_excluded) {
    build_t b = build_new();
    world_t w;
    contradiction(&b, 0);
    contradiction_start(&w, b, (predicate_options_t){.block = PREDICATE_NEVER});
    for (int i = 0; i < 3; i++) CHECK(step(&w) != NULL);
    world_t before = w;
    uint64_t checks = solver_stats.checks;
    const predicate_part_t *target = step(&w);
    CHECK(target != NULL && predicate_is_abstraction(target));
    CHECK_EQ(solver_stats.checks, checks);
    predicate_exclude(w.cpa, target->abstraction);
    CHECK(step(&before) == NULL);
    contradiction_stop(&w);
    program_delete(b.p);
}
