#ifndef SOLVER_AIG_H
#define SOLVER_AIG_H

#include "util/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Formulas of propositional logic as a graph of conjunctions and inputs, in which equal
 * conjunctions are one node. A literal is a node's number twice, plus one if it is negated, so
 * that negation costs nothing. Nodes live as long as their graph; the two nodes under a
 * conjunction have smaller numbers. */

typedef uint32_t aig_lit_t;
enum { AIG_FALSE = 0, AIG_TRUE = 1 };

typedef struct aig aig_t;
aig_t *aig_new(void);
void aig_delete(aig_t *aig);
/* Number of nodes: literals are below twice that. */
uint32_t aig_nodes(const aig_t *aig);
size_t aig_bytes(const aig_t *aig);

/* A new variable. */
aig_lit_t aig_input(aig_t *aig);
aig_lit_t aig_and(aig_t *aig, aig_lit_t a, aig_lit_t b);
static inline aig_lit_t aig_not(aig_lit_t a) {
    return a ^ 1;
}
static inline aig_lit_t aig_or(aig_t *aig, aig_lit_t a, aig_lit_t b) {
    return aig_not(aig_and(aig, aig_not(a), aig_not(b)));
}
aig_lit_t aig_ite(aig_t *aig, aig_lit_t c, aig_lit_t a, aig_lit_t b);
static inline aig_lit_t aig_xor(aig_t *aig, aig_lit_t a, aig_lit_t b) {
    return aig_ite(aig, a, aig_not(b), b);
}
static inline aig_lit_t aig_equal(aig_t *aig, aig_lit_t a, aig_lit_t b) {
    return aig_not(aig_xor(aig, a, b));
}

static inline uint32_t aig_node(aig_lit_t literal) {
    return literal >> 1;
}
bool aig_is_input(const aig_t *aig, uint32_t node);
/* Of a conjunction. */
void aig_operands(const aig_t *aig, uint32_t node, aig_lit_t *a, aig_lit_t *b);

/* Walks over the nodes below some literals; marks are good until the next walk begins. */
void aig_begin_walk(aig_t *aig);
/* Marks the node; false: it was marked in this walk. */
bool aig_visit(aig_t *aig, uint32_t node);
/* Appends the inputs below the literal that this walk has not met. */
typedef VEC(aig_lit_t) aig_lits_t;
void aig_inputs_below(aig_t *aig, aig_lit_t literal, aig_lits_t *out);

/* Formulas with other formulas in the place of inputs. A map is good until the next one begins;
 * inputs that it does not name stay. */
void aig_begin_map(aig_t *aig);
void aig_map(aig_t *aig, aig_lit_t input, aig_lit_t to);
aig_lit_t aig_image(aig_t *aig, aig_lit_t literal);

#endif
