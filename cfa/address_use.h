#ifndef CFA_ADDRESS_USE_H
#define CFA_ADDRESS_USE_H

#include "cfa/program.h"

/* Operators whose result may depend on where objects lie, which C leaves open and
 * cfa/layout.h decides: a verdict must not rest on it. The evidence looks at the operands
 * (witness/semantics/sem_layout.c); here is said which operators it has to look at.
 * Memory that was freed may be given away again. Heap objects whose addresses such operators
 * meet keep their place when they are freed, so that an old address can be told from those of
 * objects that were allocated later, which may have it. */
typedef enum {
    ADDRESS_USE_NONE,
    ADDRESS_USE_ORDER,  /* <, -: has a meaning inside of one object only */
    ADDRESS_USE_EQUAL,  /* ==: where one object ends another may begin; literals may be shared */
    ADDRESS_USE_SUM,    /* of two addresses */
    ADDRESS_USE_MOVE,   /* +, - a number, where accesses are checked: comes into another object */
    ADDRESS_USE_NUMBER, /* an operand is computed with as with a number */
} address_use_t;

/* What a value may point into, and whether it may be a number instead. */
typedef struct address_value {
    const object_t *const *objects;
    size_t count;
    bool may_be_number; /* not 0 */
} address_value_t;

address_value_t address_value(const program_t *program, const function_t *function,
                              const expr_t *expr);
/* Of the operator alone, not of its operands. After the pass points_to. */
address_use_t address_use(const program_t *program, const function_t *function, const expr_t *expr);
/* No object lies so near to either end of the address space. */
bool address_is_apart(const program_t *program, uint64_t value);

#endif
