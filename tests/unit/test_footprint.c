#include "cfa/passes.h"
#include "cpa/reduce/footprint.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

static bool is_empty(const footprints_t *f, const uint64_t *set) {
    for (size_t i = 0; i < 64 * footprints_words(f); i++)
        if (bitset_has(set, i)) return false;
    return true;
}

/* Of an object with a single cell. */
static size_t place_of(const footprints_t *f, const object_t *object) {
    size_t first, count;
    footprint_object_places(f, object, &first, &count);
    return count == 1 ? first : SIZE_MAX;
}

static edge_t *first_of(const function_t *function, edge_kind_t kind) {
    for (size_t i = 0; i < function->nodes.len; i++)
        for (size_t k = 0; k < function->nodes.data[i]->out.len; k++)
            if (function->nodes.data[i]->out.data[k]->kind == kind)
                return function->nodes.data[i]->out.data[k];
    return NULL;
}

TEST(steps_touch_the_cells_they_read_and_write) {
    counter_t c = build_counter(true, 2);
    passes_run(c.b.p);
    footprints_t *f = footprints_new(c.b.p, VISIBLE_ERRORS);
    size_t x = place_of(f, c.x);
    CHECK(x != SIZE_MAX);
    const edge_t *load = first_of(c.worker, EDGE_ASSIGN), *store = first_of(c.worker, EDGE_STORE);
    CHECK(bitset_has(footprint_edge(f, load)->reads, x));
    CHECK(is_empty(f, footprint_edge(f, load)->writes));
    CHECK(bitset_has(footprint_edge(f, store)->writes, x));
    CHECK(is_empty(f, footprint_edge(f, store)->reads));
    const edge_t *lock = first_of(c.worker, EDGE_LOCK);
    size_t m = footprint_mutex_at(f, c.m->address);
    CHECK(m != SIZE_MAX && m != x);
    CHECK(bitset_has(footprint_edge(f, lock)->writes, m));
    footprints_delete(f);
    program_delete(c.b.p);
}

/* Loads stand in any edge, not in assignments only. */
TEST(loads_in_arguments_and_results_count) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "id", 1);
    S_return(&b, E_reg(&b, 0));
    function_t *id = b.f;
    build_function(&b, "worker", 0);
    edge_t *call = S_call(&b, id, E_load(&b, x), NO_REG);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    edge_t *back = S_return(&b, E_load(&b, x));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    footprints_t *f = footprints_new(b.p, VISIBLE_ERRORS);
    size_t place = place_of(f, x);
    CHECK(x->may_be_shared);
    CHECK(bitset_has(footprint_edge(f, call)->reads, place));
    CHECK(bitset_has(footprint_edge(f, back)->reads, place));
    footprints_delete(f);
    program_delete(b.p);
}

TEST(the_future_stops_at_a_mutex_that_stays_held) {
    counter_t c = build_counter(true, 2);
    passes_run(c.b.p);
    footprints_t *f = footprints_new(c.b.p, VISIBLE_ERRORS);
    size_t x = place_of(f, c.x);
    uint32_t held = (uint32_t)footprint_mutex_at(f, c.m->address);
    const future_t *free_way = footprint_future(f, c.worker->entry, NULL, 0);
    CHECK(bitset_has(free_way->touched.reads, x) && bitset_has(free_way->touched.writes, x));
    CHECK(free_way->can_return);
    const future_t *barred = footprint_future(f, c.worker->entry, &held, 1);
    CHECK(!bitset_has(barred->touched.reads, x) && !bitset_has(barred->touched.writes, x));
    CHECK(!barred->can_return);
    CHECK(footprint_future(f, c.worker->entry, NULL, 0) == free_way);
    /* What main starts is part of its future. */
    CHECK(bitset_has(footprint_future(f, c.b.p->main->entry, NULL, 0)->touched.writes, x));
    footprints_delete(f);
    program_delete(c.b.p);
}

TEST(an_atomic_section_is_one_step) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    edge_t *begin = build_edge(&b, EDGE_ATOMIC_BEGIN);
    S_assign(&b, r, E_load(&b, x));
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    build_edge(&b, EDGE_ATOMIC_END);
    S_store(&b, E_addr(&b, y), E_int(&b, 1));
    edge_t *blocks = build_edge(&b, EDGE_ATOMIC_BEGIN);
    S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, 3)));
    build_edge(&b, EDGE_ATOMIC_END);
    S_return(&b, E_reg(&b, r));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    footprints_t *f = footprints_new(b.p, VISIBLE_ERRORS);
    size_t x_place = place_of(f, x);
    size_t y_place = place_of(f, y);
    const footprint_t *section = footprint_step(f, begin);
    CHECK(bitset_has(section->reads, x_place) && bitset_has(section->writes, x_place));
    CHECK(!bitset_has(section->writes, y_place)); /* behind the end */
    CHECK(is_empty(f, footprint_edge(f, begin)->writes));
    CHECK(!footprint_section_blocks(f, begin));
    CHECK(footprint_section_blocks(f, blocks));
    footprints_delete(f);
    program_delete(b.p);
}
