#ifndef CFA_PROGRAM_H
#define CFA_PROGRAM_H

#include "cfa/assumption.h"
#include "cfa/expr.h"
#include "util/hash.h"
#include "util/vec.h"

/* A program after lowering: objects (memory) and one control-flow automaton
 * per function. Built by the front end, completed by the passes, const after.
 *
 * Registers are scalars private to one frame (locals whose address is never
 * taken, parameters, temporaries). Everything else is an object in memory.
 * An edge is one atomic step. It evaluates expressions over registers and
 * makes at most one access to memory that another thread may reach, so a
 * shared x++ is a load edge and a store edge. */

typedef struct node node_t;
typedef struct edge edge_t;
typedef struct function function_t;
typedef struct program program_t;
typedef struct live live_t;

/* What an ERROR edge that is not always taken stands for. */
typedef enum {
    FAULT_NONE,   /* it is always taken */
    FAULT_ACCESS, /* no object that lives, and that address may point into, has all bytes of type
                     at address */
    FAULT_FREE,   /* address is not null, and no allocation that lives begins there */
    FAULT_LEAK,   /* the edges beside it end the program, and some allocation lives */
    FAULT_COUNT
} fault_t;
enum { NO_PROPERTY = UINT8_MAX };

typedef struct source {
    const char *file; /* NULL: no position */
    uint32_t line, column;
} source_t;

/* kind, name, what the fields of edge_t mean */
#define EDGE_KINDS(X)                                                                              \
    X(NOP, "nop")             /* nothing */                                                                    \
    X(ASSUME, "assume")       /* passes only if value (width 1) holds; at most one load */               \
    X(ASSIGN, "assign")       /* target := value; at most one load */                                    \
    X(STORE, "store")         /* *(type *)address := value; no load in either */                           \
    X(HAVOC, "havoc")         /* target := any value of type (BOOL: 0 or 1) */                             \
    X(HAVOC_OBJECT, "havoc_object") /* all cells of the object's instance in this frame */         \
    X(CALL, "call") /* new frame of callee; args to its parameters; RETURN sets target */          \
    X(RETURN, "return") /* value (or NULL) to the caller's target, frame ends; in the last         \
                           frame of a thread: the thread ends with value (main: the                \
                           program ends) */                                                        \
    X(THREAD_CREATE, "create") /* starts callee(value) in a new thread and stores its number at    \
                                 address (NULL: nowhere) as type, in one step; value NULL if the   \
                                 routine takes nothing */                                          \
    X(THREAD_JOIN, "join") /* blocks until thread number value ended; target := exit value */      \
    X(THREAD_DETACH, "detach") /* thread number value */                                           \
    X(THREAD_EXIT, "thread_exit") /* this thread ends with value */                                \
    X(LOCK, "lock") /* blocks until the mutex at address is free, takes it */                      \
    X(TRYLOCK, "trylock") /* target := 0 and takes it, or target := EBUSY (16) */                  \
    X(UNLOCK, "unlock") /* frees the mutex at address, whoever holds it; initialises it */         \
    X(OWNS, "owns") /* target := 1 if this thread holds the mutex at address, else 0 */            \
    X(JOINABLE, "joinable") /* target := 0 if thread number value was never created, is joined or  \
                               detached; else 1, but 2 if it is this thread */                     \
    X(ATOMIC_BEGIN, "atomic_begin") /* no other thread moves until the matching end; nests.        \
                                       Blocks until value (width 1, at most one load) holds,       \
                                       which is tested in the same step; NULL: never */            \
    X(ATOMIC_END, "atomic_end")                                                                    \
    X(ALLOC, "alloc") /* target := address of a new heap object of value bytes, laid out           \
                         as object->type (repeated); object is the allocation site */              \
    X(HEAP_SIZE, "heap_size") /* target := bytes of the heap object that begins at address */      \
    X(FREE, "free") /* heap object at address */                                                   \
    X(BEGIN, "begin") /* the life of the object, a local, begins and ends: told where accesses are \
                         checked, and used up by the pass lifetimes */                             \
    X(END, "end")                                                                                  \
    X(EXIT, "exit") /* the whole program ends normally (exit, abort) */                            \
    X(ERROR, "error") /* a property is violated here; to is an error node, which says which. With  \
                         a fault: only if the access of the edges beside it is one */              \
    X(UNSUPPORTED, "unsupported") /* cannot be modelled: who gets here must answer unknown;        \
                                 text says what */

