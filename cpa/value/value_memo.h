#ifndef CPA_VALUE_VALUE_MEMO_H
#define CPA_VALUE_VALUE_MEMO_H

#include "cpa/core/bindings.h"

/* What steps did to the registers of the moving thread and to memory. Threads
 * have few local states, and the same thread makes the same step from each of
 * them again and again, whatever the others do. A memo may forget: it is no
 * larger than some megabytes. */

typedef struct memo_key {
    const edge_t *edge;
    const frame_t *frames; /* interned: stands for the call stack of the thread */
    const bindings_t *registers;
    const bindings_t *memory; /* NULL: the step does not touch it */
    uint32_t thread;
} memo_key_t;

typedef struct memo_result {
    bool is_feasible;
    const bindings_t *registers;
    const bindings_t *memory; /* NULL: as before */
} memo_result_t;

typedef struct value_memo value_memo_t;
value_memo_t *value_memo_new(void);
void value_memo_delete(value_memo_t *memo);
/* Must be called when results may change: with another precision. */
void value_memo_clear(value_memo_t *memo);

const memo_result_t *value_memo_get(const value_memo_t *memo, const memo_key_t *key);
void value_memo_put(value_memo_t *memo, const memo_key_t *key, memo_result_t result);

#endif
