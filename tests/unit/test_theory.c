/* The theory of ordering consistency: axioms by hand, and random histories against a
 * search for a linearisation. */
#include "tests/unit/test.h"

#include "engine/order/theory.h"

static bool assign(theory_t *t, int literal) {
    return theory_assign(t, &literal, 1);
}

static bool clause_has(const theory_t *t, int literal) {
    size_t count;
    const int *clause = theory_conflict(t, &count);
    for (size_t i = 0; clause && i < count; i++)
        if (clause[i] == literal) return true;
    return false;
}

TEST(orders_are_transitive) {
    theory_t *t = theory_new(3);
    uint32_t a = theory_add_node(t, 0), b = theory_add_node(t, 1), c = theory_add_node(t, 2);
    uint32_t a2 = theory_add_node(t, 0);
    CHECK(theory_add_order(t, a, b));
    theory_add_edge(t, b, c, 1);
    theory_add_edge(t, c, a, 2);
    theory_add_edge(t, c, a2, 3);
    CHECK(theory_before(t, a, b) && theory_before(t, a, a2) && !theory_before(t, a2, b));
    theory_new_level(t);
    CHECK(assign(t, 1));
    CHECK(theory_before(t, a, c) && !theory_before(t, a2, c));
    CHECK(assign(t, 3));
    CHECK(!assign(t, 2));
    size_t count;
    CHECK(theory_conflict(t, &count) && count == 2);
    CHECK(clause_has(t, -1) && clause_has(t, -2));
    theory_backtrack(t, 0);
    CHECK(!theory_before(t, b, c) && !theory_conflict(t, &count));
    CHECK(assign(t, 2) && theory_before(t, c, b));
    theory_delete(t);
}

/* w in one thread; w' and r in another: what is overwritten is not read. */
TEST(writes_are_serialised_and_read_from) {
    theory_t *t = theory_new(2);
    uint32_t w = theory_add_node(t, 0), other = theory_add_node(t, 1), r = theory_add_node(t, 1);
    uint32_t after = theory_add_node(t, 1);
    uint32_t write = theory_add_write(t, 0, w, 1, 0);
    theory_add_write(t, 0, other, 2, 1);
    theory_add_write(t, 0, after, 4, 2);
    theory_add_source(t, write, r, 3, 3);
    theory_add_edge(t, w, other, 4);
    theory_new_level(t);
    CHECK(assign(t, 3) && theory_before(t, w, r) && !theory_before(t, other, w));
    CHECK(assign(t, 1)); /* w' < r, so w' < w */
    CHECK(theory_before(t, other, w));
    CHECK_EQ(theory_propagate(t), -4); /* w < w' would close a cycle */
    size_t count;
    const int *reason = theory_reason(t, -4, &count);
    CHECK(count == 3 && reason[0] == -4);
    CHECK(!assign(t, 4));
    CHECK(clause_has(t, -3) && clause_has(t, -1) && clause_has(t, -4));
    theory_delete(t);
}

/* A write in between counts only if it happens. */
TEST(a_write_that_does_not_happen_hides_nothing) {
    theory_t *t = theory_new(2);
    uint32_t w = theory_add_node(t, 0), between = theory_add_node(t, 0), r = theory_add_node(t, 1);
    uint32_t write = theory_add_write(t, 0, w, 1, 0);
    theory_add_write(t, 0, between, 2, 1);
    theory_add_edge(t, between, r, 2);
    theory_add_source(t, write, r, 3, 3);
    theory_new_level(t);
    CHECK(assign(t, 2) && assign(t, 3) && assign(t, -1));
    theory_backtrack(t, 0);
    theory_new_level(t);
    CHECK(assign(t, 2) && assign(t, 3) && !assign(t, 1));
    CHECK(clause_has(t, -1) && clause_has(t, -2) && clause_has(t, -3));
    theory_delete(t);
}

/* Two accesses of one node have no other between them. */
TEST(nodes_are_atomic) {
    theory_t *t = theory_new(2);
    uint32_t start = theory_add_node(t, 0);
    uint32_t a = theory_add_node(t, 0), b = theory_add_node(t, 1);
    theory_add_order(t, start, b);
    uint32_t initial = theory_add_write(t, 0, start, 0, 0);
    theory_add_write(t, 0, a, 2, 0);
    theory_add_write(t, 0, b, 4, 0);
    theory_add_source(t, initial, a, 1, 1); /* both increments read 0 */
    theory_add_source(t, initial, b, 3, 2);
    theory_new_level(t);
    CHECK(assign(t, 1));
    CHECK(!assign(t, 2));
    CHECK(clause_has(t, -1) && clause_has(t, -2));
    theory_delete(t);
}

/* Random histories: threads of reads and writes, each read with a source. */

enum { MOST_EVENTS = 12, LOCATIONS = 2 };

typedef struct {
    uint32_t threads, count;
    uint32_t thread[MOST_EVENTS], location[MOST_EVENTS];
    bool is_write[MOST_EVENTS];
    int source[MOST_EVENTS]; /* of a read: event, -1: the initial contents */
} history_t;