typedef enum {
#define EDGE_ENUM(name, text) EDGE_##name,
    EDGE_KINDS(EDGE_ENUM)
#undef EDGE_ENUM
        EDGE_KIND_COUNT
} edge_kind_t;
extern const char *const edge_kind_names[EDGE_KIND_COUNT];

/* What an edge may touch in memory; made by the points-to pass. */
typedef struct access {
    const object_t *const *objects; /* sorted by id; empty and !anything: no access */
    size_t count;
    bool anything; /* could not be bounded */
    bool reads, writes;
    bool shared; /* some object in it may be reached by another thread */
    /* An access may meet a part of a cell, or parts of several: bytes of an
     * int, a member of a union, a structure in a buffer of characters. */
    bool mixed;
} access_t;

struct edge {
    uint32_t id; /* dense over the program */
    edge_kind_t kind;
    node_t *from, *to;
    source_t source;
    reg_t target; /* NO_REG: none */
    const expr_t *address, *value;
    const type_t *type;
    const expr_t *const *args;
    size_t arg_count;
    function_t *callee;
    const object_t *object;
    const char *text; /* UNSUPPORTED: the reason; else a remark for messages, or NULL */
    const char *model; /* the library function whose model it belongs to, or the function that an
                          input is the result of; NULL: none */
    bool is_branch; /* ASSUME that stands for a branch of the source */
    bool branch_taken; /* ... the one taken when the source condition is true */
    bool is_guard; /* UNSUPPORTED: an operand would have to be a bad one to get here */
    bool is_implied; /* TRYLOCK, UNLOCK: no call of the program does this; a mutex is initialised.
                        FREE: a local ends */
    bool is_failure; /* EXIT: by abort, which is no end that cleans up */
    bool is_draw; /* HAVOC: the next number of the library's generator (rand) */
    bool is_seed; /* ASSIGN: value is the generator's seed from now on */
    bool is_atomic; /* its access to data is an atomic one, though it lies in no atomic section;
                       only known where races are asked for (CHECK_RACES) */
    bool replaces; /* ALLOC: what it takes the place of is freed after it (realloc) */
    bool ignores_layout; /* where objects lie does not matter for what follows */
    fault_t fault; /* ERROR; such edges stand behind all others of their node */
    const edge_t *check; /* the ERROR edge beside it that is taken if its access is a fault: it is
                            not taken itself then; NULL: none */
    /* Passes: */
    access_t access;
    bool uses_layout; /* its outcome may depend on where objects lie (cfa/address_use.h) */
};

struct node {
    uint32_t id; /* dense over the program */
    function_t *function;
    VEC(edge_t *) out;
    VEC(edge_t *) in;
    source_t source;
    bool is_error;
    uint8_t violates; /* is_error: the number of the property (cfa/property.h) */
    /* Passes: */
    bool is_loop_head;
    bool is_turn; /* every cycle of a function has a turn, too: see cfa/turns.c */
    uint32_t rpo; /* reverse post-order within the function */
};

/* The edges that are taken if there is no fault: the first ones of node->out. */
static inline size_t node_ways(const node_t *node) {
    size_t count = node->out.len;
    while (count && node->out.data[count - 1]->fault) count--;
    return count;
}

typedef struct reg_info {
    const char *name; /* as in the source, or "%n" for temporaries */
    const type_t *type;
    bool is_temporary;
} reg_info_t;

struct function {
    uint32_t id;
    const char *name;
    source_t source;
    const type_t *type;
    const object_t *object; /* its address */
    bool has_body;
    reg_t param_count; /* registers 0 .. param_count-1 */
    VEC(reg_info_t) regs;
    VEC(node_t *) nodes;
    node_t *entry;
    VEC(object_t *) locals; /* memory objects of a frame */
    /* Passes: */
    uint64_t frame_size; /* bytes of the locals */
    const live_t *live; /* cfa/live.h */
};

typedef enum {
    OBJECT_GLOBAL, /* also static locals */
    OBJECT_THREAD, /* _Thread_local: one per thread */
    OBJECT_LOCAL, /* one per frame */
    OBJECT_STRING, /* read only */
    OBJECT_FUNCTION, /* code; only its address matters */
    OBJECT_HEAP, /* an allocation site */
} object_kind_t;

/* Initial contents of static storage; cells not listed are zero. */
typedef struct cell_init {
    uint64_t offset;
    const type_t *type;
    uint64_t value; /* constant part */
    const object_t *object; /* or NULL; its address is added to value */
} cell_init_t;

