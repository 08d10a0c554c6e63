#include "refine/impact/cover.h"

#include "util/hash.h"

struct implications {
    labels_t *labels;
    terms_t *terms;
    solver_t *solver;
    stats_t *stats;
    map64_t known; /* (label, conjunct) -> does the one imply the other? */
};

implications_t *implications_new(labels_t *labels, terms_t *terms, solver_t *solver,
                                 stats_t *stats) {
    implications_t *implications = mem_zalloc(sizeof *implications);
    implications->labels = labels;
    implications->terms = terms;
    implications->solver = solver;
    implications->stats = stats;
    return implications;
}

void implications_delete(implications_t *implications) {
    if (!implications) return;
    map64_free(&implications->known);
    mem_free(implications);
}

/* A conjunct over variables that the label does not speak of is implied only by false,
 * or if it is true itself; labels that are false are found by refinement. */
static bool shares_symbols(implications_t *implications, const label_t *label,
                           const term_t *conjunct) {
    term_vec_t symbols = {0}, own = {0};
    bool shares = false;
    term_symbols(implications->terms, conjunct, &symbols);
    for (uint32_t i = 0; !shares && i < label->count; i++) {
        VEC_CLEAR(own);
        term_symbols(implications->terms, label->conjuncts[i], &own);
        for (size_t j = 0; !shares && j < own.len; j++)
            for (size_t k = 0; !shares && k < symbols.len; k++)
                shares = own.data[j] == symbols.data[k];
    }
    VEC_FREE(symbols);
    VEC_FREE(own);
    return shares;
}

static bool ask(implications_t *implications, const label_t *stronger, const term_t *conjunct) {
    implications->stats->cover_checks++;
    return solver_implies(implications->solver, label_term(implications->labels, stronger),
                          conjunct) == SOLVER_UNSAT;
}

bool label_implies_term(implications_t *implications, const label_t *stronger,
                        const term_t *conjunct) {
    if (stronger->is_false || term_is_true(conjunct) || label_has(stronger, conjunct)) return true;
    if (!stronger->count) return false;
    if (label_has(stronger, term_not(implications->terms, conjunct))) return false;
    uint64_t key = (uint64_t)stronger->id << 32 | conjunct->id, known;
    if (map64_get(&implications->known, key, &known)) return known;
    known =
        shares_symbols(implications, stronger, conjunct) && ask(implications, stronger, conjunct);
    map64_put(&implications->known, key, known);
    return known;
}

/* Asked like an implication of false, whose term has a number as all others have. */
bool label_is_impossible(implications_t *implications, const label_t *label) {
    const term_t *never = term_false(implications->terms);
    uint64_t key = (uint64_t)label->id << 32 | never->id, known;
    if (label->is_false || label->count < 2) return label->is_false;
    if (map64_get(&implications->known, key, &known)) return known;
    known = ask(implications, label, never);
    map64_put(&implications->known, key, known);
    return known;
}

bool label_implies(implications_t *implications, const label_t *stronger, const label_t *weaker) {
    if (stronger == weaker || stronger->is_false) return true;
    if (weaker->is_false) return false;
    for (uint32_t i = 0; i < weaker->count; i++)
        if (!label_implies_term(implications, stronger, weaker->conjuncts[i])) return false;
    return true;
}
