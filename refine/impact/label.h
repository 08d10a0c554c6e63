#ifndef REFINE_IMPACT_LABEL_H
#define REFINE_IMPACT_LABEL_H

#include "solver/term.h"

/* Labels of nodes: conjunctions of terms over bare symbols (solver/term.h), as sets.
 * Hash-consed: equal labels are equal pointers. The empty set is true; false is a
 * label of its own. */
typedef struct label {
    uint32_t id;
    uint32_t count;
    bool is_false;
    const term_t *conjuncts[]; /* sorted by id, distinct */
} label_t;

typedef struct labels labels_t;
labels_t *labels_new(terms_t *terms);
void labels_delete(labels_t *labels);
size_t labels_bytes(const labels_t *labels);

const label_t *label_true(labels_t *labels);
const label_t *label_false(labels_t *labels);
/* The label and the term, of which the conjuncts are taken. */
const label_t *label_and(labels_t *labels, const label_t *label, const term_t *term);
const term_t *label_term(labels_t *labels, const label_t *label);
/* Is the term one of the conjuncts? */
bool label_has(const label_t *label, const term_t *conjunct);

#endif
