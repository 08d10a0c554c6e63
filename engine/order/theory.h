#ifndef ENGINE_ORDER_THEORY_H
#define ENGINE_ORDER_THEORY_H

#include "util/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Ordering consistency (docs/order.md): which of the orders that a truth assignment
 * asks for can be linearised. It knows nothing of programs.
 *
 * Nodes are steps that nothing interrupts; those of one thread form a chain. Writes
 * and reads of a location lie in nodes, at positions that grow along the chain. A
 * literal (as in DIMACS; 0: always true) says that a write happens, that a read reads
 * from a write, or that one node comes before another.
 *
 *     e1 < e2, e2 < e3                =>  e1 < e3     transitivity
 *     rf(w, r), w' < r, w' happens    =>  w' < w      write serialisation
 *     rf(w, r), w < w', w' happens    =>  r < w'      from-read
 *
 * Reachability is kept as clocks: per node and chain the first node that comes after
 * it, and the last one before it. What is inconsistent comes with the literals that
 * make it so. */
typedef struct theory theory_t;

theory_t *theory_new(uint32_t chain_count);
void theory_delete(theory_t *theory);

/* Building; before the first literal is assigned. */
uint32_t theory_add_node(theory_t *theory, uint32_t chain);
/* An order that always holds; false: it closes a cycle. */
bool theory_add_order(theory_t *theory, uint32_t from, uint32_t to);
/* An order that holds if the literal does. */
void theory_add_edge(theory_t *theory, uint32_t from, uint32_t to, int literal);
/* Locations are dense numbers. The result is the number of the write. */
uint32_t theory_add_write(theory_t *theory, uint32_t location, uint32_t node, uint32_t position,
                          int happens);
/* A read of the location at this node may come from the write. */
void theory_add_source(theory_t *theory, uint32_t write, uint32_t node, uint32_t position,
                       int literal);

/* From what is built, and from what is assigned so far: a comes before b, or is it. */
bool theory_before(const theory_t *theory, uint32_t a, uint32_t b);

/* A stack of assignments. After a conflict nothing more is looked at until
 * theory_backtrack. */
void theory_new_level(theory_t *theory);
void theory_backtrack(theory_t *theory, size_t level);
size_t theory_level(const theory_t *theory);
/* false: there is a conflict. */
bool theory_assign(theory_t *theory, const int *literals, size_t count);
/* The violated clause, or NULL. Valid until the next call that changes something. */
const int *theory_conflict(const theory_t *theory, size_t *count);
/* A literal that follows, once; 0: no more. And the clause that says so. */
int theory_propagate(theory_t *theory);
const int *theory_reason(theory_t *theory, int literal, size_t *count);

/* Variables that the theory must be told of. */
typedef VEC(int) theory_literals_t;
void theory_variables(const theory_t *theory, theory_literals_t *out);

typedef struct theory_counts {
    uint64_t conflicts;    /* clauses of cycles */
    uint64_t propagations;
    uint64_t orders;       /* edges inserted, derived ones included */
} theory_counts_t;
const theory_counts_t *theory_counts(const theory_t *theory);

/* What was built, for other ways to solve the same: orders that always hold (literal
 * 0) and conditional ones, sources, and writes by location. */
typedef void (*theory_order_t)(void *context, uint32_t from, uint32_t to, int literal);
void theory_each_order(const theory_t *theory, theory_order_t each, void *context);
typedef struct theory_source_view {
    uint32_t location, write, write_node, write_position, node, position;
    int literal;
} theory_source_view_t;
uint32_t theory_source_count(const theory_t *theory);
void theory_source_at(const theory_t *theory, uint32_t index, theory_source_view_t *out);
typedef struct theory_write_view {
    uint32_t number, node, position;
    int happens;
} theory_write_view_t;
uint32_t theory_write_count(const theory_t *theory, uint32_t location);
void theory_write_at(const theory_t *theory, uint32_t location, uint32_t index,
                     theory_write_view_t *out);

#endif
