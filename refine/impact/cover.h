#ifndef REFINE_IMPACT_COVER_H
#define REFINE_IMPACT_COVER_H

#include "refine/impact/label.h"
#include "solver/solver.h"
#include "util/stats.h"

/* Does one label imply another? In three steps, as in the paper: by syntax, by a table
 * of what was asked before, by the solver. A conjunct at a time: what one label does
 * not imply of another is often what it was asked about before. */
typedef struct implications implications_t;
implications_t *implications_new(labels_t *labels, terms_t *terms, solver_t *solver,
                                 stats_t *stats);
void implications_delete(implications_t *implications);

/* false also if the solver gives up. */
bool label_implies(implications_t *implications, const label_t *stronger, const label_t *weaker);
bool label_implies_term(implications_t *implications, const label_t *stronger,
                        const term_t *conjunct);
/* Is it false, whatever it looks like? false also if the solver gives up. */
bool label_is_impossible(implications_t *implications, const label_t *label);

#endif
