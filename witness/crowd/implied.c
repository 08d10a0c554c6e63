#include "witness/crowd/implied.h"

/* A conjunct of the condition. */
typedef struct {
    const term_t *term;
    term_vec_t symbols;
    bool is_asked; /* it is part of the question */
} implied_part_t;

typedef struct {
    terms_t *terms;
    map64_t leaders;  /* symbol that equals another one -> that one */
    VEC(implied_part_t) parts;
    term_vec_t known; /* symbols that the question may speak of */
} implied_question_t;

static const term_t *leader_of(void *context, const term_t *symbol) {
    const implied_question_t *q = context;
    uint64_t leader;
    while (map64_get(&q->leaders, symbol->id, &leader)) symbol = (const term_t *)(uintptr_t)leader;
    return symbol;
}

/* Symbols that are equal get one name: that makes questions smaller, and different ones
 * the same. */
static void find_leaders(implied_question_t *q, const term_vec_t *conjuncts) {
    for (size_t i = 0; i < conjuncts->len; i++) {
        const term_t *c = conjuncts->data[i];
        if (c->kind != TERM_EQ || c->a[0]->kind != TERM_SYMBOL || c->a[1]->kind != TERM_SYMBOL)
            continue;
        const term_t *a = leader_of(q, c->a[0]), *b = leader_of(q, c->a[1]);
        if (a != b) map64_put(&q->leaders, b->id, (uintptr_t)a);
    }
}

static void find_parts(implied_question_t *q, const term_t *condition) {
    term_vec_t conjuncts = {0};
    term_conjuncts(q->terms, condition, &conjuncts);
    find_leaders(q, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++) {
        implied_part_t part = {.term = term_substitute(q->terms, conjuncts.data[i], leader_of, q)};
        term_symbols(q->terms, part.term, &part.symbols);
        VEC_PUSH(q->parts, part);
    }
    VEC_FREE(conjuncts);
}

/* How many symbols of the part are among the first so many that are known? */
static size_t count_known(const implied_question_t *q, const implied_part_t *part, size_t first) {
    size_t count = 0;
    for (size_t i = 0; i < part->symbols.len; i++)
        for (size_t k = 0; k < first; k++) count += part->symbols.data[i] == q->known.data[k];
    return count;
}

/* With all parts that speak of known symbols only. */
static const term_t *extend(implied_question_t *q, const term_t *question) {
    for (size_t i = 0; i < q->parts.len; i++) {
        implied_part_t *part = &q->parts.data[i];
        if (part->is_asked || count_known(q, part, q->known.len) < part->symbols.len) continue;
        question = term_and(q->terms, question, part->term);
        part->is_asked = true;
    }
    return question;
}

/* Those that share a part with a known one become known; false: there are none. */
static bool add_neighbours(implied_question_t *q) {
    size_t known = q->known.len;
    for (size_t i = 0; i < q->parts.len; i++) {
        const implied_part_t *part = &q->parts.data[i];
        if (part->is_asked || !count_known(q, part, known)) continue;
        for (size_t k = 0; k < part->symbols.len; k++) {
            bool is_new = true;
            for (size_t j = 0; is_new && j < q->known.len; j++)
                is_new = q->known.data[j] != part->symbols.data[k];
            if (is_new) VEC_PUSH(q->known, part->symbols.data[k]);
        }
    }
    return q->known.len > known;
}

bool implied(crowd_steps_t *steps, const term_t *condition, const term_t *claim) {
    if (term_has_conjuncts(condition, claim)) return true;
    implied_question_t q = {.terms = steps->terms};
    find_parts(&q, condition);
    const term_t *question = term_not(q.terms, term_substitute(q.terms, claim, leader_of, &q));
    term_symbols(q.terms, question, &q.known);
    bool holds;
    do {
        question = extend(&q, question);
        holds = crowd_steps_impossible(steps, question);
    } while (!holds && add_neighbours(&q));
    /* What is left speaks of other symbols: it helps only if the condition is impossible. */
    if (!holds) holds = crowd_steps_impossible(steps, condition);
    for (size_t i = 0; i < q.parts.len; i++) VEC_FREE(q.parts.data[i].symbols);
    VEC_FREE(q.parts);
    VEC_FREE(q.known);
    map64_free(&q.leaders);
    return holds;
}
