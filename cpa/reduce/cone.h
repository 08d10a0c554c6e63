#ifndef CPA_REDUCE_CONE_H
#define CPA_REDUCE_CONE_H

#include "cfa/configuration.h"
#include "cpa/reduce/focus.h"

/* Cone of influence (Telbisz 2024, chapter 4): may the value that a statement
 * writes ever reach, from a configuration on, a step that lets some runs pass
 * and others not? Such steps are assumptions and whatever needs the number of a
 * thread, a mutex, a size. Values flow through registers and through objects in
 * focus: a read of what is forgotten gives any value anyhow. docs/por.md. */
typedef struct cone cone_t;

cone_t *cone_new(const program_t *program);
void cone_delete(cone_t *cone);

/* Can its value matter from this configuration, in which the edge is about to be
 * taken? Only of edges that assign a register or an object at a known place it
 * is ever said that it cannot. focus NULL: nothing is forgotten. */
bool cone_needs(cone_t *cone, const focus_t *focus, const configuration_t *c, const edge_t *edge);
/* The same from the start of the program on. */
bool cone_needs_ever(cone_t *cone, const edge_t *edge);
bool cone_needs_object(cone_t *cone, const object_t *object);
/* Does something that decides read the object itself, over registers only? */
bool cone_decides(cone_t *cone, const object_t *object);

#endif
