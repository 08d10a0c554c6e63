#include "engine/boolean/subsume.h"

#include "solver/aig_sat.h"
#include "solver/qbf.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

/* Choices are tried one by one; a question that needs more of them is left open. */
enum { MAX_ROUNDS = 2000 };

/* A value of the old state, or a conjunct of its guard. */
typedef struct item {
    uint32_t group; /* a node that stands for all that share choices; 0: no choices */
    uint32_t index; /* of the value */
    bool is_value;
    aig_lit_t old;
} item_t;

typedef struct known {
    size_t count;
    bool answer;
    aig_lit_t key[];
} known_t;

struct subsumption {
    aig_t *aig;
    subsumption_choice_t way;
    limits_t *limits;
    subsumption_counts_t counts;
    const char *problem;
    arena_t *arena;
    intern_t known; /* answers of groups */
    aig_lits_t key;
    VEC(item_t) items;
    aig_lits_t conjuncts, free_choices, copies, inputs;
    VEC(uint32_t) parents; /* of nodes, in the walk under way */
    numbers_t stack;
    map64_t there, back; /* of two formulas being compared */
};

static bool same_key(const void *in_table, const void *key) {
    const known_t *a = in_table, *b = key;
    return a->count == b->count && memcmp(a->key, b->key, sizeof *a->key * a->count) == 0;
}

subsumption_t *subsumption_new(aig_t *aig, subsumption_choice_t way, limits_t *limits) {
    subsumption_t *s = mem_zalloc(sizeof *s);
    s->aig = aig;
    s->way = way;
    s->limits = limits;
    s->arena = arena_new();
    intern_init(&s->known, same_key);
    return s;
}

void subsumption_delete(subsumption_t *s) {
    if (!s) return;
    intern_free(&s->known);
    VEC_FREE(s->key);
    VEC_FREE(s->items);
    VEC_FREE(s->conjuncts);
    VEC_FREE(s->free_choices);
    VEC_FREE(s->copies);
    VEC_FREE(s->inputs);
    VEC_FREE(s->parents);
    VEC_FREE(s->stack);
    map64_free(&s->there);
    map64_free(&s->back);
    arena_delete(s->arena);
    mem_free(s);
}

const subsumption_counts_t *subsumption_counts(const subsumption_t *s) {
    return &s->counts;
}

const char *subsumption_problem(const subsumption_t *s) {
    return s->problem;
}

static bool should_stop(void *context) {
    subsumption_t *s = context;
    return limits_exceeded(s->limits, NULL);
}

/* --- equality up to names of choices --- */

static bool pair_up(map64_t *map, uint32_t from, uint32_t to, bool *is_new) {
    uint64_t found;
    *is_new = !map64_get(map, from, &found);
    if (*is_new) map64_put(map, from, to);
    return *is_new || found == to;
}

static bool is_same(subsumption_t *s, aig_lit_t old, aig_lit_t other) {
    VEC_CLEAR(s->stack);
    VEC_PUSH(s->stack, old);
    VEC_PUSH(s->stack, other);
    while (s->stack.len) {
        aig_lit_t y = VEC_POP(s->stack), x = VEC_POP(s->stack), a, b, c, d;
        uint32_t p = aig_node(x), q = aig_node(y);
        bool is_new, is_new_back;
        if ((x & 1) != (y & 1) || !p != !q) return false;
        if (!p) continue;
        if (!pair_up(&s->there, p, q, &is_new) || !pair_up(&s->back, q, p, &is_new_back))
            return false;
        if (!is_new) continue;
        if (aig_is_input(s->aig, p) != aig_is_input(s->aig, q)) return false;
        if (aig_is_input(s->aig, p)) continue;
        aig_operands(s->aig, p, &a, &b);
        aig_operands(s->aig, q, &c, &d);
        VEC_PUSH(s->stack, a);
        VEC_PUSH(s->stack, c);
        VEC_PUSH(s->stack, b);
        VEC_PUSH(s->stack, d);
    }
    return true;
}

