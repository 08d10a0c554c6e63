#ifndef CPA_VALUE_VALUE_INTERNAL_H
#define CPA_VALUE_VALUE_INTERNAL_H

#include "cpa/core/bindings.h"
#include "cpa/core/control.h"
#include "cpa/value/value.h"
#include "cpa/value/value_memo.h"
#include "cpa/value/value_part.h"

/* Shared by the files of the value analysis alone: value.c has the precision and
 * the operators, value_step.c what edges do, value_draft.c the state that is being
 * built, value_evaluate.c the values of expressions. */

typedef struct value_cpa {
    cpa_t cpa;
    value_options_t options;
    arena_t *arena;
    control_t *control; /* variables tracked in any case */
    bindings_table_t *bindings;
    value_parts_t *parts;
    value_memo_t *memo;
    size_t focus_version; /* with which it was filled */
    map64_t renamed; /* bindings, thread -> the same of that thread */
    map64_t everywhere;   /* variable -> 1 */
    map64_t *at_node;     /* per node: variable -> 1 */
    size_t precision_size;
    bool has_local_precision;
    /* The state being built. */
    binding_vec_t memory, registers, other;
    const configuration_t *start;
    bool is_refining; /* everything is tracked for now */
} value_cpa_t;

bool value_tracks(const value_cpa_t *value, variable_t variable, const configuration_t *where);

/* Values in a state. */

bool value_get(const value_cpa_t *value, const value_part_t *part, variable_t variable,
               uint64_t *result);

typedef struct {
    const value_cpa_t *value;
    const value_part_t *part;
    const configuration_t *where;
    uint32_t thread;
    /* Becomes true when something is asked of the configuration that lies
     * neither in static memory nor on the thread's own stack: what other threads
     * or the heap have there. NULL: nobody wants to know. */
    bool *asks_others;
} value_scope_t;

variable_t scope_register(const value_scope_t *scope, reg_t reg);
/* What lives at the address is going to be asked. */
void scope_note(const value_scope_t *scope, uint64_t address);
/* The cell of an access of the scope's thread. */
bool scope_cell(const value_scope_t *scope, uint64_t address, uint64_t size, variable_t *cell);
/* false: the state does not fix the value. */
bool scope_evaluate(const value_scope_t *scope, const expr_t *expr, uint64_t *result);

/* Building a successor: memory and registers of the moving thread are edited in
 * scratch vectors, then interned. */

typedef struct {
    value_cpa_t *value;
    const value_part_t *from;
    const step_t *step;
    value_scope_t scope;
    bool memory_changed, registers_changed;
} value_draft_t;

void value_load(binding_vec_t *scratch, const bindings_t *from);
void draft_edit_registers(value_draft_t *s);
void draft_set(value_draft_t *s, variable_t variable, bool known, uint64_t result);
void draft_set_target(value_draft_t *s, bool known, uint64_t result);
void draft_forget(value_draft_t *s, uint64_t address, uint64_t size);
void draft_store(value_draft_t *s, const expr_t *address_expr, const type_t *type, bool known,
                 uint64_t result);
/* What a condition that holds, or does not, says about variables. */
void draft_learn(value_draft_t *s, const expr_t *cond, bool truth);
void draft_learn_equal(value_draft_t *s, const expr_t *e, uint64_t result);
/* Without dead registers and what the precision of the new location leaves out. */
part_t draft_finish(value_draft_t *s);

/* Steps. */

part_t value_successor(value_cpa_t *value, const value_part_t *part, const step_t *step,
                       bool *asks_others);
void value_transfer(cpa_t *cpa, part_t part, const step_t *step, parts_t *out);

#endif
