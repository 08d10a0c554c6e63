#ifndef CFA_LOCKSET_H
#define CFA_LOCKSET_H

#include "cfa/program.h"

/* A proof that no two threads race, by the mutexes that are held where memory is accessed and
 * by the order in which threads are created and joined (docs/lockset.md). It annotates the
 * nodes of functions, once for each context in which they are called. */

/* A mutex, at base + offset: base is an expression over registers of the frame that is meant,
 * which have kept their values since it was taken along the edge lock, or the address of a
 * static object. */
typedef struct lockset_item {
    const expr_t *base;
    uint64_t offset;
    const edge_t *lock;
    reg_t if_zero; /* it is held if this register is 0 (trylock); NO_REG: it is held */
} lockset_item_t;

/* What holds of a thread that comes to a node. Bit i of the masks is THREAD_CREATE i of the
 * proof. */
typedef struct lockset_state {
    const lockset_item_t *items; /* mutexes that it holds for sure */
    uint32_t count;
    uint32_t depth; /* it is inside of so many atomic sections, at least */
    /* The threads that it may have created itself, which: may not be joined yet; ... several
     * by one edge; at all; ... several. */
    uint64_t alive, many_alive, created, many_created;
} lockset_state_t;

typedef struct lockset_context {
    const function_t *root; /* threads that begin with it; of main, or of a THREAD_CREATE */
    const function_t *function;
    lockset_state_t entry;
    const lockset_state_t *const *at; /* by the number of the node in function->nodes; NULL: no
                                         thread comes there */
    const lockset_state_t *exit;      /* at its RETURNs; NULL: it does not return */
} lockset_context_t;

enum { LOCKSET_MAX_SITES = 64 };
typedef struct lockset_proof {
    const edge_t *const *sites; /* all THREAD_CREATEs of the program */
    size_t site_count;
    const lockset_context_t *contexts; /* the first is main's */
    size_t context_count;
} lockset_proof_t;

/* The address as base + offset. */
static inline const expr_t *lockset_split(const expr_t *address, uint64_t *offset) {
    *offset = 0;
    while (address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        *offset += address->a[1]->value;
        address = address->a[0];
    }
    *offset &= width_mask(address->width);
    return address;
}

#endif
