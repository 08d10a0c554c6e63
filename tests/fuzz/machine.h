#ifndef TESTS_FUZZ_MACHINE_H
#define TESTS_FUZZ_MACHINE_H

#include "tests/fuzz/ast.h"

/* A stack machine with threads. Memory is bytes; every access to something
 * that another thread could know the address of is a step of its own. */

typedef enum insn_kind {
    /* steps that the others see: a thread stops before them */
    IN_LOAD,  /* address -> value; a: it is atomic */
    IN_STORE, /* address value -> */
    IN_LOCK,  /* address -> */
    IN_UNLOCK,
    IN_TRYLOCK, /* address -> 0 or 1 */
    IN_READ_LOCK, /* address -> */
    IN_WRITE_LOCK,
    IN_RW_UNLOCK,
    IN_POST, /* address -> */
    IN_WAIT,
    IN_TRYWAIT, /* address -> 0 or 1 */
    IN_ARRIVE,  /* address -> address, generation or -1 */
    IN_PASS,    /* address, generation -> */
    IN_ATOMIC_BEGIN,
    IN_ATOMIC_END,
    IN_CREATE, /* address of the handle, argument -> */
    IN_JOIN,   /* handle -> exit value */
    IN_NONDET, /* -> value; a and b are the bounds */
    IN_ALLOC,  /* -> address; a is the size */
    IN_FREE,   /* address -> */
    IN_END,    /* the program ends */
    /* the rest */
    IN_LOCAL_LOAD,
    IN_LOCAL_STORE,
    IN_CONST,
    IN_FRAME, /* -> address of the frame + a */
    IN_DUP,
    IN_SWAP,
    IN_POP,
    IN_UNARY,
    IN_BINARY, /* op in type */
    IN_CAST,
    IN_JUMP,
    IN_JUMP_IF_ZERO,
    IN_CALL,
    IN_RETURN, /* value -> ; ends the thread if it is the first frame */
    IN_ASSUME, /* value -> */
    IN_ERROR,
    IN_OBSERVE, /* value -> ; a is the observation */
    IN_THREAD_EXIT,
} insn_kind_t;

typedef struct insn {
    insn_kind_t kind;
    op_t op;
    const ctype_t *type;
    int64_t a, b;
    function_t *callee;
} insn_t;

enum { MAX_INSNS = 4000, MEMORY_BASE = 16, STATIC_SIZE = 512 };

typedef struct code {
    insn_t insns[MAX_INSNS];
    unsigned count;
    unsigned start; /* of main */
    unsigned static_size;
    uint8_t image[STATIC_SIZE];    /* initial static memory, from address 0 on */
    uint8_t is_object[STATIC_SIZE]; /* bytes of static objects */
    bool is_broken;                /* too large for the machine */
    tree_t *tree;
} code_t;

/* Compiles what is left of the tree. Calls tree_mark. */
void code_make(code_t *code, tree_t *tree);

enum {
    MAX_THREADS = 5,
    MAX_CROWD = 3, /* threads beside main that are followed in a crowd */
    STACK_SIZE = 160,
    HEAP_SIZE = 64,
    MAX_CALLS = 6,
    MAX_OPERANDS = 12,
    MAX_HEAP = 6,
};

typedef enum thread_status {
    THREAD_FREE,
    THREAD_RUNS,
    THREAD_STUCK,
    THREAD_ENDED,
    THREAD_JOINED, /* its number is not used again */
} thread_status_t;

typedef struct machine_thread {
    uint8_t status, calls, operands;
    uint16_t pc;
    int32_t result; /* of a thread that has ended */
    uint16_t frames[MAX_CALLS], returns[MAX_CALLS], sizes[MAX_CALLS];
    int64_t stack[MAX_OPERANDS];
} machine_thread_t;

typedef struct state {
    machine_thread_t threads[MAX_THREADS];
    int8_t atomic_owner; /* -1: none */
    uint8_t atomic_depth;
    bool is_ended;
    struct {
        uint16_t address, size;
    } heap[MAX_HEAP];
    uint8_t statics[STATIC_SIZE];
    uint8_t stacks[MAX_THREADS][STACK_SIZE];
    uint8_t heaps[MAX_THREADS][HEAP_SIZE];
} state_t;

typedef enum outcome {
    WENT_ON,
    IS_BEYOND, /* one thread too many of a crowd: not followed */
    HIT_ERROR,
    IS_UNDEFINED, /* C says nothing about this program, or the machine is too small */
} outcome_t;

typedef struct machine {
    const code_t *code;
    void (*observe)(void *context, unsigned id, int64_t value);
    void *context;
    bool passes_errors; /* a failing assertion is no end: something else is asked for */
} machine_t;

outcome_t machine_start(machine_t *machine, state_t *state);
/* How many ways the next step of the thread has; 0 if it has none. */
unsigned machine_choices(const machine_t *machine, const state_t *state, unsigned thread);
/* Do two threads stand before accesses to a common byte, one of which writes, and not both are
 * atomic? Whoever is in an atomic section is no obstacle to others. */
bool machine_races(const machine_t *machine, const state_t *state);
/* The next step, and all that follows up to the one after it. */
outcome_t machine_step(machine_t *machine, state_t *state, unsigned thread, unsigned choice);

#endif
