#ifndef TESTS_FUZZ_GENERATE_INTERNAL_H
#define TESTS_FUZZ_GENERATE_INTERNAL_H

#include "tests/fuzz/generate.h"

/* What a program is made of: each has some of these only, so that it stays
 * small and what there is meets. */
typedef enum feature {
    HAS_ARRAY = 1 << 0,
    HAS_STRUCT = 1 << 1,
    HAS_UNION = 1 << 2,
    HAS_POINTERS = 1 << 3,
    HAS_SHARED_POINTER = 1 << 4,
    HAS_HEAP = 1 << 5,
    HAS_LIST = 1 << 6,
    HAS_MUTEX = 1 << 7,
    HAS_MUTEX_ARRAY = 1 << 8,
    HAS_ATOMIC_SECTIONS = 1 << 9,
    HAS_RMW = 1 << 10,
    HAS_ATOMIC_VARIABLE = 1 << 11,
    HAS_LOOPS = 1 << 12,
    HAS_WAITING = 1 << 13,
    HAS_HELPERS = 1 << 14,
    HAS_NONDET = 1 << 15,
    HAS_ASSUME = 1 << 16,
    HAS_NESTED_THREADS = 1 << 17,
    HAS_SHARED_LOCALS = 1 << 18,
    HAS_NO_JOIN = 1 << 19,
    HAS_ABRUPT_ENDS = 1 << 20,
    HAS_HANDOVER = 1 << 21,
    HAS_MUTEX_POINTER = 1 << 22,
    HAS_THREAD_ARRAY = 1 << 23,
    HAS_EXIT_VALUES = 1 << 24,
    HAS_RECURSION = 1 << 25,
    HAS_WALKERS = 1 << 26, /* pointers into arrays, with an index */
    HAS_STATIC_LOCALS = 1 << 27,
    HAS_BYTES = 1 << 28, /* pointers to the bytes of a number */
    HAS_SEMAPHORE = 1 << 29,
    HAS_MONITORS = 1 << 30, /* condition variables, read-write locks, barriers */
    LAST_FEATURE = HAS_MONITORS,
} feature_t;

typedef struct generator {
    tree_t *tree;
    uint64_t random;
    unsigned features;
    const ctype_t *pointed; /* what pointers to numbers point to */
    function_t *function;
    function_t *helpers[2];
    unsigned helper_count;
    function_t *routines[3];
    unsigned routine_count;
    ctype_t *node; /* of linked lists */
    var_t *head;
    const ctype_t *bytes; /* the bytes of what is pointed to, as an array */
    const ctype_t *walked; /* the array that walking pointers point to */
    /* the place that is being filled */
    unsigned depth;
    bool may_break, may_continue, is_in_section;
    unsigned counters; /* bits: loop counters in use */
} generator_t;

unsigned gen_below(generator_t *g, unsigned limit);
bool gen_chance(generator_t *g, unsigned percent);
bool gen_has(const generator_t *g, feature_t feature);

expr_t *gen_const(const ctype_t *type, int64_t value);
expr_t *gen_var(var_t *var);
expr_t *gen_node(expr_kind_t kind, op_t op, expr_t *a, expr_t *b);
expr_t *gen_field(expr_t *whole, unsigned field);

/* A number; size bounds the operators in it. */
expr_t *gen_number(generator_t *g, unsigned size);
/* A place to store a number in; is_shared: not just a local variable. */
expr_t *gen_place(generator_t *g, bool is_shared);
/* An address of a number of the type that pointers point to. */
expr_t *gen_address(generator_t *g);
bool is_free_local(const var_t *var);
stmt_t *gen_statements(generator_t *g, unsigned count);
stmt_t *gen_stmt(stmt_kind_t kind);
stmt_t *gen_observation(generator_t *g, expr_t *value);

#endif
