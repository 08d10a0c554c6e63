#ifndef SOLVER_BITBLAST_H
#define SOLVER_BITBLAST_H

#include "solver/float_clauses.h"
#include "solver/sat.h"
#include "solver/term.h"

/* Terms of Booleans and bit-vectors as clauses of a SAT solver: gates with
 * structural hashing, one literal per bit. Floating point needs a library of its operators;
 * arrays, uninterpreted functions, and operators that are not in the library are refused. */
typedef struct bitblast bitblast_t;

bitblast_t *bitblast_new(terms_t *terms, sat_t *sat);
void bitblast_delete(bitblast_t *blast);
/* The library must live as long as this. */
void bitblast_use_floats(bitblast_t *blast, float_library_t *library);

/* The literal that is equal to a Boolean term; its gates are added as clauses. */
int bitblast_literal(bitblast_t *blast, const term_t *term);
/* Adds a clause of literals. */
void bitblast_clause(bitblast_t *blast, const int *literals, size_t count);
/* A new literal without meaning. */
int bitblast_fresh(bitblast_t *blast);
int bitblast_true(bitblast_t *blast);
/* A literal equal to the conjunction, the disjunction of others. */
int bitblast_and(bitblast_t *blast, int a, int b);
int bitblast_or_n(bitblast_t *blast, const int *literals, size_t count);
/* Two terms of one sort are equal if the literal holds. */
void bitblast_equal_if(bitblast_t *blast, int literal, const term_t *a, const term_t *b);
/* From now on the symbol means the term; before it occurred in anything. */
void bitblast_define(bitblast_t *blast, const term_t *symbol, const term_t *term);
/* A term that was refused, or NULL. What it stood for is then arbitrary. */
const term_t *bitblast_refused(const bitblast_t *blast);

/* After SAT: the value of a term, whether it was given or not; symbols that occur
 * nowhere are 0. Valid until bitblast_new_model is called. */
uint64_t bitblast_value(bitblast_t *blast, const term_t *term);
void bitblast_new_model(bitblast_t *blast);

#endif
