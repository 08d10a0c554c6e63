#ifndef WITNESS_OUTPUT_LOCATION_FACTS_H
#define WITNESS_OUTPUT_LOCATION_FACTS_H

#include "cfa/proof.h"
#include "util/hash.h"
#include "witness/facts/intervals.h"
#include "witness/output/ghosts.h"

/* What the kept states of a proof have in common, by location: a line of a function, all nodes at
 * which something of that line comes next. */
enum {
    FACTS_MAX_STATES = 200000, /* a larger proof gets no invariants: nobody would read them */
    FACTS_MAX_VALUES = 6,      /* x == 1 || x == 2 ...; more become a range */
    FACTS_MAX_FORMULAS = 6,
    FACTS_MAX_FORMULA_LENGTH = 160,
    FACTS_MAX_CELLS = 16,  /* of an object whose cells are worth a word each */
    FACTS_MAX_TRACKED = 8, /* cells that are compared with each other */
};

typedef struct fact {
    uint32_t bucket;
    variable_t variable; /* registers as those of thread 0, depth 0 */
    uint64_t values[FACTS_MAX_VALUES];
    unsigned value_count; /* FACTS_MAX_VALUES + 1: too many */
    int64_t least, greatest; /* as signed numbers of its width */
    uint32_t seen;        /* states that bind it */
} fact_t;

/* Some of the states at a location. */
typedef struct fact_bucket {
    uint32_t states; /* how often a thread stood here in one of them */
    VEC(fact_t *) facts;
    /* By tracked cell: the first one that was equal to it in all of them. */
    uint8_t equal[FACTS_MAX_TRACKED];
} fact_bucket_t;

typedef struct fact_location {
    const function_t *function;
    source_t source;
    bool is_open;
    bool is_first; /* of its function */
    uint32_t all;  /* the bucket of all its states */
    /* By ghost: the bucket of the states in which its mutex is free; bucket 0 has none. */
    uint32_t *when_free;
    VEC(const node_t *) nodes;
    char *formulas[FACTS_MAX_FORMULAS];
    unsigned formula_count; /* FACTS_MAX_FORMULAS + 1: nothing can be said */
} fact_location_t;

typedef struct location_facts {
    const program_t *program;
    const intervals_t *intervals; /* NULL: none are known */
    const ghosts_t *ghosts;       /* empty: none are wanted */
    bool has_states;              /* those of the proof were looked at */
    arena_t *arena;
    VEC(fact_location_t) locations;
    VEC(fact_bucket_t) buckets;
    variable_t tracked[FACTS_MAX_TRACKED];
    size_t tracked_count;
    numbers_t *at_node; /* by node id: locations */
    bool *has_first;    /* by function id: its first location was seen */
    intern_t facts;
    intern_t names; /* location_key_t -> location */
} location_facts_t;

/* proof or open_nodes NULL: the locations only. open_nodes: where the states of the proof are not
 * all that there are. */
void location_facts_init(location_facts_t *all, const program_t *program,
                         const intervals_t *intervals, const ghosts_t *ghosts, const proof_t *proof,
                         const bool *open_nodes);
void location_facts_free(location_facts_t *all);
/* NULL: no state of the bucket binds it. */
const fact_t *location_facts_find(const location_facts_t *all, uint32_t bucket,
                                  variable_t variable);

#endif