static bool is_equal(subsumption_t *s, const bstate_t *old, const bstate_t *other) {
    map64_clear(&s->there);
    map64_clear(&s->back);
    for (uint32_t i = 0; i < old->value_count; i++)
        if (!is_same(s, old->values[i], other->values[i])) return false;
    return is_same(s, old->guard, other->guard);
}

/* --- groups of variables that share choices --- */

static uint32_t root(subsumption_t *s, uint32_t node) {
    while (s->parents.data[node] != node)
        node = s->parents.data[node] = s->parents.data[s->parents.data[node]];
    return node;
}

/* All that is below the literal belongs together. */
static void join_below(subsumption_t *s, aig_lit_t literal) {
    VEC_CLEAR(s->stack);
    VEC_PUSH(s->stack, aig_node(literal));
    while (s->stack.len) {
        uint32_t node = VEC_POP(s->stack);
        aig_lit_t a, b;
        if (!node || aig_is_input(s->aig, node)) {
            if (node && aig_visit(s->aig, node)) s->parents.data[node] = node;
            continue;
        }
        if (!aig_visit(s->aig, node)) continue;
        s->parents.data[node] = node;
        aig_operands(s->aig, node, &a, &b);
        VEC_PUSH(s->stack, aig_node(a));
        VEC_PUSH(s->stack, aig_node(b));
    }
}

/* Nodes below are known by now: each belongs together with its operands. */
static void unite_below(subsumption_t *s, aig_lit_t literal) {
    VEC_CLEAR(s->stack);
    VEC_PUSH(s->stack, aig_node(literal));
    while (s->stack.len) {
        uint32_t node = VEC_POP(s->stack);
        aig_lit_t a, b;
        if (!node || !aig_visit(s->aig, node) || aig_is_input(s->aig, node)) continue;
        aig_operands(s->aig, node, &a, &b);
        s->parents.data[root(s, node)] = root(s, aig_node(a));
        s->parents.data[root(s, node)] = root(s, aig_node(b));
        VEC_PUSH(s->stack, aig_node(a));
        VEC_PUSH(s->stack, aig_node(b));
    }
}

static void split_guard(subsumption_t *s, aig_lit_t guard) {
    VEC_CLEAR(s->conjuncts);
    VEC_CLEAR(s->stack);
    VEC_PUSH(s->stack, guard);
    while (s->stack.len) {
        aig_lit_t literal = VEC_POP(s->stack), a, b;
        uint32_t node = aig_node(literal);
        if (literal == AIG_TRUE) continue;
        if (literal & 1 || !node || aig_is_input(s->aig, node)) {
            VEC_PUSH(s->conjuncts, literal);
            continue;
        }
        aig_operands(s->aig, node, &a, &b);
        VEC_PUSH(s->stack, a);
        VEC_PUSH(s->stack, b);
    }
}

