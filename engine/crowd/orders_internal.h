#ifndef ENGINE_CROWD_ORDERS_INTERNAL_H
#define ENGINE_CROWD_ORDERS_INTERNAL_H

#include "engine/crowd/orders.h"
#include "util/arena.h"
#include "util/hash.h"

/* For orders.c, which keeps sets of facts, and orders_step.c, which makes steps. */

typedef struct {
    const edge_t *edge;
    const function_t *routine;
} tally_t;

struct orders_domain {
    const program_t *program;
    arena_t *arena;
    intern_t interned;
    uint32_t count;
    VEC(operand_t) constants; /* what variables are compared with */
    VEC(tally_t) tallies;
    bool **relates; /* by function and register: is it compared with another variable? */
    VEC(order_fact_t) items;
    order_table_t table, other; /* the successor being made */
};

/* The row of an operand, with all constants of its width beside it; -1: none. */
int orders_row(const orders_domain_t *domain, order_table_t *table, operand_t operand);
/* Facts to a table and back; what is said of unusual constants is not kept. */
void orders_unpack(const orders_domain_t *domain, order_table_t *table, const orders_t *orders);
const orders_t *orders_pack(orders_domain_t *domain, const order_table_t *table);

#endif
