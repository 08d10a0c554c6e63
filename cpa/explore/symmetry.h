#ifndef CPA_EXPLORE_SYMMETRY_H
#define CPA_EXPLORE_SYMMETRY_H

#include "cpa/explore/composite.h"

/* Threads that nothing tells apart but their numbers: states that differ by a
 * permutation of them are one state. docs/symmetry.md has the criterion and why
 * it is sound. Control and explicit values only. */
typedef struct symmetry symmetry_t;

/* Can no step of the program depend on the number of a thread other than main,
 * and may several threads run one routine? */
bool symmetry_applies(const program_t *program);

/* The composition has one data CPA, the value analysis. */
symmetry_t *symmetry_new(composite_t *composite, cpa_t *value);
void symmetry_delete(symmetry_t *symmetry);

/* numbers[t], for each thread t of c, is its number in the representative. false:
 * the state is its own representative. */
bool symmetry_order(symmetry_t *symmetry, const configuration_t *c, part_t part, uint32_t *numbers);
/* Replaces a state by its representative; false: it is it. */
bool symmetry_normalise(symmetry_t *symmetry, const configuration_t **c, part_t *part);
/* As symmetry_order, of a state with these values, which may be more than the
 * exploration keeps. Sorted by variable. */
bool symmetry_order_values(symmetry_t *symmetry, const configuration_t *c,
                           const binding_t *bindings, size_t count, uint32_t *numbers);

#endif