static int by_group(const void *a, const void *b) {
    const item_t *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    if (x->is_value != y->is_value) return x->is_value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void make_groups(subsumption_t *s, const bstate_t *old) {
    VEC_CLEAR(s->items);
    split_guard(s, old->guard);
    for (uint32_t i = 0; i < old->value_count; i++)
        VEC_PUSH(s->items, (item_t){0, i, true, old->values[i]});
    for (uint32_t i = 0; i < s->conjuncts.len; i++)
        VEC_PUSH(s->items, (item_t){0, i, false, s->conjuncts.data[i]});
    VEC_RESERVE(s->parents, aig_nodes(s->aig));
    aig_begin_walk(s->aig);
    for (size_t i = 0; i < s->items.len; i++) join_below(s, s->items.data[i].old);
    aig_begin_walk(s->aig);
    for (size_t i = 0; i < s->items.len; i++) unite_below(s, s->items.data[i].old);
    for (size_t i = 0; i < s->items.len; i++) {
        uint32_t node = aig_node(s->items.data[i].old);
        s->items.data[i].group = node ? root(s, node) : 0;
    }
    if (s->items.len) qsort(s->items.data, s->items.len, sizeof *s->items.data, by_group);
}

/* --- one group --- */

/* The items [first, last) of the old state beside the new one. */
typedef struct question {
    subsumption_t *s;
    const item_t *first, *last;
    const bstate_t *other;
} question_t;

static bool is_plain_choice(const subsumption_t *s, aig_lit_t literal) {
    return aig_is_input(s->aig, aig_node(literal));
}

/* A value that is a choice of the old state must be what the new one has: so that choice is known.
 * In a map. */
static void map_known_choices(const question_t *q) {
    aig_begin_walk(q->s->aig);
    for (const item_t *i = q->first; i < q->last; i++) {
        if (!i->is_value || !is_plain_choice(q->s, i->old)) continue;
        if (!aig_visit(q->s->aig, aig_node(i->old))) continue;
        aig_map(q->s->aig, i->old, q->other->values[i->index]);
    }
    /* What is not visited after this stays free. */
    VEC_CLEAR(q->s->free_choices);
    for (const item_t *i = q->first; i < q->last; i++)
        aig_inputs_below(q->s->aig, i->old, &q->s->free_choices);
}

/* The old choices give the values of the new state, and are under the old guard. In a map. */
static aig_lit_t matches(const question_t *q) {
    aig_t *aig = q->s->aig;
    aig_lit_t all = AIG_TRUE;
    for (const item_t *i = q->first; i < q->last && all != AIG_FALSE; i++) {
        aig_lit_t image = aig_image(aig, i->old);
        if (i->is_value) image = aig_equal(aig, image, q->other->values[i->index]);
        all = aig_and(aig, all, image);
    }
    return all;
}

/* With the free choices of the old state taken to be those of the new one that have the same
 * name; and with others in their place. */
static aig_lit_t match_by_name(const question_t *q) {
    aig_begin_map(q->s->aig);
    map_known_choices(q);
    return matches(q);
}

static aig_lit_t match_by_copies(const question_t *q) {
    subsumption_t *s = q->s;
    aig_begin_map(s->aig);
    map_known_choices(q);
    VEC_CLEAR(s->copies);
    for (size_t i = 0; i < s->free_choices.len; i++) {
        aig_lit_t copy = aig_input(s->aig);
        VEC_PUSH(s->copies, copy);
        aig_map(s->aig, s->free_choices.data[i], copy);
    }
    return matches(q);
}

/* With these copies as the solver has chosen them. */
static aig_lit_t match_of_model(subsumption_t *s, aig_lit_t match, const aig_sat_t *model) {
    aig_begin_map(s->aig);
    for (size_t i = 0; i < s->copies.len; i++)
        aig_map(s->aig, s->copies.data[i], aig_sat_value(model, s->copies.data[i]));
    return aig_image(s->aig, match);
}

/* Choices of the new state that no choices tried so far match; then choices of the old one
 * that do, and so on. */
static bool by_rounds(const question_t *q, aig_sat_t *unmatched, aig_lit_t match) {
    subsumption_t *s = q->s;
    aig_sat_t *matching = aig_sat_new(s->aig, should_stop, s);
    bool is_covered = false, is_open = true;
    aig_sat_add(matching, match);
    VEC_CLEAR(s->inputs);
    aig_begin_walk(s->aig);
    for (size_t i = 0; i < s->copies.len; i++) aig_visit(s->aig, aig_node(s->copies.data[i]));
    aig_inputs_below(s->aig, match, &s->inputs);
    for (int round = 0; is_open && round < MAX_ROUNDS; round++) {
        s->counts.rounds++;
        cadical_answer_t answer = aig_sat_solve(unmatched);
        is_covered = answer == CADICAL_UNSAT;
        is_open = answer == CADICAL_SAT;
        if (!is_open) break;
        for (size_t i = 0; i < s->inputs.len; i++)
            aig_sat_assume(matching,
                           s->inputs.data[i] ^ !aig_sat_value(unmatched, s->inputs.data[i]));
        is_open = aig_sat_solve(matching) == CADICAL_SAT;
        if (is_open) aig_sat_add(unmatched, aig_not(match_of_model(s, match, matching)));
    }
    aig_sat_delete(matching);
    return is_covered;
}

static bool ask_qbf(const question_t *q, aig_lit_t match) {
    subsumption_t *s = q->s;
    aig_lit_t claim = aig_or(s->aig, aig_not(q->other->guard), match);
    VEC_CLEAR(s->inputs);
    aig_begin_walk(s->aig);
    for (size_t i = 0; i < s->copies.len; i++) aig_visit(s->aig, aig_node(s->copies.data[i]));
    aig_inputs_below(s->aig, claim, &s->inputs);
    const char *why = NULL;
    qbf_answer_t answer = qbf_solve(s->aig, s->inputs.data, s->inputs.len, s->copies.data,
                                    s->copies.len, claim, s->limits, &why);
    if (why) s->problem = why;
    return answer == QBF_TRUE;
}

static bool ask(const question_t *q) {
    subsumption_t *s = q->s;
    aig_lit_t by_name = match_by_name(q);
    aig_sat_t *unmatched = aig_sat_new(s->aig, should_stop, s);
    aig_sat_add(unmatched, q->other->guard);
    aig_sat_add(unmatched, aig_not(by_name));
    cadical_answer_t answer = by_name == AIG_TRUE ? CADICAL_UNSAT : aig_sat_solve(unmatched);
    bool is_covered = answer == CADICAL_UNSAT;
    if (answer == CADICAL_SAT && s->free_choices.len) {
        aig_lit_t match = match_by_copies(q);
        if (match == AIG_FALSE)
            is_covered = false;
        else if (s->way == SUBSUMPTION_QBF)
            is_covered = ask_qbf(q, match);
        else
            is_covered = by_rounds(q, unmatched, match);
    }
    aig_sat_delete(unmatched);
    return is_covered;
}

/* --- the answer of a group, asked once --- */

static void make_key(const question_t *q) {
    subsumption_t *s = q->s;
    VEC_CLEAR(s->key);
    VEC_PUSH(s->key, q->other->guard);
    for (const item_t *i = q->first; i < q->last; i++) {
        VEC_PUSH(s->key, i->old);
        VEC_PUSH(s->key, i->is_value ? q->other->values[i->index] : UINT32_MAX);
    }
}

static bool ask_once(const question_t *q) {
    subsumption_t *s = q->s;
    make_key(q);
    size_t bytes = sizeof *s->key.data * s->key.len;
    known_t *key = arena_alloc(s->arena, sizeof *key + bytes);
    key->count = s->key.len;
    memcpy(key->key, s->key.data, bytes);
    uint64_t hash = hash_bytes(key->key, bytes);
    const known_t *found = intern_find(&s->known, hash, key);
    if (found) {
        s->counts.cached++;
        return found->answer;
    }
    s->counts.groups++;
    key->answer = ask(q);
    intern_add(&s->known, hash, key);
    return key->answer;
}

/* One value that may be anything needs no question. */
static bool is_free(const question_t *q) {
    return q->last - q->first == 1 && q->first->is_value && is_plain_choice(q->s, q->first->old);
}

/* Constants that differ: only a new state that stands for nothing would be covered, and there
 * are none. */
static bool differs_at_once(const bstate_t *old, const bstate_t *other) {
    for (uint32_t i = 0; i < old->value_count; i++)
        if (aig_node(old->values[i]) == 0 && old->values[i] == aig_not(other->values[i]))
            return true;
    return false;
}

bool subsumes(subsumption_t *s, const bstate_t *old, const bstate_t *other) {
    s->counts.questions++;
    if (differs_at_once(old, other)) return false;
    if (is_equal(s, old, other)) return true;
    if (s->way == SUBSUMPTION_EQUAL) return false;
    make_groups(s, old);
    for (size_t i = 0, end; i < s->items.len; i = end) {
        question_t q = {s, s->items.data + i, NULL, other};
        /* Constants are a group each. */
        end = i + 1;
        while (s->items.data[i].group && end < s->items.len &&
               s->items.data[end].group == s->items.data[i].group)
            end++;
        q.last = s->items.data + end;
        /* A group of conjuncts alone: old states stand for something, so it can hold. */
        if (!q.first->is_value || is_free(&q)) continue;
        if (!ask_once(&q)) return false;
    }
    return true;
}
