#ifndef CPA_PREDICATE_BLOCK_ENCODE_H
#define CPA_PREDICATE_BLOCK_ENCODE_H

#include "cpa/predicate/block_internal.h"
#include "cpa/predicate/expr_term.h"

/* Expressions and accesses to memory as terms, while a step is added to a block.
 * The values so far are the items of the block that is being built. */

/* A step being encoded. */
typedef struct {
    blocks_t *blocks;
    terms_t *terms;
    const block_t *from;
    const step_t *step;
    const term_t *condition;
    uint64_t unknown_loads; /* in this step */
} encoding_t;

const term_t *encode_read(encoding_t *e, variable_t variable);
void encode_write(encoding_t *e, variable_t variable, const term_t *value);
void encode_constraint(encoding_t *e, const term_t *condition);
/* A new input of the step, for the cell at offset. */
const term_t *encode_input(encoding_t *e, uint64_t offset, const type_t *type);
/* What a load gives whose contents are not known: each load something else. */
const term_t *encode_unknown(encoding_t *e, const type_t *type);
void encode_store(encoding_t *e, const term_t *address, const type_t *type, const term_t *value);
/* The register in the frame that the step is made in. */
variable_t encode_reg(const encoding_t *e, reg_t reg);
/* When an ERROR edge with a fault is taken, and when it is not; both hold where that is not
 * known. */
const term_t *encode_fault(encoding_t *e, const edge_t *error);
const term_t *encode_no_fault(encoding_t *e, const edge_t *error);
/* Width 1 is Boolean in formulas. */
const term_t *encode_expr(encoding_t *e, const expr_t *expr);

#endif
