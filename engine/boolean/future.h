#ifndef ENGINE_BOOLEAN_FUTURE_H
#define ENGINE_BOOLEAN_FUTURE_H

#include "cfa/boolean.h"

/* What threads can still do from where they are: computed once for a program. */
typedef struct future future_t;

future_t *future_new(const boolean_t *boolean);
void future_delete(future_t *future);

/* May a thread that stands here, or one that it starts, read or write the global from now on? */
bool future_reads(const future_t *future, const bnode_t *node, uint32_t global);
bool future_writes(const future_t *future, const bnode_t *node, uint32_t global);
/* Does the value of the variable of its own matter to a thread that stands here? */
bool future_needs(const future_t *future, const bnode_t *node, uint32_t variable);
/* Is every step out of here independent of all that a thread at the other node can still do?
 * Steps that wait for others, and those into atomic sections, never are. */
bool future_is_invisible(const future_t *future, const bnode_t *node);
bool future_is_independent(const future_t *future, const bnode_t *node, const bnode_t *other);
/* A place in an order in which loops come before what is behind them, and nothing before what
 * leads to it but for the ways back of loops. */
uint32_t future_rank(const future_t *future, const bnode_t *node);

#endif
