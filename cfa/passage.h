#ifndef CFA_PASSAGE_H
#define CFA_PASSAGE_H

#include "cfa/configuration.h"

/* An edge that every thread passes once at most, if it starts with a certain routine,
 * and that nobody else passes: it lies in the routine, or in a function that is called
 * from a single place of the routine (or of another such function), and no way leads
 * from behind it to before it. So where a thread stands can tell whether it has passed
 * the edge. */
typedef struct passage passage_t;

/* NULL: the edge is none of the kind. */
passage_t *passage_new(const program_t *program, const edge_t *edge);
void passage_delete(passage_t *passage);

const function_t *passage_routine(const passage_t *passage);
/* A thread that started with the routine and has passed the edge for certain, or that has
 * for certain not. Where ways with and without it have met, neither is known. */
bool passage_is_behind(const passage_t *passage, const thread_t *thread);
bool passage_is_ahead(const passage_t *passage, const thread_t *thread);
/* Has every thread that passes the edge passed the earlier one before? */
bool passage_follows(const passage_t *passage, const passage_t *earlier);

#endif
