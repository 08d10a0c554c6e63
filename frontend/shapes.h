#ifndef FRONTEND_SHAPES_H
#define FRONTEND_SHAPES_H

#include "frontend/clang_util.h"
#include "util/vec.h"

/* libclang leaves out absent children, so the parts of `for (; c;)` cannot be
 * told apart, and it shows no text of asm statements. Clang's own printed form
 * of the function has both, with macros expanded; statements are found in it
 * by their number. */
typedef struct for_shape {
    bool has_init, has_condition, has_step;
} for_shape_t;

typedef struct shapes shapes_t;
shapes_t *shapes_new(CXCursor function);
void shapes_delete(shapes_t *shapes);
/* number counts for and asm statements together, from 1 in order of their
 * begin; false if the printed form does not show such a statement there. */
bool shapes_for(const shapes_t *shapes, size_t number, for_shape_t *shape);
/* Where an operand of an asm statement is when its instructions begin. */
typedef struct asm_operand {
    bool is_output, is_read;
    bool in_register, in_memory; /* both: as the compiler likes */
    int matches;                 /* an input that is where this output is; -1: none */
} asm_operand_t;
typedef VEC(asm_operand_t) asm_operands_t;

/* The asm statement does nothing to values: its template is only white space,
 * or an instruction that only orders memory or waits, and each output holds what some
 * operand brought. Gives its operands, outputs first; else NULL. */
const asm_operands_t *shapes_asm_is_barrier(const shapes_t *shapes, size_t number);
/* The asm statement only reads or writes ports (in, out): its first operands, so
 * many, get any value. */
bool shapes_asm_is_port(const shapes_t *shapes, size_t number, size_t *outputs);

#endif
