#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passage.h"

/* Random functions, and random ways of a thread through them: what is said of where it
 * stands must be what it has done. */

static uint64_t seed = 11;
static unsigned below(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

enum { NODES = 7, HELPERS = 2, MAX_FRAMES = 6, WAYS = 40, STEPS = 40 };

/* Mostly forward; some edges store, some call a helper, some return. */
static void build_body(build_t *b, function_t *function, function_t *const *helpers,
                       size_t helper_count) {
    node_t *nodes[NODES];
    b->function = function;
    nodes[0] = function->entry;
    for (int i = 1; i < NODES; i++) nodes[i] = build_node(b);
    for (int i = 0; i < NODES; i++)
        for (unsigned k = 1 + below(2); k > 0; k--) {
            static const edge_kind_t kinds[] = {EDGE_NOP, EDGE_NOP, EDGE_STORE, EDGE_CALL};
            edge_kind_t kind = i == NODES - 1 ? EDGE_RETURN : kinds[below(4)];
            if (kind == EDGE_CALL && !helper_count) kind = EDGE_STORE;
            bool goes_back = below(12) == 0 || i == NODES - 1;
            int to = goes_back ? (int)below(NODES) : i + 1 + (int)below((unsigned)(NODES - 1 - i));
            b->at = nodes[i];
            edge_t *edge = build_to(b, kind, nodes[to]);
            if (kind == EDGE_CALL) edge->callee = helpers[below((unsigned)helper_count)];
        }
}

static program_t *build_random(void) {
    build_t b = build_new();
    function_t *routine = build_function(&b, "routine", b.voidt, NULL, NULL);
    function_t *helpers[HELPERS];
    helpers[0] = build_function(&b, "first", b.voidt, NULL, NULL);
    helpers[1] = build_function(&b, "second", b.voidt, NULL, NULL);
    build_body(&b, routine, helpers, HELPERS);
    build_body(&b, helpers[0], helpers + 1, HELPERS - 1);
    build_body(&b, helpers[1], NULL, 0);
    build_function(&b, "main", b.voidt, NULL, NULL);
    build_step(&b, EDGE_THREAD_CREATE)->callee = routine;
    if (below(6) == 0) build_step(&b, EDGE_CALL)->callee = helpers[below(HELPERS)];
    return b.program;
}

typedef struct {
    frame_t frames[MAX_FRAMES];
    thread_t thread;
} test_walk_t;

static test_walk_t start(const function_t *routine) {
    test_walk_t walk = {.frames = {{.node = routine->entry}}, .thread = {.frame_count = 1}};
    return walk;
}

/* A random step, or NULL at the end. */
static const edge_t *step(test_walk_t *walk) {
    frame_t *top = &walk->frames[walk->thread.frame_count - 1];
    if (!top->node->out.len) return NULL;
    const edge_t *edge = top->node->out.data[below((unsigned)top->node->out.len)];
    if (edge->kind == EDGE_RETURN) return --walk->thread.frame_count ? edge : NULL;
    top->node = edge->to;
    if (edge->kind != EDGE_CALL) return edge;
    if (walk->thread.frame_count == MAX_FRAMES) return NULL;
    walk->frames[walk->thread.frame_count++] = (frame_t){edge->callee->entry, edge, 0};
    return edge;
}

/* What the answers were, so that the test can tell that it saw all of them. */
typedef struct {
    unsigned passages, called, behind, ahead, follows, passed;
} seen_t;

static void walk_along(const passage_t *first, const edge_t *first_edge, const passage_t *second,
                       const edge_t *second_edge, seen_t *seen) {
    bool follows = second && passage_follows(second, first), first_done = false;
    bool second_done = false;
    test_walk_t walk = start(passage_routine(first));
    for (int i = 0; i < STEPS; i++) {
        walk.thread.frames = walk.frames;
        CHECK(!passage_is_behind(first, &walk.thread) || first_done);
        CHECK(!passage_is_ahead(first, &walk.thread) || !first_done);
        CHECK(!follows || !second_done || first_done);
        seen->behind += passage_is_behind(first, &walk.thread);
        seen->ahead += passage_is_ahead(first, &walk.thread);
        const edge_t *edge = step(&walk);
        if (!edge) break;
        CHECK(edge != first_edge || !first_done);
        first_done |= edge == first_edge;
        second_done |= edge == second_edge;
    }
    seen->passed += first_done;
    seen->follows += follows && second_done;
}

TEST(threads_have_done_what_their_place_says) {
    seen_t seen = {0};
    for (int round = 0; round < 400; round++) {
        program_t *program = build_random();
        passage_t *last = NULL;
        const edge_t *last_edge = NULL;
        for (size_t i = 0; i < program->edges.len; i++) {
            const edge_t *edge = program->edges.data[i];
            passage_t *passage = edge->kind == EDGE_STORE ? passage_new(program, edge) : NULL;
            if (!passage) continue;
            seen.passages++;
            seen.called += edge->from->function != passage_routine(passage);
            for (int way = 0; way < WAYS; way++) {
                walk_along(passage, edge, last, last_edge, &seen);
                if (last) walk_along(last, last_edge, passage, edge, &seen);
            }
            passage_delete(last);
            last = passage;
            last_edge = edge;
        }
        passage_delete(last);
        program_delete(program);
    }
    printf("%u passages, %u in called functions, %u passed, %u behind, %u ahead, %u follow\n",
           seen.passages, seen.called, seen.passed, seen.behind, seen.ahead, seen.follows);
    CHECK(seen.passages > 500);
    CHECK(seen.called > 50);
    CHECK(seen.passed > 500);
    CHECK(seen.behind > 500);
    CHECK(seen.ahead > 500);
    CHECK(seen.follows > 100);
}

TEST(other_threads_have_not_passed_it) {
    build_t b = build_new();
    function_t *other = build_function(&b, "other", b.voidt, NULL, NULL);
    function_t *routine = build_function(&b, "routine", b.voidt, NULL, NULL);
    edge_t *counted = build_step(&b, EDGE_STORE);
    build_function(&b, "main", b.voidt, NULL, NULL);
    build_step(&b, EDGE_THREAD_CREATE)->callee = routine;
    build_step(&b, EDGE_THREAD_CREATE)->callee = other;
    passage_t *passage = passage_new(b.program, counted);
    CHECK(passage != NULL);
    test_walk_t walk = start(other);
    walk.thread.frames = walk.frames;
    CHECK(!passage_is_ahead(passage, &walk.thread));
    CHECK(!passage_is_behind(passage, &walk.thread));
    CHECK(!passage_follows(passage, passage));
    passage_delete(passage);
    program_delete(b.program);
}

TEST(functions_that_nobody_enters_have_none) {
    build_t b = build_new();
    function_t *lonely = build_function(&b, "lonely", b.voidt, NULL, NULL);
    edge_t *counted = build_step(&b, EDGE_STORE);
    build_step(&b, EDGE_CALL)->callee = lonely;
    build_function(&b, "main", b.voidt, NULL, NULL);
    edge_t *by_main = build_step(&b, EDGE_STORE);
    CHECK(!passage_new(b.program, counted));
    CHECK(!passage_new(b.program, by_main));
    program_delete(b.program);
}
