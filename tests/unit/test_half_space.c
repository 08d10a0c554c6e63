#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passes.h"
#include "engine/crowd/half_space.h"

/* A space that keeps all values, and as facts the step that was taken last. */
typedef struct {
    half_space_t halves;
    const edge_t *forbidden; /* no facts hold behind it */
    unsigned outcomes, noticed;
    uint32_t common, created; /* of the last outcome; created 0: no thread */
    const void *facts;
} plain_t;

static uint32_t add_half(half_space_t *halves, half_table_t *table, const configuration_t *c,
                         unsigned owner) {
    const description_t *known = &halves->view.description;
    binding_vec_t own = {0};
    for (size_t i = 0; i < known->bindings.len; i++)
        if ((variable_kind(known->bindings.data[i].variable) == VARIABLE_CELL) == (owner == 0))
            VEC_PUSH(own, known->bindings.data[i]);
    half_t half = {.configuration = c,
                   .bindings = bindings_intern(halves->bindings, own.data, own.len)};
    VEC_FREE(own);
    return half_space_add(halves, table, half);
}

static const void *transfer(half_space_t *halves, const view_data_t *before, const step_t *step) {
    (void)before;
    return step->edge == ((plain_t *)halves)->forbidden ? NULL : step->edge;
}

static bool add_outcome(half_space_t *halves, const half_move_t *move, const configuration_t *view,
                        const view_data_t *data) {
    plain_t *plain = (plain_t *)halves;
    uint32_t first = move->mover == HALF_MAIN ? 1 : 2;
    crowd_describe(&halves->view, data->values, view);
    plain->outcomes++;
    plain->facts = data->facts;
    plain->created = 0;
    plain->common =
        add_half(halves, &halves->commons, crowd_common_configuration(&halves->view, view), 0);
    if (view->thread_count > first)
        plain->created =
            add_half(halves, &halves->locals,
                     crowd_new_configuration(&halves->view, &view->threads[first]), first);
    return true;
}

static void notice(half_space_t *halves, const step_t *step) {
    (void)step;
    ((plain_t *)halves)->noticed++;
}

/* Through everything that is not the end of the thread. */
static bool goes_on(const configuration_t *view, uint32_t thread) {
    return thread < view->thread_count && view->threads[thread].status == THREAD_RUNNING;
}

static const half_space_class_t stops_class = {
    .transfer = transfer, .add_outcome = add_outcome, .notice = notice};
static const half_space_class_t goes_on_class = {
    .transfer = transfer, .add_outcome = add_outcome, .notice = notice, .goes_on = goes_on};

typedef struct {
    build_t b;
    object_t *x;
    edge_t *begin, *first, *second, *end, *ended;
} crowd_program_t;

/* main starts workers for ever; each sets x to 1 and back to 0 atomically. */
static crowd_program_t build_program(void) {
    crowd_program_t p = {.b = build_new()};
    build_t *b = &p.b;
    p.x = build_global(b, "x", b->i32);
    function_t *worker = build_function(b, "worker", b->voidt, NULL, NULL);
    p.begin = build_step(b, EDGE_ATOMIC_BEGIN);
    p.first = build_store(b, build_addr(b, p.x), b->i32, build_const(b, 1));
    p.second = build_store(b, build_addr(b, p.x), b->i32, build_const(b, 0));
    p.end = build_step(b, EDGE_ATOMIC_END);
    p.ended = build_return(b, NULL);
    function_t *f = build_function(b, "main", b->i32, NULL, NULL);
    edge_t *create = build_to(b, EDGE_THREAD_CREATE, f->entry);
    create->callee = worker;
    passes_run(b->program);
    return p;
}

static plain_t space_new(const crowd_program_t *p, const half_space_class_t *class) {
    plain_t space = {0};
    half_space_init(&space.halves, class, p->b.program, NULL);
    return space;
}

static uint32_t start(plain_t *space) {
    return add_half(&space->halves, &space->halves.commons, half_space_start(&space->halves), 0);
}

