#include "engine/order/encode.h"

/* The classic encoding: a number per node, and every order is a comparison. Nothing
 * is asked while the solver runs, and what it finds is sequentially consistent: all
 * writes have their place. */

static int before(encoding_t *e, uint32_t a, uint32_t b) {
    if (a != b && theory_before(e->theory, a, b)) return bitblast_true(e->blast);
    if (theory_before(e->theory, b, a)) return -bitblast_true(e->blast);
    return bitblast_literal(e->blast, term_bv(e->terms, TERM_BVULT, e->clocks[a], e->clocks[b]));
}

typedef struct {
    uint32_t node, position;
} place_t;

static int place_before(encoding_t *e, place_t a, place_t b) {
    if (a.node != b.node) return before(e, a.node, b.node);
    return a.position < b.position ? bitblast_true(e->blast) : -bitblast_true(e->blast);
}

static void order_if(void *context, uint32_t from, uint32_t to, int literal) {
    encoding_t *e = context;
    const term_t *less = term_bv(e->terms, TERM_BVULT, e->clocks[from], e->clocks[to]);
    int clause[] = {bitblast_literal(e->blast, less), -literal};
    bitblast_clause(e->blast, clause, literal ? 2 : 1);
}

static void add_source(encoding_t *e, const theory_source_view_t *s) {
    place_t read = {s->node, s->position}, write = {s->write_node, s->write_position};
    int first[] = {-s->literal, place_before(e, write, read)};
    bitblast_clause(e->blast, first, 2);
    for (uint32_t i = 0; i < theory_write_count(e->theory, s->location); i++) {
        theory_write_view_t w;
        theory_write_at(e->theory, s->location, i, &w);
        if (w.number == s->write) continue;
        place_t other = {w.node, w.position};
        int happens = w.happens ? w.happens : bitblast_true(e->blast);
        int clause[] = {-s->literal, -happens, place_before(e, other, write),
                        place_before(e, read, other)};
        bitblast_clause(e->blast, clause, 4);
    }
}

void encoding_add_clocks(encoding_t *e) {
    size_t count = e->u->nodes.len;
    unsigned bits = 1;
    while (bits < 32 && (UINT64_C(1) << bits) <= count) bits++;
    e->clocks = mem_alloc((count + 1) * sizeof *e->clocks);
    for (size_t i = 0; i < count; i++)
        e->clocks[i] = term_symbol(e->terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)bits},
                                   UINT64_C(7) << 61, (uint32_t)i);
    theory_each_order(e->theory, order_if, e);
    for (uint32_t i = 0; i < theory_source_count(e->theory); i++) {
        theory_source_view_t s;
        theory_source_at(e->theory, i, &s);
        add_source(e, &s);
    }
}
