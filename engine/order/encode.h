#ifndef ENGINE_ORDER_ENCODE_H
#define ENGINE_ORDER_ENCODE_H

#include "engine/order/theory.h"
#include "engine/order/unwind.h"
#include "solver/bitblast.h"
#include "util/options.h"
#include "util/stats.h"

/* An unwinding as clauses and a theory of its order (docs/order.md). */

/* A read and a write it may come from; write NONE: the initial contents. */
typedef struct order_source {
    uint32_t read, write; /* events */
    uint32_t theory_write;
    int literal;
} order_source_t;

typedef struct encoding {
    const unwinding_t *u;
    terms_t *terms;
    sat_t *sat;
    bitblast_t *blast;
    theory_t *theory;
    VEC(uint32_t) write_numbers; /* by event: the write in the theory, or NONE */
    VEC(uint32_t) initial_numbers; /* by location */
    VEC(order_source_t) sources;
    VEC(uint32_t) fixed; /* by event: the only write that the read can come from */
    VEC(bool) is_fixed;
    int targets[TARGET_KIND_COUNT]; /* literal: some target of the kind; 0: there are none */
    uint64_t conflicts; /* found beforehand */
    double seconds_conflicts;
    bool is_too_large; /* there are too many pairs of reads and writes: it is not complete */
    bool is_serial; /* with the order of all writes to a location */
    cadical_theory_t callbacks; /* the theory beside the solver */
    bool is_connected;
    const term_t **clocks; /* by node; NULL: no clocks */
} encoding_t;

typedef struct encode_options {
    sat_kind_t solver;
    bool is_serial;     /* every two writes to a location are ordered */
    bool has_conflicts; /* simple cycles are excluded beforehand (Algorithm 3) */
    bool is_symmetric;  /* nothing tells threads of one routine and argument apart */
    bool has_clocks;    /* the order is a number per node, and no theory is asked */
    float_library_t *floats;
    effort_t *effort;
} encode_options_t;

encoding_t *encoding_new(unwinding_t *u, const encode_options_t *options);
void encoding_delete(encoding_t *e);

/* Static order of two events: by their nodes, or by their positions in one. */
bool encoding_event_before(const encoding_t *e, uint32_t a, uint32_t b);

/* Conflicts beforehand (conflicts.c): the number of clauses added. */
uint64_t encoding_add_conflicts(encoding_t *e, effort_t *effort);
/* Clocks instead of the theory (clocks.c). */
void encoding_add_clocks(encoding_t *e);

#endif
