#include "tests/unit/test.h"

#include "cfa/live.h"
#include "cfa/passes.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/witness_explore.h"
#include "witness/facts/intervals.h"

static bool contains(const fact_interval_t *a, unsigned width, uint64_t value) {
    int64_t number = sign_extend(value, width);
    return !a->is_empty && a->low <= number && number <= a->high && a->least <= value &&
           value <= a->most;
}

/* Is what the state binds within the bounds? */
static bool is_covered(const intervals_t *all, const program_t *program, const configuration_t *c,
                       const binding_t *binding) {
    variable_t v = binding->variable;
    fact_interval_t bounds = interval_all(variable_width(program, v));
    if (variable_kind(v) == VARIABLE_CELL && variable_address(v) < LAYOUT_STACK_BASE)
        bounds = intervals_cell(all, v);
    if (variable_kind(v) == VARIABLE_REG) {
        const thread_t *thread = &c->threads[variable_thread(v)];
        if (thread->status != THREAD_RUNNING || variable_depth(v) + 1 != thread->frame_count)
            return true;
        const node_t *node = thread->frames[thread->frame_count - 1].node;
        if (!live_at(node, variable_reg_number(v))) return true;
        if (!intervals_reaches(all, node)) return false;
        bounds = intervals_reg(all, node, variable_reg_number(v));
    }
    return contains(&bounds, variable_width(program, v), binding->value);
}

TEST(bounds_hold_in_all_states_of_random_programs) {
    size_t states = 0;
    for (uint64_t seed = random_first(), last = seed + 150; seed < last; seed++) {
        random_program_t r = random_program(seed, 6, 0);
        intervals_t *all = intervals_new(r.b.p);
        proof_states_t e = explore(r.b.p, 3000);
        CHECK(all != NULL);
        for (size_t i = 0; i < e.kept.len; i++) {
            const kept_state_t *kept = &e.kept.data[i];
            states++;
            for (size_t k = 0; k < kept->binding_count; k++)
                if (!is_covered(all, r.b.p, kept->configuration, &kept->bindings[k]))
                    CHECK_EQ(seed, kept->bindings[k].variable);
        }
        explored_free(&e);
        intervals_delete(all);
        program_delete(r.b.p);
    }
    CHECK(states > 10000);
}

/* x is stored 0 (at first) and 2 by a worker; main counts to 10 in a loop. */
TEST(bounds_of_cells_and_of_counters) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *t = build_global(&b, "t", b.i32);
    function_t *worker = build_function(&b, "worker", 1);
    S_store(&b, E_addr(&b, x), E_int(&b, 2));
    S_return(&b, NULL);
    function_t *f = build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i"), self = build_reg(&b, "self");
    S_create(&b, worker, E_int(&b, 0), E_addr(&b, t));
    S_assign(&b, self, E_load(&b, t));
    S_assign(&b, i, E_int(&b, 0));
    node_t *head = b.at, *out = build_node(&b), *body = build_node(&b);
    build_edge_to(&b, EDGE_ASSUME, body)->value = E_lt(&b, E_reg(&b, i), E_int(&b, 10));
    edge_t *count = build_edge_to(&b, EDGE_ASSIGN, head);
    count->target = i;
    count->value = E_add(&b, E_reg(&b, i), E_int(&b, 1));
    b.at = head;
    build_edge_to(&b, EDGE_ASSUME, out)->value = E_not(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 10)));
    b.at = out;
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, i), E_reg(&b, self)));
    S_return(&b, NULL);
    passes_run(b.p);
    intervals_t *all = intervals_new(b.p);
    fact_interval_t at_head = intervals_reg(all, head, i), at_out = intervals_reg(all, out, i);
    CHECK(at_head.low == 0 && at_head.high == 10);
    CHECK(interval_is_constant(&at_out) && at_out.least == 10);
    CHECK(!intervals_is_internal(all, variable_reg(0, 0, f, i)));
    CHECK(intervals_is_internal(all, variable_cell(t->address, 4)));
    CHECK(intervals_is_internal(all, variable_reg(0, 0, f, self)));
    CHECK(intervals_is_internal(all, variable_cell(x->address, 4))); /* the last store */
    CHECK(!intervals_depend_on_internal(all));
    intervals_delete(all);
    program_delete(b.p);
}