TEST(equal_halves_are_one) {
    crowd_program_t p = build_program();
    plain_t space = space_new(&p, &stops_class);
    half_space_t *halves = &space.halves;
    uint32_t common = start(&space);
    CHECK_EQ(common, 0);
    CHECK_EQ(start(&space), 0);
    kept_state_t kept = half_kept(half_space_common(halves, common));
    CHECK(kept.configuration->thread_count == 1 && kept.binding_count == 1);
    CHECK_EQ(kept.bindings[0].variable, variable_cell(p.x->address, 4));
    half_t half = *half_space_common(halves, common);
    half.facts = p.first;
    CHECK_EQ(half_space_add(halves, &halves->commons, half), 1);
    half.held = half.bindings;
    CHECK_EQ(half_space_add(halves, &halves->commons, half), 2);
    CHECK_EQ(half_space_add(halves, &halves->commons, half), 2);
    half_space_clear(halves);
    CHECK_EQ(halves->commons.at.len, 0);
    CHECK_EQ(halves->locals.at.len, 1); /* nobody */
    CHECK_EQ(start(&space), 0);
    half_space_free(halves);
    program_delete(p.b.program);
}

/* Main creates a thread; a thread takes a whole atomic section in one move. */
TEST(threads_move_through_sections) {
    crowd_program_t p = build_program();
    plain_t space = space_new(&p, &stops_class);
    half_space_t *halves = &space.halves;
    uint32_t common = start(&space);
    half_move_t move = {.common = common, .mover = HALF_MAIN};
    CHECK(half_space_move(halves, &move, p.b.program));
    CHECK(space.outcomes == 1 && space.created == 1 && space.common == common);
    move.mover = space.created;
    space.outcomes = space.noticed = 0;
    CHECK(half_space_move(halves, &move, p.b.program));
    CHECK_EQ(space.outcomes, 1);
    CHECK_EQ(space.noticed, 4); /* begin, two stores, end */
    CHECK(space.facts == p.end && space.common == common && !move.is_error);
    space.forbidden = p.second;
    space.outcomes = 0;
    CHECK(half_space_move(halves, &move, p.b.program));
    CHECK_EQ(space.outcomes, 0);
    half_space_free(halves);
    program_delete(p.b.program);
}

TEST(threads_go_on_where_nobody_notices) {
    crowd_program_t p = build_program();
    plain_t space = space_new(&p, &goes_on_class);
    half_space_t *halves = &space.halves;
    uint32_t common = start(&space);
    halves->class = &stops_class;
    half_move_t move = {.common = common, .mover = HALF_MAIN};
    CHECK(half_space_move(halves, &move, p.b.program));
    halves->class = &goes_on_class;
    move.mover = space.created;
    CHECK(half_space_move(halves, &move, p.b.program));
    CHECK(space.facts == p.ended);
    half_space_free(halves);
    program_delete(p.b.program);
}

TEST(errors_and_refusals_are_told) {
    crowd_program_t p = {.b = build_new()};
    build_t *b = &p.b;
    build_function(b, "main", b->i32, NULL, NULL);
    reg_t x = build_reg(b, "x", b->i32);
    node_t *bad = build_node(b), *strange = build_node(b);
    build_havoc(b, x);
    build_assume_to(b, expr_truth(b->exprs, build_read(b, x)), bad);
    edge_t *otherwise = build_assume_to(b, expr_falsity(b->exprs, build_read(b, x)), strange);
    b->at = bad;
    build_step(b, EDGE_ERROR)->to->is_error = true;
    b->at = strange;
    build_step(b, EDGE_UNSUPPORTED)->text = "something strange";
    passes_run(b->program);
    plain_t space = space_new(&p, &goes_on_class);
    half_move_t move = {.common = start(&space), .mover = HALF_MAIN};
    CHECK(!half_space_move(&space.halves, &move, b->program));
    CHECK(strstr(strbuf_text(&space.halves.view.reason), "something strange") != NULL);
    space.forbidden = otherwise;
    move.is_error = false;
    CHECK(half_space_move(&space.halves, &move, b->program));
    CHECK(move.is_error && space.outcomes == 0);
    half_space_free(&space.halves);
    program_delete(b->program);
}
