#ifndef CFA_DATA_ACCESS_H
#define CFA_DATA_ACCESS_H

#include "cfa/program.h"

/* The access to data that an edge makes: a load, a store, the handle that a new thread's
 * number goes to, or the memory that ends with free (which C lets free modify). An edge has
 * at most one (cfa/check.c). Mutexes are no data, nor is what begins to exist. */
typedef struct data_access {
    const expr_t *address; /* without loads */
    uint64_t size;         /* bytes; 0: the heap object that begins at the address */
    bool is_write;
} data_access_t;

/* false: it makes none. */
bool data_access_of(const edge_t *edge, data_access_t *access);

/* Is it atomic in a thread that stands at the edge, inside of so many atomic sections? The
 * handle of a new thread is written as any other variable is. */
static inline bool data_access_is_atomic(const edge_t *edge, unsigned atomic_depth) {
    if (edge->kind == EDGE_THREAD_CREATE) return false;
    return edge->is_atomic || atomic_depth || edge->kind == EDGE_ATOMIC_BEGIN;
}

#endif