static uint64_t random_state;
static uint32_t random_below(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % n;
}

static history_t random_history(void) {
    history_t h = {.threads = 2 + random_below(3)};
    h.count = 4 + random_below(MOST_EVENTS - 4);
    for (uint32_t i = 0; i < h.count; i++) {
        h.thread[i] = i * h.threads / h.count;
        h.location[i] = random_below(LOCATIONS);
        h.is_write[i] = random_below(2);
    }
    for (uint32_t i = 0; i < h.count; i++) {
        h.source[i] = -1;
        for (int tries = 0; tries < 3; tries++) {
            uint32_t w = random_below(h.count);
            if (h.is_write[w] && h.location[w] == h.location[i]) h.source[i] = (int)w;
        }
    }
    return h;
}

/* Some interleaving in which every read finds what its source wrote. */
static bool can_run(const history_t *h, uint32_t done, int *last) {
    if (done == (1u << h->count) - 1) return true;
    for (uint32_t i = 0; i < h->count; i++) {
        bool is_next =
            !(done >> i & 1) && (!i || h->thread[i - 1] != h->thread[i] || (done >> (i - 1) & 1));
        if (!is_next) continue;
        int before = last[h->location[i]];
        if (!h->is_write[i] && before != h->source[i]) continue;
        if (h->is_write[i]) last[h->location[i]] = (int)i;
        if (can_run(h, done | 1u << i, last)) return true;
        last[h->location[i]] = before;
    }
    return false;
}

typedef struct {
    theory_t *theory;
    uint32_t node[MOST_EVENTS];
    int next; /* literal */
} model_t;

static model_t model_new(const history_t *h, theory_literals_t *sources) {
    model_t m = {.theory = theory_new(h->threads + 1), .next = 1};
    uint32_t start = theory_add_node(m.theory, h->threads), numbers[MOST_EVENTS] = {0};
    uint32_t initial[LOCATIONS];
    for (uint32_t l = 0; l < LOCATIONS; l++)
        initial[l] = theory_add_write(m.theory, l, start, 0, 0);
    for (uint32_t i = 0; i < h->count; i++) {
        m.node[i] = theory_add_node(m.theory, h->thread[i]);
        theory_add_order(m.theory, start, m.node[i]);
        if (h->is_write[i])
            numbers[i] = theory_add_write(m.theory, h->location[i], m.node[i], i + 1, 0);
    }
    VEC_CLEAR(*sources);
    for (uint32_t i = 0; i < h->count; i++) {
        if (h->is_write[i]) continue;
        uint32_t write = h->source[i] < 0 ? initial[h->location[i]] : numbers[h->source[i]];
        theory_add_source(m.theory, write, m.node[i], i + 1, m.next);
        VEC_PUSH(*sources, m.next++);
    }
    return m;
}

/* All orders of writes to one location, one after the other. */
static bool can_serialise(model_t *m, const history_t *h, uint32_t from, uint32_t to,
                          const int *literal) {
    for (; from < h->count; from++, to = from + 1) {
        for (; to < h->count; to++) {
            if (!h->is_write[from] || !h->is_write[to] || h->location[from] != h->location[to] ||
                h->thread[from] == h->thread[to])
                continue;
            for (int way = 0; way < 2; way++) {
                int order = literal[2 * (from * MOST_EVENTS + to) + (uint32_t)way];
                theory_new_level(m->theory);
                if (assign(m->theory, order) && can_serialise(m, h, from, to + 1, literal))
                    return true;
                theory_backtrack(m->theory, theory_level(m->theory) - 1);
            }
            return false;
        }
    }
    return true;
}

TEST(random_histories) {
    theory_literals_t sources = {0};
    unsigned weak = 0, strong = 0, rejected = 0;
    random_state = 20261;
    for (int round = 0; round < 3000; round++) {
        history_t h = random_history();
        int last[LOCATIONS] = {-1, -1}, literal[2 * MOST_EVENTS * MOST_EVENTS] = {0};
        bool runs = can_run(&h, 0, last);
        model_t m = model_new(&h, &sources);
        for (uint32_t a = 0; a < h.count; a++)
            for (uint32_t b = a + 1; b < h.count; b++)
                for (uint32_t way = 0; way < 2; way++) {
                    literal[2 * (a * MOST_EVENTS + b) + way] = m.next;
                    theory_add_edge(m.theory, m.node[way ? b : a], m.node[way ? a : b], m.next++);
                }
        theory_new_level(m.theory);
        bool accepts = theory_assign(m.theory, sources.data, sources.len);
        CHECK(accepts || !runs); /* no run is lost */
        bool serial = accepts && can_serialise(&m, &h, 0, 1, literal);
        CHECK_EQ(serial, runs); /* and with all writes in order nothing else is left */
        strong += runs;
        weak += accepts && !runs;
        rejected += !accepts;
        theory_delete(m.theory);
    }
    CHECK(strong > 300 && rejected > 300);
    printf("  %u runs, %u rejected, %u only weakly consistent\n", strong, rejected, weak);
    VEC_FREE(sources);
}
