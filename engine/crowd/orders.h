#ifndef ENGINE_CROWD_ORDERS_H
#define ENGINE_CROWD_ORDERS_H

#include "cpa/core/threading.h"
#include "engine/crowd/order_table.h"
#include "solver/term.h"

/* What is known of variables without known values: how they compare with each
 * other and with the constants that the program compares something with. A
 * companion of the value analysis, which is asked for everything that has a
 * value. Relations may be between variables of different threads. */

typedef struct order_fact {
    operand_t a, b; /* a < b as numbers; not both constants */
    order_set_t orders;
} order_fact_t;

/* Interned and closed: equal knowledge is mostly an equal pointer. */
typedef struct orders {
    uint32_t id;
    uint32_t count;
    order_fact_t at[]; /* sorted by (a, b) */
} orders_t;

typedef struct orders_domain orders_domain_t;
orders_domain_t *orders_domain_new(const program_t *program);
void orders_domain_delete(orders_domain_t *domain);

const orders_t *orders_none(orders_domain_t *domain);
/* What both say. */
const orders_t *orders_join(orders_domain_t *domain, const orders_t *a, const orders_t *b);
/* All that either says. NULL: nothing is like this. */
const orders_t *orders_meet(orders_domain_t *domain, const orders_t *a, const orders_t *b);

/* As little as says the same. */
const orders_t *orders_reduce(orders_domain_t *domain, const orders_t *orders);

/* Keeps what is said of main, of static memory, and of the threads from[i], which
 * become to[i]. */
typedef struct orders_renaming {
    unsigned count;
    unsigned from[8], to[8];
} orders_renaming_t;
const orders_t *orders_rename(orders_domain_t *domain, const orders_t *orders,
                              const orders_renaming_t *renaming);

/* A variable of a thread but main as that of another one. */
variable_t orders_of_thread(variable_t variable, unsigned thread);

/* Enters that these variables have these values, and nothing is said of dropped
 * ones any more (their values are known elsewhere). */
const orders_t *orders_settle(orders_domain_t *domain, const orders_t *orders,
                              const binding_t *values, size_t value_count, const binding_t *dropped,
                              size_t dropped_count);

/* Every concrete successor by this step of a state in before, whose values query
 * knows, is in the result. NULL: there is none. Threads write to their own
 * stack, to main's and to static memory only. */
const orders_t *orders_transfer(orders_domain_t *domain, const orders_t *before, const step_t *step,
                                threading_query_t query, void *context);

/* Tallies count threads: how many have made a step along an edge, which each does once
 * at most, and how many were created that start with a routine. The two numbers are the
 * variables that proofs have for them (cfa/result.h). */
void orders_count(orders_domain_t *domain, const edge_t *edge, const function_t *routine);

/* One variable is less than another, or no more if not strictly so; as signed numbers. */
typedef struct orders_claim {
    variable_t less, more;
    bool strictly;
} orders_claim_t;
const orders_t *orders_of_claims(orders_domain_t *domain, const orders_claim_t *claims,
                                 size_t count);

/* Over bare symbols tagged with variables; NULL: nothing is said. */
const term_t *orders_term(const orders_domain_t *domain, terms_t *terms, const orders_t *orders);

#endif
