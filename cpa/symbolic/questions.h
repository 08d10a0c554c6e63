#ifndef CPA_SYMBOLIC_QUESTIONS_H
#define CPA_SYMBOLIC_QUESTIONS_H

#include "solver/solver.h"

/* Can conditions hold together? Questions are asked of the solver in a form in
 * which they come again: without what has nothing to do with the matter, and with
 * symbols numbered in their order. Answers are remembered. */

typedef struct questions questions_t;
questions_t *questions_new(terms_t *terms, solver_t *solver);
void questions_delete(questions_t *questions);

/* Can all hold, if known, some conjuncts of it, can? true if the solver has no
 * answer; if known cannot hold, either answer may come. */
bool questions_possible(questions_t *questions, const term_t *known, const term_t *all);
/* Does the condition hold wherever known does? false if the solver has no answer. */
bool questions_follows(questions_t *questions, const term_t *known, const term_t *condition);

#endif
