#ifndef CPA_VALUE_VALUE_H
#define CPA_VALUE_VALUE_H

#include "cpa/core/cpa.h"
#include "cpa/reduce/focus.h"

/* Value analysis (Beyer and Löwe 2012): a state binds variables to explicit
 * values; a variable that is not bound may have any value. What is bound is
 * limited by the precision, a set of variables per location or everywhere, and
 * by liveness: a register that is not read again is not kept. */

typedef struct value_options {
    bool track_all;   /* precision: every variable, everywhere */
    bool split_bools; /* an unknown _Bool input becomes two states, 0 and 1 */
    /* What is tracked enters the focus; so nothing that is forgotten is ever
     * bound. NULL: nothing is forgotten. */
    focus_t *focus;
} value_options_t;

cpa_t *value_new(const program_t *program, value_options_t options);

/* Precision: tracks the variable at a location, or everywhere if node is NULL.
 * true: it was not tracked there before. */
bool value_track(cpa_t *cpa, const node_t *node, variable_t variable);
size_t value_precision_size(const cpa_t *cpa);

/* Strongest postcondition of a step with everything tracked, for the
 * refinement: the same transfer without precision. NULL: infeasible. */
part_t value_post_full(cpa_t *cpa, part_t part, const step_t *step);
part_t value_initial_full(cpa_t *cpa);
/* What is said of thread t becomes said of thread numbers[t], a permutation of
 * 0 .. count-1. */
part_t value_rename_threads(cpa_t *cpa, part_t part, const uint32_t *numbers, uint32_t count);
bool value_binds(cpa_t *cpa, part_t part, variable_t variable);
bool value_lookup(cpa_t *cpa, part_t part, variable_t variable, uint64_t *value);
/* The part with one binding more. */
part_t value_bind(cpa_t *cpa, part_t part, variable_t variable, uint64_t value);
/* The part that binds just these, sorted by variable; exit values excepted. */
part_t value_of_bindings(cpa_t *cpa, const binding_t *bindings, size_t count);
/* Value of an expression in a part. */
bool value_evaluate(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                    const expr_t *expr, uint64_t *value);

#endif
