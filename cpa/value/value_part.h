#ifndef CPA_VALUE_VALUE_PART_H
#define CPA_VALUE_VALUE_PART_H

#include "cpa/core/bindings.h"
#include "cpa/core/cpa.h"

/* Abstract states of the value analysis, hash-consed. Memory and each thread's
 * registers apart: a step changes one or two of them, the rest is shared with
 * the predecessor. */
typedef struct value_part {
    uint64_t hash;  /* a sum over the maps, so that a step changes summands only */
    uint32_t shape; /* which variables are bound: equal numbers, equal sets */
    uint32_t thread_count;
    const bindings_t *memory;
    const bindings_t *threads[]; /* registers; the exit value of an ended thread */
} value_part_t;

typedef struct value_parts value_parts_t;
value_parts_t *value_parts_new(bindings_table_t *bindings);
void value_parts_delete(value_parts_t *parts);

const value_part_t *value_part_intern(value_parts_t *parts, const bindings_t *memory,
                                      const bindings_t *const *threads, uint32_t count);
/* Another memory and other registers of one thread; the rest as before. */
const value_part_t *value_part_change(value_parts_t *parts, const value_part_t *from,
                                      const bindings_t *memory, uint32_t thread,
                                      const bindings_t *registers);
/* The registers of a thread, maybe one that the part does not list. */
const bindings_t *value_part_thread(const value_parts_t *parts, const value_part_t *part,
                                    uint32_t thread);

/* Does cover bind a subset of what part binds, to the same values? */
bool value_part_covers(const value_parts_t *parts, const value_part_t *cover,
                       const value_part_t *part);
/* All parts filed in a configuration have one of a few shapes; projecting a part
 * to each of them finds by hashing whatever covers it. */
void value_part_file(value_parts_t *parts, const configuration_t *where, const value_part_t *part);
void value_part_find(value_parts_t *parts, const configuration_t *where, const value_part_t *part,
                     parts_t *found);

#endif
