#ifndef CFA_POINTS_TO_H
#define CFA_POINTS_TO_H

#include "cfa/program.h"

/* What values may point into: flow-insensitive and inclusion-based (Andersen),
 * over registers, the scalars of objects (array indices forgotten), arguments,
 * results and exit values of threads. Any integer may carry a pointer.
 *
 * The bound holds for accesses that are valid in C: a pointer made from the
 * addresses of objects, by whatever arithmetic, stays a pointer into one of
 * them; an uninitialised pointer points nowhere. The distance of two places in
 * one object is a number. Numbers are not addresses:
 * if a value may be a number that no object's address went into (an input, a
 * product, a constant), then it is "anything", and so is a value that no
 * object's address reaches at all. */
typedef struct points_to points_to_t;
void points_to_delete(points_to_t *points_to);

/* The objects the value of an expression in a function may point into, sorted
 * by id; the array lives as long as the program. *anything: it may also be a
 * number. After the pass points_to only. */
const object_t *const *points_to_expr(const program_t *program, const function_t *function,
                                      const expr_t *expr, size_t *count, bool *anything);
/* The objects whose addresses may lie in an object's memory. */
const object_t *const *points_to_contents(const program_t *program, const object_t *object,
                                          size_t *count);
/* The objects that exit values of threads may point into. */
const object_t *const *points_to_exit_values(const program_t *program, size_t *count);

/* Does the type of every object in which a LOCK may take a mutex have one there? */
bool edge_finds_mutex(const program_t *program, const edge_t *edge);
/* May it touch an object of which only a declaration without a size is known? */
bool access_is_unsized(const program_t *program, const access_t *access);
/* May the edge touch the object? */
bool access_includes(const access_t *access, const object_t *object);

#endif
