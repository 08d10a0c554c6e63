#ifndef WITNESS_BOOLEAN_ACCESSES_H
#define WITNESS_BOOLEAN_ACCESSES_H

#include "cfa/boolean.h"

/* What can be read and written from a place of a Boolean program on; the check's own. */
typedef struct accesses accesses_t;

accesses_t *accesses_new(const boolean_t *boolean);
void accesses_delete(accesses_t *accesses);

/* Does the value of the variable of its routine matter to a thread at this node, or to those that
 * it starts? */
bool accesses_matter(const accesses_t *accesses, const bnode_t *node, uint32_t variable);
/* Does no step of a thread at this node touch what one at the other node, and those that it
 * starts, ever write, nor write what they ever read? */
bool accesses_are_apart(const accesses_t *accesses, const bnode_t *node, const bnode_t *other);

#endif