struct object {
    uint32_t id; /* dense over the program */
    object_kind_t kind;
    const char *name;
    const type_t *type;
    source_t source;
    function_t *function; /* LOCAL: owner; FUNCTION: itself; else: whose static it is, or NULL */
    const cell_init_t *init; /* sorted by offset */
    size_t init_count;
    bool init_unknown; /* extern without a definition: any contents */
    uint32_t align; /* asked for by an attribute; 0: that of the type */
    bool is_temporary; /* LOCAL: a structure that a call or another expression gives */
    bool hides_members; /* an _Atomic structure is in it: the source cannot name all its cells */
    /* Passes: */
    uint64_t address; /* GLOBAL, STRING, FUNCTION: absolute; LOCAL: in the frame; THREAD: in the
                         thread's block */
    bool may_be_shared;
    bool is_mixed; /* some access to it may meet parts of its cells, or padding */
    bool is_constant; /* static and no edge may write it: its initial contents stay */
    bool is_automatic; /* HEAP: ends by itself: a variable-length array, a local that escapes */
    bool is_watched; /* HEAP: its addresses are compared or computed with: what was freed keeps its
                        place, so that an address of it can be told (cfa/address_use.h) */
};

struct program {
    arena_t *arena;
    types_t *types;
    exprs_t *exprs;
    unsigned pointer_bits; /* 32 or 64 */
    VEC(object_t *) objects;
    VEC(function_t *) functions;
    VEC(node_t *) nodes;
    VEC(edge_t *) edges;
    function_t *main;
    uint64_t thread_block_size; /* bytes of THREAD objects; passes */
    VEC(object_t *) by_address; /* static objects sorted by address; passes */
    VEC(const char *) files; /* input files, in order */
    /* Of each, what its compile command says; ends with NULL. NULL: it has none. */
    VEC(const char *const *) file_flags;
    const char *limit; /* not NULL: why the program does not fit the address space of
                          cfa/layout.h; the only answer is unknown. passes */
    assumptions_t assumptions; /* what lowering relied on */
    /* Some step asks whether a number is that of a thread that can be joined: numbers of threads
     * that are gone stay unused, so that old ones can be told. passes */
    bool keeps_numbers;
    /* Some step asks who holds a mutex: the number of a thread that ended with one stays unused.
     * passes */
    bool keeps_owners;
    /* No step but its own, and those that end memory, changes what a thread holds. passes */
    bool owners_are_fixed;
    struct points_to *points_to; /* cfa/points_to.h; passes */
    uint8_t faults[FAULT_COUNT]; /* the property that each violates; NO_PROPERTY: none that is asked
                                    for */
    struct boolean *boolean; /* the Boolean program that it was made of, or NULL; cfa/boolean.h */
    intern_t function_names; /* private to program.c */
};

program_t *program_new(unsigned pointer_bits);
void program_delete(program_t *program);

/* Building. Names are copied. A function comes with its OBJECT_FUNCTION; of
 * several functions with one name the first is found by it. */
object_t *program_add_object(program_t *program, object_kind_t kind, const char *name,
                             const type_t *type, source_t source);
function_t *program_add_function(program_t *program, const char *name, const type_t *type,
                                 source_t source);
function_t *program_find_function(const program_t *program, const char *name);
reg_t function_add_reg(program_t *program, function_t *function, const char *name,
                       const type_t *type);
/* A temporary gets its name from its number. */
reg_t function_add_temporary(program_t *program, function_t *function, const type_t *type);
object_t *function_add_local(program_t *program, function_t *function, const char *name,
                             const type_t *type, source_t source);
node_t *function_add_node(program_t *program, function_t *function, source_t source);
/* The edge is linked into from->out and to->in; fields not set here are zero
 * or NO_REG and are filled in by the caller. */
edge_t *program_add_edge(program_t *program, edge_kind_t kind, node_t *from, node_t *to,
                         source_t source);

/* Text of an edge for traces and dumps, e.g. "x = %3 + 1". */
void edge_print(strbuf_t *out, const edge_t *edge);
/* FILE:LINE: REASON of each construct that cannot be modelled, whatever its operands. */
void program_print_unsupported(strbuf_t *out, const program_t *program);
/* Graphviz, one cluster per function that is reachable from main. */
void program_print_dot(strbuf_t *out, const program_t *program);

#endif
